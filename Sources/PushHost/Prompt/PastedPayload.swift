import PushCommands
import PushText

/// The payload that was pasted at the prompt, and the command for it.
///
/// Transitions: an object is held, or goes to the command that waits for one; a command without an
/// operand takes the held object, or waits for one; any other entry ends the waiting.
struct PastedPayload {
    /// The prompt's answer to an entry.
    enum Step: Equatable {
        /// Runs this text, which is the entry or a command followed by the object.
        case run(String)
        /// Prints this line and runs nothing.
        case say(String)
    }

    /// What the prompt waits for.
    private enum State {
        case idle
        case held(object: String)
        case awaited(by: String)
    }

    private var state = State.idle
    /// The commands that a payload is offered to.
    private let takers: [String]

    /// Makes an empty one; those of the names that are commands are offered.
    init(takers: [String] = ["receive", "lint", "try"]) {
        self.takers = takers.filter { CommandTable.named($0) != nil }
    }

    /// Whether an entry is incomplete, in which it may differ from the language's answer,
    /// `needsMore`.
    ///
    /// A payload ends with its last brace; two empty lines, or a command that takes it, end one
    /// whose last brace is missing.
    func isOpen(_ entry: String, _ needsMore: @autoclosure () -> Bool) -> Bool {
        guard let found = PayloadSearch(entry) else { return needsMore() }
        // A shell line continued by a backslash, such as a `curl` command in a mail.
        guard found.isCutOff else { return entry.hasSuffix("\\") }
        return !entry.hasSuffix("\n\n") && Self.cut(entry, takers) == nil
    }

    /// Whether a last line may end a payload whose last brace is missing.
    func mayEnd(_ line: String) -> Bool { takers.contains(Self.trimmed(line)) }

    /// Handles the next entry.
    mutating func take(_ entry: String) -> Step {
        let text = Self.trimmed(entry)
        if let found = PayloadSearch(entry) {
            if found.isCutOff, let (object, command) = Self.cut(text, takers) {
                state = .held(object: object)
                return .run(Self.joined(command, object))
            }
            return takeObject(found)
        }
        guard isTaker(text) else {
            if case .awaited = state {
                state = .idle
                // An empty entry gives up waiting; there is nothing to run.
                if text.isEmpty { return .say("no payload was pasted") }
            }
            return .run(entry)
        }
        switch state {
        case .held(let object): return .run(Self.joined(text, object))
        case .idle, .awaited:
            state = .awaited(by: text)
            return .say("paste the payload, from `{` to `}`; an empty line cancels")
        }
    }

    /// Keeps an object, or runs the command that waits for it.
    private mutating func takeObject(_ found: PayloadSearch) -> Step {
        defer { state = .held(object: found.object) }
        if case .awaited(let command) = state {
            return .run(Self.joined(command, found.object))
        }
        let names = takers.map { "`\($0)`" }
        let last = names.count > 1 ? " or " + (names.last ?? "") : ""
        let offer = names.dropLast(names.count > 1 ? 1 : 0).joined(separator: ", ") + last
        var line = "a payload of \(found.object.utf8.count) bytes"
        if found.isCutOut { line += ", without the text around it" }
        if found.isCutOff { line += ", with its end missing" }
        return .say(line + ": \(offer) takes it")
    }

    /// Joins a command and a payload: on its line or, if the payload is not JSON, as a
    /// here-document, in which every character stays as it was pasted.
    private static func joined(_ command: String, _ object: String) -> String {
        if (try? JSONParser.document(Array(object.utf8), .apple)) != nil {
            return command + " " + object
        }
        var tag = "PAYLOAD"
        while object.contains(tag) { tag += "_" }
        return "\(command) <<'\(tag)'\n\(object)\n\(tag)"
    }

    /// Returns an unfinished payload and the command typed below it; nil without one.
    private static func cut(
        _ entry: String, _ takers: [String]
    ) -> (object: String, command: String)? {
        guard let newline = entry.lastIndex(of: "\n") else { return nil }
        let command = trimmed(String(entry[newline...]))
        guard takers.contains(command), let found = PayloadSearch(String(entry[..<newline])) else {
            return nil
        }
        return (found.object, command)
    }

    /// Whether an entry is a command that takes a payload, followed only by options.
    private func isTaker(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(String.init)
        guard let first = words.first, takers.contains(first) else { return false }
        let options = CommandTable.named(first)?.options ?? []
        var isValue = false
        for word in words.dropFirst() {
            if isValue {
                isValue = false
                continue
            }
            guard word.hasPrefix("--"), word != "--", word != "--help" else { return false }
            isValue = options.contains { "--" + $0.name == word && $0.role == .option }
        }
        return !isValue
    }

    /// Returns a text without blanks and line ends around it.
    private static func trimmed(_ text: String) -> String {
        String(text.trimming { $0 == " " || $0 == "\t" || $0.isNewline })
    }
}
