import PushSimulation

extension Workspace {
    /// Runs SQL that reads: one statement or several, separated by semicolons.
    ///
    /// The device's tables have plain names, those of the warehouse are called `mobile.push_events`
    /// and so on. An error carries the text and the byte that it is about.
    public func query(
        _ sql: String, options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        try runner(for: sql).run(sql, options, into: sink)
    }

    /// The tables and views that `query` can read, the device's first, each with its columns.
    ///
    /// What the device's side keeps for itself is left out.
    public func tables() throws(StoreError) -> [TableInfo] {
        try Catalog(runner(for: nil).connection).tables()
    }
}

/// A table or view, as `tables` shows it.
public struct TableInfo: Equatable, Sendable {
    /// What a table's rows are made of.
    public struct Column: Equatable, Sendable {
        /// The name in SQL.
        public var name: String
        /// `TEXT`, `INTEGER`, `REAL`; empty for what a view computes.
        public var type: String
    }

    /// `main` for the device's side, else the database of the warehouse.
    public var database: String
    /// The name in SQL.
    public var name: String
    /// True for a view.
    public var isView: Bool
    /// The number of rows; nil for a view.
    public var rows: Int?
    /// The columns in their order.
    public var columns: [Column]
}

/// Reads what tables a connection can see.
struct Catalog {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func tables() throws(StoreError) -> [TableInfo] {
        let listed = try connection.statement(
            """
            SELECT schema, name, type FROM pragma_table_list
            WHERE type IN ('table', 'view') AND schema <> 'temp' AND name NOT LIKE 'sqlite_%'
              AND name NOT LIKE '%-%' AND NOT (schema = 'main' AND name IN
                ('documents', 'fact_subjects', 'receipt_runs', 'settings'))
            ORDER BY schema <> 'main', schema, type, name
            """
        ).rows { ($0.text(0), $0.text(1), $0.text(2)) }
        var tables: [TableInfo] = []
        for (schema, name, type) in listed {
            let isView = type == "view"
            tables.append(
                TableInfo(
                    database: schema, name: name, isView: isView,
                    rows: isView ? nil : try count(schema, name),
                    columns: try columns(schema, name)))
        }
        return tables
    }

    /// Rows of the warehouse are never deleted, so that the last row's number is their count.
    private func count(_ schema: String, _ name: String) throws(StoreError) -> Int {
        let expression = schema == "main" ? "count(*)" : "max(_rowid_)"
        let table = "\(WarehouseName.quoted(schema)).\(WarehouseName.quoted(name))"
        let count = try connection.prepare("SELECT \(expression) FROM \(table)").firstInteger()
        return Int(count ?? 0)
    }

    private func columns(
        _ schema: String, _ name: String
    ) throws(StoreError) -> [TableInfo.Column] {
        let columns = try connection.prepare(
            "SELECT name, type FROM pragma_table_xinfo(?, ?) ORDER BY cid"
        ).bind(name).bind(schema).rows {
            TableInfo.Column(name: $0.text(0), type: $0.text(1))
        }
        guard schema != "main" else { return columns }
        let place = WarehouseName.quoted(schema)
        let labels = try connection.prepare(
            """
            SELECT c.name, c.type FROM \(place)."pushsh-columns" AS c
            JOIN \(place)."pushsh-tables" AS t ON t.id = c.table_id WHERE t.name = ?
            """
        ).bind(name).rows { ($0.text(0), $0.text(1)) }
        return columns.map { column in
            let label = labels.first { $0.0 == column.name }?.1
            return TableInfo.Column(name: column.name, type: label ?? "")
        }
    }
}
