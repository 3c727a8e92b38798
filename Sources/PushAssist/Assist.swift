import PushCommands
import PushLanguage
import PushPayload
import PushSimulation
import PushText

/// Completion by position: every command, option, operand, query, predicate and SQL clause.
///
/// The prompt uses it, and a language server could. It reads the text before the cursor with the
/// parser's own lexer, the command table, and the session's names.
///
/// It changes nothing and asks no network, so that it can run at every key. What it offers was made
/// for a person: values that a command would refuse are left out as far as the tables tell, and
/// texts from outside are escaped, since they go to the terminal.
public struct Assist {
    /// The session whose names are offered.
    let source: any AssistSource

    /// Makes an assistant over a session.
    public init(_ source: any AssistSource) { self.source = source }

    /// The words that can follow a text.
    ///
    /// The text is everything before the cursor; what stands behind it is not looked at. Nothing is
    /// offered in a here-document, nor for a word that is complete already.
    public func proposals(behind text: String) -> Proposals {
        let statement = TypedStatement(endOf: Array(text.utf8))
        if let name = statement.variable {
            return variables(named: text.utf8.dropFirst(name.lowerBound), statement)
        }
        var words = statement.words
        guard !words.isEmpty, !statement.isInHereDocument else {
            return Proposals(start: text.utf8.count, words: [])
        }
        // Guards, the name of a device, `?` and `!code` may precede the command.
        while words.count > 1, let first = words.first, first.quote == nil, isBefore(first.text) {
            words.removeFirst()
        }
        let typed = words[words.count - 1]
        var found = Found()
        fill(&found, words)
        let isWhole = found.start == nil
        let prefix = isWhole ? typed.value : found.typed
        var seen: Set<ExactText> = []
        let fitting = found.words.filter {
            Self.begins($0.text, with: found.isPath ? "" : prefix, found.ignoresCase)
                && !(found.isPath && Self.isUntypable($0.text))
                && !$0.text.isExactly(prefix) && seen.insert(ExactText($0.text)).inserted
        }
        return Proposals(
            start: found.start ?? typed.range.lowerBound,
            words: fitting.map { word in
                let text =
                    isWhole
                    ? typed.head + Self.word(word.text, for: typed, found)
                    : typed.quote.map { Self.inside(word.text, $0) } ?? word.text
                return Proposal(text, word.meaning)
            },
            endsWord: fitting.count != 1 || !Self.goesOn(fitting[0].text))
    }

    /// The variables whose names begin as typed behind `${`, each with the brace that closes it.
    private func variables(
        named typed: Substring.UTF8View, _ statement: TypedStatement
    ) -> Proposals {
        let prefix = String(Substring(typed))
        let known = source.variables + statement.bound.filter { !source.variables.contains($0) }
        return Proposals(
            start: statement.variable?.lowerBound ?? 0,
            words: known.filter { $0.hasPrefix(prefix) }.map { Proposal($0 + "}", "a variable") },
            endsWord: false)
    }

    /// The words found for a position.
    ///
    /// The parts of the assistant add words without regard to what has been typed; `proposals` then
    /// leaves those that begin like it.
    struct Found {
        /// The words, in the order in which they are shown.
        var words: [Proposal] = []
        /// The start of the part that is completed, if it is not the whole word.
        var start: Int?
        /// The part of it that has been typed.
        var typed = ""
        /// Whether the words are paths, which the source has chosen by what was typed.
        var isPath = false
        /// Whether the words are names that somebody gave, which may have blanks in them.
        var isName = false
        /// The words among them that mean something which quotes would take from them.
        var unquoted: Set<String> = []
        /// Whether letter case does not count, as in SQL and for names of help.
        var ignoresCase = false

        /// Adds words that share a meaning.
        mutating func add(_ texts: [String], _ meaning: String) {
            words += texts.map { Proposal($0, meaning) }
        }
    }

    /// Whether a word begins as typed.
    private static func begins(_ text: String, with prefix: String, _ ignoresCase: Bool) -> Bool {
        ignoresCase
            ? text.lowercased().hasPrefix(prefix.lowercased()) : text.hasPrefix(prefix)
    }

    /// Whether a file's name has what no line can hold, such as the end of one, or is not UTF-8.
    private static func isUntypable(_ name: String) -> Bool {
        name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f || $0 == "\u{fffd}" }
    }

    /// Whether more of the word follows: a folder's slash, `status=`, `env:`, an opening quote.
    private static func goesOn(_ text: String) -> Bool {
        guard let last = text.last else { return true }
        return "/=:( ".contains(last)
    }

    /// A proposal as it is written in the place of a word: in the word's quotes, or in new ones if
    /// a path or a name needs them.
    ///
    /// They close behind it unless more of it follows, as behind a folder. A name with characters
    /// that end a line, or that nobody sees, is written with escapes.
    private static func word(
        _ text: String, for typed: TypedStatement.Word, _ found: Found
    ) -> String {
        if found.isName, VisibleText.escape(text) != text { return text.asShownWord }
        guard let quote = typed.quote ?? (needsQuote(text, typed.head, found) ? "'" : nil) else {
            return text
        }
        return "\(quote)\(inside(text, quote))" + (goesOn(text) ? "" : "\(quote)")
    }

    /// A text as it is written between quotes.
    static func inside(_ text: String, _ quote: Character) -> String {
        quote == "'"
            ? text.replacing(byte: Ascii.apostrophe, with: "''")
            : text.replacing(byte: Ascii.backslash, with: "\\\\")
                .replacing(byte: Ascii.quote, with: "\\\"")
                .replacing("${", with: "\\${")
    }

    /// Whether a path or a name would be more than one word without quotes, or another thing.
    private static func needsQuote(_ text: String, _ head: String, _ found: Found) -> Bool {
        guard found.isPath || found.isName, !found.unquoted.contains(text) else { return false }
        let marks = [Ascii.apostrophe, Ascii.quote]
        let isSeveralWords =
            text.utf8.contains { $0 <= Ascii.space || marks.contains($0) } || text.contains("${")
        return isSeveralWords || head.isEmpty && beginsLikeAnother(text)
    }

    /// Whether a text without quotes would be an option, a comment, a file, a here-document or an
    /// object.
    private static func beginsLikeAnother(_ text: String) -> Bool {
        if text.hasPrefix("-"), let next = text.utf8.dropFirst().first {
            return !Ascii.isDigit(next)
        }
        return ["#", "@", "<<", "{"].contains(where: text.hasPrefix)
    }

    /// Whether a word stands before a command and is none itself; `!` alone is the beginning of a
    /// code.
    private func isBefore(_ word: String) -> Bool {
        word == "?" || word.hasPrefix("[") || word.hasPrefix("@")
            || (word.hasPrefix("!") && word.utf8.count > 1)
    }

    /// Fills in the words for the last one of a statement, which may be empty.
    private func fill(_ found: inout Found, _ words: [TypedStatement.Word]) {
        let typed = words[words.count - 1]
        if words.count == 1 { return statementStart(typed, &found) }
        if languageWords(words, &found) { return }
        let first = words[0].text
        if words.count == 2, CommandTable.groups.contains(first) {
            secondWords(of: first, &found)
            // `token`, `stub` and a few others are also commands by themselves.
            guard CommandTable.named(first) != nil else { return }
        }
        if typed.head == "@" {
            found.isPath = true
            found.words += source.paths(beginning: typed.value)
            return
        }
        let two = words.count > 2 ? CommandTable.named(first + " " + words[1].text) : nil
        guard let command = two ?? CommandTable.named(first) else { return }
        operands(of: command, Array(words.dropFirst(two == nil ? 1 : 2)), &found)
    }

    /// Fills in what can begin a statement: commands, words of the language, and what goes before.
    private func statementStart(_ typed: TypedStatement.Word, _ found: inout Found) {
        guard typed.quote == nil else { return }
        // Here `@` begins a device's name, and no file's.
        (found.start, found.typed) = (typed.range.lowerBound, typed.text)
        if typed.text.hasPrefix("!") {
            found.words = FailureCode.meanings.map { Proposal("!" + $0.code, $0.meaning) }
            return
        }
        if typed.text.hasPrefix("@") {
            found.words = devices.map { Proposal("@" + $0.text, "runs the command on it") }
            return
        }
        if typed.text.hasPrefix("[") {
            let networks = Network.Mode.allCases.map(\.rawValue)
            let conditions =
                [("tty", "someone is at a terminal")]
                + networks.map { ("network:" + $0, "the network is " + $0) }
                + Profile.allCases.map(\.rawValue).map { ("profile:" + $0, "the app is of " + $0) }
            found.words = conditions.map { Proposal("[\($0.0)]", "only if " + $0.1) }
            found.words += conditions.map { Proposal("[!\($0.0)]", "unless " + $0.1) }
            return
        }
        for command in CommandTable.all {
            let first = String(command.name.prefix { $0 != " " })
            // The spellings with a dot are offered only once a dot has been typed.
            if first.hasPrefix("."), !typed.text.hasPrefix(".") { continue }
            let seconds = Self.seconds(of: first)
            found.words.append(
                Proposal(
                    first,
                    CommandTable.named(first)?.summary ?? seconds.joined(separator: ", ")))
        }
        found.words += LanguageWord.all.map { Proposal($0.name, $0.summary) }
    }

    /// The second words of the commands that begin with a word.
    private static func seconds(of first: String) -> [String] {
        CommandTable.all.compactMap { command in
            let words = command.name.split(separator: " ")
            return words.count == 2 && words[0] == first ? String(words[1]) : nil
        }
    }

    /// Fills in the second words of a group of commands, with their summaries.
    private func secondWords(of first: String, _ found: inout Found) {
        for command in CommandTable.all {
            let words = command.name.split(separator: " ")
            guard words.count == 2, words[0] == first else { continue }
            found.words.append(Proposal(String(words[1]), command.summary))
        }
    }

    /// The devices, each with its model and version.
    var devices: [Proposal] {
        source.world.devices.map { Proposal($0.name, "\($0.model), iOS \($0.os)") }
    }
}
