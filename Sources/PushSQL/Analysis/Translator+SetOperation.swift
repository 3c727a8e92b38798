/// UNION, INTERSECT, EXCEPT, and the recursion that is written with UNION.
extension Translator {
    /// Translates UNION, INTERSECT or EXCEPT.
    ///
    /// The names are those of the left side, the types those that both sides have in common. Values
    /// whose cells can differ though they are equal are compared by keys (decision 295).
    func operation(_ operation: SetOperation, _ outer: Scope?) throws(Fault) -> Output {
        try checkParts(operation)
        var left = try body(operation.left, outer, isNamed: true)
        var right = try body(operation.right, outer, isNamed: true)
        if operation.isCorresponding {
            (left, right) = try corresponding(operation, left, right)
        }
        let types = try types(operation, left, right)
        var columns: [Output.Column] = []
        for (index, type) in types.enumerated() {
            let (one, other) = (left.columns[index], right.columns[index])
            columns.append(
                Output.Column(
                    name: one.name, sqlName: one.sqlName, type: type,
                    isNullable: one.isNullable || other.isNullable,
                    mayBeNaN: one.mayBeNaN || other.mayBeNaN,
                    isFinite: one.isFinite && other.isFinite,
                    copies: max(one.copies, other.copies), origin: one.origin))
        }
        let first = operand(left, types, isFirst: true)
        let second = operand(right, types, isFirst: false)
        var output = Output(sql: "", columns: columns)
        output.reachesOut = left.reachesOut || right.reachesOut
        let sides = [(first, left.reachesOut), (second, right.reachesOut)]
        if !operation.isAll || operation.kind != .union,
            let text = keyed(operation, sides, columns)
        {
            output.sql = text
            output.isPlainSelect = true
            return output
        }
        if operation.isAll, operation.kind != .union {
            output.sql = counted(operation.kind, sides, columns)
            output.isPlainSelect = true
            return output
        }
        let word = operation.kind.rawValue + (operation.isAll ? " ALL" : "")
        output.sql = "\(first) \(word) \(second)"
        output.isCompound = true
        return output
    }

    /// Leaves on both sides the columns that both have, in the order of the left.
    private func corresponding(
        _ operation: SetOperation, _ left: Output, _ right: Output
    ) throws(Fault) -> (Output, Output) {
        let keys = left.columns.compactMap { $0.name?.lowercased() }.filter { key in
            right.columns.contains { $0.name?.lowercased() == key }
        }
        guard !keys.isEmpty else {
            throw Fault(
                .invalidColumnReference, "No corresponding columns in both inputs",
                at: operation.place)
        }
        return (selected(left, keys), selected(right, keys))
    }

    /// Leaves of a query the columns with the given names, in that order.
    private func selected(_ output: Output, _ keys: [String]) -> Output {
        let columns = keys.compactMap { key in
            output.columns.first { $0.name?.lowercased() == key }
        }
        var result = output
        let names = columns.map { SQLText.name($0.sqlName) }.joined(separator: ", ")
        result.sql = "SELECT \(names) FROM \(relation(output))"
        result.columns = columns
        result.isPlainSelect = true
        result.isCompound = false
        return result
    }

    /// Returns the common type of each pair of columns; throws TYPE_MISMATCH if there is none.
    private func types(
        _ operation: SetOperation, _ left: Output, _ right: Output
    ) throws(Fault) -> [TrinoType] {
        let word = operation.kind.rawValue
        guard left.columns.count == right.columns.count else {
            throw Fault(
                .typeMismatch,
                """
                \(word) query has different number of fields: \(left.columns.count), \
                \(right.columns.count)
                """, at: operation.place)
        }
        var types: [TrinoType] = []
        for (index, pair) in zip(left.columns, right.columns).enumerated() {
            guard let type = TrinoType.common(pair.0.type, pair.1.type) else {
                throw Fault(
                    .typeMismatch,
                    """
                    column \(index + 1) in \(word) query has incompatible types: \
                    \(pair.0.type.text), \(pair.1.type.text)
                    """, at: operation.place)
            }
            types.append(type)
        }
        return types
    }

    /// Writes a side of a compound, which SQLite requires to be a SELECT without further clauses.
    private func operand(_ output: Output, _ types: [TrinoType], isFirst: Bool) -> String {
        let isSame = zip(output.columns, types).allSatisfy {
            Self.isSameEncoding($0.type, $1)
        }
        // SQLite 3.40 forgets a condition of one side of UNION ALL if another side has a RIGHT or
        // FULL JOIN, once both are in a FROM. With the join in a FROM of its own, which LIMIT keeps
        // apart, it does not (decision 845).
        let joins = [" FULL JOIN ", " RIGHT JOIN "].contains { output.sql.contains($0) }
        if isSame, !joins, output.isPlainSelect || (isFirst && output.isCompound) {
            return output.sql
        }
        let name = alias("s")
        let items = zip(output.columns, types).map { column, type in
            "\(coerced(column.term(in: name), to: type).sql) AS \(SQLText.name(column.sqlName))"
        }
        let rows = relation(output)
        return "SELECT \(items.joined(separator: ", ")) FROM "
            + "\(joins ? Self.apart(rows) : rows) AS \(SQLText.name(name))"
    }

    /// Writes a set operation over values that have several equal forms; nil if none have.
    private func keyed(
        _ operation: SetOperation, _ sides: [(sql: String, reachesOut: Bool)],
        _ columns: [Output.Column]
    ) -> String? {
        let name = alias("sides")
        guard let keys = identities(columns, in: name) else { return nil }
        let list = columns.map { SQLText.name($0.sqlName) }.joined(separator: ", ")
        var groups = keys.joined(separator: ", ")
        var rows = ""
        for (number, side) in sides.enumerated() {
            if number > 0 { rows += " UNION ALL " }
            let relation = relation(side.sql, side.reachesOut)
            rows += "SELECT *, \(number) AS \"side of rows\" FROM \(relation)"
        }
        if operation.isAll {
            let count = "row_number() OVER (PARTITION BY \(groups), \"side of rows\")"
            let table = "(\(rows)) AS \(SQLText.name(name))"
            rows = "SELECT *, \(count) AS \"number of row\" FROM \(table)"
            groups += ", \"number of row\""
        }
        let condition =
            switch operation.kind {
            case .union: ""
            case .intersect: " HAVING min(\"side of rows\") < max(\"side of rows\")"
            case .except: " HAVING max(\"side of rows\") = 0"
            }
        return "SELECT \(list) FROM (\(rows)) AS \(SQLText.name(name)) "
            + "GROUP BY \(groups)\(condition)"
    }

    /// Writes INTERSECT ALL and EXCEPT ALL: equal rows are distinguished by their number.
    ///
    /// The second of two equal rows meets only the second of the other side. SQLite has neither of
    /// them.
    private func counted(
        _ kind: SetOperation.Kind, _ sides: [(sql: String, reachesOut: Bool)],
        _ columns: [Output.Column]
    ) -> String {
        let places = (1...columns.count).map { "\"c\($0)\"" }.joined(separator: ", ")
        let queries = sides.map { side in
            let relation = relation(side.sql, side.reachesOut)
            return """
                SELECT *, row_number() OVER (PARTITION BY \(places)) FROM \
                (SELECT * FROM (\(Self.renamed(relation, columns.count))))
                """
        }
        let rows = queries.joined(separator: " \(kind.rawValue) ")
        let outer = zip(columns, 1...columns.count).map {
            "\"c\($1)\" AS \(SQLText.name($0.sqlName))"
        }
        return "SELECT \(outer.joined(separator: ", ")) FROM (\(rows))"
    }

    /// Names the columns of a relation c1, c2 and so on.
    private static func renamed(_ relation: String, _ count: Int) -> String {
        let names = (1...count).map { "NULL AS \"c\($0)\"" }.joined(separator: ", ")
        return "SELECT \(names) WHERE 0 UNION ALL SELECT * FROM \(relation)"
    }

    /// Translates `t(a) AS (base UNION ALL step)`; nil if the query does not name itself, and an
    /// empty text if the flat form has it before the statement.
    ///
    /// The base gives the columns their types; of its values nothing is known but these, since the
    /// steps bring others. `isOpen` lets the step name the query while its own columns are being
    /// read.
    ///
    /// Throws TYPE_MISMATCH for steps that do not fit the base, and if the columns have no list of
    /// names.
    func recursive(_ item: NamedQuery, _ outer: Scope?) throws(Fault) -> String? {
        guard case .operation(let operation) = item.query.body, operation.kind == .union,
            item.query.named.isEmpty, item.query.order.isEmpty, item.query.limit == nil,
            Self.names(item.name.key, operation.right)
        else { return nil }
        guard let names = item.columns else {
            throw Fault(
                .missingColumnAliases, "missing column aliases in recursive WITH query",
                at: item.name.start, to: item.name.end)
        }
        let base = try body(operation.left, outer, isNamed: true)
        let columns = try renamed(base.columns, names, item.name).map { column in
            var column = column
            column.isNullable = true
            column.mayBeNaN = column.type.isFloating
            column.bounds = nil
            column.isFinite = false
            return column
        }
        let sqlName = alias(item.name.text)
        named.append(
            NamedOutput(
                key: item.name.key, sqlName: sqlName, columns: columns,
                isDistinct: !operation.isAll, isOpen: true))
        opens(sqlName)
        let place = named.count - 1
        let step = try body(operation.right, outer, isNamed: true)
        named[place].isOpen = false
        guard step.columns.count == columns.count else {
            throw Fault(
                .typeMismatch,
                "base and step relations of recursion have different number of fields: "
                    + "\(columns.count), \(step.columns.count)", at: operation.place)
        }
        for (index, pair) in zip(columns, step.columns).enumerated() {
            guard pair.1.type.isCoercible(to: pair.0.type) else {
                throw Fault(
                    .typeMismatch,
                    "recursion step relation output type (\(pair.1.type.text)) is not coercible "
                        + "to recursion base relation output type (\(pair.0.type.text)) at "
                        + "column \(index + 1)", at: operation.place)
            }
        }
        let text = Recursion.text(sqlName, columns, base, step) { coerced($0, to: $1) }
        let reachesOut = base.reachesOut || step.reachesOut
        return moves(text, named: sqlName, reachesOut: reachesOut) ? "" : text
    }

    /// Whether the FROM of a body names a query.
    private static func names(_ key: String, _ body: Query.Body) -> Bool {
        guard case .select(let select) = body, let from = select.from else { return false }
        return names(key, from)
    }

    /// Whether a relation, or a part of a join, is the query of that name.
    private static func names(_ key: String, _ relation: Relation) -> Bool {
        switch relation.kind {
        case .table(let name): name.parts.count == 1 && name.key == key
        case .aliased(let inner, _, _), .sampled(let inner, _): names(key, inner)
        case .join(_, let left, let right, _): names(key, left) || names(key, right)
        default: false
        }
    }
}
