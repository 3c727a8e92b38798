import PushText

extension Lexer {
    /// Whether a JSON object starts here: a brace, followed by a key or the closing brace.
    ///
    /// Other words may start with a brace, but a quote after it is only written in JSON. A single
    /// one is wrong there, which JSON's own error says at its place.
    var startsObject: Bool {
        guard peek() == Byte.leftBrace else { return false }
        var index = position + 1
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
        // At the prompt the rest of a pasted object arrives with the next lines.
        guard index < bytes.count else { return true }
        return bytes[index] == Byte.doubleQuote || bytes[index] == Byte.singleQuote
            || (bytes[index] == Byte.rightBrace && index > position + 1)
    }

    /// Reads the object that starts here, up to its closing brace, even over line ends.
    mutating func objectWord() throws(SyntaxError) -> Word {
        let start = position
        var json = JSONText()
        var depth = 0
        while position < bytes.count {
            let byte = bytes[position]
            let isStructure = !json.isInString
            json.advance(over: byte)
            position += 1
            guard isStructure else { continue }
            if byte == Byte.leftBrace { depth += 1 }
            if byte == Byte.rightBrace { depth -= 1 }
            guard depth == 0 else { continue }
            // Text attached to the brace belongs to the word: JSON's own error then covers it.
            while position < bytes.count, !Self.isSpace(bytes[position]) { position += 1 }
            guard position - start <= Source.maximumLine else { break }
            return Word(.json, start..<position)
        }
        throw SyntaxError(
            depth == 0 ? .limitExceeded : .unfinishedQuote,
            depth == 0 ? "a word is longer than 1 MB" : "this `{` is never closed",
            start..<start + 1)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        Byte.isBlank(byte) || byte == Byte.newline || byte == Byte.carriageReturn
    }
}
