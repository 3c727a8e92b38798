/// Aggregates that name columns of enclosing queries (decision 788).
///
/// SQLite moves such an aggregate to the query whose columns it names. Trino computes it where it
/// stands: a name from outside is a constant there.
extension Translator {
    /// Returns a column of a query within others; for one with an aggregate and without FROM it
    /// makes a relation of one row.
    func anchor(of source: Source?, _ scope: Scope, _ parts: inout SelectParts) -> String? {
        guard scope.parent != nil, scope.grouping != nil else { return nil }
        if source == nil, parts.from == nil {
            let name = SQLText.name(alias("one"))
            parts.from = "(SELECT 1 AS \"row\") AS \(name)"
            return "\(name).\"row\""
        }
        return Self.ownColumn(scope)
    }

    /// Returns the text of a column of a query's own relations; what LATERAL made a column of may
    /// be anything else.
    static func ownColumn(_ scope: Scope) -> String? {
        let texts = scope.columns.lazy.filter { $0.term.column == nil }.map(\.term.sql)
        return texts.first { $0.hasPrefix("\"") } ?? texts.first { $0.contains("\".") }
    }

    /// Whether an aggregate may name columns of enclosing queries alone once SQLite has read it.
    ///
    /// A column of its own does not prevent that: SQLite drops `time IS NULL`, as `time` never is,
    /// and whatever stands beside `AND false`, and looks for columns only then.
    func needsAnchor(_ call: Call, _ scope: Scope) -> Bool {
        Self.inputs(call).contains { input in
            Self.reachesOut(input, scope)
                || input.contains(\.isQuery) && !Self.namesColumn(call, scope)
        }
    }

    /// Returns all that an aggregate reads from a row.
    private static func inputs(_ call: Call) -> [Expression] {
        call.arguments + (call.filter.map { [$0] } ?? []) + call.order.map(\.expression)
    }

    /// Whether an aggregate names a column of the scope's own relations; what LATERAL made a column
    /// of may name none.
    static func namesColumn(_ call: Call, _ scope: Scope) -> Bool {
        inputs(call).contains {
            $0.contains { part in
                let parts = nameParts(part)
                return !parts.isEmpty
                    && scope.columns(named: parts).contains { $0.term.column == nil }
            }
        }
    }

    /// Returns a term that names a column of the query, without reading it.
    static func anchored(_ term: Term, to column: String) -> Term {
        guard term.constant == nil else { return term }
        var anchored = term
        anchored.sql = "CASE WHEN 0 THEN \(column) ELSE \(term.sql) END"
        anchored.level = .atom
        return anchored
    }
}

extension Translator {
    /// Translates something, and says whether it names columns of enclosing queries, as SQLite lets
    /// neither GROUP BY nor ORDER BY do so, and whether it has a window, as no other window may.
    func reaching<Result>(
        _ scope: Scope, _ translate: () throws(Fault) -> Result
    ) throws(Fault) -> (result: Result, reachesOut: Bool, hasWindow: Bool) {
        let before = (scope.reachesOut, scope.hasWindow)
        (scope.reachesOut, scope.hasWindow) = (false, false)
        defer {
            scope.reachesOut = scope.reachesOut || before.0
            scope.hasWindow = scope.hasWindow || before.1
        }
        let result = try translate()
        return (result, scope.reachesOut, scope.hasWindow)
    }
}
