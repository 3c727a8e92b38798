/// LATERAL.
extension Translator {
    /// Translates LATERAL in the cheapest way that its query allows.
    ///
    /// A query that only names expressions becomes their text; one that names no column beside it
    /// is an ordinary subquery; the rest is gathered into arrays (decision 383). `name` is the
    /// alias it gets.
    func lateral(
        _ query: Query, _ outer: Scope?, _ beside: [Scope.Column], _ name: String?
    ) throws(Fault) -> Source {
        let scope = Scope(.query, beside, parent: outer)
        if !beside.isEmpty, query.named.isEmpty, query.order.isEmpty, query.limit == nil,
            query.offset == nil,
            case .select(let select) = query.body, select.from == nil, select.condition == nil,
            select.groupBy == nil, select.having == nil, !select.isDistinct,
            let columns = try inline(select, scope)
        {
            return Source(sql: "", columns: columns, isInline: true)
        }
        let start = reads.count
        subqueryDepth += 1
        defer { subqueryDepth -= 1 }
        let output = try self.query(query, outer: scope, isNamed: true)
        let inner = Array(reads[start...])
        reads.removeLast(inner.count)
        guard !output.reachesOut else { return gathered(output, name, inner) }
        return derived(output, named: name, joinsRight: outer?.joinsRight ?? false)
    }

    /// Returns a query that refers to neighbouring columns, as the elements of an array.
    ///
    /// SQLite has no LATERAL. But an argument of a table function may refer to the preceding
    /// tables, and a query that yields one value may be such an argument. So the rows of each
    /// evaluation become one array, which is unnested again.
    private func gathered(
        _ output: Output, _ name: String?, _ reads: [IndexedRead]
    ) -> Source {
        let fields = output.columns.map { TrinoType.Field(name: $0.name, type: $0.type) }
        let row = TrinoType.row(fields)
        let inner = alias("r")
        let terms = output.columns.map { $0.term(in: inner).sql }
        let value = call("trino_row", [argument(row)] + terms)
        let list = call("trino_array_agg", [argument(row), "''", "''", value])
        let alias = alias(name ?? "q")
        let base = Term("\(SQLText.name(alias)).value", row)
        let columns = fields.indices.map { index in
            Scope.Column(
                name: fields[index].name, qualifiers: [],
                term: field(base, index, fields[index].type))
        }
        let rows = "(SELECT \(list) FROM (\(output.sql)) AS \(SQLText.name(inner)))"
        let text = indexed(rows, reads) ?? rows
        return Source(
            sql: "json_each(\(text)) AS \(SQLText.name(alias))", columns: columns)
    }

    /// Translates a LATERAL that may not refer to the preceding tables, since its rows may be all
    /// there is.
    ///
    /// Nil if the join may refer to them. A name from the other side gets Trino's own message
    /// rather than that of an unknown column.
    func independent(
        _ join: Relation.Join, _ right: Relation, _ outer: Scope?, _ beside: [Scope.Column]
    ) throws(Fault) -> Source? {
        guard join == .right || join == .full,
            case .lateral(let query) = Self.unaliased(right).kind
        else { return nil }
        let plain = Self.plain(right, query)
        do throws(Fault) { return try source(plain, outer: outer, beside: nil) } catch {
            guard error.code == .columnNotFound,
                (try? source(right, outer: outer, beside: beside)) != nil
            else { throw error }
            throw Fault(
                .invalidColumnReference,
                "LATERAL reference not allowed in \(join == .right ? "RIGHT" : "FULL") JOIN",
                at: error.start, to: error.end)
        }
    }

    /// Returns a LATERAL as a subquery, with the aliases around it.
    private static func plain(_ relation: Relation, _ query: Query) -> Relation {
        guard case .aliased(let inner, let name, let names) = relation.kind else {
            return Relation(kind: .query(query), place: relation.place)
        }
        return Relation(
            kind: .aliased(plain(inner, query), name, names), place: relation.place)
    }

    /// Translates a join that only gives names to expressions.
    ///
    /// In a LEFT JOIN its columns are NULL where the condition does not hold; in an inner join a
    /// relation of one row carries the condition.
    func inlined(
        _ join: Relation.Join, _ left: Source, _ right: Source, _ condition: Term
    ) -> Source {
        if case .boolean(true) = condition.constant {
            return Source(
                sql: left.sql, columns: left.columns + right.columns, isJoin: left.isJoin)
        }
        guard join == .left else {
            let one = "(SELECT 1) AS \(SQLText.name(alias("l")))"
            return Source(
                sql: "\(left.sql) JOIN \(one) ON \(condition.sql)",
                columns: left.columns + right.columns, isJoin: true)
        }
        let columns = right.columns.map { column in
            var term = Term(
                "CASE WHEN \(condition.sql) THEN \(column.term.sql) END", column.term.type,
                mayBeNaN: column.term.mayBeNaN)
            term.bounds = column.term.bounds
            term.column = column.term.column
            term.reachesOut = column.term.reachesOut
            return column.read(by: term)
        }
        return Source(sql: left.sql, columns: left.columns + columns, isJoin: left.isJoin)
    }

    /// Puts the side of an outer join whose rows may be missing into a query of its own, if LATERAL
    /// names expressions in it: those would have values also where the row is missing.
    func settled(_ source: Source) -> Source {
        guard source.columns.contains(where: { $0.term.column != nil }) else { return source }
        return isolated(source, alias("side"), "c").source
    }

    /// Puts a relation into a query of its own, whose columns have a letter and a number as names.
    ///
    /// `items` are its select list, in the same order.
    func isolated(
        _ source: Source, _ alias: String, _ letter: String
    ) -> (source: Source, items: [(name: String, text: String)]) {
        let own = Scope.own(source.columns)
        var items: [(name: String, text: String)] = []
        let columns = source.columns.enumerated().map { index, column in
            items.append(("\(letter)\(index)", column.term.item(among: own)))
            var term = column.term
            term.sql = "\(SQLText.name(alias)).\(SQLText.name("\(letter)\(index)"))"
            term.level = .atom
            term.constant = nil
            term.column = nil
            term.reachesOut = false
            return column.read(by: term)
        }
        let list = items.map { "\($0.text) AS \(SQLText.name($0.name))" }
        let rows = "SELECT \(list.joined(separator: ", ")) FROM \(source.sql)"
        return (Source(sql: "(\(rows)) AS \(SQLText.name(alias))", columns: columns), items)
    }

    /// Translates `LATERAL (SELECT a + b AS c)`, which only gives names to expressions.
    ///
    /// Nil if an item is a star, an aggregate or a window function, which need a query of their
    /// own, or draws a value, which would be another one wherever its name stands.
    private func inline(_ select: Select, _ scope: Scope) throws(Fault) -> [Scope.Column]? {
        var columns: [Scope.Column] = []
        let draws = self.draws
        for item in select.items {
            guard case .expression(let expression, let alias) = item else { return nil }
            guard !expression.contains(isAggregate), !expression.contains(Self.isWindow) else {
                return nil
            }
            var (term, reachesOut, _) = try reaching(scope) { () throws(Fault) in
                try self.term(expression, scope)
            }
            self.columns += 1
            term.column = self.columns
            term.reachesOut = reachesOut
            columns.append(
                Scope.Column(
                    name: alias?.text ?? Self.implicitName(expression), qualifiers: [],
                    term: term))
        }
        return self.draws == draws ? columns : nil
    }
}
