import PushText

/// Why the statements of a test end early.
enum Stop: Error {
    /// A check or a command failed.
    case failed(TestFailure)
    /// `quit` was reached.
    case quit
    /// ^C was pressed.
    case interrupted
}

/// What made a test fail, ready to be drawn.
public struct TestFailure: Sendable {
    /// The diagnostic at its place.
    public var diagnostic: Diagnostic
    /// Whether it is the environment's fault: exit status 3.
    public var isRuntime: Bool
    /// The diagnostic as another process drew it; nil when it is drawn here.
    public var drawn: String?
    /// Whether it was told when it happened.
    public var isTold = false
    /// What failed after it in the same test, with `--keep-going`.
    public var more: [Diagnostic] = []
    /// What the test's last commands did, when nobody has seen it yet.
    public var transcript: [String] = []
    /// The failure's code; nil for an expectation or a golden line.
    public var code: String?
}

extension TestFailure {
    /// What went wrong, in one sentence.
    public var message: String { Secrets.told(diagnostic.message) }

    /// The failure as reports show it, without colour.
    public var text: String {
        let lines = Self.drawing(transcript).map { $0 + "\n" }.joined()
        return Secrets.told(drawn ?? DiagnosticRenderer().render(diagnostic) + lines)
    }

    /// What the test's commands did, as it stands below the diagnostic.
    public static func drawing(_ transcript: [String]) -> [String] {
        transcript.isEmpty ? [] : ["the test's last commands:"] + transcript
    }

    /// Makes a failure of what another process reported.
    public init(drawn: String, message: String, code: String?, isRuntime: Bool) {
        self.init(
            diagnostic: Diagnostic(.error, message), isRuntime: isRuntime, drawn: drawn,
            code: code)
    }
}

/// Where a script's output goes.
public protocol Console: AnyObject {
    /// Prints a line on standard output.
    func out(_ line: String)
    /// Prints a line on standard error.
    func err(_ line: String)
    /// Hands on what was printed; called after each statement.
    func flush()
    /// Sends later output to a file, or back to standard output; false when that cannot be.
    func redirect(to path: String?) -> Bool
}
