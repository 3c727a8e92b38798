import PushCommands
import PushLanguage
import PushRuntime
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

    /// The object or the command that the prompt holds until the other comes.
    private enum State {
        case idle
        case held(object: String)
        case awaited(by: Taker)
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
                return .run(command.joined(with: object))
            }
            return takeObject(found)
        }
        guard let taker = Taker(text, among: takers) else {
            if case .awaited = state {
                state = .idle
                // An empty entry gives up waiting; there is nothing to run.
                if text.isEmpty { return .say("no payload was pasted") }
            }
            return .run(entry)
        }
        switch state {
        case .held(let object): return .run(taker.joined(with: object))
        case .idle, .awaited:
            state = .awaited(by: taker)
            return .say("paste the payload, from `{` to `}`; an empty line cancels")
        }
    }

    /// Keeps an object, or runs the command that waits for it.
    private mutating func takeObject(_ found: PayloadSearch) -> Step {
        defer { state = .held(object: found.object) }
        if case .awaited(let command) = state {
            return .run(command.joined(with: found.object))
        }
        let names = takers.map { "`\($0)`" }
        let last = names.count > 1 ? " or " + (names.last ?? "") : ""
        let offer = names.dropLast(names.count > 1 ? 1 : 0).joined(separator: ", ") + last
        var line = "a payload of \(found.object.utf8.count) bytes"
        if found.isCutOut { line += ", without the text around it" }
        if found.isCutOff { line += ", with its end missing" }
        return .say(line + ": \(offer) takes it")
    }

    /// Returns an unfinished payload and the command typed below it; nil without one.
    private static func cut(
        _ entry: String, _ takers: [String]
    ) -> (object: String, command: Taker)? {
        guard let newline = entry.lastIndex(of: "\n") else { return nil }
        let command = trimmed(String(entry[newline...]))
        guard takers.contains(command), let taker = Taker(command, among: takers),
            let found = PayloadSearch(String(entry[..<newline]))
        else { return nil }
        return (found.object, taker)
    }

    /// Returns a text without blanks and line ends around it.
    private static func trimmed(_ text: String) -> String {
        String(text.trimming { $0 == " " || $0 == "\t" || $0.isNewline })
    }
}

/// A command that lacks only its payload.
private struct Taker {
    /// The entry up to the command's last word, and what follows: a comment, or golden lines.
    private let command: String
    private let rest: String

    /// Reads an entry; nil if it is anything else.
    init?(_ entry: String, among names: [String]) {
        let parsed = Parser.parse(Source(name: "", text: entry))
        guard parsed.errors.isEmpty, parsed.script.statementCount == 1,
            let statement = parsed.script.allStatements.first(where: { $0.kind == .command }),
            let last = parsed.script.words(of: statement).last
        else { return nil }
        let words = parsed.script.arguments(of: statement)
        guard let name = words.first?.text, names.contains(name),
            let (found, count) = try? CommandTable.find(words),
            Self.lacksPayload(words[count...], found)
        else { return nil }
        let end = entry.utf8.index(entry.startIndex, offsetBy: last.span.range.upperBound)
        command = String(entry[..<end])
        rest = String(entry[end...])
    }

    /// Whether the words are options with their values, and an object may follow them.
    private static func lacksPayload(_ words: ArraySlice<Argument>, _ command: Command) -> Bool {
        // An option at the end would take the object as its value.
        if case .failure(let error) = sorted(words, command), error.code == .missingValue {
            return false
        }
        let object = Argument("{}", .json, at: Span(start: 0, end: 0))
        return if case .success = sorted(words + [object], command) { true } else { false }
    }

    /// The outcome of sorting words into the parameters of a command.
    private static func sorted(
        _ words: ArraySlice<Argument>, _ command: Command
    ) -> Result<Arguments, UsageError> {
        Result { () throws(UsageError) in try Arguments(words, of: command) }
    }

    /// The command with a payload: on its line or, if the payload is not JSON, as a here-document,
    /// in which every character stays as it was pasted.
    func joined(with object: String) -> String {
        if (try? JSONParser.document(Array(object.utf8), .apple)) != nil {
            return command + " " + object + rest
        }
        var tag = "PAYLOAD"
        while object.contains(tag) { tag += "_" }
        let line = rest.prefix { !$0.isNewline }
        return "\(command) <<'\(tag)'\(line)\n\(object)\n\(tag)\(rest.dropFirst(line.count))"
    }
}
