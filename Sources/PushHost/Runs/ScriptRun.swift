import Glibc
import PushCommands
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushText

/// Runs scripts, reports the results, and determines the exit status.
///
/// The exit status is that of the process: see `PushshProcess`.
final class ScriptRun {
    let options: ProcessOptions
    let console: StandardConsole
    let interrupt = InterruptFlag()
    let renderer: DiagnosticRenderer
    var results: [TestResult] = []
    /// The files that `.read` ran outside tests.
    var reads: [RunFacts.Read] = []
    private var wasInterrupted = false
    /// Whether a recording that a script left open could not be written.
    private var hasLostRecording = false
    /// The signal that ended the run at `serve` while something was left to run; nil if none did.
    private var cutBy: EndSignal?

    init(_ options: ProcessOptions, console: StandardConsole, colours: Bool) {
        self.options = options
        self.console = console
        console.interruption = Interruption(interrupt)
        console.guardsCommands = options.format == .github
        renderer = DiagnosticRenderer(style: colours ? .ansi : .none)
    }

    /// Loads everything, then runs it; nothing runs if something is wrong.
    func run() -> Int32 {
        if let parent = options.parent { InterruptFlag.endWithProcess(Int32(parent)) }
        if options.isMerge { return merge() }
        if options.scripts.prefix(2) == ["report", "merge"] {
            console.err("pushsh: `report` and `merge` are not scripts")
            console.err("hint: `pushsh --merge REPORT.json …` makes one report of several")
            return 2
        }
        var loader = ScriptLoader(variables: knownVariables, read: reading)
        var scripts: [LoadedScript] = []
        if options.bless == .rewrite, isCI {
            console.err("pushsh: `--bless` is refused where CI is set")
            return 2
        }
        if let filter = options.filter, !ScriptRunner.isPattern(filter) {
            let shown = VisibleText.escape(filter)
            console.err("pushsh: `--filter` takes a regular expression, found `\(shown)`")
            return 2
        }
        if let text = options.text {
            if let loaded = loader.load(Array(text.utf8), path: "-c") { scripts.append(loaded) }
        }
        var unreadable = loader.unreadable
        for path in options.scripts {
            let known = loader.unreadable.count
            if let loaded = loader.load(path) { scripts.append(loaded) }
            unreadable += loader.unreadable[known...].map { Self.explained($0, of: path) }
        }
        tell(loader.diagnostics)
        for error in unreadable { fail(error) }
        if !unreadable.isEmpty { return 3 }
        if !loader.diagnostics.isEmpty { return 2 }
        let empty = options.scripts.isEmpty ? [] : scripts.filter { $0.isEmpty && $0.path != "-" }
        for script in empty {
            console.err("pushsh: `\(VisibleText.escape(script.path))` has no statements")
        }
        // A truncated file must not pass, but standard input may be empty.
        if !empty.isEmpty, options.text == nil { return 2 }
        if options.isCheck { return 0 }
        if options.isList { return list(scripts) }
        if options.isMutation { return mutate(scripts) }
        if options.parent == nil {
            for note in RunNotes.lines(options, scripts) { console.err(note) }
        }
        return run(scripts)
    }

    /// Reads a script, or a file that it includes: a pipe may keep it waiting for as long as a test
    /// may take.
    private func reading(_ path: String) throws(Failure) -> [UInt8] {
        guard let limit = options.timeout else { return try Files.read(path) }
        let deadline = SystemClock.uptime().advanced(by: limit)
        let isOver = { SystemClock.uptime() >= deadline }
        do throws(Failure) { return try Files.read(path, mustStop: isOver) } catch {
            guard isOver() else { throw error }
            throw Failure(
                outside: .fileUnreadable,
                "cannot read `\(path)` within \(DurationText.format(limit))",
                hint: "a pipe is read until its writer closes it")
        }
    }

    /// Runs the changes to scripts (`--mutate`).
    private func mutate(_ scripts: [LoadedScript]) -> Int32 {
        interrupt.beginForScripts()
        let choice = { (script: LoadedScript) in self.runnerOptions(script, scripts, true) }
        // `--mode` is for the list of changes: what the script prints is what it was written for.
        var plain = options
        plain.mode = nil
        let run = MutationRun(options, console: console, interrupt: interrupt, choosing: choice) {
            [unowned self, plain] () throws(Failure) in
            let edge = LiveEdge(.ephemeral(), interrupt: interrupt)
            edge.trialFiles = TrialFiles()
            return try plain.session(over: edge)
        }
        let status = run.run(scripts)
        if run.wasInterrupted || interrupt.check() { interrupt.die() }
        interrupt.end()
        return status
    }

    /// Reports the errors in scripts; `--check` reports them to tools as well.
    private func tell(_ diagnostics: [Diagnostic]) {
        let diagnostics = Self.inOrder(diagnostics)
        if options.isCheck, let list = DiagnosticReport.lines(diagnostics, mode: options.mode) {
            for line in list { console.out(line) }
            return
        }
        for diagnostic in diagnostics {
            if options.format == .github {
                console.tell(GitHubReport.annotation(diagnostic), isCommand: true)
            } else {
                report(diagnostic)
            }
        }
    }

    /// Orders the diagnostics of each file by line, and the files as they came.
    private static func inOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var files: [String: Int] = [:]
        let keyed = diagnostics.enumerated().map { index, diagnostic in
            let file = diagnostic.source?.name ?? ""
            let number = files[file] ?? files.count
            files[file] = number
            return (number, diagnostic.place?.line ?? 0, index, diagnostic)
        }
        return keyed.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }

    /// Names the tests that would run.
    private func list(_ scripts: [LoadedScript]) -> Int32 {
        for script in scripts { results += listed(script, scripts) }
        for line in TestList.lines(results, mode: options.mode) { console.out(line) }
        return tellEmptySelection(scripts) ? 1 : 0
    }

    /// The tests of a script, none of which is run.
    func listed(
        _ script: LoadedScript, _ scripts: [LoadedScript], because reason: String? = nil
    ) -> [TestResult] {
        guard let session = try? makeSession(.ephemeral()) else { return [] }
        let runner = ScriptRunner(
            script, session: session, console: console,
            options: runnerOptions(script, scripts, true))
        runner.list(because: reason)
        return runner.results
    }

    /// Reports the tests of the scripts that the run did not come to.
    func leaveOut(
        _ rest: ArraySlice<LoadedScript>, of scripts: [LoadedScript], _ reporter: Reporter,
        because reason: String = ScriptRunner.endReason
    ) {
        for script in rest {
            let found = listed(script, scripts, because: reason)
            for result in found { reporter.report(result) }
            results += found
        }
    }

    /// Reports the scripts that are left when a signal at `serve` ended the run.
    private func leaveOut(
        _ rest: ArraySlice<LoadedScript>, of scripts: [LoadedScript], _ reporter: Reporter,
        endedBy signal: EndSignal
    ) {
        guard let next = rest.first else { return }
        let reason = "\(signal.name) at `serve` ended the run"
        console.err("pushsh: \(reason) before `\(VisibleText.escape(next.path))`")
        cutBy = signal
        leaveOut(rest, of: scripts, reporter, because: reason)
    }

    /// Adds a hint if a command's name was given as a script.
    private static func explained(_ error: Failure, of script: String) -> Failure {
        guard error.code == .outside(.fileNotFound), error.hint == nil,
            CommandTable.named(script) != nil || CommandTable.groups.contains(script)
        else { return error }
        var explained = error
        explained.hint =
            script == "tutorial"
            ? "a lesson needs the prompt: start `pushsh`, then type `tutorial`"
            : "`\(script)` is a command: `pushsh -c '\(script) …'` runs it"
        return explained
    }

    /// The variables that scripts start with.
    ///
    /// A check without arguments is about any arguments, so all nine are assumed to be given.
    private var knownVariables: Set<String> {
        let count = options.isCheck ? max(9, options.arguments.count) : options.arguments.count
        var names = Set((0..<count).map { String($0 + 1) })
        let hasKey = TerminalCapabilities.processEnvironment(Secrets.writeKeyVariable) != nil
        if hasKey || options.isCheck { names.insert(Secrets.writeKeyVariable) }
        return names
    }

    /// Runs the scripts one after the other, each in a session of its own.
    ///
    /// A failure to open a workspace ends the run; ^C reports what was done, and ends the process
    /// by SIGINT. SIGTERM and SIGHUP do the same, since a served test has a key in `TMPDIR`.
    private func run(_ scripts: [LoadedScript]) -> Int32 {
        if let jobs = options.jobs, jobs > 1, scripts.count > 1, options.bless == nil {
            return runInParallel(scripts, jobs)
        }
        interrupt.beginForScripts()
        let isTestRun = scripts.count > 1 || scripts.contains(where: \.holdsTests)
        let reporter = Reporter(options, console, renderer, isTestRun: isTestRun)
        let blesser = options.bless.map { _ in Blesser() }
        reporter.begin()
        for (index, script) in scripts.enumerated() {
            let known = results.count
            let end: EndSignal?
            do throws(Failure) {
                end = try run(script, of: scripts, isTestRun, blesser, reporter)
            } catch {
                fail(error)
                return 3
            }
            if wasInterrupted { endInterrupted(scripts, at: index, after: known, reporter) }
            if let end {
                leaveOut(scripts[(index + 1)...], of: scripts, reporter, endedBy: end)
                break
            }
            if options.afterFailure == .stop, results.contains(where: { $0.status == .failed }) {
                leaveOut(scripts[(index + 1)...], of: scripts, reporter)
                break
            }
        }
        console.flush()
        interrupt.end()
        reporter.end(results)
        tellTagged(scripts)
        let blessed = bless(scripts, blesser)
        // The process that started this one knows the same, and keeps it.
        if options.parent == nil {
            let isTestRun = isTestRun || results.contains(where: \.isTest)
            LastRun.keep(results, selection(of: scripts), isTestRun: isTestRun)
        }
        guard reporter.write(results, reporter.facts(scripts, reads: reads)) else { return 3 }
        let status = blessed ?? status(scripts)
        if let cutBy {
            console.flush()
            InterruptFlag.die(of: cutBy.rawValue)
        }
        return status
    }

    /// Runs one script in a session of its own, and reports its results.
    ///
    /// - Returns: the signal that ended the run at `serve`; nil if the run goes on.
    private func run(
        _ script: LoadedScript, of scripts: [LoadedScript], _ isTestRun: Bool, _ blesser: Blesser?,
        _ reporter: Reporter
    ) throws(Failure) -> EndSignal? {
        let workspace = try openWorkspace(for: script)
        let edge = LiveEdge(workspace, interrupt: interrupt)
        let session = try options.session(over: edge)
        let runner = ScriptRunner(
            script, session: session, console: console,
            options: runnerOptions(script, scripts, isTestRun), blesser: blesser,
            workers: workers(of: script, over: edge),
            tell: isTestRun || options.format != .human && options.format != nil
                ? nil : { [unowned self] in report($0.diagnostic) })
        runner.run()
        let left = session.leaveRecording()
        for line in left.lines { console.err(line) }
        if !left.isKept { hasLostRecording = true }
        // The next script has an output of its own.
        try? console.redirect(to: nil)
        // Rows that cannot be written now are in the workspace all the same, for the next process.
        try? deferRows(false, in: workspace)
        for result in runner.results { reporter.report(result) }
        results += runner.results
        reads += runner.reads
        wasInterrupted = runner.wasInterrupted
        if session.isCut { cutBy = session.endSignal }
        return session.endSignal
    }

    /// Returns the processes for one script's parallel tests; a workspace on disk has only one
    /// writer.
    private func workers(of script: LoadedScript, over edge: LiveEdge) -> ForkedTests? {
        guard let jobs = options.jobs, jobs > 1, options.bless == nil, !edge.isDurable
        else { return nil }
        if script.asksForAuthority { edge.prepareForCopies() }
        return ForkedTests(jobs: jobs, interrupt: interrupt)
    }

    /// Opens the workspace for a script: a private one, unless the options name one.
    private func openWorkspace(for script: LoadedScript) throws(Failure) -> Workspace {
        guard let directory = options.workspace else { return .ephemeral() }
        let workspace = try Workspace.opened(directory, console, mends: script.mendsAlone)
        try deferRows(true, in: workspace)
        return workspace
    }

    /// Sets whether the workspace's rows are written later; see the architecture's section on the
    /// store.
    private func deferRows(_ isOn: Bool, in workspace: Workspace) throws(Failure) {
        do throws(StoreError) {
            try workspace.device.deferRows(isOn)
        } catch { throw Failure(error) }
    }

    /// Makes a session in a workspace.
    private func makeSession(_ workspace: Workspace) throws(Failure) -> Session {
        try options.session(over: LiveEdge(workspace, interrupt: interrupt))
    }

    /// Returns the options of the runner for one of the scripts.
    private func runnerOptions(
        _ script: LoadedScript, _ scripts: [LoadedScript], _ isTestRun: Bool
    ) -> ScriptRunner.Options {
        var made = ScriptRunner.Options()
        made.only = options.onlyTags
        if scripts.contains(where: { $0.hasTag("only") }) { made.only.append("only") }
        made.skip = options.skippedTags
        made.filter = options.filter
        made.failsFast = options.afterFailure == .stop
        made.keepsGoing = options.afterFailure == .nextStatement
        made.fromLine = options.firstLine ?? 0
        made.shuffleSeed = options.shuffleSeed
        made.timeLimit = options.timeout
        made.keepsTrace = options.keepsTrace
        made.shard = options.shard
        if options.rerunsFailed { made.titles = LastRun.failedTitles(of: script.path) }
        // The process of one of several scripts does as the process that started it would.
        made.printsOutput =
            options.format != .tap && scripts.count == 1 && options.parent == nil
        return made
    }

    /// Returns which tests of the scripts the options chose.
    func selection(of scripts: [LoadedScript]) -> LastRun.Selection {
        let isNarrow =
            !options.onlyTags.isEmpty || !options.skippedTags.isEmpty || options.filter != nil
            || options.shard != nil || (options.firstLine ?? 0) > 1
        if isNarrow || scripts.contains(where: { $0.hasTag("only") }) { return .some }
        return options.rerunsFailed ? .failed : .all
    }

    /// Returns the exit status from the results.
    func status(_ scripts: [LoadedScript]) -> Int32 {
        let failures = results.compactMap(\.failure)
        if hasLostRecording || failures.contains(where: \.isRuntime) { return 3 }
        // Inside a test such a refusal is a result; outside it is the script's own mistake.
        if results.contains(where: { !$0.isTest && $0.failure?.isUsage == true }) { return 2 }
        if !failures.isEmpty { return 1 }
        // A script without tests is one test, so that every script that ran has a result.
        if results.allSatisfy({ $0.status == .skipped }), tellEmptySelection(scripts) { return 1 }
        if isCI, let place = RunNotes.placeOfOnly(scripts, results) {
            console.err("pushsh: `\(place)` is tagged @only, which must not be committed")
            return 1
        }
        return 0
    }

    /// Says that a tag left tests out; CI refuses it anyway.
    func tellTagged(_ scripts: [LoadedScript]) {
        guard options.parent == nil, !options.onlyTags.contains("only"), !isCI,
            let note = RunNotes.leftOut(scripts, results)
        else { return }
        console.err(note)
    }

    /// Reports that no test was selected, and why; false if that is not a failure.
    private func tellEmptySelection(_ scripts: [LoadedScript]) -> Bool {
        guard results.isEmpty || !options.isList, !scripts.isEmpty else { return false }
        if options.rerunsFailed,
            scripts.allSatisfy({ LastRun.failedTitles(of: $0.path)?.isEmpty == true })
        {
            console.err("pushsh: no test failed last time")
            return false
        }
        if let shard = options.shard {
            // The tests that run may all be in other parts.
            if results.isEmpty { console.err("note: the part \(shard.text) has no tests") }
            return false
        }
        if let reason = results.first?.reason {
            console.err("pushsh: every test was skipped: \(reason)")
            return true
        }
        console.err("pushsh: no test was selected")
        if options.rerunsFailed {
            console.err("hint: run all tests once if those that failed have other titles now")
        }
        if options.onlyTags.isEmpty {
            console.err("hint: `pushsh --list FILE` shows the tests with their tags")
        }
        let known = Set(scripts.flatMap(\.tags))
        for tag in options.onlyTags where !known.contains(tag) {
            let list = known.sorted().map { "`@\($0)`" }.joined(separator: ", ")
            let others = list.isEmpty ? "no test has a tag" : "the tags are \(list)"
            console.err("hint: no test has the tag `@\(tag)`; \(others)")
        }
        return true
    }

    /// Whether a continuous integration runs the process, as its services say in `CI`.
    private var isCI: Bool {
        TerminalCapabilities.processEnvironment("CI").map { !$0.isEmpty } ?? false
    }

    /// Writes blessed scripts; nil if blessing was not asked for.
    private func bless(_ scripts: [LoadedScript], _ blesser: Blesser?) -> Int32? {
        guard let blesser, let mode = options.bless else { return nil }
        var changed = false
        for script in scripts {
            guard let text = blesser.text(of: script.script) else { continue }
            changed = true
            console.tell(VisibleText.escape(script.path))
            for line in Blesser.difference(script.script.source.bytes, text) { console.tell(line) }
            guard mode == .rewrite else { continue }
            do throws(Failure) {
                try Files.write(text, to: script.path)
            } catch {
                fail(error)
                return 3
            }
        }
        console.flush()
        for conflict in blesser.conflicts { report(conflict) }
        tellUnblessed(scripts)
        if status(scripts) != 0 { return status(scripts) }
        return mode == .check && changed || !blesser.conflicts.isEmpty ? 1 : 0
    }

    /// Names the included files whose golden lines fail, and stay as they are.
    private func tellUnblessed(_ scripts: [LoadedScript]) {
        let files = results.compactMap(\.failure).filter { $0.kind == .golden }
            .compactMap { $0.place?.file }
        for file in Set(files).subtracting(scripts.map(\.path)).sorted() {
            console.err(
                "hint: `--bless` rewrites the scripts it is given, not those they include; bless "
                    + "`\(VisibleText.escape(file))` itself")
        }
    }

    /// Prints a diagnostic with its excerpt.
    private func report(_ diagnostic: Diagnostic) {
        console.err(renderer.render(diagnostic))
    }

    /// Prints a failure and its hint.
    func fail(_ error: Failure) {
        console.err("pushsh: " + VisibleText.escape(error.message))
        if let hint = error.hint { console.err("hint: " + VisibleText.escape(hint)) }
    }
}
