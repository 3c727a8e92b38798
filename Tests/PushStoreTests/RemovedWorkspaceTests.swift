import Glibc
import PushModel
import Testing

@testable import PushStore

/// What is done to a workspace's files from outside is told, and leaves nothing behind.
@Suite struct RemovedWorkspaceTests {
    let place = TemporaryDirectory()

    @Test func `a workspace that was deleted takes no more commands`() throws {
        let path = place.path + "/w"
        let store = try Workspace.open(directory: path).device
        _ = try store.begin()
        try store.noteEmptiedWarehouse()
        try store.commit()
        #expect(unlink(path + "/device.db") == 0)
        let error = #expect(throws: StoreError.self) { try store.begin() }
        #expect(error?.code == .gone)
        #expect(
            error?.message == "`\(path)/device.db` is gone: the workspace was deleted or replaced")
    }

    @Test func `the warehouse of a workspace that was moved does not seem empty`() throws {
        let path = place.path + "/w"
        let warehouse = try Workspace.open(directory: path).warehouse
        func insert() throws(RecordSinkError) -> Int {
            try warehouse.insert(
                database: "mobile", table: "push_events", records: [["value": "a"]], uuids: [nil],
                receivedAt: 1
            ).count
        }
        #expect(try insert() == 1)
        #expect(rename(path, place.path + "/moved") == 0)
        let reason = "`\(path)/device.db` is gone: the workspace was deleted or replaced"
        #expect(throws: RecordSinkError.unavailable(reason)) { try insert() }
        let error = #expect(throws: StoreError.self) { try warehouse.databaseList() }
        #expect(error?.code == .gone && error?.message == reason)
    }

    @Test(.enabled(if: geteuid() != 0, "a superuser may write everything"))
    func `a read-only file gets no log`() throws {
        let path = place.path + "/w"
        _ = try Workspace.open(directory: path)
        #expect(chmod(path + "/device.db", 0o400) == 0)
        let error = #expect(throws: StoreError.self) { try Workspace.open(directory: path) }
        #expect(error?.code == .readOnly)
        #expect(access(path + "/device.db-wal", F_OK) != 0)
        #expect(chmod(path + "/device.db", 0o600) == 0)
        _ = try Workspace.open(directory: path)
    }
}
