import PushStore
import PushTestSupport
import Testing

@testable import PushHost
@testable import PushRuntime

/// SH-03: a clock that moves far in a workspace.
@Suite struct LongTimeTests {
    @Test func `a long time is kept part by part, and is one step of undo`() throws {
        let directory = try TemporaryDirectory()
        let stage = try Stage(try Workspace.open(directory: directory.path + "/w")) {
            $0.keepsUndo = true
        }
        for line in ["app launch", "local add --in 60s --repeat --title T"] {
            #expect(stage.run(line).failure == nil, "\(line)")
        }
        let long = stage.run("clock advance 3d")
        #expect(long.failure == nil)
        #expect(long.lines.count { $0.hasPrefix("shown ") } == 3 * 24 * 60)

        #expect(number("SELECT count(*) FROM notifications", stage) == 3 * 24 * 60)
        let parts = number("SELECT count(*) FROM journal WHERE text = ''", stage)
        #expect(parts >= 4)
        let named = "SELECT count(*) FROM journal WHERE text = 'clock advance 3d'"
        #expect(number(named, stage) == 1)
        let largest = "SELECT max(json_array_length(facts)) FROM journal"
        #expect(number(largest, stage) < 10_000)

        let undone = stage.run("undo")
        #expect(undone.failure == nil, "\(undone.failure?.message ?? "")")
        #expect(undone.value?["command"]?.stringValue == "clock advance 3d")
        #expect(number("SELECT count(*) FROM notifications", stage) == 0)
        #expect(number("SELECT count(*) FROM journal WHERE text = ''", stage) == 0)
    }

    private func number(_ query: String, _ stage: Stage) -> Int {
        let result = stage.run("query --dialect sqlite", query)
        #expect(result.failure == nil, "\(query): \(result.failure?.message ?? "")")
        let numbers = result.lines.compactMap { line in Int(line.filter { !" |".contains($0) }) }
        return numbers.last ?? -1
    }
}
