import PushText

extension QueryReader {
    /// The deepest nesting of lists in an operand.
    private static let maximumDepth = 16

    /// Reads what follows `expect`.
    mutating func expectStatement(keyword: Range<Int>) throws(SyntaxError) -> ExpectStatement {
        var previous = keyword
        var within: Int64?
        if lexer.bytes[peekBareWord()].elementsEqual("within".utf8) {
            previous = bareWord()
            within = try duration(after: previous)
            previous = previous.lowerBound..<end
        }
        let query = try query(after: previous)
        let isNegated = accept("not")
        let isUnordered = accept("unordered")
        let (predicate, place) = try self.predicate(of: query)
        var operand: Operand?
        if predicate.takesValue {
            operand = try value(of: predicate, at: place)
        }
        try requireStatementEnd(behind: predicate)
        if isUnordered, predicate != .equal, predicate != .notEqual {
            throw SyntaxError(
                .invalidPredicate, "`unordered` only goes before `==` or `!=`", place)
        }
        return ExpectStatement(
            within: within, query: query, isNegated: isNegated, isUnordered: isUnordered,
            predicate: predicate, operand: operand, span: Span(keyword.lowerBound..<end))
    }

    /// Takes a word if it is the next one, without making a text of it.
    private mutating func accept(_ text: StaticString) -> Bool {
        let word = peekBareWord()
        guard word.count == text.utf8CodeUnitCount,
            lexer.bytes[word].elementsEqual(
                UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        else { return false }
        _ = bareWord()
        return true
    }

    private mutating func duration(after keyword: Range<Int>) throws(SyntaxError) -> Int64 {
        let word = bareWord()
        let text = lexer.text(word)
        guard let milliseconds = DurationText.parse(text) else {
            throw SyntaxError(
                .invalidValue,
                word.isEmpty
                    ? "`within` needs a duration"
                    : "`within` needs a duration, not \(quoted(text))",
                word.isEmpty ? keyword : word, hint: "write a duration such as `5s` or `1h30m`")
        }
        return milliseconds
    }

    private mutating func predicate(
        of query: Query
    ) throws(SyntaxError) -> (Predicate, Range<Int>) {
        let word = bareWord()
        let text = lexer.text(word)
        if let predicate = Predicate(rawValue: text) { return (predicate, word) }
        let names = Predicate.allCases.map(\.rawValue)
        guard !word.isEmpty else {
            throw SyntaxError(
                .invalidPredicate, "a predicate is missing here", word,
                hint: "write one of \(names.joined(separator: " "))")
        }
        if text == "within" {
            throw SyntaxError(
                .invalidPredicate, "`within` must come before the query", word,
                hint: "write `expect within 5s …`")
        }
        let near =
            WideText.narrow(text) ?? Self.foreignPredicates[text]
            ?? Suggestion.nearest(text, names)
        var choices = "write one of \(names.joined(separator: " "))"
        if case .events = query.kind, lexer.bytes[word].allSatisfy(Byte.isName) {
            choices = "`events` is the list of all types: `expect events contains open`"
        }
        throw SyntaxError(
            .invalidPredicate, "unknown predicate \(quoted(text))", word,
            hint: near.map(Suggestion.question) ?? choices)
    }

    /// The predicates of other languages, with those that mean the same here.
    private static let foreignPredicates: [String: String] = [
        "=": "==", "=>": ">=", "=<": "<=", "=!": "!=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">=",
        "=~": "matches",
        "eq": "==", "equals": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
        "includes": "contains", "has": "contains",
    ]

    private mutating func value(
        of predicate: Predicate, at place: Range<Int>
    ) throws(SyntaxError) -> Operand {
        guard !atEnd() else {
            throw SyntaxError(
                .invalidValue, "`\(predicate.rawValue)` needs a value", place)
        }
        guard predicate == .matches else { return try operand(.argument, depth: 0) }
        guard lexer.peek() == Byte.slash else {
            throw SyntaxError(
                .invalidValue, "`matches` needs a pattern between slashes", peekBareWord(),
                hint: "write `matches /text/`")
        }
        return try regex()
    }

    private mutating func regex() throws(SyntaxError) -> Operand {
        let start = lexer.position
        var index = start + 1
        while index < lexer.bytes.count, lexer.bytes[index] != Byte.slash {
            if lexer.bytes[index] == Byte.backslash { index += 1 }
            if lexer.isLineEnd(at: index) { break }
            index += 1
        }
        guard index < lexer.bytes.count, lexer.bytes[index] == Byte.slash else {
            throw SyntaxError(
                .invalidValue, "this pattern has no closing slash", start..<start + 1)
        }
        let pattern = Span(start + 1..<index)
        index += 1
        let ignoresCase = index < lexer.bytes.count && lexer.bytes[index] == UInt8(ascii: "i")
        lexer.position = ignoresCase ? index + 1 : index
        end = lexer.position
        guard lexer.isLineEnd(at: end) || Byte.isBlank(lexer.bytes[end]) else {
            throw SyntaxError(
                .invalidValue, "only `i` may follow a pattern", end..<end + 1,
                hint: "write a slash inside the pattern as `\\/`")
        }
        return Operand(
            kind: .regex(pattern: pattern, ignoresCase: ignoresCase), span: Span(start..<end))
    }

    private mutating func operand(
        _ place: Lexer.Place, depth: Int
    ) throws(SyntaxError) -> Operand {
        if lexer.peek() == Byte.leftBracket { return try list(depth: depth + 1) }
        guard lexer.peek() != Byte.leftBrace else {
            throw SyntaxError(
                .invalidValue, "a value is a word, a number or a list, not an object",
                lexer.position..<lexer.position + 1,
                hint: "put JSON into a here-document: `== <<JSON`")
        }
        let word = try argument(place)
        return Operand(kind: Self.kind(of: word, in: lexer.bytes), span: word.span)
    }

    private static func kind(
        of word: Word, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Operand.Kind {
        guard word.kind == .plain else { return .word(word) }
        let text = bytes[word.span.range]
        if NumberLexeme.matches(text) { return .number }
        switch text.count {
        case 4 where text.elementsEqual("true".utf8): return .bool(true)
        case 4 where text.elementsEqual("null".utf8): return .null
        case 5 where text.elementsEqual("false".utf8): return .bool(false)
        default: return .word(word)
        }
    }

    /// Throws `limit_exceeded` for lists that are nested too deeply, at the bracket that is one too
    /// many.
    private mutating func list(depth: Int) throws(SyntaxError) -> Operand {
        let start = lexer.position
        guard depth <= Self.maximumDepth else {
            throw SyntaxError(
                .limitExceeded, "lists are nested deeper than \(Self.maximumDepth)",
                start..<start + 1)
        }
        lexer.position += 1
        var items: [Operand] = []
        lexer.skipBlanks()
        while lexer.peek() != Byte.rightBracket {
            items.append(try listItem(start, depth: depth))
            lexer.skipBlanks()
            guard lexer.peek() == Byte.comma else { continue }
            let comma = lexer.position
            lexer.position += 1
            lexer.skipBlanks()
            guard lexer.peek() != Byte.rightBracket else {
                throw SyntaxError(
                    .invalidValue, "a value is missing behind the comma", comma..<comma + 1)
            }
        }
        lexer.position += 1
        end = lexer.position
        return Operand(kind: .list(items), span: Span(start..<end))
    }

    private mutating func listItem(_ start: Int, depth: Int) throws(SyntaxError) -> Operand {
        guard !lexer.atStatementEnd else {
            throw SyntaxError(
                .invalidValue, "this list has no closing bracket", start..<start + 1)
        }
        guard lexer.peek() != Byte.comma else {
            throw SyntaxError(
                .invalidValue, "a value is missing before the comma",
                lexer.position..<lexer.position + 1)
        }
        let item = try operand(.listItem, depth: depth)
        guard lexer.position > Int(item.span.start) else {
            throw SyntaxError(
                .invalidValue, "a value is missing here", lexer.position..<lexer.position)
        }
        lexer.skipBlanks()
        guard
            lexer.atStatementEnd || lexer.peek() == Byte.comma || lexer.peek() == Byte.rightBracket
        else {
            throw SyntaxError(
                .invalidValue, "a comma is missing before this value",
                lexer.position..<lexer.position + 1,
                hint: "put a value that contains blanks in quotes")
        }
        return item
    }

    private mutating func requireStatementEnd(behind predicate: Predicate) throws(SyntaxError) {
        guard !atEnd() else { return }
        let rest = peekBareWord()
        if lexer.bytes[rest].elementsEqual("unordered".utf8) {
            throw SyntaxError(
                .invalidValue, "`unordered` must come before the predicate", rest)
        }
        guard predicate.takesValue else {
            throw SyntaxError(.invalidValue, "`\(predicate.rawValue)` takes no value", rest)
        }
        throw SyntaxError(
            .invalidValue, "unexpected text after the value", rest,
            hint: "put a value that contains blanks in quotes")
    }
}
