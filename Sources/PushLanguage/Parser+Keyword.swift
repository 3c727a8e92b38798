import PushText

extension Parser {
    /// Reads what follows a keyword.
    mutating func parse(
        _ keyword: Keyword, _ record: inout StatementRecord, _ first: Word
    ) throws(SyntaxError) {
        switch keyword {
        case .version: try parseVersion(&record, first)
        case .include: try parseInclude(&record, first)
        case .letStatement: try parseLet(&record)
        case .expect: try parseExpect(&record)
        case .end: try parseEnd(first)
        case .test: try parseBlock(.test, &record, first)
        case .setup: try parseBlock(.setup, &record, first)
        case .teardown: try parseBlock(.teardown, &record, first)
        case .forLoop: try parseBlock(.forLoop, &record, first)
        case .repeatLoop: try parseBlock(.repeatLoop, &record, first)
        }
    }

    /// Throws unless it is the first statement.
    private mutating func parseVersion(
        _ record: inout StatementRecord, _ first: Word
    ) throws(SyntaxError) {
        record.kind = .version
        guard script.statements.isEmpty else {
            throw SyntaxError(
                .misplacedStatement, "`psh` must be the first statement", at: first.span)
        }
        let word = try requiredWord(after: first, "`psh` needs the language's version")
        let text = lexer.text(word.span.range)
        guard let version = Int(text), version > 0 else {
            throw SyntaxError(
                .invalidHeader, "the language's version is a whole number, not \(quoted(text))",
                at: word.span)
        }
        guard version <= Self.languageVersion else {
            throw SyntaxError(
                .unsupportedVersion,
                "the script needs psh \(text), and this is psh \(Self.languageVersion)",
                at: word.span)
        }
        append(word, &record)
        try requireEnd()
        script.statements.append(record)
    }

    private mutating func parseInclude(
        _ record: inout StatementRecord, _ first: Word
    ) throws(SyntaxError) {
        record.kind = .include
        append(try requiredWord(after: first, "`include` needs a file"), &record)
        while !atEndAfterBlanks() { append(try lexer.word(.argument), &record) }
        script.statements.append(record)
        _ = try HeaderReader(lexer.bytes).include(script.words(of: lastStatement))
    }

    private mutating func parseLet(_ record: inout StatementRecord) throws(SyntaxError) {
        record.kind = .letStatement
        var reader = QueryReader(lexer)
        defer { lexer = reader.lexer }
        _ = try reader.letHeader(keyword: Int(record.start)..<Int(record.end))
        record.end = UInt32(reader.end)
        script.statements.append(record)
    }

    private mutating func parseExpect(_ record: inout StatementRecord) throws(SyntaxError) {
        record.kind = .expect
        var reader = QueryReader(lexer)
        defer { lexer = reader.lexer }
        _ = try reader.expectStatement(keyword: Int(record.start)..<Int(record.end))
        record.end = UInt32(reader.end)
        script.statements.append(record)
    }

    /// Closes the innermost block; its body reaches up to here.
    private mutating func parseEnd(_ first: Word) throws(SyntaxError) {
        guard let block = open.popLast() else {
            throw SyntaxError(.unmatchedEnd, "this `end` closes no block", at: first.span)
        }
        script.statements[block.index].bodyEnd = UInt32(script.statementCount)
        try requireEnd()
    }

    private mutating func parseBlock(
        _ kind: Statement.Kind, _ record: inout StatementRecord, _ first: Word
    ) throws(SyntaxError) {
        record.kind = kind
        let misplaced = misplacement(of: kind, first)
        let index = script.statementCount
        open.append(OpenBlock(kind: kind, index: index, header: first.span))
        let header: SyntaxError?
        do throws(SyntaxError) {
            try parseHeader(kind, &record, first)
            header = nil
        } catch {
            header = error
        }
        script.statements.append(record)
        if let error = misplaced ?? header { throw error }
        _ = try readHeader(kind)
    }

    /// Explains why a block of this kind may not start here; nil if it may.
    private mutating func misplacement(of kind: Statement.Kind, _ first: Word) -> SyntaxError? {
        guard open.count < Self.maximumNesting else {
            return SyntaxError(
                .limitExceeded, "blocks are nested deeper than \(Self.maximumNesting)",
                at: first.span)
        }
        let name = lexer.text(first.span.range)
        switch kind {
        case .test:
            guard let outer = open.first(where: { !$0.kind.isLoop }) else { return nil }
            return SyntaxError(
                .misplacedStatement,
                "a `test` cannot be inside a `\(lexer.text(outer.header.range))`",
                at: first.span, hint: closeForgotten(outer, before: first))
        case .setup, .teardown:
            if let outer = open.first {
                return SyntaxError(
                    .misplacedStatement, "`\(name)` must be outside every block",
                    at: first.span, hint: closeForgotten(outer, before: first))
            }
            let earlier = kind == .setup ? firstSetup : firstTeardown
            if kind == .setup { firstSetup = earlier ?? line }
            if kind == .teardown { firstTeardown = earlier ?? line }
            guard let earlier else { return nil }
            return SyntaxError(
                .misplacedStatement,
                "a script has only one `\(name)`, and it is on line "
                    + "\(earlier)",
                at: first.span)
        default: return nil
        }
    }

    /// Closes a block whose `end` was forgotten, recognised by a header no deeper than its own, so
    /// that one slip is not reported again for each following test.
    private mutating func closeForgotten(_ outer: OpenBlock, before first: Word) -> String? {
        guard indentation(first.span) <= indentation(outer.header) else { return nil }
        while let block = open.last, block.index >= outer.index {
            script.statements[block.index].bodyEnd = UInt32(script.statementCount)
            open.removeLast()
        }
        let line = script.source.lineNumber(of: Int(outer.header.start))
        return "the `\(lexer.text(outer.header.range))` on line \(line) has no `end`"
    }

    /// In bytes from the start of the line.
    ///
    /// A header that stands no deeper than the block around it shows that this block's `end` is
    /// missing.
    private func indentation(_ span: Span) -> Int {
        var start = Int(span.start)
        while start > 0, lexer.bytes[start - 1] != Byte.newline { start -= 1 }
        return Int(span.start) - start
    }

    private mutating func parseHeader(
        _ kind: Statement.Kind, _ record: inout StatementRecord, _ first: Word
    ) throws(SyntaxError) {
        while !atEndAfterBlanks() {
            let word = try lexer.word(.argument)
            append(word, &record)
            guard word.kind != .hereDocument else {
                throw SyntaxError(
                    .invalidHereDocument, "a here-document cannot be in a block's header",
                    at: word.span)
            }
        }
    }

    /// Reads the header just appended, only for its errors.
    private func readHeader(_ kind: Statement.Kind) throws(SyntaxError) {
        let reader = HeaderReader(lexer.bytes)
        let statement = lastStatement
        let words = script.words(of: statement)
        switch kind {
        case .test: _ = try reader.test(words, keyword: statement.span)
        case .forLoop: _ = try reader.forLoop(words, keyword: statement.span)
        case .repeatLoop: _ = try reader.repeatCount(words, keyword: statement.span)
        default:
            guard let word = words.first else { return }
            throw SyntaxError(.invalidHeader, "unexpected text on this line", at: word.span)
        }
    }

    private var lastStatement: Statement {
        script.statement(StatementID(script.statementCount - 1))
    }

    private mutating func append(_ word: Word, _ record: inout StatementRecord) {
        script.words.append(PackedWord(word))
        record.end = word.span.end
    }

    private mutating func atEndAfterBlanks() -> Bool {
        lexer.skipBlanks()
        return lexer.atStatementEnd
    }

    private mutating func requiredWord(
        after first: Word, _ message: String
    ) throws(SyntaxError) -> Word {
        guard !atEndAfterBlanks() else {
            throw SyntaxError(.invalidHeader, message, at: first.span)
        }
        return try lexer.word(.argument)
    }

    private mutating func requireEnd() throws(SyntaxError) {
        guard !atEndAfterBlanks() else { return }
        let start = lexer.position
        _ = try lexer.word(.argument)
        throw SyntaxError(
            .invalidHeader, "unexpected text on this line", start..<lexer.position)
    }
}

/// Puts text from a script in back-quotes, shortened to a readable length.
func quoted(_ text: String) -> String {
    "`\(DisplayWidth.truncated(VisibleText.escape(text), to: 40))`"
}
