import PushCommands

/// The payload that was pasted at the prompt, and the command that takes it.
///
/// Transitions: an object is held, or goes to the command that waits for one; a command without an
/// operand takes the held object, or waits for one; any other entry ends the waiting.
struct PastedPayload {
    /// The prompt's answer to an entry.
    enum Step: Equatable {
        /// Runs this text, which is the entry or a command with the object behind it.
        case run(String)
        /// Says this line and runs nothing.
        case say(String)
    }

    private enum State {
        case idle
        case held(object: String)
        case awaited(by: String)
    }

    private var state = State.idle
    private let takers: [String]

    /// Makes an empty one; of the names those are offered that are commands.
    init(takers: [String] = ["receive", "lint", "try"]) {
        self.takers = takers.filter { CommandTable.named($0) != nil }
    }

    /// Takes the next entry.
    mutating func take(_ entry: String) -> Step {
        let text = Self.trimmed(Self.unquoted(entry))
        if text.hasPrefix("{") { return takeObject(text) }
        guard isTaker(text) else {
            if case .awaited = state {
                state = .idle
                // An empty entry gives up waiting; there is nothing to run.
                if text.isEmpty { return .say("no payload was pasted") }
            }
            return .run(entry)
        }
        switch state {
        case .held(let object): return .run(text + " " + object)
        case .idle, .awaited:
            state = .awaited(by: text)
            return .say("paste the payload, from `{` to `}`; an empty line gives up")
        }
    }

    private mutating func takeObject(_ object: String) -> Step {
        defer { state = .held(object: object) }
        if case .awaited(let command) = state { return .run(command + " " + object) }
        let names = takers.map { "`\($0)`" }
        let last = names.count > 1 ? " or " + (names.last ?? "") : ""
        let offer = names.dropLast(names.count > 1 ? 1 : 0).joined(separator: ", ") + last
        return .say("a payload of \(object.utf8.count) bytes: \(offer) takes it")
    }

    /// Whether an entry is a command that takes a payload, with switches at most behind it.
    private func isTaker(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard let first = words.first, takers.contains(String(first)) else { return false }
        return words.dropFirst().allSatisfy { $0.hasPrefix("--") && $0 != "--" && $0 != "--help" }
    }

    /// An object that a mail quotes, with `>` before each line; else the text as it is.
    private static func unquoted(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count > 1 || text.hasPrefix(">"),
            lines.allSatisfy({ $0.hasPrefix(">") })
        else { return text }
        let bare = lines.map { $0.drop { $0 == ">" || $0 == " " } }
        guard bare.first?.hasPrefix("{") == true else { return text }
        return bare.joined(separator: "\n")
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        let front = text.drop(while: isBlank)
        return String(front.dropLast(front.reversed().prefix(while: isBlank).count))
    }
}
