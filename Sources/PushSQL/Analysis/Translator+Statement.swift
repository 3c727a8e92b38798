/// Statements that are not queries.
extension Translator {
    /// Translates a statement of any kind.
    func statement(_ statement: Statement) throws(Fault) -> TranslatedQuery {
        switch statement {
        case .query(let query):
            return translated(try self.query(query, outer: nil, isNamed: false), .result)
        case .explain(let explained, let question, let place):
            return try explanation(of: explained, question, at: place)
        case .insert, .createTable, .defineTable, .dropTable, .dropView, .renameTable:
            return try change(statement)
        case .createSchema, .dropSchema: return try schemaChange(statement)
        default: return try listing(statement)
        }
    }

    /// Makes the answer of a query; columns without a name are `_col0` and so on, by position.
    func translated(
        _ output: Output, _ target: TranslatedQuery.Target
    ) -> TranslatedQuery {
        let columns = output.columns.enumerated().map { index, column in
            var answer = QueryColumn(
                name: column.name ?? "_col\(index)", type: column.type,
                isAliased: column.isAliased, origin: column.origin)
            answer.claims = QueryColumn.Claims(
                isNullable: column.isNullable, mayBeNaN: column.mayBeNaN,
                isFinite: column.isFinite, bounds: column.bounds)
            return answer
        }
        return TranslatedQuery(sql: output.sql, columns: columns, target: target)
    }

    /// Translates SHOW and DESCRIBE: their rows are known here and written as VALUES.
    private func listing(_ statement: Statement) throws(Fault) -> TranslatedQuery {
        switch statement {
        case .showTables(let schema, let like, let place):
            let tables = try tables(of: schema, at: place)
            return rows(["Table"], tables.sorted().filter { matches($0, like) }.map { [$0] })
        case .showSchemas(let named, let like, let place):
            let label = try catalogName(named, "does not exist", at: place)
            let schemas = metadata(label).schemas.sorted()
            return rows(["Schema"], schemas.filter { matches($0, like) }.map { [$0] })
        case .showCatalogs(let like):
            let names = [MetadataTables.system, catalog.name]
            return rows(["Catalog"], names.filter { matches($0, like) }.map { [$0] })
        case .showFunctions(let schema?, _, let place):
            _ = try tables(of: schema, at: place)
            // Functions of a schema are those that somebody made there.
            return functions([])
        case .showFunctions(nil, let like, _):
            return functions(FunctionTable.functions.filter { matches($0.name, like) })
        case .showCreateTable(let table): return try definition(of: table)
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

    /// Returns the names of a schema's tables; nil means the session's schema.
    private func tables(of schema: QualifiedName?, at place: Int) throws(Fault) -> [String] {
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
        return tables
    }

    /// Returns the answer of SHOW FUNCTIONS, in Trino's order: programs read it by position.
    private func functions(_ functions: [TrinoFunction]) -> TranslatedQuery {
        let list = functions.flatMap { function in
            function.callForms.map { form in
                let isDeterministic = !FunctionTable.drawing.contains(function.name)
                return [
                    function.name, form.result, form.arguments, function.kind.rawValue,
                    isDeterministic ? "1" : "0", function.summary,
                ]
            }
        }.sorted { $0.lexicographicallyPrecedes($1) }
        let names = [
            "Function", "Return Type", "Argument Types", "Function Type", "Deterministic",
            "Description",
        ]
        return rows(names, list, truth: 4)
    }

    /// Returns the answer of SHOW CREATE TABLE, as Trino lays it out; CREATE TABLE takes it.
    private func definition(of table: QualifiedName) throws(Fault) -> TranslatedQuery {
        let place = try resolved(table)
        guard let columns = metadata(place.catalog).columns(of: place.table, in: place.schema)
        else { throw unknownTable(table, place) }
        let name = [place.catalog, place.schema, place.table].map { TrinoType.quoted($0) }
        let list = columns.map { "   \(TrinoType.quoted($0.name)) \($0.type.text)" }
        let text = """
            CREATE TABLE \(name.joined(separator: ".")) (
            \(list.joined(separator: ",\n"))
            )
            """
        return rows(["Create Table"], [[text]])
    }

    /// Whether a name matches the pattern of LIKE; without one every name does.
    private func matches(_ name: String, _ pattern: NamePattern?) -> Bool {
        pattern?.matches(name) ?? true
    }

    /// Returns rows that are known at translation time: of texts, but for the column of truth
    /// values whose index is `truth`, if there is one.
    func rows(
        _ names: [String], _ rows: [[String]], truth: Int? = nil
    ) -> TranslatedQuery {
        let columns = names.enumerated().map { index, name in
            QueryColumn(name: name, type: index == truth ? .boolean : .varchar(nil))
        }
        let list = rows.map { row in
            let cells = row.enumerated().map { $0 == truth ? $1 : SQLText.string($1) }
            return "(\(cells.joined(separator: ", ")))"
        }
        let nothing = "SELECT \(names.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0"
        let sql = list.isEmpty ? nothing : "VALUES \(list.joined(separator: ", "))"
        return TranslatedQuery(sql: sql, columns: columns, target: .result)
    }
}
