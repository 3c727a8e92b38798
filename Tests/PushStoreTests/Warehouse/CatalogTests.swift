import PushSimulation
import Testing

@testable import PushStore

@Suite struct CatalogTests {
    let place = TemporaryDirectory()

    @Test(arguments: Kind.allCases) func `tables tell names, rows and types`(kind: Kind) throws {
        let workspace: Workspace =
            kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
        try workspace.device.command(.event(event(1), app: app))
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["n": 1, "r": .number("0.5")]],
            uuids: ["u"], receivedAt: 1)
        let tables = try workspace.tables(isMeasured: true)
        #expect(
            tables.filter { $0.database == "main" && !$0.isView }.map(\.name) == [
                "events", "journal", "links", "notifications", "tokens", "uploads",
            ])
        #expect(tables.first { $0.name == "events" }?.rows == 1)
        let warehouse = tables.filter { $0.database == "mobile" }
        #expect(warehouse.map(\.name) == ["push_events", "push_events_resolved"])
        #expect(warehouse.map(\.isView) == [false, true])
        #expect(warehouse.map(\.rows) == [1, nil])
        let types = warehouse.first?.columns.map { "\($0.name) \($0.type)" }
        #expect(
            types == [
                "time INTEGER", "type TEXT", "campaign_id TEXT", "message_id TEXT", "platform TEXT",
                "fcm_token TEXT", "user_id TEXT", "value TEXT", "n INTEGER", "r REAL",
            ])
    }

    @Test func `more databases than SQLite attaches can still be named`() throws {
        let workspace = try Workspace.open(directory: place.path)
        try workspace.warehouse.createsMissing = true
        for number in 10..<25 {
            _ = try workspace.warehouse.insert(
                database: "shop\(number)", table: "tbl", records: [["n": .int(number)]],
                uuids: [nil], receivedAt: 1)
        }
        for number in [10, 24, 17] {
            let sink = RowCollector()
            try workspace.query(
                "SELECT n FROM SHOP\(number).tbl", options: QueryOptions(now: 0), into: sink)
            #expect(sink.rows == [[.integer(Int64(number))]])
        }
    }
}
