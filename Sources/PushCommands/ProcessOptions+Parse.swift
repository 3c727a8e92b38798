import PushText

extension ProcessOptions {
    /// Reads the process's arguments, without the program's own name.
    ///
    /// Options come before operands and end at the first operand or at `--`. After `-c` or `-f`
    /// operands are the scripts' arguments; otherwise they are scripts, with arguments after `--`.
    ///
    /// - Throws: the first mistake, without a place; the caller exits with status 2.
    public static func parse(_ arguments: [String]) throws(UsageError) -> ProcessOptions {
        var options = ProcessOptions()
        guard !arguments.isEmpty else { return options }
        var reader = ProcessOptionReader(arguments)
        try reader.readOptions(&options)
        switch options.action {
        case .run: try reader.readOperands(&options)
        case .help, .version, .generate: break
        }
        try options.checkOutput()
        try options.checkFiles()
        return options
    }

    /// Refuses two outputs for other programs on the one standard output.
    private func checkOutput() throws(UsageError) {
        var texts = reports.filter(\.isOutput).map { "`--report \($0.kind.rawValue)=-`" }
        guard !texts.isEmpty else { return }
        if let format, format != .human { texts.append("`--format \(format.rawValue)`") }
        guard texts.count > 1 else { return }
        throw UsageError(
            .invalidValue, "\(texts[0]) and \(texts[1]) both go to standard output",
            hint: "give one of them a file")
    }
}

extension ProcessOptions {
    /// Refuses files that cannot be written as the options ask.
    private func checkFiles() throws(UsageError) {
        if bless == .rewrite, text != nil || scripts.contains("-") {
            throw UsageError(
                .invalidValue, "`--bless` needs a file to rewrite",
                hint: "`--bless=check` only shows the difference")
        }
        guard scripts.count(where: { $0 == "-" }) < 2 else {
            throw UsageError(
                .invalidValue, "standard input can be only one of the scripts",
                hint: "it is empty for the second one")
        }
        var places: Set<ExactText> = []
        for report in reports where !report.isOutput {
            guard !places.insert(ExactText(PathSpelling.plain(report.path))).inserted else {
                continue
            }
            throw UsageError(
                .invalidValue, "two reports go to `\(VisibleText.escape(report.path))`",
                hint: "give each a file of its own")
        }
    }
}

/// Walks the arguments of the process.
///
/// It fills the options as it goes, so that an option sees those before it.
struct ProcessOptionReader {
    /// The arguments of the process without its own name.
    private let arguments: [String]
    /// The place of the next argument.
    private var next = 0
    /// The long names of the options so far, in whichever form they were typed.
    private var given: [String] = []
    /// Whether `--` ended the options, after which a script's name may begin with a dash.
    private var endedByDashes = false

    init(_ arguments: [String]) { self.arguments = arguments }

    /// Reads up to the first operand; help and version end the reading at once.
    mutating func readOptions(_ options: inout ProcessOptions) throws(UsageError) {
        while next < arguments.count {
            let text = arguments[next]
            guard text.utf8.count > 1, text.utf8.first == UInt8(ascii: "-") else { return }
            next += 1
            if text == "--" {
                endedByDashes = true
                return
            }
            if text.hasPrefix("--") {
                try readLong(text, &options)
            } else {
                try readLetters(text, &options)
            }
            if options.action == .help || options.action == .version { return }
        }
    }

    /// Reads what follows the options: scripts, or arguments of the script that an option named.
    ///
    /// Throws `unexpected_argument` for an option behind a script: it would be meant for neither.
    mutating func readOperands(_ options: inout ProcessOptions) throws(UsageError) {
        guard options.scripts.isEmpty, options.text == nil else {
            options.arguments = Array(arguments[next...])
            return
        }
        while next < arguments.count {
            let text = arguments[next]
            next += 1
            if text == "--" {
                options.arguments = Array(arguments[next...])
                return
            }
            guard endedByDashes || text == "-" || !text.hasPrefix("-") else {
                throw UsageError(
                    .unexpectedArgument,
                    "`\(VisibleText.escape(text))` comes after a script",
                    hint: "options come before the scripts, a script's arguments after `--`")
            }
            guard !options.isInteractive else {
                throw UsageError(
                    .unexpectedArgument,
                    "`--interactive` takes no script, found `\(VisibleText.escape(text))`",
                    hint: "run one with `.read FILE` at the prompt, which then continues in its "
                        + "world"
                )
            }
            guard !options.answersLines else {
                throw UsageError(
                    .unexpectedArgument,
                    "`--jsonl` takes no script, found `\(VisibleText.escape(text))`",
                    hint: "the method `run` runs its text")
            }
            guard !text.isEmpty else {
                throw UsageError(.invalidValue, "`SCRIPT` takes a file, found nothing")
            }
            options.scripts.append(text)
        }
    }

    /// Reads `--name`, `--name=value` or `--name value`.
    private mutating func readLong(
        _ text: String, _ options: inout ProcessOptions
    ) throws(UsageError) {
        let body = text.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = body[..<(equals ?? body.endIndex)]
        guard let option = ProcessOption.first(where: { $0.spec.name == name }) else {
            throw unknown("--" + name)
        }
        let shown = "--" + option.spec.name
        let joined = equals.map { String(body[body.index(after: $0)...]) }
        switch option.value {
        case .none:
            guard joined == nil else {
                throw UsageError(.invalidValue, "`\(shown)` takes no value")
            }
            try apply(option, "", shown, &options)
        case .optional:
            guard joined != "" else { throw missing(option, shown) }
            try apply(option, joined ?? "", shown, &options)
        case .required: try apply(option, try value(joined, option, shown), shown, &options)
        }
    }

    /// Reads `-i`, `-fFILE`, or letters written together, of which the last may take a value.
    ///
    /// `-fFILE` is `-f FILE`, so letters behind one that takes a value are its value.
    private mutating func readLetters(
        _ text: String, _ options: inout ProcessOptions
    ) throws(UsageError) {
        var rest = text.dropFirst()
        while let letter = rest.popFirst() {
            guard let option = ProcessOption.first(where: { $0.letter == letter }) else {
                throw unknown("-" + String(letter))
            }
            let shown = "-" + String(letter)
            guard option.value == .required else {
                try apply(option, "", shown, &options)
                continue
            }
            let joined = rest.isEmpty ? nil : String(rest)
            return try apply(option, try value(joined, option, shown), shown, &options)
        }
    }

    /// Returns the value after an option: joined to it, or the next argument, whatever it begins
    /// with.
    private mutating func value(
        _ joined: String?, _ option: ProcessOption, _ shown: String
    ) throws(UsageError) -> String {
        if let joined { return joined }
        guard next < arguments.count else { throw missing(option, shown) }
        next += 1
        return arguments[next - 1]
    }

    /// Stores an option's value; throws if another option excludes it, or if it is given twice.
    ///
    /// Throws `unexpected_argument` for options that exclude each other and for a second one that
    /// may not repeat, `invalid_value` for a malformed value.
    private mutating func apply(
        _ option: ProcessOption, _ text: String, _ shown: String, _ options: inout ProcessOptions
    ) throws(UsageError) {
        let name = option.spec.name
        if let other = given.first(where: { option.excludes.contains($0) }) {
            throw UsageError(
                .unexpectedArgument,
                "`--\(other)` and `--\(name)` cannot be used "
                    + "together")
        }
        if option.value == .required, !option.isRepeating, given.contains(name) {
            throw UsageError(.unexpectedArgument, "`\(shown)` is given twice")
        }
        guard option.apply(&options, text) else {
            let found = text.isEmpty ? "nothing" : "`\(VisibleText.escape(text))`"
            var hint: String?
            if case .choice(let choices) = option.spec.completion {
                hint = Suggestion.hint(text, among: choices)
            }
            throw UsageError(
                .invalidValue, "`\(shown)` takes \(option.spec.wants), found \(found)", hint: hint)
        }
        given.append(name)
    }

    /// The error for an option without its value.
    private func missing(_ option: ProcessOption, _ shown: String) -> UsageError {
        UsageError(.missingValue, "`\(shown)` needs a value: \(option.spec.wants)")
    }

    /// The error for an option that does not exist, with the one that was perhaps meant.
    private func unknown(_ text: String) -> UsageError {
        let visible = ProcessOption.all.filter { !$0.isHidden }
        let near = Suggestion.nearest(text, visible.map { "--" + $0.spec.name })
        return UsageError(
            .unknownOption, "`pushsh` has no option `\(VisibleText.escape(text))`",
            hint: near.map(Suggestion.question) ?? "`pushsh --help` lists the options")
    }
}
