import PushTestSupport
import Testing

/// A long flush that is ended from outside: by ^C, by a signal, by a disk that takes no more.
///
/// What was acknowledged stays so, the rest stays in the queue, and the next flush sends it.
@Suite struct FlushInterruptionTests {
    static let events = 6_000
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace(
            """
            config queue.limit 10000
            app launch
            for i in 1..\(Self.events)
              open myapp://item/${i}
            end

            """)
    }

    /// Runs a flush and sends it a signal as soon as its first batch is marked.
    func flush(endedBy signal: String) throws -> Pushsh.Run {
        try Pushsh.bash(
            """
            "$PUSHSH" --workspace w -c flush >told.txt 2>&1 &
            until [[ $(sqlite3 -readonly w/device.db 'SELECT count(*) FROM uploads' 2>/dev/null) \
            -ge 1 ]] || ! kill -0 $! 2>/dev/null; do :; done
            kill -\(signal) $! 2>/dev/null
            wait $!
            echo "status $?"
            cat told.txt
            """, in: place)
    }

    /// Flushes what is left and compares the warehouse with everything that was tracked.
    func expectWhole(_ about: Pushsh.Run) throws {
        let run = try place.inWorkspace(
            """
            ? flush
            expect queue == 0
            query --dialect sqlite "SELECT count(value), count(DISTINCT value) \
            FROM mobile.push_events"
            query --dialect sqlite "SELECT count(*) FROM (SELECT n, max(n) OVER (ORDER BY r) \
            AS newest FROM \
            (SELECT substr(value, 14) + 0 AS n, _rowid_ AS r FROM mobile.push_events \
            WHERE value IS NOT NULL)) WHERE n < newest"

            """)
        #expect(run.status == 0, "\(run)\n\(about)")
        let counts = run.lines.filter { $0.first?.isNumber == true }
        #expect(counts == ["\(Self.events),\(Self.events)", "0"], "\(about)")
        for file in ["device.db", "warehouse/mobile.db"] {
            let check = try Shell.run(
                "sqlite3", [place.path + "/w/" + file, "PRAGMA integrity_check"])
            #expect(check.stdout == "ok\n")
        }
    }

    @Test(arguments: [("TERM", 143), ("KILL", 137), ("HUP", 129)])
    func `a signal in the middle loses nothing`(signal: String, status: Int) throws {
        let run = try flush(endedBy: signal)
        // A flush that was faster than the signal ended well.
        #expect(["status \(status)", "status 0"].contains(run.lines.first), "\(run)")
        try expectWhole(run)
    }

    @Test func `an interrupt ends a flush between two batches`() throws {
        // A shell starts what it puts into the background with SIGINT ignored.
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            "$PUSHSH" --workspace w -c flush >told.txt 2>&1 &
            until [[ $(sqlite3 -readonly w/device.db 'SELECT count(*) FROM uploads' 2>/dev/null) \
            -ge 1 ]] || ! kill -0 $! 2>/dev/null; do :; done
            kill -INT $! 2>/dev/null
            wait $!
            echo "status $?"
            cat told.txt
            """, in: place)
        #expect(["status 130", "status 0"].contains(run.lines.first), "\(run)")
        if run.lines.first == "status 130" {
            #expect(run.stdout.contains("note    interrupted: "), "\(run)")
        }
        try expectWhole(run)
    }

    @Test func `a limit on the size of files in the middle loses nothing`() throws {
        let run = try Pushsh.bash(
            """
            ulimit -f 700
            "$PUSHSH" --workspace w -c flush
            echo "status $?"
            """, in: place)
        #expect(run.lines.last == "status 3", "\(run)")
        #expect(run.stderr.hasPrefix("-c:1:1: error: cannot "), "\(run)")
        #expect(run.stderr.contains("write `w/"), "\(run)")
        try expectWhole(run)
    }
}
