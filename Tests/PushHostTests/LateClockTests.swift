import PushModel
import PushStore
import PushTestSupport
import Testing

@testable import PushHost
@testable import PushRuntime

/// [TD-11] A workspace whose clock follows the system's says so where it stands still.
@Suite struct LateClockTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func stage(isReal: Bool) throws -> Stage {
        try Stage(try Workspace.open(directory: directory.path + "/w")) {
            $0.usesRealClock = isReal
        }
    }

    private static let recent =
        "SELECT count_if(td_interval(time, '-1h/now')) FROM mobile.push_events"

    @Test(arguments: [
        recent, "SELECT now()", "SELECT current_date", "SELECT TD_SCHEDULED_TIME()",
    ])
    func `SQL that asks for the time is told once that it is late`(sql: String) throws {
        #expect(try stage(isReal: true).run("query", sql).notes.isEmpty)
        let script = try stage(isReal: false)
        #expect(script.run("query", "SELECT 'new' AS known").notes.isEmpty)
        let notes = script.run("query", sql).notes
        #expect(notes.count == 1)
        #expect(notes.first?.contains("follows the system's elsewhere, but stands still") == true)
        #expect(script.run("query", sql).notes.isEmpty)
    }

    @Test func `a command that brings something about is told once that it is late`() throws {
        #expect(try stage(isReal: true).run("app launch").notes.isEmpty)
        let script = try stage(isReal: false)
        #expect(script.run("whoami").notes.isEmpty)
        let notes = script.run("app background").notes
        #expect(notes.count == 1 && notes[0].hasPrefix("note: this happened at "), "\(notes)")
        #expect(script.run("app foreground").notes.isEmpty)
    }

    @Test func `clock and status say it`() throws {
        _ = try stage(isReal: true)
        let script = try stage(isReal: false)
        let line = script.run("clock").lines[0]
        #expect(line.hasSuffix("Z, stands still here; elsewhere it follows the system's"))
        let status = script.run("status").lines.first { $0.hasPrefix("clock") }
        #expect(status?.hasSuffix("stands still here; elsewhere it follows the system's") == true)
    }

    @Test func `a clock that was set by hand is nobody's else`() throws {
        let prompt = try stage(isReal: true)
        #expect(prompt.run("clock set 2100-01-01T00:00:00Z").failure == nil)
        let script = try stage(isReal: false)
        #expect(script.run("query", Self.recent).notes.isEmpty)
        #expect(script.run("clock").lines == ["clock   2100-01-01T00:00:00Z"])
    }

    @Test func `a script's own workspace has no such clock until another follows the system's`()
        throws
    {
        let script = try stage(isReal: false)
        #expect(script.run("app launch").failure == nil)
        #expect(script.run("query", Self.recent).notes.isEmpty)
        #expect(try stage(isReal: true).run("app background").failure == nil)
        #expect(script.run("query", Self.recent).notes.count == 1)
    }
}
