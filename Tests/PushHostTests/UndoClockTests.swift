import Foundation
import PushStore
import PushTestSupport
import Testing

@testable import PushHost
@testable import PushRuntime

/// SH-02: `undo` in a session whose clock is the system's.
@Suite struct UndoClockTests {
    @Test func `what falls due by the session's own clock does not block undo`() throws {
        let directory = try TemporaryDirectory()
        let stage = try Stage(try Workspace.open(directory: directory.path + "/w")) {
            $0.keepsUndo = true
            $0.usesRealClock = true
        }
        for line in ["app launch", "app background", "local add --in 1s --id z --title T"] {
            #expect(stage.run(line).failure == nil, "\(line)")
        }
        Thread.sleep(forTimeInterval: 1.2)
        #expect(stage.session.passTime()?.contains { $0.contains("shown") } == true)
        let result = stage.run("undo")
        #expect(result.failure == nil, "\(result.failure?.message ?? "")")
        #expect(result.value?["command"]?.stringValue?.hasPrefix("local add") == true)
    }

    @Test(arguments: [false, true])
    func `a refused command is no step, and leaves what can be redone`(isShared: Bool) throws {
        let directory = try TemporaryDirectory()
        let workspace =
            isShared ? try Workspace.open(directory: directory.path + "/w") : .ephemeral()
        let stage = try Stage(workspace) {
            $0.keepsUndo = true
            $0.usesRealClock = true
        }
        for line in ["app launch", "login cust-1", "undo"] {
            #expect(stage.run(line).failure == nil, "\(line)")
        }
        for line in ["tap zz", "device use nope", "clock set 1999-01-01T00:00:00Z"] {
            Thread.sleep(forTimeInterval: 0.005)
            #expect(stage.run(line).failure != nil, "\(line)")
        }
        #expect(stage.run("redo").value?["command"]?.stringValue == "login cust-1")
        #expect(stage.run("undo").value?["left"]?.intValue == 1)
    }

    @Test func `a refused command after another process's change is no step`() throws {
        let directory = try TemporaryDirectory()
        let stages = try (0..<2).map { _ in
            try Stage(try Workspace.open(directory: directory.path + "/w")) {
                $0.keepsUndo = true
                $0.usesRealClock = true
            }
        }
        #expect(stages[0].run("app launch").failure == nil)
        #expect(stages[1].run("login cust-1").failure == nil)
        #expect(stages[0].run("tap zz").failure?.code.name == "no_notification")
        let result = stages[1].run("undo")
        #expect(result.failure == nil, "\(result.failure?.message ?? "")")
        #expect(result.value?["command"]?.stringValue == "login cust-1")
    }
}
