import Testing

@testable import PushStore

/// The name of a copy is that of its folder, so no other name may reach the disk.
@Suite struct CopyNameTests {
    private let place = TemporaryDirectory()

    @Test(arguments: ["", ".", "..", "a/b", "../w"])
    func `a name that is no folder's changes no copy`(name: String) throws {
        let stored = try Workspace.open(directory: place.path + "/w")
        for workspace in [stored, Workspace.ephemeral()] {
            try workspace.keepCopy(.snapshots, "one", note: "")
            let kept = #expect(throws: StoreError.self) {
                try workspace.keepCopy(.snapshots, name, note: "")
            }
            let dropped = #expect(throws: StoreError.self) {
                try workspace.dropCopy(.snapshots, name)
            }
            #expect(kept?.code == .misuse && dropped?.code == .misuse)
            #expect(workspace.copies(.snapshots).map(\.name) == ["one"])
        }
    }
}
