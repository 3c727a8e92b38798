import PushModel
import PushStore
import PushTestSupport
import Testing

@testable import PushHost
@testable import PushRuntime

/// SH-01, SH-02: the copies of a workspace that can only be read are seen, and stay as they are.
@Suite struct ReadOnlyCopiesTests {
    private let directory: TemporaryDirectory
    private let stage: Stage

    init() throws {
        directory = try TemporaryDirectory()
        let place = directory.path + "/w"
        let writer = try Stage(try Workspace.open(directory: place)) { $0.keepsUndo = true }
        for line in ["app launch", "snapshot save s1", "login cust-1", "undo"] {
            #expect(writer.run(line).failure == nil, "\(line)")
        }
        let reading = try Workspace.reading(
            place, because: StoreError(.readOnly, "the disk is read-only"))
        stage = try Stage(reading) { $0.keepsUndo = true }
    }

    @Test func `snapshots are listed`() {
        let result = stage.run("snapshot list")
        #expect(result.failure == nil)
        #expect(result.value?.arrayValue?.map { $0["name"] } == ["s1"])
    }

    @Test(arguments: [
        "snapshot go s1", "snapshot go s2", "snapshot save s2", "snapshot drop s1", "undo", "redo",
        "tap", "database retention mobile 7d",
    ])
    func `what would change something is refused for that reason`(line: String) {
        let failure = stage.run(line).failure
        #expect(failure?.code.name == "workspace_readonly", "\(failure?.message ?? "")")
        #expect(stage.workspace.copies(.undo).count == 1)
        #expect(stage.workspace.copies(.redo).count == 1)
    }

    @Test func `a rule is shown`() {
        #expect(stage.run("database retention mobile").failure == nil)
    }

    @Test func `sound copies are not called damaged`() throws {
        #expect(try stage.workspace.repair(writes: false).damagedCopies == [])
    }
}
