import Testing

@testable import PushStore

/// KD-06: going back to a copy takes nothing along that another process has written meanwhile.
@Suite struct WorkspaceReturnTests {
    private let place = TemporaryDirectory()

    private func workspace() throws -> Workspace { try .open(directory: place.path + "/w") }

    /// A workspace with a step that can be undone, and the newest line after that step.
    private func stepped() throws -> (Workspace, Int64) {
        let own = try workspace()
        try own.device.command(text: "one")
        try own.keepCopy(.undo, "1", note: "")
        try own.device.command(text: "two")
        return (own, try own.device.newestLine())
    }

    @Test func `without a line of another process, the copy is back`() throws {
        let (own, line) = try stepped()
        #expect(try own.bringBack(.undo, "1", ifNewestIs: line))
        #expect(try own.device.newestLine() == line - 1)
    }

    @Test(arguments: [false, true])
    func `what another process wrote since stays, as rows or as a kept command`(
        isDeferred: Bool
    ) throws {
        let (own, line) = try stepped()
        let other = try workspace().device
        try other.deferRows(isDeferred)
        try other.command(text: "three")
        #expect(try own.bringBack(.undo, "1", ifNewestIs: line) == false)
        #expect(try own.device.newestLine() == line + 1)
        #expect(place.names("w").contains("bringing-back") == false)
        // Whoever insists gets the copy.
        #expect(try own.bringBack(.undo, "1"))
        #expect(try own.device.newestLine() == line - 1)
    }

    @Test func `nobody can write between the look and the copy`() throws {
        let (own, _) = try stepped()
        let copy = try Connection(path: place.path + "/w/undo/1/device.db", .readWrite)
        let live = try Connection(path: place.path + "/w/device.db", .readWrite)
        let impatient = try Connection(
            path: place.path + "/w/device.db", .readWrite, busyMilliseconds: 0)
        var refusal: StoreError?
        let isDone = try live.copy(from: copy) { () throws(StoreError) in
            do throws(StoreError) { try impatient.execute("BEGIN IMMEDIATE") } catch {
                refusal = error
            }
            return false
        }
        #expect(!isDone)
        #expect(refusal?.code == .busy)
        // The copy was given up, and the lock with it.
        try impatient.execute("BEGIN IMMEDIATE; COMMIT")
        #expect(try own.device.newestLine() == 2)
    }
}
