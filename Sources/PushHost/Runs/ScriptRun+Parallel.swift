import PushRuntime
import PushTerminal
import PushText

extension ScriptRun {
    /// Runs each file in a process of its own, a few at a time, and reports in the given order.
    func runInParallel(_ scripts: [LoadedScript], _ jobs: Int) -> Int32 {
        interrupt.beginForScripts()
        let reporter = Reporter(options, console, renderer, isTestRun: true)
        reporter.begin()
        var reported = 0
        // `@only` in one file excludes the tests of all others, whose processes cannot know.
        var options = options
        if scripts.contains(where: { $0.hasTag("only") }) { options.onlyTags.append("only") }
        let pool = ProcessPool(options, interrupt)
        do throws(Failure) {
            try pool.run(scripts.map(\.path), jobs: jobs) { index, ending in
                let found = self.results(of: scripts[index], ending)
                for result in found { reporter.report(result) }
                self.results += found
                reported = index + 1
                self.console.flush()
                return self.options.afterFailure != .stop
                    || !found.contains { $0.status == .failed }
            }
        } catch {
            fail(error)
            return 3
        }
        if let signal = pool.signal ?? (interrupt.check() ? interrupt.raisedBy : nil) {
            endInterrupted(scripts, pool.finished, after: reported, by: signal, reporter)
        }
        interrupt.end()
        leaveOut(scripts[reported...], of: scripts, reporter)
        reporter.end(results)
        tellTagged(scripts)
        LastRun.keep(results, selection(of: scripts))
        guard reporter.write(results, reporter.facts(scripts, reads: reads)) else { return 3 }
        return status(scripts)
    }

    private func results(
        of script: LoadedScript, _ ending: ProcessPool.Ending
    ) -> [TestResult] {
        switch ending {
        case .reported(let part): taken(part)
        case .lost(let status): lost(script, status)
        }
    }

    /// The results that a process reported, after its notes on the run are kept.
    func taken(_ part: JSONReport.Document) -> [TestResult] {
        reads += part.facts.reads
        return part.results
    }

    /// Returns the results of a file whose process wrote no report: its failure, and its tests as
    /// skipped.
    private func lost(_ script: LoadedScript, _ status: Int32) -> [TestResult] {
        let message = "the process of `\(script.path)` ended without a report (status \(status))"
        var result = TestResult(
            file: script.path, title: script.path, tags: [], line: 1, status: .failed)
        result.isTest = false
        result.failure = TestFailure(
            .run, diagnostic: Diagnostic(.error, message), isRuntime: true, code: nil)
        guard script.holdsTests || script.readsTests else { return [result] }
        return [result] + listed(script, [script], because: "the process of the file ended")
    }
}
