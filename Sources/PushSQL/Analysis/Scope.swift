/// The columns that names can refer to at one place of a statement.
///
/// Scopes are nested as the queries and lambdas of the statement are: a name that one does not have
/// is looked up in its `parent`. They are objects, since the translator sets them to another state
/// for a part of a query, such as the arguments of an aggregate, and back.
final class Scope {
    struct Column {
        /// The column's name; nil if it has none.
        let name: String?
        /// The words that may precede the name, from the catalog down; empty for none.
        let qualifiers: [String]
        /// The text that reads the column, with its type and what is known of its values.
        var term: Term
        /// Whether `*` leaves the column out.
        var isHidden = false
        /// The table that it is a column of, if it is.
        var origin: TablePlace?
        /// The name for comparisons: Trino ignores case even in quotes.
        var key: String? { name?.lowercased() }

        /// Returns the same column, read by another text.
        func read(by term: Term) -> Column {
            var column = self
            column.term = term
            return column
        }
    }

    enum Kind {
        /// The relations of a query.
        case query
        /// The parameters of a lambda, within the enclosing query.
        case lambda
    }

    /// An output column that ORDER BY considers before all others.
    struct Alias {
        let key: String
        let term: Term
        /// Whether it names columns of enclosing queries.
        let reachesOut: Bool
        /// Whether SQLite computes a window of this query in it.
        let hasWindow: Bool
    }

    let kind: Kind
    var columns: [Column]
    let parent: Scope?
    /// The grouping that columns must be part of while a grouped query is read.
    var grouping: Grouping?
    /// Output columns that ORDER BY considers before all others.
    var aliases: [Alias] = []
    /// The names that the select list gives, in lower case, for hints.
    var outputs: Set<String> = []
    /// Whether an alias is an error, as inside an aggregate of ORDER BY.
    var forbidsAliases = false
    /// The text of one of its own columns, for aggregates that name none (decision 788).
    var anchor: String?
    /// The windows that the query names.
    var windows: [(name: Name, window: Window)] = []
    /// The windows that a query inside computes, if subqueries read some.
    var innerWindows: InnerWindows?
    /// Whether a name was found in an enclosing query.
    var reachesOut = false
    /// Whether a window of this query was written, itself or by its alias.
    var hasWindow = false
    /// Whether a RIGHT or FULL JOIN is in the FROM that is read.
    var joinsRight = false
    /// Whether a RIGHT or FULL JOIN follows the one that is read, in the same FROM.
    var isBeforeRight = false

    init(_ kind: Kind, _ columns: [Column], parent: Scope?) {
        self.kind = kind
        self.columns = columns
        self.parent = parent
    }

    /// The query that the place belongs to.
    var query: Scope {
        var scope = self
        while scope.kind == .lambda, let parent = scope.parent { scope = parent }
        return scope
    }

    /// The texts of the columns of a query's own relations; nil where none can be another query's.
    var ownColumns: Set<String>? {
        parent == nil || grouping != nil ? nil : Self.own(columns)
    }

    /// Returns the texts of columns that LATERAL did not make of expressions.
    static func own(_ columns: [Column]) -> Set<String> {
        Set(columns.lazy.filter { $0.term.column == nil }.map(\.term.sql))
    }

    /// Returns the columns of this scope alone that a dotted name can mean: several if it is
    /// ambiguous.
    ///
    /// The parts are in lower case. Qualifiers may be left out from the left: `t.a`, `s.t.a` and
    /// `c.s.t.a` mean one column.
    func columns(named parts: [String]) -> [Column] {
        let name = parts[parts.count - 1]
        let qualifiers = parts.dropLast()
        return columns.filter { column in
            column.key == name
                && column.qualifiers.suffix(qualifiers.count).elementsEqual(qualifiers)
        }
    }
}

/// The terms from which the select list of a grouped query can be built.
///
/// Two expressions are the same if they became the same text for SQLite (decision 201), so a name
/// is recognised however it was qualified.
final class Grouping {
    /// A key of GROUP BY.
    struct Key {
        /// The key in the terms of the relations, by which it is recognised.
        let sql: String
        /// The column that LATERAL made of it, as in `Term`.
        let column: Int?
        /// The state on which its text depends, if it names relations inside; nil if it names none.
        let naming: Translator.Naming?
        /// The key as the select list names it.
        let term: Term
        /// Whether it is a column's name, which is found when the column is resolved.
        ///
        /// Other keys must be compared with every expression of the query.
        let isColumn: Bool

        /// Whether a term is the key; `true` and `1` have the same text, but are two keys.
        func equals(_ term: Term) -> Bool {
            sql == term.sql && column == term.column && self.term.type == term.type
        }
    }

    /// The keys in the order in which GROUP BY first names them.
    var keys: [Key] = []
    /// Whether the query has a GROUP BY, even an empty one.
    var isExplicit = false
    /// The sets, if several grouping sets are computed over one source.
    var sets: GroupingSets?

    /// Returns the key that equals a term.
    func key(_ term: Term) -> Term? { number(of: term).map { keys[$0].term } }

    /// Returns the place of that key.
    func number(of term: Term) -> Int? {
        keys.firstIndex { $0.equals(term) }
    }
}
