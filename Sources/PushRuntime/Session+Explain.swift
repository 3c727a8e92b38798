import PushCommands
import PushLanguage
import PushPayload
import PushSimulation

extension Session {
    /// Checks a payload against every rule.
    func lint(_ input: PayloadInput, _ options: LintOptions) throws(CommandFailure) {
        let (bytes, name) = try read(input)
        let report = Lint.run(
            bytes: bytes, as: options.dialect.flatMap(PayloadDialect.init(rawValue:)))
        last.value = report.json
        if options.isJSON {
            last.lines.append(report.json.text)
        } else {
            draw(report, name: name ?? "payload")
        }
        if report.hasErrors {
            let count = report.count(.error)
            throw CommandFailure(
                "lint_errors", "\(count) \(count == 1 ? "rule is" : "rules are") broken",
                span: input.span)
        }
    }

    private func draw(_ report: LintReport, name: String) {
        let source = Source(name: VisibleText.escape(name), bytes: report.bytes)
        for finding in report.findings {
            let severity: Diagnostic.Severity =
                finding.severity == .error ? .error : finding.severity == .warning ? .warning : .note
            let diagnostic = Diagnostic(
                severity, VisibleText.escape(finding.message), source: source,
                span: Span(
                    start: UInt32(clamping: finding.span.start),
                    end: UInt32(clamping: finding.span.end)),
                hint: finding.cure.map(VisibleText.escape),
                notes: [
                    .init("iOS", VisibleText.escape(finding.consequence)),
                    .init(
                        "rule",
                        finding.rule.rawValue
                            + (finding.source.isEmpty ? "" : " (\(finding.source))")),
                ])
            let text = DiagnosticRenderer().render(diagnostic)
            last.lines += text.split(separator: "\n").map(String.init)
        }
        if report.findings.isEmpty { say("lint    nothing to find fault with") }
    }

    /// Explains a notification or an event.
    func why(_ subject: String?, on device: String?) throws(CommandFailure) {
        say("why     \(subject ?? "")")
    }

    /// Checks the app against the implementation checklist.
    func doctor(on device: String?) throws(CommandFailure) {
        say("doctor")
    }
}
