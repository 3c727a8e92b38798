import PushCommands
import PushLanguage
import PushTerminal
import PushText

/// Colours a statement while it is typed.
///
/// The language's own lexer splits what has been typed into words.
enum SyntaxColours {
    static func runs(_ text: String) -> [HighlightRun] {
        let bytes = Array(text.utf8)
        var runs: [HighlightRun] = []
        var command: [String] = []
        for part in TypedText(bytes).parts {
            let word = String(decoding: bytes[part.range], as: UTF8.self)
            switch part.kind {
            case .condition, .device: runs.append(HighlightRun(part.range, .variable))
            case .comment: runs.append(HighlightRun(part.range, .comment))
            case .body: runs.append(HighlightRun(part.range, .string))
            case .name:
                command = [word]
                if let style = style(ofName: word) {
                    runs.append(HighlightRun(part.range, style))
                }
            case .argument:
                if command.count == 1, CommandTable.named(command[0] + " " + word) != nil {
                    runs.append(HighlightRun(part.range, .command))
                } else if word.hasPrefix("{") {
                    runs += texts(inObject: bytes[part.range])
                } else if let style = style(ofArgument: word) {
                    runs.append(HighlightRun(part.range, style))
                }
                command.append(word)
            }
        }
        return runs
    }

    private static let keywords = Set(LanguageWord.all.map(\.name))

    /// A word with a brace may be a payload pasted where a command belongs.
    private static func style(ofName word: String) -> TextStyle? {
        if word.hasPrefix("{") || word.hasPrefix("}") { return nil }
        if keywords.contains(word) { return .strong }
        let isKnown = CommandTable.named(word) != nil || CommandTable.groups.contains(word)
        return isKnown ? .command : .unknownCommand
    }

    private static func style(ofArgument word: String) -> TextStyle? {
        if word.hasPrefix("--") { return .option }
        if word.hasPrefix("\"") || word.hasPrefix("'") || word.hasPrefix("<<") { return .string }
        if word.hasPrefix("${") || word.hasPrefix("@") { return .variable }
        return word.isDigits ? .number : nil
    }

    /// The texts in a JSON object, with their quotes.
    private static func texts(inObject bytes: ArraySlice<UInt8>) -> [HighlightRun] {
        var runs: [HighlightRun] = []
        var start: Int?
        var isEscaped = false
        for (index, byte) in zip(bytes.indices, bytes) {
            if let begun = start {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    runs.append(HighlightRun(begun..<index + 1, .string))
                    start = nil
                }
            } else if byte == UInt8(ascii: "\"") {
                start = index
            }
        }
        if let start { runs.append(HighlightRun(start..<bytes.endIndex, .string)) }
        return runs
    }
}
