import PushLanguage
import PushText

/// The end of a run by a signal that came at `serve`.
struct RunEnding {
    let signal: EndSignal
    /// The failure of the first statement or test that would have run; nil while none was left.
    var cut: TestFailure?

    /// The reason that reports give for what did not run.
    var reason: String { "\(signal.name) at `serve` ended the run" }
}

extension Session {
    /// The signal that ended the run at `serve`; nil while it goes on.
    public var endSignal: EndSignal? { memory.ending?.signal }

    /// Whether that signal came before the last statement, so that the run did not check all it
    /// was to check.
    public var isCut: Bool { memory.ending?.cut != nil }

    /// The failure of a statement or test that is left when a signal has ended the run; nil if it
    /// may run.
    ///
    /// A `quit` may: it would end the run as well.
    func cut(before statement: Statement, in loaded: LoadedScript) -> TestFailure? {
        guard let ending = memory.ending, !loaded.quits(statement) else { return nil }
        if let cut = ending.cut { return cut }
        let what = statement.kind == .test ? "test" : "statement"
        let failure = TestFailure(
            .run,
            diagnostic: Diagnostic(
                .error, "\(ending.reason) before this \(what)", source: loaded.script.source,
                span: statement.span, hint: "^C at `serve` only closes its ports"),
            isRuntime: true, code: nil)
        memory.ending?.cut = failure
        return failure
    }
}
