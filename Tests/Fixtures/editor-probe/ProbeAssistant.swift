import Glibc
import PushTerminal

/// A toy shell's knowledge: a few commands, quotes, and suggestions out of the history.
final class ProbeAssistant: LineAssistant {
    private static let commands: [(String, String)] = [
        ("device", "simulated devices"), ("dismiss", "removes a notification"),
        ("login", "associates a user"), ("receive", "a push arrives"), ("tap", "opens it"),
        ("通知一覧", "Notification Center"),
    ]
    private let history: ProbeHistory

    init(history: ProbeHistory) {
        self.history = history
    }

    func promptParts(columns: Int) -> (upper: [String], prompt: StyledText) {
        let upper = getenv("PROBE_UPPER").map { [String(cString: $0)] } ?? []
        return (upper, StyledText([.init("probe", .accent), .init("> ")]))
    }

    func continuationPrompt() -> StyledText { StyledText("…> ", .muted) }

    func needsMore(_ text: String) -> Bool {
        text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\"") ? 1 : 0) } % 2 == 1
    }

    func highlight(_ text: String) -> [HighlightRun] {
        let word = text.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != 0x0A }.count
        let name = String(decoding: text.utf8.prefix(word), as: UTF8.self)
        let isKnown = Self.commands.contains { $0.0 == name }
        return [HighlightRun(0..<word, isKnown ? .command : .unknownCommand)]
    }

    func suggestion(for text: String) -> String? {
        history.entries.last { $0.utf8.starts(with: text.utf8) && $0.utf8.count > text.utf8.count }
            .map { String(decoding: $0.utf8.dropFirst(text.utf8.count), as: UTF8.self) }
    }

    func complete(_ text: String, cursor: Int) -> Completion {
        let before = Array(text.utf8.prefix(cursor))
        let start = before.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
        let word = String(decoding: before[start...], as: UTF8.self)
        let words: [Completion.Candidate] =
            start > 0
            ? (1...60).map { .init("item-\($0)") } : Self.commands.map { .init($0.0, $0.1) }
        return Completion(
            replaceFrom: start, candidates: words.filter { $0.text.utf8.starts(with: word.utf8) })
    }

    func lastArgument(of entry: String) -> String? {
        let words = entry.split(separator: " ")
        return words.count > 1 ? words.last.map(String.init) : nil
    }

    func isSecret(_ text: String) -> Bool { text.utf8.starts(with: "secret".utf8) }
}
