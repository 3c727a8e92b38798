import PushModel
import PushSQL

extension Workspace {
    /// Runs a query, and stores its result in one transaction.
    ///
    /// Values of types that the warehouse lacks become the text that results show.
    func export(
        _ query: TranslatedQuery, to export: ResultTarget, of sql: String,
        _ options: QueryOptions, _ runner: QueryRunner, into sink: TypedSink
    ) throws(StoreError) {
        try requireWritable()
        try Self.check(query.columns)
        let file = try RowFile()
        let both = ExportSink(file, sink)
        try run(query, of: sql, options, runner, into: both)
        if let failure = both.failure { throw failure }
        try file.finish()
        let columns = query.columns.map { (name: $0.name.lowercased(), type: Self.type($0)) }
        try warehouse.store(file, columns, in: export, options)
    }

    /// Refuses columns that no table can have.
    private static func check(_ columns: [QueryColumn]) throws(StoreError) {
        var seen: Set<String> = []
        for column in columns {
            let name = column.name.lowercased()
            guard ColumnName.isValid(name) else {
                throw Warehouse.badName(column.name, "column")
            }
            guard seen.insert(name).inserted else {
                throw StoreError(.name, "two columns of the result have the name `\(name)`")
            }
            if let fault = column.timeFault { throw StoreError(.name, fault) }
        }
    }

    private static func type(_ column: QueryColumn) -> ColumnType {
        switch column.type {
        case .tinyint, .smallint, .integer, .bigint: .integer
        case .real, .double: .real
        default: .text
        }
    }
}

/// Passes rows to a file and to another sink.
private final class ExportSink: RowSink {
    private let file: RowFile
    private let sink: TypedSink
    private(set) var failure: StoreError?

    init(_ file: RowFile, _ sink: TypedSink) {
        self.file = file
        self.sink = sink
    }

    func columns(_ names: [String]) { sink.columns(names) }

    func end() { sink.end() }

    func row(_ cells: [Cell]) -> Bool {
        do throws(StoreError) {
            try file.append(sink.kept(cells))
            return sink.row(cells)
        } catch {
            failure = error
            return false
        }
    }
}

extension Warehouse {
    /// Stores the rows of a result, each column by its name.
    fileprivate func store(
        _ rows: RowFile, _ columns: [(name: String, type: ColumnType)], in export: ResultTarget,
        _ options: QueryOptions
    ) throws(StoreError) {
        guard WarehouseName.isTable(export.table) else { throw Self.badName(export.table, "table") }
        try change(export.database) { (found) throws(StoreError) in
            if export.mode == .replace { _ = try found.deleteTable(export.table) }
            try found.createTable(export.table, columns: [], at: options.now)
            let own = columns.filter { $0.name != "time" }
            try found.table(export.table)?.addColumns(own.map { ($0.name, $0.type.schemaName) })
            try found.append(rows, to: export.table, columns.map(\.name), options)
        }
    }
}

extension ColumnType {
    /// Treasure Data's name for the type.
    fileprivate var schemaName: String {
        switch self {
        case .text: "string"
        case .integer: "long"
        case .real: "double"
        }
    }
}
