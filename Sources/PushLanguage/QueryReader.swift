import PushText

/// Reads the queries of `expect` and `let`, and keeps the end of the last word.
struct QueryReader {
    var lexer: Lexer
    /// The place behind the last word that was read, by which the statement gets its end.
    var end = 0

    init(_ lexer: Lexer) {
        self.lexer = lexer
        end = lexer.position
    }

    /// Reads what follows `let`.
    mutating func letHeader(keyword: Range<Int>) throws(SyntaxError) -> LetHeader {
        guard !atEnd() else {
            throw SyntaxError(
                .invalidHeader, "`let` needs a variable's name", keyword,
                hint: "write `let name = QUERY`")
        }
        let name = bareWord()
        let text = lexer.text(name)
        guard lexer.bytes[name].allSatisfy(Byte.isName) else {
            throw SyntaxError(
                .invalidHeader, SyntaxError.namesGrammar + ", not \(quoted(text))", name,
                hint: text.contains("=") ? "there are blanks around `=`: `let name = QUERY`" : nil)
        }
        let sign = peekBareWord()
        guard lexer.bytes[sign].elementsEqual("=".utf8) else {
            throw SyntaxError(
                .invalidHeader, "`=` must follow the variable's name", sign.isEmpty ? name : sign)
        }
        _ = bareWord()
        let query = try query(after: sign, allowsLiteral: true)
        try requireEnd(.invalidQuery, "unexpected text after the query")
        return LetHeader(name: text, nameSpan: Span(name), query: query)
    }

    /// Reads one query; a missing query is reported after `previous`.
    mutating func query(
        after previous: Range<Int>, allowsLiteral: Bool = false, isCounted: Bool = false
    ) throws(SyntaxError) -> Query {
        guard !atEnd(), Predicate(rawValue: lexer.text(peekBareWord())) == nil else {
            throw SyntaxError(
                .invalidQuery, "a query is missing after \(quoted(lexer.text(previous)))",
                previous,
                hint: Query.choices)
        }
        let start = lexer.position
        switch lexer.bytes[start] {
        case Byte.dollar where lexer.peek(1) != Byte.leftBrace:
            let path = try path()
            return Query(kind: .path(path), span: path.span)
        case Byte.doubleQuote, Byte.singleQuote:
            guard allowsLiteral else { break }
            let word = try argument(.argument)
            return Query(kind: .literal(word), span: word.span)
        default: break
        }
        let name = bareWord()
        let kind = try kind(named: name, isCounted: isCounted, allowsLiteral: allowsLiteral)
        return Query(kind: kind, span: Span(start..<end))
    }

    private mutating func kind(
        named name: Range<Int>, isCounted: Bool, allowsLiteral: Bool
    ) throws(SyntaxError) -> Query.Kind {
        let text = lexer.text(name)
        switch text {
        case "sql": return .sql(try queryWord(after: name, "`sql` needs a query in quotes"))
        case "var": return .variable(try queryWord(after: name, "`var` needs a variable's name"))
        case "error.code": return .errorCode
        case "error.message": return .errorMessage
        case "output": return .output
        case "status": return .status
        case "events": return .events
        case "queue": return .queue
        case "badge": return .badge
        case "screen": return .screen
        case "shown": return .shown
        case "callbacks": return .callbacks
        case "token": return .token
        case "user": return .user
        case "event":
            let type = try queryWord(after: name, "`event` needs an event's type")
            let hasPath = !atEnd() && lexer.peek() == Byte.dollar
            return .event(type: type, path: hasPath ? try path() : nil)
        case "count" where !isCounted:
            return .count(try query(after: name, isCounted: true))
        case "count":
            throw SyntaxError(.invalidQuery, "a count cannot be counted", name)
        case "not", "unordered":
            throw SyntaxError(.invalidQuery, "`\(text)` must come before the predicate", name)
        default:
            throw SyntaxError(
                .invalidQuery, "unknown query \(quoted(text))", name,
                hint: text.hasPrefix(".")
                    ? "a path begins with `$`: \(quoted("$" + text))"
                    : Suggestion.hint(text, among: Query.names + (allowsLiteral ? [] : ["within"]))
                        ?? (allowsLiteral ? Self.literalHint : Query.choices))
        }
    }

    private static let literalHint = "put text in quotes, as in `let name = \"text\"`"

    private mutating func queryWord(
        after name: Range<Int>, _ message: String
    ) throws(SyntaxError) -> Word {
        guard !atEnd(), !startsPredicate() else { throw SyntaxError(.invalidQuery, message, name) }
        return try argument(.argument)
    }

    /// A query without its word is noticed here, before the predicate is taken for it.
    private func startsPredicate() -> Bool {
        let text = lexer.text(peekBareWord())
        return text == "not" || text == "unordered" || Predicate(rawValue: text) != nil
    }

    /// Reads a path whose `$` is here.
    mutating func path() throws(SyntaxError) -> ValuePath {
        let start = lexer.position
        lexer.position += 1
        var steps: [ValuePath.Step] = []
        while let byte = lexer.peek(), !Byte.isBlank(byte), !lexer.isLineEnd(at: lexer.position) {
            switch byte {
            case Byte.dot: steps.append(.key(try key()))
            case Byte.leftBracket: steps.append(.index(try index()))
            default:
                throw SyntaxError(
                    .invalidQuery, "a path continues with `.key` or `[0]`",
                    lexer.position..<lexer.position + 1)
            }
            guard steps.count <= 64 else {
                throw SyntaxError(
                    .limitExceeded, "a path has more than 64 steps", start..<lexer.position)
            }
        }
        end = lexer.position
        return ValuePath(steps: steps, span: Span(start..<end))
    }

    private mutating func key() throws(SyntaxError) -> String {
        let dot = lexer.position
        lexer.position += 1
        let start = lexer.position
        if lexer.peek() == Byte.doubleQuote { return try quotedKey() }
        while let byte = lexer.peek(), !Byte.isBlank(byte), byte != Byte.dot,
            byte != Byte.leftBracket, byte != Byte.doubleQuote, !lexer.isLineEnd(at: lexer.position)
        {
            lexer.position += 1
        }
        guard lexer.position > start else {
            throw SyntaxError(
                .invalidQuery, "a key is missing after the dot", dot..<dot + 1,
                hint: "quote a key that is not a plain word: `$.\"a key\"`")
        }
        return lexer.text(start..<lexer.position)
    }

    private mutating func quotedKey() throws(SyntaxError) -> String {
        let start = lexer.position
        var key: [UInt8] = []
        lexer.position += 1
        while !lexer.atEnd, lexer.bytes[lexer.position] != Byte.newline {
            let byte = lexer.bytes[lexer.position]
            if byte == Byte.doubleQuote {
                lexer.position += 1
                return String(decoding: key, as: UTF8.self)
            }
            if byte == Byte.backslash, lexer.position + 1 < lexer.bytes.count {
                guard let escape = Escape(in: lexer.bytes, at: lexer.position) else {
                    throw Escape.error(in: lexer.bytes, at: lexer.position)
                }
                key.append(contentsOf: String(Character(escape.scalar)).utf8)
                lexer.position = escape.end
            } else {
                key.append(byte)
                lexer.position += 1
            }
        }
        throw SyntaxError(
            .invalidQuery, "the quote of this key is never closed", start..<start + 1)
    }

    private mutating func index() throws(SyntaxError) -> Int {
        let start = lexer.position
        lexer.position += 1
        while let byte = lexer.peek(), byte == Byte.minus || Byte.isDigit(byte) {
            lexer.position += 1
        }
        guard lexer.peek() == Byte.rightBracket,
            let index = Int(lexer.text(start + 1..<lexer.position))
        else {
            throw SyntaxError(
                .invalidQuery, "an index is a whole number in brackets", start..<lexer.position,
                hint: lexer.peek() == UInt8(ascii: "*")
                    ? "a path leads to one value; `sql` asks for several rows"
                    : lexer.peek().map { Byte.isDigit($0) } == false
                        ? "a key stands behind a dot: `$.key` or `$.\"a key\"`" : nil)
        }
        lexer.position += 1
        return index
    }
}

extension QueryReader {
    /// Skips blanks and returns whether the statement is over.
    mutating func atEnd() -> Bool {
        lexer.skipBlanks()
        return lexer.atStatementEnd
    }

    /// Finds the run of bytes from here to the next blank, without moving.
    func peekBareWord() -> Range<Int> {
        var ahead = lexer
        ahead.skipBlanks()
        let start = ahead.position
        if ahead.atStatementEnd { return start..<start }
        while let byte = ahead.peek(), !Byte.isBlank(byte), !ahead.isLineEnd(at: ahead.position) {
            ahead.position += 1
        }
        return start..<ahead.position
    }

    mutating func bareWord() -> Range<Int> {
        let range = peekBareWord()
        lexer.position = range.upperBound
        end = range.upperBound
        return range
    }

    mutating func argument(_ place: Lexer.Place) throws(SyntaxError) -> Word {
        let word = try lexer.word(place)
        end = lexer.position
        return word
    }

    mutating func requireEnd(_ code: SyntaxError.Code, _ message: String) throws(SyntaxError) {
        guard !atEnd() else { return }
        throw SyntaxError(code, message, peekBareWord())
    }
}
