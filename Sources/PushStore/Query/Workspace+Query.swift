import PushModel

extension Workspace {
    /// Runs SQL that reads: one statement or several, separated by semicolons.
    ///
    /// The device's tables have plain names, those of the warehouse are called `mobile.push_events`
    /// and so on. An error carries the text and the byte offset that it is about.
    ///
    /// Nothing in it can write, load code or see the machine. Each statement reads each file as of
    /// one moment; two statements may see different ones.
    ///
    /// - Throws: `.denied`, `.interrupted`, `.timedOut`, `.tooLarge`, `.sql` and those of damaged
    ///   files.
    public func query(
        _ sql: String, options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        try writeDocuments(for: sql)
        guard options.dialect == .sqlite else {
            do throws(StoreError) {
                return try trinoQuery(sql, options: options, into: sink)
            } catch {
                throw explained(error, in: options.database)
            }
        }
        let runner = try runner(for: sql)
        guard directory == nil else {
            do throws(StoreError) { return try runner.run(sql, options, into: sink) } catch {
                throw explained(error, in: options.database)
            }
        }
        // SQLite rolls back the whole transaction of a query that runs out of memory, and the
        // private one has no journal for that.
        try runner.connection.outsideTransaction { () throws(StoreError) in
            try runner.run(sql, options, into: sink)
        }
    }

    /// Brings a private workspace's documents up to date for a query that reads a view of them.
    ///
    /// A query can only read the views by their names, or by that of a prepared statement.
    private func writeDocuments(for sql: String) throws(StoreError) {
        guard directory == nil, let documents else { return }
        let text = sql.lowercased()
        guard Self.documentWords.contains(where: text.contains) else { return }
        for (key, body) in documents() { try device.save(document: key, body) }
    }

    private static let documentWords = ["apps", "devices", "documents", "execute"]

    /// Returns the tables and views that `query` can read, the device's first, each with its
    /// columns.
    ///
    /// The device side's internal tables are left out.
    ///
    /// - Parameter isMeasured: whether to count rows and sum bytes, which reads every page of the
    ///   workspace.
    /// - Returns: the device's tables, then those of each database.
    /// - Throws: `.io` or `.damaged` if a file cannot be read.
    public func tables(isMeasured: Bool = false) throws(StoreError) -> [TableInfo] {
        var tables: [TableInfo] = []
        try eachGroup { (connection, names) throws(StoreError) in
            let isFirst = tables.isEmpty
            let catalog = Catalog(connection, isMeasured: isMeasured)
            let found: [TableInfo]
            do throws(StoreError) { found = try catalog.tables() } catch { throw traced(error) }
            tables += found.filter {
                $0.database == "main" ? isFirst : names.contains($0.database)
            }
        }
        return tables
    }
}

/// A table or view, as `tables` shows it.
public struct TableInfo: Equatable, Sendable {
    /// A column of a table.
    public struct Column: Equatable, Sendable {
        /// The name in SQL.
        public var name: String
        /// `TEXT`, `INTEGER`, `REAL`; empty for a computed column of a view.
        public var type: String
    }

    /// `main` for the device's side, else the database of the warehouse.
    public var database: String
    /// The name in SQL.
    public var name: String
    /// Whether it is a view.
    public var isView: Bool
    /// The number of rows; nil for a view, and if they were not counted.
    public var rows: Int?
    /// The size of the pages with its rows and indexes; nil for a view, and if it was not measured.
    public var bytes: Int64?
    /// The columns in their order.
    public var columns: [Column]
}

/// Reads the list of tables that a connection can see.
struct Catalog {
    private let connection: Connection
    private let isMeasured: Bool

    init(_ connection: Connection, isMeasured: Bool) {
        self.connection = connection
        self.isMeasured = isMeasured
    }

    /// Names with a hyphen are the warehouse's own, and those listed here the device's.
    func tables() throws(StoreError) -> [TableInfo] {
        let listed = try connection.statement(
            """
            SELECT schema, name, type FROM pragma_table_list
            WHERE type IN ('table', 'view') AND schema <> 'temp' AND name NOT LIKE 'sqlite_%'
              AND name NOT LIKE '%-%' AND NOT (schema = 'main' AND name IN
                ('documents', 'fact_subjects', 'pending', 'places', 'receipt_runs',
                  'recorded_facts', 'settings'))
            ORDER BY schema <> 'main', schema, type, name
            """
        ).rows { ($0.text(0), $0.text(1), $0.text(2)) }
        var tables: [TableInfo] = []
        for (schema, name, type) in listed {
            let isView = type == "view"
            let isMeasured = isMeasured && !isView
            tables.append(
                TableInfo(
                    database: schema, name: name, isView: isView,
                    rows: isMeasured ? try count(schema, name) : nil,
                    bytes: isMeasured ? size(schema, name) : nil,
                    columns: try columns(schema, name)))
        }
        return tables
    }

    /// Returns the number of rows.
    ///
    /// Retention and repair count the rows that they remove: the last row's number gives
    /// the rest.
    private func count(_ schema: String, _ name: String) throws(StoreError) -> Int {
        let place = WarehouseName.quoted(schema)
        let table = "\(place).\(WarehouseName.quoted(name))"
        guard schema != "main" else {
            let count = try connection.prepare("SELECT count(*) FROM \(table)").firstInteger()
            return Int(count ?? 0)
        }
        let count = try connection.prepare(
            """
            SELECT max(_rowid_)
              - coalesce((SELECT removed FROM \(place)."pushsh-tables" WHERE name = ?), 0)
            FROM \(table)
            """
        ).bind(name).firstInteger()
        return Int(count ?? 0)
    }

    /// Returns the size of a table and its indexes; nil if SQLite was built without `dbstat`.
    ///
    /// Pages are counted, since `dbstat` uses the main database's page size for every other one.
    private func size(_ schema: String, _ name: String) -> Int64? {
        let place = WarehouseName.quoted(schema)
        let pages = try? connection.prepare(
            """
            SELECT sum(pageno) FROM dbstat(?1) WHERE aggregate = TRUE AND name IN
              (SELECT name FROM \(place).sqlite_schema WHERE tbl_name = ?2)
            """
        ).bind(schema).bind(name).firstInteger()
        let size = try? connection.prepare("PRAGMA \(place).page_size").firstInteger()
        guard let pages, let size else { return nil }
        return pages * size
    }

    /// A column of the warehouse is declared `ANY`: its type is the label.
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
