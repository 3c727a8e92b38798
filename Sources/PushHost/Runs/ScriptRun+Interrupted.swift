import PushRuntime
import PushTerminal
import PushText

extension ScriptRun {
    /// Ends a run that a signal stopped in one of the scripts, whose results are those after the
    /// `known` first: tells so, writes the reports and dies of the signal.
    func endInterrupted(
        _ scripts: [LoadedScript], at index: Int, after known: Int, _ reporter: Reporter
    ) -> Never {
        let signal = interrupt.raisedBy
        reporter.end(results, isWhole: false)
        guard isReported else { interrupt.die() }
        // To name the tests that did not run, scripts are walked, which a raised flag would stop.
        // The parent process may have passed on a signal that the terminal sent, too.
        if options.parent == nil { interrupt.reset() } else { interrupt.ignore() }
        console.wait(.briefly)
        addInterrupted(scripts, at: index, after: known)
        _ = reporter.write(results, reporter.facts(scripts, reads: reads))
        InterruptFlag.die(of: signal)
    }

    /// Ends a run of several processes that a signal stopped, as `endInterrupted` for one does:
    /// `endings` are those of the scripts after the `known` first, as far as they were started.
    func endInterrupted(
        _ scripts: [LoadedScript], _ endings: [Int: ProcessPool.Ending], after known: Int,
        by signal: Int32, _ reporter: Reporter
    ) -> Never {
        interrupt.reset()
        console.wait(.briefly)
        var ended = results
        for (index, script) in scripts.enumerated().dropFirst(known) {
            let found: [TestResult]
            switch endings[index] {
            case .reported(let part): found = taken(part)
            case .lost where isReported: found = interrupted(script, scripts)
            case nil where isReported: found = listed(script, scripts, because: Self.reason)
            default: found = []
            }
            // The terminal is spared the tests to which no process came.
            for result in found where !Self.isMissing(result) {
                reporter.report(result)
                ended.append(result)
            }
            results += found
        }
        reporter.end(ended, isWhole: false)
        if isReported { _ = reporter.write(results, reporter.facts(scripts, reads: reads)) }
        console.flush()
        InterruptFlag.die(of: signal)
    }

    /// Whether anything but the terminal gets the results.
    private var isReported: Bool { !options.reports.isEmpty || options.format == .github }

    private static let reason = "the run was interrupted"
    private static let code = "interrupted"

    /// Whether a signal kept a test from its result.
    private static func isMissing(_ result: TestResult) -> Bool {
        switch result.status {
        case .passed: false
        case .failed: result.failure?.code == code
        case .skipped: result.reason == reason
        }
    }

    /// Adds the test that was running, as one that failed, and those behind it, as skipped: a
    /// report without them would read like one of a smaller suite.
    private func addInterrupted(_ scripts: [LoadedScript], at index: Int, after known: Int) {
        let found = Set(results[known...].lazy.filter(\.isTest).map(\.number))
        results += interrupted(scripts[index], scripts, without: found)
        // With `--jobs` tests behind those without a result have one.
        if options.shuffleSeed == nil { results[known...].sort { $0.order < $1.order } }
        for script in scripts[(index + 1)...] {
            results += listed(script, scripts, because: Self.reason)
        }
    }

    /// The tests of a script that was running, without those that have a result.
    private func interrupted(
        _ script: LoadedScript, _ scripts: [LoadedScript], without found: Set<Int> = []
    ) -> [TestResult] {
        var missing = listed(script, scripts, because: Self.reason).filter {
            !$0.isTest || !found.contains($0.number)
        }
        // A test that the options left out was not running.
        guard let running = missing.firstIndex(where: { $0.reason == Self.reason }) else {
            return missing
        }
        missing[running].status = .failed
        missing[running].reason = nil
        missing[running].failure = TestFailure(
            diagnostic: Diagnostic(.error, "interrupted before its end"), isRuntime: true,
            code: Self.code)
        return missing
    }
}
