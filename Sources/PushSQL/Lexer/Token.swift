/// One word of a statement.
struct Token {
    enum Kind: Equatable {
        /// A bare name, reserved or not.
        case word
        case quotedName
        case backquotedName
        /// A name that starts with a digit, which Trino refuses.
        case digitName
        case string
        case unicodeString
        case binary
        case integer
        case decimal
        case double
        case symbol
        /// A character that begins no token.
        case unrecognized
        case end
    }

    let kind: Kind
    /// The offset of the first byte in the statement.
    let start: Int
    /// The offset after the last byte.
    let end: Int
    /// A word in upper case, a symbol as it is, the contents of a quoted name or string.
    let text: String
}
