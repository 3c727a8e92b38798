import PushModel
import PushText

/// The reason why the statements of a test end early.
enum Stop: Error {
    /// A check or a command failed.
    case failed(TestFailure)
    /// `quit` was reached.
    case quit
    /// A signal at `serve` ended the run before a statement.
    case ended(TestFailure)
    /// ^C was pressed or the time is over, in the statement at a place if one ran.
    case interrupted(at: StatementPlace? = nil)

    /// The same for a statement of a file, with the line that includes it.
    func included(at span: Span, in source: Source) -> Stop {
        guard case .failed(let failure) = self else { return self }
        return .failed(failure.included(at: span, in: source))
    }

    /// The same if the `teardown` that ran afterwards did not come to its end either.
    func followed(by later: Stop) -> Stop {
        switch (self, later) {
        case (.failed(var failure), .failed(let other)):
            failure.add(other)
            return .failed(failure)
        case (.quit, _): return later
        default: return self
        }
    }
}

/// The place of a statement.
struct StatementPlace {
    var source: Source
    var span: Span
}

/// The destination of a script's output.
public protocol Console: AnyObject {
    /// Prints a line on standard output.
    func out(_ line: String)
    /// Prints the line of a fact on standard output.
    func out(_ verb: Fact.Verb, _ subject: String, _ text: String)
    /// Prints a line on standard error.
    func err(_ line: String)
    /// Passes on the printed lines; called after each statement.
    func flush()
    /// Sends later output to a file, or back to standard output.
    ///
    /// - Throws: the reason why it cannot; the output then goes where it went before.
    func redirect(to path: String?) throws(Failure)
    /// Shows lines a screen at a time; false, with nothing shown, without a screen or if they fit.
    func page(_ lines: [String]) -> Bool
    /// Sets how long printing waits for a reader who takes nothing, and whether the line that says
    /// how many lines were left out is JSON, as they are.
    func wait(_ patience: ReaderPatience, inJSON: Bool)
    /// A descriptor to which printed lines are to go as soon as it takes them; negative if none
    /// wait.
    var unwritten: Int32 { get }
}

/// How long printing waits for a reader who takes nothing, such as a program behind a full pipe.
public enum ReaderPatience: Sendable {
    /// Until the reader reads on, or a signal asks the process to end.
    case always
    /// Not at all: lines are kept up to a bound, those beyond it are counted and left out.
    case never
    /// For a moment, as the process is about to end.
    case briefly
}

extension Console {
    /// Does nothing: most consoles keep their lines.
    public func wait(_ patience: ReaderPatience, inJSON: Bool) {}

    /// Sets how long printing waits; what was left out so far is told in its own form.
    public func wait(_ patience: ReaderPatience) { wait(patience, inJSON: false) }

    /// Negative: most consoles keep their lines.
    public var unwritten: Int32 { -1 }

    /// Prints a fact as a text, as most consoles keep texts.
    public func out(_ verb: Fact.Verb, _ subject: String, _ text: String) {
        out(VisibleText.escape(Fact.line(verb, subject, text)))
    }

    /// Shows nothing: most consoles have no screen.
    public func page(_ lines: [String]) -> Bool { false }
}
