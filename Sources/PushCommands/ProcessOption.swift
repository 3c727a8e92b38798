/// One option of the process, from which parser, help, manual and completion are made.
///
/// Options take the form that POSIX and GNU programs share: letters may be joined, a long option's
/// value follows it or an equals sign.
public struct ProcessOption: Sendable {
    /// Groups options in help.
    public enum Group: String, CaseIterable, Sendable {
        case input = "What runs"
        case world = "The world it runs in"
        case tests = "Which tests, and how"
        case output = "Output"
        case information = "Information"
    }

    /// The kind of value that follows an option's name.
    public enum Value: Equatable, Sendable {
        case none
        /// `--jobs N` or `--jobs=N`.
        case required
        /// `--bless` or `--bless=check`.
        case optional
    }

    /// The long name, value and summary.
    public let spec: ParameterSpec
    /// The letter of the short form.
    public let letter: Character?
    /// The group under which help lists it.
    public let group: Group
    /// The kind of value that follows the name.
    public let value: Value
    /// Whether it may be given several times, each adding to the others.
    public let isRepeating: Bool
    /// Whether help and manual leave it out.
    public let isHidden: Bool
    /// The manual's text beyond the summary.
    public let discussion: String
    /// The options that cannot be combined with this one.
    let excludes: [String]
    /// Stores the value in the options; returns false if the value is malformed.
    let apply: @Sendable (inout ProcessOptions, String) -> Bool

    /// The forms as help shows them: `-f FILE, --file FILE`.
    public var forms: String {
        let long: String
        switch value {
        case .none: long = "--\(spec.name)"
        case .required: long = "--\(spec.name) \(spec.placeholder)"
        case .optional: long = "--\(spec.name)[=\(spec.placeholder)]"
        }
        guard let letter else { return long }
        return value == .required
            ? "-\(letter) \(spec.placeholder), \(long)" : "-\(letter), \(long)"
    }

    /// An option with a value.
    ///
    /// `set` runs only for values that the parameter reads; the summary of help is the parameter's.
    static func taking<Read>(
        _ parameter: Parameter<Read>, _ group: Group, letter: Character? = nil,
        optionally: Bool = false, isRepeating: Bool = false, isHidden: Bool = false,
        excludes: [String] = [], _ discussion: String = "",
        set: @escaping @Sendable (inout ProcessOptions, Read) -> Void
    ) -> ProcessOption {
        ProcessOption(
            spec: parameter.spec, letter: letter, group: group,
            value: optionally ? .optional : .required, isRepeating: isRepeating,
            isHidden: isHidden, discussion: discussion, excludes: excludes,
            apply: { options, text in
                guard let value = parameter.read(text) else { return false }
                set(&options, value)
                return true
            })
    }

    /// A switch.
    ///
    /// Giving a switch twice is no mistake and changes nothing.
    static func flag(
        _ name: String, _ group: Group, letter: Character? = nil, _ summary: String,
        isHidden: Bool = false, excludes: [String] = [], _ discussion: String = "",
        set: @escaping @Sendable (inout ProcessOptions) -> Void
    ) -> ProcessOption {
        ProcessOption(
            spec: Parameter<Bool>.flag(name, summary).spec, letter: letter, group: group,
            value: .none, isRepeating: false, isHidden: isHidden, discussion: discussion,
            excludes: excludes,
            apply: { options, _ in
                set(&options)
                return true
            })
    }
}
