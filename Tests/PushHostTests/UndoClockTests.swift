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
}
