import PushTestSupport
import Testing

/// Joins that compare expressions.
@Suite struct JoinQueryTests {
    /// Comparing each of 2000 rows with each other one takes some ten million steps.
    @Test(arguments: [
        "JOIN events o ON upper(o.user_id) || 'x' = upper(e.user_id) || 'y'",
        "LEFT JOIN events o ON e.number = o.number + 5000",
        "RIGHT JOIN events o ON e.number + 5000 = o.number",
        "RIGHT JOIN events o ON e.number = o.number",
        "FULL JOIN events o ON e.number = o.number", "FULL JOIN events o USING (number)",
        "FULL JOIN events o ON upper(o.user_id) || 'x' = upper(e.user_id) || 'y'",
        "JOIN events o ON o.mixed = e.mixed",
        "JOIN events o ON o.number + 1 IS NOT DISTINCT FROM e.number + 7000",
        "JOIN events o ON CAST(o.number AS varchar) = CAST(e.number AS varchar)",
        "JOIN events o ON td_time_string(o.time, 's!') = td_time_string(e.time, 's!')",
        "CROSS JOIN events o WHERE lower(o.user_id) || 'a' = upper(e.user_id) || 'a'",
        "JOIN (SELECT number * 2 AS k FROM events) o ON o.k = e.number * 2",
    ])
    func `a join does not compare each row with each other one`(rest: String) throws {
        let bench = try CorrelatedQueryTests.bench(2000)
        let questions = try CorrelatedQueryTests.questions(
            "SELECT count(*) FROM events e \(rest)", bench)
        #expect(questions < 500)
    }

    /// What an equality finds must not depend on whether SQLite makes an index for it: `+ 0 * …`
    /// names both sides, so that none is made.
    @Test(arguments: [
        "upper(o.user_id) = upper(e.user_id)", "o.number + 30 = e.number * 2",
        "CAST(o.number AS varchar) = substr(e.user_id, 2)", "o.mixed = e.mixed",
        "o.mixed + 1 = e.mixed + 1", "o.mixed IS NOT DISTINCT FROM e.mixed",
        "o.mixed + 1 IS NOT DISTINCT FROM e.mixed + 1",
        "o.user_id || 'a' = e.user_id || 'a' AND o.number > 20",
        "from_unixtime(o.time) = from_unixtime(e.number)",
        "CAST(o.number AS double) / 2 = CAST(e.number AS double) / 2",
        "nullif(o.number, 7) = nullif(e.number, 7)",
        "coalesce(o.mixed, 9) = coalesce(e.mixed, 9) AND o.number < 12",
    ])
    func `an index finds what a comparison of all rows finds`(condition: String) throws {
        let bench = try CorrelatedQueryTests.bench(40)
        let slow =
            "(\(condition)) IS NOT FALSE AND (\(condition)) IS NOT NULL AND e.time + o.time > 0"
        for join in ["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"] {
            func rows(_ condition: String) throws -> [String] {
                let answer = bench.answer(
                    """
                    SELECT e.number, o.number, upper(o.user_id), coalesce(o.mixed, -1),
                      o.mixed + 1, e.mixed, coalesce(e.user_id || 'a', 'none')
                    FROM events e \(join) events o ON \(condition) ORDER BY 1, 2
                    """)
                #expect(answer.error == nil, "\(answer)")
                return answer.rows.map(\.text)
            }
            let found = try rows(condition)
            #expect(try found == rows(slow), "\(join)")
            #expect(!found.isEmpty, "\(join)")
        }
    }

    /// Turned over, each join would be within the next one's brackets.
    @Test(arguments: ["LEFT", "RIGHT"], [3, 60])
    func `a long chain of outer joins is answered`(join: String, count: Int) throws {
        let joins = (2...count).map { "\(join) JOIN events t\($0) ON t\($0).number = t1.number" }
        let answer = try CorrelatedQueryTests.bench(3).answer(
            "SELECT count(t1.number) FROM events t1 \(joins.joined(separator: " "))")
        #expect(answer.error == nil && answer.rows.map(\.text) == ["[3]"], "\(answer)")
    }

    @Test(arguments: [
        // Left out by a condition on the relation alone, before it is computed.
        ("JOIN events o ON 100 / (o.number - 3) = e.number WHERE o.number <> 3", nil),
        ("JOIN events o ON 100 / (o.number - 3) = e.number WHERE abs(o.number - 3) > 0", nil),
        ("LEFT JOIN events o ON o.number <> 3 AND 100 / (o.number - 3) = e.number + 0", nil),
        ("JOIN events o ON 100 / (o.number - 3) = e.number + 0", "DIVISION_BY_ZERO"),
        // Written behind it.
        ("LEFT JOIN events o ON 100 / (o.number - 3) = e.number AND o.number <> 3", nil),
        ("RIGHT JOIN events o ON 100 / (e.number - 3) = o.number AND e.number <> 3", nil),
        ("JOIN events o ON 100 / (o.number - 3) = e.number AND abs(o.number - 3) > 0", nil),
        // What follows for a relation from an equality and the other's condition.
        (
            """
            JOIN events o ON o.number = e.number AND 100 / (o.number - 3) = e.number + 0
            WHERE e.number = 4
            """, nil
        ),
        (
            """
            LEFT JOIN events o ON o.number = e.number AND 100 / (o.number - 3) = e.number + 0
            WHERE e.number = 4
            """, nil
        ),
    ])
    func `what a join compares fails only for rows that it is computed for`(
        rest: String, code: String?
    ) throws {
        let answer = try CorrelatedQueryTests.bench(40).answer(
            "SELECT count(*) FROM events e \(rest)")
        #expect(answer.error?.contains(code ?? "") ?? (code == nil), "\(answer)")
        #expect((answer.error == nil) == (code == nil), "\(answer)")
    }
}
