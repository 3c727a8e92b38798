import PushText

/// Statements that change tables.
extension Translator {
    /// Translates INSERT, CREATE TABLE, DROP TABLE, DROP VIEW and ALTER TABLE … RENAME TO.
    ///
    /// SQLite gets at most a SELECT for the rows; the caller changes the table named in the target,
    /// in steps of its own (decision 277). With IF EXISTS a statement about a missing table does
    /// nothing; whether CREATE TABLE finds its table taken, the caller sees.
    func change(_ statement: Statement) throws(Fault) -> TranslatedQuery {
        switch statement {
        case .insert(let table, let columns, let query, let place):
            return try insertion(table, columns, query, at: place)
        case .createTable(let table, let columns, let query, let isOptional):
            return try creation(table, columns, query, isOptional)
        case .defineTable(let table, let elements, let isOptional):
            return try definition(table, elements, isOptional)
        case .dropTable(let table, let isOptional):
            guard let place = try existing(table, isOptional, "dropping tables") else {
                return TranslatedQuery(sql: "", columns: [], target: .nothing("DROP TABLE"))
            }
            return TranslatedQuery(
                sql: "", columns: [],
                target: .removal(schema: place.schema, table: place.table))
        case .dropView(let view, let isMaterialized, let isOptional, let start):
            return try dropView(view, isMaterialized, isOptional, at: start)
        case .renameTable(let table, let name, let isOptional, let start):
            guard let place = try existing(table, isOptional, "renaming tables") else {
                return TranslatedQuery(sql: "", columns: [], target: .nothing("RENAME TABLE"))
            }
            let target = try renamed(place, to: name, at: start)
            return TranslatedQuery(
                sql: "", columns: [],
                target: .renaming(
                    schema: place.schema, table: place.table, to: target.table))
        default: throw Fault(.notSupported, "this is not supported", at: 0)
        }
    }

    /// Translates CREATE TABLE with the types of its columns, or LIKE another table.
    ///
    /// No column but `time` is without NULL in the warehouse, so NOT NULL is refused elsewhere.
    private func definition(
        _ table: QualifiedName, _ elements: [TableElement], _ isOptional: Bool
    ) throws(Fault) -> TranslatedQuery {
        let place = try created(table)
        var columns: [QueryColumn] = []
        func add(_ name: String, _ type: TrinoType, at start: Int, _ typeStart: Int) throws(Fault) {
            try Self.checkNew(name, columns, at: start)
            let column = QueryColumn(name: name, type: type)
            try Self.checkKept(column, typeStart)
            columns.append(column)
        }
        for element in elements {
            switch element {
            case .column(let name, let type, let isNotNull):
                try add(name.key, TrinoType(type), at: name.start, type.start)
                guard isNotNull, name.key != "time" else { continue }
                throw Fault(
                    .notSupported,
                    "Catalog '\(place.catalog)' does not support non-null column for column name "
                        + "'\(name.text)'", at: name.start, to: name.end
                ).hinting(
                    "any column but `time` may be NULL: leave NOT NULL out (with SQLAlchemy: "
                        + "`mapped_column(…, nullable=True)`, also for a primary key)")
            case .like(let other):
                let source = try resolved(other)
                let found = metadata(source.catalog).columns(of: source.table, in: source.schema)
                guard let found else { throw unknownTable(other, source) }
                for column in found {
                    try add(column.name, column.type, at: other.start, other.start)
                }
            }
        }
        return TranslatedQuery(
            sql: "", columns: columns,
            target: .definition(schema: place.schema, table: place.table, isOptional: isOptional))
    }

    /// Answers DROP VIEW as Trino does where there are no views: IF EXISTS has nothing to do.
    private func dropView(
        _ view: QualifiedName, _ isMaterialized: Bool, _ isOptional: Bool, at start: Int
    ) throws(Fault) -> TranslatedQuery {
        let kind = isMaterialized ? "Materialized view" : "View"
        let place = try resolved(view)
        let missing = "\(kind) '\(place.text)' does not exist"
        guard metadata(place.catalog).columns(of: place.table, in: place.schema) == nil else {
            throw Fault(
                .genericUserError,
                missing + ", but a table with that name exists. Did you mean DROP TABLE "
                    + "\(place.text)?", at: start)
        }
        guard isOptional else { throw Fault(.genericUserError, missing, at: start) }
        return TranslatedQuery(
            sql: "", columns: [], target: .nothing("DROP \(kind.uppercased())"))
    }

    /// Returns the place of a new table; its schema must exist.
    private func created(_ table: QualifiedName) throws(Fault) -> TablePlace {
        let place = try resolved(table)
        try checkOwn(place, "creating tables", table)
        guard catalog.tables(in: place.schema) != nil else { throw unknownTable(table, place) }
        return place
    }

    /// Returns the place of a table that exists; nil if it is missing and may be.
    private func existing(
        _ table: QualifiedName, _ isOptional: Bool, _ change: String
    ) throws(Fault) -> TablePlace? {
        let place = try resolved(table)
        try checkOwn(place, change, table)
        if catalog.tables(in: place.schema)?.contains(place.table) == true { return place }
        guard isOptional else { throw unknownTable(table, place) }
        return nil
    }

    /// Refuses to change what describes the tables.
    private func checkOwn(
        _ place: TablePlace, _ change: String, _ table: QualifiedName
    ) throws(Fault) {
        guard metadata(place.catalog).describes(place.schema) else { return }
        throw Fault(
            .notSupported, "This connector does not support \(change)", at: table.start,
            to: table.end
        ).hinting("`\(place.schema)` describes the other tables")
    }

    /// Returns the new name of a table: a catalog and schema that it leaves out stay.
    private func renamed(
        _ place: TablePlace, to name: QualifiedName, at start: Int
    ) throws(Fault) -> TablePlace {
        let full = name.parts.count == 1 ? place : try resolved(name)
        let target = TablePlace(
            catalog: full.catalog, schema: full.schema, table: name.last.key)
        let metadata = metadata(target.catalog)
        guard !metadata.describes(target.schema), let tables = metadata.tables(in: target.schema)
        else { throw unknownTable(name, target) }
        guard !tables.contains(target.table) else {
            throw Fault(
                .tableAlreadyExists, "Target table '\(target.text)' already exists", at: start)
        }
        guard target.schema == place.schema else {
            throw Fault(
                .notSupported, "Table rename across schemas is not supported", at: name.start,
                to: name.end
            ).hinting("CREATE TABLE AS in the other schema, and DROP TABLE here")
        }
        return target
    }

    /// Translates CREATE TABLE AS: the columns are the query's, which must all have names and
    /// types.
    private func creation(
        _ table: QualifiedName, _ names: [Name]?, _ query: Query, _ isOptional: Bool
    ) throws(Fault) -> TranslatedQuery {
        let place = try created(table)
        var output = try self.query(query, outer: nil, isNamed: true)
        output.columns = try renamed(output.columns, names, table.last)
        var columns: [QueryColumn] = []
        for (index, column) in output.columns.enumerated() {
            guard let name = column.name else {
                throw Fault(
                    .missingColumnName,
                    "Column name not specified at position \(index + 1)", at: query.place)
            }
            guard column.type != .unknown else {
                throw Fault(
                    .columnTypeUnknown, "Column type is unknown: \(name)", at: query.place
                ).hinting("CAST(NULL AS varchar) has a type")
            }
            try Self.checkNew(name.lowercased(), columns, at: query.place)
            columns.append(QueryColumn(name: name.lowercased(), type: column.type))
            try Self.checkKept(columns[index], query.place)
        }
        return TranslatedQuery(
            sql: output.sql, columns: columns,
            target: .creation(
                schema: place.schema, table: place.table, isOptional: isOptional))
    }

    /// Refuses a second column of the same name; names are compared in lower case.
    private static func checkNew(
        _ name: String, _ columns: [QueryColumn], at place: Int
    ) throws(Fault) {
        guard columns.contains(where: { $0.name == name }) else { return }
        throw Fault(
            .duplicateColumnName, "Column name '\(name)' specified more than once", at: place)
    }

    /// Refuses a type that the warehouse does not keep: its columns are whole numbers, doubles and
    /// texts, like Treasure Data's.
    private static func checkKept(_ column: QueryColumn, _ place: Int) throws(Fault) {
        switch column.type {
        case .tinyint, .smallint, .integer, .bigint, .real, .double, .varchar, .char:
            guard let fault = column.timeFault else { return }
            throw Fault(.typeMismatch, fault, at: place)
                .hinting("td_time_parse makes them of texts")
        default:
            throw Fault(
                .notSupported,
                "column '\(column.name)' of type \(column.type.text) is not supported",
                at: place
            ).hinting("the warehouse keeps bigint, double and varchar: CAST it to one of them")
        }
    }

    /// Translates INSERT: the query's columns by position, cast to those of the table, where a
    /// value that is too large fails.
    ///
    /// Without a list of columns all of the table's are meant, in their order, or all but `time` if
    /// the query has one less (decision 897). Throws TYPE_MISMATCH if there are more or fewer, or
    /// one has no type in common with the table's; like the faults of the list, at the statement
    /// itself.
    private func insertion(
        _ table: QualifiedName, _ names: [Name]?, _ query: Query, at place: Int
    ) throws(Fault) -> TranslatedQuery {
        let target = try resolved(table)
        try checkOwn(target, "inserts", table)
        guard let columns = catalog.columns(of: target.table, in: target.schema) else {
            throw unknownTable(table, target)
        }
        var chosen: [TrinoColumn] = []
        for name in names ?? [] {
            guard let column = columns.first(where: { $0.name.lowercased() == name.key }) else {
                throw Fault(
                    .columnNotFound,
                    "Insert column name does not exist in target table: \(name.key)", at: place
                ).hinting(Suggestion.hint(name.text, among: columns.map(\.name)))
            }
            guard !chosen.contains(where: { $0.name == column.name }) else {
                throw Fault(
                    .duplicateColumnName,
                    "Insert column name is specified more than once: \(name.key)", at: place)
            }
            chosen.append(column)
        }
        let output = try self.query(query, outer: nil, isNamed: true)
        if names == nil {
            let isWithoutTime = output.columns.count == columns.count - 1
            chosen = isWithoutTime ? columns.filter { $0.name != "time" } : columns
        }
        let types = output.columns.map(\.type.text).joined(separator: ", ")
        let isFitting =
            output.columns.count == chosen.count
            && zip(output.columns, chosen).allSatisfy { TrinoType.common($0.type, $1.type) != nil }
        guard isFitting else {
            let expected = chosen.map(\.type.text).joined(separator: ", ")
            throw Fault(
                .typeMismatch,
                "Insert query has mismatched column types: Table: [\(expected)], Query: [\(types)]",
                at: place)
        }
        var result = output
        let alias = alias("rows")
        let items = zip(output.columns, chosen).map {
            "\(converted($0.term(in: alias), to: $1.type).sql) AS \(SQLText.name($1.name))"
        }
        result.sql =
            "SELECT \(items.joined(separator: ", ")) FROM (\(output.sql)) AS \(SQLText.name(alias))"
        result.columns = chosen.map {
            Output.Column(name: $0.name, sqlName: $0.name, type: $0.type)
        }
        return translated(
            result,
            .insertion(
                schema: target.schema, table: target.table, columns: chosen.map(\.name)))
    }
}
