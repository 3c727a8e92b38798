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
                sql: "SELECT 1", columns: [ResultColumn(name: "Valid", type: .boolean)],
                target: .result)
        case .insert, .createTable, .defineTable, .dropTable: return try change(statement)
        default: return try listing(statement)
        }
    }

    /// Makes the answer of a query; columns without a name are `_col0` and so on, by position.
    func translated(
        _ output: Output, _ target: TranslatedQuery.Target
    ) -> TranslatedQuery {
        let columns = output.columns.enumerated().map { index, column in
            ResultColumn(
                name: column.name ?? "_col\(index)", type: column.type,
                isAliased: column.isAliased)
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
            if let schema, schema.parts.count > 1 { try checkCatalog(schema.parts[0], place) }
            guard let tables = catalog.tables(in: name) else {
                throw Fault(.schemaNotFound, "Schema '\(name)' does not exist", at: place)
            }
            return rows(["Table"], tables.sorted().filter { matches($0, like) }.map { [$0] })
        case .showSchemas(let catalogName, let like, let place):
            if let catalogName { try checkCatalog(catalogName, place) }
            let schemas = (catalog.schemas() + ["information_schema"]).sorted()
            return rows(["Schema"], schemas.filter { matches($0, like) }.map { [$0] })
        case .showCatalogs: return rows(["Catalog"], [["system"], [catalog.name]])
        case .showFunctions(let like):
            let functions = FunctionTable.functions.sorted { $0.name < $1.name }
            let list = functions.filter { matches($0.name, like) }.flatMap { function in
                function.forms.map {
                    [function.name, $0, function.kind.rawValue, function.summary]
                }
            }
            return rows(["Function", "Signature", "Function Type", "Description"], list)
        case .showColumns(let table, let like):
            let (schema, name) = try resolved(table)
            guard let columns = catalog.columns(of: name, in: schema) else {
                throw unknownTable(table, schema, name)
            }
            let list = columns.filter { matches($0.name, like) }.map {
                [$0.name, $0.type.text, "", ""]
            }
            return rows(["Column", "Type", "Extra", "Comment"], list)
        default: return rows([], [])
        }
    }

    /// Refuses another catalog than that of the tables: `system` is not listed.
    private func checkCatalog(_ name: Name, _ place: Int) throws(Fault) {
        guard name.key != "system" else {
            throw Fault(.notSupported, "SHOW of the catalog system is not supported", at: place)
                .hinting("in `system` there are \(Self.systemTables.joined(separator: ", "))")
        }
        guard name.key != catalog.name else { return }
        throw Fault(.catalogNotFound, "Catalog '\(name.key)' does not exist", at: place)
            .hinting("the catalog is `\(catalog.name)`")
    }

    /// Whether a name matches the pattern of LIKE; without one every name does.
    private func matches(_ name: String, _ pattern: String?) -> Bool {
        guard let pattern else { return true }
        return LikePattern.matches(
            Array(name.unicodeScalars), Array(pattern.unicodeScalars))
    }

    /// Returns rows of texts that are known at translation time.
    private func rows(_ names: [String], _ rows: [[String]]) -> TranslatedQuery {
        let columns = names.map { ResultColumn(name: $0, type: .varchar(nil)) }
        let list = rows.map { row in
            "(\(row.map { SQLText.string($0) }.joined(separator: ", ")))"
        }
        let nothing = "SELECT \(names.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0"
        let sql = list.isEmpty ? nothing : "VALUES \(list.joined(separator: ", "))"
        return TranslatedQuery(sql: sql, columns: columns, target: .result)
    }

    /// Returns the tables of information_schema, as they are at translation time.
    func informationSchema(_ table: QualifiedName, _ alias: String) throws(Fault) -> Source {
        var names: [String] = []
        var list: [[String?]] = []
        var hidden: Set<String> = []
        switch table.last.key {
        case "tables":
            names = ["table_catalog", "table_schema", "table_name", "table_type"]
            for schema in catalog.schemas() {
                for table in catalog.tables(in: schema) ?? [] {
                    list.append([catalog.name, schema, table, "BASE TABLE"])
                }
            }
        case "schemata":
            names = ["catalog_name", "schema_name"]
            list = catalog.schemas().map { [catalog.name, $0] }
        case "columns":
            names = [
                "table_catalog", "table_schema", "table_name", "column_name", "ordinal_position",
                "column_default", "is_nullable", "data_type", "comment", "extra_info",
            ]
            hidden = ["comment", "extra_info"]
            for schema in catalog.schemas() {
                for table in catalog.tables(in: schema) ?? [] {
                    for (index, column) in (catalog.columns(of: table, in: schema) ?? [])
                        .enumerated()
                    {
                        list.append([
                            catalog.name, schema, table, column.name, "\(index + 1)", nil, "YES",
                            column.type.text, nil, nil,
                        ])
                    }
                }
            }
        case "views":
            names = ["table_catalog", "table_schema", "table_name", "view_definition"]
        default:
            throw Fault(
                .tableNotFound, "Table '\(catalog.name).\(table.key)' does not exist",
                at: table.start, to: table.end
            ).hinting("there are tables, columns, schemata and views")
        }
        var source = fixed(names, list, self.alias(alias), table.last.key)
        for index in names.indices where hidden.contains(names[index]) {
            source.columns[index].isHidden = true
        }
        return source
    }

    /// Makes a relation of `information_schema`; nil is NULL, and all columns but the position are
    /// texts.
    private func fixed(
        _ names: [String], _ rows: [[String?]], _ alias: String, _ table: String
    ) -> Source {
        let texts = rows.map { row in
            let cells = zip(names, row).map { name, cell in
                cell.map { name == "ordinal_position" ? $0 : SQLText.string($0) } ?? "NULL"
            }
            return "(\(cells.joined(separator: ", ")))"
        }
        let nothing = "SELECT \(names.map { "NULL AS \($0)" }.joined(separator: ", ")) WHERE 0"
        let body =
            texts.isEmpty ? nothing : "\(nothing) UNION ALL VALUES \(texts.joined(separator: ", "))"
        let columns = names.map { name in
            Scope.Column(
                name: name, qualifiers: [catalog.name, "information_schema", table],
                term: Term(
                    "\(SQLText.name(alias)).\(SQLText.name(name))",
                    name == "ordinal_position" ? .bigint : .varchar(nil)))
        }
        return Source(sql: "(\(body)) AS \(SQLText.name(alias))", columns: columns)
    }
}
