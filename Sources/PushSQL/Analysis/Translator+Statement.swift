/// Statements that are not queries.
extension Translator {
    /// Translates a statement of any kind.
    ///
    /// EXPLAIN shows SQLite's text; EXPLAIN (TYPE VALIDATE) answers `true`, and is otherwise a
    /// query that is translated and not run.
    func statement(_ statement: Statement) throws(Fault) -> TranslatedQuery {
        switch statement {
        case .query(let query):
            return translated(try self.query(query, outer: nil, isNamed: false), .result)
        case .explain(let query):
            return translated(try self.query(query, outer: nil, isNamed: false), .explanation)
        case .validate(let query):
            _ = try self.query(query, outer: nil, isNamed: false)
            return TranslatedQuery(
                sql: "SELECT 1", columns: [QueryColumn(name: "Valid", type: .boolean)],
                target: .result)
        case .insert, .createTable, .defineTable, .dropTable, .renameTable:
            return try change(statement)
        default: return try listing(statement)
        }
    }

    /// Makes the answer of a query; columns without a name are `_col0` and so on, by position.
    func translated(
        _ output: Output, _ target: TranslatedQuery.Target
    ) -> TranslatedQuery {
        let columns = output.columns.enumerated().map { index, column in
            QueryColumn(
                name: column.name ?? "_col\(index)", type: column.type,
                isAliased: column.isAliased, origin: column.origin)
        }
        return TranslatedQuery(sql: output.sql, columns: columns, target: target)
    }

    /// Translates SHOW and DESCRIBE: their rows are known here and written as VALUES.
    private func listing(_ statement: Statement) throws(Fault) -> TranslatedQuery {
        switch statement {
        case .showTables(let schema, let like, let place):
            guard let name = schema?.last.key ?? catalog.defaultSchema else {
                throw Fault(
                    .missingSchemaName,
                    "Schema must be specified when session schema is not set", at: place)
            }
            let named = schema.flatMap { $0.parts.count > 1 ? $0.parts[0] : nil }
            let metadata = metadata(try catalogName(named, "does not exist", at: place))
            guard let tables = metadata.tables(in: name) else {
                throw Fault(.schemaNotFound, "Schema '\(name)' does not exist", at: place)
            }
            return rows(["Table"], tables.sorted().filter { matches($0, like) }.map { [$0] })
        case .showSchemas(let named, let like, let place):
            let label = try catalogName(named, "does not exist", at: place)
            let schemas = metadata(label).schemas.sorted()
            return rows(["Schema"], schemas.filter { matches($0, like) }.map { [$0] })
        case .showCatalogs:
            return rows(["Catalog"], [[MetadataTables.system], [catalog.name]])
        case .showFunctions(let like):
            let functions = FunctionTable.functions.sorted { $0.name < $1.name }
            let list = functions.filter { matches($0.name, like) }.flatMap { function in
                function.forms.map {
                    [function.name, $0, function.kind.rawValue, function.summary]
                }
            }
            return rows(["Function", "Signature", "Function Type", "Description"], list)
        case .showColumns(let table, let like):
            let place = try resolved(table)
            let metadata = metadata(place.catalog)
            guard let columns = metadata.columns(of: place.table, in: place.schema) else {
                throw unknownTable(table, place)
            }
            let list = columns.filter { matches($0.name, like) }.map {
                [$0.name, $0.type.text, "", ""]
            }
            return rows(["Column", "Type", "Extra", "Comment"], list)
        default: return rows([], [])
        }
    }

    /// Whether a name matches the pattern of LIKE; without one every name does.
    private func matches(_ name: String, _ pattern: String?) -> Bool {
        guard let pattern else { return true }
        return LikePattern.matches(
            Array(name.unicodeScalars), Array(pattern.unicodeScalars))
    }

    /// Returns rows of texts that are known at translation time.
    private func rows(_ names: [String], _ rows: [[String]]) -> TranslatedQuery {
        let columns = names.map { QueryColumn(name: $0, type: .varchar(nil)) }
        let list = rows.map { row in
            "(\(row.map { SQLText.string($0) }.joined(separator: ", ")))"
        }
        let nothing = "SELECT \(names.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0"
        let sql = list.isEmpty ? nothing : "VALUES \(list.joined(separator: ", "))"
        return TranslatedQuery(sql: sql, columns: columns, target: .result)
    }
}
