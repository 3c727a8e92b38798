import PushSimulation
import PushText

@testable import PushRuntime

/// A script that is loaded and run over an ephemeral store, with everything it left behind.
struct ScriptTrial {
    /// What went to standard output.
    var output: [String] = []
    /// The tests, as `passed title`.
    var results: [String] = []
    /// The first line of each failure, as `line: message`.
    var failures: [String] = []
    /// The hints of the failures that have one.
    var hints: [String] = []
    /// The values that failures expected and found, as `expected, not actual`.
    var differences: [String] = []
    /// The rounds of loops that the failures tell.
    var rounds: [String] = []
    /// Why tests were skipped, in order.
    var reasons: [String] = []
    /// What a check before the run found, as `line: message`.
    var refusals: [String] = []
    /// The script as bless would write it; nil where nothing changes.
    var blessed: String?
    var didQuit = false

    /// Runs a script; `files` are what it can include and read.
    init(
        _ text: String, files: [String: String] = [:], arguments: [String] = [],
        blesses: Bool = false, _ adjust: (inout ScriptRunner.Options) -> Void = { _ in }
    ) throws {
        let shelf = FileShelf()
        shelf.texts = files.mapValues { Array($0.utf8) }
        var loader = ScriptLoader { path throws(Failure) in try shelf.read(path) }
        guard let script = loader.load(Array(text.utf8), path: "trial.psh") else {
            refusals = loader.diagnostics.map(Self.line)
            return
        }
        let session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        for (index, argument) in arguments.enumerated() {
            session.variables[String(index + 1)] = .string(argument)
        }
        var options = ScriptRunner.Options()
        adjust(&options)
        let console = LineCollector()
        let blesser = blesses ? Blesser() : nil
        let runner = ScriptRunner(
            script, session: session, console: console, options: options, blesser: blesser)
        runner.run()
        output = console.lines
        results = runner.results.map { "\($0.status.rawValue) \($0.title)" }
        reasons = runner.results.compactMap(\.reason)
        let found = runner.results.compactMap(\.failure).flatMap { [$0.diagnostic] + $0.more }
        failures = found.map(Self.line)
        hints = found.compactMap(\.hint)
        differences = found.compactMap { failure in
            failure.note("expected").map { "\($0), not \(failure.note("actual") ?? "")" }
        }
        rounds = found.compactMap { $0.note("round") }
        failures += (blesser?.conflicts ?? []).map(Self.line)
        blessed = blesser?.text(of: script.script).map { String(decoding: $0, as: UTF8.self) }
        didQuit = runner.didQuit
    }

    private static func line(_ diagnostic: Diagnostic) -> String {
        guard let source = diagnostic.source, let span = diagnostic.span else {
            return diagnostic.message
        }
        return "\(source.position(of: Int(span.start)).line): \(diagnostic.message)"
    }
}
