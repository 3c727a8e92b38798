import PushText

/// One value of a SQL row, as SQLite stores it, or as a typed result shows it.
public enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// A truth value of a typed result; SQLite itself has none.
    case boolean(Bool)
    /// An array, a map or a row of a typed result, as its JSON text.
    case json(String)

    /// Texts are equal only with the same bytes, as in SQLite, Treasure Data and Trino.
    public static func == (left: Cell, right: Cell) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let one), .integer(let other)): one == other
        case (.real(let one), .real(let other)): one == other
        case (.text(let one), .text(let other)), (.json(let one), .json(let other)):
            one.isExactly(other)
        case (.blob(let one), .blob(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        default: false
        }
    }

    /// The value as an export and the result of a job have it; empty for NULL.
    ///
    /// Bytes are hexadecimal, without the marks of a literal.
    package var fileText: String {
        switch self {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): FloatText.java(number)
        case .text(let text), .json(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .blob(let bytes): Hex.text(bytes)
        }
    }
}
