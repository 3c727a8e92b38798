import PushCommands
import PushLanguage
import PushModel
import PushText

/// The reason why a command, or something that it needs outside the world, failed.
///
/// It is data, which only the one renderer turns into text. Everything outside the core throws it
/// up to the session; the store, the wire and the readers of files have errors of their own behind
/// their ports, with the details by which their callers decide.
public struct Failure: Error, Equatable, Sendable {
    /// Its code, as in `!code` and `error.code`.
    public var code: FailureCode
    /// The message: what was found and what was expected, without a full stop.
    public var message: String
    /// The remedy, if it is certain.
    public var hint: String?
    /// The word at fault, in the script.
    public var span: Span?
    /// The text a payload or a query came from, when it is not the script itself.
    public var source: Source?
    /// The place in a SQL text, in bytes from its start; nil for other failures.
    public var offset: Int?
    /// Further lines, such as the expected and the actual value in a file that `.read` ran.
    public var notes: [Diagnostic.Note] = []
    /// Whether it is the environment's fault: exit status 3.
    public var isRuntime = false
    /// Whether the command was refused for its arguments and did nothing: exit status 2.
    public var isUsage = false

    /// Makes a failure.
    public init(
        _ code: FailureCode, _ message: String, hint: String? = nil, span: Span? = nil,
        source: Source? = nil
    ) {
        self.code = code
        // The message quotes typed text, which may be a key where a path was expected.
        self.message = Secrets.redacted(message)
        self.hint = hint
        self.span = span
        self.source = source
    }

    /// Makes a failure that the script is at fault for.
    public init(
        _ code: FailureCode.Outside, _ message: String, hint: String? = nil, span: Span? = nil,
        source: Source? = nil, offset: Int? = nil
    ) {
        self.init(.outside(code), message, hint: hint, span: span, source: source)
        self.offset = offset
    }

    /// Makes a failure that the environment is at fault for.
    public init(
        outside code: FailureCode.Outside, _ message: String, hint: String? = nil,
        span: Span? = nil, offset: Int? = nil
    ) {
        self.init(code, message, hint: hint, span: span, offset: offset)
        isRuntime = true
    }

    /// Makes the failure of a command that the world would refuse.
    public init(
        _ code: Refusal.Code, _ message: String, hint: String? = nil, span: Span? = nil,
        source: Source? = nil
    ) {
        self.init(.refused(code), message, hint: hint, span: span, source: source)
    }

    /// Makes the failure of words that do not fit their command.
    public init(
        _ code: UsageError.Code, _ message: String, hint: String? = nil, span: Span? = nil,
        source: Source? = nil
    ) {
        self.init(.usage(code), message, hint: hint, span: span, source: source)
    }

    /// Makes the failure of a command that the world refused.
    public init(_ refusal: Refusal) {
        self.init(refusal.code, refusal.message, hint: refusal.hint)
    }

    init(_ error: UsageError) {
        self.init(error.code, error.message, hint: error.hint, span: error.span)
    }

    init(_ error: SyntaxError) {
        self.init(.syntax(error.code), error.message, hint: error.hint, span: error.span)
    }

    /// An operation that the session's edge does not support.
    static let notSupported = Failure(outside: .notSupported, "this session cannot do that")

    /// Returns the failure with the place of the word that its message quotes, if it has none yet.
    ///
    /// If it quotes several words, the last one is at fault: the others say where it belongs. If it
    /// quotes none, it may quote a part of one, such as the table of `DATABASE.TABLE`.
    func pointing(at words: [Argument]) -> Failure {
        guard span == nil, source == nil, message.utf8.contains(UInt8(ascii: "`")) else {
            return self
        }
        func last(_ isQuoted: (String) -> Bool) -> Span? {
            words.enumerated().last { index, word in
                guard let text = word.text, !text.isEmpty, text.utf8.count <= Self.longestWord
                else {
                    return false
                }
                if text.hasPrefix("@") && index == 0 { return quotes("`\(text.dropFirst())`") }
                return index > 0 && isQuoted(text)
            }?.element.span
        }
        var failure = self
        failure.span =
            last { quotes("`\($0)`") || quotes("/\($0)`") } ?? last { quotesPart(of: $0) }
        return failure
    }

    /// Whether the message quotes one half of `DATABASE.TABLE` or `COLUMN:TYPE`.
    private func quotesPart(of word: String) -> Bool {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "." || $0 == ":" }
        return parts.count == 2 && parts.contains { !$0.isEmpty && quotes("`\($0)`") }
    }

    /// Longer words are payloads and queries, which have carets of their own.
    private static let longestWord = 255

    /// Messages name what they found in back-quotes, by which the word at fault is found.
    private func quotes(_ text: String) -> Bool { message.firstRange(of: text) != nil }

    /// Compares everything but the source, which the span already implies.
    public static func == (left: Failure, right: Failure) -> Bool {
        left.code == right.code && left.message == right.message && left.hint == right.hint
            && left.span == right.span && left.offset == right.offset
            && left.isRuntime == right.isRuntime
    }

    /// The failure as the standard error stream shows it, for golden lines (`|2`).
    var lines: [String] {
        var lines = ["error: " + VisibleText.escape(message)]
        if let hint { lines.append("hint: " + VisibleText.escape(hint)) }
        return lines
    }

    /// The failure as a diagnostic at its place in a script.
    func diagnostic(in script: Source, at statement: Span) -> Diagnostic {
        var diagnostic = Diagnostic(
            .error, VisibleText.escape(message), source: source ?? script,
            span: span ?? statement, hint: hint.map(VisibleText.escape), notes: notes,
            code: code.name)
        if source != nil {
            let place = script.position(of: Int(statement.start))
            diagnostic.notes.append(.init("from", "\(script.name):\(place.line)"))
        }
        return diagnostic
    }
}
