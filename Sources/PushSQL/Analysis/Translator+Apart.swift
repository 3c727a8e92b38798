/// Queries that SQLite must not merge into the FROM around them (decision 845).
///
/// SQLite 3.40 merges UNION ALL by copying the query around it, with new numbers for its relations.
/// The ON of an inner join keeps the old ones, so that with a RIGHT or FULL JOIN in the same FROM
/// it fails: "ON clause references tables to its right". LIMIT keeps a query apart.
extension Translator {
    /// Makes the scope of a FROM, which shows whether its UNNEST or ON names an outer column.
    func scope(around from: Relation?, _ outer: Scope?) -> Scope {
        let scope = Scope(.query, [], parent: outer)
        if let from, case .join = Self.unaliased(from).kind { scope.joinsRight = joinsRight(from) }
        return scope
    }

    /// Whether a FROM has a RIGHT or FULL JOIN, or a query with one, which SQLite merges into it.
    private func joinsRight(_ relation: Relation) -> Bool {
        switch relation.kind {
        case .aliased(let inner, _, _), .sampled(let inner, _): joinsRight(inner)
        case .join(let join, let left, let right, _):
            join == .right || join == .full || joinsRight(left) || joinsRight(right)
        case .query(let query), .lateral(let query): joinsRight(query)
        case .table(let table): joinsRight(table)
        case .unnest: false
        }
    }

    /// Whether a query has a RIGHT or FULL JOIN in a FROM.
    ///
    /// So do the sides of UNION, which LIMIT keeps apart: SQLite copies them with the query around.
    func joinsRight(_ query: Query) -> Bool {
        if query.named.contains(where: { joinsRight($0.query) }) { return true }
        return switch query.body {
        case .select(let select): select.from.map(joinsRight) ?? false
        case .nested(let inner): joinsRight(inner)
        case .table(let table, _): joinsRight(table)
        case .operation(let operation):
            joinsRight(Query(body: operation.left, place: operation.place))
                || joinsRight(Query(body: operation.right, place: operation.place))
        case .values: false
        }
    }

    /// Whether a name means a query of WITH that has a RIGHT or FULL JOIN.
    private func joinsRight(_ table: QualifiedName) -> Bool {
        guard table.parts.count == 1 else { return false }
        let known = named.last { $0.key == table.last.key }
        return known.map { rights.contains($0.sqlName) } ?? false
    }

    /// Whether a query has UNION ALL in it, or names a query that has.
    func holdsUnion(_ sql: String) -> Bool {
        sql.contains(" UNION ALL ") || unions.contains { sql.contains(SQLText.name($0)) }
    }

    /// Notes a query of WITH by its name in SQLite.
    func note(named name: String, _ sql: String) {
        if holdsUnion(sql) { unions.append(name) }
    }

    /// Writes a relation so that it stays apart.
    static func apart(_ rows: String) -> String { "(SELECT * FROM \(rows) LIMIT -1)" }
}
