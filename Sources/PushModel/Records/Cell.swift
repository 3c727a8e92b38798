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
}
