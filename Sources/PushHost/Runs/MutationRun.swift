import Glibc
import PushCommands
import PushRuntime
import PushTerminal
import PushText

/// Runs a script once for each change to it, and reports the changes that no test noticed
/// (`--mutate`).
final class MutationRun {
    /// The time limit, in real milliseconds, for one test of a changed script unless `--timeout`
    /// sets another; a change may make a loop endless.
    private static let timeLimit: Int64 = 20_000

    private let options: ProcessOptions
    private let console: StandardConsole
    private let interrupt: InterruptFlag
    /// Whether ^C ended the run, here or in one of its copies.
    private(set) var wasInterrupted = false
    /// The options that select a script's tests.
    private let choosing: (LoadedScript) -> ScriptRunner.Options
    /// Creates a session in a fresh world.
    private let makeSession: () throws(Failure) -> Session

    init(
        _ options: ProcessOptions, console: StandardConsole, interrupt: InterruptFlag,
        choosing: @escaping (LoadedScript) -> ScriptRunner.Options,
        makeSession: @escaping () throws(Failure) -> Session
    ) {
        self.options = options
        self.console = console
        self.interrupt = interrupt
        self.choosing = choosing
        self.makeSession = makeSession
    }

    /// Tries every change to every script; returns the exit status.
    func run(_ scripts: [LoadedScript]) -> Int32 {
        var survivors = 0
        var found: [JSON] = []
        let selected = scripts.map { selection(of: $0) }
        guard options.shard != nil || selected.contains(where: { !$0.isEmpty }) else {
            console.err("pushsh: no test was selected")
            return 1
        }
        for (script, tests) in zip(scripts, selected) where !tests.isEmpty {
            let lines = Set(tests.lazy.filter { $0.file == script.path }.map(\.line))
            // A statement outside tests is part of each of them.
            let changes = Mutation.all(of: script).filter {
                $0.testLine.map(lines.contains) ?? true
            }
            if let runner = run(script, under: nil), Self.hasFailed(runner) {
                if interrupt.check() { break }
                let failed = runner.results.first { $0.status == .failed && $0.isTest }
                console.err(
                    "pushsh: `\(VisibleText.escape(script.path))` fails without any change"
                        + (failed.map { ", in the test of line \($0.line)" } ?? ""))
                return 1
            }
            let outcomes = tried(changes, on: script)
            // What was not tried to its end has neither been noticed nor survived.
            if interrupt.check() { wasInterrupted = true }
            if wasInterrupted { break }
            guard !outcomes.contains(.skipped) else {
                console.err(
                    "pushsh: `\(VisibleText.escape(script.path))` could not be run with each "
                        + "change: a session could not be started")
                return 3
            }
            let results = outcomes.map { $0 != .passed }
            for (change, isNoticed) in zip(changes, results) where !isNoticed {
                if change.explanation == nil { survivors += 1 }
                tell(change, of: script, &found)
            }
            tellSum(script, changes, results)
        }
        if options.mode == "json" { console.out(JSON.array(found).pretty(indent: 2)) }
        console.flush()
        return survivors == 0 ? 0 : 1
    }

    /// The tests of a script that the options select; a script without any is one test.
    private func selection(of script: LoadedScript) -> [TestResult] {
        guard let session = try? makeSession() else { return [] }
        let runner = ScriptRunner(
            script, session: session, console: SilentConsole(), options: choosing(script))
        runner.list()
        return runner.results
    }

    /// Whether the findings are printed as JSON.
    private var isForTools: Bool { options.mode == "json" || options.mode == "jsonl" }

    /// Prints a change that no test noticed; explained ones only to tools.
    private func tell(_ change: Mutation, of script: LoadedScript, _ found: inout [JSON]) {
        guard isForTools else {
            guard change.explanation == nil else { return }
            console.out("\(VisibleText.escape(script.path)):\(change.line): \(change.verdict)")
            return
        }
        var json: JSON = [
            "file": .string(script.path), "line": .int(change.line),
            "change": .string(change.change.rawValue), "text": .string(change.text),
        ]
        if change.isGuarded { json["guarded"] = true }
        json["explanation"] = change.explanation.map(JSON.string)
        if options.mode == "jsonl" { console.out(json.text) } else { found.append(json) }
    }

    /// Prints the counts of a script.
    private func tellSum(_ script: LoadedScript, _ changes: [Mutation], _ noticed: [Bool]) {
        guard !isForTools else { return }
        let unnoticed = zip(changes, noticed).filter { !$0.1 }
        let explained = unnoticed.count { $0.0.explanation != nil }
        var line = "\(VisibleText.escape(script.path)): \(changes.count) "
        line += changes.count == 1 ? "change, " : "changes, "
        line += "\(unnoticed.count - explained) unnoticed"
        if explained > 0 { line += ", \(explained) explained" }
        console.out(line)
        console.flush()
    }

    /// Returns how the script fared under each change, using several processes if possible.
    private func tried(_ changes: [Mutation], on script: LoadedScript) -> [TestResult.Status] {
        let jobs = options.jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        func result(_ status: TestResult.Status) -> TestResult {
            TestResult(file: script.path, title: "", tags: [], line: 0, status: status)
        }
        let workers = ForkedTests(jobs: jobs, interrupt: interrupt)
        defer { wasInterrupted = workers.wasInterrupted }
        let found = workers.run(
            changes.count, passed: { _ in result(.passed) },
            { result(outcome(of: script, under: changes[$0])) })
        guard let found else { return changes.map { outcome(of: script, under: $0) } }
        // A process that a change killed has noticed it, in its way.
        return found.map { $0?.status ?? .failed }
    }

    /// Whether a script passes under a change or fails; `.skipped` if it could not be run.
    private func outcome(of script: LoadedScript, under change: Mutation?) -> TestResult.Status {
        guard let runner = run(script, under: change) else { return .skipped }
        return Self.hasFailed(runner) ? .failed : .passed
    }

    private static func hasFailed(_ runner: ScriptRunner) -> Bool {
        runner.wasInterrupted || runner.results.contains { $0.status == .failed }
    }

    /// Runs a script under a change; nil if no session could be started.
    private func run(_ script: LoadedScript, under change: Mutation?) -> ScriptRunner? {
        guard let session = try? makeSession() else { return nil }
        var made = choosing(script)
        made.mutation = change
        made.failsFast = true
        made.keepsGoing = false
        made.keepsTrace = false
        made.printsOutput = false
        made.timeLimit = options.timeout ?? Self.timeLimit
        let runner = ScriptRunner(
            script, session: session, console: SilentConsole(), options: made)
        runner.run()
        return runner
    }
}

/// A console that prints nothing, and pretends to print to files.
private final class SilentConsole: Console {
    func out(_ line: String) {}
    func err(_ line: String) {}
    func flush() {}
    func redirect(to path: String?) {}
}
