/// Whole statements.
extension Parser {
    /// Reads the whole text as one statement.
    mutating func wholeStatement() throws(Fault) -> Statement {
        let statement = try statement()
        note("<EOF>")
        guard token.kind == .end else { throw mismatch() }
        return statement
    }

    /// The words with which Trino's statements begin, which its message lists.
    private static let beginnings = [
        "ALTER", "ANALYZE", "CALL", "COMMENT", "COMMIT", "CREATE", "DEALLOCATE", "DELETE", "DENY",
        "DESC", "DESCRIBE", "DROP", "EXECUTE", "EXPLAIN", "GRANT", "INSERT", "MERGE", "PREPARE",
        "REFRESH", "RESET", "REVOKE", "ROLLBACK", "SET", "SHOW", "START", "TRUNCATE", "UPDATE",
        "USE", "WITH",
    ]

    /// Reads a statement; those of Trino that are not supported are refused by their first word.
    private mutating func statement() throws(Fault) -> Statement {
        let start = token.start
        for word in Self.beginnings { note("'\(word)'") }
        switch token.kind == .word ? token.text : "" {
        case "EXPLAIN":
            advance()
            return try explain()
        case "SHOW":
            advance()
            return try show(start)
        case "DESC", "DESCRIBE":
            advance()
            return .showColumns(try qualifiedName(), like: nil)
        case "INSERT":
            advance()
            return try insert(start)
        case "CREATE":
            return try create(start)
        case "DROP": return try drop(start)
        case "ALTER" where isAt("TABLE", after: 1): return try alter(start)
        case let word where word != "WITH" && Self.beginnings.contains(word):
            throw unsupported(word, start)
        default: return .query(try query())
        }
    }

    /// Refuses a statement by its first word.
    func unsupported(_ word: String, _ start: Int) -> Fault {
        Fault(
            .notSupported, "\(word) is not supported", at: start, to: start + word.utf8.count
        ).hinting(Self.hint(word))
    }

    /// Returns what to do instead of a statement that is not supported.
    private static func hint(_ word: String) -> String {
        switch word {
        case "DELETE", "UPDATE", "MERGE", "TRUNCATE":
            "rows cannot be changed; on a port of `serve`, CREATE TABLE AS what is to stay, and "
                + "drop the old table"
        case "ALTER":
            "on a port of `serve`, ALTER TABLE a RENAME TO b renames a table; a column appears "
                + "with the first row that has it"
        default:
            "a query is SELECT, WITH, VALUES, EXPLAIN, SHOW or DESCRIBE; on a port of `serve` "
                + "there are also INSERT, CREATE and DROP of a TABLE or a SCHEMA, and ALTER TABLE "
                + "… RENAME TO"
        }
    }

    /// Reads what follows EXPLAIN.
    private mutating func explain() throws(Fault) -> Statement {
        let question =
            accept("ANALYZE") ? .run(isVerbose: accept("VERBOSE")) : try explainOptions()
        let place = token.start
        guard !isAt("EXPLAIN") else {
            throw Fault(
                .notSupported, "EXPLAIN EXPLAIN is not supported", at: place, to: token.end)
        }
        return .explain(try statement(), question, place: place)
    }

    /// Reads what to explain, and in which form.
    ///
    /// The answer is the text for SQLite. A plan in another form is refused: who asks for JSON
    /// reads it by a program. The tables of TYPE IO are JSON in either form, as in Trino.
    private mutating func explainOptions() throws(Fault) -> Explanation {
        guard isAtSymbol("("), isAt("TYPE", after: 1) || isAt("FORMAT", after: 1) else {
            return .text
        }
        advance()
        var type = "DISTRIBUTED"
        var form = (name: "TEXT", start: 0, end: 0)
        repeat {
            let start = token.start
            let isFormat = accept("FORMAT")
            if !isFormat { try expect("TYPE") }
            let known =
                isFormat
                ? ["GRAPHVIZ", "JSON", "TEXT"] : ["DISTRIBUTED", "IO", "LOGICAL", "VALIDATE"]
            for word in known { note("'\(word)'") }
            guard known.contains(where: { isAt($0) }) else { throw mismatch() }
            if isFormat { form = (token.text, start, token.end) } else { type = token.text }
            advance()
        } while acceptSymbol(",")
        try expectSymbol(")")
        switch (type, form.name) {
        case ("VALIDATE", _): return .validity
        case ("IO", "TEXT"), ("IO", "JSON"): return .tables
        case (_, "TEXT"): return .text
        default:
            throw Fault(
                .notSupported, "EXPLAIN (FORMAT \(form.name)) is not supported", at: form.start,
                to: form.end
            ).hinting(
                "EXPLAIN shows what SQLite gets, which is not a plan of Trino's; only TYPE IO "
                    + "has JSON")
        }
    }

    /// Reads what follows INSERT; a parenthesis begins a list of columns unless a query is in it.
    private mutating func insert(_ start: Int) throws(Fault) -> Statement {
        try expect("INTO")
        let table = try qualifiedName()
        var columns: [Name]?
        if isAtSymbol("("), !startsQuery() {
            advance()
            columns = try names()
        }
        return .insert(table, columns: columns, try query(), place: start)
    }
}
