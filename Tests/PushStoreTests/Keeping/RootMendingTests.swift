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

    /// Lets the entries of two tables name each other's pages.
    private func exchange(_ one: String, _ other: String, in file: String) throws {
        let (first, second) = (try root(of: one, in: file), try root(of: other, in: file))
        try lead(one, to: second, in: file)
        try lead(other, to: first, in: file)
    }

    private func rowCount(of table: String, in file: String) throws -> Int64? {
        let connection = try Connection(path: file, .readOnly)
        return try connection.prepare("SELECT count(*) FROM \(table)").firstInteger()
    }

    @Test(arguments: [("events", "journal"), ("events", "links"), ("settings", "fact_subjects")])
    func `tables whose pages are exchanged are read from their own`(
        one: String, other: String
    ) throws {
        let device = path + "/device.db"
        try Connection(path: device, .readWrite).execute(
            """
            INSERT OR IGNORE INTO settings VALUES('a', 'b');
            INSERT OR IGNORE INTO fact_subjects VALUES(0, 1);
            INSERT INTO journal VALUES(1, 0, 'phone', 'status', 0, NULL)
            """)
        let rows = try rowCount(of: one, in: device)
        try exchange(one, other, in: device)
        let found = try #require(try repair(writes: false).damaged.first)
        for table in [one, other] {
            #expect(found.faults.contains { $0.contains("for `\(table)`, but it begins on page") })
        }
        _ = try repair(writes: true)
        #expect(try repair(writes: false).damaged.isEmpty)
        #expect(try rowCount(of: one, in: device) == rows)
    }

    /// Overwrites a page with zeros.
    private func clear(_ page: UInt8, of file: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let start = (Int(page) - 1) * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
        try bytes.write(to: URL(fileURLWithPath: file))
    }

    @Test func `rows to which nothing leads any more are found by their form`() throws {
        try clear(try root(of: "push_events", in: file), of: file)
        let found = try #require(try repair(writes: false).damaged.first)
        let told = found.faults.first { $0.hasPrefix("nothing leads to ") }
        #expect(told?.hasSuffix("of `push_events`: the rows on them are taken as they are") == true)
        let table = found.tables.first { $0.name == "push_events" }
        #expect(table?.rows == 800)
        #expect(table?.lost == .some(nil))
        _ = try repair(writes: true)
        #expect(try repair(writes: false).damaged.isEmpty)
        #expect(try count("mobile.push_events WHERE own_key BETWEEN 1 AND 800") == 800)
    }

    @Test func `long rows and those without numbers are found as well`() throws {
        let device = path + "/device.db"
        let connection = try Connection(path: device, .readWrite)
        let long = String(repeating: "x", count: 9000)
        try connection.execute("BEGIN")
        for number in 1...300 {
            try connection.execute(
                """
                INSERT INTO documents VALUES('made', 'd\(number)', '{"a":\(number)}');
                INSERT INTO journal VALUES(\(number), \(-number), 'phone', '\(long)', 0, NULL)
                """)
        }
        try connection.execute("COMMIT")
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for table in ["documents", "journal"] {
            try clear(try root(of: table, in: device), of: device)
        }
        _ = try repair(writes: true)
        let mended = try Connection(path: device, .readOnly)
        #expect(
            try mended.integer(
                "SELECT count(*) FROM journal WHERE at_ms = -sequence AND length(text) = 9000")
                == 300)
        // A page that leads to others has a few rows of its own.
        #expect(try mended.integer("SELECT count(*) FROM documents WHERE kind = 'made'") > 280)
    }

    @Test func `rows on pages that may be unused are not brought back`() throws {
        let connection = try Connection(path: file, .readWrite)
        try connection.execute(
            "DELETE FROM push_events WHERE _rowid_ > 400; PRAGMA wal_checkpoint(TRUNCATE)")
        let head = try #require(try FileHead(of: file))
        #expect(head.freePageCount > 2)
        try clear(try root(of: "push_events", in: file), of: file)
        try clear(UInt8(head.firstFreePage), of: file)
        let found = try #require(try repair(writes: false).damaged.first)
        #expect(
            found.faults.contains { $0.contains("since the list of unused pages is damaged, too") })
        #expect(found.tables.first { $0.name == "push_events" }?.rows == 0)
    }
}
