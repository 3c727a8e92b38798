import PushSQL

/// The behaviour of a type's cells in SQLite: cells do not know their types, the translator does.
extension TrinoType {
    /// Whether values are JSON arrays in SQLite.
    var isContainer: Bool {
        switch self {
        case .array, .map, .row: true
        default: false
        }
    }

    /// Whether equal values have equal cells, and SQLite's order is Trino's.
    var isPlain: Bool {
        switch self {
        case .decimal, .char, .timestampWithZone, .array, .map, .row, .json: false
        default: true
        }
    }
}
