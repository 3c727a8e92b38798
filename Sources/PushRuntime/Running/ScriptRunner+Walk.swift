import PushLanguage
import PushPayload
import PushText

extension ScriptRunner {
    /// The place that a run has reached in its files.
    struct Walk {
        /// The files around this place, outermost first.
        var scopes: [TestScope] = []
        /// The loops around this place that hold tests, outermost first.
        var rounds: [LoopRound] = []
        /// The line of the run's own file that leads to this place.
        var line = 1
        /// The reason why further tests are skipped and statements do not run; nil while they run.
        var skipReason: String?
        /// The reason why tests behind a failed statement are skipped, also where `--keep-going`
        /// runs the statements there; nil while none has failed.
        var failedReason: String?
        /// Tests that wait until more tests are collected.
        var waiting: [TestCase] = []
        /// The failure that stopped the statements of a file that `.read` runs.
        var failure: TestFailure?
        /// Whether `.read` runs the file, so that its failure is the command's.
        var isRead = false
        /// Whether tests are named and nothing runs.
        var isList = false
        /// How often `.read` ran each file on behalf of the statement in progress.
        var ran: [String: Int] = [:]
        /// The statements of a file without tests that read such as have some, and have not run.
        var unrun: [Statement] = []
        /// The end of the history when the file began, for expectations outside tests.
        var mark = Session.Marking.mark(Session.Mark())
        /// The console for statements outside tests.
        var console: any Console = LineCollector()
    }

    /// Runs the statements of a file in order, and its tests at their places.
    func walkFile(_ loaded: LoadedScript) {
        walk.scopes = [TestScope(loaded: loaded, variables: session.variables)]
        walk.mark = session.marking()
        visit(loaded.script.top, in: loaded)
        performWaiting()
    }

    /// Runs statements outside tests as it comes to them and notes the tests; ^C ends the walk.
    func visit(_ block: Block, in loaded: LoadedScript) {
        for statement in loaded.script.statements(in: block) {
            if wasInterrupted { return }
            let wasStopped = walk.skipReason != nil
            defer { if !wasStopped { goOnBehindFailure() } }
            if walk.scopes.count == 1, !walk.isRead { walk.line = statement.line }
            visit(statement, in: loaded)
        }
    }

    func visit(_ statement: Statement, in loaded: LoadedScript) {
        switch statement.kind {
        case .test: declare(statement, in: loaded)
        case .setup, .teardown: break
        case .forLoop where bringsTests(statement, in: loaded):
            heedingGuards(of: statement, in: loaded) { walkFor(statement, in: loaded) }
        case .repeatLoop where bringsTests(statement, in: loaded):
            heedingGuards(of: statement, in: loaded) { walkRepeat(statement, in: loaded) }
        case .include where bringsTests(statement, in: loaded):
            heedingGuards(of: statement, in: loaded) { walkInclude(statement, in: loaded) }
        case .command where bringsTests(statement, in: loaded):
            if let read = loaded.readFiles[statement.id.index] { listRead(read) }
        default:
            runOutside(statement, in: loaded)
            if loaded.readsTests(statement) { skipUnread(by: statement, in: loaded) }
        }
    }

    /// Whether a statement is walked for its tests; only a list takes those of a `.read`, which
    /// brings them in itself when it runs.
    private func bringsTests(_ statement: Statement, in loaded: LoadedScript) -> Bool {
        loaded.holdsTests(statement) || walk.isList && loaded.readsTests(statement)
    }

    /// Lets `--keep-going` run the next statement outside tests; the tests behind stay skipped.
    private func goOnBehindFailure() {
        guard options.keepsGoing, let reason = walk.failedReason, walk.skipReason == reason,
            session.memory.ending == nil
        else { return }
        walk.skipReason = nil
    }

    /// Runs a statement outside tests; if it fails, the tests after it are skipped.
    private func runOutside(_ statement: Statement, in loaded: LoadedScript) {
        performWaiting()
        guard skipReason == nil, !wasInterrupted else { return }
        let failure = attempt(
            "a statement outside of tests", recording: options.printsOutput ? nil : Transcript()
        ) { () throws(Stop) in
            try self.runner(self.session, loaded, since: self.walk.mark).run(statement)
        }
        if let failure { return fail(failure, at: statement, in: loaded) }
        if didQuit { walk.skipReason = "`quit` ended the script" }
    }

    /// Tests that were waiting run first, because they came before the failure.
    ///
    /// The rest of the file is skipped, with the place of the failure as the reason.
    private func fail(_ failure: TestFailure, at statement: Statement, in loaded: LoadedScript) {
        performWaiting()
        guard skipReason == nil else { return }
        if !walk.isRead {
            report(failure)
        } else if walk.failure == nil {
            walk.failure = failure
        } else {
            walk.failure?.add(failure)
        }
        let reason =
            session.memory.ending?.reason ?? walk.failedReason
            ?? "\(VisibleText.escape(loaded.path)):\(statement.line) failed"
        (walk.failedReason, walk.skipReason) = (reason, reason)
    }

    /// Skips the tests of a block whose guards do not hold.
    private func heedingGuards(
        of statement: Statement, in loaded: LoadedScript, _ body: () -> Void
    ) {
        guard skipReason == nil, let reason = guardReason(of: statement, in: loaded) else {
            return body()
        }
        walk.skipReason = reason
        body()
        performWaiting()
        walk.skipReason = nil
    }

    /// The guard that holds a statement back; nil if all of them hold.
    func guardReason(of statement: Statement, in loaded: LoadedScript) -> String? {
        guard statement.guardCount > 0 else { return nil }
        return loaded.script.guards(of: statement).first {
            Condition.holds($0, in: session) == $0.isNegated
        }.map { "`\(loaded.script.source.text(of: $0.span))` does not hold" }
    }

    /// After the loop the variable has its former value again.
    private func walkFor(_ statement: Statement, in loaded: LoadedScript) {
        guard let header = try? loaded.script.forHeader(of: statement) else { return }
        let outer = session.variables[header.name]
        defer { session.variables[header.name] = outer }
        switch header.values {
        case .range(let range):
            for number in range where !wasInterrupted {
                session.variables[header.name] = .int(number)
                walkRound(header.name, "\(header.name) = \(number)", statement, loaded)
            }
        case .words(let words):
            for word in words where !wasInterrupted {
                let value = value(of: word, statement, in: loaded)
                session.variables[header.name] = .string(value)
                walkRound(header.name, "\(header.name) = \(value)", statement, loaded)
            }
        }
    }

    private func walkRepeat(_ statement: Statement, in loaded: LoadedScript) {
        let count = (try? loaded.script.repeatCount(of: statement)) ?? 0
        for round in 0..<count where !wasInterrupted {
            walkRound(nil, "round \(round + 1) of \(count)", statement, loaded)
        }
    }

    private func walkRound(
        _ variable: String?, _ label: String, _ statement: Statement, _ loaded: LoadedScript
    ) {
        // A loop without any selected test runs no statement that would check for ^C.
        if session.edge.isInterrupted(), !session.edge.isOverTime() { wasInterrupted = true }
        guard !wasInterrupted else { return }
        walk.rounds.append(LoopRound(variable: variable, label: label))
        visit(statement.body, in: loaded)
        walk.rounds.removeLast()
    }

    private func walkInclude(_ statement: Statement, in loaded: LoadedScript) {
        guard let included = loaded.includes[statement.id.index],
            let header = try? loaded.script.includeHeader(of: statement)
        else { return }
        var parameters = Variables()
        for parameter in header.parameters {
            parameters.pass(
                .string(value(of: parameter.value, statement, in: loaded)), as: parameter.name)
        }
        walk.scopes[walk.scopes.count - 1].variables = session.variables
        session.including(included, header, parameters) {
            walk.scopes.append(TestScope(loaded: included, variables: parameters))
            visit(included.script.top, in: included)
            walk.scopes.removeLast()
        }
    }

    /// The text of a word; a missing variable is reported when the statement runs.
    private func value(
        of word: Word, _ statement: Statement, in loaded: LoadedScript
    ) -> String {
        do throws(Failure) {
            return try session.text(of: word, in: loaded.script)
        } catch {
            let failure = TestFailure(
                diagnostic: error.diagnostic(in: loaded.script.source, at: statement.span),
                isRuntime: error.isRuntime, code: error.code.name)
            fail(failure, at: statement, in: loaded)
            return loaded.script.source.text(of: word.span)
        }
    }

    /// Registers a test at this place, with the values of the loops around it.
    private func declare(_ statement: Statement, in loaded: LoadedScript) {
        guard let header = try? loaded.script.testHeader(of: statement) else { return }
        walk.scopes[walk.scopes.count - 1].variables = session.variables
        number += 1
        var test = TestCase(
            statement: statement,
            title: Secrets.shown(title(header.title, in: loaded.script)),
            tags: header.tags, line: walk.line, number: number, scopes: walk.scopes,
            loaded: loaded,
            skipReason: skipReason ?? walk.failedReason ?? guardReason(of: statement, in: loaded))
        guard selects(test) else { return }
        if test.skipReason == nil, let cut = session.cut(before: statement, in: loaded) {
            fail(cut, at: statement, in: loaded)
            test.skipReason = skipReason
        }
        if gathersTests { walk.waiting.append(test) } else { perform([test]) }
    }

    private func title(_ word: Word, in script: Script) -> String {
        var used: Set<String> = []
        let text = try? script.text(of: word) { name in
            used.insert(name)
            return session.variables.text(name) ?? "${\(name)}"
        }
        return LoopRound.title(text ?? "", naming: used, in: walk.rounds)
    }

    /// Runs the collected tests: those between two statements outside tests.
    private func performWaiting() {
        guard !walk.waiting.isEmpty else { return }
        let tests = shuffled(walk.waiting)
        walk.waiting = []
        perform(tests)
    }
}
