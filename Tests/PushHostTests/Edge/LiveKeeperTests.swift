import PushModel
import PushRuntime
import PushStore
import PushTestSupport
import Testing

@testable import PushHost

/// SH-02: backups, and copies for `undo` and `snapshot`.
@Suite struct LiveKeeperTests {
    private let directory: TemporaryDirectory
    private let stage: Stage

    init() throws {
        directory = try TemporaryDirectory()
        stage = try Stage(try Workspace.open(directory: directory.path + "/w"))
    }

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func keeper(_ isBack: @escaping () -> Void = {}) -> LiveKeeper {
        LiveKeeper(stage.workspace, isBack: isBack)
    }

    @Test func `a backup holds both sides, and is brought back`() throws {
        stage.run("app launch")
        stage.run("flush")
        let kept = try keeper().backUp(to: path("b"), replaces: false, now: .scriptStart)
        #expect(kept.databases == ["mobile"] && kept.bytes > 0 && kept.at == .scriptStart)
        stage.run("login cust-1")
        var closed = 0
        let back = try keeper { closed += 1 }.restore(from: path("b"))
        #expect(back.databases == kept.databases && closed == 1)
        let again = try Stage(try Workspace.open(directory: path("w")))
        #expect(again.session.world.app?.userID == nil)
        #expect(again.rows("SELECT count(*) AS n FROM mobile.push_events") == ["1"])
    }

    @Test func `a backup does not replace another file unasked`() throws {
        try directory.write("mine", to: "b")
        let error = failure { () throws(Failure) in
            _ = try keeper().backUp(to: path("b"), replaces: false, now: .scriptStart)
        }
        #expect(error?.code.name == "file_exists")
        #expect(try directory.text("b") == "mine")
        let missing = failure { () throws(Failure) in
            _ = try keeper().backUp(to: path("no/b"), replaces: false, now: .scriptStart)
        }
        #expect(missing?.code.name == "file_unwritable")
    }

    @Test func `what is no backup is told, and changes nothing`() throws {
        stage.run("login cust-1")
        try directory.write("no backup", to: "text")
        try directory.write("no backup", to: "back`quote")
        let cases = [
            (path("text"), "invalid_backup"), (path("gone"), "file_not_found"),
            (path("back`quote"), "invalid_backup"), (path("no`pe"), "file_not_found"),
        ]
        for (file, code) in cases {
            var closed = 0
            let error = failure { () throws(Failure) in
                _ = try keeper { closed += 1 }.restore(from: file)
            }
            #expect(error?.code.name == code, "\(error?.message ?? "")")
            #expect(closed == 1)
        }
        #expect(try Stage(try Workspace.open(directory: path("w"))).session.world.app != nil)
    }

    @Test func `a sound workspace has nothing to mend`() throws {
        stage.run("app launch")
        stage.run("flush")
        var closed = 0
        let report = try keeper { closed += 1 }.repair(writes: false)
        #expect(!report.files.isEmpty && report.files.allSatisfy { $0.state == "sound" })
        #expect(report.aside == nil && closed == 0)
    }

    @Test func `copies are kept, named, noted, brought back and dropped`() throws {
        for workspace in [stage.workspace, Workspace.ephemeral()] {
            let stage = try Stage(workspace)
            var closed = 0
            let shelf = LiveCopies(workspace) { closed += 1 }
            #expect(shelf.entries(.snapshots).isEmpty)
            try shelf.keep(.snapshots, "one", note: "first")
            try shelf.keep(.undo, "one", note: "another kind")
            #expect(shelf.entries(.snapshots) == [CopyEntry(name: "one", note: "first")])
            try shelf.annotate(.snapshots, "one", note: "second")
            try shelf.annotate(.snapshots, "gone", note: "nothing")
            #expect(shelf.entries(.snapshots).map(\.note) == ["second"])
            stage.run("app launch")
            _ = try shelf.bringBack(.snapshots, "one", from: nil, stored: nil)
            #expect(closed == 1)
            #expect(try LiveHistory(workspace).lastEvent() == 0)
            let error = failure { () throws(Failure) in
                _ = try shelf.bringBack(.snapshots, "gone", from: nil, stored: nil)
            }
            #expect(error?.message == "there is no copy `gone`" && closed == 2)
            try shelf.drop(.snapshots, "one")
            try shelf.drop(.snapshots, "one")
            #expect(shelf.entries(.snapshots).isEmpty)
            #expect(shelf.entries(.undo).count == 1)
        }
    }

    @Test func `a copy on disk has a size, one in memory has none`() {
        #expect(LiveCopies(stage.workspace) {}.size > 0)
        #expect(LiveCopies(.ephemeral()) {}.size == 0)
    }
}
