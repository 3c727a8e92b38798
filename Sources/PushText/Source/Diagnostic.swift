/// A report to the author of a script: what is wrong, where, and what to do.
public struct Diagnostic: Equatable, Sendable {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable {
        /// The script, the check or the command failed.
        case error
        /// The script goes on, but something is probably not intended.
        case warning
        /// Something worth knowing.
        case note
    }

    /// A further line, such as `expected: …`.
    public struct Note: Equatable, Sendable {
        /// The word before the colon.
        public var label: String
        /// The text after the colon; further lines go below the first.
        public var text: String

        /// Makes a further line.
        public init(_ label: String, _ text: String) {
            self.label = label
            self.text = text
        }
    }

    /// The severity.
    public var severity: Severity
    /// The fact: lower case, without a full stop.
    public var message: String
    /// The text at fault; nil if there is no place.
    public var source: Source?
    /// The place at fault.
    public var span: Span?
    /// The remark to print under the place.
    public var label: String?
    /// The remedy, if it is certain.
    public var hint: String?
    /// Further lines, in order.
    public var notes: [Note]
    /// The stable name of the mistake, which tools tell apart and people look up; nil without one.
    public var code: String?

    /// Makes a diagnostic from its parts.
    public init(
        _ severity: Severity, _ message: String, source: Source? = nil, span: Span? = nil,
        label: String? = nil, hint: String? = nil, notes: [Note] = [], code: String? = nil
    ) {
        self.severity = severity
        self.message = message
        self.source = source
        self.span = span
        self.label = label
        self.hint = hint
        self.notes = notes
        self.code = code
        if let source, let span {
            let start = min(max(Int(span.start), 0), source.bytes.count)
            hideSecrets(of: source, at: start..<min(max(Int(span.end), start), source.bytes.count))
        }
    }

    /// Takes the secrets of the line at fault out of what is said of it.
    ///
    /// A message may quote the beginning of a line, so of a private key it quotes nothing.
    private mutating func hideSecrets(of source: Source, at place: Range<Int>) {
        let start = place.lowerBound
        let line = source.lineRange(source.lineNumber(of: start))
        let secrets = SecretScanner.secrets(onLine: line, near: place, of: source)
        guard !secrets.isEmpty else { return }
        if secrets.contains(where: { $0.form == .privateKey && $0.range.contains(start) }) {
            message = "this is part of a private key"
            label = nil
            hint = "`credential add NAME --p8 FILE` reads one"
            notes = []
        }
        message = SecretScanner.withhold(secrets, of: source.bytes, from: message)
        label = label.map { SecretScanner.withhold(secrets, of: source.bytes, from: $0) }
        hint = hint.map { SecretScanner.withhold(secrets, of: source.bytes, from: $0) }
    }

    /// Whether two diagnostics say the same about the same source, whatever its code.
    public static func == (left: Self, right: Self) -> Bool {
        left.severity == right.severity && left.message == right.message
            && left.source === right.source && left.span == right.span
            && left.label == right.label && left.hint == right.hint && left.notes == right.notes
    }
}
