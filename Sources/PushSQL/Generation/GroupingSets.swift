/// Several grouping sets over one source: a SELECT for each, joined by UNION ALL.
///
/// The source is a query in WITH that SQLite keeps, with the keys as `k0`, `k1` … and the arguments
/// of aggregates as `x0` …; each set is a SELECT over it with the keys, NULL for those left out,
/// the aggregates as `a0` … and the results of `grouping` as `m0` …. Whatever the enclosing query
/// needs is registered while it is translated, before `relation` writes the text.
final class GroupingSets {
    private let keys: [Term]
    /// The keys of each set, by number.
    private let sets: [[Int]]
    /// The alias of the groups in the enclosing query.
    let name: String
    /// The name of the source in WITH.
    private let source: String
    private var arguments: [(sql: String, name: String)] = []
    private var aggregates: [(sql: String, name: String)] = []
    private var masks: [(columns: [Int], name: String)] = []

    init(keys: [Term], sets: [[Int]], name: String, source: String) {
        self.keys = keys
        self.sets = sets
        self.name = name
        self.source = source
    }

    /// Returns a column of the groups as the enclosing query names it.
    private func reference(_ column: String) -> String {
        "\(SQLText.name(name)).\(SQLText.name(column))"
    }

    /// Returns a key as the enclosing queries see it: NULL if a set leaves it out.
    func key(_ index: Int) -> Term {
        var term = Term(reference("k\(index)"), keys[index].type)
        term.mayBeNaN = keys[index].mayBeNaN
        term.bounds = keys[index].bounds
        term.isFinite = keys[index].isFinite
        return term
    }

    /// Keeps an argument of an aggregate as a column of the source.
    ///
    /// A constant stays as it is; equal texts share a column.
    func argument(_ term: Term) -> Term {
        guard term.constant == nil else { return term }
        var kept = term
        kept.level = .atom
        if let known = arguments.first(where: { $0.sql == term.sql }) {
            kept.sql = "\(SQLText.name(source)).\(SQLText.name(known.name))"
            return kept
        }
        let column = "x\(arguments.count)"
        arguments.append((term.sql, column))
        kept.sql = "\(SQLText.name(source)).\(SQLText.name(column))"
        return kept
    }

    /// Keeps an aggregate as a column of the groups.
    ///
    /// Equal texts share a column.
    func aggregate(_ term: Term) -> Term {
        var kept = term
        kept.level = .atom
        if let known = aggregates.first(where: { $0.sql == term.sql }) {
            kept.sql = reference(known.name)
            return kept
        }
        let column = "a\(aggregates.count)"
        aggregates.append((term.sql, column))
        kept.sql = reference(column)
        return kept
    }

    /// Keeps `grouping(…)` of some keys as a column of the groups: a constant for each set.
    func mask(_ columns: [Int]) -> Term {
        let column = "m\(masks.count)"
        masks.append((columns, column))
        return Term(reference(column), Self.maskType(columns.count), isNullable: false)
    }

    /// The type of `grouping` of a number of columns, of which each is a bit.
    static func maskType(_ count: Int) -> TrinoType { count > 31 ? .bigint : .integer }

    /// About how many bytes the sets take: each has every aggregate, and every key.
    var size: Int {
        sets.count * aggregates.reduce(keys.count * 16) { $0 + $1.sql.utf8.count }
    }

    /// Writes the groups as a relation for FROM.
    ///
    /// The condition is WHERE, and belongs to the source; HAVING chooses from the relation.
    func relation(from: String?, condition: String?, _ translator: Translator) -> String {
        var items = keys.enumerated().map { "\($1.sql) AS \(SQLText.name("k\($0)"))" }
        items += arguments.map { "\($0.sql) AS \(SQLText.name($0.name))" }
        if items.isEmpty { items = ["1 AS \"row\""] }
        var text = "SELECT \(items.joined(separator: ", "))"
        if let from { text += " FROM \(from)" }
        if let condition { text += " WHERE \(condition)" }
        let selects = sets.map { select($0, translator) }.joined(separator: " UNION ALL ")
        return """
            (WITH \(SQLText.name(source)) AS MATERIALIZED (\(text)) \(selects)) AS \
            \(SQLText.name(name))
            """
    }

    /// Writes the groups of one set.
    private func select(_ set: [Int], _ translator: Translator) -> String {
        let own = Set(set)
        var items = keys.indices.map { index in
            let column = SQLText.name("k\(index)")
            return "\(own.contains(index) ? column : "NULL") AS \(column)"
        }
        items += aggregates.map { "\($0.sql) AS \(SQLText.name($0.name))" }
        items += masks.map { mask in
            let value = mask.columns.reduce(0) { $0 << 1 | (own.contains($1) ? 0 : 1) }
            return "\(value) AS \(SQLText.name(mask.name))"
        }
        // Without an aggregate an empty set would be every row instead of one.
        items.append("count(*) AS \"rows\"")
        var text = "SELECT \(items.joined(separator: ", ")) FROM \(SQLText.name(source))"
        let columns = set.map { index in
            translator.groupText(Term(SQLText.name("k\(index)"), keys[index].type))
        }
        if !columns.isEmpty { text += " GROUP BY \(columns.joined(separator: ", "))" }
        return text
    }
}
