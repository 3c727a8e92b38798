import PushCommands
import PushLanguage
import PushText

/// Runs the statements of one script in a session.
final class StatementRunner {
    let session: Session
    let loaded: LoadedScript
    let console: any Console
    /// Whether the output of commands goes to the console.
    let printsOutput: Bool
    /// The golden lines and here-documents to be rewritten by bless; nil without `--bless`.
    let blesser: Blesser?
    /// The point in the history at which the test began.
    let mark: Session.Marking
    /// The commands of a test with their output, to be shown if it fails.
    var transcript: Transcript?
    /// The change to the script for this run.
    var mutation: Mutation?
    /// Keeps a failure so that the test continues; false ends the test.
    let collect: (TestFailure) -> Bool
    /// The loops around the statement that runs, outermost first.
    var rounds: [Round] = []
    /// The expectations of loops, by statement.
    private var expectations: [Int: ExpectStatement] = [:]
    private let timer: StatementTimer

    init(
        _ session: Session, _ loaded: LoadedScript, console: any Console, printsOutput: Bool,
        blesser: Blesser? = nil, mark: Session.Marking,
        collect: @escaping (TestFailure) -> Bool = { _ in false }
    ) {
        self.collect = collect
        self.session = session
        self.loaded = loaded
        script = loaded.script
        self.console = console
        self.printsOutput = printsOutput
        self.blesser = blesser
        self.mark = mark
        timer = StatementTimer(session)
        // A script that another one reads has a console of its own, which prints at its end.
        if printsOutput, session.memory.console == nil { session.memory.console = console }
    }

    let script: Script

    /// Runs a block's statements in order.
    func run(_ block: Block) throws(Stop) {
        for statement in script.statements(in: block) { try run(statement) }
    }

    /// Runs one statement, unless its guards hold it back.
    func run(_ statement: Statement) throws(Stop) {
        let place = StatementPlace(source: script.source, span: statement.span)
        if session.edge.isInterrupted() { throw .interrupted(at: place) }
        let dialect = session.settings.dialect
        session.settings.dialect = loaded.dialect
        defer { session.settings.dialect = dialect }
        let isHeldBack = statement.guardCount > 0 && !guardsHold(statement)
        let isChanged = mutation?.concerns(statement) ?? false
        if isHeldBack, !isChanged { return }
        if isChanged, !isHeldBack, mutation?.change == .deletion { return }
        if let cut = session.cut(before: statement, in: loaded) { throw .ended(cut) }
        // A statement that a guard holds back runs under its change, and is not changed further.
        let change = isHeldBack ? mutation : nil
        if isHeldBack { mutation = nil }
        defer { if isHeldBack { mutation = change } }
        do throws(Stop) {
            try perform(statement)
        } catch {
            switch error {
            case .interrupted(at: nil): throw .interrupted(at: place)
            case .failed(let failure) where collect(failure): break
            default: throw error
            }
        }
        if rounds.isEmpty { console.flush() }
    }

    private func perform(_ statement: Statement) throws(Stop) {
        switch statement.kind {
        case .command: try runCommand(statement)
        case .expect: try runExpect(statement)
        case .letStatement: try runLet(statement)
        case .forLoop: try runFor(statement)
        case .repeatLoop: try runRepeat(statement)
        case .include: try runInclude(statement)
        case .version: break
        case .test:
            // The runner of the file handles tests; one that gets here would be skipped.
            throw failed(
                Diagnostic(
                    .error, "a test cannot run here", source: script.source, span: statement.span))
        case .setup, .teardown: try run(statement.body)
        }
    }

    private func runCommand(_ statement: Statement) throws(Stop) {
        timer.start()
        session.memory.losesTests = false
        var words: [Argument] = []
        words.reserveCapacity(statement.wordCount)
        for index in 0..<statement.wordCount {
            let word = script.word(index, of: statement)
            let text: String
            do throws(SyntaxError) {
                text = try script.text(
                    of: word, variables: { session.variables.text($0) },
                    names: { session.variables.allNames })
            } catch {
                // A command whose words cannot be expanded fails like a refused one.
                session.fail(Failure(error))
                transcript?.note(statement, in: script.source, session.last)
                trace(statement, words)
                session.recordUnread(script.source.text(of: statement.span))
                try judge(statement)
                return try compareGolden(statement)
            }
            words.append(Argument(text, .init(word, in: script), at: word.span))
        }
        session.memory.export = mayForget(statement) ? console : nil
        session.memory.contents = []
        if session.keepsText || session.isRecording {
            // `send` may read two files: its payload and its targets.
            var whole: TypedStatement?
            session.memory.inlining = { [unowned self] body, span in
                let next = (whole ?? typed(statement, words)).inlining(body, at: span)
                whole = next
                return next.text
            }
        }
        session.execute(words, text: self.typed(statement, words).text)
        session.memory.export = nil
        session.memory.inlining = nil
        // The rows that a stopped query has found so far are not its answer.
        if session.last.failure?.code == .outside(.queryInterrupted), session.edge.isInterrupted() {
            throw .interrupted()
        }
        try printOutput()
        redirect(words)
        transcript?.note(statement, in: script.source, session.last)
        trace(statement, words)
        timer.stop(console)
        session.record(self.typed(statement, words).text)
        if session.last.failure != nil, session.edge.isInterrupted() { throw .interrupted() }
        try judge(statement)
        try compareGolden(statement)
        if session.last.quits { throw .quit }
        // The signal came in a file that `.read` ran.
        if let cut = session.memory.ending?.cut { throw .ended(cut) }
    }

    /// Notes a command for the report that draws it.
    private func trace(_ statement: Statement, _ words: [Argument]) {
        guard let trace = session.memory.trace else { return }
        var name = words.first?.text ?? ""
        if name.hasPrefix("@"), words.count > 1 { name = words[1].text ?? "" }
        let mayFail: Bool
        if case .mustSucceed = statement.outcome { mayFail = false } else { mayFail = true }
        trace.note(
            command: name, text: typed(statement, words).text, line: statement.line,
            mayFail: mayFail, in: session)
    }

    /// Prints the command's output; ^C and the time limit can end it between two lines.
    private func printOutput() throws(Stop) {
        guard printsOutput || session.memory.isOutputFile else { return }
        if session.last.isPage, console.page(session.last.lines) { return }
        // Only parts of the settings and of the result are copied here: both are large.
        let printed = session.last.printed
        if session.last.isShownAsItIs, let told = session.last.told, printed <= told.place {
            let written = session.last.written
            try print(printed..<told.place) { console.out(written[$0]) }
            try print(0..<told.count) { told.print($0, to: console) }
            try print(told.place..<written.count) { console.out(written[$0]) }
        } else {
            let result = session.last
            let isScreen = session.settings.isScreen && !session.memory.isOutputFile
            let width = isScreen ? session.settings.width : nil
            try print(result.lines.indices.dropFirst(printed)) {
                for line in result.shown(at: $0, width: width) { console.out(line) }
            }
        }
        guard !session.last.notes.isEmpty else { return }
        for note in session.last.notes.map(session.inLocalTime) {
            let rows =
                session.settings.isScreen
                ? FittedLine.rows(note, width: session.settings.width) : [note]
            for row in rows { console.err(row) }
        }
    }

    /// Asks for ^C at every 64th line, as a long result may take a while to print.
    ///
    /// A command that ^C ended tells whole what it did before: `send` alone knows who got the push.
    private func print(_ indices: Range<Int>, _ line: (Int) -> Void) throws(Stop) {
        guard indices.upperBound > 63 else { return indices.forEach(line) }
        let wasCut = session.last.failure != nil && session.edge.isInterrupted()
        for index in indices {
            if index & 63 == 63, !wasCut, session.edge.isInterrupted() { throw .interrupted() }
            line(index)
        }
    }

    /// Whether the lines of a statement only go to a file.
    private func mayForget(_ statement: Statement) -> Bool {
        printsOutput && session.memory.isOutputFile && session.memory.console === console
            && statement.goldenCount == 0 && transcript == nil && !session.isRecording
    }

    /// Sends output to the file of `.output`; if that is impossible, the command fails.
    private func redirect(_ words: [Argument]) {
        guard let path = session.settings.redirection else { return }
        session.settings.redirection = nil
        if session.memory.isControlled, path != nil { return session.fail(.outputOfRequest) }
        guard !session.memory.isOutputTaken else {
            return session.fail(
                Failure(
                    outside: .fileUnwritable,
                    "the output goes to the file that `.output` named before the test",
                    hint: "`.output` alone ends that, before the test"))
        }
        guard session.settings.readDepth == 0 else {
            return session.fail(
                Failure(
                    .notSupported, "`.output` cannot stand in a file that `.read` runs",
                    hint: "put it before the `.read`"))
        }
        do throws(Failure) { try console.redirect(to: path) } catch {
            return session.fail(error.pointing(at: words))
        }
        session.memory.isOutputFile = path != nil
    }

    /// Compares the promises of a statement with its result.
    private func judge(_ statement: Statement) throws(Stop) {
        let failure = session.last.failure
        switch statement.outcome {
        case .mayFail:
            // Whatever else a file may do, its tests must not go unseen.
            guard let failure, session.memory.losesTests else { return }
            throw failed(failure, statement)
        case .mustSucceed:
            guard let failure else { return }
            throw failed(failure, statement)
        case .mustFail(let code):
            guard let failure else {
                throw failed(
                    Diagnostic(
                        .error, "the command succeeded, but was expected to fail",
                        source: script.source, span: statement.span))
            }
            // It never ran, whatever it would have been refused for.
            if code == nil,
                [.syntax(.unknownVariable), .syntax(.limitExceeded)].contains(failure.code)
            {
                throw failed(failure, statement)
            }
            guard let code, let wanted = script.staticText(of: code), wanted != failure.code.name
            else { return }
            throw failed(
                Diagnostic(
                    .error, "the command failed with another code", source: script.source,
                    span: code.span,
                    notes: [
                        .init("expected", wanted),
                        .init(
                            "actual", "\(failure.code.name): \(VisibleText.escape(failure.message))"
                        ),
                    ]))
        }
    }

    private func compareGolden(_ statement: Statement) throws(Stop) {
        guard statement.goldenCount > 0 else { return }
        let lines = script.goldenLines(of: statement)
        let stdout = session.last.lines.flatMap(Self.split)
        let stderr = session.last.failure?.lines ?? []
        let texts = script.goldenTexts(of: statement)
        if let blesser {
            return blesser.bless(lines, texts, stdout: stdout, stderr: stderr, in: script)
        }
        guard
            let (stream, mismatch) = GoldenBlock.mismatch(
                expected: texts, stdout: stdout, stderr: stderr)
        else { return }
        throw failed(
            diagnostic(mismatch, stream, lines, texts, stdout, stderr, statement), .golden)
    }

    /// Splits a line of output that contains line ends into several lines.
    private static func split(_ line: String) -> [String] {
        guard line.utf8.contains(UInt8(ascii: "\n")) else { return [line] }
        return line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func diagnostic(
        _ mismatch: GoldenBlock.Mismatch, _ stream: GoldenLine.Stream, _ lines: [GoldenLine],
        _ texts: [GoldenText], _ stdout: [String], _ stderr: [String], _ statement: Statement
    ) -> Diagnostic {
        let golden = zip(lines, texts).filter { $0.0.stream == stream }
        let actual = stream == .stdout ? stdout : stderr
        var diagnostic = Diagnostic(
            .error, "the output does not match the golden lines", source: script.source,
            span: statement.span)
        if let index = mismatch.expected, golden.indices.contains(index) {
            diagnostic.span = golden[index].0.span
            diagnostic.notes.append(.init("expected", golden[index].1.text ?? "..."))
        } else {
            diagnostic.notes.append(.init("expected", "no more output"))
        }
        if let index = mismatch.actual, actual.indices.contains(index) {
            diagnostic.notes.append(.init("actual", actual[index]))
        } else {
            diagnostic.notes.append(.init("actual", "no such line"))
        }
        if let hint = Self.hint(on: mismatch, golden.map(\.1), actual) { diagnostic.hint = hint }
        if let difference = Self.difference(golden.map(\.1), actual) {
            diagnostic.notes.append(difference)
        }
        return diagnostic
    }

    private func runExpect(_ statement: Statement) throws(Stop) {
        let expectation: ExpectStatement
        do throws(SyntaxError) {
            expectation = try self.expectation(of: statement)
        } catch { throw failed(Failure(error), statement) }
        session.memory.visits = []
        let failure: ExpectationFailure?
        do throws(Failure) {
            failure = try session.judge(expectation, in: script, since: try mark.get())
        } catch {
            transcript?.note(statement, in: script.source, visits: session.memory.visits)
            if session.edge.isInterrupted() { throw .interrupted() }
            throw failed(error, statement)
        }
        if failure != nil, session.edge.isInterrupted() { throw .interrupted() }
        transcript?.note(statement, in: script.source, visits: session.memory.visits)
        session.memory.trace?.note(
            expectation: script.source.text(of: statement.span), line: statement.line,
            failure: failure, in: session)
        let isNegated = mutation?.concerns(statement) ?? false
        guard let failure else {
            session.record(statement.span, of: expectation.query, expectation.operand, in: script)
            blesser?.keep(expectation, in: script)
            guard isNegated else { return }
            throw failed(
                Diagnostic(
                    .error, "the negated expectation does not hold",
                    source: script.source, span: expectation.span), .expectation)
        }
        if isNegated { return }
        if let blesser, blesser.bless(failure, in: script) { return }
        throw failed(
            Diagnostic(
                .error, "the expectation does not hold", source: script.source,
                span: expectation.span,
                hint: failure.hint,
                notes: [.init("expected", failure.expected), .init("actual", failure.actual)]),
            .expectation)
    }

    /// The expectation of a statement; in a loop it is parsed only once.
    private func expectation(of statement: Statement) throws(SyntaxError) -> ExpectStatement {
        guard !rounds.isEmpty else { return try script.expectation(of: statement) }
        if let known = expectations[statement.id.index] { return known }
        let read = try script.expectation(of: statement)
        expectations[statement.id.index] = read
        return read
    }

    private func runLet(_ statement: Statement) throws(Stop) {
        let header: LetHeader
        do throws(SyntaxError) {
            header = try script.letHeader(of: statement)
        } catch { throw failed(Failure(error), statement) }
        let value: JSON?
        do throws(Failure) {
            value = try session.value(of: header.query, in: script, since: try mark.get())
        } catch { throw failed(error, statement) }
        guard let value else {
            throw failed(
                Failure(
                    .syntax(.unknownVariable), "the query finds nothing for `\(header.name)`",
                    span: header.query.span), statement)
        }
        session.variables.capture(value, as: header.name)
        session.record(
            statement.span, of: header.query, in: script, setting: (header.name, value))
    }

    private func runFor(_ statement: Statement) throws(Stop) {
        let header: ForHeader
        do throws(SyntaxError) {
            header = try script.forHeader(of: statement)
        } catch { throw failed(Failure(error), statement) }
        let around = rounds
        rounds = around.around(header.name, in: session.variables) + [.named(header.name)]
        let outer = session.variables[header.name]
        defer {
            rounds = around
            session.variables[header.name] = outer
        }
        switch header.values {
        case .range(let range):
            for number in range {
                if session.edge.isInterrupted() { throw .interrupted() }
                session.variables[header.name] = .int(number)
                try run(statement.body)
            }
        case .words(let words):
            for word in words {
                do throws(Failure) {
                    session.variables[header.name] = .string(
                        try session.text(of: word, in: script))
                } catch { throw failed(error, statement) }
                try run(statement.body)
            }
        }
    }

    private func runRepeat(_ statement: Statement) throws(Stop) {
        let count: Int
        do throws(SyntaxError) {
            count = try script.repeatCount(of: statement)
        } catch { throw failed(Failure(error), statement) }
        rounds.append(.numbered(0, of: count))
        defer { rounds.removeLast() }
        for round in 0..<max(0, count) {
            if session.edge.isInterrupted() { throw .interrupted() }
            rounds[rounds.count - 1] = .numbered(round + 1, of: count)
            try run(statement.body)
        }
    }

    private func guardsHold(_ statement: Statement) -> Bool {
        script.guards(of: statement).allSatisfy {
            Condition.holds($0, in: session) != $0.isNegated
        }
    }

    /// The statement as a script would write it, with the values of its variables.
    private func typed(_ statement: Statement, _ words: [Argument]) -> TypedStatement {
        TypedStatement(
            statement, in: script, words: words, contents: session.memory.contents
        ) { self.session.variables.text($0) }
    }

    func failed(_ failure: Failure, _ statement: Statement) -> Stop {
        var failure = failure
        if !session.memory.isControlled {
            failure.message = session.inLocalTime(failure.message)
            failure.hint = failure.hint.map(session.inLocalTime)
        }
        var failed = TestFailure(
            diagnostic: telling(failure.diagnostic(in: script.source, at: statement.span)),
            isRuntime: failure.isRuntime, code: failure.code.name)
        failed.isUsage = failure.isUsage
        return .failed(failed)
    }

    private func failed(
        _ diagnostic: Diagnostic, _ kind: TestFailure.Kind = .command
    ) -> Stop {
        .failed(TestFailure(kind, diagnostic: telling(diagnostic), isRuntime: false, code: nil))
    }

    /// Adds to a diagnostic the round of each loop around the statement.
    private func telling(_ diagnostic: Diagnostic) -> Diagnostic {
        guard !rounds.isEmpty else { return diagnostic }
        var diagnostic = diagnostic
        let labels = rounds.map { $0.label(session.variables) }
        diagnostic.notes.append(.init("round", labels.joined(separator: ", ")))
        return diagnostic
    }
}
