import Testing

@testable import PushRuntime

/// What queries find: the last value, the world's own words, and errors.
struct SessionValueTests {
    static let holding: [String] = [
        // The value of a command: its results, its facts, its failure.
        "app launch\nexpect $.facts[0].verb == app",
        "app launch\nexpect $.facts[-1].verb == called\nexpect $.facts[99] not exists",
        "? tap\nexpect $.error.code == no_notification",
        "query 'SELECT 1 AS \"a key\"'\nexpect $[0].\"a key\" == 1",
        "query \"SELECT 1 AS a UNION ALL SELECT 2\"\nexpect $[-1].a == 2\nexpect count $ == 2",
        // Rows: one cell is itself, one column a list, more columns lists in a list.
        "expect sql \"SELECT 7\" == 7", "expect sql \"SELECT NULL\" == null",
        "expect sql \"SELECT 1 UNION ALL SELECT 2\" == [1, 2]",
        "expect sql \"SELECT 1, 'a' UNION ALL SELECT 2, 'b'\" == [[1, a], [2, b]]",
        "expect sql \"SELECT 1 WHERE false\" empty",
        // The world's own words, before and after something happened.
        "expect queue == 0\nexpect badge == 0\nexpect screen not exists\nexpect shown empty",
        "expect token not exists\nexpect user not exists\nexpect events empty",
        "expect callbacks empty",
        "app launch\nexpect screen == home\nexpect events == [token_register]",
        "app launch\nexpect count callbacks == 4",
        "app launch\nlogin a\nexpect user == a\nlogout\nexpect user not exists",
        "app launch\nexpect event token_register $.type == token_register",
        "app launch\nexpect event open not exists\nexpect event open $.time not exists",
        "app launch\nexpect event token_register contains fcm_token",
        // Counting.
        "expect count events == 0",
        "expect count sql \"SELECT 1 UNION ALL SELECT 2\" == 2", "expect count shown == 0",
        // Output and status.
        "clock\nexpect output startsWith clock\nexpect status == ok",
        "? tap\nexpect error.message contains \"no notification\"",
    ]

    @Test(arguments: holding) func `a query finds what is there`(_ script: String) throws {
        let trial = try ScriptTrial(script)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `waiting for something keeps the last command's value`() throws {
        let trial = try ScriptTrial(
            """
            query "SELECT 5 AS n"
            expect within 10s sql "SELECT to_unixtime(now())" >= 1767225605
            expect $[0].n == 5
            expect output contains 5
            """)
        #expect(trial.failures == [])
    }

    @Test func `a value of more rows than a script may hold is refused`() throws {
        let series =
            "WITH n(i) AS (SELECT i FROM UNNEST(sequence(1, 10000)) AS s(i) UNION ALL VALUES 10001)"
        let trial = try ScriptTrial("let rows = sql \"\(series) SELECT i FROM n\"")
        #expect(trial.failures == ["1: the query finds more than 10000 rows"])
    }

    /// TD-13: `$` keeps 10,000 rows and never passes a part of an answer off as the whole.
    @Test func `the last value of a query with too many rows is not taken for the whole`() throws {
        let series =
            "WITH n(i) AS (SELECT i FROM UNNEST(sequence(1, 10000)) AS s(i) UNION ALL VALUES 10001)"
        let query = "query \"\(series) SELECT i FROM n\""
        for asked in ["$", "$[-1].i", "$[10000].i", "count $", "$.i"] {
            let trial = try ScriptTrial("\(query)\nexpect \(asked) == 10001")
            #expect(
                trial.failures == ["2: the query found more rows than the 10000 that `$` keeps"])
        }
        let exact = try ScriptTrial("\(query)\nexpect $[9999].i == 10000\nexpect $[0].i == 1")
        #expect(exact.failures == [])
        let whole = series.replacing(" UNION ALL VALUES 10001", with: "")
        let trial = try ScriptTrial("query \"\(whole) SELECT i FROM n\"\nexpect count $ == 10000")
        #expect(trial.failures == [])
        let later = try ScriptTrial("\(query)\nclock\nexpect $ exists")
        #expect(later.failures == [])
    }
}
