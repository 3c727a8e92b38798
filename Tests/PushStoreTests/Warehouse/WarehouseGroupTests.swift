import PushModel
import PushStore
import PushTestSupport
import Testing

/// Insertions that are committed together, and names that are looked up in one database.
@Suite struct WarehouseGroupTests {
    let place: TemporaryDirectory

    init() { place = TemporaryDirectory() }

    private func insert(_ value: String, into table: String, _ warehouse: Warehouse) -> Bool {
        let stored = try? warehouse.insert(
            database: "mobile", table: table, records: [["value": .string(value)]], uuids: [nil],
            receivedAt: 1)
        return stored == [.stored]
    }

    private func values(_ workspace: Workspace) throws -> [[Cell]] {
        let rows = RowCollector()
        try workspace.query(
            "SELECT value FROM mobile.push_events", options: QueryOptions(now: 0), into: rows)
        return rows.rows
    }

    @Test func `a group is seen by another process at its end, and not before`() throws {
        let workspace = try Workspace.open(directory: place.path + "/w")
        let other = try Workspace.open(directory: place.path + "/w")
        let warehouse = try workspace.warehouse
        try warehouse.group { () throws(StoreError) in
            for value in ["a", "b"] {
                #expect(insert(value, into: "push_events", warehouse))
            }
            #expect((try? values(other)) == [])
        }
        #expect(try values(other) == [[.text("a")], [.text("b")]])
    }

    @Test func `a group that fails leaves nothing behind`() throws {
        let workspace = try Workspace.open(directory: place.path + "/w")
        let warehouse = try workspace.warehouse
        #expect(throws: StoreError(.io, "made up")) {
            try warehouse.group { () throws(StoreError) in
                #expect(insert("lost", into: "push_events", warehouse))
                throw StoreError(.io, "made up")
            }
        }
        #expect(try values(workspace) == [])
        #expect(insert("kept", into: "push_events", warehouse))
        #expect(try values(workspace) == [[.text("kept")]])
    }

    @Test(arguments: [true, false]) func `plain names are those of the query's database`(
        isDurable: Bool
    ) throws {
        let workspace =
            isDurable ? try Workspace.open(directory: place.path + "/w") : Workspace.ephemeral()
        let warehouse = try workspace.warehouse
        // The device's side has a table of this name too.
        try warehouse.createTable("events", database: "mobile")
        #expect(insert("td", into: "events", warehouse))
        var options = QueryOptions(now: 0)
        options.database = "mobile"
        let rows = RowCollector()
        try workspace.query("SELECT value FROM events", options: options, into: rows)
        #expect(rows.rows == [[.text("td")]])
        try workspace.query(
            "SELECT value FROM events", options: QueryOptions(now: 0), into: rows)
        #expect(rows.rows == [])
        let listed = try warehouse.tableList("mobile").map(\.name)
        #expect(listed == ["events", "push_events"])
        try warehouse.deleteTable("events", database: "mobile")
        #expect(!insert("gone", into: "events", warehouse))
        #expect(throws: StoreError.self) { try warehouse.tableList("nope") }
    }
}
