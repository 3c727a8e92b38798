/// The last statement of a text, split into words as far as it is typed, for completion.
///
/// The parser's own lexer splits it; anything unfinished, such as an open quote, is a word to the
/// end of the text.
public struct TypedStatement: Equatable, Sendable {
    /// A word of the statement.
    public struct Word: Equatable, Sendable {
        /// Its place in the text, quotes included.
        public var range: Range<Int>
        /// Its bytes as written, without the quotes that open and close it.
        public var text: String
        /// The quotation mark that it begins with; nil without one.
        public var quote: Character?
        /// Whether its quote is still open.
        public var isOpen = false
    }

    /// The words; the last one is being typed, and is empty after a blank.
    public private(set) var words: [Word] = []
    /// Whether the text ends inside a here-document.
    public private(set) var isInHereDocument = false

    /// Splits the last statement of a text.
    public init(endOf text: [UInt8]) {
        text.withUnsafeBufferPointer { bytes in
            var lexer = Lexer(bytes)
            while true {
                words = []
                let tags = read(&lexer, bytes)
                guard !lexer.atEnd else { return }
                lexer.skipLine()
                for tag in tags where !skipBody(of: tag, &lexer) {
                    words = []
                    isInHereDocument = true
                    return
                }
                if lexer.atEnd {
                    words = [Self.empty(at: bytes.count)]
                    return
                }
            }
        }
    }

    private static func empty(at place: Int) -> Word { Word(range: place..<place, text: "") }

    /// Reads a line's words; returns the tags of its here-documents.
    private mutating func read(
        _ lexer: inout Lexer, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [String] {
        var tags: [String] = []
        while true {
            lexer.skipBlanks()
            if lexer.atEnd || lexer.isLineEnd(at: lexer.position) {
                if lexer.atEnd { words.append(Self.empty(at: bytes.count)) }
                return tags
            }
            if lexer.peek() == Byte.hash {
                lexer.skipRest()
                if lexer.atEnd { words = [] }
                return tags
            }
            let start = lexer.position
            guard let range = (try? lexer.word(words.isEmpty ? .first : .argument))?.span.range
            else {
                lexer.position = bytes.count
                append(start..<bytes.count, bytes, isOpen: true)
                return tags
            }
            append(range, bytes, isOpen: false)
            let end = lexer.position
            if bytes[start..<end].starts(with: "<<".utf8) {
                tags.append(
                    String(decoding: bytes[(start + 2)..<end].filter { $0 != 39 }, as: UTF8.self))
            }
            // A word that touches the end of the text is still being typed.
            if lexer.atEnd { return tags }
        }
    }

    private mutating func append(
        _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, isOpen: Bool
    ) {
        let first = bytes[range.lowerBound]
        guard first == Byte.singleQuote || first == Byte.doubleQuote else {
            words.append(
                Word(range: range, text: String(decoding: bytes[range], as: UTF8.self)))
            return
        }
        let isClosed = !isOpen && range.count > 1 && bytes[range.upperBound - 1] == first
        let inner = (range.lowerBound + 1)..<(range.upperBound - (isClosed ? 1 : 0))
        words.append(
            Word(
                range: range, text: String(decoding: bytes[inner], as: UTF8.self),
                quote: first == Byte.singleQuote ? "'" : "\"", isOpen: !isClosed))
    }

    /// Skips the lines of a here-document; false if its tag has not been typed yet.
    private func skipBody(of tag: String, _ lexer: inout Lexer) -> Bool {
        while !lexer.atEnd {
            lexer.skipBlanks()
            let start = lexer.position
            lexer.skipRest()
            var line = String(decoding: lexer.bytes[start..<lexer.position], as: UTF8.self)
            if line.hasSuffix("\r") { line.removeLast() }
            let isWhole = !lexer.atEnd
            if line == tag, isWhole {
                lexer.skipLine()
                return true
            }
            guard isWhole else { return false }
            lexer.skipLine()
        }
        return false
    }
}
