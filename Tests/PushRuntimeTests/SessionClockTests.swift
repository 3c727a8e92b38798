import PushModel
import PushText
import Testing

@testable import PushRuntime

/// A session that follows the system's clock, as the prompt does (SH-03).
struct SessionClockTests {
    /// Runs entries one by one, as at the prompt; gives what they printed.
    private func type(
        _ entries: [String], _ edge: StoreEdge, files: FileShelf = FileShelf()
    ) throws -> [String] {
        var settings = ShellSettings()
        settings.usesRealClock = true
        settings.keepsTexts = true
        let session = try Session(edge: edge, settings: settings)
        let console = LineCollector()
        for entry in entries {
            var loader = ScriptLoader { path throws(Failure) in try files.read(path) }
            let loaded = loader.load(Array(entry.utf8), path: "-")
            let runner = ScriptRunner(
                try #require(loaded), session: session, console: console, options: .init())
            runner.run()
            #expect(runner.results.compactMap(\.failure?.diagnostic.message) == [])
        }
        return console.lines
    }

    private static let message = #"""
        receive --to phone <<JSON
          {"message": {"token": "t", "notification": {"title": "T", "body": "B"}}}
          JSON
        """#

    @Test func `an FCM message that was recorded while time passed replays`() throws {
        let shelf = FileShelf()
        let edge = StoreEdge(files: shelf)
        edge.clockStep = 1237
        _ = try type(
            [".record start out.psh", "app launch", "queue", Self.message, ".record stop"], edge,
            files: shelf)
        let script = String(decoding: try shelf.read("out.psh"), as: UTF8.self)
        #expect(script.contains("| shown   "))
        let trial = try ScriptTrial(script)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `the clock is the system's without a command in between`() throws {
        let edge = StoreEdge()
        edge.clockStep = 60_000
        let lines = try type(["clock", "clock"], edge)
        #expect(
            lines == ["clock   2026-01-01T00:01:00Z", "clock   2026-01-01T00:02:00Z"])
    }

    /// The world had gone on, and the rows of what fell due were rolled back with the command.
    @Test func `what fell due before a refused command is kept`() throws {
        let edge = StoreEdge()
        edge.clockStep = 5000
        let lines = try type(
            ["app launch", "app background", "local add --in 7s --id due --title Due"]
                + Array(repeating: "!no_notification tap nothing", count: 3)
                + [
                    "expect shown == [due]",
                    "expect sql \"SELECT count(*) FROM notifications WHERE id = 'due'\" == 1",
                ], edge)
        #expect(lines.count { $0.contains("is due, as scheduled") } == 1, "\(lines)")
    }

    @Test func `a query sees the present time, which is not that of the last action`() throws {
        let edge = StoreEdge()
        edge.clockStep = 60_000
        let now = "CAST(to_unixtime(now()) AS bigint)"
        let query =
            "query \"SELECT \(now) - 1767225600 AS n, td_scheduled_time() - \(now) AS s\""
        let entries = [
            query, query, "clock", query, "let t = sql \"SELECT now()\"",
            "expect sql \"SELECT \(now) - 1767225600\" == 360",
        ]
        let lines = try type(entries, edge)
        let seconds = lines.filter { $0.hasSuffix("  0") }.map { $0.dropLast(3) }
        #expect(seconds.map { $0.filter(\.isNumber) } == ["60", "120", "240"])
    }

    @Test func `a script's query sees the virtual time`() throws {
        let trial = try ScriptTrial(
            "clock advance 5s\nexpect sql \"SELECT to_unixtime(now())\" == 1767225605.0\n"
                + "query \"SELECT now() AS n\"\nexpect $[0].n == \"2026-01-01 00:00:05.000 UTC\"")
        #expect(trial.failures == [])
    }

    @Test func `a recorded query for the time replays`() throws {
        let shelf = FileShelf()
        let edge = StoreEdge(files: shelf)
        edge.clockStep = 61_000
        _ = try type(
            [
                ".record start out.psh", "app launch", "query \"SELECT now() AS n\"",
                "expect sql \"SELECT to_unixtime(now()) - 1767225600\" > 0",
                "let t = sql \"SELECT now()\"",
                "query \"SELECT now() AS n\"", ".record stop",
            ], edge, files: shelf)
        let trial = try ScriptTrial(String(decoding: try shelf.read("out.psh"), as: UTF8.self))
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `a recorded clock replays`() throws {
        let shelf = FileShelf()
        let edge = StoreEdge(files: shelf)
        edge.clockStep = 60_000
        _ = try type(
            [
                ".record start out.psh", "clock", "queue", "clock real", "app launch", "clock",
                ".record stop",
            ], edge, files: shelf)
        let script = String(decoding: try shelf.read("out.psh"), as: UTF8.self)
        #expect(!script.contains("clock real"))
        let trial = try ScriptTrial(script)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `clock real comes back from a clock that was set, and advances from there`() throws {
        let edge = StoreEdge()
        edge.clock = Tick(milliseconds: Tick.scriptStart.milliseconds + 86_400_000)
        let session = try Session(edge: edge, settings: ShellSettings())
        let console = LineCollector()
        var loader = ScriptLoader { _ throws(Failure) in [] }
        let text = "clock\nclock real\nclock\nclock advance 1h\nclock real\n"
        let loaded = loader.load(Array(text.utf8), path: "-")
        let runner = ScriptRunner(
            try #require(loaded), session: session, console: console, options: .init())
        runner.run()
        #expect(
            console.lines == [
                "clock   2026-01-01T00:00:00Z",
                "clock   2026-01-02T00:00:00Z, follows the system's clock",
                "clock   2026-01-02T00:00:00Z", "clock   2026-01-02T01:00:00Z",
                "clock   2026-01-02T01:00:00Z, until the system's clock catches up",
                "note: the workspace's clock, 2026-01-02T01:00:00Z, is ahead of the system's, "
                    + "2026-01-02T00:00:00Z, and stands still until then; "
                    + "`clock advance` moves it on",
            ])
        #expect(runner.results.map(\.status) == [.passed])
    }

    @Test func `the timer times no command that began before it`() throws {
        let edge = StoreEdge()
        edge.clockStep = 5
        // The command itself reads the clock once in between.
        let lines = try type([".timer on\nseed 4\n.timer off\nseed 5"], edge)
        #expect(lines == ["time    10 ms"])
    }
}
