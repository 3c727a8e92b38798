import Testing

@testable import PushRuntime

/// What an expectation says of a value: psh(5), the predicates.
@Suite struct SessionExpectTests {
    /// A query, a predicate with its value, and whether they hold in a fresh workspace.
    static let rows: [(String, String, Bool)] = [
        ("queue", "== 0", true), ("queue", "!= 0", false), ("queue", "not == 1", true),
        ("queue", "< 1", true), ("queue", "<= 0", true), ("queue", "> 0", false),
        ("queue", ">= 0", true), ("queue", "not > 0", true), ("queue", "== 0.0", true),
        ("queue", "== '0'", true), ("queue", "== null", false), ("queue", "exists", true),
        ("queue", "empty", true), ("queue", "not empty", false), ("badge", "empty", true),
        ("count shown", "empty", true), ("count queue", "== 0", true),
        ("count badge", "not empty", false),
        // A number is written as in JSON; a text that only looks like one says nothing of it.
        ("queue", "== 00", false), ("queue", "!= 00", false), ("queue", "not == +0", false),
        ("queue", "!= .5", false), ("queue", "!= home", true),
        // Nobody is there: equality fails, and its opposite holds; nothing has an order.
        ("screen", "exists", false), ("screen", "not exists", true), ("screen", "empty", true),
        ("screen", "== home", false), ("screen", "!= home", true), ("screen", "not == home", true),
        ("screen", "== null", true), ("screen", "< 1", false), ("screen", "not < 1", false),
        ("screen", "contains ''", false), ("screen", "matches /^/", false),
        ("events", "exists", false), ("events", "empty", true), ("events", "== []", true),
        ("count events", "== 0", true),
    ]

    static let values: [(String, String, Bool)] = [
        ("'abc'", "== abc", true), ("'abc'", "== ABC", false), ("'abc'", "startsWith ab", true),
        ("'abc'", "endsWith ab", false), ("'abc'", "contains abc", true),
        ("'abc'", "contains d", false), ("'abc'", "matches /b/", true),
        ("'abc'", "matches /^abc$/", true), ("'abc'", "matches /B/", false),
        ("'abc'", "matches /B/i", true), ("'abc'", "not matches /x/", true),
        ("'ÄRGER'", "matches /ärger/i", true), ("12", "matches /^12$/", true),
        ("12", "contains 3", false), ("12", "contains 12", true), ("'b'", "> a", true),
        ("'10'", "< 9", false),
        ("10", "> 9", true), ("NULL", "exists", true), ("NULL", "empty", true),
        ("NULL", "== null", true), ("''", "empty", true), ("''", "exists", true),
        ("0", "empty", false), ("true", "== true", true), ("true", "== 'true'", false),
        ("false", "empty", false),
        // Whole numbers are compared digit by digit, where a Double would round them.
        ("9007199254740993", "== 9007199254740993", true),
        ("9007199254740993", "== 9007199254740992", false),
        ("9007199254740993", "!= 9007199254740992", true),
        ("9007199254740993", "> 9007199254740992", true),
        ("9007199254740992", "< 9007199254740993", true),
        ("9223372036854775807", "== 9223372036854775807", true),
        ("9223372036854775807", "> 9223372036854775806", true),
        ("1 UNION ALL SELECT 2", "== [1, 2]", true), ("1 UNION ALL SELECT 2", "== [2, 1]", false),
        ("1 UNION ALL SELECT 2", "unordered == [2, 1]", true),
        ("1 UNION ALL SELECT 2", "unordered != [2, 1]", false),
        ("1 UNION ALL SELECT 2", "not unordered == [2, 1]", false),
        ("1 UNION ALL SELECT 2", "unordered == [1, 1]", false),
        ("1 UNION ALL SELECT 2", "contains 2", true),
        ("1 UNION ALL SELECT 2", "contains 3", false),
        ("'a', 1 UNION ALL SELECT 'b', 2", "contains 2", true),
        ("'a', 1 UNION ALL SELECT 'b', 2", "contains [b, 2]", true),
        ("'a', 1 UNION ALL SELECT 'b', 2", "contains [b, 1]", false),
        ("'a', 12", "contains 12", true), ("'a', 12", "contains 1", false),
        ("true", "contains 'true'", false), ("true", "contains true", true),
        ("1 UNION ALL SELECT 2", "== 1", false), ("1 UNION ALL SELECT 2", "> 0", false),
    ]

    /// Expectations that neither hold nor whose opposite holds, with the hint on the reason.
    static let undecided: [(String, String, String)] = [
        ("$[0].name", "== 5", "there is no key `name`, but `n` or `other`"),
        ("$[0].othr", "!= 5", "there is no key `othr`; did you mean `other`?"),
        ("$[1].n", "== 5", "there is no element 1: the list has 1 element"),
        ("$[0].n.x", "contains 5", "there is no key `x`: it is not an object"),
        ("$.n", "matches /5/", "there is no key `n`: it is not an object"),
        (
            "$[0].othr", "== null",
            "there is no key `othr`; did you mean `other`?; `not exists` holds for what is missing"
        ),
        ("$[0].n", "< x", "`1` and `\"x\"` have no order"),
        ("event open $.user_id", "== bob", "there is no event `open`"),
        ("event open", "contains user_id", "there is no event `open`"),
        ("count $[0].othr", "== 0", "there is no key `othr`; did you mean `other`?"),
        ("count event open $.user_id", "== 0", "there is no event `open`"),
        ("user", "> a", "a missing value has no order"),
        (
            "sql \"SELECT 'abc'\"", "contains b",
            "the row has it only as a part of its text: `matches /…/` looks for a part, `contains` "
                + "for a whole value"
        ),
    ]

    @Test(arguments: undecided) func `what leads nowhere or has no order fails both ways`(
        _ query: String, _ predicate: String, _ hint: String
    ) throws {
        let rows = "query \"SELECT 1 AS n, 2 AS other\"\n"
        let lines = ["expect \(query) \(predicate)", "expect \(query) not \(predicate)"]
        for line in lines {
            let trial = try ScriptTrial(rows + line)
            #expect(trial.failures == ["2: the expectation does not hold"], "\(line)")
            #expect(trial.hints == [hint], "\(line)")
        }
        let there = "expect event open not exists\nexpect $[0].nope empty"
        #expect(try failures(rows + there) == [])
    }

    @Test func `a count of a query is that of its rows`() throws {
        let lines = [
            "expect count sql \"SELECT 'bobby'\" == 1", "expect count sql \"SELECT NULL\" == 1",
            "expect count sql \"SELECT 1 WHERE false\" == 0", "let name = \"bobby\"",
            "expect count var name == 5",
        ]
        #expect(try failures(lines.joined(separator: "\n")) == [])
    }

    @Test func `a failure in a loop tells its round`() throws {
        let loop = "for i in 1..9\n  repeat 2\n    expect sql \"SELECT ${i}\" != 3\n  end\nend"
        #expect(try ScriptTrial(loop).rounds == ["i = 3, 1 of 2"])
    }

    private func failures(_ script: String) throws -> [String] {
        let trial = try ScriptTrial(script)
        return trial.refusals + trial.failures
    }

    @Test(arguments: rows) func `the world's own words are judged`(
        _ query: String, _ predicate: String, _ holds: Bool
    ) throws {
        let found = try failures("expect \(query) \(predicate)")
        #expect(found == (holds ? [] : ["1: the expectation does not hold"]))
    }

    @Test(arguments: values) func `a value of SQL is judged`(
        _ value: String, _ predicate: String, _ holds: Bool
    ) throws {
        let found = try failures("expect sql \"SELECT \(value)\" \(predicate)")
        #expect(found == (holds ? [] : ["1: the expectation does not hold"]))
    }

    /// The clock after an expectation that had some time, in seconds since the script's start.
    @Test(arguments: [
        ("expect within 1m queue == 0", 0), ("expect within 10s sql \"\(passed) >= 4\" == true", 4),
        // Each second at first, then each minute.
        ("expect within 10m sql \"\(passed) >= 59\" == true", 59),
        ("expect within 10m sql \"\(passed) >= 61\" == true", 120),
        ("expect within 10m sql \"\(passed) >= 121\" == true", 180),
    ])
    func `time passes until it holds, and no longer`(_ line: String, _ seconds: Int) throws {
        #expect(try failures("\(line)\nexpect sql \"SELECT \(Self.time)\" == \(seconds)") == [])
    }

    private static let time = "CAST(to_unixtime(now()) AS bigint) - 1767225600"
    private static let passed = "SELECT \(time)"

    @Test func `it ends at its limit, and then does not hold`() throws {
        let never = "expect within 90s queue == 1"
        #expect(try failures(never) == ["1: the expectation does not hold"])
        let trial = try ScriptTrial(
            "teardown\n  expect sql \"SELECT \(Self.time)\" == 90\nend\ntest \"t\"\n  \(never)\nend"
        )
        #expect(trial.failures == ["5: the expectation does not hold"])
    }
}
