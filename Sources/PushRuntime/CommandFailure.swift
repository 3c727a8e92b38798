import PushCommands
import PushLanguage
import PushModel
import PushText

/// The reason why a command failed, as data: only the one renderer turns it into text.
public struct CommandFailure: Error, Equatable, Sendable {
    /// The stable name that `!code` and `error.code` match.
    public var code: String
    /// The message: what was found and what was expected, without a full stop.
    public var message: String
    /// The remedy, where it is certain.
    public var hint: String?
    /// The word at fault, in the script.
    public var span: Span?
    /// The text a payload or a query came from, when it is not the script itself.
    public var source: Source?
    /// Whether it is the environment's fault: exit status 3.
    public var isRuntime: Bool
    /// Whether the command was refused for its arguments and did nothing: exit status 2.
    public var isUsage = false

    /// Makes a failure.
    public init(
        _ code: String, _ message: String, hint: String? = nil, span: Span? = nil,
        source: Source? = nil, isRuntime: Bool = false
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.span = span
        self.source = source
        self.isRuntime = isRuntime
    }

    init(_ refusal: Refusal) {
        self.init(refusal.code.rawValue, refusal.message, hint: refusal.hint)
    }

    init(_ error: UsageError) {
        self.init(error.code.rawValue, error.message, hint: error.hint, span: error.span)
    }

    init(_ error: EdgeError) {
        // The message quotes the typed text, which may be a key where a path was expected.
        self.init(
            error.code, Secrets.redacted(error.message), hint: error.hint,
            isRuntime: error.isRuntime)
    }

    init(_ error: SyntaxError) {
        self.init(error.code.rawValue, error.message, hint: error.hint, span: error.span)
    }

    /// The failure with the place of the word that its message quotes, if it has no place yet.
    ///
    /// Of several words the last one is at fault: the others say where it belongs.
    func pointing(at words: [Argument]) -> CommandFailure {
        guard span == nil, source == nil, message.utf8.contains(UInt8(ascii: "`")) else {
            return self
        }
        var failure = self
        failure.span = words.enumerated().last { index, word in
            guard let text = word.text, !text.isEmpty, text.utf8.count <= Self.longestWord else {
                return false
            }
            if text.hasPrefix("@") && index == 0 { return quotes("`\(text.dropFirst())`") }
            return index > 0 && (quotes("`\(text)`") || quotes("/\(text)`"))
        }?.element.span
        return failure
    }

    /// Longer words are payloads and queries, which have carets of their own.
    private static let longestWord = 255

    private func quotes(_ text: String) -> Bool { message.firstRange(of: text) != nil }

    /// Compares everything but the source, which the span already implies.
    public static func == (left: CommandFailure, right: CommandFailure) -> Bool {
        left.code == right.code && left.message == right.message && left.hint == right.hint
            && left.span == right.span && left.isRuntime == right.isRuntime
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
            span: span ?? statement)
        diagnostic.hint = hint.map(VisibleText.escape)
        if source != nil {
            let place = script.position(of: Int(statement.start))
            diagnostic.notes = [.init("from", "\(script.name):\(place.line)")]
        }
        return diagnostic
    }
}
