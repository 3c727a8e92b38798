import PushModel
import PushSQL

/// Statements that create, fill and drop tables of the warehouse, or create and drop its databases.
///
/// A query's rows are first gathered in a nameless file, and then stored in one transaction: nobody
/// waits for the warehouse's lock while the query runs, and however the process ends, all of it is
/// stored or nothing.
extension Workspace {
    /// Carries out a translated statement that is no query.
    ///
    /// - Throws: `.denied` where queries only read, Trino's `TABLE_ALREADY_EXISTS`, and the
    ///   warehouse's errors; nothing is stored then.
    func change(
        _ query: TranslatedQuery, of sql: String, _ options: QueryOptions, _ runner: QueryRunner,
        into sink: RowSink
    ) throws(StoreError) {
        guard options.mayWrite else {
            throw StoreError(
                .denied, "`query` only reads",
                hint: "jobs of `serve --api` and clients of `serve --trino` run it", sql: sql)
        }
        try requireWritable()
        switch query.target {
        case .insertion(let schema, let table, let columns):
            let rows = try gathered(query, of: sql, options, runner)
            let count = try warehouse.append(
                rows, to: table, columns, database: schema, options)
            Self.tell("INSERT", count, query, sink)
        case .creation(let schema, let table, let isOptional):
            try create(query, (schema, table), isOptional, sql, options, runner, into: sink)
        case .definition(let schema, let table, let isOptional):
            let isMade = try warehouse.make(
                table, Self.kept(query.columns), database: schema, at: options.now)
            guard isMade || isOptional else { throw Self.exists(schema, table, options, sql) }
            sink.changed(TableChange(kind: "CREATE TABLE", count: nil))
        case .removal(let schema, let table):
            try warehouse.deleteTable(table, database: schema)
            sink.changed(TableChange(kind: "DROP TABLE", count: nil))
        case .renaming(let schema, let table, let name):
            guard try warehouse.renameTable(table, to: name, database: schema) else {
                throw Self.exists(schema, name, options, sql, "Target table")
            }
            sink.changed(TableChange(kind: "RENAME TABLE", count: nil))
        case .schemaCreation(let name, let isOptional):
            let isMade = try warehouse.createDatabase(name, at: options.now)
            guard isMade || isOptional else {
                let full = "\(WarehouseTrinoCatalog.name(options)).\(name)"
                throw Self.taken(.schemaAlreadyExists, "Schema", full, sql)
            }
            sink.changed(TableChange(kind: "CREATE SCHEMA", count: nil))
        case .schemaRemoval(let name):
            try warehouse.deleteDatabase(name)
            sink.changed(TableChange(kind: "DROP SCHEMA", count: nil))
        case .nothing(let kind): sink.changed(TableChange(kind: kind, count: nil))
        case .result, .explanation, .analysis: return
        }
    }

    private func create(
        _ query: TranslatedQuery, _ place: (schema: String, table: String), _ isOptional: Bool,
        _ sql: String, _ options: QueryOptions, _ runner: QueryRunner, into sink: RowSink
    ) throws(StoreError) {
        let isThere = try warehouse.existing(place.schema).isTaken(place.table)
        if isThere {
            guard isOptional else { throw Self.exists(place.schema, place.table, options, sql) }
            return Self.tell("CREATE TABLE", 0, query, sink)
        }
        let columns = try Self.kept(query.columns)
        let rows = try gathered(query, of: sql, options, runner)
        let count = try warehouse.make(
            place.table, columns, of: rows, database: place.schema, options)
        guard let count else { throw Self.exists(place.schema, place.table, options, sql) }
        Self.tell("CREATE TABLE", count, query, sink)
    }

    /// Runs the query and keeps its rows, before anything in the warehouse is locked.
    private func gathered(
        _ query: TranslatedQuery, of sql: String, _ options: QueryOptions, _ runner: QueryRunner
    ) throws(StoreError) -> RowFile {
        let file = try RowFile()
        let sink = RowFileSink(file)
        try run(query, of: sql, options, runner, into: sink)
        if let failure = sink.failure { throw failure }
        try file.finish()
        return file
    }

    /// Reports the change, and returns the number of rows as Trino does.
    private static func tell(
        _ kind: String, _ count: Int, _ query: TranslatedQuery, _ sink: RowSink
    ) {
        sink.changed(TableChange(kind: kind, count: count))
        sink.columns(query.answerColumns)
        _ = sink.row([.integer(Int64(count))])
        sink.end()
    }

    /// The message has the table's full name, as Trino writes it.
    private static func exists(
        _ schema: String, _ table: String, _ options: QueryOptions, _ sql: String,
        _ what: String = "Table"
    ) -> StoreError {
        let catalog = WarehouseTrinoCatalog.name(options)
        return taken(.tableAlreadyExists, what, "\(catalog).\(schema).\(table)", sql)
    }

    private static func taken(
        _ code: TrinoErrorCode, _ what: String, _ name: String, _ sql: String
    ) -> StoreError {
        let message = "\(what) '\(name)' already exists"
        var error = StoreError(.sql, "\(code.rawValue): \(message)", sql: sql)
        error.trino = TrinoFailure(name: code.rawValue, number: code.number, message: message)
        return error
    }

    /// Returns the columns as the warehouse labels them.
    private static func kept(
        _ columns: [QueryColumn]
    ) throws(StoreError) -> [(name: String, type: ColumnType)] {
        for column in columns where !ColumnName.isValid(column.name) {
            throw Warehouse.badName(column.name, "column")
        }
        return columns.map { column in
            switch column.type {
            case .tinyint, .smallint, .integer, .bigint: (column.name, .integer)
            case .real, .double: (column.name, .real)
            default: (column.name, .text)
            }
        }
    }
}

/// Passes the rows of a query to a file.
private final class RowFileSink: RowSink {
    private let file: RowFile
    /// The reason why a row was not kept, which a sink cannot throw.
    private(set) var failure: StoreError?

    init(_ file: RowFile) { self.file = file }

    func columns(_ names: [String]) {}

    func row(_ cells: [Cell]) -> Bool {
        do throws(StoreError) {
            try file.append(cells)
            return true
        } catch {
            failure = error
            return false
        }
    }
}
