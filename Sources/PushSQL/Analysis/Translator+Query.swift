/// Queries as wholes: WITH, the body, the clauses at the end.
extension Translator {
    /// Translates a query; `isNamed` requires that every column has a name of its own in SQLite.
    ///
    /// Names of WITH are known within the query alone, and forgotten at its end.
    func query(_ query: Query, outer: Scope?, isNamed: Bool) throws(Fault) -> Output {
        let depth = named.count
        defer { named.removeLast(named.count - depth) }
        let definitions = try definitions(query, outer)
        let draws = self.draws
        var output = try bodyWithClauses(query, outer, isNamed)
        let isDear = output.columns.contains { $0.copies > Self.copyLimit }
        if isNamed, self.draws > draws || isDear && !output.reachesOut { output = kept(output) }
        guard !definitions.texts.isEmpty else { return output }
        let word = definitions.isRecursive ? "WITH RECURSIVE" : "WITH"
        output.sql = "\(word) \(definitions.texts.joined(separator: ", ")) \(output.sql)"
        output.isPlainSelect = false
        output.isCompound = false
        return output
    }

    /// The number of expressions that a column may stand for before its query's rows are kept: each
    /// query around it that names the column several times multiplies them (decision 992).
    private static let copyLimit = 16

    /// Returns a query whose rows are kept: SQLite would merge it into the one around it, and
    /// there compute a column as often as it is named.
    private func kept(_ output: Output) -> Output {
        let name = SQLText.name(alias("kept"))
        var kept = output
        for index in kept.columns.indices { kept.columns[index].copies = 0 }
        kept.sql = "WITH \(name) AS MATERIALIZED (\(output.sql)) SELECT * FROM \(name)"
        kept.isPlainSelect = false
        kept.isCompound = false
        return kept
    }

    /// Translates the queries of WITH in order; each may name the preceding ones.
    ///
    /// After RECURSIVE, only a query that names itself becomes a recursive one.
    private func definitions(
        _ query: Query, _ outer: Scope?
    ) throws(Fault) -> (texts: [String], isRecursive: Bool) {
        var texts: [String] = []
        var seen: Set<String> = []
        var isRecursive = false
        for item in query.named {
            guard seen.insert(item.name.key).inserted else {
                throw Fault(
                    .duplicateNamedQuery,
                    "WITH query name '\(item.name.text)' specified more than once",
                    at: item.name.start, to: item.name.end)
            }
            if query.isRecursive, let text = try recursive(item, outer) {
                if !text.isEmpty { texts.append(text) }
                isRecursive = true
                continue
            }
            let output = try self.query(item.query, outer: outer, isNamed: true)
            let columns = try renamed(output.columns, item.columns, item.name)
            let sqlName = alias(item.name.text)
            named.append(
                NamedOutput(key: item.name.key, sqlName: sqlName, columns: columns))
            note(named: sqlName, output.sql)
            if joinsRight(item.query) { rights.append(sqlName) }
            let list = item.columns == nil ? "" : Self.columnList(columns)
            let text = "\(SQLText.name(sqlName))\(list) AS (\(output.sql))"
            guard !moves(text, named: sqlName, reachesOut: output.reachesOut) else { continue }
            texts.append(text)
        }
        return (texts, isRecursive)
    }

    /// Returns the names of columns in parentheses, as they follow the name of a query in WITH.
    static func columnList(_ columns: [Output.Column]) -> String {
        " (\(columns.map { SQLText.name($0.sqlName) }.joined(separator: ", ")))"
    }

    /// Gives the columns of a query the names of a list that follows its name.
    ///
    /// SQLite's names are made unique, since Trino allows one name twice as long as nobody uses it.
    /// Throws MISMATCHED_COLUMN_ALIASES if there are more or fewer names than columns.
    func renamed(
        _ columns: [Output.Column], _ names: [Name]?, _ owner: Name
    ) throws(Fault) -> [Output.Column] {
        guard let names else { return columns }
        guard names.count == columns.count else {
            throw Fault(
                .mismatchedColumnAliases,
                """
                Column alias list has \(names.count) entries but WITH query(\(owner.text)) has \
                \(columns.count) columns
                """, at: owner.start, to: owner.end)
        }
        var seen: Set<String> = []
        return zip(columns, names).map { column, name in
            var sqlName = name.text
            var number = 2
            while !seen.insert(sqlName.lowercased()).inserted {
                sqlName = "\(name.text)_\(number)"
                number += 1
            }
            return Output.Column(
                name: name.text, sqlName: sqlName, type: column.type,
                isNullable: column.isNullable, mayBeNaN: column.mayBeNaN,
                bounds: column.bounds, isFinite: column.isFinite, copies: column.copies,
                origin: column.origin)
        }
    }

    /// Translates a body with its ORDER BY, OFFSET and LIMIT; parentheses without clauses are
    /// dropped.
    private func bodyWithClauses(
        _ query: Query, _ outer: Scope?, _ isNamed: Bool
    ) throws(Fault) -> Output {
        try checkLimit(query)
        if case .select(let select) = query.body {
            return try self.select(
                select, clauses: Clauses(query), outer: outer, isNamed: isNamed)
        }
        if case .nested(let inner) = query.body, query.order.isEmpty, query.limit == nil,
            query.offset == nil
        {
            return try self.query(inner, outer: outer, isNamed: isNamed)
        }
        let hasClauses = !query.order.isEmpty || query.limit != nil || query.offset != nil
        let output = try body(query.body, outer, isNamed: isNamed || hasClauses)
        return hasClauses ? try ordered(output, Clauses(query), outer) : output
    }

    /// The clauses that follow the body of a query.
    struct Clauses {
        let order: [SortItem]
        let offset: RowCount?
        let limit: Limit?

        init(_ query: Query) {
            order = query.order
            offset = query.offset
            limit = query.limit
        }

        /// The number of the last row that the limit lets through, behind those that are skipped.
        func lastRow(behind skipped: Int64) -> Int64 {
            let (last, isBeyond) = (limit?.count?.value ?? 1).addingReportingOverflow(skipped)
            return isBeyond ? .max : last
        }

        /// LIMIT and OFFSET in SQLite's spelling.
        var limitText: String {
            let count = limit?.count?.value
            let skipped = offset?.value
            guard count != nil || skipped != nil else { return "" }
            return " LIMIT \(count ?? -1)" + (skipped.map { " OFFSET \($0)" } ?? "")
        }

        /// Whether there is one row at most; ties with the first may be more.
        var isAtMostOne: Bool {
            limit?.hasTies != true && (limit?.count?.value).map { $0 <= 1 } ?? false
        }
    }

    /// Refuses row counts that Trino refuses: `?` without a value, FETCH FIRST 0, ties without an
    /// order.
    private func checkLimit(_ query: Query) throws(Fault) {
        for count in [query.offset, query.limit?.count] {
            if let count, count.value == nil {
                guard session.description == nil else {
                    inputs[count.place] = .bigint
                    continue
                }
                throw Fault(
                    .invalidParameterUsage,
                    "Incorrect number of parameters: expected 1 but found 0", at: count.place)
            }
        }
        guard let limit = query.limit, limit.isFetch else { return }
        if let count = limit.count?.value, count < 1 {
            throw Fault(
                .numericValueOutOfRange,
                "FETCH FIRST row count must be positive (actual value: \(count))",
                at: limit.place)
        }
        if limit.hasTies, query.order.isEmpty {
            throw Fault(
                .missingOrderBy, "FETCH FIRST WITH TIES clause requires ORDER BY",
                at: limit.place)
        }
    }

    /// Translates a body without the clauses behind it.
    func body(_ body: Query.Body, _ outer: Scope?, isNamed: Bool) throws(Fault) -> Output {
        switch body {
        case .select(let select):
            let query = Query(body: body, place: select.place)
            return try self.select(
                select, clauses: Clauses(query), outer: outer, isNamed: isNamed)
        case .nested(let query): return try self.query(query, outer: outer, isNamed: isNamed)
        case .values(let rows, let place): return try values(rows, place, outer)
        case .table(let name, let place):
            var select = Select(place: place)
            select.items = [.all(of: nil, aliases: [], place: place)]
            select.from = Relation(kind: .table(name), place: name.start)
            return try self.body(.select(select), outer, isNamed: isNamed)
        case .operation(let operation): return try self.operation(operation, outer)
        }
    }

    /// Translates VALUES, whose rows must have equally many columns of common types.
    ///
    /// An expression without parentheses is a row of one column. Columns have no names in Trino.
    private func values(
        _ rows: [Expression], _ place: Int, _ outer: Scope?
    ) throws(Fault) -> Output {
        let scope = Scope(.query, [], parent: outer)
        var table: [[Term]] = []
        for row in rows {
            try forbidAggregates([row], "VALUES clause")
            if case .row(let fields) = row.kind {
                table.append(try terms(fields, scope))
            } else {
                table.append([try term(row, scope)])
            }
        }
        let width = table[0].count
        try checkColumns(width, at: place)
        var columns: [Output.Column] = []
        for row in table where row.count != width { throw Self.mismatch(table[0], row, place) }
        for column in 0..<width {
            var type = TrinoType.unknown
            for row in table {
                guard let common = TrinoType.common(type, row[column].type) else {
                    throw Self.mismatch(table[0], row, place)
                }
                type = common
            }
            for index in table.indices {
                table[index][column] = coerced(table[index][column], to: type)
            }
            columns.append(
                Output.Column(
                    name: nil, sqlName: "column\(column + 1)", type: type,
                    isNullable: table.contains { $0[column].isNullable },
                    mayBeNaN: table.contains { $0[column].mayBeNaN },
                    isFinite: table.allSatisfy { $0[column].isFinite || $0[column].isNull }))
        }
        // Columns are `column1` and so on, but SQLite gives one that is just another query's column
        // the name that it has there.
        table[0] = table[0].map { term in
            var term = term
            let ends = ["\"", ".value", ".key"]
            if term.sql.hasPrefix("\""), ends.contains(where: term.sql.hasSuffix) {
                term.sql = "+\(term.sql)"
            }
            return term
        }
        let texts = table.map { "(\(SQLText.list($0)))" }
        var output = Output(
            sql: "VALUES \(texts.joined(separator: ", "))", columns: columns)
        output.isOneRow = table.count == 1
        output.isAtMostOneRow = table.count == 1
        output.isPlainSelect = true
        output.reachesOut = scope.reachesOut
        return output
    }

    /// The fault of rows of VALUES that do not fit together; only the first and the failing one are
    /// shown.
    private static func mismatch(_ first: [Term], _ row: [Term], _ place: Int) -> Fault {
        let types = [first, row].map { row in
            TrinoType.row(row.map { TrinoType.Field(name: nil, type: $0.type) }).text
        }
        return Fault(
            .typeMismatch, "Values rows have mismatched types: \(types[0]) vs \(types[1])",
            at: place)
    }

    /// Adds ORDER BY and LIMIT to a body that is not a SELECT.
    private func ordered(
        _ output: Output, _ clauses: Clauses, _ outer: Scope?
    ) throws(Fault) -> Output {
        let name = alias("u")
        let columns = output.columns.map {
            Scope.Column(name: $0.name, qualifiers: [], term: $0.term(in: name))
        }
        let scope = Scope(.query, columns, parent: outer)
        let items = columns.map { OutputItem(term: $0.term, name: $0.name, isAliased: true) }
        var keys: [String] = []
        for item in clauses.order {
            if let key = try sortKey(item, items, scope, isDistinct: false) { keys.append(key) }
        }
        var result = output
        let isPlain =
            clauses.limit?.hasTies != true
            && keys.allSatisfy { SelectParts.position($0) != nil }
            && output.isCompound
        let order = keys.isEmpty ? "" : " ORDER BY \(keys.joined(separator: ", "))"
        let list = output.columns.map { SQLText.name($0.sqlName) }.joined(separator: ", ")
        if clauses.limit?.hasTies == true {
            let rank = SQLText.name(alias("rank"))
            // A window knows no positions.
            let over = keys.map { key in
                SelectParts.position(key).map { columns[$0.number - 1].term.sql + $0.rest } ?? key
            }.joined(separator: ", ")
            let number = SQLText.name(alias("number"))
            let skipped = clauses.offset?.value ?? 0
            let last = clauses.lastRow(behind: skipped)
            result.sql = """
                SELECT \(list) FROM (SELECT *, rank() OVER (ORDER BY \(over)) AS \(rank), \
                row_number() OVER (ORDER BY \(over)) AS \(number) FROM \
                \(relation(output)) AS \(SQLText.name(name))) WHERE \
                \(rank) <= \(last) AND \(number) > \(skipped) ORDER BY \(rank)
                """
        } else if isPlain {
            result.sql = "\(output.sql)\(order)\(clauses.limitText)"
        } else {
            result.sql =
                "SELECT \(list) FROM \(relation(output)) AS \(SQLText.name(name))"
                + "\(order)\(clauses.limitText)"
        }
        result.isPlainSelect = false
        result.isCompound = false
        result.isOneRow = output.isOneRow && clauses.limitText.isEmpty
        result.isAtMostOneRow = output.isAtMostOneRow || clauses.isAtMostOne
        return result
    }
}
