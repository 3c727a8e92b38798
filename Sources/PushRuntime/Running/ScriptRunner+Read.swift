import PushLanguage
import PushText

/// The tests of files that `.read` runs: those that the text names are known before the run, and a
/// report has them even if the run does not come to them.
extension ScriptRunner {
    /// Names the tests of a file that a `.read` would run, unless it did.
    func listRead(_ read: LoadedScript) {
        // `./a.psh` is `a.psh`.
        let path = PathSpelling.plain(read.path)
        if let count = walk.ran[path], count > 0 {
            walk.ran[path] = count - 1
            return
        }
        declare(read.declaredTests)
        walk.scopes.append(TestScope(loaded: read, variables: session.variables))
        visit(read.script.top, in: read)
        walk.scopes.removeLast()
    }

    /// Skips the tests of the files that a statement names and did not run, for its guard or for
    /// the reason given.
    func skipUnread(
        by statement: Statement, in loaded: LoadedScript, because reason: String? = nil
    ) {
        guard !wasInterrupted else { return }
        let outer = (walk.isList, walk.skipReason)
        walk.skipReason =
            reason ?? skipReason ?? guardReason(of: statement, in: loaded)
            ?? "\(VisibleText.escape(loaded.path)):\(statement.line) did not run it"
        walk.isList = true
        visit(statement, in: loaded)
        (walk.isList, walk.skipReason) = outer
        walk.ran = [:]
    }

    /// Runs statements of a file without tests of its own; those that do not run and read files
    /// with tests are left to `skipUnrun`.
    func run(
        _ statements: [Statement], of loaded: LoadedScript, _ body: (Statement) throws(Stop) -> Void
    ) throws(Stop) {
        walk.scopes = [TestScope(loaded: loaded, variables: session.variables)]
        walk.unrun = statements.filter { loaded.readsTests($0) }
        for statement in statements {
            if !walk.isRead { walk.line = statement.line }
            try body(statement)
            guard walk.unrun.first?.id == statement.id else { continue }
            walk.unrun.removeFirst()
            skipUnread(by: statement, in: loaded)
        }
    }

    /// Skips the tests that the statements after a failure, or after `quit`, would have brought.
    func skipUnrun(of loaded: LoadedScript, because failure: TestFailure?) {
        let place = failure?.diagnostic.place
        let reason =
            session.memory.ending?.reason ?? skipReason
            ?? (failure == nil
                ? "`quit` ended the script"
                : "\(VisibleText.escape(place?.file ?? loaded.path))"
                    + (place?.line.map { ":\($0)" } ?? "") + " failed")
        let unrun = walk.unrun
        walk.unrun = []
        for statement in unrun {
            if !walk.isRead { walk.line = statement.line }
            skipUnread(by: statement, in: loaded, because: reason)
        }
    }
}

extension ScriptRunner.Walk {
    /// The walk through a file that `.read` runs at the place of another walk.
    fileprivate init(reading outer: Self, _ console: any Console) {
        line = outer.line
        isRead = true
        self.console = console
    }
}

extension ScriptRunner: TestHost {
    func note(read file: LoadedScript) {
        walk.ran[PathSpelling.plain(file.path), default: 0] += 1
        guard options.shard != nil else { return }
        let edge = session.edge
        do throws(Failure) {
            let digest = try RunFacts.digest(of: file.texts) { bytes throws(Failure) in
                try edge.digest(bytes)
            }
            reads.append(RunFacts.Read(run: loaded.path, file: file.path, digest: digest))
        } catch {}
    }

    /// Runs a file that `.read` names; captures of its statements stay, as if they had been typed.
    func runTests(of loaded: LoadedScript, _ console: any Console) throws(Stop) {
        let outer = walk
        let hadQuit = didQuit
        declare(loaded.declaredTests)
        walk = Walk(reading: outer, console)
        walkFile(loaded)
        let failure = walk.failure
        walk = outer
        didQuit = hadQuit
        session.edge.limitTime(options.timeLimit)
        if wasInterrupted { throw .interrupted() }
        if let failure { throw .failed(failure) }
    }

    /// Runs the statements of a file that `.read` names and that has no tests, but reads some.
    func runStatements(
        of loaded: LoadedScript, _ console: any Console, _ body: (Statement) throws(Stop) -> Void
    ) throws(Stop) {
        let outer = walk
        walk = Walk(reading: outer, console)
        defer { walk = outer }
        let script = loaded.script
        do throws(Stop) {
            try run(Array(script.statements(in: script.top)), of: loaded, body)
        } catch {
            switch error {
            case .failed(let failure), .ended(let failure):
                skipUnrun(of: loaded, because: failure)
            case .quit: skipUnrun(of: loaded, because: nil)
            case .interrupted: break
            }
            throw error
        }
    }
}

/// Runs the tests of a file that `.read` brings in; a session without one is inside a test.
protocol TestHost: AnyObject {
    /// Notes a file that `.read` is about to run, with tests or without.
    func note(read file: LoadedScript)

    /// Runs a file, prints the output of its statements, and reports its tests with the run's own.
    func runTests(of loaded: LoadedScript, _ console: any Console) throws(Stop)

    /// Runs the statements of a file that has no tests and reads some, one after the other.
    func runStatements(
        of loaded: LoadedScript, _ console: any Console, _ body: (Statement) throws(Stop) -> Void
    ) throws(Stop)
}
