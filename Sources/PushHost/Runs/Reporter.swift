import PushCommands
import PushCrypto
import PushRuntime
import PushTerminal
import PushText

/// Reports the results of tests to a person or a tool.
///
/// The order of calls is `begin`, `report` for each test, `end`, and `write`. What is printed goes
/// past a script's `.output`.
final class Reporter {
    private let options: ProcessOptions
    private let console: StandardConsole
    private let renderer: DiagnosticRenderer
    private let isTestRun: Bool
    /// Whether each line is JSON, as the output of the script's commands is.
    private let printsLines: Bool
    private var count = 0
    private var hasFailed = false
    private let began = SystemClock.now().milliseconds
    private let start = SystemClock.stopwatch()

    init(
        _ options: ProcessOptions, _ console: StandardConsole, _ renderer: DiagnosticRenderer,
        isTestRun: Bool
    ) {
        self.options = options
        self.console = console
        self.renderer = renderer
        self.isTestRun = isTestRun
        printsLines = options.format == nil && options.mode == "jsonl"
        if options.reports.contains(where: \.isOutput) { console.leaveOutputToReport() }
    }

    /// Prints what comes before all results.
    func begin() {
        guard options.format == .tap else { return }
        console.tell("TAP version 14")
        // Copies of the process must not have it, too.
        console.flush()
    }

    /// Prints a result in the format of the run, at once.
    func report(_ result: TestResult) {
        count += 1
        // A person who asked to stop at a failure wants it at the end of the screen.
        let isLeftOut =
            options.afterFailure == .stop && hasFailed && result.status == .skipped
        if result.status == .failed { hasFailed = true }
        switch options.format {
        case .tap:
            for line in TAPReport.lines(result, number: count) { console.tell(line) }
        case .github:
            guard isTestRun || result.isTest || result.failure != nil else { return }
            let lines = GitHubReport.lines(result)
            console.tell(lines[0])
            for annotation in lines.dropFirst() { console.tell(annotation, isCommand: true) }
        case .human, nil:
            if isTestRun || result.isTest, !isLeftOut {
                console.tell(printsLines ? JSONReport.line(of: result) : result.summary)
            }
            guard let failure = result.failure, !failure.isTold else { return }
            console.err(failure.drawn ?? failure.drawing(with: renderer))
        }
    }

    /// Prints the counts, and the slowest tests if they were asked for.
    ///
    /// A run that ^C ended is not whole: no reader may take the tests before it for all of them.
    func end(_ results: [TestResult], isWhole: Bool = true) {
        if options.format == .tap {
            console.tell(isWhole ? "1..\(results.count)" : "Bail out! interrupted")
        } else if isTestRun || results.contains(where: \.isTest) {
            // A script whose `.read` brought tests is not a test itself, and has no line above.
            let told = results.lazy.filter {
                self.isTestRun || $0.isTest || $0.status == .failed
            }
            let passed = told.count { $0.status == .passed }
            let failed = told.count { $0.status == .failed }
            let skipped = told.count { $0.status == .skipped }
            let summary =
                "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "")
                + (isWhole ? "" : ", interrupted")
            let json: JSON = [
                "type": "summary", "passed": .int(passed), "failed": .int(failed),
                "skipped": .int(skipped), "interrupted": .bool(!isWhole),
            ]
            console.tell(printsLines ? json.text : summary)
        }
        if let seed = options.shuffleSeed, options.format ?? .human == .human {
            console.err("note: the tests ran in the order of `--shuffle \(seed)`")
        }
        if let count = options.slowest { tellSlowest(count, results) }
        console.flush()
    }

    /// Names the slowest tests, as comments if the output is for a tool.
    private func tellSlowest(_ count: Int, _ results: [TestResult]) {
        let timed = results.filter { $0.duration != nil }
            .sorted { ($0.duration ?? 0, $1.file) > ($1.duration ?? 0, $0.file) }
        guard !timed.isEmpty else { return }
        let slowest = timed.prefix(count)
        if printsLines {
            for result in slowest {
                console.tell(JSONReport.line(of: result, as: "slowest", showsTime: true))
            }
            return
        }
        let mark = options.format == .tap ? "# " : ""
        console.tell(mark + "slowest:")
        for result in slowest {
            let time = DurationText.format((result.duration ?? 0) / 1000)
            console.tell(
                "\(mark)  \(time) \(VisibleText.escape(result.title)) "
                    + "(\(VisibleText.escape(result.file)):\(result.line))")
        }
    }

    /// Returns the facts of the run that reports contain, once it is over.
    func facts(_ scripts: [LoadedScript], reads: [RunFacts.Read] = []) -> RunFacts {
        var facts = RunFacts()
        facts.files = scripts.map(\.path)
        facts.shuffleSeed = options.shuffleSeed
        if let shard = options.shard {
            facts.shard = shard.text
            facts.declared = scripts.map(\.declaredTests).reduce(0, +)
            let texts =
                scripts.flatMap(\.texts)
                + (options.arguments + [options.choiceOfTests]).map { Array($0.utf8) }
            facts.digest = RunFacts.digest(of: texts, Fingerprint.sha256)
            facts.reads = reads
            for script in scripts {
                facts.named += script.namedFiles.map { file in
                    let digest = RunFacts.digest(of: file.texts, Fingerprint.sha256)
                    return RunFacts.Read(run: script.path, file: file.path, digest: digest)
                }
            }
        }
        facts.showsTimes = options.reportsTimes
        facts.began = began
        facts.duration = SystemClock.stopwatch() - start
        return facts
    }

    /// Writes the report files, and GitHub's summary; false if one cannot be written.
    func write(_ results: [TestResult], _ facts: RunFacts) -> Bool {
        for report in options.reports {
            let text: String
            switch report.kind {
            case .junit: text = JUnitReport.text(results, facts)
            case .json: text = JSONReport.text(results, facts)
            case .html: text = HTMLReport.text(results)
            }
            if report.isOutput {
                console.writeReport(text)
                continue
            }
            do throws(Failure) {
                try Files.write(Array(text.utf8), to: report.path)
            } catch { return fail(error) }
        }
        guard options.format == .github,
            let path = TerminalCapabilities.processEnvironment("GITHUB_STEP_SUMMARY"),
            !path.isEmpty
        else { return true }
        do throws(Failure) {
            try Files.append(Array(GitHubReport.summary(results, facts).utf8), to: path)
        } catch { return fail(error) }
        return true
    }

    /// Reports a file that cannot be written.
    private func fail(_ error: Failure) -> Bool {
        console.err("pushsh: " + VisibleText.escape(error.message))
        return false
    }
}
