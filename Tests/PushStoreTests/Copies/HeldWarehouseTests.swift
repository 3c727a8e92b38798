import Foundation
import PushModel
import Testing

@testable import PushStore

/// [SH-02] Nothing can be stored between the last look at the warehouse and its replacement.
@Suite struct HeldWarehouseTests {
    private let place = TemporaryDirectory()

    private func workspace() throws -> Workspace { try .open(directory: place.path + "/w") }

    private func insert(_ uuid: String, _ database: String, _ workspace: Workspace) throws {
        _ = try workspace.warehouse.insert(
            database: database, table: "push_events", records: [["type": "open"]],
            uuids: [uuid], receivedAt: 1_800_000_000)
    }

    private func rows(_ database: String, _ workspace: Workspace) throws -> Int {
        try workspace.warehouse.tableList(database).reduce(0) { $0 + $1.records }
    }

    @Test(arguments: ["mobile", "newer"])
    func `a record whose transaction is open by then keeps the workspace from going back`(
        database: String
    ) throws {
        let (one, other) = (try workspace(), try workspace())
        try one.keepCopy(.snapshots, "one", note: "")
        try other.warehouse.createDatabase(database, at: 1)
        try other.warehouse.createTable("push_events", database: database, at: 1)
        try insert("uuid-1", database, other)
        let stored = try one.warehouse.outline()
        let path = "\(place.path)/w/warehouse/\(database).db"
        nonisolated(unsafe) let writer = try Connection(path: path, .readWrite)
        try writer.execute("BEGIN IMMEDIATE; UPDATE \"pushsh-tables\" SET updated_at = 7")
        let wait = Thread {
            Thread.sleep(forTimeInterval: 0.3)
            try? writer.execute("COMMIT")
        }
        wait.start()
        #expect(try one.bringBack(.snapshots, "one", stored: stored) == false)
        #expect(try rows(database, one) == 1)
        #expect(try one.bringBack(.snapshots, "one", stored: try one.warehouse.outline()))
        #expect(try one.warehouse.databaseNames() == ["mobile"])
        #expect(try rows("mobile", one) == 0)
    }

    @Test func `while it is held, nobody writes, and forgetting it changes nothing`() throws {
        let one = try workspace()
        try one.keepCopy(.snapshots, "one", note: "")
        try one.warehouse.createDatabase("newer", at: 1)
        try insert("uuid-1", "mobile", one)
        let folder = place.path + "/w"
        do {
            let held = try HeldWarehouse(
                folder + "/warehouse", from: folder + "/snapshots/one/warehouse",
                busyMilliseconds: 10)
            for name in ["mobile", "newer"] {
                let writer = try Connection(
                    path: "\(folder)/warehouse/\(name).db", .readWrite, busyMilliseconds: 10)
                #expect(throws: StoreError.self) { try writer.execute("BEGIN IMMEDIATE") }
            }
            withExtendedLifetime(held) {}
        }
        #expect(try rows("mobile", one) == 1)
        #expect(try one.warehouse.databaseNames() == ["mobile", "newer"])
        try insert("uuid-2", "mobile", one)
        #expect(try rows("mobile", one) == 2)
    }
}
