/// Statements that make, drop and rename tables and schemas.
extension Parser {
    /// Reads CREATE TABLE: with the columns' types, or AS a query.
    ///
    /// `WITH NO DATA` is refused, and so is whatever the warehouse does not keep.
    mutating func create(_ start: Int) throws(Fault) -> Statement {
        advance()
        let replaces = isAt("OR") && isAt("REPLACE", after: 1)
        if replaces {
            advance()
            advance()
        }
        if !replaces, accept("SCHEMA") { return try createSchema(start) }
        guard accept("TABLE") else { throw uncreated(start, replaces: replaces) }
        guard !replaces else {
            throw Fault(
                .notSupported, "This connector does not support replacing tables", at: start
            ).hinting("DROP TABLE IF EXISTS goes before CREATE TABLE")
        }
        let isOptional = acceptIfNotExists()
        let table = try qualifiedName()
        var columns: [Name]?
        if isAtSymbol("("), !startsQuery() {
            advance()
            guard isAtSymbol(",", after: 1) || isAtSymbol(")", after: 1) else {
                let elements = try elements()
                try checkOptions(of: "table", "in CREATE TABLE", "tables have no properties")
                return .defineTable(table, elements, isOptional: isOptional)
            }
            columns = try names()
        }
        try checkOptions(of: "table", "in CREATE TABLE", "tables have no properties")
        try expect("AS")
        let query = try query()
        if accept("WITH") {
            if accept("NO") {
                throw Fault(.notSupported, "WITH NO DATA is not supported", at: start)
                    .hinting("add WHERE false to the query")
            }
            try expect("DATA")
        }
        return .createTable(table, columns: columns, query, isOptional: isOptional)
    }

    private mutating func acceptIfNotExists() -> Bool {
        guard isAt("IF"), isAt("NOT", after: 1), isAt("EXISTS", after: 2) else { return false }
        for _ in 0..<3 { advance() }
        return true
    }

    /// Reads what follows CREATE SCHEMA; an owner and properties, which nothing keeps, are refused.
    private mutating func createSchema(_ start: Int) throws(Fault) -> Statement {
        let isOptional = acceptIfNotExists()
        let schema = try schemaName()
        for word in ["AUTHORIZATION", "WITH"] {
            note("'\(word)'")
            guard isAt(word) else { continue }
            throw Fault(
                .notSupported, "\(word) is not supported in CREATE SCHEMA", at: token.start,
                to: token.end
            ).hinting("a database has a name and nothing else: leave it out")
        }
        return .createSchema(schema, isOptional: isOptional, place: start)
    }

    /// Reads the name of a schema, with or without its catalog.
    private mutating func schemaName() throws(Fault) -> QualifiedName {
        let name = try qualifiedName()
        guard name.parts.count <= 2 else { throw mismatch() }
        return name
    }

    /// Refuses to create what is neither a table nor a schema.
    private func uncreated(_ start: Int, replaces: Bool) -> Fault {
        let isMaterialized = isAt("MATERIALIZED") && isAt("VIEW", after: 1)
        let kind = isMaterialized ? "MATERIALIZED VIEW" : token.text
        let fault = Fault(
            .notSupported, "CREATE \(replaces ? "OR REPLACE " : "")\(kind) is not supported",
            at: start)
        guard kind.hasSuffix("VIEW") else { return fault }
        return fault.hinting(
            "there are no views: CREATE TABLE AS keeps the rows, and WITH names a query within "
                + "a statement; with dbt, `+materialized: table` makes tables, and "
                + "`+views_enabled: false` keeps views out of incremental models")
    }

    /// Reads the columns, and LIKE with the tables whose columns are taken, up to the parenthesis.
    private mutating func elements() throws(Fault) -> [TableElement] {
        var elements: [TableElement] = []
        repeat {
            if accept("LIKE") {
                elements.append(.like(try qualifiedName()))
                // Tables have no properties, so both words mean the same.
                if accept("INCLUDING") || accept("EXCLUDING") { try expect("PROPERTIES") }
            } else {
                elements.append(try definition())
            }
        } while acceptSymbol(",")
        try expectSymbol(")")
        return elements
    }

    /// Reads a column's name, its type and NOT NULL.
    private mutating func definition() throws(Fault) -> TableElement {
        guard let name = try identifier() else { throw mismatch() }
        let type = try type()
        if isAt("DEFAULT") {
            throw Fault(
                .notSupported, "DEFAULT is not supported in CREATE TABLE", at: token.start,
                to: token.end
            ).hinting("a value that INSERT leaves out is NULL: leave DEFAULT out")
        }
        let isNotNull = accept("NOT")
        if isNotNull { try expect("NULL") }
        try checkOptions(of: "column", "behind a column", "columns have no properties")
        return .column(name, type, isNotNull: isNotNull)
    }

    /// Refuses COMMENT and WITH, which the warehouse would forget.
    private mutating func checkOptions(
        of what: String, _ place: String, _ reason: String
    ) throws(Fault) {
        note("'COMMENT'")
        if isAt("COMMENT") {
            throw Fault(
                .notSupported,
                "This connector does not support creating tables with \(what) comment",
                at: token.start, to: token.end
            ).hinting("comments are not kept: leave it out")
        }
        note("'WITH'")
        guard !isAt("WITH") else {
            throw Fault(
                .notSupported, "WITH is not supported \(place)", at: token.start, to: token.end
            ).hinting("\(reason): leave it out")
        }
    }

    /// Reads DROP TABLE, DROP SCHEMA or DROP VIEW; all else is refused.
    mutating func drop(_ start: Int) throws(Fault) -> Statement {
        if isAt("SCHEMA", after: 1) {
            let (schema, isOptional) = try changed()
            guard schema.parts.count <= 2 else { throw mismatch() }
            if isAt("CASCADE") {
                throw Fault(
                    .notSupported,
                    "This connector does not support dropping schemas with "
                        + "CASCADE option", at: token.start, to: token.end
                ).hinting("drop its tables first")
            }
            _ = accept("RESTRICT")
            return .dropSchema(schema, isOptional: isOptional, place: start)
        }
        if isAt("TABLE", after: 1) {
            let (table, isOptional) = try changed()
            return .dropTable(table, isOptional: isOptional)
        }
        let isMaterialized = isAt("MATERIALIZED", after: 1)
        guard isAt("VIEW", after: isMaterialized ? 2 : 1) else { throw unsupported("DROP", start) }
        if isMaterialized { advance() }
        let (view, isOptional) = try changed()
        return .dropView(
            view, isMaterialized: isMaterialized, isOptional: isOptional, place: start)
    }

    /// Reads ALTER TABLE … RENAME TO; its other forms are refused.
    mutating func alter(_ start: Int) throws(Fault) -> Statement {
        let (table, isOptional) = try changed()
        guard isAt("RENAME"), isAt("TO", after: 1) else { throw unsupported("ALTER", start) }
        advance()
        advance()
        return .renameTable(
            table, to: try qualifiedName(), isOptional: isOptional, place: start)
    }

    /// Reads a verb with TABLE, SCHEMA or VIEW, IF EXISTS if it follows, and the name.
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
