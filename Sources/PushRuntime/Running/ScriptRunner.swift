import PushCommands
import PushLanguage
import PushModel
import PushText

/// Runs a loaded script: its statements in order, and each of its tests on a private copy of the
/// state at the test's place.
public final class ScriptRunner {
    /// The choice of tests to run, and the way to run them.
    public struct Options: Sendable {
        /// Runs only tests with one of these tags; empty = all.
        public var only: [String] = []
        /// Leaves out tests with one of these tags, whatever `only` says.
        public var skip: [String] = []
        /// Runs only tests whose title matches this regular expression, ignoring case.
        public var filter: String?
        /// Whether the first test that fails ends the run.
        public var failsFast = false
        /// Whether a test continues with its next statement after a failure.
        public var keepsGoing = false
        /// Leaves out tests that begin before this line, counted from 1.
        public var fromLine = 0
        /// Shuffles the tests with this seed; nil = the order of the file.
        public var shuffleSeed: UInt64?
        /// The most real time a test may take, in milliseconds.
        public var timeLimit: Int64?
        /// The titles of the only tests to run; nil = no such choice.
        public var titles: Set<String>?
        /// The part of the tests to run; nil = all of them.
        public var shard: Shard?
        /// The change to the script for this run; nil = none.
        public var mutation: Mutation?
        /// Whether the steps of each test are kept for a report.
        public var keepsTrace = false
        /// Whether the output of statements outside tests goes to standard output.
        public var printsOutput = true
        /// The place in the history from which `events` and `callbacks` outside tests count; nil =
        /// the start of the run.
        public var since: Session.Mark?

        /// Makes the defaults: every test, in order.
        public init() {}
    }

    let loaded: LoadedScript
    let session: Session
    let options: Options
    private let blesser: Blesser?
    /// Runs tests in several processes; nil = all tests run in this one.
    private let workers: (any TestWorkers)?
    /// Reports a failure at once although its test continues; nil = it is reported with the result.
    private let tell: ((TestFailure) -> Void)?

    /// The results, in order: tests, and statements outside tests that failed.
    public private(set) var results: [TestResult] = []
    /// The reason why nothing more runs, after a test that `--fail-fast` ends the run with; nil
    /// while it goes on.
    private var ending: String?
    /// Whether ^C ended the run.
    public internal(set) var wasInterrupted = false
    /// Whether `quit` ended it.
    public internal(set) var didQuit = false
    /// The tests that the options left out.
    public internal(set) var deselected = 0
    /// The tests that the files declare, as counted from their texts.
    public private(set) var declared = 0

    /// The files that `.read` ran outside tests; only noted for a part of the tests.
    public internal(set) var reads: [RunFacts.Read] = []

    /// The number of tests reached so far.
    var number = 0
    /// The state of the walk through the files.
    var walk = Walk()
    /// The commands of the test in progress with their output; nil if it is printed at once.
    private var transcript: Transcript?
    /// Whether commands are noted, because a report or a statement of the script draws them.
    private var keepsTrace: Bool { options.keepsTrace || loaded.reports }
    /// The steps of the test that ran last; nil if no report needs them.
    private var trace: TestTrace?
    /// Failures that `--keep-going` continued past.
    private var collected: [TestFailure] = []
    private(set) lazy var filter = options.filter.flatMap {
        try? PatternMatcher($0, ignoresCase: true)
    }

    /// Makes a runner.
    public init(
        _ loaded: LoadedScript, session: Session, console: any Console, options: Options,
        blesser: Blesser? = nil, workers: (any TestWorkers)? = nil,
        tell: ((TestFailure) -> Void)? = nil
    ) {
        self.tell = tell
        self.workers = loaded.isSeparable ? workers : nil
        self.loaded = loaded
        self.session = session
        self.options = options
        self.blesser = blesser
        walk.console = console
    }

    /// Whether a text is a valid filter.
    public static func isPattern(_ text: String) -> Bool {
        (try? PatternMatcher(text, ignoresCase: true)) != nil
    }

    /// Runs the whole file, and stores the outcome in `results`.
    public func run() {
        session.settings.directory = loaded.directory
        if loaded.records { session.settings.keepsTexts = true }
        if loaded.undoes { session.settings.keepsUndo = true }
        session.memory.tests = self
        defer { session.endServices() }
        guard loaded.holdsTests else {
            // Which tests a `.read` brings in shows only as it runs; each is then chosen or not.
            if selectsWhole || (loaded.reads && startsInside) { runPlain() }
            return account()
        }
        declared += loaded.declaredTests
        walkFile(loaded)
        account()
    }

    /// Names every test without running a statement, as if `reason` had held all of them back.
    ///
    /// Variables that only a run would set stay in the title as they are written.
    public func list(because reason: String? = nil) {
        guard loaded.holdsTests || loaded.readsTests else {
            guard selectsWhole else { return }
            report(nil)
            results[results.count - 1].status = .skipped
            results[results.count - 1].reason = reason
            return
        }
        walk.skipReason = reason ?? ""
        walk.isList = true
        declared += loaded.declaredTests
        walkFile(loaded)
        account()
    }

    /// Whether a file without tests, which counts as one test without tags, is selected.
    private var selectsWhole: Bool {
        options.only.isEmpty && isWanted(loaded.path)
            && options.shard?.holds(loaded.name) ?? true && startsInside
    }

    /// Whether a statement stands behind the line from which the file runs.
    private var startsInside: Bool {
        let script = loaded.script
        return options.fromLine <= 1
            || script.statements(in: script.top).contains { $0.line >= options.fromLine }
    }

    /// Runs a file without tests as a single test.
    private func runPlain() {
        // At the prompt the notes continue from entry to entry.
        let begins = keepsTrace && session.memory.trace == nil
        if begins { session.beginTrace() }
        let watch = Stopwatch(session)
        let transcript = options.printsOutput ? nil : Transcript()
        let script = loaded.script
        let runner = runner(
            session, loaded, since: options.since.map { .mark($0) } ?? session.marking())
        runner.transcript = transcript
        func run(_ statements: some Sequence<Statement>) throws(Stop) {
            try self.run(statements.filter { $0.line >= options.fromLine }, of: loaded) {
                (statement) throws(Stop) in try runner.run(statement)
            }
        }
        var failure = attempt("the script", recording: transcript) { () throws(Stop) in
            try run(
                loaded.fixtures(.setup)
                    + script.statements(in: script.top).filter { !$0.isFixture })
        }
        let unrun = walk.unrun
        let teardown = loaded.fixtures(.teardown)
        if !teardown.isEmpty {
            let cleaned = attempt("the script", recording: transcript) { () throws(Stop) in
                try run(teardown)
            }
            failure = Self.joined(failure, cleaned)
        }
        let trace = begins ? session.endTrace() : nil
        walk.unrun = unrun
        // A file that ^C stopped did not pass.
        guard failure != nil || !wasInterrupted else { return }
        // Nor is a file a test whose `.read` brought some, or that was run to see what it brings.
        if failure != nil || (declared == 0 && unrun.isEmpty && selectsWhole) {
            report(failure)
            if let last = results.indices.last {
                watch.stop(&results[last])
                if begins { results[last].trace = trace }
            }
        }
        skipUnrun(of: loaded, because: failure)
    }

    /// Reports the outcome of statements outside tests.
    func report(_ failure: TestFailure?) {
        var result = TestResult(
            file: loaded.path, title: loaded.path, tags: [], line: 1,
            status: failure == nil ? .passed : .failed)
        result.failure = failure
        result.isTest = false
        result.number = number
        results.append(result)
    }

    /// The reason why neither tests nor statements run at this place; nil if they do.
    var skipReason: String? { walk.skipReason ?? ending }

    /// Adds the result of a test; one that fails may end the run.
    private func add(_ result: TestResult) {
        results.append(result)
        // Also of a file that `.read` brings in, which nobody named.
        results[results.count - 1].run = loaded.path
        if options.failsFast, result.status == .failed { ending = Self.endReason }
    }

    /// Checks that the number of reported tests equals the number of declared ones.
    func account() {
        let found = results.count(where: \.isTest) + deselected
        guard !wasInterrupted, found != declared else { return }
        report(
            TestFailure(
                .run,
                diagnostic: Diagnostic(
                    .error,
                    "the file declares \(declared.counted("test", "tests")), "
                        + "and the run accounts for \(found)"),
                isRuntime: true, code: nil))
    }

    /// Adds the tests of a file that `.read` runs.
    func declare(_ count: Int) { declared += count }

    /// Whether tests are collected before they run: to be shuffled, or to run in parallel.
    var gathersTests: Bool { options.shuffleSeed != nil || workers != nil }

    /// The reason that reports give for tests after the failure with which `--fail-fast` ends.
    public static let endReason = "the run ended at the first failure"

    /// Runs tests, in parallel if possible, or reports that they were left out.
    func perform(_ tests: [TestCase]) {
        if session.isRecording, !walk.isRead, !session.memory.hasToldOfTests {
            session.memory.hasToldOfTests = true
            walk.console.err("note: the tests are not recorded; each runs on a copy of its own")
        }
        // The store writes pending data now, so that the processes do not each write it again.
        let canFork = workers != nil && (try? session.fork()) != nil
        var hasFailed = false
        guard canFork, let workers, tests.count(where: { $0.skipReason == nil }) > 1,
            ending == nil, !wasInterrupted,
            let found = workers.run(
                tests.count, passed: { tests[$0].result(.passed) },
                { index in
                    guard !wasInterrupted, !hasFailed else { return nil }
                    let result = outcome(of: tests[index])
                    hasFailed = options.failsFast && result?.status == .failed
                    return result
                })
        else {
            for test in tests where !wasInterrupted {
                if let result = outcome(of: test) { add(result) }
            }
            return
        }
        take(found, of: tests, wasInterrupted: workers.wasInterrupted)
    }

    /// Adds what processes reported, up to the test with which the run ends.
    private func take(_ found: [TestResult?], of tests: [TestCase], wasInterrupted: Bool) {
        if wasInterrupted { self.wasInterrupted = true }
        var isLost = false
        results.reserveCapacity(results.count + found.count)
        for (test, result) in zip(tests, found) {
            if ending != nil {
                if let skipped = outcome(of: test) { add(skipped) }
                continue
            }
            if result == nil, wasInterrupted { continue }
            add(result ?? lost(test, isFirst: !isLost))
            if result == nil { isLost = true }
        }
    }

    /// The result of a test whose process ended without reporting.
    private func lost(_ test: TestCase, isFirst: Bool) -> TestResult {
        let message = "the process that ran the test ended without a report"
        var test = test
        test.skipReason = message
        guard isFirst else { return test.result(.skipped) }
        var result = test.result(.failed)
        result.failure = TestFailure(
            .run,
            diagnostic: Diagnostic(
                .error, message, source: test.loaded.script.source, span: test.statement.span),
            isRuntime: true, code: nil)
        return result
    }

    /// Runs a test unless something holds it back; returns its result, or nil if ^C stopped it
    /// before it failed.
    private func outcome(of test: TestCase) -> TestResult? {
        if let reason = test.skipReason ?? ending {
            var test = test
            test.skipReason = reason
            return test.result(.skipped)
        }
        let watch = Stopwatch(session)
        let failure = runTest(test)
        guard failure != nil || !wasInterrupted else { return nil }
        var result = test.result(failure == nil ? .passed : .failed)
        watch.stop(&result)
        result.failure = failure
        result.trace = trace
        trace = nil
        return result
    }

    /// Runs setup, test and teardown on a private copy; the state outside does not change.
    private func runTest(_ test: TestCase) -> TestFailure? {
        let copy: Session
        do throws(Failure) {
            copy = try session.fork()
        } catch {
            return TestFailure(
                diagnostic: Diagnostic(
                    .error, error.message, source: test.loaded.script.source,
                    span: test.statement.span),
                isRuntime: true, code: error.code.name)
        }
        copy.memory.announcer = walk.console
        copy.memory.isOutputTaken = session.memory.isOutputFile
        copy.memory.isOutputFile = false
        defer { copy.endServices() }
        defer { if copy.memory.isOutputFile { try? walk.console.redirect(to: nil) } }
        if keepsTrace { copy.beginTrace() }
        defer { trace = copy.endTrace() }
        let transcript = Transcript()
        var scopes = test.scopes
        let hadQuit = didQuit
        didQuit = false
        defer { didQuit = hadQuit }
        var failure = attempt(recording: transcript) { () throws(Stop) in
            for index in scopes.indices {
                try self.run(.setup, in: &scopes[index], on: copy)
            }
        }
        // Copies before each statement of a test that takes none back would be for nothing.
        if copy.settings.keepsUndo {
            copy.settings.keepsUndo =
                test.loaded.mayUndo(in: test.statement.body)
                || scopes.contains { scope in
                    scope.loaded.fixtures(.teardown).contains { scope.loaded.mayUndo(in: $0.body) }
                }
        }
        if failure == nil {
            failure = attempt(recording: transcript) { () throws(Stop) in
                let runner = self.runner(copy, test.loaded)
                try runner.run(test.statement.body)
            }
            if let last = scopes.indices.last { scopes[last].variables = copy.variables }
        }
        let cleaned = attempt(recording: transcript) { () throws(Stop) in
            for index in scopes.indices.reversed() {
                try self.run(.teardown, in: &scopes[index], on: copy)
            }
        }
        if failure == nil, didQuit { failure = Self.quitting(test, transcript) }
        return Self.joined(failure, cleaned)
    }

    /// The failure of statements and of the `teardown` after them; nil if both came to their end.
    private static func joined(_ failure: TestFailure?, _ cleaned: TestFailure?) -> TestFailure? {
        guard var failure, let cleaned else { return failure ?? cleaned }
        failure.add(cleaned)
        return failure
    }

    /// The failure of a test that `quit` ended, as in a file that `.read` runs.
    private static func quitting(_ test: TestCase, _ transcript: Transcript) -> TestFailure {
        var failure = TestFailure(
            diagnostic: Diagnostic(
                .error, "`quit` ended the test before its last statement",
                source: test.loaded.script.source, span: test.statement.span),
            isRuntime: false, code: nil)
        failure.transcript = transcript.lines
        return failure
    }

    /// Runs the `setup` or the `teardown` of a file around a test, with the file's variables.
    private func run(
        _ kind: Statement.Kind, in scope: inout TestScope, on copy: Session
    ) throws(Stop) {
        copy.variables = scope.variables
        copy.settings.directory = scope.loaded.directory
        defer { scope.variables = copy.variables }
        let statements = scope.loaded.fixtures(kind)
        guard !statements.isEmpty else { return }
        let runner = runner(copy, scope.loaded)
        for statement in statements { try runner.run(statement) }
    }

    /// Runs statements outside tests, which print and whose expectations count from `mark`; without
    /// a mark those of a test, which do not print and count from here.
    func runner(
        _ session: Session, _ loaded: LoadedScript, since mark: Session.Marking? = nil
    ) -> StatementRunner {
        let runner = StatementRunner(
            session, loaded, console: walk.console,
            printsOutput: mark != nil && options.printsOutput,
            blesser: loaded === self.loaded ? blesser : nil,
            mark: mark ?? session.marking(),
            collect: { [unowned self] in collect($0) })
        runner.transcript = transcript
        if loaded === self.loaded { runner.mutation = options.mutation }
        return runner
    }

    /// Runs statements; returns the failure that ended them, if any.
    ///
    /// `what` is the name of what they are, for a message.
    func attempt(
        _ what: String = "the test", recording transcript: Transcript?,
        _ body: () throws(Stop) -> Void
    ) -> TestFailure? {
        // A statement may read a file, whose tests then run before the statement ends.
        let outer = (self.transcript, collected)
        defer { (self.transcript, collected) = outer }
        self.transcript = transcript
        collected = []
        session.edge.limitTime(options.timeLimit)
        var failures: [TestFailure] = []
        do throws(Stop) {
            try body()
        } catch {
            switch error {
            case .failed(let failure), .ended(let failure): failures = [failure]
            case .quit: didQuit = true
            case .interrupted(let place):
                guard let overrun = overrun(of: what, at: place) else {
                    wasInterrupted = true
                    break
                }
                failures = [overrun]
            }
        }
        failures = collected + failures
        guard var first = failures.first else { return nil }
        first.more += failures.dropFirst().flatMap { [$0.diagnostic] + $0.more }
        first.isRuntime = failures.contains { $0.isRuntime }
        first.transcript = transcript?.lines ?? []
        return first
    }

    /// The failure of what exceeded its time limit.
    private func overrun(of what: String, at place: StatementPlace?) -> TestFailure? {
        guard let limit = options.timeLimit, session.edge.isOverTime() else { return nil }
        return TestFailure(
            .timeout,
            diagnostic: Diagnostic(
                .error, "\(what) took longer than \(DurationText.format(limit))",
                source: place?.source ?? loaded.script.source, span: place?.span),
            isRuntime: true, code: nil)
    }

    /// Keeps a failure and continues the test; false if the test ends here.
    private func collect(_ failure: TestFailure) -> Bool {
        guard options.keepsGoing else { return false }
        var failure = failure
        if let tell {
            tell(failure)
            failure.isTold = true
        }
        collected.append(failure)
        return true
    }
}
