import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// TD-11: a table whose entry in the list of tables names another page is found by its rows.
@Suite struct RootMendingTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }
    var file: String { path + "/warehouse/mobile.db" }

    /// A workspace with a table of records on several pages.
    init() throws {
        let workspace = try Workspace.open(directory: path)
        _ = try workspace.device.begin()
        for number in 1...40 {
            try workspace.device.apply(.event(event(Int64(number)), app: app))
        }
        try workspace.device.commit()
        let records: [JSON] = (1...800).map {
            ["type": "open", "message_id": .string("message-number-\($0)"), "own_key": .int($0)]
        }
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: records,
            uuids: records.indices.map { "uuid-\($0)" }, receivedAt: 5)
    }

    /// The page on which a table begins, by the list.
    private func root(of table: String, in file: String) throws -> UInt8 {
        let connection = try Connection(path: file, .readOnly)
        let list = try connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?")
        return UInt8(try #require(try list.bind(table).firstInteger()))
    }

    /// Makes the list name another page for a table, by one byte of the file.
    private func lead(_ table: String, to page: UInt8, in file: String) throws {
        let url = URL(fileURLWithPath: file)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file + suffix)
        }
        var bytes = try Data(contentsOf: url)
        let entry = try #require(bytes.range(of: Data("table\(table)\(table)".utf8)))
        #expect(bytes[(entry.upperBound + 1)...].starts(with: Data("CREATE".utf8)))
        bytes[entry.upperBound] = page
        try bytes.write(to: url)
    }

    private func repair(writes: Bool) throws -> RepairReport {
        try Workspace.rescue(directory: path).repair(writes: writes)
    }

    private func count(_ table: String) throws -> Int64 {
        let sink = RowCollector()
        try Workspace.open(directory: path).query(
            "SELECT count(*) FROM \(table)", options: QueryOptions(now: 0), into: sink)
        guard case .integer(let count)? = sink.rows.first?.first else { return -1 }
        return count
    }

    /// The places to which a wrong number can lead.
    enum Wrong: CaseIterable { case anothersRoot, ownLeaf, beyond, nowhere, index }

    @Test(arguments: Wrong.allCases)
    func `a table of records is read from where it begins`(wrong: Wrong) throws {
        let right = try root(of: "push_events", in: file)
        let connection = try Connection(path: file, .readOnly)
        let leaf = try connection.prepare(
            "SELECT pageno FROM dbstat WHERE name = 'push_events' AND pagetype = 'leaf' LIMIT 1"
        ).firstInteger()
        let page: UInt8 =
            switch wrong {
            case .anothersRoot: try root(of: "pushsh-tables", in: file)
            case .ownLeaf: UInt8(try #require(leaf))
            case .beyond: 127
            case .nowhere: 0
            case .index: try root(of: "pushsh-columns", in: file)
            }
        try lead("push_events", to: page, in: file)
        let found = try #require(try repair(writes: false).damaged.first)
        let fault =
            "the list of tables leads to page \(page) for `push_events`, but it begins on page "
            + "\(right)"
        #expect(found.faults.contains(fault), "\(found.faults)")
        #expect(found.tables.allSatisfy { $0.lost == 0 }, "\(found.tables)")
        #expect(found.tables.first { $0.name == "push_events" }?.rows == 800)
        _ = try repair(writes: true)
        #expect(try repair(writes: false).damaged.isEmpty)
        #expect(try count("mobile.push_events WHERE own_key BETWEEN 1 AND 800") == 800)
        #expect(try count("\"mobile\".\"push_events_resolved\"") == 800)
    }

    @Test func `a table of the device's is read from where it begins`() throws {
        let device = path + "/device.db"
        let other = try root(of: "journal", in: device)
        let right = try root(of: "events", in: device)
        try lead("events", to: other, in: device)
        let found = try #require(try repair(writes: false).damaged.first)
        #expect(
            found.faults.contains(
                "the list of tables leads to page \(other) for `events`, but it begins on page "
                    + "\(right)"), "\(found.faults)")
        _ = try repair(writes: true)
        #expect(try repair(writes: false).damaged.isEmpty)
        #expect(try count("events") == 40)
    }

    @Test func `of two tables that fit two pages neither gets the other's rows`() throws {
        let workspace = try Workspace.open(directory: path)
        for name in ["orders_1", "orders_2"] {
            try workspace.warehouse.createTable(name, database: "mobile", at: 0)
            _ = try workspace.warehouse.insert(
                database: "mobile", table: name, records: [["type": .string(name)]], uuids: [nil],
                receivedAt: 5)
        }
        workspace.closeAll()
        let other = try root(of: "orders_1", in: file)
        try lead("orders_2", to: other, in: file)
        let found = try #require(try repair(writes: false).damaged.first)
        for name in ["orders_1", "orders_2"] {
            let table = try #require(found.tables.first { $0.name == name })
            #expect(table.lost != 0, "\(found)")
        }
        _ = try repair(writes: true)
        #expect(try repair(writes: false).damaged.isEmpty)
        #expect(try count("mobile.orders_2 WHERE type = 'orders_1'") == 0)
        #expect(try count("mobile.push_events") == 800)
    }
}
