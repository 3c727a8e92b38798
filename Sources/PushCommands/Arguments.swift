import PushSimulation
import PushText

/// The words of a command, sorted into its parameters.
///
/// While a script is only checked, words that depend on a variable are accepted unread.
///
/// A command reads its parameters from it by the same `Parameter` values that it declares, so a
/// value that passed the check always has its type. Options may stand anywhere, positionals keep
/// their order; after `--` every word is positional. Quoted words, those that begin with a
/// variable, and negative numbers are never options.
public struct Arguments: Sendable {
    /// The words that no option took, in their order; a repeating parameter has all from its place
    /// on.
    private var positionals: [Argument] = []
    /// The options given, each once; the value of a switch is the switch itself.
    private var options: [(name: String, value: Argument)] = []
    private let command: Command
    /// Whether an option among the words has them hashed, so that no message may repeat one.
    private let isPersonal: Bool
    /// Whether the value of every word is known, so that the command can be lowered.
    private(set) var isKnown = true
    /// The places of the words `@path` whose values are the contents of the files.
    private(set) var contents: [Span] = []

    /// Sorts and checks the words after a command's name.
    ///
    /// - Throws: the first mistake in them, with the word's place.
    public init(_ words: ArraySlice<Argument>, of command: Command) throws(UsageError) {
        self.command = command
        isPersonal = command.isPersonal(words)
        var index = words.startIndex
        var takesOptions = true
        while index < words.endIndex {
            let word = words[index]
            index += 1
            let text = word.text ?? word.head
            guard takesOptions, word.kind == .word,
                text.utf8.count > 1, text.utf8.first == UInt8(ascii: "-"),
                !Self.isNegativeNumber(text)
            else {
                try add(word)
                continue
            }
            if word.text != nil, text == "--" {
                takesOptions = false
                continue
            }
            try addOption(text, word, words, &index)
        }
        try checkRequired()
    }

    /// The value of a parameter; nil if it was not given.
    public subscript<Value>(_ parameter: Parameter<Value>) -> Value? {
        guard let argument = argument(parameter.spec) else { return nil }
        if case .flag = parameter.spec.role { return parameter.read("") }
        return argument.text.flatMap(parameter.read)
    }

    /// The value of a required parameter, whose presence was checked before.
    public func need(_ parameter: Parameter<String>) -> String { self[parameter] ?? "" }

    /// The words of a repeating parameter.
    public func all(_ parameter: Parameter<String>) -> [String] {
        guard let place = place(parameter.spec) else { return [] }
        return positionals.dropFirst(place).compactMap(\.text)
    }

    /// The arguments of a repeating parameter, with their places.
    public func allArguments(_ parameter: Parameter<String>) -> [Argument] {
        guard let place = place(parameter.spec) else { return [] }
        return Array(positionals.dropFirst(place))
    }

    /// Whether a switch is on.
    public func has(_ flag: Parameter<Bool>) -> Bool { self[flag] ?? false }

    /// The word given for a parameter, with its place; for a switch the switch itself.
    public func argument<Value>(of parameter: Parameter<Value>) -> Argument? {
        argument(parameter.spec)
    }

    /// Returns the word of a parameter; nil if it was not given.
    ///
    /// The last option of a name is the only one, since a second one is refused.
    private func argument(_ spec: ParameterSpec) -> Argument? {
        guard case .positional = spec.role else {
            return options.last { $0.name == spec.name }?.value
        }
        guard let place = place(spec), place < positionals.count else { return nil }
        return positionals[place]
    }

    /// Returns the place of a positional parameter; nil for an option.
    private func place(_ spec: ParameterSpec) -> Int? {
        command.positionals.firstIndex { $0.name == spec.name }
    }

    /// Takes a positional word; throws `unexpected_argument` for one too many.
    ///
    /// A word is checked before it is taken, so `positionals` has only valid ones.
    private mutating func add(_ word: Argument) throws(UsageError) {
        let specs = command.positionals
        let place = positionals.count
        let spec: ParameterSpec
        if place < specs.count {
            spec = specs[place]
        } else if let last = specs.last, case .positional(_, true) = last.role {
            spec = last
        } else {
            let limit =
                specs.isEmpty
                ? "no argument"
                : "\(specs.count.counted("argument", "arguments")) at most"
            let found: String? =
                switch word.kind {
                case .hereDocument: "a here-document"
                case .json: "a JSON object"
                case .word, .quoted, .file: word.text.map { "`\(VisibleText.escape($0))`" }
                }
            throw UsageError(
                .unexpectedArgument,
                "`\(command.name)` takes \(limit)"
                    + (isPersonal ? "" : found.map { ", found " + $0 } ?? ""),
                at: word.span, hint: quotingHint(word))
        }
        try check(word, against: spec)
        positionals.append(word)
    }

    /// The likely cause of a word too many: blanks in an unquoted text, typographic quotes, or a
    /// line that was to go on, as in other shells.
    private func quotingHint(_ word: Argument) -> String? {
        let before = positionals
        if let hint = habit(word) { return hint }
        if before.isEmpty, word.kind == .word, let text = word.text,
            let near = CommandTable.longer(than: command.name, nearly: text)
        {
            return Suggestion.question(near)
        }
        let isDocument = word.kind == .hereDocument || word.kind == .json
        if command.positionals.isEmpty || isDocument || before.last?.kind == .json { return nil }
        if before.last?.kind == .hereDocument {
            return "the text of a here-document starts on the next line"
        }
        let texts = (before + [word]).compactMap { $0.kind == .word ? $0.text : nil }
        if texts.contains(where: WideText.hasTypographicQuote) {
            return "quotes are `\"` and `'`; typographic ones are text"
        }
        if word.kind == .quoted, word.text?.hasPrefix("-") ?? true {
            return "a word in quotes or from a variable is one value, and never an option"
        }
        if word.kind == .word, let text = word.text, WideText.beginsWithDash(text) {
            return "an option begins with two hyphens, `--`; a dash is text"
        }
        if command.positionals.first?.takesObject == true, texts.first?.hasPrefix("{") == true {
            return "the keys and the texts of a payload are in double quotes, as in "
                + "`{\"aps\": {\"alert\": \"Hi\"}}`"
        }
        return "put text with spaces in quotes"
    }

    /// A hint on an operator of other shells; in SQL without quotes it is SQL's.
    private func habit(_ word: Argument) -> String? {
        let isSQL = command.positionals.contains { [.sql, .table].contains($0.completion) }
        guard !isSQL else { return nil }
        return ShellHabit.hint(among: positionals + [word])
    }

    /// Takes `--name value` or `--name=value`.
    ///
    /// Throws `unknown_option` for a name that the command does not have, `missing_value`, and
    /// `invalid_value` for a second one of the same name. A joined value counts as quoted.
    private mutating func addOption(
        _ text: String, _ word: Argument, _ words: ArraySlice<Argument>, _ index: inout Int
    ) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard word.text != nil || parts.count == 2 else {
            throw UsageError(
                .unknownOption, "an option's name cannot come from a variable", at: word.span,
                hint: "its value can: `--name=${value}`")
        }
        let name = String(parts[0].drop { $0 == "-" })
        guard let spec = command.options.first(where: { $0.name == name }), parts[0] == "--" + name
        else { throw unknownOption(String(parts[0]), word) }
        guard !options.contains(where: { $0.name == name }) else {
            throw UsageError(.invalidValue, "`--\(name)` is given twice", at: word.span)
        }
        if case .flag = spec.role {
            guard parts.count == 1 else {
                throw UsageError(.invalidValue, "`--\(name)` takes no value", at: word.span)
            }
            options.append((name, word))
            return
        }
        let value: Argument
        if parts.count == 2 {
            value = Argument(word.text.map { _ in String(parts[1]) }, .quoted, at: word.span)
        } else if index < words.endIndex {
            value = words[index]
            index += 1
        } else {
            throw UsageError(
                .missingValue, "`--\(name)` needs a value: \(spec.wants)", at: word.span)
        }
        try check(value, against: spec)
        options.append((name, value))
    }

    /// The error for an option that the command does not have, with the one that was perhaps meant.
    private func unknownOption(_ text: String, _ word: Argument) -> UsageError {
        if text == "--help" || text == "-h" {
            return UsageError(
                .unknownOption, "`\(command.name)` has no option `\(text)`", at: word.span,
                hint: "`help \(command.name)` explains it")
        }
        let names = command.options.map { "--" + $0.name }
        let begun = names.filter { $0.hasPrefix(text) }
        let near =
            begun.count == 1 && text.utf8.count > 2 ? begun[0] : Suggestion.nearest(text, names)
        let isOfProcess = ProcessOption.all.contains {
            !$0.isHidden && "--" + $0.spec.name == text
        }
        if near == nil, isOfProcess {
            return UsageError(
                .unknownOption, "`\(command.name)` has no option `\(text)`", at: word.span,
                hint: "it is an option of the process: `pushsh --help` explains it")
        }
        let shown = isPersonal ? "like that" : "`\(VisibleText.escape(text))`"
        // No option has a single dash, and some senders' IDs begin with one.
        if near == nil, !text.hasPrefix("--"), text.utf8.count > 2, !command.positionals.isEmpty {
            return UsageError(
                .unknownOption, "`\(command.name)` has no option \(shown)", at: word.span,
                hint: "a value that begins with a dash needs quotes, or `--` in front of it")
        }
        return UsageError(
            .unknownOption, "`\(command.name)` has no option \(shown)", at: word.span,
            hint: near.map(Suggestion.question)
                ?? (names.isEmpty
                    ? "it takes no options" : "its options are \(Suggestion.list(names))"))
    }

    /// Checks a word against its parameter; the contents of a file are read later, and a document
    /// is judged by its command.
    ///
    /// Throws `invalid_value` with the value that was found and a description of valid ones.
    private mutating func check(
        _ word: Argument, against spec: ParameterSpec
    ) throws(UsageError) {
        if word.kind == .hereDocument, spec.takesDocument { return }
        if word.kind == .file, !spec.takesFile {
            contents.append(word.span)
            isKnown = false
            return
        }
        guard let text = word.text else {
            isKnown = false
            return
        }
        if spec.isValid(text) { return }
        let shown = text.isEmpty ? "nothing" : "`\(VisibleText.escape(text))`"
        // A secret that is not on the line is not known for one where the message is shown.
        let isSecret = word.kind != .word && SecretScanner.isSourceOption(spec.name)
        // Before there is a user, the value of `--hash` may be one.
        let isUser = isPersonal && positionals.isEmpty
        let found = isUser || isSecret ? "" : ", found \(shown)"
        let name: String
        if case .positional = spec.role { name = command.name } else { name = "--" + spec.name }
        throw UsageError(
            .invalidValue, "`\(name)` takes \(spec.wants)\(found)", at: word.span,
            hint: habit(word) ?? spec.hint?(text) ?? Self.hint(for: text, spec.completion))
    }

    /// The nearest known name; if none is near, a pointer to the list of names.
    private static func hint(for text: String, _ completion: CompletionKind) -> String? {
        let known: [String]
        var listed: String?
        switch completion {
        case .choice(let choices): known = choices
        case .setting:
            known = AppSetting.all.map(\.key)
            // A family of settings is often all that somebody remembers.
            let family = known.filter { $0.hasPrefix(text + ".") }
            listed =
                family.isEmpty
                ? "`help app set` lists the \(known.count) settings"
                : "settings that begin like that are \(Suggestion.list(family))"
        case .configKey:
            known = Config.keys.map(\.name)
            listed = "settings are \(Suggestion.list(known))"
        default: return nil
        }
        return Suggestion.hint(text, among: known) ?? listed
    }

    /// Throws `missing_argument` for the first required parameter without a word.
    private func checkRequired() throws(UsageError) {
        for (place, spec) in command.positionals.enumerated() {
            guard case .positional(true, _) = spec.role, place >= positionals.count else {
                continue
            }
            let name = Self.isMetasyntax(spec.placeholder) ? "" : spec.placeholder + ": "
            throw UsageError(
                .missingArgument,
                "`\(command.name)` needs \(name)\(spec.summary.lowercasedStart)",
                hint: "usage: \(command.synopsis)")
        }
    }

    /// Whether a placeholder lists forms, as `FILE|-|<<JSON` does; `on|off` is typed as it stands.
    private static func isMetasyntax(_ placeholder: String) -> Bool {
        placeholder.utf8.contains(UInt8(ascii: "|"))
            && placeholder.utf8.first.map { (65...90).contains($0) } == true
    }

    /// Whether a word that begins with a minus goes on with a digit.
    private static func isNegativeNumber(_ text: String) -> Bool {
        text.utf8.dropFirst().first.map(Ascii.isDigit) ?? false
    }
}

extension String {
    /// A sentence as the end of another one: first letter small, no full stop.
    var lowercasedStart: String {
        var text = self
        if text.hasSuffix(".") { text.removeLast() }
        guard let first = text.first else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
