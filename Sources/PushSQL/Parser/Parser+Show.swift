/// SHOW.
extension Parser {
    /// Reads what follows SHOW.
    mutating func show(_ start: Int) throws(Fault) -> Statement {
        if accept("TABLES") {
            return .showTables(schema: try origin(), like: try pattern(), place: start)
        }
        if accept("SCHEMAS") {
            var catalog: Name?
            if accept("FROM") || accept("IN") {
                guard let name = try identifier() else { throw mismatch() }
                catalog = name
            }
            return .showSchemas(catalog: catalog, like: try pattern(), place: start)
        }
        if accept("CATALOGS") { return .showCatalogs(like: try pattern()) }
        if accept("FUNCTIONS") {
            return .showFunctions(schema: try origin(), like: try pattern(), place: start)
        }
        if accept("COLUMNS") {
            guard let table = try origin() else { throw mismatch() }
            return .showColumns(table, like: try pattern())
        }
        if isAt("CREATE"), isAt("TABLE", after: 1) {
            advance()
            advance()
            return .showCreateTable(try qualifiedName())
        }
        for word in Self.unknownLists where accept(word) {
            throw Fault(.notSupported, "SHOW \(word) is not supported", at: start)
                .hinting(Self.hint(forShow: word))
        }
        throw mismatch()
    }

    /// The words behind SHOW that Trino knows, and that are refused.
    private static let unknownLists = [
        "BRANCHES", "CREATE", "CURRENT", "GRANTS", "ROLE", "ROLES", "SESSION", "STATS",
    ]

    /// Returns what to do instead of a SHOW that is refused.
    private static func hint(forShow word: String) -> String? {
        switch word {
        case "CREATE": "SHOW CREATE TABLE is there; there are no views"
        case "STATS": "SELECT count(*), count(DISTINCT x), min(x), max(x) are exact here"
        case "CURRENT", "GRANTS", "ROLE", "ROLES": "an API key has its rights everywhere"
        default: nil
        }
    }

    /// Reads FROM and a name; nil without.
    private mutating func origin() throws(Fault) -> QualifiedName? {
        guard accept("FROM") || accept("IN") else { return nil }
        return try qualifiedName()
    }

    /// Reads LIKE with its pattern and ESCAPE; nil without.
    mutating func pattern() throws(Fault) -> NamePattern? {
        guard accept("LIKE") else { return nil }
        let place = token.start
        let text = try string()
        let escape = accept("ESCAPE") ? try string() : nil
        return try NamePattern(text, escape: escape, at: place)
    }

    /// Reads a text in quotes.
    mutating func string() throws(Fault) -> String {
        note("<string>")
        guard token.kind == .string else { throw mismatch() }
        let text = token.text
        advance()
        return text
    }
}
