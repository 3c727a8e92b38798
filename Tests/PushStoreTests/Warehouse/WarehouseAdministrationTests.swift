import Glibc
import PushExplain
import PushModel
import Testing

@testable import PushStore

/// TD-13: an owner makes, lists and deletes databases and tables.
@Suite struct WarehouseAdministrationTests {
    let place = TemporaryDirectory()

    func workspace(_ kind: Kind) throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
    }

    func insert(
        _ count: Int, into warehouse: Warehouse, _ name: (database: String, table: String),
        at now: Int64
    ) throws {
        _ = try warehouse.insert(
            database: name.database, table: name.table,
            records: (0..<count).map { ["n": .int($0), "s": "a", "r": .number("0.5")] },
            uuids: (0..<count).map { "U-\(now)-\($0)" }, receivedAt: now)
    }

    func count(_ workspace: Workspace, _ table: String) throws -> Cell? {
        let sink = RowCollector()
        try workspace.query(
            "SELECT count(*) FROM \(table)", options: QueryOptions(now: 0), into: sink)
        return sink.rows.first?.first
    }

    @Test(arguments: Kind.allCases) func `lists tell what is there`(kind: Kind) throws {
        let warehouse = try workspace(kind).warehouse
        #expect(try warehouse.createDatabase("shop", at: 100))
        #expect(try !warehouse.createDatabase("shop", at: 200))
        #expect(try warehouse.createTable("push_events", database: "shop", at: 110))
        #expect(try warehouse.createTable("orders", database: "shop", at: 120))
        #expect(try !warehouse.createTable("orders", database: "shop", at: 130))
        try insert(3, into: warehouse, ("shop", "orders"), at: 140)
        try insert(2, into: warehouse, ("shop", "orders"), at: 150)
        #expect(
            try warehouse.databaseList() == [
                WarehouseDatabaseInfo(
                    name: "mobile", createdAt: nil, updatedAt: nil, tables: 1, records: 0),
                WarehouseDatabaseInfo(
                    name: "shop", createdAt: 100, updatedAt: 150, tables: 2, records: 5),
            ])
        let tables = try warehouse.tableList("shop")
        #expect(tables.map(\.name) == ["orders", "push_events"])
        #expect(tables.map(\.createdAt) == [120, 110])
        #expect(tables.map(\.updatedAt) == [150, nil])
        #expect(tables.map(\.records) == [5, 0])
        #expect(
            tables[0].columns.map { "\($0.name) \($0.type)" } == [
                "time INTEGER", "n INTEGER", "s TEXT", "r REAL",
            ])
        #expect(Set(tables.map(\.id)).count == 2)
    }

    @Test(arguments: Kind.allCases) func `a sent-again record does not touch its table`(
        kind: Kind
    ) throws {
        let warehouse = try workspace(kind).warehouse
        let send = { now in
            _ = try warehouse.insert(
                database: "mobile", table: "push_events", records: [["n": 1]], uuids: ["U"],
                receivedAt: now)
        }
        try send(100)
        try send(200)
        #expect(try warehouse.tableList("mobile").map(\.updatedAt) == [100])
    }

    @Test(arguments: Kind.allCases) func `a table that is younger than an upload lacks its rows`(
        kind: Kind
    ) throws {
        let warehouse = try workspace(kind).warehouse
        func storage(at upload: Int64) throws -> EventRecord.Storage {
            try warehouse.storage(
                of: Event(kind: .open, uuid: "U", time: 1), database: "mobile",
                table: "push_events", at: upload)
        }
        try warehouse.deleteTable("push_events", database: "mobile")
        #expect(try storage(at: 5) == .noTable)
        try warehouse.createTable("push_events", database: "mobile", at: 10)
        #expect(try storage(at: 9) == .newTable(created: 10))
        #expect(try storage(at: 10) == .newTable(created: 10))
        #expect(try storage(at: 11) == .copies(0))
        try insert(1, into: warehouse, ("mobile", "push_events"), at: 10)
        #expect(try storage(at: 9) == .newTable(created: 10))
        // Within that second the table may have held the row, and lost it.
        #expect(try storage(at: 10) == .copies(0))
    }

    @Test(arguments: Kind.allCases) func `what is deleted is gone, and can be made again`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        try warehouse.createDatabase("shop")
        try warehouse.createTable("orders", database: "shop")
        try insert(2, into: warehouse, ("shop", "orders"), at: 1)
        #expect(try count(workspace, "shop.orders") == .integer(2))

        try warehouse.deleteTable("orders", database: "shop")
        #expect(try warehouse.tableList("shop") == [])
        #expect(failure { _ = try count(workspace, "shop.orders") }?.code == .sql)
        #expect(throws: RecordSinkError.noTable("orders", database: "shop")) {
            try insert(1, into: warehouse, ("shop", "orders"), at: 2)
        }
        // The same uuids are new to a table that is new.
        try warehouse.createTable("orders", database: "shop")
        try insert(2, into: warehouse, ("shop", "orders"), at: 1)
        #expect(try count(workspace, "shop.orders") == .integer(2))

        try warehouse.deleteDatabase("shop")
        #expect(try warehouse.databaseNames() == ["mobile"])
        #expect(failure { _ = try count(workspace, "shop.orders") }?.code == .sql)
        #expect(throws: RecordSinkError.noDatabase("shop")) {
            try insert(1, into: warehouse, ("shop", "orders"), at: 3)
        }
        try warehouse.createDatabase("shop")
        try warehouse.createTable("orders", database: "shop")
        #expect(try count(workspace, "shop.orders") == .integer(0))
    }

    @Test(arguments: Kind.allCases) func `the view of resolved users goes with its table`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        try warehouse.deleteTable("push_events", database: "mobile")
        #expect(try workspace.tables().filter { $0.database == "mobile" } == [])
        try warehouse.createTable("push_events", database: "mobile")
        #expect(
            try workspace.tables().filter { $0.database == "mobile" }.map(\.name) == [
                "push_events", "push_events_resolved",
            ])
    }

    @Test(arguments: Kind.allCases) func `what is not there cannot be deleted`(kind: Kind) throws {
        let warehouse = try workspace(kind).warehouse
        #expect(failure { try warehouse.deleteDatabase("shop") }?.code == .missing)
        let noTable = failure { try warehouse.deleteTable("orders", database: "mobile") }
        #expect(noTable?.code == .missing)
        #expect(noTable?.message == "no table `orders` in the database `mobile`")
        let noDatabase = failure { try warehouse.deleteTable("orders", database: "shop") }
        #expect(noDatabase?.message == "no database `shop` in the warehouse")
        #expect(failure { _ = try warehouse.tableList("shop") }?.code == .missing)
        // What the warehouse keeps for itself has no name that a table can have.
        #expect(failure { try warehouse.deleteTable("pushsh-uuids", database: "mobile") } != nil)
        #expect(try warehouse.tableList("mobile").count == 1)
    }

    @Test(arguments: ["", "ab", "Shop", "sh-op", "../shop", "a b c", "日本語", "shop.db"])
    func `a bad name is refused`(_ name: String) throws {
        let warehouse = try Workspace.open(directory: place.path).warehouse
        #expect(failure { _ = try warehouse.createDatabase(name) }?.code == .name)
        #expect(failure { _ = try warehouse.createTable(name, database: "mobile") }?.code == .name)
        #expect(try warehouse.databaseNames() == ["mobile"])
    }

    @Test func `the message of a bad name quotes it once`() throws {
        let warehouse = try Workspace.open(directory: place.path).warehouse
        #expect(
            failure { _ = try warehouse.createDatabase("Bad-Name") }?.message
                == "`Bad-Name` cannot name a database: a name has 3 to 128 of `a-z`, `0-9` and `_`")
    }

    @Test(arguments: ["main", "temp", "information_schema", "sqlite_stat1"])
    func `a database has no name that SQL has for itself`(_ name: String) throws {
        let warehouse = try Workspace.open(directory: place.path).warehouse
        #expect(
            failure { _ = try warehouse.createDatabase(name) }?.message
                == "`\(name)` cannot name a database: SQL has that name for itself")
        #expect(try warehouse.databaseNames() == ["mobile"])
    }

    @Test func `a private workspace holds ten databases and says so`() throws {
        let warehouse = try Workspace.ephemeral().warehouse
        for number in 1...9 { try warehouse.createDatabase("shop\(number)") }
        let error = failure { try warehouse.createDatabase("shop10") }
        #expect(error?.code == .limit)
        #expect(error?.message == "an ephemeral workspace has at most 10 databases")
    }

    @Test func `another session notices what was deleted and made again`() throws {
        let first = try Workspace.open(directory: place.path)
        let second = try Workspace.open(directory: place.path)
        try first.warehouse.createDatabase("shop")
        try first.warehouse.createTable("orders", database: "shop")
        try insert(1, into: second.warehouse, ("shop", "orders"), at: 1)
        #expect(try count(second, "shop.orders") == .integer(1))

        try first.warehouse.deleteDatabase("shop")
        #expect(failure { _ = try count(second, "shop.orders") }?.code == .sql)
        #expect(throws: RecordSinkError.noDatabase("shop")) {
            try insert(1, into: second.warehouse, ("shop", "orders"), at: 2)
        }
        try first.warehouse.createDatabase("shop")
        try first.warehouse.createTable("orders", database: "shop")
        try insert(2, into: second.warehouse, ("shop", "orders"), at: 3)
        #expect(try count(first, "shop.orders") == .integer(2))
        #expect(try count(second, "shop.orders") == .integer(2))
    }

    /// A name that leads to no file is like one that another process deletes once it was read.
    @Test func `a database that goes away meanwhile fails what names it, and nothing else`()
        throws
    {
        let workspace = try workspace(.directory)
        try insert(3, into: workspace.warehouse, ("mobile", "push_events"), at: 100)
        #expect(symlink("/nowhere", place.path + "/warehouse/shop.db") == 0)
        #expect(try count(workspace, "mobile.push_events") == .integer(3))
        #expect(try workspace.tables().contains { $0.database == "mobile" })
        #expect(try workspace.warehouse.databaseList().map(\.name) == ["mobile"])
        #expect(throws: StoreError.self) { try count(workspace, "shop.orders") }
    }

    @Test func `a database that was deleted beside another stays so`() throws {
        do {
            let warehouse = try Workspace.open(directory: place.path).warehouse
            try warehouse.createDatabase("shop")
            try warehouse.deleteDatabase("mobile")
        }
        let again = try Workspace.open(directory: place.path).warehouse
        #expect(try again.databaseNames() == ["shop"])
    }

    @Test(arguments: Kind.allCases)
    func `a warehouse without its last database stays empty, in copies too`(kind: Kind) throws {
        let workspace = try workspace(kind)
        try workspace.keepCopy(.snapshots, "fresh", note: "")
        try workspace.warehouse.deleteDatabase("mobile")
        #expect(try workspace.fork().warehouse.databaseNames() == [])
        try workspace.keepCopy(.snapshots, "empty", note: "")
        if kind != .ephemeral {
            let again = try Workspace.open(directory: place.path)
            #expect(try again.warehouse.databaseNames() == [])
        }
        // A copy from before knows nothing of it, and one from after knows.
        try workspace.bringBack(.snapshots, "fresh")
        #expect(try workspace.warehouse.databaseNames() == ["mobile"])
        try workspace.bringBack(.snapshots, "empty")
        #expect(try workspace.warehouse.databaseNames() == [])
        try workspace.warehouse.createDatabase("shop")
        #expect(try workspace.warehouse.databaseNames() == ["shop"])
    }

    @Test func `a copy of a workspace has its databases and is independent`() throws {
        let workspace = Workspace.ephemeral()
        try workspace.warehouse.createDatabase("shop")
        try workspace.warehouse.createTable("orders", database: "shop")
        let copy = try workspace.fork()
        try insert(1, into: copy.warehouse, ("shop", "orders"), at: 1)
        try copy.warehouse.createDatabase("other")
        try copy.warehouse.deleteTable("push_events", database: "mobile")
        #expect(try workspace.warehouse.databaseNames() == ["mobile", "shop"])
        #expect(try workspace.warehouse.tableList("mobile").count == 1)
        #expect(try count(workspace, "shop.orders") == .integer(0))
        #expect(try count(copy, "shop.orders") == .integer(1))
    }

    @Test(arguments: Kind.allCases) func `sizes are the pages of a table`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let bytes = { try workspace.tables(isMeasured: true).first { $0.name == "push_events" } }
        let empty = try bytes()
        #expect(empty?.rows == 0)
        let least = try #require(empty?.bytes)
        #expect(least > 0 && least % 512 == 0)
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events",
            records: (0..<100).map { _ in ["value": .string(String(repeating: "a", count: 1000))] },
            uuids: (0..<100).map { "U\($0)" }, receivedAt: 1)
        let full = try #require(try bytes()?.bytes)
        #expect(full > 100_000 && full < 300_000)
        let quick = try workspace.tables()
        #expect(quick.allSatisfy { $0.rows == nil && $0.bytes == nil })
    }
}
