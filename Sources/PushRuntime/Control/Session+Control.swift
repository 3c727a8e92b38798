import PushCommands
import PushLanguage
import PushModel
import PushSimulation
import PushText

extension Session {
    /// Carries out a request of the control protocol.
    ///
    /// A command in progress, such as `serve`, finds its own state unchanged; the request's changes
    /// to the world, to variables and to the clock stay.
    public func control(_ request: ControlRequest) -> ControlAnswer {
        let aside = SetAside(self)
        defer { aside.bringBack(to: self) }
        switch request.name {
        case .run: return run(request)
        case .command, .reset:
            do throws(ControlFault) {
                return answer(of: try request.statement(), request.timeLimit)
            } catch { return ControlAnswer(error) }
        case .follow:
            return ControlAnswer(
                ControlFault(
                    "`follow` needs a port to stream on",
                    hint: "use `facts` with `after` to get what is new"))
        case .events:
            // The query behind it finds nothing on a device that does not exist.
            if let device = request.text("device") {
                _ = catchUp()
                do throws(Refusal) { _ = try world.index(of: device) } catch {
                    return answer(to: Failure(error))
                }
            }
            return read(request.words)
        case .status, .devices, .notifications, .queue, .tokens, .facts, .snapshots:
            return read(request.words)
        }
    }

    /// Runs a reading request, which leaves no trace in a recording.
    private func read(_ words: [String]) -> ControlAnswer {
        let place = Span(start: 0, end: 0)
        run(words.map { Argument($0, at: place) }, text: "")
        guard let failure = last.failure else { return .value(lastValue) }
        return answer(to: failure)
    }

    /// Runs one statement, whose value is the answer.
    private func answer(of statement: String, _ limit: Int64) -> ControlAnswer {
        memory.isAnswering = true
        let done = perform(statement, limit)
        guard let failure = done.failures.first else { return .value(lastValue) }
        let fault = ControlFault(
            failure.diagnostic.message,
            code: failure.code ?? FailureCode.Outside.expectationFailed.rawValue,
            hint: failure.diagnostic.hint)
        if done.status == 2 { return ControlAnswer(fault) }
        return .failure(fault, ControlAnswer.kind(fault, isRuntime: failure.isRuntime))
    }

    /// Control characters in the texts are made visible.
    private func answer(to failure: Failure) -> ControlAnswer {
        let fault = ControlFault(
            VisibleText.escape(failure.message), code: failure.code.name,
            hint: failure.hint.map(VisibleText.escape))
        return .failure(fault, ControlAnswer.kind(fault, isRuntime: failure.isRuntime))
    }

    private func run(_ request: ControlRequest) -> ControlAnswer {
        let done = perform(request.text("text") ?? "", request.timeLimit)
        return .value([
            "exit_status": .int(done.status), "output": .array(done.console.output),
            "messages": .array(done.console.messages),
            "failures": .array(done.failures.map(\.json)),
            "tests": .array(
                done.results.filter(\.isTest).map {
                    ["title": .string($0.title), "status": .string($0.status.rawValue)]
                }),
        ])
    }

    /// Runs statements as a script, and keeps their output.
    private func perform(_ text: String, _ limit: Int64) -> ControlRun {
        let console = ControlConsole()
        var loader = ScriptLoader { [edge] path throws(Failure) in try edge.read(path) }
        guard let loaded = loader.load(Array(text.utf8), path: Self.controlName) else {
            var done = ControlRun(console: console, status: loader.unreadable.isEmpty ? 2 : 3)
            done.failures = loader.diagnostics.map {
                TestFailure(
                    diagnostic: $0, isRuntime: false,
                    code: $0.code ?? FailureCode.Outside.invalidScript.rawValue)
            }
            done.failures += loader.unreadable.map {
                TestFailure(
                    diagnostic: Diagnostic(.error, $0.message, hint: $0.hint), isRuntime: true,
                    code: $0.code.name)
            }
            return done
        }
        memory.console = console
        settings.mode = "jsonl"
        var options = ScriptRunner.Options()
        options.timeLimit = limit
        let runner = ScriptRunner(loaded, session: self, console: console, options: options)
        runner.run()
        edge.limitTime(nil)
        var done = ControlRun(console: console, status: 0)
        done.results = runner.results
        done.failures = runner.results.compactMap(\.failure).map(Self.named)
        if runner.wasInterrupted { done.failures.append(Self.interrupted) }
        if !done.failures.isEmpty {
            done.status = done.failures.contains(where: \.isRuntime) ? 3 : 1
        }
        return done
    }

    /// The name of a request's text in diagnostics.
    private static let controlName = "request"

    /// A failure with a code: one that no command gave tells a run that took too long from a check.
    private static func named(_ failure: TestFailure) -> TestFailure {
        var failure = failure
        let code = FailureCode.Outside.expectationFailed.rawValue
        failure.code = failure.code ?? (failure.kind == .timeout ? "timeout" : code)
        return failure
    }

    private static var interrupted: TestFailure {
        TestFailure(
            diagnostic: Diagnostic(.error, "the process is being ended"), isRuntime: true,
            code: "interrupted")
    }
}

/// The outcome of a request's statements.
private struct ControlRun {
    var console: ControlConsole
    /// The status with which a process would have ended.
    var status: Int
    var failures: [TestFailure] = []
    var results: [TestResult] = []
}

/// The state of the command in progress, set aside while a request runs its own statements.
private struct SetAside {
    private let step: Step
    private let last: CommandResult
    private let settings: ShellSettings
    private let moment: Tick?
    private let console: (any Console)?
    private let export: (any Console)?
    private let tests: (any TestHost)?
    private let contents: [(span: Span, text: String)]
    private let inlining: ((String, Span) -> String)?
    private let isOutputFile: Bool
    private let isGrouping: Bool
    private let isControlled: Bool
    private let isAnswering: Bool
    private let ownMode: String?
    private let recorded: Int?

    init(_ session: Session) {
        step = session.step
        last = session.last
        settings = session.settings
        moment = session.memory.moment
        console = session.memory.console
        export = session.memory.export
        tests = session.memory.tests
        contents = session.memory.contents
        inlining = session.memory.inlining
        isOutputFile = session.memory.isOutputFile
        isGrouping = session.memory.undo.isGrouping
        isControlled = session.memory.isControlled
        isAnswering = session.memory.isAnswering
        ownMode = session.memory.ownMode
        recorded = session.memory.recorder?.parts.count
        session.memory.export = nil
        session.memory.isOutputFile = false
        session.memory.isControlled = true
        session.memory.isAnswering = false
        session.memory.ownMode = session.recordedMode
        // `undo` undoes the whole command in progress as one step.
        if session.memory.undo.open != nil { session.memory.undo.isGrouping = true }
    }

    /// Gives the session back the state of its command; the world and the choice of its clock stay
    /// as the request left them.
    func bringBack(to session: Session) {
        // The clock belongs to the world, and a recording in progress needs its texts.
        let usesRealClock = session.settings.usesRealClock
        let keepsTexts = session.settings.keepsTexts
        session.step = step
        session.last = last
        session.settings = settings
        session.settings.usesRealClock = usesRealClock
        session.settings.keepsTexts = keepsTexts
        session.memory.moment = moment
        session.memory.console = console
        session.memory.export = export
        session.memory.tests = tests
        session.memory.contents = contents
        session.memory.inlining = inlining
        session.memory.isOutputFile = isOutputFile
        session.memory.undo.isGrouping = isGrouping
        session.memory.isControlled = isControlled
        session.memory.isAnswering = isAnswering
        session.memory.ownMode = ownMode
        // A recorded request comes between the last command and what is asked of it.
        if recorded != session.memory.recorder?.parts.count {
            session.memory.recorder?.lastCommand = .missing
        }
    }
}

extension TestFailure {
    /// The failure as an answer of the control protocol holds it.
    fileprivate var json: JSON {
        let place = diagnostic.span.flatMap { span in
            diagnostic.source.map { $0.position(of: Int(span.start)) }
        }
        return [
            "code": code.map(JSON.string) ?? .null,
            "message": .string(VisibleText.escape(diagnostic.message)),
            "hint": diagnostic.hint.map { .string(VisibleText.escape($0)) } ?? .null,
            "line": place.map { .int($0.line) } ?? .null,
            "column": place.map { .int($0.column) } ?? .null, "text": .string(text),
        ]
    }
}
