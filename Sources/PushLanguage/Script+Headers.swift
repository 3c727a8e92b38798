extension Script {
    /// The version of the language that the text asks for; nil if it leaves that open.
    public var languageVersion: Int? {
        guard let first = allStatements.first(where: { _ in true }), first.kind == .version,
            first.wordCount > 0
        else { return nil }
        return staticText(of: word(0, of: first)).flatMap { Int($0) }
    }

    /// Reads the title and the tags of a `test`.
    public func testHeader(of statement: Statement) throws(SyntaxError) -> TestHeader {
        try read { reader throws(SyntaxError) in
            try reader.test(words(of: statement), keyword: statement.span)
        }
    }

    /// Reads the variable and the values of a `for`.
    public func forHeader(of statement: Statement) throws(SyntaxError) -> ForHeader {
        try read { reader throws(SyntaxError) in
            try reader.forLoop(words(of: statement), keyword: statement.span)
        }
    }

    /// Reads the number of rounds of a `repeat`.
    public func repeatCount(of statement: Statement) throws(SyntaxError) -> Int {
        try read { reader throws(SyntaxError) in
            try reader.repeatCount(words(of: statement), keyword: statement.span)
        }
    }

    /// Reads the file, the parameters and the name of an `include`.
    public func includeHeader(of statement: Statement) throws(SyntaxError) -> IncludeHeader {
        try read { reader throws(SyntaxError) in try reader.include(words(of: statement)) }
    }

    /// Reads the name and the query of a `let`.
    public func letHeader(of statement: Statement) throws(SyntaxError) -> LetHeader {
        try readQuery(statement) { reader, keyword throws(SyntaxError) in
            try reader.letHeader(keyword: keyword)
        }
    }

    /// Reads an `expect`.
    public func expectation(of statement: Statement) throws(SyntaxError) -> ExpectStatement {
        try readQuery(statement) { reader, keyword throws(SyntaxError) in
            try reader.expectStatement(keyword: keyword)
        }
    }

    private func read<Header>(
        _ body: (HeaderReader) throws(SyntaxError) -> Header
    ) throws(SyntaxError) -> Header {
        try source.bytes.withUnsafeBufferPointer { bytes throws(SyntaxError) in
            try body(HeaderReader(bytes))
        }
    }

    private func readQuery<Header>(
        _ statement: Statement,
        _ body: (inout QueryReader, Range<Int>) throws(SyntaxError) -> Header
    ) throws(SyntaxError) -> Header {
        try source.bytes.withUnsafeBufferPointer { bytes throws(SyntaxError) in
            var lexer = Lexer(bytes, at: Int(statement.span.start))
            let keyword = try lexer.word(.first)
            var reader = QueryReader(lexer)
            return try body(&reader, keyword.span.range)
        }
    }
}
