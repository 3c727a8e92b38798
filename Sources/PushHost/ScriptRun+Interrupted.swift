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
        guard !options.reports.isEmpty || options.format == .github else { interrupt.die() }
        // To name the tests that did not run, scripts are walked, which a raised flag would stop.
        interrupt.reset()
        console.wait(.briefly)
        addInterrupted(scripts, at: index, after: known)
        _ = reporter.write(results, reporter.facts(scripts.map(\.path)))
        InterruptFlag.die(of: signal)
    }

    /// Adds the test that was running, as one that failed, and those behind it, as skipped: a
    /// report without them would read like one of a smaller suite.
    private func addInterrupted(_ scripts: [LoadedScript], at index: Int, after known: Int) {
        let found = Set(results[known...].lazy.filter(\.isTest).map(\.number))
        let reason = "the run was interrupted"
        var missing = listed(scripts[index], scripts, because: reason).filter {
            !$0.isTest || !found.contains($0.number)
        }
        // A test that the options left out was not running.
        let running = missing.firstIndex { $0.reason == reason }
        if let running {
            missing[running].status = .failed
            missing[running].reason = nil
            missing[running].failure = TestFailure(
                diagnostic: Diagnostic(.error, "interrupted before its end"), isRuntime: true,
                code: "interrupted")
        }
        results += missing
        for script in scripts[(index + 1)...] {
            results += listed(script, scripts, because: reason)
        }
    }
}
