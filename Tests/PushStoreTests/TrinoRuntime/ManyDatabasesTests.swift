import Foundation
import PushModel
import PushSQL
import Testing

@testable import PushStore

/// TD-11: more databases than SQLite attaches at the same time.
@Suite struct ManyDatabasesTests {
    private let place = TemporaryDirectory()
    private let workspace: Workspace
    private static let names = (10..<24).map { "base_\($0)" }

    init() throws {
        workspace = try Workspace.open(directory: place.path)
        let warehouse = try workspace.warehouse
        warehouse.createsMissing = true
        for (number, name) in Self.names.enumerated() {
            _ = try warehouse.insert(
                database: name, table: "sold", records: [["n": .int(number)]], uuids: [nil],
                receivedAt: 1)
        }
    }

    private func ask(
        _ sql: String, isLocal: Bool = false, in database: String? = nil,
        _ change: (inout QueryOptions) -> Void = { _ in }
    ) throws -> [[Cell]] {
        var options = QueryOptions(now: 0)
        options.dialect = .trino
        options.isLocal = isLocal
        options.database = database
        change(&options)
        let sink = RowCollector()
        try workspace.query(sql, options: options, into: sink)
        return sink.rows
    }

    private static let lists = [
        "SELECT DISTINCT table_schema FROM information_schema.tables",
        "SELECT table_schema FROM information_schema.columns WHERE column_name = 'n'",
        "SELECT table_schem FROM system.jdbc.tables WHERE table_name = 'sold'",
        "SELECT table_schem FROM system.jdbc.columns WHERE column_name = 'n'",
        "SELECT schema_name FROM system.metadata.table_comments WHERE table_name = 'sold'",
    ]

    @Test(arguments: lists) func `lists have the tables of all databases, whatever was read`(
        sql: String
    ) throws {
        for database in ["base_12", "base_20", "mobile"] {
            let found = try ask(sql, isLocal: true).map { $0[0] }
            #expect(Self.names.allSatisfy { found.contains(.text($0)) }, "\(database)")
            _ = try? ask("SELECT n FROM sold", in: database)
        }
    }

    @Test func `names in a text are no tables to read`() throws {
        let list = Self.names.map { "'\($0)'" }.joined(separator: ", ")
        let counted = """
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema IN (\(list)) -- base_10 base_11
            """
        #expect(try ask(counted) == [[.integer(14)]])
        let read = "SELECT n FROM base_23.sold WHERE 'x' IN (\(list), 'x')"
        #expect(try ask(read) == [[.integer(13)]])
    }

    @Test func `what is listed and what is read can be in one statement`() throws {
        let sql = """
            SELECT t.table_schema, s.n FROM information_schema.tables AS t
            JOIN base_21.sold AS s ON t.table_name = 'sold' AND t.table_schema = 'base_11'
            """
        #expect(try ask(sql) == [[.text("base_11"), .integer(11)]])
        #expect(try ask("SELECT n FROM sold", in: "base_22") == [[.integer(12)]])
        #expect(try ask("DESCRIBE base_19.sold").map { $0[0] } == [.text("time"), .text("n")])
        #expect(try ask("SHOW TABLES FROM base_18") == [[.text("sold")]])
    }

    @Test func `ten databases are read at once, and one more is refused`() throws {
        func sum(_ count: Int) -> String {
            Self.names.prefix(count).map { "SELECT n FROM \($0).sold" }
                .joined(separator: " UNION ALL ")
        }
        #expect(try ask("SELECT sum(n) FROM (\(sum(10)))") == [[.integer(45)]])
        let error = failure { _ = try ask(sum(11)) }
        #expect(error?.code == .limit)
        #expect(error?.message == "a query reads at most 10 databases, and this one names 11")
        // Each statement of a script has its own ten.
        let script = "\(sum(10)); SELECT n FROM base_23.sold"
        #expect(try ask(script, isLocal: true) == [[.integer(13)]])
    }

    @Test func `statements change tables of any database`() throws {
        func change(_ sql: String) throws { _ = try ask(sql) { $0.mayWrite = true } }
        try change("CREATE TABLE base_15.made AS SELECT n + 100 AS n FROM base_16.sold")
        try change("INSERT INTO base_15.made (n) SELECT n FROM base_17.sold")
        try change("ALTER TABLE base_15.made RENAME TO kept")
        #expect(
            try ask("SELECT n FROM base_15.kept ORDER BY n") == [[.integer(7)], [.integer(106)]])
        try change("DROP TABLE base_15.kept")
        #expect(try ask("SHOW TABLES FROM base_15") == [[.text("sold")]])
    }

    @Test func `one that was deleted is not listed, one that was made is`() throws {
        let sql = "SELECT count(*) FROM information_schema.tables WHERE table_name = 'sold'"
        #expect(try ask(sql) == [[.integer(14)]])
        let other = try Workspace.open(directory: place.path)
        try other.warehouse.deleteDatabase("base_13")
        #expect(try ask(sql) == [[.integer(13)]])
        let gone = failure { _ = try ask("SELECT n FROM base_13.sold") }
        #expect(gone?.trino?.name == "SCHEMA_NOT_FOUND")
        try other.warehouse.createDatabase("base_13")
        try other.warehouse.createTable("sold", database: "base_13")
        #expect(try ask(sql) == [[.integer(14)]])
        #expect(try ask("SELECT count(*) FROM base_13.sold") == [[.integer(0)]])
    }

    @Test func `a damaged one is left out with one warning, and fails what names it`() throws {
        let file = "\(place.path)/warehouse/base_14.db"
        for suffix in ["-wal", "-shm"] { unlink(file + suffix) }
        try Data(repeating: 0x78, count: 5000).write(to: URL(fileURLWithPath: file))
        var told: [String] = []
        workspace.tellPassedOver { told.append($0) }
        for _ in 0..<2 {
            let sql = "SELECT count(*) FROM information_schema.tables WHERE table_name = 'sold'"
            #expect(try ask(sql) == [[.integer(13)]])
        }
        #expect(told.count == 1 && told[0].contains("`base_14` is left out"), "\(told)")
        #expect(failure { _ = try ask("SELECT n FROM base_14.sold") }?.code == .notDatabase)
        #expect(failure { _ = try ask("SELECT n FROM sold", in: "base_14") }?.code == .notDatabase)
        #expect(try ask("SELECT n FROM base_15.sold") == [[.integer(5)]])
    }
}
