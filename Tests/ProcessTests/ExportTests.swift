import PushTestSupport
import Testing

/// TD-13 SH-01: `.output FILE` takes the rows of a query as they come, however many they are.
@Suite struct ExportTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// So many rows of a megabyte each.
    private static func rows(_ count: Int) -> String {
        "query --dialect sqlite \"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
            + "WHERE i < \(count)) SELECT i, hex(zeroblob(500000)) AS x FROM n\""
    }

    @Test func `an export is whole, and what cannot be kept of it is not passed off as it`() throws
    {
        let run = try Pushsh.script(
            """
            .mode csv
            .output big.csv
            \(Self.rows(20))
            expect $[0].i == 1
            .output small.csv
            query "SELECT 7 AS n"
            expect output contains 7
            expect $[0].n == 7
            .output
            clock
            """, in: place)
        #expect(run.stdout == "clock   2026-01-01T00:00:00Z\n")
        #expect(run.stderr == "")
        #expect(run.status == 0)
        #expect(try place.text("small.csv") == "n\n7\n")
        let lines = try place.text("big.csv").split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.first == "i,x")
        #expect(
            lines.dropFirst().map { $0.utf8.count }
                == (1...20).map { $0 < 10 ? 1_000_002 : 1_000_003 })
    }

    @Test(arguments: ["output contains 7", "count $ == 20", "$[-1].i == 20"])
    func `what was too large to keep is refused`(expectation: String) throws {
        let run = try Pushsh.script(
            ".mode csv\n.output big.csv\n\(Self.rows(20))\nexpect \(expectation)\n", in: place)
        #expect(run.status == 1)
        #expect(run.stderr.contains("error: the "))
        #expect(try place.text("big.csv").utf8.count > 20_000_000)
    }

    @Test func `golden lines and recordings still hold what went to a file`() throws {
        let run = try Pushsh.script(
            """
            .record start r.psh
            .output out.txt
            query "SELECT 5 AS n"
            .output
            .record stop
            query "SELECT 6 AS n"
            | n
            | -
            | 6
            """, in: place)
        #expect(run.status == 0, "\(run)")
        #expect(try place.text("out.txt") == "n\n-\n5\n")
        #expect(try place.text("r.psh").contains("| 5"))
    }
}
