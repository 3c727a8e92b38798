import PushTestSupport
import Testing

/// SH-02: `config workspace.durability power`: nothing is acknowledged before the disk has it.
@Suite struct DurabilityTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    static var canTrace: Bool {
        (try? Shell.run("strace", ["-o", "/dev/null", "true"]).status) == 0
    }

    /// The calls of a flush that bring files to the disk or print, in their order, without their
    /// arguments: `sync FILE` and `print`.
    private func calls(_ setting: String, _ script: String) throws -> [String] {
        try place.makeWorkspace("app launch\nconfig workspace.durability \(setting)\n")
        let binary = try PushshBinary.path
        let run = try Pushsh.bash(
            """
            strace -f -y -o trace -e trace=fsync,fdatasync,write,writev,sendto,sendmsg \
                '\(binary)' --workspace w -c '\(script)' >out 2>err
            sed -nE -e 's/.*f(data)?sync\\([0-9]+<([^>]*)>.*/sync \\2/p' \
                -e 's/.*write\\(1<.*/print/p' trace |
                sed "s|$PWD/||"
            """, in: place)
        #expect(run.status == 0, "\(run)")
        return run.lines
    }

    @Test(.enabled(if: canTrace, "skipped: strace cannot be run here"))
    func `with power a command is printed when the disk has it`() throws {
        let calls = try calls("power", "login a\nflush")
        let printed = calls.indices.filter { calls[$0] == "print" }
        let end = try #require(printed.last)
        let stored = try #require(calls.firstIndex(of: "sync w/warehouse/mobile.db-wal"))
        let noted = try #require(
            calls[stored...].firstIndex(of: "sync w/device.db-wal"))
        #expect(stored < end && noted < end, "\(calls)")
        #expect(calls.contains("sync w/warehouse"), "\(calls)")
        #expect(calls.contains("sync w/warehouse/mobile.db"), "\(calls)")
        let first = try #require(printed.first)
        #expect(calls[..<first].contains("sync w/device.db-wal"), "\(calls)")
    }

    @Test(.enabled(if: canTrace, "skipped: strace cannot be run here"))
    func `with power a change of the warehouse waits for the disk, first in its process`() throws {
        let calls = try calls("power", "table create mobile.orders")
        let end = try #require(calls.lastIndex(of: "print"))
        #expect(calls[..<end].contains("sync w/warehouse/mobile.db-wal"), "\(calls)")
    }

    @Test(.enabled(if: canTrace, "skipped: strace cannot be run here"))
    func `without it no command waits for the disk`() throws {
        let calls = try calls("process", "login a\nflush")
        let end = try #require(calls.lastIndex(of: "print"))
        // SQLite waits for the head of a new log alone.
        let waits = calls[..<end].filter { $0 == "sync w/device.db-wal" }
        #expect(waits.count <= 1, "\(calls)")
    }

    /// The setting is there before, or another process sets it while the server runs.
    @Test(
        .enabled(if: canTrace, "skipped: strace cannot be run here"), arguments: [false, true])
    func `with power an upload over HTTP is answered when the disk has it`(isLate: Bool) throws {
        let setting = "config workspace.durability power"
        try place.makeWorkspace(isLate ? "app launch\n" : "app launch\n\(setting)\n")
        let binary = try PushshBinary.path
        let body = #"{"events":[{"type":"open","time":1767225600,"uuid":"u-1"}]}"#
        let run = try Pushsh.bash(
            """
            strace -f -y -o trace -e trace=fsync,fdatasync,write,writev,sendto,sendmsg \
                '\(binary)' --workspace w -c 'serve --any-key --ingest 0' >out 2>err &
            until grep -q http out; do sleep 0.1; done
            port=$(grep -o 'http://[^ ]*' out | sed 's/.*://')
            \(isLate ? "'\(binary)' --workspace w -c '\(setting)' || exit 1" : "")
            curl -sS -H 'Authorization: TD1 1/abc' \
                -H 'Content-Type: application/vnd.treasuredata.v1+json' \
                -d '\(body)' http://127.0.0.1:$port/mobile/push_events >answer
            kill $(pgrep -P $!); wait
            sed -nE -e 's/.*f(data)?sync\\([0-9]+<([^>]*)>.*/sync \\2/p' \
                -e '/HTTP\\/1.1 200/s/.*/answer/p' trace | sed "s|$PWD/||"
            """, in: place)
        let answer = try #require(run.lines.firstIndex(of: "answer"), "\(run)")
        #expect(run.lines[..<answer].contains("sync w/warehouse/mobile.db-wal"), "\(run)")
    }

    @Test(.enabled(if: canTrace, "skipped: strace cannot be run here"))
    func `with power a database is made, and deleted, when the disk has its name`() throws {
        let calls = try calls(
            "power", "database create shop\nlogin a\ndatabase delete shop")
        let printed = calls.indices.filter { calls[$0] == "print" }
        let made = try #require(printed.first)
        let file = try #require(calls.firstIndex { $0.hasPrefix("sync w/warehouse/shop.db.") })
        let name = try #require(calls[file...].firstIndex(of: "sync w/warehouse"))
        #expect(name < made, "\(calls)")
        let end = try #require(printed.last)
        let before = printed[printed.count - 2]
        #expect(calls[before..<end].contains("sync w/warehouse"), "\(calls)")
    }

    @Test(.enabled(if: canTrace, "skipped: strace cannot be run here"))
    func `an upload that the disk did not confirm is refused, and not stored twice`() throws {
        try place.makeWorkspace("app launch\nconfig workspace.durability power\n")
        let binary = try PushshBinary.path
        let body = #"{"events":[{"type":"open","time":1767225600}]}"#
        let run = try Pushsh.bash(
            """
            strace -f -o trace -P "$PWD/w/warehouse/mobile.db-wal" \
                -e inject=fsync,fdatasync:error=EIO:when=2 \
                '\(binary)' --workspace w -c 'serve --any-key --ingest 0' >out 2>err &
            until grep -q http out; do sleep 0.1; done
            port=$(grep -o 'http://[^ ]*' out | sed 's/.*://')
            curl -sS -o answer -w '%{http_code}\\n' -H 'Authorization: TD1 1/abc' \
                -H 'Content-Type: application/vnd.treasuredata.v1+json' \
                -d '\(body)' http://127.0.0.1:$port/mobile/push_events
            kill $(pgrep -P $!); wait
            grep -c INJECTED trace
            '\(binary)' --workspace w -c 'query "SELECT count(*) AS n FROM push_events"'
            """, in: place)
        #expect(run.lines == ["503", "1", "n", "-", "1"], "\(run)")
    }
}
