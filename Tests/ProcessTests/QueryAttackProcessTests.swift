import Foundation
import PushTestSupport
import Testing

/// SQL that would take all memory, run for ever or read what is not the workspace's.
///
/// Each runs under a limit on the memory of its process, so that one that is not stopped fails here
/// and does not take the machine along.
@Suite struct QueryAttackProcessTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write("secret\n", to: "secret.txt")
    }

    /// The memory that a process may map, in kilobytes: three times what a query may take.
    static let mapped = 2_000_000

    /// Runs a query between two commands, and looks whether the world is whole behind it.
    func attack(_ sql: String, _ options: String, prefix: String = "") throws -> Pushsh.Run {
        try place.write(
            """
            app launch
            \(prefix)query --dialect sqlite <<'SQL'
            \(sql)
            SQL
            login after
            expect queue == 2
            expect sql "SELECT count(*) FROM events" == 2
            flush
            expect sql "SELECT count(*) FROM mobile.push_events" == 2

            """, to: "attack.psh")
        return try Pushsh.bash(
            """
            ulimit -v \(Self.mapped)
            "$PUSHSH" --mode csv \(options) attack.psh 2>&1 >/dev/null
            """, in: place)
    }

    /// Columns of large values; SQLite would compute equal ones once.
    static func columns(_ count: Int, _ expression: (Int) -> String) -> String {
        "SELECT " + (0..<count).map { "\(expression($0)) AS c\($0)" }.joined(separator: ", ")
    }

    static let endless = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n)"

    static let bombs = [
        (columns(100) { "hex(zeroblob(\(16_000_000 + $0)))" }, "needs more than 512 MB of memory"),
        (
            columns(999) { "replace(hex(zeroblob(99)), '0', hex(zeroblob(\(20_000 + $0))))" },
            "needs more than 512 MB"
        ),
        (columns(300) { "'a' || zeroblob(\(9_000_000 + $0)) || 'b'" }, "needs more than 512 MB"),
        (columns(999) { "printf('%\(900_000 + $0)d', 1)" }, "needs more than 512 MB"),
        ("SELECT printf('%8000000d', 1)", "found a width of 8000000, wanted at most 1000000"),
        ("SELECT zeroblob(2147483647)", "too big"),
        ("SELECT randomblob(2000000000)", "the function `randomblob` is not available"),
        ("SELECT 'a' LIKE '\(String(repeating: "%a", count: 5000))'", "too complex"),
        ("SELECT 'a' LIKE 'a' ESCAPE 'ab'", "ESCAPE expression must be a single character"),
    ]

    @Test(arguments: bombs, ["", "--workspace w"])
    func `a query that wants all memory is stopped, and the world goes on`(
        bomb: (sql: String, message: String), options: String
    ) throws {
        let run = try attack(bomb.sql, options, prefix: "? ")
        #expect(run.status == 0, "\(bomb.sql.prefix(80)): \(run.stdout.prefix(400))")
        let alone = try attack(bomb.sql, "--keep-going \(options.isEmpty ? "" : "--workspace v")")
        #expect(alone.stdout.contains(bomb.message), "\(alone.stdout.prefix(400))")
        #expect(alone.status == 1)
    }

    @Test(
        arguments: [
            "\(endless) SELECT count(*) FROM n", "\(endless) SELECT max(i) FROM n ORDER BY 1",
            "\(endless) SELECT i FROM n WHERE i < 0",
            "\(endless) SELECT count(*) FROM n AS a, n AS b",
        ])
    func `an interrupt ends a query that would not end`(sql: String) throws {
        try place.write("clock now\nquery --dialect sqlite \"\(sql)\"\n", to: "endless.psh")
        // The line of the first command says that the query is next.
        let run = try Pushsh.bash(
            """
            coproc RUN { exec "$PUSHSH" endless.psh 2>&1; }
            pid=$RUN_PID
            exec 3<&${RUN[0]}
            IFS= read -r -u 3 first
            kill -INT $pid
            cat <&3
            wait $pid
            """, in: place)
        #expect(run.status == 130, "\(run)")
    }

    static let readers = [
        "SELECT readfile('secret.txt')", "ATTACH 'secret.txt' AS s", "SELECT * FROM fsdir('.')",
        "CREATE VIRTUAL TABLE temp.s USING csv(filename='secret.txt')",
        "SELECT fts3_tokenizer('simple', x'00')", "SELECT load_extension('./secret.txt')",
        "PRAGMA temp_store_directory = '.'", "VACUUM INTO 'copy.db'", "SELECT edit('x', 'cat')",
        "SELECT writefile('copy.txt', 'x')", "SELECT * FROM pragma_module_list",
        "SELECT sqlite_compileoption_get(1)", "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'x'", "INSERT INTO temp.sqlite_schema VALUES(1,2,3,4,5)",
        "CREATE TEMP TABLE t(x)", "CREATE TEMP VIEW events AS SELECT 1", ".open secret.txt",
        ".read secret.txt", ".shell cat secret.txt", "SELECT zipfile('a', 'b')",
    ]

    @Test(arguments: readers, ["", "--workspace w"])
    func `a query reads and writes no other file`(sql: String, options: String) throws {
        let run = try attack(sql, options, prefix: "? ")
        #expect(run.status == 0, "\(run)")
        #expect(!run.stdout.contains("secret\n"))
        let files = try place.listing().filter { !$0.hasPrefix("w") }
        #expect(files == ["attack.psh", "secret.txt"])
        #expect(try place.text("secret.txt") == "secret\n")
    }
}
