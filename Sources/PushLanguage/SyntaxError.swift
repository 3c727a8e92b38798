import PushText

/// A fault in a script's text, with its place.
public struct SyntaxError: Error, Equatable, Sendable {
    /// The kinds of syntax error, as `error.code` and the manual name them.
    public enum Code: String, Sendable, CaseIterable {
        /// The text is not UTF-8, or contains a zero byte.
        case invalidText = "invalid_text"
        /// A line, a script, a nesting or a number exceeds its limit.
        case limitExceeded = "limit_exceeded"
        /// A quote is never closed.
        case unfinishedQuote = "unfinished_quote"
        /// A here-document has no closing tag.
        case unfinishedHereDocument = "unfinished_here_document"
        /// A block has no `end`.
        case unfinishedBlock = "unfinished_block"
        /// An `end` closes nothing.
        case unmatchedEnd = "unmatched_end"
        /// A backslash in double quotes starts no known escape.
        case unknownEscape = "unknown_escape"
        /// A `${` is not followed by a name and `}`.
        case invalidVariable = "invalid_variable"
        /// A variable has no value.
        case unknownVariable = "unknown_variable"
        /// A here-document's tag or place is not one the language knows.
        case invalidHereDocument = "invalid_here_document"
        /// A here-document tagged `JSON` is not JSON.
        case invalidJSON = "invalid_json"
        /// A guard is not of the form `[name]`, `[!name]` or `[name:text]`.
        case invalidGuard = "invalid_guard"
        /// A `!` or `?` precedes something that is not a command.
        case invalidPrefix = "invalid_prefix"
        /// A golden line has none of the three forms, or follows no command.
        case invalidGolden = "invalid_golden"
        /// A block's header lacks or garbles a part.
        case invalidHeader = "invalid_header"
        /// A statement of a kind that is not allowed at this place.
        case misplacedStatement = "misplaced_statement"
        /// The script needs a newer language version.
        case unsupportedVersion = "unsupported_version"
        /// An `expect` or a `let` asks a query that does not exist or is incomplete.
        case invalidQuery = "invalid_query"
        /// An `expect` lacks its predicate or names one that does not exist.
        case invalidPredicate = "invalid_predicate"
        /// An `expect` lacks its value, or the value cannot be read.
        case invalidValue = "invalid_value"
    }

    /// The grammar of a name: of a variable, a parameter, a namespace or a tag.
    static let namesGrammar = "a name consists of the letters a to z, digits, `_` and `-`"

    /// The kind of error.
    public var code: Code
    /// The fact: lower case, without a full stop.
    public var message: String
    /// The place at fault.
    public var span: Span
    /// The remark to print under the place.
    public var label: String?
    /// The remedy, if it is certain.
    public var hint: String?

    /// Makes an error about a place.
    public init(
        _ code: Code, _ message: String, at span: Span, label: String? = nil, hint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.span = span
        self.label = label
        self.hint = hint
    }

    init(_ code: Code, _ message: String, _ range: Range<Int>, hint: String? = nil) {
        self.init(code, message, at: Span(range), hint: hint)
    }

    /// Whether more text could complete the script.
    var isUnfinished: Bool {
        switch code {
        case .unfinishedQuote, .unfinishedHereDocument, .unfinishedBlock: true
        default: false
        }
    }
}

extension Diagnostic {
    /// Makes the diagnostic of a syntax error.
    public init(_ error: SyntaxError, in source: Source) {
        self.init(
            .error, error.message, source: source, span: error.span, label: error.label,
            hint: error.hint, code: error.code.rawValue)
    }
}
