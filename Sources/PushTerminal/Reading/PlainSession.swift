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
        var entry = PlainEntry()
        while true {
            switch nextLine() {
            case .line(let line):
                entry.append(line)
                if isAhead { echo(line) }
                guard assistant.needsMore(entry.text) else { return finished(entry) }
                // A line pasted after the prompt is already on the screen and needs no prompt of
                // its own.
                let isPasted = reader.hasPastedLine
                if isAhead || !isPasted { put(assistant.continuationPrompt().plain) }
                isAhead = isAhead && isPasted
            case .end(let result):
                put("\n")
                // An entry that is cut off is reported as unfinished, instead of lost.
                guard result == .endOfInput, entry.lineCount > 0 else { return result }
                return entry.result
            }
        }
    }

    private func finished(_ entry: PlainEntry) -> LineResult {
        if entry.isText, !assistant.isSecret(entry.text) { history.add(entry.text) }
        return entry.result
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

/// An entry that grows line by line, at a cost that does not depend on the lines before.
struct PlainEntry {
    /// The text so far; what is not UTF-8 is replaced.
    private(set) var text = ""
    private(set) var lineCount = 0
    /// Whether all bytes are UTF-8.
    private(set) var isText = true
    private var bytes: [UInt8] = []

    /// Adds a line without its line end.
    mutating func append(_ line: [UInt8]) {
        if lineCount > 0 {
            text += "\n"
            bytes.append(0x0A)
        }
        lineCount += 1
        bytes += line
        if let valid = String(validating: line, as: UTF8.self) {
            text += valid
        } else {
            isText = false
            text += String(decoding: line, as: UTF8.self)
        }
    }

    /// The entry as it is handed on.
    var result: LineResult { isText ? .line(text) : .foreign(bytes) }
}
