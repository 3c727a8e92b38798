import PushCommands
import PushRuntime
import PushText

/// Tells a person, or a tool, how the tests went.
final class Reporter {
    private let options: ProcessOptions
    private let console: StandardConsole
    private let renderer: DiagnosticRenderer
    private let isTestRun: Bool
    private var count = 0

    init(
        _ options: ProcessOptions, _ console: StandardConsole, _ renderer: DiagnosticRenderer,
        isTestRun: Bool
    ) {
        self.options = options
        self.console = console
        self.renderer = renderer
        self.isTestRun = isTestRun
    }

    private var isTAP: Bool { options.format == .tap }

    func begin() {
        if isTAP { console.out("TAP version 14") }
    }

    func report(_ result: TestResult) {
        count += 1
        if isTAP {
            for line in TAPReport.lines(result, number: count) { console.out(line) }
            return
        }
        if isTestRun || result.isTest {
            console.out(result.summary)
        }
        guard let failure = result.failure, !failure.isTold else { return }
        if let drawn = failure.drawn {
            console.err(drawn)
            return
        }
        for diagnostic in [failure.diagnostic] + failure.more {
            console.err(renderer.render(diagnostic))
        }
        let transcript = TestFailure.drawing(failure.transcript)
        guard !transcript.isEmpty else { return }
        console.err(transcript.joined(separator: "\n") + "\n")
    }

    func end(_ results: [TestResult]) {
        if isTAP {
            console.out("1..\(results.count)")
        } else if isTestRun || results.contains(where: \.isTest) {
            let passed = results.count { $0.status == .passed }
            let failed = results.count { $0.status == .failed }
            let skipped = results.count { $0.status == .skipped }
            console.out(
                "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : ""))
        }
        console.flush()
    }

    /// Writes the report files; false when one cannot be written.
    func write(_ results: [TestResult]) -> Bool {
        for report in options.reports {
            let text: String
            switch report.kind {
            case .junit: text = JUnitReport.text(results)
            case .json: text = JSONReport.text(results)
            case .html: text = HTMLReport.text(results)
            }
            do throws(EdgeError) {
                try Files.write(Array(text.utf8), to: report.path)
            } catch {
                console.err("pushsh: " + VisibleText.escape(error.message))
                return false
            }
        }
        return true
    }
}
