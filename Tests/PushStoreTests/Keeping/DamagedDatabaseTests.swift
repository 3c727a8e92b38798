import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// TD-11: a database that cannot be used fails what names it, and nothing else.
@Suite struct DamagedDatabaseTests {
    /// The ways in which a file is unusable.
    enum Damage: CaseIterable {
        case zeroed, tables, short, empty, text, folder
    }

    private let place = TemporaryDirectory()
    private var warehouse: String { place.path + "/warehouse" }

    /// Makes a workspace with the databases `mobile` and `shop`, and damages one of them.
    private func workspace(_ damage: Damage, of database: String = "shop") throws -> Workspace {
        do {
            let warehouse = try Workspace.open(directory: place.path).warehouse
            try warehouse.createDatabase("shop")
            try warehouse.createTable("items", database: "shop")
        }
        let path = "\(warehouse)/\(database).db"
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        switch damage {
        case .zeroed: bytes.resetBytes(in: 0..<4096)
        case .tables: bytes.resetBytes(in: 100..<600)
        case .short: bytes.removeLast(5000)
        case .empty: bytes = Data()
        case .text: bytes = Data("garbage, not a database".utf8)
        case .folder: break
        }
        try FileManager.default.removeItem(at: url)
        if damage == .folder {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        } else {
            try bytes.write(to: url)
        }
        return try Workspace.open(directory: place.path)
    }

    private func answer(
        _ sql: String, _ dialect: QueryDialect, _ workspace: Workspace, in database: String? = nil
    ) throws -> [[Cell]] {
        var options = QueryOptions(now: 0)
        options.dialect = dialect
        options.isLocal = true
        options.database = database
        let sink = RowCollector()
        try workspace.query(sql, options: options, into: sink)
        return sink.rows
    }

    @Test func `the first database without its table is not damaged`() throws {
        let workspace = try Workspace.open(directory: place.path)
        var told: [String] = []
        workspace.tellPassedOver { told.append($0) }
        try workspace.warehouse.deleteTable("push_events", database: "mobile")
        let error = failure {
            _ = try answer("SELECT count(*) FROM push_events", .trino, workspace)
        }
        #expect(error?.trino?.name == "TABLE_NOT_FOUND")
        #expect(told.isEmpty)
    }

    @Test(arguments: [("no such column: x", true), ("no such table: a", true), ("near x", false)])
    func `SQLite's words are known within our own sentence`(_ text: String, isMissing: Bool) {
        let error = StoreError(.sql, text)
        let told = Workspace.runFailure(error, of: "SELECT 1")
        #expect(told.message == "the translated query failed: \(text)")
        #expect(Workspace.missesName(error) == isMissing)
        #expect(Workspace.missesName(told) == isMissing)
    }

    @Test(arguments: Damage.allCases)
    func `what does not name it is answered, with one warning`(damage: Damage) throws {
        let workspace = try workspace(damage)
        var told: [String] = []
        workspace.tellPassedOver { told.append($0) }
        let sql = "SELECT count(*) FROM mobile.push_events"
        for dialect in [QueryDialect.sqlite, .trino] {
            #expect(try answer(sql, dialect, workspace) == [[.integer(0)]])
        }
        #expect(try answer("SELECT count(*) FROM events", .sqlite, workspace) == [[.integer(0)]])
        let tables = try workspace.tables()
        #expect(tables.contains { $0.database == "mobile" && $0.name == "push_events" })
        #expect(!tables.contains { $0.database == "shop" })
        #expect(try workspace.warehouse.databaseList().map(\.name) == ["mobile"])
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.hasSuffix(": the database `shop` is left out") == true)
    }

    @Test(arguments: Damage.allCases)
    func `what names it fails with the file`(damage: Damage) throws {
        let workspace = try workspace(damage)
        for dialect in [QueryDialect.sqlite, .trino] {
            let error = failure {
                _ = try answer("SELECT count(*) FROM shop.items", dialect, workspace)
            }
            #expect(error?.message.contains("/warehouse/shop.db`") == true, "\(dialect) \(error)")
        }
        let error = failure { _ = try answer("SELECT 1 FROM items", .trino, workspace, in: "shop") }
        #expect(error?.message.contains("/warehouse/shop.db`") == true, "\(error)")
        #expect(failure { try workspace.keepCopy(.snapshots, "a", note: "") } != nil)
    }

    @Test(arguments: Damage.allCases)
    func `it can be deleted and made again, and repair reads the others`(damage: Damage) throws {
        let workspace = try workspace(damage)
        let states = try workspace.repair(writes: false).files.map(\.state)
        #expect(states == [.sound, .sound, damage == .folder ? .foreign : .damaged])
        try workspace.warehouse.deleteDatabase("shop")
        #expect(try workspace.warehouse.databaseNames() == ["mobile"])
        #expect(access("\(warehouse)/shop.db", F_OK) != 0)
        #expect(try workspace.warehouse.createDatabase("shop"))
        #expect(try workspace.warehouse.databaseList().map(\.name) == ["mobile", "shop"])
    }

    /// Tables without a database are looked for in `mobile`: a missing one is that file's fault.
    @Test func `the usual database fails what names none`() throws {
        let workspace = try workspace(.text, of: "mobile")
        #expect(
            try answer("SELECT count(*) FROM shop.items", .trino, workspace) == [[.integer(0)]])
        #expect(
            try answer("SELECT count(*) FROM device.events", .trino, workspace) == [[.integer(0)]])
        for dialect in [QueryDialect.sqlite, .trino] {
            let error = failure {
                _ = try answer("SELECT count(*) FROM push_events", dialect, workspace)
            }
            #expect(error?.code == .notDatabase, "\(dialect) \(error)")
        }
    }

    @Test func `a folder with something in it is not deleted`() throws {
        let workspace = try workspace(.folder)
        let kept = "\(warehouse)/shop.db/kept"
        #expect(FileManager.default.createFile(atPath: kept, contents: Data()))
        let error = failure { try workspace.warehouse.deleteDatabase("shop") }
        #expect(error?.message.hasSuffix("it is a folder that is not empty") == true, "\(error)")
        #expect(access(kept, F_OK) == 0)
    }

    @Test func `another program's database is not deleted`() throws {
        let workspace = try workspace(.empty)
        let path = "\(warehouse)/shop.db"
        try Connection(path: path, .readWrite).execute("CREATE TABLE theirs(x)")
        let error = failure { try workspace.warehouse.deleteDatabase("shop") }
        #expect(error?.code == .foreign && access(path, F_OK) == 0, "\(error)")
    }

    @Test func `a backup or a snapshot that would not be whole is refused`() throws {
        let file = place.path + "/kept.tar"
        let workspace = try Workspace.open(directory: place.path)
        let rows = (1...400).map { JSON.object([.init(key: "n", value: .int($0))]) }
        try workspace.warehouse.createDatabase("shop")
        try workspace.warehouse.createTable("items", database: "shop")
        _ = try workspace.warehouse.insert(
            database: "shop", table: "items", records: rows, uuids: rows.map { _ in nil },
            receivedAt: 5)
        try workspace.keepCopy(.snapshots, "one", note: "sound")
        _ = try workspace.backUp(to: file, replaces: false, at: 1, digest: testDigest)
        let old = try Data(contentsOf: URL(fileURLWithPath: file))
        let path = "\(warehouse)/shop.db"
        _ = try Connection(path: path, .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let disk = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        // A page of the table's rows: the last one.
        try disk.seek(toOffset: try disk.seekToEnd() - 4096)
        try disk.write(contentsOf: Data(count: 4096))
        try disk.close()
        let other = try Workspace.open(directory: place.path)
        func refused(_ whole: String, _ body: () throws -> Void) {
            let error = #expect(throws: StoreError.self) { try body() }
            #expect(error?.code == .damaged && error?.file == path)
            let start = "\(whole) would not be whole: `\(path)` is damaged: "
            #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
        }
        refused("the backup") {
            _ = try other.backUp(to: file, replaces: true, at: 2, digest: testDigest)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == old)
        refused("the snapshot") { try other.keepCopy(.snapshots, "one", note: "new") }
        #expect(other.copies(.snapshots).map(\.note) == ["sound"])
    }

    @Test func `repair misses a database in which uploads were stored`() throws {
        let workspace = try Workspace.open(directory: place.path)
        try workspace.device.connection.execute(
            """
            INSERT INTO uploads(sequence, device, app, at_ms, endpoint, "database", "table",
              attempt, events, status, accepted, note)
            VALUES(1, 'phone', 'a', 0, 'embedded', 'mobile', 'push_events', 1, 3, 200, 3, ''),
              (2, 'phone', 'a', 0, 'embedded', 'shop', 'items', 1, 1, 200, 1, ''),
              (3, 'phone', 'a', 0, 'us01', 'theirs', 'items', 1, 1, 200, 1, '')
            """)
        _ = try workspace.warehouse
        #expect(
            try workspace.repair(writes: false).missing == [
                "there is no database `shop`, in which 1 event was stored: it was deleted, or "
                    + "its file is gone"
            ])
    }
}
