import PushTestSupport
import Testing

/// A workspace keeps everything from one process to the next.
@Suite struct WorkspaceTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    @Test func `the next process goes on where the last one ended`() throws {
        try place.makeWorkspace(
            """
            app launch
            login cust-1
            receive <<JSON
              {"aps": {"alert": "Hello"}, "message_id": "m-1"}
              JSON
            flush
            receive <<JSON
              {"aps": {"alert": "Again"}, "message_id": "m-2"}
              JSON
            clock set 2026-03-01T09:00:00Z

            """)
        let run = try place.inWorkspace(
            """
            expect user == cust-1
            expect queue == 1
            expect shown == [m-2, m-1]
            expect sql "SELECT count(*) FROM mobile.push_events" == 3
            clock now
            tap m-1
            !already_handled tap m-1

            """)
        #expect(run.stderr == "")
        #expect(run.status == 0)
        #expect(run.lines.first == "clock   2026-03-01T09:00:00Z")
    }

    @Test func `tokens, devices and settings stay`() throws {
        let first = try place.makeWorkspace(
            """
            app launch
            token
            config queue.limit 7
            stub ingest status=503
            device add tablet
            app install --profile minimal
            """)
        #expect(first.status == 0)
        let token = first.lines.filter { $0.hasPrefix("token   registration") }.last
        let run = try place.inWorkspace(
            "@phone token\nconfig queue.limit\ndevice list\nstub list\n")
        #expect(run.lines.first == token)
        #expect(run.stdout.contains("queue.limit = 7\n"))
        #expect(run.stdout.contains("tablet"))
        #expect(run.stdout.contains("503"))
        #expect(run.status == 0)
    }

    @Test func `each directory has a world of its own`() throws {
        try place.makeWorkspace("app launch\nlogin a\n")
        let other = try Pushsh.run(["--workspace", "v", "-c", "expect user empty"], in: place)
        #expect(other.status == 0)
        #expect(try place.inWorkspace("expect user == a").status == 0)
    }

    @Test func `an ephemeral run leaves nothing behind`() throws {
        let home = ["HOME": place.path, "XDG_STATE_HOME": place.path, "TMPDIR": place.path]
        for arguments in [
            ["-c", "app launch\nflush"], ["--ephemeral", "-c", "app launch\nflush"],
        ] {
            let run = try Pushsh.run(arguments, in: place, variables: home)
            #expect(run.status == 0)
        }
        #expect(try place.listing() == [])
    }

    @Test func `only its owner can read a workspace`() throws {
        try place.makeWorkspace("app launch\nflush\n")
        let modes = try Pushsh.bash("umask 0; find w -printf '%m %P\\n' | sort -k 2", in: place)
        #expect(
            modes.lines.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == [
                "700 ", "600 device.db", "700 warehouse", "600 warehouse/mobile.db",
            ])
    }

    @Test func `a test in a workspace leaves the workspace alone`() throws {
        try place.makeWorkspace("app launch\nlogin a\n")
        let run = try place.inWorkspace("test \"b\"\n  login b\n  expect user == b\nend\n")
        #expect(run.status == 0)
        #expect(try place.inWorkspace("expect user == a").status == 0)
    }

    @Test func `a refused command changes nothing`() throws {
        try place.makeWorkspace("app launch\nflush\n")
        let before = try place.contents()
        for text in [
            "tap", "login", "app lanch", "query \"DELETE FROM events\"", "receive no.json",
        ] {
            #expect(try place.inWorkspace(text).status != 0)
        }
        let after = try place.contents()
        for name in ["w/device.db", "w/warehouse/mobile.db"] {
            #expect(after[name] == before[name])
        }
    }

    /// D12: a clock that waits for the system's says so, instead of letting people wait for it.
    @Test func `a clock that is ahead of the system's says that it stands still`() throws {
        try place.makeWorkspace("app launch\nclock set 2099-01-01T00:00:00Z\nclock real\n")
        func run(_ text: String) throws -> Pushsh.Run {
            try Pushsh.script(text, ["--workspace", "w", "--real-time", "-f", "-"], in: place)
        }
        let told = try run("login a\nlogin b\nclock\nstatus\n")
        let note = "note: the workspace's clock, 2099-01-01T00:00:00Z, is ahead of the system's, 20"
        #expect(told.stderr.hasPrefix(note), "\(told)")
        #expect(told.stderr.split(separator: "\n").count == 1, "\(told)")
        #expect(
            told.stdout.contains(
                "clock   2099-01-01T00:00:00Z, stands still until the system's clock, 20"),
            "\(told)")
        #expect(told.stdout.contains("stands still until the system's, 20"), "\(told)")
        #expect(!told.stdout.contains("follows the system's clock"))
    }
}
