/// One value of a SQL row, as SQLite stores it.
public enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}
