import PushText

extension Parser {
    /// Reads one statement, up to its comment or line end.
    mutating func parseStatement() throws(SyntaxError) {
        golden = .refuse
        let firstGuard = script.guardSpans.count
        while lexer.peek() == Byte.leftBracket { try parseGuard() }
        let firstWord = script.words.count
        let prefixStart = lexer.position
        var record = StatementRecord(
            start: 0, end: 0, line: UInt32(line), firstWord: UInt32(firstWord),
            firstGolden: UInt32(script.goldenBars.count), firstGuard: UInt32(firstGuard),
            bodyEnd: 0, kind: .command, prefix: try parsePrefix())
        guard !lexer.atStatementEnd else {
            throw SyntaxError(
                .invalidPrefix, "a command is missing here", prefixStart..<lexer.position,
                hint: lexer.bytes[prefixStart] == Byte.question ? "`help` lists the commands" : nil)
        }
        if lexer.peek() == Byte.less, lexer.peek(1) == Byte.less {
            let word = try lexer.word(.argument)
            throw SyntaxError(
                .invalidHereDocument, "a here-document cannot be a command", at: word.span)
        }
        let first = try lexer.word(.first)
        record.start = first.span.start
        record.end = first.span.end
        let keyword = first.kind == .plain ? Keyword(lexer.bytes, first.span.range) : nil
        guard let keyword else { return try parseCommand(&record, first) }
        guard record.prefix == .none else {
            throw SyntaxError(
                .invalidPrefix,
                "`!` and `?` go before commands, not before `\(keyword.rawValue)`",
                prefixStart..<prefixStart + 1)
        }
        try parse(keyword, &record, first)
    }

    private mutating func parseGuard() throws(SyntaxError) {
        let start = lexer.position
        let end = Self.guardEnd(lexer.bytes, start)
        guard let end else {
            while let byte = lexer.peek(), !Byte.isBlank(byte), !lexer.isLineEnd(at: lexer.position)
            {
                lexer.position += 1
            }
            throw SyntaxError(
                .invalidGuard, "a guard is `[name]`, `[!name]` or `[name:text]`",
                start..<lexer.position)
        }
        lexer.position = end
        script.guardSpans.append(Span(start..<end))
        lexer.skipBlanks()
        guard !lexer.atStatementEnd else {
            throw SyntaxError(.invalidGuard, "no statement follows the guard", start..<end)
        }
    }

    /// Finds the end of the guard that starts at `start`; nil if there is no guard.
    static func guardEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        var index = start + 1
        if index < bytes.count, bytes[index] == Byte.exclamation { index += 1 }
        let name = index
        while index < bytes.count, Byte.isName(bytes[index]) { index += 1 }
        guard index > name, index < bytes.count else { return nil }
        if bytes[index] == Byte.colon {
            index += 1
            while index < bytes.count, bytes[index] != Byte.rightBracket {
                if bytes[index] == Byte.newline { return nil }
                index += 1
            }
        }
        guard index < bytes.count, bytes[index] == Byte.rightBracket else { return nil }
        let behind = index + 1 < bytes.count ? bytes[index + 1] : Byte.newline
        guard behind <= Byte.space else { return nil }
        return index + 1
    }

    /// Reads `!`, `!code` or `?`; the code becomes the first word of the statement.
    private mutating func parsePrefix() throws(SyntaxError) -> StatementRecord.Prefix {
        switch lexer.peek() {
        case Byte.question:
            lexer.position += 1
            lexer.skipBlanks()
            return .mayFail
        case Byte.exclamation:
            lexer.position += 1
            lexer.skipBlanks()
            guard !lexer.atStatementEnd, let end = lexer.codeEnd() else {
                return .mustFail
            }
            script.words.append(PackedWord(Word(.plain, lexer.position..<end)))
            lexer.position = end
            lexer.skipBlanks()
            return .mustFailWithCode
        default: return .none
        }
    }

    private mutating func parseCommand(
        _ record: inout StatementRecord, _ first: Word
    ) throws(SyntaxError) {
        script.words.append(PackedWord(first))
        while true {
            lexer.skipBlanks()
            if lexer.atStatementEnd { break }
            try refuseTextBehindTag(record)
            let word = try lexer.word(.argument)
            script.words.append(PackedWord(word))
            record.end = word.span.end
        }
        golden = .accept
        script.statements.append(record)
    }

    /// Refuses JSON on the line of its here-document's tag, where only the command's other words
    /// may follow.
    private func refuseTextBehindTag(_ record: StatementRecord) throws(SyntaxError) {
        guard let tag = lexer.pending.last?.word, tag.end == record.end,
            let byte = lexer.peek(), byte == Byte.leftBrace || byte == Byte.leftBracket
        else { return }
        var end = lexer.position
        while !lexer.isLineEnd(at: end) { end += 1 }
        throw SyntaxError(
            .invalidHereDocument, "the text of a here-document starts on the next line",
            lexer.position..<end,
            hint: "end it with a line that contains only "
                + "`\(lexer.text(tag.range).drop { $0 == "<" })`"
        )
    }

    /// Reads a golden line: `| text`, `|2 text`, `|...` or a bar alone.
    mutating func parseGolden() throws(SyntaxError) {
        let bar = lexer.position
        lexer.skipRest()
        var end = lexer.position
        if lexer.bytes[end - 1] == Byte.carriageReturn { end -= 1 }
        var index = bar + 1
        if index < end, lexer.bytes[index] == Byte.two { index += 1 }
        let isEllipsis = GoldenLine.isEllipsis(lexer.bytes, index, end)
        guard index == end || lexer.bytes[index] == Byte.space || isEllipsis else {
            throw SyntaxError(
                .invalidGolden, "a golden line is `| text`, `|2 text` or `|...`", bar..<end,
                hint: "put a space before the text")
        }
        guard golden != .refuse else {
            throw SyntaxError(
                .invalidGolden, "a golden line must follow the command that prints it", bar..<end)
        }
        guard golden == .accept else { return }
        script.goldenBars.append(UInt32(bar))
    }
}
