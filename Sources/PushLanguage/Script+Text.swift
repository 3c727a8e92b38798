import PushText

extension Script {
    /// Returns the value of a word; for a file its path, for a here-document its body.
    ///
    /// A here-document has no newline after its last line. In one tagged `JSON`, a variable's value
    /// inside a string is escaped as JSON requires.
    ///
    /// - Parameters:
    ///   - word: a word of this script.
    ///   - variables: finds a variable's value.
    ///   - names: lists the existing variables, for the suggestion in an error.
    /// - Returns: the value.
    /// - Throws: a `SyntaxError` with the code `unknown_variable`.
    public func text(
        of word: Word, variables: (String) -> String?, names: () -> [String] = { [] }
    ) throws(SyntaxError) -> String {
        try source.bytes.withUnsafeBufferPointer { bytes throws(SyntaxError) in
            let range = word.span.range
            switch word.kind {
            case .plain: return String(decoding: bytes[range], as: UTF8.self)
            case .composed, .file:
                var expansion = Expansion(bytes)
                let start = range.lowerBound + (word.kind == .file ? 1 : 0)
                try expansion.appendWord(start..<range.upperBound, variables, names)
                return expansion.text
            case .json:
                var expansion = Expansion(bytes)
                try expansion.appendObject(range, variables, names)
                return expansion.text
            case .hereDocument:
                guard let document = hereDocument(of: word) else { return "" }
                var expansion = Expansion(bytes)
                try expansion.appendBody(of: document, variables, names)
                return expansion.text
            }
        }
    }

    /// Returns the value of a word that needs no variable; nil if it needs one, or if it is a
    /// here-document that nothing closes, whose text may go on.
    public func staticText(of word: Word) -> String? {
        if word.kind == .hereDocument, hereDocument(of: word) == nil { return nil }
        return try? text(of: word, variables: { _ in nil })
    }

    /// Whether a word is plain and equals `text`, without creating a string.
    public func word(_ word: Word, is text: String) -> Bool {
        word.kind == .plain && source.bytes[word.span.range].elementsEqual(text.utf8)
    }

    /// Whether a word starts with a quote or a variable, so that it is a value whatever it holds.
    ///
    /// No value of a variable is taken for an option, nor for its name: `-${n}` is a number.
    public func isValue(_ word: Word) -> Bool {
        guard word.kind == .composed, let first = source.bytes[word.span.range].first else {
            return false
        }
        let isNumber = source.bytes[word.span.range].starts(with: "-$".utf8)
        return isNumber || [Byte.singleQuote, Byte.doubleQuote, Byte.dollar].contains(first)
    }

    /// The text of a word before its first quote or variable, which is known before anything runs.
    public func head(of word: Word) -> String {
        let marks = [Byte.singleQuote, Byte.doubleQuote, Byte.dollar]
        let bytes = source.bytes[word.span.range].prefix { !marks.contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Maps a JSON problem in a here-document to the source.
    ///
    /// The offsets of the problem refer to the body as written, before variables are expanded.
    public func syntaxError(_ problem: JSONError, in document: HereDocument) -> SyntaxError {
        source.bytes.withUnsafeBufferPointer { bytes in
            SyntaxError(.invalidJSON, problem, in: document, bytes)
        }
    }
}
