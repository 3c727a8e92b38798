/// Recursive queries, which in Trino may take ten steps.
///
/// The limit is the default of its `max_recursion_depth` (decision 204).
enum Recursion {
    /// The hidden column with the number of steps that led to a row; its blank keeps it out of the
    /// way of other names.
    static let depthColumn = "recursion depth"
    /// The number of steps after which one more is an error.
    static let maximumDepth = 10

    /// Returns the depth of a row that the step adds; one step too many is an error.
    static func nextDepth(_ alias: String) -> String {
        let depth = "\(SQLText.name(alias)).\(SQLText.name(depthColumn))"
        let message =
            TrinoRecursion.failure + " (\(maximumDepth)). Use 'max_recursion_depth' "
            + "session property to modify the limit."
        return """
            CASE WHEN \(depth) < \(maximumDepth) THEN \(depth) + 1 ELSE \
            trino_fail('NOT_SUPPORTED', \(SQLText.string(message))) END AS \
            \(SQLText.name(depthColumn))
            """
    }

    /// Writes a recursive query for WITH; `coerced` converts a step's column to the base's type.
    ///
    /// Duplicates are not removed here, see `Translator.reference`.
    static func text(
        _ name: String, _ columns: [Output.Column], _ base: Output, _ step: Output,
        _ coerced: (Term, TrinoType) -> Term
    ) -> String {
        let depth = SQLText.name(depthColumn)
        let names = columns.map { SQLText.name($0.sqlName) } + [depth]
        let first = "SELECT *, 0 FROM (\(base.sql))"
        // The step has its depth after its columns.
        let stepNames = step.columns.map { SQLText.name($0.sqlName) }
        let isSame = zip(columns, step.columns).allSatisfy {
            Translator.isSameEncoding($1.type, $0.type)
        }
        var second = step.sql
        if !isSame {
            let items = zip(columns, step.columns).map { column, given in
                coerced(given.term(in: "step"), column.type).sql
            }
            let list = (stepNames + [depth]).joined(separator: ", ")
            second = """
                SELECT \((items + ["\"step\".\(depth)"]).joined(separator: ", ")) FROM (SELECT \
                \(list) FROM (\(step.sql))) AS "step"
                """
        }
        return "\(SQLText.name(name)) (\(names.joined(separator: ", "))) AS "
            + "(\(first) UNION ALL \(second))"
    }
}

/// Help where a recursive query goes too deep.
public enum TrinoRecursion {
    /// The beginning of Trino's message about it.
    static let failure = "Recursion depth limit exceeded"

    /// Returns what to write instead, for Trino's message; nil for any other.
    ///
    /// The message names a session property, and sessions have none here.
    public static func hint(for message: String) -> String? {
        guard message.contains(failure) else { return nil }
        return "the limit is fixed here: end the recursion by a condition such as "
            + "`WHERE n < \(Recursion.maximumDepth)`; numbers come from "
            + "`UNNEST(sequence(1, 100))`"
    }
}
