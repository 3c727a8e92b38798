import Glibc
import PushTerminal

/// The program that the terminal tests drive: the line editor over a toy shell that says what it
/// read.
@main
enum EditorProbe {
    static func main() {
        let history = ProbeHistory(CommandLine.arguments.dropFirst())
        let assistant = ProbeAssistant(history: history)
        guard let editor = LineEditor(assistant: assistant, history: history) else {
            readPlainly()
            return
        }
        say("ready")
        let interrupts = InterruptFlag()
        while true {
            switch editor.readLine() {
            case .line("exit"):
                editor.close()
                return say("left")
            case .line("wait"): waitForInterrupt(interrupts)
            case .line("later"): postLater(editor.announcements)
            case .line(let entry): say(report(entry))
            case .foreign(let bytes): say("foreign \(bytes.count)")
            case .interrupted: say("interrupted")
            case .endOfInput:
                editor.close()
                return say("end of input")
            case .terminated(let signal):
                editor.close()
                InterruptFlag.die(of: signal)
            }
        }
    }

    private static func readPlainly() {
        let reader = PlainReader(input: 0)
        while let line = try? reader.readLine() {
            say("plain " + report(String(decoding: line, as: UTF8.self)))
        }
        say("plain end")
    }

    private static func waitForInterrupt(_ interrupts: InterruptFlag) {
        say("waiting")
        interrupts.begin()
        while !interrupts.check() { usleep(10_000) }
        interrupts.end()
        say("stopped")
    }

    private static func postLater(_ announcements: Announcements) {
        let box = Unmanaged.passRetained(announcements).toOpaque()
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { box in
                guard let box else { return nil }
                usleep(400_000)
                Unmanaged<Announcements>.fromOpaque(box).takeRetainedValue()
                    .post("[push] 新しい通知")
                return nil
            }, box)
        say("later it is")
    }

    /// Says how long an entry is, what it adds up to, and what it says if it is short.
    static func report(_ entry: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in entry.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let shown =
            entry.utf8.count > 400
            ? ""
            : entry.split(
                separator: "\n", omittingEmptySubsequences: false
            ).joined(separator: "\\n")
        return "read \(entry.utf8.count) \(String(hash, radix: 16)) <\(shown)>"
    }

    private static func say(_ text: String) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
