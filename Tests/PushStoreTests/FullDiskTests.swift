import Glibc
import PushSimulation
import Testing

@testable import PushStore

@_silgen_name("setfsuid") private func setFileSystemUser(_ user: UInt32) -> Int32

@Suite struct FullDiskTests {
    let place = TemporaryDirectory()

    @Test func `a full disk fails the command, and the next may fit`() throws {
        let store = try Workspace.open(directory: place.path).device
        try store.command(.event(event(1), app: app))
        let pages = try store.connection.integer("PRAGMA page_count")
        try store.connection.execute("PRAGMA max_page_count = \(pages)")
        var large = notification(1, id: "m")
        large.payload = String(repeating: "x", count: 100_000)
        let error = failure { try store.command(.notification(large)) }
        store.rollback()
        #expect(error?.code == .full)
        #expect(error?.message == "cannot write `\(place.path)/device.db`: the disk is full")
        try store.command(.event(event(2), app: app))
        #expect(try store.queuedCount(app: app) == 2)
        #expect(try store.notification(id: "m") == nil)
    }

    @Test func `a directory of someone else is refused`() throws {
        do { _ = try Workspace.open(directory: place.path) }
        chmod(place.path, 0o555)
        chmod(place.path + "/device.db", 0o444)
        // The file-system identity is the thread's own, so that no other test is affected.
        let mine = setFileSystemUser(65534)
        defer { _ = setFileSystemUser(UInt32(mine)) }
        let error = failure { _ = try Workspace.open(directory: place.path) }
        #expect(error?.message == "cannot write `\(place.path)/device.db`: it is read-only")
        let new = failure { _ = try Workspace.open(directory: place.path + "/new") }
        #expect(
            new?.message == "cannot make the workspace `\(place.path)/new`: permission denied")
    }
}
