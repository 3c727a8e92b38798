import PushText

/// The reason why a test failed, ready to be drawn.
public struct TestFailure: Sendable {
    /// The kinds of failures, as reports name them.
    public enum Kind: String, CaseIterable, Sendable {
        /// An expectation does not hold.
        case expectation
        /// A command's output differs from its golden lines.
        case golden
        /// A command failed, or succeeded although it was expected to fail.
        case command
        /// The test took longer than `--timeout` allows.
        case timeout
        /// The run itself is at fault: tests that are missing, a process that died.
        case run
    }

    /// The kind of failure.
    public var kind = Kind.command
    /// The diagnostic at its place.
    public var diagnostic: Diagnostic
    /// Whether the environment is at fault: exit status 3.
    public var isRuntime: Bool
    /// Whether a command was refused for its arguments and did nothing: exit status 2.
    public var isUsage = false
    /// The diagnostic as another process drew it; nil if it is drawn here.
    public var drawn: String?
    /// Whether it was reported as soon as it happened.
    public var isTold = false
    /// The later failures of the same test, with `--keep-going`.
    public var more: [Diagnostic] = []
    /// The test's last commands with their output, if they have not been shown yet.
    public var transcript: [String] = []
    /// The failure's code; nil for an expectation or a golden line.
    public var code: String?
    /// The place of the failure that another process reported; nil if the diagnostic has it.
    public var reportedPlace: Place?

    /// A place in a file in the form for tools: lines and columns count from 1.
    public struct Place: Equatable, Sendable {
        /// The file.
        public var file: String
        /// The line; nil if only the file is known.
        public var line: Int?
        /// The column of the first character at fault.
        public var column: Int?
        /// The column after the last one; nil if that is on another line.
        public var endColumn: Int?

        /// Makes a place.
        public init(file: String, line: Int? = nil, column: Int? = nil, endColumn: Int? = nil) {
            self.file = file
            self.line = line
            self.column = column
            self.endColumn = endColumn
        }
    }

    /// Makes a failure; `kind` is a command's unless said otherwise.
    public init(
        _ kind: Kind = .command, diagnostic: Diagnostic, isRuntime: Bool, code: String?,
        drawn: String? = nil
    ) {
        self.kind = kind
        self.diagnostic = diagnostic
        self.isRuntime = isRuntime
        self.code = code
        self.drawn = drawn
    }
}

extension TestFailure {
    /// The same for a statement of a file, with the line that includes it.
    func included(at span: Span, in source: Source) -> TestFailure {
        var failure = self
        let line = source.lineNumber(of: span.range.lowerBound)
        let place = "\(VisibleText.escape(source.name)):\(line)"
        failure.diagnostic.notes.append(.init("included", "by \(place)"))
        return failure
    }

    /// Adds a failure of the same test that came later, such as its teardown's.
    mutating func add(_ later: TestFailure) {
        more += [later.diagnostic] + later.more
        isRuntime = isRuntime || later.isRuntime
        transcript = later.transcript
    }

    /// The failure as people see it, without colour.
    public var text: String {
        Secrets.told(drawn ?? drawing(with: DiagnosticRenderer()))
    }

    /// Draws all failures, and below them the test's last commands.
    public func drawing(with renderer: DiagnosticRenderer) -> String {
        var blocks = ([diagnostic] + more).map { renderer.render(Self.withCode($0)) }
        if !transcript.isEmpty {
            blocks.append(
                ([Self.lastCommands] + transcript).map { $0 + "\n" }.joined())
        }
        return blocks.joined(separator: "\n")
    }

    /// Adds the code of a failed command, which a script can expect and `help` explains.
    private static func withCode(_ diagnostic: Diagnostic) -> Diagnostic {
        guard let code = diagnostic.code else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.notes.insert(.init("code", code), at: 0)
        return diagnostic
    }

    /// The line above the test's last commands.
    static let lastCommands = "the test's last commands:"

    /// One line for a list of failures: the message, and the expected value if it differs.
    public var headline: String {
        guard let expected, let actual else { return message }
        return "\(message): expected \(Self.brief(expected)), found \(Self.brief(actual))"
    }

    /// The message in a few words.
    public var message: String { Secrets.told(diagnostic.message) }

    /// The expected value; nil if the failure is not about one.
    public var expected: String? { diagnostic.note("expected").map { Secrets.told($0) } }

    /// The actual value; nil if the failure is not about one.
    public var actual: String? { diagnostic.note("actual").map { Secrets.told($0) } }

    /// The place of the failure; nil if it has none in a file.
    public var place: Place? { reportedPlace ?? diagnostic.place }

    private static func brief(_ text: String) -> String {
        let first = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        return DisplayWidth.truncated(VisibleText.escape(first), to: 120)
    }
}

extension Diagnostic {
    /// The text of a note; nil without one.
    func note(_ label: String) -> String? { notes.first { $0.label == label }?.text }

    /// The place at fault, for tools.
    public var place: TestFailure.Place? {
        guard let source else { return nil }
        guard let span else { return TestFailure.Place(file: source.name) }
        let start = source.position(of: Int(span.start))
        let end = source.position(of: Int(max(span.start, span.end)))
        return TestFailure.Place(
            file: source.name, line: start.line, column: start.column,
            endColumn: end.line == start.line ? end.column : nil)
    }
}
