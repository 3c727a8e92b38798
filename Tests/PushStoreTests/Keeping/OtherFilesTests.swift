import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// A pipe or a folder in the place of a file of a workspace is told, and not waited for.
@Suite(.timeLimit(.minutes(1))) struct OtherFilesTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }

    init() throws {
        let workspace = try Workspace.open(directory: path)
        try workspace.warehouse.createTable("push_events", database: "mobile", at: 0)
        try workspace.keepCopy(.snapshots, "one", note: "{}")
    }

    private func replace(_ name: String) {
        unlink("\(path)/\(name)")
        #expect(mkfifo("\(path)/\(name)", 0o600) == 0)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"])
    func `a pipe for the device's file, or one beside it, is refused`(ending: String) throws {
        replace("device.db" + ending)
        let told = "cannot open `\(path)/device.db\(ending)`: it is not a regular file"
        let error = failure { _ = try Workspace.open(directory: path) }
        #expect(error?.message == told)
        let reason = try #require(error)
        let reading = failure { _ = try Workspace.reading(path, because: reason) }
        #expect(reading?.message == told)
        let report = try Workspace.rescue(directory: path).repair(writes: true)
        #expect(report.files.first?.state == .foreign)
        #expect(report.files.first?.faults == [told])
    }

    @Test(arguments: ["", "-wal"])
    func `a pipe for a database leaves it out of a query`(ending: String) throws {
        replace("warehouse/mobile.db" + ending)
        let workspace = try Workspace.open(directory: path)
        let error = failure {
            try workspace.query(
                "SELECT * FROM mobile.push_events", options: QueryOptions(now: 0),
                into: RowCollector())
        }
        #expect(error != nil)
        #expect(try workspace.repair(writes: false).files.last?.state == .foreign)
    }

    @Test(arguments: ["note", "sums"])
    func `a pipe in a snapshot does not hold up the others`(name: String) throws {
        replace("snapshots/one/" + name)
        let workspace = try Workspace.open(directory: path)
        #expect(workspace.copies(.snapshots).count == (name == "note" ? 0 : 1))
        _ = try workspace.repair(writes: false)
    }

    @Test func `a pipe for the list of copies counts as an empty one`() throws {
        replace("restored")
        let workspace = try Workspace.open(directory: path)
        #expect(workspace.restored.isEmpty)
        workspace.noteRestored(newest: 1)
        #expect(workspace.restored.isEmpty)
    }
}
