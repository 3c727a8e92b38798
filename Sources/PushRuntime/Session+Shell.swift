import PushCommands
import PushManual
import PushSimulation
import PushText

extension Session {
    /// Carries out an order to the shell itself.
    func performShell(_ instruction: ShellInstruction) throws(Failure) {
        switch instruction {
        case .help(let topic): try help(topic)
        case .tutorial(let name): try tutorial(name)
        case .quit: last.quits = true
        case .mode(let mode):
            if let mode {
                settings.mode = mode
                return
            }
            say("mode    \(settings.mode)")
            last.value = ["type": "mode", "mode": .string(settings.mode)]
        case .timer(let isOn): settings.showsTime = isOn
        case .output(let path):
            settings.redirection = .some(path.map(settings.path))
            guard path == "stdout" else { return }
            last.notes.append(
                "note: the output goes to a file of that name; `.output` alone ends that")
        case .read(let path): try read(path)
        case .record(.start(let path, let replaces)):
            try startRecording(path, replacing: replaces)
        case .record(.stop): try stopRecording()
        case .report(let path): try writeReport(path)
        case .history(let count):
            let entries = settings.entries().suffix(count)
            last.lines += entries.map { VisibleText.escape($0) }
            last.value = .array(entries.map { ["type": "history", "text": .string($0)] })
        case .schema(let table): try schema(table)
        case .tables: try inspect(.tables, on: nil)
        }
    }

    private func help(_ topic: String?) throws(Failure) {
        let lines = try page(on: topic, width: outputWidth).lines
        last.lines += lines
        last.isPage = true
        // A program has no screen that the text would have to fit.
        let width = ShellSettings().width
        let text = width == outputWidth ? lines : try page(on: topic, width: width).lines
        last.value = [
            "type": "help", "topic": topic.map(JSON.string) ?? .null,
            "text": .string(text.joined(separator: "\n")),
        ]
    }

    /// The overview, or the page on a command or another word, on SQL or one of its functions, or
    /// on `@NAME`.
    private func page(on topic: String?, width: Int) throws(Failure) -> String {
        guard let topic else { return HelpPage.overview(width: width) }
        if topic.hasPrefix("@") {
            let name = VisibleText.escape(topic)
            return "\(name) COMMAND\n\n`@NAME` in front of a command runs it on that device.\n"
        }
        let words = topic.lowercased().split(separator: " ").map(String.init)
        if words.first == "sql" { return try functionHelp(words.dropFirst().first, width: width) }
        do throws(UsageError) {
            return try HelpPage.topic(topic, functions: edge.functions, width: width)
        } catch {
            throw Failure(.unknownTopic, error.message, hint: error.hint)
        }
    }

    /// The page on SQL, or on one of its functions.
    private func functionHelp(_ name: String?, width: Int) throws(Failure) -> String {
        let all = edge.functions
        guard let name else { return HelpPage.functions(all, width: width) }
        let found = all.filter { $0.name == name }
        guard found.isEmpty else { return HelpPage.functions(found, width: width) }
        throw Failure(
            .unknownTopic, "no function of SQL is called `\(VisibleText.escape(name))`",
            hint: Suggestion.hint(name, among: all.map(\.name)))
    }

    /// Runs the statements of a script as if they had been typed.
    private func read(_ path: String) throws(Failure) {
        guard settings.readDepth < ScriptLoader.maximumDepth else {
            throw Failure(
                .syntax(.limitExceeded),
                "scripts read each other deeper than \(ScriptLoader.maximumDepth)")
        }
        settings.readDepth += 1
        defer { settings.readDepth -= 1 }
        var loader = ScriptLoader { [edge] path throws(Failure) in try edge.read(path) }
        memory.didRead = false
        guard let loaded = loader.load(settings.path(path)) else {
            if let error = loader.unreadable.first { throw error }
            memory.didRead = true
            guard let first = loader.diagnostics.first else { return }
            throw Failure(
                .invalidScript, first.message, hint: first.hint, span: first.span,
                source: first.source)
        }
        memory.tests?.note(read: loaded)
        // Lines for people stay out of the values that programs read.
        let lines = LineCollector { [unowned self] in settings.printsValues }
        let mark = marking()
        let directory = settings.directory
        settings.directory = loaded.directory
        defer {
            settings.directory = directory
            memory.didRead = true
        }
        do throws(Stop) {
            if loaded.holdsTests {
                guard let tests = memory.tests else {
                    memory.losesTests = true
                    throw testInTest(path)
                }
                try tests.runTests(of: loaded, lines)
            } else {
                let runner = StatementRunner(
                    self, loaded, console: lines, printsOutput: true, mark: mark)
                if loaded.readsTests, let tests = memory.tests {
                    try tests.runStatements(of: loaded, lines) { (statement) throws(Stop) in
                        try runner.run(statement)
                    }
                } else {
                    try runner.run(loaded.script.top)
                }
            }
        } catch {
            last.take(lines)
            guard case .failed(let inner) = error else { return }
            var failure = Failure(
                inner.code.flatMap(FailureCode.init) ?? .outside(.expectationFailed),
                inner.message, hint: inner.diagnostic.hint, span: inner.diagnostic.span,
                source: inner.diagnostic.source)
            failure.notes = inner.diagnostic.notes
            throw failure
        }
        last = CommandResult()
        last.take(lines)
    }

    private func testInTest(_ path: String) -> Stop {
        .failed(
            TestFailure(
                diagnostic: Diagnostic(
                    .error, "`\(path)` has tests, and a test cannot run inside a test"),
                isRuntime: false, code: FailureCode.Outside.invalidScript.rawValue))
    }

    /// Writes the report of everything that was done so far.
    private func writeReport(_ path: String) throws(Failure) {
        guard let page = tracedPage() else {
            throw Failure(
                .notRecording, "this session records nothing for a report",
                hint: settings.readDepth > 0
                    ? "put `report` into the script itself, behind the `.read`"
                    : "`pushsh --report html=FILE SCRIPT` draws the tests of a script")
        }
        try edge.write(Array(page.utf8), to: settings.path(path))
        say("report  \(VisibleText.escape(path)) written")
        last.value = ["type": "report", "file": .string(path)]
    }

    private func startRecording(_ path: String, replacing replaces: Bool) throws(Failure) {
        guard memory.recorder == nil else {
            throw Failure(
                .alreadyRecording,
                "a recording to `\(memory.recorder?.name ?? "")` is in progress",
                hint: "`.record stop` ends it")
        }
        guard keepsText || world.isUntouched else {
            throw Failure(
                .alreadyRecording,
                "what has already been done in this ephemeral workspace cannot be recorded",
                hint: "put `.record start` first, or use `--workspace`")
        }
        // The journal has what other processes did, and so must the world.
        try followOthers()
        let full = settings.path(path)
        // The file is made now, so that an unwritable path is reported before the work begins.
        if replaces { try edge.write([], to: full) } else { try edge.create(full) }
        if settings.usesRealClock {
            _ = try edge.begin()
            edge.rollback()
        }
        memory.undo.forgetRecording()
        memory.hasToldOfTests = false
        let journal = try edge.history.journal(from: 1)
        memory.recorder = Recorder(
            path: full, name: path, journal: try withRefusals(journal), world: world,
            dialect: settings.dialect, mode: recordedMode)
        memory.recorder?.follow(from: journal)
        do throws(Failure) { try writeRecording() } catch {
            memory.recorder = nil
            throw error
        }
        say("record  to \(path)")
        last.value = ["type": "record", "state": "started", "file": .string(path)]
    }

    private func stopRecording() throws(Failure) {
        guard let recorder = memory.recorder else {
            throw Failure(.notRecording, "no recording is in progress")
        }
        try followOthers()
        try writeRecording()
        last.notes += memory.recorder?.warnings ?? []
        memory.recorder = nil
        say("record  \(recorder.name) written")
        last.value = ["type": "record", "state": "written", "file": .string(recorder.name)]
    }

    /// Ends a recording that is still open at the session's end, as `.record stop` does.
    ///
    /// - Returns: the lines for standard error: that it was open, what a replay lacks, and why it
    ///   could not be written, with whether it was; no lines if nothing is recorded.
    public func leaveRecording() -> (lines: [String], isKept: Bool) {
        guard isRecording else { return ([], true) }
        let start = Span(start: 0, end: 0)
        let result = run(
            [Argument(".record", at: start), Argument("stop", at: start)], text: ".record stop")
        let lines =
            ["note: the recording ended without `.record stop`"] + result.notes
            + (result.failure.map { ["error: " + $0.message] } ?? [])
        return (lines, result.failure == nil)
    }

    private func schema(_ table: String?) throws(Failure) {
        let listings: [TableListing]
        listings = try edge.tables(isMeasured: true)
        let wanted = listings.filter { listing in
            guard let table else { return true }
            return listing.table == table || "\(listing.database).\(listing.table)" == table
        }
        guard !wanted.isEmpty else {
            let names = listings.map(\.name)
            throw Failure(
                .invalidSQL, "there is no table `\(table ?? "")`",
                hint: table.flatMap { Suggestion.hint($0, among: names) }
                    ?? "`.tables` lists them")
        }
        for listing in wanted {
            say(listing.name + listing.measure)
            noteMeasure(of: listing)
            for column in listing.columns {
                say("  " + column.name + (column.type.isEmpty ? "" : " " + column.type))
            }
        }
        last.value = .array(wanted.map(\.json))
    }
}

/// A console that collects the printed lines.
final class LineCollector: Console {
    private(set) var lines: [String] = []
    /// The lines for standard error that were kept apart.
    private(set) var messages: [String] = []
    /// Whether a line for standard error is kept apart now.
    private let keepsApart: () -> Bool

    init(keepsApart: @escaping () -> Bool = { false }) { self.keepsApart = keepsApart }

    func out(_ line: String) { lines.append(line) }
    func err(_ line: String) {
        if keepsApart() { messages.append(line) } else { lines.append(line) }
    }
    func flush() {}
    func redirect(to path: String?) throws(Failure) {
        throw Failure(outside: .fileUnwritable, "cannot write `\(path ?? "")`")
    }
}

extension CommandResult {
    /// Takes what statements printed that a command ran.
    fileprivate mutating func take(_ collector: LineCollector) {
        lines = collector.lines
        notes += collector.messages
    }
}

extension String {
    /// The lines of a text that ends with a line end.
    var lines: [String] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
