/// Whole statements.
extension Parser {
    /// Reads the whole text as one statement.
    mutating func wholeStatement() throws(Fault) -> Statement {
        let statement = try statement()
        // Trino's console accepts the semicolon at the end of a statement, and so do we.
        if isAtSymbol(";"), self.token(after: 1).kind == .end { advance() }
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
            let isCheck = try explainOptions()
            if token.kind == .word, token.text != "WITH", Self.beginnings.contains(token.text) {
                throw Fault(
                    .notSupported, "EXPLAIN \(token.text) is not supported", at: token.start,
                    to: token.end
                ).hinting("EXPLAIN takes a query, also the one of INSERT and CREATE TABLE")
            }
            let query = try query()
            return isCheck ? .validate(query) : .explain(query)
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
        case "DROP" where isAt("TABLE", after: 1): return try drop()
        case "ALTER" where isAt("TABLE", after: 1): return try alter(start)
        case let word where word != "WITH" && Self.beginnings.contains(word):
            throw unsupported(word, start)
        default: return .query(try query())
        }
    }

    /// Refuses a statement by its first word.
    private func unsupported(_ word: String, _ start: Int) -> Fault {
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
                + "there are also INSERT, CREATE TABLE, DROP TABLE and ALTER TABLE … RENAME TO"
        }
    }

    /// Reads how to explain; true if the statement is only to be checked.
    ///
    /// The answer is the text for SQLite. A plan in another form is refused: who asks for JSON
    /// reads it by a program.
    private mutating func explainOptions() throws(Fault) -> Bool {
        if isAt("ANALYZE") {
            throw Fault(.notSupported, "EXPLAIN ANALYZE is not supported", at: token.start)
                .hinting("EXPLAIN shows what SQLite gets")
        }
        guard isAtSymbol("("), isAt("TYPE", after: 1) || isAt("FORMAT", after: 1) else {
            return false
        }
        advance()
        var isCheck = false
        repeat {
            let start = token.start
            let isFormat = accept("FORMAT")
            if !isFormat { try expect("TYPE") }
            let known = isFormat ? ["TEXT"] : ["LOGICAL", "DISTRIBUTED", "VALIDATE"]
            for word in known { note("'\(word)'") }
            guard known.contains(where: { isAt($0) }) else {
                let refused = isFormat ? ["GRAPHVIZ", "JSON"] : ["IO"]
                guard refused.contains(where: { isAt($0) }) else { throw mismatch() }
                let option = "\(isFormat ? "FORMAT" : "TYPE") \(token.text)"
                throw Fault(
                    .notSupported, "EXPLAIN (\(option)) is not supported", at: start,
                    to: token.end
                ).hinting("EXPLAIN shows what SQLite gets")
            }
            if isAt("VALIDATE") { isCheck = true }
            advance()
        } while acceptSymbol(",")
        try expectSymbol(")")
        return isCheck
    }

    /// Reads what follows SHOW.
    private mutating func show(_ start: Int) throws(Fault) -> Statement {
        if accept("TABLES") {
            var schema: QualifiedName?
            if accept("FROM") || accept("IN") { schema = try qualifiedName() }
            return .showTables(schema: schema, like: try pattern(), place: start)
        }
        if accept("SCHEMAS") {
            var catalog: Name?
            if accept("FROM") || accept("IN") {
                guard let name = try identifier() else { throw mismatch() }
                catalog = name
            }
            return .showSchemas(catalog: catalog, like: try pattern(), place: start)
        }
        if accept("CATALOGS") { return .showCatalogs }
        if accept("FUNCTIONS") { return .showFunctions(like: try pattern()) }
        if accept("COLUMNS") {
            guard accept("FROM") || accept("IN") else { throw mismatch() }
            return .showColumns(try qualifiedName(), like: try pattern())
        }
        for word in ["CREATE", "GRANTS", "ROLE", "ROLES", "SESSION", "STATS", "CURRENT"] {
            guard !accept(word) else {
                throw Fault(.notSupported, "SHOW \(word) is not supported", at: start)
            }
        }
        throw mismatch()
    }

    /// Reads LIKE and its pattern; nil without.
    private mutating func pattern() throws(Fault) -> String? {
        guard accept("LIKE") else { return nil }
        note("<string>")
        guard token.kind == .string else { throw mismatch() }
        let text = token.text
        advance()
        guard !isAt("ESCAPE") else {
            throw Fault(.notSupported, "ESCAPE is not supported here", at: token.start)
                .hinting("`_` in a pattern is any one character, itself too")
        }
        return text
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

    /// Reads CREATE TABLE: with the columns' types, or AS a query.
    ///
    /// `WITH NO DATA` is refused.
    private mutating func create(_ start: Int) throws(Fault) -> Statement {
        advance()
        guard accept("TABLE") else {
            throw Fault(
                .notSupported, "CREATE \(token.text) is not supported", at: start)
        }
        var isOptional = false
        if isAt("IF"), isAt("NOT", after: 1), isAt("EXISTS", after: 2) {
            for _ in 0..<3 { advance() }
            isOptional = true
        }
        let table = try qualifiedName()
        var columns: [Name]?
        if isAtSymbol("("), !startsQuery() {
            advance()
            guard isAtSymbol(",", after: 1) || isAtSymbol(")", after: 1) else {
                return .defineTable(table, try definitions(), isOptional: isOptional)
            }
            columns = try names()
        }
        guard !isAt("WITH") else {
            throw Fault(
                .notSupported, "WITH is not supported in CREATE TABLE", at: token.start,
                to: token.end
            ).hinting("tables have no properties: leave it out")
        }
        try expect("AS")
        let query = try query()
        if accept("WITH") {
            if accept("NO") {
                throw Fault(.notSupported, "WITH NO DATA is not supported", at: start)
            }
            try expect("DATA")
        }
        return .createTable(table, columns: columns, query, isOptional: isOptional)
    }

    /// Reads `name type, …)`.
    private mutating func definitions() throws(Fault) -> [(name: Name, type: TypeName)] {
        var columns: [(name: Name, type: TypeName)] = []
        repeat {
            guard let name = try identifier() else { throw mismatch() }
            columns.append((name, try type()))
        } while acceptSymbol(",")
        try expectSymbol(")")
        return columns
    }

    /// Reads DROP TABLE.
    private mutating func drop() throws(Fault) -> Statement {
        let (table, isOptional) = try changed()
        return .dropTable(table, isOptional: isOptional)
    }

    /// Reads ALTER TABLE … RENAME TO; its other forms are refused.
    private mutating func alter(_ start: Int) throws(Fault) -> Statement {
        let (table, isOptional) = try changed()
        guard isAt("RENAME"), isAt("TO", after: 1) else { throw unsupported("ALTER", start) }
        advance()
        advance()
        return .renameTable(
            table, to: try qualifiedName(), isOptional: isOptional, place: start)
    }

    /// Reads a verb with TABLE, IF EXISTS if it follows, and the table.
    private mutating func changed() throws(Fault) -> (table: QualifiedName, isOptional: Bool) {
        advance()
        advance()
        let isOptional = isAt("IF") && isAt("EXISTS", after: 1)
        if isOptional {
            advance()
            advance()
        }
        return (try qualifiedName(), isOptional)
    }
}
