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
        ("queue", "empty", false),
        // Nothing is there: every comparison fails, and its opposite holds.
        ("screen", "exists", false), ("screen", "not exists", true), ("screen", "empty", true),
        ("screen", "== home", false), ("screen", "!= home", true), ("screen", "not == home", true),
        ("screen", "== null", true), ("screen", "< 1", false), ("screen", "not < 1", true),
        ("screen", "contains ''", false), ("screen", "matches /^/", false),
        ("events", "exists", true), ("events", "empty", true), ("events", "== []", true),
        ("count events", "== 0", true),
    ]

    static let values: [(String, String, Bool)] = [
        ("'abc'", "== abc", true), ("'abc'", "== ABC", false), ("'abc'", "startsWith ab", true),
        ("'abc'", "endsWith ab", false), ("'abc'", "contains b", true),
        ("'abc'", "contains ''", true), ("'abc'", "matches /b/", true),
        ("'abc'", "matches /^abc$/", true), ("'abc'", "matches /B/", false),
        ("'abc'", "matches /B/i", true), ("'abc'", "not matches /x/", true),
        ("'ÄRGER'", "matches /ärger/i", true), ("12", "matches /^12$/", true),
        ("12", "contains 2", true), ("'b'", "> a", true), ("'10'", "< 9", false),
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
        ("1 UNION ALL SELECT 2", "== 1", false), ("1 UNION ALL SELECT 2", "> 0", false),
    ]

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
