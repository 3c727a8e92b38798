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
    private func run(_ text: String) -> CommandResult { session.type(text) }

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

    @Test(arguments: [
        ("serve --fcm 0", true), ("serve --all", true), ("serve --control 0", false),
        ("serve --fcm 0 --control 0", false), ("serve --all --control 8090", false),
    ])
    func `whoever drives the session over the control port moves its clock`(
        command: String, isTold: Bool
    ) {
        let result = serve(command) { _ in }
        let told = console.lines.filter { $0.hasSuffix("; `clock real` starts it") }
        #expect(told.isEmpty == !isTold && result.failure == nil, "\(told)")
    }

    @Test(arguments: ["json", "jsonl", "table"])
    func `no form puts the value in the place of what was told`(mode: String) {
        run(".mode \(mode)")
        let result = serve { $0.tell(["ingested 1 event"]) }
        let line = "ingested 1 event"
        #expect(
            result.lines.last
                == (mode == "table" ? line : #"{"type":"told","text":"\#(line)"}"#))
        #expect(result.printed == result.lines.count)
        #expect(session.lastValue == ["requests": 1])
    }

    @Test(arguments: [("jsonl", "serve --ingest 0"), ("table", "serve --fcm 0")])
    func `a program that reads the ports finds them in the first line`(
        mode: String, command: String
    ) {
        run(".mode \(mode)")
        _ = serve(command) {
            $0.announce(["fcm": 7])
            $0.tell(["arrived \u{1b}"])
        }
        // What is for people goes to standard error, which this console has, too.
        #expect(console.lines.first?.hasPrefix("warning: the clock stands still") == true)
        #expect(console.lines[1] == #"{"fcm":7}"#)
        #expect(console.lines[2].hasPrefix(mode == "jsonl" ? #"{"type":"told","# : "arrived"))
        #expect(!console.lines[2].contains("\u{1b}"))
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

    @Test func `a signal that ends the process ends the run, ^C does not`() {
        edge.serving = { _, _ throws(Failure) in .interrupted }
        run("serve")
        #expect(session.endSignal == nil)
        edge.serving = { _, _ throws(Failure) in .terminated(.hangUp) }
        run("serve")
        #expect(session.endSignal == .hangUp && !session.isCut)
    }

    /// Runs a script in which SIGTERM ends `serve`.
    private func results(_ text: String) throws -> [TestResult] {
        edge.serving = { _, _ throws(Failure) in .terminated(.terminate) }
        var loader = ScriptLoader { path throws(Failure) in
            throw Failure(outside: .fileNotFound, path)
        }
        let script = loader.load(Array(text.utf8), path: "s.psh")
        let loaded = try #require(script)
        let runner = ScriptRunner(
            loaded, session: session, console: LineCollector(), options: .init())
        runner.run()
        return runner.results
    }

    @Test(arguments: [
        "serve", "serve\nquit", "[tty] serve\nserve\n[tty] clock", "repeat 1\n  serve\nend",
        "test \"a\"\n  clock\nend\nserve", "serve\nsetup\n  clock\nend\n[tty] test \"b\"\nend",
    ])
    func `a signal at the last statement is a good end`(script: String) throws {
        let results = try results(script)
        #expect(!results.contains { $0.status == .failed } && !session.isCut)
        #expect(session.endSignal == .terminate)
    }

    @Test(arguments: [
        ("serve\nexpect queue == 99", 2), ("repeat 2\n  serve\nend", 2),
        ("? serve\n!no_token clock", 2), ("[network:simulated] serve\n? clock", 2),
        ("repeat 1\n  repeat 1\n    serve\n  end\n  clock\nend", 5),
    ])
    func `a signal before the last statement fails the run there`(
        script: String, line: Int
    ) throws {
        let failures = try results(script).compactMap(\.failure)
        #expect(failures.map(\.kind) == [.run] && failures.first?.isRuntime == true)
        #expect(failures.first?.place?.line == line)
        #expect(failures.first?.message == "SIGTERM at `serve` ended the run before this statement")
        #expect(session.isCut)
    }

    @Test func `tests behind a serve that a signal ended are skipped, and the run has failed`()
        throws
    {
        let results = try results(
            "test \"a\"\n  clock\nend\nserve\ntest \"b\"\nend\nlogin x\ntest \"c\"\nend")
        #expect(results.map(\.status) == [.passed, .failed, .skipped, .skipped])
        #expect(
            results[1].failure?.message == "SIGTERM at `serve` ended the run before this test")
        #expect(results[3].reason == "SIGTERM at `serve` ended the run")
        #expect(session.isCut && (session.world.withApp { $0.userID } ?? nil) == nil)
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
