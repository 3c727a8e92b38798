import PushCommands
import PushLanguage
import PushPayload
import PushSimulation

extension Session {
    /// Checks a payload against every rule.
    func lint(_ input: PayloadInput, _ options: LintOptions) throws(CommandFailure) {
        let (bytes, name) = try read(input)
        var context = LintContext()
        context.pushType = options.pushType.flatMap(PushType.init(rawValue:))
        context.priority = options.priority
        let report = Lint.run(
            bytes: bytes, as: options.dialect.flatMap(PayloadDialect.init(rawValue:)),
            context: context)
        if case .object(var members) = report.json {
            let rules = report.findings.map { JSON.string($0.rule.rawValue) }
            members.append(.init(key: "rules", value: .array(rules)))
            last.value = .object(members)
        }
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
        guard !report.findings.isEmpty else {
            say("lint    nothing to find fault with")
            return
        }
        let source = Source(name: VisibleText.escape(name), bytes: report.bytes)
        for finding in report.findings {
            let severity: Diagnostic.Severity =
                finding.severity == .error
                ? .error : finding.severity == .warning ? .warning : .note
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
    }

    /// Explains a notification or an event.
    func why(_ subject: String?, on device: String?) throws(CommandFailure) {
        let subject = WhySubject(subject)
        let explanation = world.why(
            subject, evidence: try evidence(for: subject, on: device), on: device)
        for line in explanation.lines { say(line) }
        last.value = explanation.json
    }

    /// Checks the app against the implementation checklist.
    func doctor(on device: String?) throws(CommandFailure) {
        let checks = world.doctor(
            evidence: try evidence(for: .newest, on: device), on: device)
        for line in DoctorCheck.lines(checks) { say(line) }
        last.value = DoctorCheck.json(checks)
    }

    private func evidence(
        for subject: WhySubject, on device: String?
    ) throws(CommandFailure) -> Evidence {
        if let device, world.deviceIndex(device) == nil {
            throw CommandFailure("no_device", "there is no device `\(device)`")
        }
        guard let app = app(on: device) else { return Evidence() }
        do throws(EdgeError) {
            if edge.isDurable, try edge.begin() { try reload() }
            edge.rollback()
            var evidence = try edge.history.evidence(for: subject, app: app.address)
            evidence.refusals = memory.refusals
            return evidence
        } catch { throw CommandFailure(error) }
    }
}

/// What a session remembers beside the world.
struct SessionMemory {
    /// The system's clock as the command in progress read it; nil before it did.
    var moment: Tick?
    /// The recording in progress.
    var recorder: Recorder?
    /// What the world's document says in the file; nil when it may say something else.
    var saved: WorldContent?
    /// Where a command that runs for long tells what happens, while it happens.
    weak var console: (any Console)?
    /// Where a query prints while it runs: the console of a statement whose output goes to a file,
    /// and of which nobody compares or records every line.
    weak var export: (any Console)?
    /// Whether `.output` sent the output to a file.
    var isOutputFile = false
    /// Pushes that were refused; they leave no row.
    private(set) var refusals: [RefusedPush] = []

    /// Remembers a refused push; the oldest of many is forgotten.
    mutating func note(_ refusal: Refusal, of push: Push, at time: Tick) {
        if refusals.count >= 20 { refusals.removeFirst() }
        refusals.append(
            RefusedPush(
                id: push.id ?? push.payload.messageID,
                bundleID: push.bundleID ?? push.payload.simulatorBundleID, refusal: refusal,
                at: time))
    }
}
