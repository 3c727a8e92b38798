import CSQLite
import PushModel
import Testing

@testable import PushStore

/// TD-06: what a database keeps by age or by size, and that nothing else goes.
@Suite struct RetentionTests {
    let place = TemporaryDirectory()

    private func workspace(_ kind: Kind) throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
    }

    private func insert(
        _ times: [Int], _ warehouse: Warehouse, _ table: String = "push_events"
    ) throws {
        _ = try warehouse.insert(
            database: "mobile", table: table,
            records: times.map {
                ["time": .int($0), "value": .string(String(repeating: "x", count: 500))]
            }, uuids: times.map { _ in nil }, receivedAt: 0)
    }

    private func times(_ workspace: Workspace, _ table: String = "push_events") throws -> [Int64] {
        let sink = RowCollector()
        try workspace.query(
            "SELECT time FROM mobile.\(table) ORDER BY time", options: QueryOptions(now: 0),
            into: sink)
        return sink.rows.compactMap { row in
            if case .integer(let time) = row[0] { time } else { nil }
        }
    }

    @Test(arguments: [
        ("30d", Retention.age(seconds: 2_592_000), "30d"), ("24h", .age(seconds: 86_400), "1d"),
        ("1d12h", .age(seconds: 129_600), "1d12h"), ("1GB", .size(bytes: 1_000_000_000), "1GB"),
        ("1500MB", .size(bytes: 1_500_000_000), "1500MB"),
    ])
    func `a rule is read and written`(text: String, rule: Retention, written: String) {
        #expect(Retention(text) == rule)
        #expect(rule.text == written)
    }

    @Test(arguments: [
        "", "30", "5m", "59m", "1h1ms", "0GB", "-1GB", "+1GB", "1.5GB", "1gb", "GB",
        "9999999999TB",
    ])
    func `anything else is no rule`(text: String) {
        #expect(Retention(text) == nil)
    }

    @Test(arguments: [Int64.max, .min, -1, 0, 36_501])
    func `days that nobody can ask for remove nothing, and are damage`(days: Int64) throws {
        let workspace = try Workspace.open(directory: place.path)
        let warehouse = try workspace.warehouse
        try insert([1, 2], warehouse)
        try Connection(path: place.path + "/warehouse/mobile.db", .readWrite)
            .execute("UPDATE \"pushsh-tables\" SET expire_days = \(days)")
        let now: Int64 = 1_000_000_000
        #expect(
            failure { _ = try warehouse.enforceRetention(of: "mobile", now: now) }?.code == .damaged
        )
        #expect(try times(workspace) == [1, 2])
        #expect(
            try workspace.repair(writes: true).damaged.first?.faults == [
                "the table `push_events` keeps its records for \(days) days, which no pushsh writes"
            ])
        #expect(try warehouse.enforceRetention(of: "mobile", now: now).removed.isEmpty)
        #expect(try times(workspace) == [1, 2])
    }

    @Test(arguments: Kind.allCases)
    func `a table's own days hold beside the rule of its database`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        let day: Int64 = 86_400
        let now = 100 * day
        let moments = [1, 50, 69, 71, 99].map { $0 * Int(day) }
        try insert(moments, warehouse)
        _ = try warehouse.createTable("others", database: "mobile", at: nil)
        try insert(moments, warehouse, "others")
        try warehouse.setExpiry(days: 30, of: "others", database: "mobile")
        let report = try warehouse.enforceRetention(of: "mobile", now: now)
        #expect(report.rule == nil)
        #expect(report.removed.map(\.table) == ["others"])
        #expect(report.removed.map(\.rule) == [.age(seconds: 30 * day)])
        #expect(try times(workspace, "others") == [71 * day, 99 * day])
        #expect(try times(workspace).count == 5)
        #expect(try warehouse.tableList("mobile").map(\.expireDays) == [30, nil])
        try warehouse.setRetention(.age(seconds: 10 * day), of: "mobile")
        _ = try warehouse.enforceRetention(of: "mobile", now: now)
        #expect(try times(workspace, "others") == [99 * day])
        try warehouse.setRetention(nil, of: "mobile")
        try warehouse.setExpiry(days: nil, of: "others", database: "mobile")
        try insert([Int(day)], warehouse, "others")
        #expect(try warehouse.enforceRetention(of: "mobile", now: now).removed.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func `by age goes what is older, whatever came when, and never the record that came last`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        try insert([10_000, 50, 20_000, 6_400, 6_399, 7], warehouse)
        #expect(try warehouse.enforceRetention(of: "mobile", now: 10_000).removed.isEmpty)
        try warehouse.setRetention(.age(seconds: 3600), of: "mobile")
        let report = try warehouse.enforceRetention(of: "mobile", now: 10_000)
        #expect(report.removed == [.init(table: "push_events", records: 2, through: 6_399)])
        #expect(try times(workspace) == [7, 6_400, 10_000, 20_000])
        #expect(try warehouse.tableList("mobile").map(\.records) == [4])
        #expect(try workspace.tables(isMeasured: true).contains { $0.rows == 4 })
        // Numbers of rows go on: who read up to the last one meets the next ones alone.
        let last = try warehouse.lastRow(of: "push_events", database: "mobile")
        try insert([30_000], warehouse)
        #expect(try warehouse.lastRow(of: "push_events", database: "mobile") == last + 1)
        #expect(try warehouse.enforceRetention(of: "mobile", now: 10_000).removed.count == 1)
        #expect(try times(workspace) == [6_400, 10_000, 20_000, 30_000])
        #expect(try warehouse.tableList("mobile").map(\.records) == [4])
        try warehouse.setRetention(nil, of: "mobile")
        #expect(try warehouse.enforceRetention(of: "mobile", now: 90_000).removed.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func `by size the oldest of all tables go, until it fits and no further`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        try warehouse.createTable("orders", database: "mobile", at: 0)
        try insert(Array(1...2000), warehouse)
        try insert(Array(1001...3000) + Array(repeating: 3001, count: 500), warehouse, "orders")
        try warehouse.setRetention(.size(bytes: 1_000_000), of: "mobile")
        let report = try warehouse.enforceRetention(of: "mobile", now: 0)
        #expect(report.removed.map(\.table) == ["orders", "push_events"])
        let kept = try (times(workspace, "orders"), times(workspace))
        // 600 bytes a record: what stays fills the room.
        let count = kept.0.count + kept.1.count
        #expect((1200...1900).contains(count), "\(count)")
        let oldest = try #require(kept.0.first)
        // Of equal times those of the first table go first.
        #expect(kept.1.dropLast().allSatisfy { $0 >= oldest - 1 })
        #expect(kept.0.last == 3001)
        #expect(try warehouse.enforceRetention(of: "mobile", now: 0).removed.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func `what is noted of events that were seen pushes no record out`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        // Some 1.5 MB of numbers of events, and three small records.
        try insert([1, 2, 3], warehouse)
        let found = try warehouse.existing("mobile")
        try found.connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
            INSERT INTO \(found.place)."pushsh-uuids"
            SELECT 1, 'an event of another time, number ' || i FROM n
            """)
        try warehouse.setRetention(.size(bytes: 1_000_000), of: "mobile")
        #expect(try warehouse.enforceRetention(of: "mobile", now: 0).removed.isEmpty)
        #expect(try times(workspace) == [1, 2, 3])
    }

    @Test(arguments: Kind.allCases)
    func `records of some hours are deleted, the last one too, and numbers go on`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        func delete(_ times: Range<Int64>) throws -> Int {
            try warehouse.deleteRecords(of: "push_events", database: "mobile", in: times)
        }
        try insert([3599, 3600, 10_000, 7199, 7200, 3601], warehouse)
        #expect(try delete(3600..<7200) == 3)
        #expect(try times(workspace) == [3599, 7200, 10_000])
        // No row is moved: `upload` would take it for another one.
        #expect(try warehouse.lastRow(of: "push_events", database: "mobile") == 5)
        #expect(try warehouse.lastNumber(of: "push_events", database: "mobile") == 6)
        #expect(try warehouse.tableList("mobile").map(\.records) == [3])
        try insert([4000], warehouse)
        #expect(try warehouse.lastRow(of: "push_events", database: "mobile") == 7)
        #expect(try delete(3600..<7200) == 1 && delete(3600..<7200) == 0)
        #expect(try delete(0..<36_000) == 3)
        #expect(try times(workspace).isEmpty)
        #expect(try warehouse.tableList("mobile").map(\.records) == [0])
        #expect(try warehouse.lastNumber(of: "push_events", database: "mobile") == 7)
        _ = try warehouse.renameTable("push_events", to: "renamed", database: "mobile")
        _ = try warehouse.renameTable("renamed", to: "push_events", database: "mobile")
        try insert([1, 2], warehouse)
        #expect(try warehouse.lastRow(of: "push_events", database: "mobile") == 9)
        #expect(try warehouse.tableList("mobile").map(\.records) == [2])
        #expect(throws: StoreError.self) {
            try warehouse.deleteRecords(of: "nope", database: "mobile", in: 0..<3600)
        }
    }

    @Test func `by size the oldest goes, from more tables than one statement joins`() throws {
        let workspace = try workspace(.directory)
        let warehouse = try workspace.warehouse
        let tables = (0..<520).map { "many_\($0)" }
        try warehouse.group { () throws(StoreError) in
            for (index, table) in tables.enumerated() {
                try warehouse.createTable(table, database: "mobile")
                _ = try? insert([1000 + index, 5000], warehouse, table)
            }
        }
        try warehouse.setRetention(.size(bytes: 1_000_000), of: "mobile")
        let report = try warehouse.enforceRetention(of: "mobile", now: 10_000)
        // Each table has one record that may go: the other one came last.
        #expect(report.removed.map(\.records).reduce(0, +) == 520)
        #expect(try times(workspace, tables[0]) == [5000])
        #expect(try times(workspace, tables[519]) == [5000])
    }

    /// How many pages a connection asked for so far, whether they were in memory or not.
    private func pagesAsked(_ connection: Connection) -> Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, counter in
            var now: Int32 = 0
            var most: Int32 = 0
            sqlite3_db_status(connection.handle, counter, &now, &most, 0)
            return sum + Int(now)
        }
    }

    @Test func `by age only what goes is read, not what stays`() throws {
        let workspace = try workspace(.directory)
        let warehouse = try workspace.warehouse
        // Two tables, one of which comes when the rule is there: some 5,000 pages of records.
        let times = (1...20_000).map { 1_000_000 + ($0 * 7919) % 20_000 }
        try insert(times, warehouse)
        try warehouse.setRetention(.age(seconds: 3600), of: "mobile")
        try warehouse.createTable("orders", database: "mobile", at: 0)
        try insert(times, warehouse, "orders")
        #expect(try warehouse.enforceRetention(of: "mobile", now: 1_003_600).removed.isEmpty)
        let connection = try warehouse.existing("mobile").connection
        #expect(try connection.integer("PRAGMA page_count") > 5000)
        let before = pagesAsked(connection)
        let removed = try warehouse.enforceRetention(of: "mobile", now: 1_003_610).removed
        // Ten are too old, of which one came last.
        #expect(removed.map(\.records) == [9, 9])
        #expect(pagesAsked(connection) - before < 400)
        // Without a rule nobody pays for the index.
        func indexes() throws -> Int64? {
            try connection.prepare(
                "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'pushsh-time-%'"
            ).firstInteger()
        }
        #expect(try indexes() == 2)
        try warehouse.setRetention(.size(bytes: 1_000_000_000), of: "mobile")
        #expect(try indexes() == 2)
        try warehouse.setRetention(nil, of: "mobile")
        #expect(try indexes() == 0)
    }

    @Test func `by size only what goes is read, not what stays`() throws {
        let workspace = try workspace(.directory)
        let warehouse = try workspace.warehouse
        // Records come nearly in the order of their times.
        let times = (0..<20_000).map { 1_000_000 + ($0 ^ 7) }
        try insert(times, warehouse)
        try warehouse.createTable("orders", database: "mobile", at: 0)
        try insert(Array(2_000_000..<2_020_000), warehouse, "orders")
        let connection = try warehouse.existing("mobile").connection
        let pages = try connection.integer("PRAGMA page_count")
        #expect(pages > 5000)
        let room = pages * 4096 / 1_000_000 * 1_000_000
        try warehouse.setRetention(.size(bytes: room + 1_000_000), of: "mobile")
        #expect(try warehouse.enforceRetention(of: "mobile", now: 0).removed.isEmpty)
        try warehouse.setRetention(.size(bytes: room), of: "mobile")
        var stored = 20_000
        // What came too much goes, again and again, and nothing else.
        for round in 0..<4 {
            if round > 0 {
                try insert(Array(repeating: 1_030_000 + round, count: 200), warehouse)
                stored += 200
            }
            let before = pagesAsked(connection)
            let removed = try warehouse.enforceRetention(of: "mobile", now: 0).removed
            let asked = pagesAsked(connection) - before
            #expect(removed.map(\.table) == ["push_events"])
            let count = removed.reduce(0) { $0 + $1.records }
            #expect((1...3000).contains(count), "\(count)")
            #expect(asked < 500 + 10 * count, "\(asked) for \(count)")
            stored -= count
        }
        // What is small enough costs nothing worth counting.
        let before = pagesAsked(connection)
        #expect(try warehouse.enforceRetention(of: "mobile", now: 0).removed.isEmpty)
        #expect(pagesAsked(connection) - before < 100)
        let kept = try self.times(workspace)
        #expect(kept.count == stored)
        #expect(kept.first ?? 0 > 1_000_000)
    }
}
