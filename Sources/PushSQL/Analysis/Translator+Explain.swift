import PushText

/// EXPLAIN.
extension Translator {
    /// Answers what EXPLAIN asks about a statement; only with ANALYZE it runs.
    func explanation(
        of statement: Statement, _ question: Explanation, at place: Int
    ) throws(Fault) -> TranslatedQuery {
        let query = try self.statement(statement)
        switch question {
        case .validity:
            return TranslatedQuery(
                sql: "SELECT 1", columns: [QueryColumn(name: "Valid", type: .boolean)],
                target: .result)
        case .tables:
            return rows([TranslatedQuery.plan], [[tables(of: query).pretty(indent: 2)]])
        case .text:
            guard !query.sql.isEmpty else {
                throw Fault(
                    .notSupported, "EXPLAIN of a statement without a query is not supported",
                    at: place
                ).hinting("SQLite gets no text for it; EXPLAIN (TYPE VALIDATE) checks it")
            }
            return TranslatedQuery(sql: query.sql, columns: query.columns, target: .explanation)
        case .run(let isVerbose):
            guard query.target == .result else {
                throw Fault(
                    .notSupported, "EXPLAIN ANALYZE runs queries only", at: place
                ).hinting("it would change a table; EXPLAIN shows what SQLite gets")
            }
            return TranslatedQuery(
                sql: query.sql, columns: query.columns, target: .analysis(isVerbose: isVerbose))
        }
    }

    /// Returns Trino's answer to TYPE IO: the tables that were read, and the one that is filled.
    ///
    /// Trino lists the conditions that its connector takes over, of which there are none, and
    /// estimates from statistics, without which it writes NaN.
    private func tables(of query: TranslatedQuery) -> JSON {
        let estimates: JSON = .object(
            ["outputRowCount", "outputSizeInBytes", "cpuCost", "maxMemory", "networkCost"].map {
                JSON.Member(key: $0, value: "NaN")
            })
        let inputs = tablesRead.map { place -> JSON in
            [
                "table": Self.json(place.catalog, place.schema, place.table),
                "constraint": ["none": false, "columnConstraints": []], "estimate": estimates,
            ]
        }
        var members: [JSON.Member] = [
            .init(key: "inputTableColumnInfos", value: .array(inputs))
        ]
        switch query.target {
        case .insertion(let schema, let table, _), .creation(let schema, let table, _):
            members.append(
                .init(key: "outputTable", value: Self.json(catalog.name, schema, table)))
        default: break
        }
        members.append(.init(key: "estimate", value: estimates))
        return .object(members)
    }

    private static func json(_ catalog: String, _ schema: String, _ table: String) -> JSON {
        [
            "catalog": .string(catalog),
            "schemaTable": ["schema": .string(schema), "table": .string(table)],
        ]
    }
}
