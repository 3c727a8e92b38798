import PushCommands
import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// TD-06, TD-11: what a session tells, counts and keeps while its services answer.
@Suite struct SessionServeTests {
    private let edge = StoreEdge()
    private let console = LineCollector()
    private let session: Session

    init() throws {
        session = try Session(edge: edge, settings: ShellSettings())
        session.memory.console = console
    }

    @discardableResult
    private func run(_ text: String) -> CommandResult {
        let words = text.split(separator: " ").map {
            Argument(String($0), at: Span(start: 0, end: 0))
        }
        return session.run(words, text: text)
    }

    /// Serves, with `body` in the place of clients.
    private func serve(
        _ command: String = "serve --ingest 0", _ body: @escaping (any ServingSession) -> Void
    ) -> CommandResult {
        edge.serving = { _, host throws(Failure) in
            body(host)
            return .interrupted
        }
        return run(command)
    }

    @Test func `lines are printed at once, and text from outside is made visible`() {
        let console = console
        var seen: [[String]] = []
        let result = serve { host in
            host.tell(["serving ingest", "ingested \u{1b}[31mred"])
            seen.append(console.lines)
            host.tell(["ingested 1 event"])
            seen.append(console.lines)
        }
        #expect(seen.map(\.count) == [3, 4])
        #expect(
            seen.last?.first
                == "note    the clock stands still at 2026-01-01T00:00:00Z; `clock real` starts it")
        #expect(seen.last?[2].contains("\u{1b}") == false)
        // A runner prints what was not yet printed: nothing is left to it.
        #expect(result.lines == console.lines && result.printed == result.lines.count)
        #expect(result.value == ["requests": 3] && result.failure == nil && !result.quits)
    }

    @Test(arguments: ["json", "jsonl", "table"])
    func `no form puts the value in the place of what was told`(mode: String) {
        run(".mode \(mode)")
        let result = serve { $0.tell(["ingested 1 event"]) }
        #expect(result.lines.last == "ingested 1 event")
        #expect(result.printed == result.lines.count)
        #expect(session.lastValue == ["requests": 1])
    }

    @Test func `of a long output the beginning is kept`() {
        let result = serve { host in
            for number in 1...30 { host.tell((1...50).map { "line \(number).\($0)" }) }
        }
        #expect(console.lines.count == 1501)
        #expect(result.lines.count == 1000)
        #expect(result.lines == Array(console.lines.prefix(1000)))
        #expect(result.value == ["requests": 1500])
    }

    @Test func `faults that clients met are used up, and those they did not stay`() {
        run("stub ingest status=503 times=2")
        run("stub ingest timeout")
        var faults: [Stub.IngestFault?] = []
        _ = serve { host in faults = host.takeFaults(3) }
        #expect(faults == [.status(503, retryAfter: nil), .status(503, retryAfter: nil), .timeout])
        #expect(session.world.surroundings.network.stubs.map(\.text) == ["ingest timeout"])
        run("stub clear")
        run("stub ingest reset times=2")
        _ = serve { host in _ = host.takeFaults(1) }
        #expect(session.world.surroundings.network.stubs.map(\.timesLeft) == [1])
    }

    @Test func `the services have the session's clock and its reading of a uuid`() {
        var found: (Tick, Bool)?
        _ = serve { found = ($0.now, $0.deduplicatesExactly) }
        #expect(found?.0 == .scriptStart && found?.1 == false)
        run("config td.dedup exact")
        run("clock advance 1h")
        _ = serve { found = ($0.now, $0.deduplicatesExactly) }
        #expect(found?.0 == Tick.scriptStart.advanced(by: 3_600_000) && found?.1 == true)
        session.settings.usesRealClock = true
        edge.clock = Tick.scriptStart.advanced(by: 7_200_000)
        let result = serve { found = ($0.now, $0.deduplicatesExactly) }
        #expect(found?.0 == edge.clock)
        #expect(!result.lines.contains { $0.contains("the clock stands") })
    }

    @Test func `a signal that ends the process ends the shell, ^C does not`() {
        edge.serving = { _, _ throws(Failure) in .terminated }
        #expect(run("serve").quits)
        edge.serving = { _, _ throws(Failure) in .interrupted }
        #expect(!run("serve").quits)
    }

    @Test func `what cannot be served is a failure with its code`() {
        #expect(run("serve").failure?.code.name == "not_supported")
        edge.serving = { _, _ throws(Failure) in throw Failure(outside: .cannotListen, "in use") }
        #expect(run("serve").failure?.code.name == "cannot_listen")
    }

    @Test func `the options arrive as they were typed`() {
        var options: ServeOptions?
        edge.serving = { given, _ throws(Failure) in
            options = given
            return .interrupted
        }
        run("serve --ingest 8080 --api 8081 --host 0.0.0.0 --key env:KEY")
        #expect(options?.ingest == 8080 && options?.api == 8081)
        #expect(options?.host == "0.0.0.0" && options?.key == .variable("KEY"))
    }
}
