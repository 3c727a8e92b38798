import PushText

/// The kind of values that TAB offers.
///
/// It names the kind alone: where the values come from, only the shell knows (`PushAssist`).
public enum CompletionKind: Equatable, Sendable {
    case none, file, device, app, notification, stub, sql, table, command, setting, configKey
    case snapshot
    case choice([String])
}

/// One parameter of a command, for the parser, help, manual and completion alike.
///
/// Two parameters of one command never share a name.
public struct ParameterSpec: Sendable {
    /// The position of a parameter: by its place, after its name, or as a switch.
    public enum Role: Equatable, Sendable {
        case positional(isRequired: Bool, isRepeating: Bool)
        case option
        case flag
    }

    /// The name, without dashes.
    public let name: String
    /// The value as help shows it: `NUM`, `FILE`; empty for a flag.
    public let placeholder: String
    /// One sentence.
    public let summary: String
    /// The position of the parameter.
    public let role: Role
    /// The kind of values that TAB offers.
    public let completion: CompletionKind
    /// A description of a valid value, for the message about one that is invalid.
    public let wants: String
    /// Whether an option must be given, although it may stand anywhere.
    public var isNeeded = false
    /// Whether the control protocol takes its JSON as an object, and not only as its text.
    public var takesObject = false
    /// Whether the command reads a here-document as it reads a file, and judges its text itself.
    public var takesDocument = false
    /// Finds the remedy for a text that is no value; nil if only `wants` tells of one.
    var hint: (@Sendable (String) -> String?)?
    /// Whether a text is a value, by the same function that reads it.
    package let isValid: @Sendable (String) -> Bool

    /// Whether `@path` is the path itself, and does not stand for the file's contents.
    var takesFile: Bool { takesDocument || completion == .file || completion == .command }

    /// Whether the value is given by its place rather than after a name.
    public var isPositional: Bool {
        if case .positional = role { true } else { false }
    }

    /// The only valid values, which are those that the message about another one lists; nil if
    /// there are others, as with the examples that TAB offers for an age.
    public var closedChoices: [String]? {
        guard case .choice(let choices) = completion, wants == Suggestion.list(choices) else {
            return nil
        }
        return choices
    }

    /// Whether it takes any number of words.
    public var isRepeating: Bool {
        if case .positional(_, true) = role { true } else { false }
    }

    /// The parameter as a synopsis shows it: `[--ttl SECONDS]`, `FILE`.
    public var synopsis: String {
        switch role {
        case .positional(let isRequired, let isRepeating):
            let text = placeholder + (isRepeating ? "…" : "")
            return isRequired ? text : "[\(text)]"
        case .option:
            let text = "--\(name) \(placeholder)"
            return isNeeded ? text : "[\(text)]"
        case .flag: return "[--\(name)]"
        }
    }
}

/// A parameter with the type of its value: one declaration gives parse, help and completion.
///
/// A declaration is shared by the table, where it is a spec, and by the command's closure, which
/// reads its value by the type.
public struct Parameter<Value: Sendable>: Sendable {
    /// The untyped part, for help, manual and completion.
    public let spec: ParameterSpec
    /// Reads a value; nil if the text is none, of which `wants` then tells.
    let read: @Sendable (String) -> Value?

    private init(_ spec: ParameterSpec, read: @escaping @Sendable (String) -> Value?) {
        self.spec = spec
        self.read = read
    }

    /// An option with a value: `--name VALUE`.
    ///
    /// `read` is the only check: a text for which it returns nil is refused with `wants`.
    static func option(
        _ name: String, _ placeholder: String, _ summary: String, wants: String,
        completion: CompletionKind = .none, read: @escaping @Sendable (String) -> Value?
    ) -> Parameter {
        Parameter(
            ParameterSpec(
                name: name, placeholder: placeholder, summary: summary, role: .option,
                completion: completion, wants: wants, isValid: { read($0) != nil }),
            read: read)
    }

    /// The option as one that must be given.
    var needed: Parameter {
        var spec = spec
        spec.isNeeded = true
        return Parameter(spec, read: read)
    }

    /// The parameter with a remedy for some of the texts that are no value.
    func hinting(_ hint: @escaping @Sendable (String) -> String?) -> Parameter {
        var spec = spec
        spec.hint = hint
        return Parameter(spec, read: read)
    }

    /// The parameter as one whose value is a JSON object.
    var asObject: Parameter {
        var spec = spec
        spec.takesObject = true
        return Parameter(spec, read: read)
    }

    /// The parameter as one that takes a here-document in the place of a file.
    var asDocument: Parameter {
        var spec = spec
        spec.takesDocument = true
        return Parameter(spec, read: read)
    }

    /// A value by its place.
    static func positional(
        _ name: String, _ placeholder: String, _ summary: String, wants: String,
        isRequired: Bool = false, isRepeating: Bool = false,
        completion: CompletionKind = .none, read: @escaping @Sendable (String) -> Value?
    ) -> Parameter {
        Parameter(
            ParameterSpec(
                name: name, placeholder: placeholder, summary: summary,
                role: .positional(isRequired: isRequired, isRepeating: isRepeating),
                completion: completion, wants: wants, isValid: { read($0) != nil }),
            read: read)
    }
}

extension Parameter where Value == Bool {
    /// A switch that is on when it is given.
    ///
    /// Its mere presence is the value, so `read` ignores the text.
    static func flag(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            ParameterSpec(
                name: name, placeholder: "", summary: summary, role: .flag, completion: .none,
                wants: "", isValid: { _ in true }),
            read: { _ in true })
    }
}

extension Parameter where Value == String {
    /// A word by its place, which may be anything but empty.
    static func word(
        _ name: String, _ placeholder: String, _ summary: String, wants: String = "a word",
        isRequired: Bool = false, isRepeating: Bool = false, completion: CompletionKind = .none
    ) -> Parameter {
        positional(
            name, placeholder, summary, wants: wants, isRequired: isRequired,
            isRepeating: isRepeating, completion: completion,
            read: { $0.isEmpty ? nil : $0 })
    }

    /// An option with a text, which may be anything but empty.
    static func text(
        _ name: String, _ placeholder: String, _ summary: String, wants: String = "a text",
        completion: CompletionKind = .none
    ) -> Parameter {
        option(
            name, placeholder, summary, wants: wants, completion: completion,
            read: { $0.isEmpty ? nil : $0 })
    }

    /// A parameter with a few allowed words, by its place.
    static func choice(
        _ name: String, _ placeholder: String, _ choices: [String], _ summary: String,
        isRequired: Bool = true
    ) -> Parameter {
        positional(
            name, placeholder, summary, wants: Suggestion.list(choices), isRequired: isRequired,
            completion: .choice(choices), read: { choices.contains($0) ? $0 : nil })
    }
}

extension Parameter where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// An option whose values are the cases of a type.
    static func choice(_ name: String, _ placeholder: String, _ summary: String) -> Parameter {
        let choices = Value.allCases.map(\.rawValue)
        return option(
            name, placeholder, summary, wants: Suggestion.list(choices),
            completion: .choice(choices), read: { Value(rawValue: $0) })
    }

    /// A parameter whose values are the cases of a type, by its place.
    static func choiceWord(
        _ name: String, _ placeholder: String, _ summary: String, isRequired: Bool = true
    ) -> Parameter {
        let choices = Value.allCases.map(\.rawValue)
        return positional(
            name, placeholder, summary, wants: Suggestion.list(choices), isRequired: isRequired,
            completion: .choice(choices), read: { Value(rawValue: $0) })
    }
}

extension Parameter where Value == Int {
    /// An option with a whole number in a range.
    ///
    /// Takes decimal digits with an optional minus; the limits are part of the message.
    static func number(
        _ name: String, _ placeholder: String, _ summary: String, in range: ClosedRange<Int>
    ) -> Parameter {
        option(
            name, placeholder, summary,
            wants: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { text in
                // `Int` would also take a plus.
                let number = text.utf8.first == Ascii.plus ? nil : Int(text)
                return number.flatMap { range.contains($0) ? $0 : nil }
            })
    }

    /// An option with a few allowed numbers.
    static func numbers(
        _ name: String, _ placeholder: String, _ choices: [Int], _ summary: String
    ) -> Parameter {
        let texts = choices.map(String.init)
        return option(
            name, placeholder, summary, wants: Suggestion.list(texts), completion: .choice(texts),
            read: { text in Int(digits: text).flatMap { choices.contains($0) ? $0 : nil } })
    }
}
