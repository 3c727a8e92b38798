import Foundation
import PushTestSupport
import Testing

/// SQL that cannot run, or must not: each is pointed at, and the workspace stays as it was.
@Suite struct BadQueryTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    static let malformed = [
        ("SELEC 1", "sql:1:1: error: near \"SELEC\": syntax error"),
        ("SELECT", "error: incomplete input"),
        ("SELECT 'abc", "sql:1:8: error: unrecognized token"),
        ("SELECT * FROM nope", "sql:1:15: error: no such table: nope"),
        ("SELECT 'お知らせ', nope FROM events", "sql:1:16: error: no such column: nope"),
        ("SELECT count(", "error: "), ("SELECT nope(1)", "sql:1:8: error: no such function: nope"),
        ("SELECT 1 2", "sql:1:10: error: near \"2\": syntax error"),
        ("SELECT td_time_format(1)", "error: "), ("SELECT sum(", "error: "),
        ("(((", "error: "),
        (";", "-:2:7: error: found no statement, wanted SQL such as `SELECT 1`\n"),
        ("-- nothing", "-:2:7: error: found no statement, wanted SQL such as `SELECT 1`\n"),
        ("SELECT 1;;; SELECT", "error: "),
        ("SELECT \u{1}", "error: "),
    ]

    @Test func `malformed SQL is pointed at`() throws {
        for (sql, message) in Self.malformed {
            let run = try query(sql)
            #expect(run.stderr.contains(message), "\(sql): \(run)")
            #expect(run.status == 1, "\(sql)")
        }
    }

    static let writing = [
        "DELETE FROM events", "UPDATE apps SET user_id = 1", "INSERT INTO events VALUES(1)",
        "DROP TABLE events", "CREATE TABLE x(y)", "CREATE TEMP TABLE x(y)", "VACUUM",
        "VACUUM INTO '/tmp/leak'", "ATTACH 'leak.db' AS leak", "DETACH mobile", "BEGIN", "COMMIT",
        "PRAGMA user_version = 9", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = 1",
        "SELECT load_extension('x')", "SELECT 1; DROP TABLE events", "REINDEX", "ANALYZE",
        "SELECT readfile('/etc/passwd')", "SELECT writefile('leak', 'x')",
        "ALTER TABLE events ADD x",
        "WITH x AS (SELECT 1) DELETE FROM events", "EXPLAIN DELETE FROM events", "SAVEPOINT a",
        "REPLACE INTO settings VALUES('a', 'b')", "SELECT * FROM pragma_writable_schema(1)",
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END",
    ]

    @Test func `a query only reads`() throws {
        let before = try databases()
        for sql in Self.writing {
            let run = try query(sql)
            #expect(run.stdout == "" || sql.hasPrefix("SELECT 1;"), "\(sql): \(run)")
            #expect(run.stderr.contains("error: "), "\(sql): \(run)")
            #expect(run.status == 1, "\(sql)")
            #expect(try databases() == before, "\(sql)")
        }
    }

    /// The databases, and whatever else lies in the directory besides SQLite's logs.
    func databases() throws -> [String: Data] {
        try place.contents().filter { !$0.key.hasSuffix("-shm") && !$0.key.hasSuffix("-wal") }
    }

    @Test(arguments: [
        "SELECT " + String(repeating: "(", count: 5000),
        "SELECT 1" + String(repeating: ", 1", count: 5000),
        "SELECT 1 " + String(repeating: "UNION ALL SELECT 1 ", count: 5000),
        "SELECT length(randomblob(2000000000))", "SELECT zeroblob(2000000000)",
        "SELECT printf('%.*c', 2000000000, 'x')",
        "SELECT replace(zeroblob(100000), x'00', 'xxxxxx')",
    ])
    func `a query that asks too much is refused`(sql: String) throws {
        let run = try query(sql)
        #expect(run.stderr.contains("error: ") || run.stdout.utf8.count < 700_000)
        #expect(run.status == 0 || run.status == 1)
    }

    @Test func `a column of another table is not suggested for itself`() throws {
        let run = try query("SELECT uuid FROM mobile.push_events")
        #expect(run.stderr.contains("no such column: uuid"))
        #expect(run.stderr.contains("did you mean") == false)
    }

    func query(_ sql: String) throws -> Pushsh.Run {
        try place.inWorkspace("psh 1\nquery <<'SQL'\n\(sql)\nSQL\n")
    }
}
