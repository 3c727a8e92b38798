import PushCommands
import PushTerminal

/// Colours a statement as it is typed.
///
/// It follows the language closely enough for colour, and never fails on an unfinished statement.
enum SyntaxColours {
    private static let keywords = [
        "expect", "let", "for", "repeat", "end", "test", "setup", "teardown", "include", "psh",
    ]

    static func runs(_ text: String) -> [HighlightRun] {
        var runs: [HighlightRun] = []
        let bytes = Array(text.utf8)
        var index = 0
        var isFirst = true
        var command: [String] = []
        var tags: [String] = []
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 10 {
                isFirst = true
                command = []
                index += 1
                let start = index
                for tag in tags { index = bodyEnd(of: tag, bytes, index) }
                if index > start { runs.append(HighlightRun(start..<index, .string)) }
                tags = []
                continue
            }
            if byte == 32 || byte == 9 || byte == 13 {
                index += 1
                continue
            }
            let end = wordEnd(bytes, index)
            let word = String(decoding: bytes[index..<end], as: UTF8.self)
            if byte == UInt8(ascii: "#") {
                let lineEnd = bytes[index...].firstIndex(of: 10) ?? bytes.count
                runs.append(HighlightRun(index..<lineEnd, .comment))
                index = lineEnd
                continue
            }
            if word.hasPrefix("<<") { tags.append(String(word.dropFirst(2).filter { $0 != "'" })) }
            if let style = style(of: word, isFirst, &command) {
                runs.append(HighlightRun(index..<end, style))
            }
            isFirst = isFirst && (word.hasPrefix("@") || word.hasPrefix("["))
            index = end
        }
        return runs
    }

    private static func style(
        of word: String, _ isFirst: Bool, _ command: inout [String]
    ) -> TextStyle? {
        if isFirst {
            if word.hasPrefix("@") || word.hasPrefix("[") { return .variable }
            if word.hasPrefix("|") || word.hasPrefix("{") || word.hasPrefix("}") { return nil }
            let name = word.drop { $0 == "!" || $0 == "?" }
            command = [String(name)]
            if keywords.contains(String(name)) { return .strong }
            return isKnown(String(name)) ? .command : .unknownCommand
        }
        if command.count == 1, CommandTable.named(command[0] + " " + word) != nil {
            command.append(word)
            return .command
        }
        command.append(word)
        if word.hasPrefix("--") { return .option }
        if word.hasPrefix("\"") || word.hasPrefix("'") || word.hasPrefix("<<") { return .string }
        if word.hasPrefix("${") || word.hasPrefix("@") { return .variable }
        if word.utf8.allSatisfy({ (48...57).contains($0) }) { return .number }
        return nil
    }

    private static func isKnown(_ name: String) -> Bool {
        CommandTable.named(name) != nil || CommandTable.groups.contains(name)
    }

    /// Returns the end of a here-document's closing tag, or of the text if it is not typed yet.
    private static func bodyEnd(of tag: String, _ bytes: [UInt8], _ start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let end = bytes[index...].firstIndex(of: 10) ?? bytes.count
            let line = bytes[index..<end].drop { $0 == 32 || $0 == 9 }
            if line.elementsEqual(tag.utf8) { return end }
            index = min(end + 1, bytes.count)
        }
        return index
    }

    /// Returns the end of a word; quotes include blanks.
    private static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
                if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { index += 1 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == 32 || byte == 10 || byte == 9 {
                return index
            }
            index += 1
        }
        return min(index, bytes.count)
    }
}
