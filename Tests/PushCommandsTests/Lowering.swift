import CommandTestSupport
import PushText
import Testing

@testable import PushCommands

/// What becomes of a typed command.
enum Lowering {
    /// The instruction of the only command of a text.
    static func instruction(_ text: String) throws(UsageError) -> Instruction {
        try CommandTable.lower(ParsedScript(text).commands[0])
    }

    /// The refusal of the only command of a text, as `code: message`, with its hint in brackets.
    static func refusal(_ text: String) -> String? {
        let error = usageError { () throws(UsageError) in _ = try instruction(text) }
        return error.map { error in
            "\(error.code): \(error.message)" + (error.hint.map { " [\($0)]" } ?? "")
        }
    }
}

/// A command with the refusal that it gets.
struct Refused: Sendable, CustomTestStringConvertible {
    var text: String
    var line: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ line: String) {
        self.text = text
        self.line = line
    }
}

/// A command with the instruction that it becomes.
struct Lowered: Sendable, CustomTestStringConvertible {
    var text: String
    var instruction: Instruction
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ instruction: Instruction) {
        self.text = text
        self.instruction = instruction
    }
}
