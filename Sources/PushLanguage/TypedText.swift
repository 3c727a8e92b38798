/// The text typed so far, split into words by the parser's own lexer: for colours.
///
/// Errors and unfinished text do not stop it: an open quote is one word to the end of the
/// text, and a word that the lexer refuses ends at the next space.
public struct TypedText: Equatable, Sendable {
    /// The role of a part in its statement.
    public enum Kind: Equatable, Sendable {
        /// `[tty]`, `!`, `?`, or the error code after `!`.
        case condition
        /// `@phone`, the device that a command is for.
        case device
        /// The command or keyword.
        case name
        /// A word after it.
        case argument
        /// `# …`, to the end of its line.
        case comment
        /// The lines below a here-document's tag, including the line that ends them.
        case body
    }

    /// A part of the text.
    public struct Part: Equatable, Sendable {
        /// Its kind.
        public var kind: Kind
        /// Its bytes.
        public var range: Range<Int>
    }

    /// The parts, in the order of the text; spaces and golden lines are left out.
    public private(set) var parts: [Part] = []

    /// Splits a text.
    public init(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { bytes in
            var lexer = Lexer(bytes)
            while !lexer.atEnd { readLine(&lexer) }
        }
    }

    private mutating func readLine(_ lexer: inout Lexer) {
        lexer.skipBlanks()
        if lexer.peek() == Byte.bar { lexer.skipRest() }
        readConditions(&lexer)
        var kind = Kind.name
        while true {
            lexer.skipBlanks()
            guard !lexer.atEnd, !lexer.isLineEnd(at: lexer.position) else { break }
            let start = lexer.position
            if lexer.peek() == Byte.hash {
                lexer.skipRest()
                parts.append(Part(kind: .comment, range: start..<lexer.position))
                break
            }
            let isDevice = kind == .name && lexer.peek() == Byte.at
            readWord(&lexer, kind == .name ? .first : .argument)
            parts.append(Part(kind: isDevice ? .device : kind, range: start..<lexer.position))
            if !isDevice { kind = .argument }
        }
        lexer.skipLine()
        readBodies(&lexer)
    }

    /// Reads the conditions before the command.
    private mutating func readConditions(_ lexer: inout Lexer) {
        while let byte = lexer.peek() {
            let start = lexer.position
            switch byte {
            case Byte.leftBracket:
                guard let end = Parser.guardEnd(lexer.bytes, start) else { return }
                lexer.position = end
            case Byte.question: lexer.position += 1
            case Byte.exclamation:
                lexer.position += 1
                let mark = lexer.position
                lexer.skipBlanks()
                if lexer.atStatementEnd {
                    lexer.position = mark
                } else {
                    lexer.position = lexer.codeEnd() ?? mark
                }
            default: return
            }
            parts.append(Part(kind: .condition, range: start..<lexer.position))
            lexer.skipBlanks()
        }
    }

    /// Moves past the word that starts here.
    private func readWord(_ lexer: inout Lexer, _ place: Lexer.Place) {
        let start = lexer.position
        let pending = lexer.pending.count
        do throws(SyntaxError) { _ = try lexer.word(place) } catch {
            lexer.pending.removeLast(lexer.pending.count - pending)
            lexer.position = start
            if error.code == .unfinishedQuote {
                lexer.position = lexer.bytes.count
                return
            }
            while let byte = lexer.peek(), !Byte.isBlank(byte),
                !lexer.isLineEnd(at: lexer.position)
            { lexer.position += 1 }
        }
    }

    /// Reads the bodies of the line's here-documents as one part.
    private mutating func readBodies(_ lexer: inout Lexer) {
        let start = lexer.position
        var documents = lexer.pending
        lexer.pending = []
        for index in documents.indices where !lexer.atEnd {
            try? lexer.readBody(of: &documents[index])
        }
        let isEnded = lexer.position > start && lexer.bytes[lexer.position - 1] == Byte.newline
        let end = lexer.position - (isEnded ? 1 : 0)
        if end > start { parts.append(Part(kind: .body, range: start..<end)) }
    }
}
