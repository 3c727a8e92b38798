import PushModel
import PushSimulation

/// One command: how it is written, what it does, and how it becomes an instruction.
///
/// It is a class because a command with its help is large, and the table is shared by all. `lower`
/// is a pure function: a command is data from here on, and never calls the runtime.
public final class Command: Sendable {
    /// A script that shows the command at work; its golden lines are checked by a test.
    public struct Example: Sendable {
        /// The point of the example, in one sentence.
        public let caption: String
        /// The script.
        public let script: String

        /// Makes an example.
        public init(_ caption: String, _ script: String) {
            self.caption = caption
            self.script = script
        }
    }

    /// Groups commands in help and manual.
    public enum Category: String, CaseIterable, Sendable {
        case app = "The app and its user"
        case device = "The device"
        case push = "Pushes and notifications"
        case explain = "Explanation"
        case data = "Events and the warehouse"
        case world = "Clock, chance and network"
        case shell = "The shell"
    }

    /// One or two words: `tap`, `app launch`.
    public let name: String
    /// Its group in help and manual.
    public let category: Category
    /// One sentence.
    public let summary: String
    /// Paragraphs of the manual.
    public let discussion: String
    /// Its arguments and options, in the order of the synopsis.
    public let parameters: [ParameterSpec]
    /// Scripts that show it at work; there is at least one.
    public let examples: [Example]
    /// The failures a script may expect by name.
    public let errors: [Refusal.Code]
    /// The requirements of `mission.md` it serves.
    public let serves: [String]
    /// Turns checked arguments into an instruction; throws what no single parameter can find.
    let lower: @Sendable (Arguments) throws(UsageError) -> Instruction

    /// The parameters by place, required ones first.
    package let positionals: [ParameterSpec]
    /// The parameters by name, in the order of the synopsis.
    package let options: [ParameterSpec]

    /// Declares a command; every command has an example that a test runs, except those that only
    /// make sense at a prompt.
    init(
        _ name: String, _ category: Category, _ summary: String, discussion: String = "",
        parameters: [ParameterSpec] = [], examples: [Example], errors: [Refusal.Code] = [],
        serves: [String] = [],
        lower: @escaping @Sendable (Arguments) throws(UsageError) -> Instruction
    ) {
        self.name = name
        self.category = category
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters
        self.examples = examples
        self.errors = errors
        self.serves = serves
        self.lower = lower
        positionals = parameters.filter {
            if case .positional = $0.role { return true }
            return false
        }
        options = parameters.filter {
            if case .positional = $0.role { return false }
            return true
        }
    }

    /// The command with its parameters: `tap [ID] [--action NAME]`.
    public var synopsis: String {
        ([name] + (positionals + options).map(\.synopsis)).joined(separator: " ")
    }

    /// Whether an option among the words after the name has them hashed, so that no message may
    /// repeat one.
    func isPersonal(_ words: ArraySlice<Argument>) -> Bool {
        let hashing = "--" + CommandTable.hashOption
        return options.contains { $0.name == CommandTable.hashOption }
            && words.contains { $0.kind == .word && $0.text?.hasPrefix(hashing) == true }
    }

    /// Turns arguments into an instruction.
    public func instruction(_ arguments: Arguments) throws(UsageError) -> Instruction {
        try lower(arguments)
    }
}
