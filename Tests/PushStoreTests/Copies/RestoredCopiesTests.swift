import Foundation
import Testing

@testable import PushStore

/// KD-06: every process on a workspace knows which copies replaced its content.
@Suite struct RestoredCopiesTests {
    private let place = TemporaryDirectory()

    private func workspace() throws -> Workspace { try .open(directory: place.path + "/w") }

    @Test func `what one process restored, the others learn in order`() throws {
        let (one, other) = (try workspace(), try workspace())
        #expect(one.restored.isEmpty)
        one.noteRestored(newest: 12)
        #expect(one.restored == [12] && other.restored == [12])
        other.noteRestored(newest: 4)
        one.noteRestored(newest: 0)
        #expect(one.restored == [12, 4, 0] && other.restored == one.restored)
        #expect(try workspace().restored == [12, 4, 0])
    }

    @Test func `a long list is read whole`() throws {
        let one = try workspace()
        for number in 1...3000 { one.noteRestored(newest: Int64(number)) }
        #expect(try workspace().restored == (1...3000).map { Int64($0) })
    }

    @Test func `a line without its end is not read, and any text is the start`() throws {
        let one = try workspace()
        let file = place.path + "/w/restored"
        try "7\nx\n12".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(one.restored == [7, 0])
        one.noteRestored(newest: 3)
        #expect(one.restored == [7, 0, 123])
    }

    @Test func `a private workspace has no list`() {
        let own = Workspace.ephemeral()
        own.noteRestored(newest: 3)
        #expect(own.restored.isEmpty)
    }
}
