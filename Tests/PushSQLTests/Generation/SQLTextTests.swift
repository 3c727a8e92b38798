import Testing

@testable import PushSQL

/// Literals and names as SQLite reads them.
@Suite struct SQLTextTests {
    @Test(arguments: [
        ("", "''"), ("it's", "'it''s'"), ("'", "''''"), ("o'\u{301}x", "'o''\u{301}x'"),
        ("\"", "'\"'"), ("a\0b", "CAST(X'610062' AS TEXT)"), ("\\", "'\\'"), ("山", "'山'"),
    ])
    func `a text is one literal`(text: String, sql: String) {
        #expect(Array(SQLText.string(text).utf8) == Array(sql.utf8))
    }

    @Test(arguments: [
        ("a", "\"a\""), ("a\"b", "\"a\"\"b\""), ("a\"\u{301}", "\"a\"\"\u{301}\""),
        ("o'x", "\"o'x\""),
    ])
    func `a name is one name`(name: String, sql: String) {
        #expect(Array(SQLText.name(name).utf8) == Array(sql.utf8))
    }

    @Test(arguments: [
        (Double.nan, "'NaN'"), (.infinity, "9e999"), (-.infinity, "-9e999"), (-0.0, "-0.0"),
        (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        (0.1, "0.1"), (1e16, "1e+16"),
    ])
    func `a number keeps its value`(value: Double, sql: String) {
        #expect(SQLText.double(value) == sql)
    }

    @Test func `bytes are hexadecimal`() {
        #expect(SQLText.blob([]) == "X''")
        #expect(SQLText.blob([0, 10, 255]) == "X'000AFF'")
    }

    @Test(arguments: [
        ("SELECT 'o''\u{301}x'", "'o''\u{301}x'"),
        ("SELECT 1 AS \"n\"\"\u{301}\"", "\"n\"\"\u{301}\""),
        (
            "SELECT 1 FROM events WHERE type = 'b''\u{301} OR 1 = 1 --'",
            "'b''\u{301} OR 1 = 1 --'"
        ),
    ])
    func `a quoted text stays quoted with an accent behind its quote`(query: String, part: String) {
        let sql = SampleCatalog.sql(query)
        #expect(Array(sql.utf8).firstRange(of: Array(part.utf8)) != nil, "\(sql)")
    }
}
