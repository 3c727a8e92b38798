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
        /// The unquoted beginning in front of its value: the `@` of a file, or `--name=`; else
        /// empty.
        public var head = ""
        /// Its value behind the head, in which quotes and escapes are undone; variables stay.
        public var value: String
        /// The quotation mark that its value begins with; nil without one.
        public var quote: Character?
        /// Whether its quote is still open.
        public var isOpen = false

        /// Makes a word without quotes.
        init(range: Range<Int>, text: String) {
            (self.range, self.text, value) = (range, text, text)
        }
    }

    /// The words; the last one is being typed, and is empty after a blank.
    public private(set) var words: [Word] = []
    /// Whether the text ends inside a here-document.
    public private(set) var isInHereDocument = false
    /// The place of the name that is being typed behind a `${`; nil elsewhere, and where `${` is
    /// text, as in single quotes.
    public private(set) var variable: Range<Int>?
    /// The names that earlier statements of the text bind: by `let`, and by the loops around its
    /// end.
    public private(set) var bound: [String] = []

    /// Splits the last statement of a text.
    public init(endOf text: [UInt8]) {
        var names = BoundNames()
        let isRaw = text.withUnsafeBufferPointer { read($0, &names) }
        bound = names.all
        variable = openVariable(in: text, isRaw: isRaw)
    }

    /// Reads statements up to the last; returns whether it ends in a raw here-document.
    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ names: inout BoundNames
    ) -> Bool {
        var lexer = Lexer(bytes)
        while true {
            words = []
            let tags = read(&lexer, bytes)
            guard !lexer.atEnd else { return false }
            names.note(words)
            lexer.skipLine()
            for tag in tags where !skipBody(of: tag.text, &lexer) {
                words = []
                isInHereDocument = true
                return tag.isRaw
            }
            if lexer.atEnd {
                words = [Self.empty(at: bytes.count)]
                return false
            }
        }
    }

    /// Finds the `${` that the text ends with, and asks the expansion whether it is one.
    private func openVariable(in text: [UInt8], isRaw: Bool) -> Range<Int>? {
        let isPart = { (byte: UInt8) in Byte.isName(byte) || byte == Byte.dot }
        let start = (text.lastIndex { !isPart($0) } ?? -1) + 1
        guard start >= 2, text[start - 2] == Byte.dollar, text[start - 1] == Byte.leftBrace else {
            return nil
        }
        let name = start..<text.count
        if isInHereDocument { return isRaw ? nil : name }
        guard let word = words.last?.range, word.contains(start - 2) else { return nil }
        let end = [UInt8(ascii: "x"), Byte.rightBrace]
        var isFound = false
        (text[word] + end).withUnsafeBufferPointer { bytes in
            var expansion = Expansion(bytes)
            let wanted = String(decoding: text[name], as: UTF8.self) + "x"
            let variables = { (name: String) -> String? in
                isFound = name == wanted
                return ""
            }
            if bytes.first == Byte.leftBrace {
                try? expansion.appendObject(bytes.indices, variables, { [] })
            } else {
                try? expansion.appendWord(bytes.indices, variables, { [] })
            }
        }
        return isFound ? name : nil
    }

    private static func empty(at place: Int) -> Word { Word(range: place..<place, text: "") }

    /// The tag of a here-document; a raw one, written in quotes, keeps `${` as text.
    private typealias Tag = (text: String, isRaw: Bool)

    /// Reads a line's words; returns the tags of its here-documents.
    private mutating func read(
        _ lexer: inout Lexer, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [Tag] {
        var tags: [Tag] = []
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
                let tag = bytes[(start + 2)..<end]
                tags.append(
                    (
                        String(decoding: tag.filter { $0 != Byte.singleQuote }, as: UTF8.self),
                        tag.contains(Byte.singleQuote)
                    ))
            }
            // A word that touches the end of the text is still being typed.
            if lexer.atEnd { return tags }
        }
    }

    private mutating func append(
        _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, isOpen: Bool
    ) {
        var word = Word(range: range, text: String(decoding: bytes[range], as: UTF8.self))
        defer { words.append(word) }
        let start = words.isEmpty ? range.lowerBound : Self.headEnd(of: range, bytes)
        word.head = String(decoding: bytes[range.lowerBound..<start], as: UTF8.self)
        word.value = String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
        guard start < range.upperBound,
            [Byte.singleQuote, Byte.doubleQuote].contains(bytes[start])
        else { return }
        let mark = bytes[start]
        let isClosed =
            !isOpen && range.upperBound - start > 1 && bytes[range.upperBound - 1] == mark
        let inner = (start + 1)..<(range.upperBound - (isClosed ? 1 : 0))
        word.text = word.head + String(decoding: bytes[inner], as: UTF8.self)
        word.value = Self.value(of: inner, bytes, mark)
        word.quote = mark == Byte.singleQuote ? "'" : "\""
        word.isOpen = !isClosed
    }

    /// The end of what stands unquoted in front of a word's value: `@`, or `--name=`.
    private static func headEnd(
        of word: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        let start = word.lowerBound
        guard !word.isEmpty else { return start }
        if bytes[start] == Byte.at { return start + 1 }
        guard bytes[word].starts(with: "--".utf8) else { return start }
        let sign = bytes[word].dropFirst(2).first { !Byte.isName($0) }
        guard sign == Byte.equals, let place = bytes[word].firstIndex(of: Byte.equals) else {
            return start
        }
        return place + 1
    }

    /// The text between quotes, as far as it is typed.
    private static func value(
        of range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, _ mark: UInt8
    ) -> String {
        var value: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if mark == Byte.doubleQuote, let escape = Escape(in: bytes, at: index),
                bytes[index] == Byte.backslash, escape.end <= range.upperBound
            {
                value += String(escape.scalar).utf8
                index = escape.end
                continue
            }
            value.append(bytes[index])
            // Two marks stand for one.
            let isPair =
                mark == Byte.singleQuote && bytes[index] == mark && index + 1 < range.upperBound
                && bytes[index + 1] == mark
            index += isPair ? 2 : 1
        }
        return String(decoding: value, as: UTF8.self)
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

/// The names that statements bind, and the blocks that end the scope of some of them.
private struct BoundNames {
    private var names: [String] = []
    /// The open blocks, each with the variable of its loop.
    private var blocks: [String?] = []

    /// The names in scope, in the order they were bound.
    var all: [String] { names + blocks.compactMap { $0 } }

    mutating func note(_ words: [TypedStatement.Word]) {
        let name = words.count > 1 ? words[1].text : nil
        switch words.first?.text {
        case "let": if let name, !names.contains(name) { names.append(name) }
        case "for": blocks.append(name)
        case "repeat", "setup", "teardown", "test": blocks.append(nil)
        case "end": _ = blocks.popLast()
        default: break
        }
    }
}
