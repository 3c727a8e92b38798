import PushCommands
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Checks a payload against every rule, and fixes it if asked to.
    func lint(
        _ input: PayloadInput, _ options: LintOptions, on device: String?
    ) throws(Failure) {
        let (given, name) = try read(input)
        var bytes = given
        let context = try lintContext(options, on: device, input)
        let dialect = options.dialect.flatMap(PayloadDialect.init(rawValue:))
        if options.fixes {
            // A here-document is printed as it should be, a file as the lines that change.
            if case .file = input { last.isUnrepeatable = true }
            let mended = Lint.mend(bytes: given, as: dialect, context: context)
            try show(mended, of: given, name: name, input, options)
            bytes = mended.bytes
        }
        let report = Lint.run(bytes: bytes, as: dialect, context: context)
        if case .object(var members) = report.json {
            let rules = report.findings.map { JSON.string($0.rule.rawValue) }
            members.append(.init(key: "rules", value: .array(rules)))
            last.value = .object(members)
        }
        if options.isJSON {
            last.lines.append(VisibleText.escapeInJSON(report.json.text))
        } else {
            draw(report, name: name ?? "payload")
        }
        if report.hasErrors {
            let count = report.count(.error)
            throw Failure(
                .lintErrors, "\(count) \(count == 1 ? "rule is" : "rules are") broken",
                span: input.span)
        }
    }

    /// The lint context: the values of the options, and with `--app` the installed app.
    private func lintContext(
        _ options: LintOptions, on device: String?, _ input: PayloadInput
    ) throws(Failure) -> LintContext {
        var context = LintContext()
        context.pushType = options.pushType.flatMap(PushType.init(rawValue:))
        context.priority = options.priority
        guard options.isForApp else { return context }
        guard let app = app(on: device), app.state != .uninstalled else {
            throw Failure(
                .notInstalled, "no app is installed to compare the keys with",
                hint: "`app install` first, or leave `--app` out", span: input.span)
        }
        let settings = app.settings
        context.bundleID = app.address.bundleID
        context.categories = settings.categories.map(\.id)
        var held: [PushEntitlement] = []
        if settings.timeSensitiveEntitlement { held.append(.timeSensitive) }
        if settings.criticalEntitlement { held.append(.criticalAlerts) }
        context.asksForCritical = settings.authorizationOptions.contains(.criticalAlert)
        context.entitlements = held
        let place = device.flatMap(world.deviceIndex).map { world.devices[$0] } ?? world.device
        let strings = settings.strings.strings(for: place.status.language).map {
            LintApp.Strings(language: $0.language, keys: Set($0.entries.map(\.key)))
        }
        context.app = LintApp(
            bundleID: app.address.bundleID, hasExtension: settings.hasServiceExtension,
            imageKeys: settings.imageKeys,
            textKeys: settings.titleKeys + settings.bodyKeys,
            encryptedKeys: settings.encryptedKeys,
            decrypts: settings.decryptionKey != AppSettings.noKey,
            linkKeys: settings.usesNCMB
                ? [NCMBKey.richURL] : ["deeplink", "link"],
            schemes: settings.schemes,
            sounds: settings.sounds.map { .init(name: $0.name, seconds: $0.seconds) },
            strings: strings, hasActivities: settings.supportsActivities,
            activityTypes: settings.activityTypes)
        return context
    }

    /// Writes the fixed file and shows the difference; a payload without a file is printed.
    private func show(
        _ mended: Lint.Mended, of bytes: [UInt8], name: String?, _ input: PayloadInput,
        _ options: LintOptions
    ) throws(Failure) {
        guard case .file(let path, _) = input else {
            guard !options.isJSON else { return }
            last.lines += String(decoding: mended.bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
                .map { VisibleText.escape(String($0)) }
            if last.lines.last == "" { last.lines.removeLast() }
            return
        }
        guard !mended.applied.isEmpty else { return }
        do throws(Failure) {
            try edge.write(mended.bytes, to: settings.path(path))
        } catch {
            var failure = error
            failure.span = input.span
            throw failure
        }
        guard !options.isJSON else { return }
        last.lines += LineDiff.lines(
            from: String(decoding: JSONParser.readable(bytes), as: UTF8.self),
            to: String(decoding: mended.bytes, as: UTF8.self), name: name ?? "payload"
        ).map(VisibleText.escape)
        let count = mended.applied.count
        say("lint    \(count.counted("finding", "findings")) fixed")
    }

    /// Adds a finding; on a screen its excerpt is cut and its sentences are wrapped.
    private func draw(_ diagnostic: Diagnostic) {
        guard settings.isScreen else {
            last.lines += DiagnosticRenderer().lines(of: diagnostic).filter { !$0.isEmpty }
            return
        }
        // A recording has the excerpt as a script prints it.
        let renderer =
            isRecording ? DiagnosticRenderer() : DiagnosticRenderer(width: settings.width)
        let lines = renderer.lines(of: diagnostic)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            // The lines after the first are the source and the caret.
            if index == 0 || index > 2 { last.sentences.insert(last.lines.count) }
            last.lines.append(line)
        }
    }

    func draw(_ report: LintReport, name: String) {
        guard !report.findings.isEmpty else {
            say("lint    no problems found")
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
            draw(diagnostic)
        }
        if report.omitted.total > 0 { last.lines.append("and \(report.omitted.total) more") }
    }
}
