/// The keys by which SQLite finds equal values in DISTINCT, GROUP BY and set operations.
extension Translator {
    /// Whether SQLite compares two cells of the type as Trino compares the values.
    static func isCompared(_ type: TrinoType) -> Bool {
        switch type {
        case .timestampWithZone, .array, .map, .row: false
        default: true
        }
    }

    /// Whether equal values of a type are equal cells, so that SQLite finds them.
    private static func isIdentified(_ type: TrinoType) -> Bool {
        switch type {
        case .timestampWithZone, .map: false
        // As text, 0.0 and -0.0 differ.
        case .array(let element): isIdentified(element) && !element.isFloating
        case .row(let fields):
            fields.allSatisfy { isIdentified($0.type) && !$0.type.isFloating }
        default: true
        }
    }

    /// Returns the key by which SQLite finds equal values; nil if the cells themselves serve.
    ///
    /// Cells of one value may differ: a time with another zone, a map in another order, 0.0 and
    /// -0.0 in an array (decision 295). The key is text or a number that is equal where Trino's
    /// values are.
    func identity(_ term: Term) -> String? {
        if term.isNull || Self.isIdentified(term.type) { return nil }
        if case .timestampWithZone = term.type { return instant(term) }
        return "trino_sort_key(\(argument(term.type)), \(term.sql))"
    }

    /// Returns the keys that distinguish the rows of a query; nil if SQLite's DISTINCT does.
    func identities(_ columns: [Output.Column], in alias: String) -> [String]? {
        let terms = columns.map { $0.term(in: alias) }
        guard terms.contains(where: { identity($0) != nil }) else { return nil }
        return terms.map { identity($0) ?? $0.sql }
    }
}
