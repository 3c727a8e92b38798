/// The reason why a text is not JSON, with its place.
public struct JSONError: Error, Equatable, Sendable {
    /// The kinds of fault that a text can have.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// Nothing but white space.
        case empty
        /// Something that is not allowed here.
        case unexpected
        /// The text ends before the value does.
        case truncated
        /// Something after the value.
        case trailingText
        case trailingComma
        case comment
        /// A string in single or curly quotes.
        case wrongQuotes
        /// A control character inside a string that must be escaped.
        case controlCharacter
        /// A zero byte.
        case nul
        case invalidEscape
        case loneSurrogate
        case invalidUTF8
        case invalidNumber
        /// A number too large for a double.
        case numberOutOfRange
        /// NaN or an infinity.
        case notFinite
        case byteOrderMark
        /// UTF-16 where only UTF-8 is accepted, or UTF-32.
        case wrongEncoding
        /// Nested deeper than `JSONParser.depthLimit`.
        case tooDeep
        /// Longer than `JSONParser.sizeLimit`.
        case tooLarge
    }

    /// The kind of fault.
    public var kind: Kind
    /// The place in the bytes that were passed in.
    public var span: ByteSpan
    /// The sentence that says what was found and what was wanted: lower case, no full stop.
    public var message: String
    /// The remedy, if it is certain.
    public var hint: String?

    /// Creates an error.
    public init(kind: Kind, span: ByteSpan, message: String, hint: String? = nil) {
        self.kind = kind
        self.span = span
        self.message = message
        self.hint = hint
    }
}
