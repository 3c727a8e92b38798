import PushText

/// One word after a command's name, with its value as far as that is known.
public struct Argument: Equatable, Sendable {
    /// The way in which the word was written.
    public enum Kind: Sendable {
        case word
        /// Quoted, or a variable from its beginning, so that it is never an option.
        case quoted
        case hereDocument
        /// A JSON object on the line itself.
        case json
        /// `@path`: the text is the path.
        case file
    }

    /// As much of a word as is known, in the space of one text: commands copy their words often.
    @usableFromInline enum Content: Equatable, Sendable {
        case whole(String)
        /// The part before a variable.
        case head(String)
    }

    @usableFromInline var content: Content
    /// The way in which it was written.
    public var kind: Kind
    /// The place of the word in the script.
    public var span: Span

    /// Makes an argument.
    public init(_ text: String?, _ kind: Kind = .word, at span: Span) {
        content = text.map(Content.whole) ?? .head("")
        self.kind = kind
        self.span = span
    }

    /// The value; nil while a script is only checked and a variable in the word has no value yet.
    @inlinable public var text: String? {
        get { if case .whole(let text) = content { text } else { nil } }
        set { content = newValue.map(Content.whole) ?? .head("") }
    }

    /// The part of the value before a variable, while the value is not known.
    public var head: String {
        get { if case .head(let text) = content { text } else { "" } }
        set { content = .head(newValue) }
    }
}

/// A mistake in the words of a command.
public struct UsageError: Error, Equatable, Sendable {
    /// The stable name scripts match.
    public enum Code: String, CaseIterable, Sendable {
        case unknownCommand = "unknown_command"
        case unknownOption = "unknown_option"
        case missingArgument = "missing_argument"
        case missingValue = "missing_value"
        case unexpectedArgument = "unexpected_argument"
        case invalidValue = "invalid_value"
    }

    /// The kind of mistake.
    public var code: Code
    /// The fact: lower case, without a full stop.
    public var message: String
    /// The word at fault; nil for the end of the command.
    public var span: Span?
    /// The remedy, if it is certain.
    public var hint: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, at span: Span? = nil, hint: String? = nil) {
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint
    }
}
