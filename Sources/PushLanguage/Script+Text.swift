import PushText

extension Script {
    /// Returns the value of a word; for a file its path, for a here-document its body.
    ///
    /// A here-document has no newline behind its last line. In one tagged `JSON`, the value of a
    /// variable inside a string is escaped as JSON asks.
    ///
    /// - Parameters:
    ///   - word: a word of this script.
    ///   - variables: finds a variable's value.
    ///   - names: lists the variables that exist, for the suggestion in an error.
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

    /// Returns the value of a word that needs no variable, or nil where it needs one.
    public func staticText(of word: Word) -> String? {
        try? text(of: word, variables: { _ in nil })
    }

    /// Says whether a word is plain and reads as `text`, without making a string of it.
    public func word(_ word: Word, is text: String) -> Bool {
        word.kind == .plain && source.bytes[word.span.range].elementsEqual(text.utf8)
    }

    /// Says whether a word starts with a quote, so that it is text whatever it reads like.
    public func isQuoted(_ word: Word) -> Bool {
        guard word.kind == .composed, let first = source.bytes[word.span.range].first else {
            return false
        }
        return first == Byte.singleQuote || first == Byte.doubleQuote
    }

    /// Finds the place in the source of a JSON problem in a here-document.
    ///
    /// The offsets of the problem count in the body as written, before any variable's value.
    public func syntaxError(_ problem: JSONProblem, in document: HereDocument) -> SyntaxError {
        source.bytes.withUnsafeBufferPointer { bytes in
            SyntaxError(.invalidJSON, problem, in: document, bytes)
        }
    }
}
