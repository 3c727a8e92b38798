import PushLanguage
import PushPayload
import PushSimulation

/// Runs a loaded script: its statements, and each of its tests on a private copy of the state.
public final class ScriptRunner {
    /// Which tests run, and how.
    public struct Options: Sendable {
        /// Runs only tests with one of these tags; empty = all.
        public var only: [String] = []
        /// Leaves out tests with one of these tags, whatever `only` says.
        public var skip: [String] = []
        /// Runs only tests whose title matches this regular expression, whatever the case.
        public var filter: String?
        /// Whether the first test that fails ends the run.
        public var failsFast = false
        /// Whether a test goes on with its next statement after a failure.
        public var keepsGoing = false
        /// Leaves out tests that begin before this line, counted from 1.
        public var fromLine = 0
        /// Shuffles the tests with this seed; nil = the order of the file.
        public var shuffleSeed: UInt64?
        /// The most real time a test may take, in milliseconds.
        public var timeLimit: Int64?
        /// Titles of the only tests that run; nil = no such choice.
        public var titles: [String]?
        /// Whether what statements outside tests print goes to standard output.
        public var printsOutput = true

        /// Makes the defaults: every test, in order.
        public init() {}
    }

    private let loaded: LoadedScript
    private let session: Session
    private let console: any Console
    private let options: Options
    private let blesser: Blesser?

    /// The tests that ended, in order.
    public private(set) var results: [TestResult] = []
    /// Whether ^C ended the run.
    public private(set) var wasInterrupted = false
    /// Whether `quit` ended it.
    public private(set) var didQuit = false

    /// Tells a failure at once that the test goes past; nil = it is told with the result.
    private let tell: ((TestFailure) -> Void)?

    /// Makes a runner.
    public init(
        _ loaded: LoadedScript, session: Session, console: any Console, options: Options,
        blesser: Blesser? = nil, tell: ((TestFailure) -> Void)? = nil
    ) {
        self.tell = tell
        self.loaded = loaded
        self.session = session
        self.console = console
        self.options = options
        self.blesser = blesser
    }

    private var script: Script { loaded.script }

    /// Whether a text can be a filter.
    public static func isPattern(_ text: String) -> Bool {
        (try? PatternMatcher(text, ignoresCase: true)) != nil
    }

    /// Runs the whole file; results tell how it went.
    public func run() {
        session.settings.directory = loaded.directory
        if loaded.records { session.settings.keepsTexts = true }
        guard loaded.hasTests else {
            if selectsWhole { runPlain() }
            return
        }
        let top = Array(script.statements(in: script.top))
        var tests: [Statement] = []
        for statement in top {
            switch statement.kind {
            case .test: tests.append(statement)
            case .setup, .teardown: break
            default:
                if let failure = attempt({ () throws(Stop) in
                    try self.runner(self.session, prints: true).run(statement)
                }) {
                    results.append(result(nil, .failed, failure))
                    return
                }
                if didQuit || wasInterrupted { return }
            }
        }
        runTests(shuffled(tests), top)
    }

    /// Whether a file without tests, which is one test without tags, is selected.
    private var selectsWhole: Bool {
        guard options.only.isEmpty, isWanted(loaded.path) else { return false }
        return options.fromLine <= 1
            || script.statements(in: script.top).contains { $0.line >= options.fromLine }
    }

    /// A file without tests is one test.
    private func runPlain() {
        transcript = options.printsOutput ? nil : Transcript()
        let failure = attempt { () throws(Stop) in
            let runner = self.runner(self.session, prints: true)
            for statement in self.script.statements(in: self.script.top)
            where statement.line >= self.options.fromLine {
                try runner.run(statement)
            }
        }
        results.append(result(nil, failure == nil ? .passed : .failed, failure))
    }

    private func runTests(_ tests: [Statement], _ top: [Statement]) {
        for test in tests {
            guard let header = try? script.testHeader(of: test), selects(header, test) else {
                continue
            }
            if test.guardCount > 0, !holdsGuards(test) {
                results.append(result(test, .skipped, nil))
                continue
            }
            let failure = runTest(test, top)
            results.append(result(test, failure == nil ? .passed : .failed, failure))
            if wasInterrupted || (failure != nil && options.failsFast) { return }
        }
    }

    /// Runs setup, test and teardown on a private copy; the state outside never changes.
    private func runTest(_ test: Statement, _ top: [Statement]) -> TestFailure? {
        transcript = Transcript()
        let copy: Session
        do throws(EdgeError) {
            copy = try session.fork()
        } catch {
            return TestFailure(
                diagnostic: Diagnostic(
                    .error, error.message, source: script.source, span: test.span),
                isRuntime: true, code: error.code)
        }
        var failure = attempt { () throws(Stop) in
            let runner = self.runner(copy, prints: false)
            for statement in top where statement.kind == .setup { try runner.run(statement) }
        }
        if failure == nil {
            failure = attempt { () throws(Stop) in
                let runner = self.runner(copy, prints: false)
                try runner.run(test.body)
            }
        }
        didQuit = false
        let cleaned = attempt { () throws(Stop) in
            let runner = self.runner(copy, prints: false)
            for statement in top where statement.kind == .teardown { try runner.run(statement) }
        }
        return failure ?? cleaned
    }

    private func runner(_ session: Session, prints: Bool) -> StatementRunner {
        let runner = StatementRunner(
            session, loaded, console: console, printsOutput: prints && options.printsOutput,
            blesser: blesser, mark: (try? session.mark()) ?? Session.Mark(),
            collect: { [unowned self] in collect($0) })
        runner.transcript = transcript
        return runner
    }

    private func attempt(_ body: () throws(Stop) -> Void) -> TestFailure? {
        session.edge.limitTime(options.timeLimit)
        collected = []
        var failures: [TestFailure] = []
        do throws(Stop) {
            try body()
        } catch {
            switch error {
            case .failed(let failure): failures = [failure]
            case .quit: didQuit = true
            case .interrupted:
                guard let overrun = overrun() else {
                    wasInterrupted = true
                    break
                }
                failures = [overrun]
            }
        }
        failures = collected + failures
        guard var first = failures.first else { return nil }
        first.more = failures.dropFirst().map(\.diagnostic)
        first.isRuntime = failures.contains { $0.isRuntime }
        first.transcript = transcript?.lines ?? []
        return first
    }

    /// The failure of a test that took longer than it may.
    private func overrun() -> TestFailure? {
        guard let limit = options.timeLimit, session.edge.isOverTime() else { return nil }
        return TestFailure(
            diagnostic: Diagnostic(
                .error, "the test took longer than \(DurationText.format(limit))",
                source: script.source),
            isRuntime: true, code: nil)
    }

    /// What the commands of the test in progress did; nil where it is printed at once.
    private var transcript: Transcript?
    /// Failures that `--keep-going` went past.
    private var collected: [TestFailure] = []

    /// Keeps a failure to go past it; false when the test ends here.
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

    private func result(
        _ test: Statement?, _ status: TestResult.Status, _ failure: TestFailure?
    ) -> TestResult {
        var title = loaded.path
        var tags: [String] = []
        if let test, let header = try? script.testHeader(of: test) {
            title = (try? session.text(of: header.title, in: script)) ?? ""
            tags = header.tags
        }
        var result = TestResult(
            file: loaded.path, title: title, tags: tags, line: test?.line ?? 1, status: status)
        result.failure = failure
        return result
    }

    private func selects(_ header: TestHeader, _ test: Statement) -> Bool {
        if test.line < options.fromLine { return false }
        if !options.only.isEmpty, !options.only.contains(where: header.tags.contains) {
            return false
        }
        if options.skip.contains(where: header.tags.contains) { return false }
        return isWanted((try? session.text(of: header.title, in: script)) ?? "")
    }

    /// Whether the options that go by a title choose this one.
    private func isWanted(_ title: String) -> Bool {
        if let titles = options.titles, !titles.contains(title) { return false }
        guard let filter = options.filter else { return true }
        guard let matcher = try? PatternMatcher(filter, ignoresCase: true) else { return false }
        return matcher.matches(title)
    }

    private func holdsGuards(_ test: Statement) -> Bool {
        script.guards(of: test).allSatisfy {
            Condition.holds($0, in: session) != $0.isNegated
        }
    }

    private func shuffled(_ tests: [Statement]) -> [Statement] {
        guard let seed = options.shuffleSeed else { return tests }
        var random = SplitMix64(seed: seed)
        var tests = tests
        for index in tests.indices.reversed() where index > 0 {
            tests.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return tests
    }
}
