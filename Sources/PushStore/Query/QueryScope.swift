/// Makes unqualified names refer to one database, for as long as it is open.
///
/// SQLite looks for such a name among temporary views first; without them it would find the
/// device's own tables. The views are dropped before the session's statements run again.
struct QueryScope {
    private let connection: Connection
    /// The quoted names of the views.
    private let names: [String]

    /// Makes one view for each table of the database; tables with a hyphen are the warehouse's own.
    init(_ connection: Connection, _ database: String) throws(StoreError) {
        self.connection = connection
        let place = WarehouseName.quoted(database)
        let find = try connection.prepare(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = ? AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%-%'
            """)
        names = try find.bind(database).rows { WarehouseName.quoted($0.text(0)) }
        let views = names.map { "CREATE TEMP VIEW \($0) AS SELECT * FROM \(place).\($0);" }
        try Self.write(connection, views.joined())
    }

    /// Drops the views.
    ///
    /// A failure is ignored: the views are temporary, and go with the connection.
    func close() {
        try? Self.write(connection, names.map { "DROP VIEW IF EXISTS temp.\($0);" }.joined())
    }

    /// Writes temporary names on a connection that is otherwise only for queries.
    ///
    /// `query_only` covers temporary tables as well, so it is lifted for these statements alone.
    private static func write(_ connection: Connection, _ sql: String) throws(StoreError) {
        guard !sql.isEmpty else { return }
        let isReader = try connection.integer("PRAGMA query_only") != 0
        if isReader { try connection.execute("PRAGMA query_only = OFF") }
        defer { if isReader { try? connection.execute("PRAGMA query_only = ON") } }
        try connection.execute(sql)
    }
}
