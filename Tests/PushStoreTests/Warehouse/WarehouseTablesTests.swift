import PushModel
import Testing

@testable import PushStore

/// TD-13: an owner renames and swaps tables.
@Suite struct WarehouseTablesTests {
    let place = TemporaryDirectory()

    func workspace(_ kind: Kind) throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
    }

    func insert(
        _ uuids: [String], user: String, into table: String, of warehouse: Warehouse
    ) throws {
        _ = try warehouse.insert(
            database: "mobile", table: table,
            records: uuids.map { _ in ["user_id": .string(user), "fcm_token": "t"] },
            uuids: uuids, receivedAt: 100)
    }

    /// The users that a query of one column finds.
    func users(_ workspace: Workspace, _ table: String) throws -> [Cell] {
        let sink = RowCollector()
        try workspace.query(
            "SELECT user_id FROM mobile.\(table) ORDER BY rowid", options: QueryOptions(now: 0),
            into: sink)
        return sink.rows.flatMap { $0 }
    }

    @Test(arguments: Kind.allCases) func `swapped tables exchange all that is theirs`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        try warehouse.createTable("staging", database: "mobile")
        try insert(["a"], user: "old", into: "push_events", of: warehouse)
        try insert(["b", "c"], user: "new", into: "staging", of: warehouse)

        try warehouse.swapTables("push_events", "staging", database: "mobile")

        #expect(try users(workspace, "push_events") == [.text("new"), .text("new")])
        #expect(try users(workspace, "staging") == [.text("old")])
        #expect(try users(workspace, "push_events_resolved") == [.text("new"), .text("new")])
        #expect(try users(workspace, "staging_resolved") == [.text("old")])
        // What a table knows of its uuids goes with it.
        try insert(["b"], user: "twice", into: "push_events", of: warehouse)
        try insert(["a"], user: "more", into: "push_events", of: warehouse)
        #expect(try users(workspace, "push_events").last == .text("more"))
        #expect(try warehouse.tableList("mobile").map(\.records) == [3, 1])
    }

    @Test(arguments: Kind.allCases) func `no table gets the number of a dropped one`(
        kind: Kind
    ) throws {
        let warehouse = try workspace(kind).warehouse
        let make = { (name: String) in
            try warehouse.createTable(name, database: "mobile")
            return try #require(try warehouse.tableList("mobile").first { $0.name == name }).id
        }
        var numbers: [Int64] = [try make("one"), try make("two")]
        try warehouse.deleteTable("one", database: "mobile")
        numbers.append(try make("one"))
        for _ in 1...2 {
            for name in ["two", "one"] { try warehouse.deleteTable(name, database: "mobile") }
            numbers += [try make("one"), try make("two")]
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    @Test(arguments: Kind.allCases) func `a renamed table may take another one's place`(
        kind: Kind
    ) throws {
        let warehouse = try workspace(kind).warehouse
        try warehouse.createTable("staging", database: "mobile")
        _ = try warehouse.insert(
            database: "mobile", table: "staging", records: [["a": 1]], uuids: ["x"], receivedAt: 5)
        #expect(try !warehouse.renameTable("staging", to: "push_events", database: "mobile"))
        #expect(
            try warehouse.renameTable(
                "staging", to: "push_events", database: "mobile", overwrites: true))
        let tables = try warehouse.tableList("mobile")
        #expect(tables.map(\.name) == ["push_events"])
        #expect(tables.map(\.records) == [1])
        #expect(
            try warehouse.renameTable(
                "push_events", to: "push_events", database: "mobile", overwrites: true) == false)
    }

    @Test(arguments: Kind.allCases) func `a renamed table keeps its records`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        try insert(["a"], user: "u", into: "push_events", of: warehouse)
        #expect(try warehouse.renameTable("push_events", to: "kept", database: "mobile"))
        #expect(try users(workspace, "kept") == [.text("u")])
        #expect(try warehouse.tableList("mobile").map(\.name) == ["kept"])
        #expect(
            try workspace.tables().filter { $0.database == "mobile" }.map(\.name) == [
                "kept", "kept_resolved",
            ])
        #expect(throws: RecordSinkError.noTable("push_events", database: "mobile")) {
            try insert(["b"], user: "u", into: "push_events", of: warehouse)
        }
    }

    @Test(arguments: Kind.allCases) func `no table takes the name of a view`(kind: Kind) throws {
        let warehouse = try workspace(kind).warehouse
        let view = "push_events_resolved"
        try warehouse.createTable("staging", database: "mobile")
        #expect(try !warehouse.createTable(view, database: "mobile"))
        #expect(try !warehouse.make(view, [("n", .integer)], database: "mobile", at: 0))
        for name in ["staging", "push_events"] {
            #expect(try !warehouse.renameTable(name, to: view, database: "mobile"))
        }
        #expect(throws: RecordSinkError.noTable(view, database: "mobile")) {
            try insert(["b"], user: "u", into: view, of: warehouse)
        }
        #expect(try warehouse.tableList("mobile").map(\.name) == ["push_events", "staging"])
        // A table that had the name first keeps it.
        try warehouse.createTable("other_resolved", database: "mobile")
        #expect(try warehouse.renameTable("push_events", to: "other", database: "mobile"))
        #expect(
            try warehouse.tableList("mobile").map(\.name)
                == ["other", "other_resolved", "staging"])
    }

    @Test(arguments: Kind.allCases) func `a table that is not there moves nothing`(
        kind: Kind
    ) throws {
        let warehouse = try workspace(kind).warehouse
        try warehouse.createTable("staging", database: "mobile")
        let swap = failure {
            try warehouse.swapTables("staging", "nope", database: "mobile")
        }
        #expect(swap?.message == "no table `nope` in the database `mobile`")
        #expect(try !warehouse.renameTable("staging", to: "push_events", database: "mobile"))
        let name = failure {
            _ = try warehouse.renameTable("staging", to: "a b", database: "mobile")
        }
        #expect(name?.code == .name)
        try warehouse.swapTables("staging", "staging", database: "mobile")
        #expect(try warehouse.tableList("mobile").map(\.name) == ["push_events", "staging"])
    }
}
