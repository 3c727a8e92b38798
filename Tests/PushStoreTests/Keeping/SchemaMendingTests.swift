import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// TD-11: a letter of the list of tables changes, and `repair` brings back every table with its
/// rows, or tells what it lost.
@Suite struct SchemaMendingTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }
    var sound: String { place.path + "/sound" }
    static let mobile = "warehouse/mobile.db"

    init() throws {
        do {
            let workspace = try Workspace.open(directory: path)
            _ = try workspace.device.begin()
            for number in 1...20 {
                try workspace.device.apply(.event(event(Int64(number)), app: app))
            }
            try workspace.device.save(document: DocumentKey("world"), ["name": "kept"])
            try workspace.device.journal(at: .scriptStart, device: "phone", text: "x", status: 0)
            try workspace.device.commit()
            let records: [JSON] = (1...30).map { ["type": "open", "own_key": .int($0)] }
            for table in ["push_events", "orders"] {
                try workspace.warehouse.createTable(table, database: "mobile", at: 0)
                _ = try workspace.warehouse.insert(
                    database: "mobile", table: table, records: records,
                    uuids: records.map { _ in nil }, receivedAt: 5)
            }
        }
        // Without the remains of earlier entries.
        for file in ["device.db", Self.mobile] {
            try Connection(path: "\(path)/\(file)", .readWrite)
                .execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm"] { unlink("\(path)/\(file)\(suffix)") }
        }
        try FileManager.default.copyItem(atPath: path, toPath: sound)
    }

    /// Damages a file of a fresh copy of the workspace.
    func damage(_ file: String, _ change: (inout Data) throws -> Void) throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: sound, toPath: path)
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        var bytes = try Data(contentsOf: url)
        try change(&bytes)
        try bytes.write(to: url)
    }

    /// The findings of readers of both files; each listed table is read to its end.
    func contents() throws -> [Cell] {
        let workspace = try Workspace.open(directory: path)
        #expect(!workspace.isDeviceDamaged)
        let listed = try workspace.warehouse.tableList("mobile")
        #expect(listed.map(\.name) == ["orders", "push_events"])
        _ = try workspace.warehouse.databaseList()
        let sink = RowCollector()
        try workspace.query(
            """
            SELECT (SELECT count(*) FROM documents), (SELECT sum(sequence) FROM queue),
              (SELECT max(text) FROM journal), (SELECT count(*) FROM pending),
              (SELECT sum(own_key) FROM mobile.push_events WHERE type = 'open' AND time = 5),
              (SELECT sum(own_key) FROM mobile.orders WHERE type = 'open' AND time = 5)
            """, options: QueryOptions(now: 0), into: sink)
        return sink.rows.first ?? []
    }

    /// The places in a file of its tables' names and statements, without the numbers between them.
    func places(in file: String) throws -> [Int] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(sound)/\(file)"))
        let list = try Connection(path: "\(sound)/\(file)", .readOnly).prepare(
            "SELECT name || tbl_name, sql FROM sqlite_schema WHERE type = 'table'")
        return try list.rows { (names: Data($0.text(0).utf8), sql: Data($0.text(1).utf8)) }
            .flatMap { entry in
                let text = try #require(bytes.range(of: entry.sql))
                let before = 0..<text.lowerBound
                let names = try #require(
                    bytes.range(of: entry.names, options: .backwards, in: before))
                return Array(names) + Array(text)
            }
    }

    @Test(arguments: ["device.db", mobile])
    func `a changed letter of any table's entry costs no row`(file: String) throws {
        let wanted = try contents()
        for (number, place) in try places(in: file).enumerated() where number % 23 == 0 {
            try damage(file) { $0[place] ^= 1 << (number % 5) }
            let report = try Workspace.rescue(directory: path).repair(writes: true)
            let lost = report.damaged.flatMap(\.tables).filter { $0.lost != 0 }
            #expect(lost.isEmpty, "byte \(place)")
            #expect(try contents() == wanted, "byte \(place)")
            #expect(try Workspace.rescue(directory: path).repair(writes: false).damaged.isEmpty)
        }
    }

    /// Opening such a file reads no column, and what reads it next must not be `repair` alone.
    @Test func `a changed name of a device's column is known as damage`() throws {
        #expect(!Workspace.isDeviceDamaged(in: path))
        try damage("device.db") { bytes in
            let name = try #require(bytes.range(of: Data("body TEXT NOT NULL".utf8)))
            bytes[name.lowerBound + 3] ^= 1
        }
        #expect(Workspace.isDeviceDamaged(in: path))
    }

    /// A whole word, so that no table has the listed name or column.
    @Test(arguments: ["\"own_key\" ANY", "\"orders\"(time"])
    func `a word of zeros is told, and costs no row`(word: String) throws {
        let wanted = try contents()
        try damage(Self.mobile) { bytes in
            let found = try #require(bytes.range(of: Data(word.utf8)))
            bytes.resetBytes(in: found)
        }
        let file = try #require(
            try Workspace.rescue(directory: path).repair(writes: true).damaged.first)
        #expect(!file.faults.isEmpty && file.tables.allSatisfy { $0.lost == 0 })
        #expect(try contents() == wanted)
    }

    @Test func `a table of which nothing is left is told, and is there again`() throws {
        try damage(Self.mobile) { bytes in
            let start = try #require(bytes.range(of: Data("CREATE TABLE \"orders\"".utf8)))
            let end = try #require(
                bytes.range(of: Data("STRICT".utf8), in: start.lowerBound..<bytes.count))
            bytes.resetBytes(in: start.lowerBound..<end.upperBound)
        }
        let report = try Workspace.rescue(directory: path).repair(writes: true)
        let file = try #require(report.damaged.first)
        #expect(file.tables.filter { $0.lost != 0 } == [.init(name: "orders", rows: 0, lost: nil)])
        let workspace = try Workspace.open(directory: path)
        let table = try workspace.warehouse.tableList("mobile").first { $0.name == "orders" }
        #expect(table?.records == 0)
        #expect(table?.columns.map(\.name).sorted() == ["own_key", "time", "type"])
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "orders", records: [["own_key": 1]], uuids: [nil],
            receivedAt: 5)
    }

    @Test func `a list that names a table which is not there is told`() throws {
        try Connection(path: "\(path)/\(Self.mobile)", .readWrite).execute("DROP TABLE orders")
        let workspace = try Workspace.open(directory: path)
        let found = try workspace.repair(writes: false).damaged
        #expect(found.map(\.faults) == [["it lists the table `orders`, which is not there"]])
        #expect(found.first?.tables.filter { $0.lost == nil }.map(\.name) == ["orders"])
    }

    /// The view and the statement agree on a name, so that the list of columns has the wrong one.
    @Test(arguments: ["pushsh-tables", "pushsh-columns"])
    func `a name that only the warehouse's own list changed is the table's`(list: String) throws {
        let wanted = try contents()
        try damage(Self.mobile) { _ in }
        try Connection(path: "\(path)/\(Self.mobile)", .readWrite).execute(
            list == "pushsh-tables"
                ? "UPDATE \"pushsh-tables\" SET name = 'orderz' WHERE name = 'orders'"
                : "UPDATE \"pushsh-columns\" SET name = 'own_kez' WHERE name = 'own_key'")
        let report = try Workspace.rescue(directory: path).repair(writes: true)
        let tables = try #require(report.damaged.first?.tables)
        #expect(tables.allSatisfy { $0.lost == 0 })
        guard list == "pushsh-tables" else { return }
        #expect(try contents() == wanted)
    }
}
