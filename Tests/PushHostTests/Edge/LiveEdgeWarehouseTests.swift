import PushModel
import PushRuntime
import PushSimulation
import PushStore
import PushTestSupport
import Testing

@testable import PushHost

/// TD-11: the warehouse as the session asks for it.
@Suite struct LiveEdgeWarehouseTests {
    private let stage: Stage
    private static let now = Tick(milliseconds: 1_767_225_600_000)

    init() throws { stage = try Stage() }

    private func change(_ change: WarehouseChange) throws(Failure) {
        try stage.edge.change(change, now: Self.now)
    }

    private func refusal(_ change: WarehouseChange) -> Failure? {
        failure { () throws(Failure) in try self.change(change) }
    }

    @Test func `databases and tables are made and deleted`() throws {
        try change(.createDatabase("shop"))
        try change(.createTable("orders", database: "shop"))
        let listing = try stage.edge.databases().first { $0.name == "shop" }
        #expect(listing?.tables == 1 && listing?.records == 0)
        #expect(listing?.createdAt == 1_767_225_600)
        try change(.deleteTable("orders", database: "shop"))
        #expect(try stage.edge.databases().first { $0.name == "shop" }?.tables == 0)
        try change(.deleteDatabase("shop"))
        #expect(try !stage.edge.databases().contains { $0.name == "shop" })
    }

    /// Changes that cannot be made, with code and message.
    @Test func `what cannot be changed has its code`() throws {
        try change(.createDatabase("shop"))
        try change(.createTable("orders", database: "shop"))
        let cases: [(WarehouseChange, String, String)] = [
            (.createDatabase("shop"), "already_exists", "`shop` is there already"),
            (
                .createTable("orders", database: "shop"), "already_exists",
                "`shop.orders` is there already"
            ),
            (
                .createTable("orders", database: "nope"), "no_table",
                "no database `nope` in the warehouse"
            ),
            (
                .deleteTable("nope", database: "shop"), "no_table",
                "no table `nope` in the database `shop`"
            ),
            (.deleteDatabase("nope"), "no_table", "no database `nope` in the warehouse"),
        ]
        for (change, code, message) in cases {
            let error = refusal(change)
            #expect(error?.code.name == code)
            #expect(error?.message == message)
        }
        for name in ["No", "a", "päckchen", "x y"] {
            #expect(refusal(.createDatabase(name))?.code.name == "bad_name")
        }
    }

    @Test func `a rule is shown, kept, carried out and taken away`() throws {
        func retain(_ order: RetentionOrder) throws -> [RetentionReport] {
            try stage.edge.retain(order, database: "mobile", now: Self.now)
        }
        #expect(try retain(.show).map(\.rule) == [nil])
        let rule = try #require(Retention("30d"))
        #expect(try retain(.keep(rule)).first?.rule == rule)
        #expect(try retain(.show).first?.rule == rule)
        #expect(try retain(.now).count == 1)
        #expect(try retain(.off).first?.rule == nil)
        let error = failure { () throws(Failure) in
            _ = try stage.edge.retain(.show, database: "nope", now: Self.now)
        }
        #expect(error?.code.name == "no_table")
    }

    @Test func `records that are too old go, in every database that has a rule`() throws {
        stage.run("app launch")
        stage.run("login cust-1")
        stage.run("flush")
        let rule = try #require(Retention("1h"))
        _ = try stage.edge.retain(.keep(rule), database: "mobile", now: Self.now)
        let later = Self.now.advanced(by: 2 * 3_600_000)
        let reports = try stage.edge.retain(.now, database: nil, now: later)
        let mobile = reports.first { $0.database == "mobile" }
        #expect(mobile?.removed.map(\.records) == [1], "\(reports)")
        // The last record stays, by whose number an upload knows how far it is.
        #expect(stage.rows("SELECT count(*) AS n FROM mobile.push_events") == ["1"])
    }

    @Test func `a workspace that cannot be written refuses changes`() throws {
        let directory = try TemporaryDirectory()
        let place = directory.path + "/w"
        _ = try Stage(try Workspace.open(directory: place))
        let reading = try Workspace.reading(
            place, because: StoreError(.readOnly, "the disk is read-only"))
        let stage = try Stage(reading)
        let error = failure { () throws(Failure) in
            try stage.edge.change(.createDatabase("shop"), now: Self.now)
        }
        #expect(error?.code.name == "workspace_readonly")
        #expect(error?.message == "the disk is read-only")
        let shown = try stage.edge.retain(.show, database: "mobile", now: Self.now)
        #expect(shown.count == 1)
    }
}
