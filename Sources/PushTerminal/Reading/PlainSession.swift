import Glibc
import PushText

/// Reads entries from a terminal that can only print lines, in the terminal's own line mode.
final class PlainSession {
    private let assistant: any LineAssistant
    private let history: EntryHistory
    private let wakeUp: WakePipe
    private let reader: PlainReader
    private let output: Int32
    private let announcements: Announcements

    init(
        assistant: any LineAssistant, history: EntryHistory, wakeUp: WakePipe,
        reader: PlainReader, output: Int32, announcements: Announcements
    ) {
        self.assistant = assistant
        self.history = history
        self.wakeUp = wakeUp
        self.reader = reader
        self.output = output
        self.announcements = announcements
    }

    /// Prompts and reads lines until they make a whole entry.
    func readLine() -> LineResult {
        let (upper, prompt) = assistant.promptParts(columns: .max)
        announce()
        // Input typed before the prompt is above it on the screen, so show it again after it.
        var isAhead = reader.hasPastedLine
        put((upper + [""]).joined(separator: "\n") + prompt.plain)
        var entry: [UInt8] = []
        while true {
            switch nextLine() {
            case .line(let line):
                entry += line
                if isAhead { echo(line) }
                let text = String(decoding: entry, as: UTF8.self)
                guard assistant.needsMore(text) else {
                    if !assistant.isSecret(text) { history.add(text) }
                    return .line(text)
                }
                entry.append(0x0A)
                // A line pasted after the prompt is already on the screen and needs no prompt of
                // its own.
                let isPasted = reader.hasPastedLine
                if isAhead || !isPasted { put(assistant.continuationPrompt().plain) }
                isAhead = isAhead && isPasted
            case .end(let result):
                put("\n")
                // An entry that is cut off is reported as unfinished, instead of lost.
                guard result == .endOfInput, !entry.isEmpty else { return result }
                return .line(String(decoding: entry.dropLast(), as: UTF8.self))
            }
        }
    }

    private enum Next {
        case line([UInt8])
        case end(LineResult)
    }

    private func nextLine() -> Next {
        while true {
            let event: PlainReader.Event
            do throws(PlainReader.Failure) {
                event = try reader.next(wakeUp: wakeUp.readEnd)
            } catch {
                put("\n\(error.message)\n")
                return .end(.endOfInput)
            }
            switch event {
            case .line(let line): return .line(line.last == 0x0D ? line.dropLast() : line)
            case .end: return .end(.endOfInput)
            case .wakeUp:
                guard let byte = wakeUp.next() else { continue }
                switch Int32(byte) {
                case 0: announce()
                case SIGINT: return .end(.interrupted)
                case SIGTERM, SIGHUP: return .end(.terminated(signal: Int32(byte)))
                default: continue
                }
            }
        }
    }

    private func announce() {
        for line in announcements.take() { put(line + "\n") }
    }

    private func echo(_ line: [UInt8]) {
        put(VisibleText.escape(String(decoding: line, as: UTF8.self)) + "\n")
    }

    private func put(_ text: String) {
        TerminalScreen.write(Array(text.utf8), to: output)
    }
}
