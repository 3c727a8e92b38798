import Foundation
import PushTestSupport
import Testing

/// TD-11: `backup`, `restore` and `repair` as people use them, with the tools that they have.
@Suite struct KeepTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nlogin u1\nlogin u2\nflush\nbackup kept.tar\n")
    }

    func damage(_ file: String, at offset: Int, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: place.path + "/" + file))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        for log in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: place.path + "/" + file + log)
        }
    }

    @Test func `tar, sha256sum and sqlite3 read a backup`() throws {
        let run = try Pushsh.bash(
            """
            mkdir x && tar -xf kept.tar -C x && cd x && LC_ALL=C ls -R &&
            sha256sum --quiet -c SHA256SUMS &&
            sqlite3 warehouse/mobile.db 'SELECT count(user_id) FROM push_events' &&
            stat -c %a device.db
            """, in: place)
        #expect(run.status == 0, "\(run)")
        #expect(
            run.stdout == """
                .:
                SHA256SUMS
                backup.json
                device.db
                warehouse

                ./warehouse:
                mobile.db
                2
                600

                """)
    }

    @Test func `a backup and its restore tell the size of the file`() throws {
        let run = try Pushsh.bash(
            """
            "$PUSHSH" --workspace w -c 'backup other.tar' | grep -oE '[0-9]+ bytes'
            "$PUSHSH" --workspace w -c 'restore other.tar' | grep -oE '[0-9]+ bytes'
            stat -c '%s bytes' other.tar
            """, in: place)
        let lines = run.stdout.split(separator: "\n")
        #expect(lines.count == 3 && Set(lines).count == 1, "\(run)")
    }

    @Test func `what happened after a backup is gone, and the rest is there`() throws {
        let run = try place.inWorkspace(
            """
            login u3
            flush
            restore kept.tar
            whoami
            expect $.user == u2
            expect sql "SELECT count(DISTINCT user_id) FROM mobile.push_events" == 2
            login u4
            flush
            """)
        #expect(run.status == 0, "\(run)")
        let later = try place.inWorkspace(
            "whoami\nexpect $.user == u4\n"
                + "expect sql \"SELECT count(DISTINCT user_id) FROM mobile.push_events\" == 3\n")
        #expect(later.status == 0, "\(later)")
    }

    @Test func `a workspace that cannot be opened is told how, and restored`() throws {
        try damage("w/device.db", at: 0, Array("nothing at all".utf8))
        let refused = try place.inWorkspace("whoami\n")
        #expect(refused.status == 3)
        #expect(refused.stderr.contains("hint: `repair` says what can be saved"))
        let found = try place.inWorkspace("repair\n")
        #expect(found.status == 3)
        #expect(found.stdout.hasPrefix("damaged  w/device.db\n"), "\(found)")
        #expect(found.stderr.contains("error: 1 of 2 files is damaged; nothing was changed"))
        #expect(try place.inWorkspace("whoami\n").status == 3)
        let back = try place.inWorkspace("restore kept.tar\n")
        #expect(back.status == 0, "\(back)")
        let run = try place.inWorkspace("whoami\nexpect $.user == u2\n")
        #expect(run.status == 0, "\(run)")
        let kept = FileManager.default.contents(atPath: place.path + "/w/damaged/1/device.db")
        #expect(kept?.starts(with: "nothing at all".utf8) == true)
    }

    @Test func `what can be read of a damaged file is kept`() throws {
        try damage("w/device.db", at: 0, Array("nothing at all".utf8))
        let mended = try place.inWorkspace("repair --write\n")
        #expect(mended.status == 0, "\(mended)")
        #expect(mended.stdout.contains("the damaged file is kept in w/damaged/1"))
        let run = try place.inWorkspace(
            """
            whoami
            expect $.user == u2
            expect sql "SELECT count(*) FROM events" >= 3
            repair
            """)
        #expect(run.status == 0, "\(run)")
    }

    /// One bit of the statements that made two tables: the pages of both are whole.
    @Test func `a damaged list of tables costs nothing`() throws {
        for (file, text, shift) in [
            ("w/device.db", "body TEXT NOT NULL", 3),
            ("w/warehouse/mobile.db", "CREATE TABLE \"push_events\"", 5),
        ] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: place.path + "/" + file))
            let start = try #require(bytes.range(of: Data(text.utf8))).lowerBound + shift
            try damage(file, at: start, [bytes[start] ^ 1])
        }
        let refused = try place.inWorkspace("repair\n")
        #expect(refused.stderr.contains("error: 2 of 2 files are damaged"), "\(refused)")
        let mended = try place.inWorkspace("repair --write\n")
        #expect(mended.status == 0 && !mended.stdout.contains(" lost"), "\(mended)")
        let run = try place.inWorkspace(
            """
            whoami
            expect $.user == u2
            repair
            database list
            expect sql "SELECT count(*) FROM mobile.push_events" >= 2
            login u3
            flush
            """)
        #expect(run.status == 0, "\(run)")
    }

    @Test(.enabled(if: TerminalDriver.isAvailable, "skipped: tmux is not installed"))
    func `at the prompt repair shows what it found and asks before it changes anything`() throws {
        let prompt = try PromptSession(place)
        try damage("w/warehouse/mobile.db", at: 0, Array("nothing at all".utf8))
        let file = URL(fileURLWithPath: place.path + "/w/warehouse/mobile.db")
        let before = try Data(contentsOf: file)
        func answer(_ text: String, until told: String) -> [String] {
            prompt.driver.type("repair --write")
            prompt.driver.press("Enter")
            _ = prompt.driver.screen { $0.rows.last?.hasSuffix("[y/N]") ?? false }
            prompt.driver.type(text)
            prompt.driver.press("Enter")
            return prompt.driver.screen { screen in
                screen.rows.contains { $0.contains(told) }
                    && screen.rows.last.map(PromptSession.isPrompt) ?? false
            }.rows
        }
        let refused = answer("n", until: "nothing was changed")
        #expect(refused.contains { $0.hasPrefix("damaged  w/warehouse/mobile.db") }, "\(refused)")
        #expect(refused.contains { $0.contains("nothing was changed") }, "\(refused)")
        #expect(try Data(contentsOf: file) == before)
        let mended = answer("y", until: "is kept in")
        #expect(mended.contains { $0.contains("is kept in w/damaged/1") }, "\(mended)")
        #expect(prompt.leave() == "exited 0")
    }

    @Test(.enabled(if: TerminalDriver.isAvailable, "skipped: tmux is not installed"))
    func `repair asks with -c at a terminal, and a script does not`() throws {
        try damage("w/device.db", at: 0, Array("nothing at all".utf8))
        let file = URL(fileURLWithPath: place.path + "/w/device.db")
        let before = try Data(contentsOf: file)
        func answer(_ text: String) throws -> [String] {
            let driver = TerminalDriver(
                ["env", "-C", place.path, try PushshBinary.path, "--workspace", "w", "-c"]
                    + ["repair --write"], columns: 80, rows: 30)
            _ = driver.screen { $0.rows.last?.hasSuffix("[y/N]") ?? false }
            driver.type(text)
            driver.press("Enter")
            return driver.wait(for: "exited").rows
        }
        let refused = try answer("n")
        #expect(refused.contains { $0.contains("nothing was changed") }, "\(refused)")
        #expect(refused.last == "exited 1")
        #expect(try Data(contentsOf: file) == before)
        let mended = try answer("y")
        #expect(mended.contains { $0.contains("is kept in w/damaged/1") }, "\(mended)")
        #expect(mended.last == "exited 0")
        try damage("w/device.db", at: 0, Array("nothing at all".utf8))
        try place.write("repair --write\n", to: "r.psh")
        let script = TerminalDriver(
            ["env", "-C", place.path, try PushshBinary.path, "--workspace", "w", "r.psh"],
            columns: 80, rows: 30)
        #expect(script.wait(for: "exited").rows.last == "exited 0")
    }

    /// A file that no restore can fill is put aside: one of a newer version, of something else, or
    /// none at all.
    @Test(arguments: [
        "printf '\\0\\0\\003\\347' | dd of=w/warehouse/mobile.db bs=1 seek=60 conv=notrunc",
        "rm w/warehouse/mobile.db; sqlite3 w/warehouse/mobile.db 'CREATE TABLE other(x)'",
        "rm w/warehouse/mobile.db; mkdir w/warehouse/mobile.db",
        "rm w/device.db; sqlite3 w/device.db 'CREATE TABLE other(x)'",
    ])
    func `a restore replaces whatever stands in its way`(harm: String) throws {
        let harmed = try Pushsh.bash("rm -f w/*-wal w/*-shm w/warehouse/*-*; \(harm)", in: place)
        #expect(harmed.status == 0, "\(harmed)")
        let back = try place.inWorkspace("restore kept.tar\n")
        #expect(back.status == 0, "\(back)")
        let run = try place.inWorkspace(
            """
            whoami
            expect $.user == u2
            expect sql "SELECT count(DISTINCT user_id) FROM mobile.push_events" == 2
            """)
        #expect(run.status == 0, "\(run)")
        let aside = try Pushsh.bash("find w/damaged/1 -name '*.db'; ls -d w/incoming*", in: place)
        #expect(aside.stdout.hasSuffix(".db\n"), "\(aside)")
    }

    /// The file is opened without a word; only who reads all of it meets the page.
    @Test func `a page that opening does not read is found and mended`() throws {
        let pushes = (1...150).map {
            #"receive {"aps":{"alert":"\#(String(repeating: "日本", count: 200))"}} --id m\#($0)"#
        }
        _ = try place.inWorkspace(pushes.joined(separator: "\n") + "\nbackup full.tar\n")
        let file = URL(fileURLWithPath: place.path + "/w/device.db")
        let bytes = try Data(contentsOf: file)
        let inner = try #require(
            stride(from: 4096, to: bytes.count, by: 4096).first { bytes[$0] == 5 })
        try damage("w/device.db", at: inner, [UInt8](repeating: 0, count: 4096))
        let harmed = try Data(contentsOf: file)
        let refused = try place.inWorkspace("whoami\n")
        #expect(refused.status == 3)
        #expect(refused.stderr.contains("hint: `repair` says what can be saved"), "\(refused)")
        let found = try place.inWorkspace("repair\n")
        #expect(found.stdout.contains("damaged  w/device.db\n"), "\(found)")
        #expect(!found.stdout.contains("***"), "\(found)")
        let mended = try place.inWorkspace("repair --write\n")
        #expect(mended.status == 0, "\(mended)")
        #expect(try place.inWorkspace("whoami\nexpect $.user == u2\n").status == 0)
        try harmed.write(to: file)
        _ = try Pushsh.bash("rm -f w/device.db-*", in: place)
        let back = try place.inWorkspace("restore full.tar\n")
        #expect(back.status == 0, "\(back)")
        let run = try place.inWorkspace("why m1\nwhy m150\n")
        #expect(run.status == 0 && run.stdout.contains(" m150: "), "\(run)")
        #expect(!run.stdout.contains("no push with the ID"), "\(run)")
    }

    @Test func `damage of the warehouse is told in plain words, with what mends it`() throws {
        let file = URL(fileURLWithPath: place.path + "/w/warehouse/mobile.db")
        let bytes = try Data(contentsOf: file)
        let row = try #require(bytes.range(of: Data("token_register".utf8)))
        try damage(
            "w/warehouse/mobile.db", at: row.lowerBound / 4096 * 4096,
            [UInt8](repeating: 0, count: 4096))
        let run = try place.inWorkspace("query \"SELECT count(*) FROM mobile.push_events\"\n")
        #expect(run.status == 3, "\(run)")
        let page = row.lowerBound / 4096 + 1
        #expect(
            run.stderr.contains(
                "`w/warehouse/mobile.db` is damaged: page \(page) is not as it was written\n"),
            "\(run)")
        #expect(run.stderr.contains("hint: `repair` says what can be saved"), "\(run)")
        #expect(try place.inWorkspace("restore kept.tar\n").status == 0)
        #expect(
            try place.inWorkspace("query \"SELECT count(*) FROM mobile.push_events\"\n").status
                == 0)
    }

    /// D12: the file is named that is damaged, and not the one that was asked.
    @Test(arguments: [
        ("device.db", "w/device.db"), ("warehouse/mobile.db", "w/warehouse/mobile.db"),
    ])
    func `damage in the list of tables is told as damage`(file: String, name: String) throws {
        let url = URL(fileURLWithPath: place.path + "/w/" + file)
        let bytes = try Data(contentsOf: url)
        let wanted = file == "device.db" ? "CREATE TABLE journal" : "CREATE TABLE \"push_events\""
        let found = try #require(bytes.range(of: Data(wanted.utf8)))
        try damage("w/" + file, at: found.lowerBound + 3, [0x01])
        let run = try place.inWorkspace(
            "query \"SELECT count(*) FROM mobile.push_events, journal\"\n")
        #expect(run.status == 3, "\(run)")
        #expect(run.stderr.contains("`\(name)` is damaged: "), "\(run)")
    }

    @Test func `a name that damage changed is told as damage`() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: place.path + "/w/device.db"))
        let text = Data("CREATE TABLE journal(".utf8)
        let table = try #require(bytes.range(of: text))
        let column = try #require(
            bytes.range(of: Data("device".utf8), in: table.upperBound..<bytes.count))
        try damage("w/device.db", at: column.lowerBound, Array("defice".utf8))
        for query in [
            "--dialect sqlite \"SELECT device FROM journal\"",
            "--dialect sqlite \"SELECT count(*) FROM facts\"",
            "--dialect trino \"SELECT device FROM device.journal\"",
            "--dialect trino \"SELECT count(*) FROM device.facts\"",
        ] {
            let run = try place.inWorkspace("query \(query)\n")
            #expect(run.status == 3, "\(run)")
            #expect(run.stderr.contains("`w/device.db` is damaged: "), "\(run)")
        }
    }

    @Test func `another program's file is no backup`() throws {
        try place.write("not a backup\n", to: "other.tar")
        let run = try place.inWorkspace("restore other.tar\n")
        #expect(run.status == 1)
        #expect(
            run.stderr.hasSuffix(
                "error: `other.tar` is not a backup of a pushsh workspace, wanted a file that "
                    + "`backup` wrote\n  restore other.tar\n  ^^^^^^^^^^^^^^^^^\n")
                || run.stderr.contains("error: `other.tar` is not a backup of a pushsh workspace"))
        #expect(try place.inWorkspace("!file_not_found restore none.tar\n").status == 0)
    }

    @Test func `a pipe or a device is not replaced, even with --force`() throws {
        let run = try Pushsh.bash(
            """
            mkfifo pipe
            "$PUSHSH" --workspace w -c "!file_exists backup pipe --force"
            "$PUSHSH" --workspace w -c '!file_exists export "SELECT 1 AS n" pipe --to csv --force'
            test -p pipe && ls -d pipe*
            """, in: place)
        #expect(run.status == 0 && run.stdout == "pipe\n", "\(run)")
        let refused = try place.inWorkspace("backup pipe --force\n")
        let message = "`pipe` is not a regular file, and nothing else is replaced"
        #expect(refused.stderr.contains(message), "\(refused)")
    }

    static let canMount = (try? Shell.run("unshare", ["-m", "true"]))?.status == 0

    @Test(.enabled(if: canMount, "a file system cannot be mounted here"))
    func `a disk without room for a backup leaves nothing of it`() throws {
        let run = try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs -o size=100k tmpfs m || exit 100
                "$PUSHSH" --workspace w -c "backup m/kept.tar"; echo "status $?"; ls m'
            """, in: place)
        #expect(run.stdout == "status 3\n", "\(run)")
        #expect(run.stderr.contains("error: cannot write `m/kept.tar"), "\(run)")
        #expect(run.stderr.contains("the disk is full"))
    }

    @Test(.enabled(if: canMount, "a file system cannot be mounted here"))
    func `repair examines what cannot be written`() throws {
        let run = try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs -o size=8m tmpfs m && cp -r w m || exit 100
                cat /dev/zero 2>&- > m/fill
                "$PUSHSH" --workspace m/w -c repair; echo "status $?"
                rm m/fill; mount -o remount,ro m || exit 100
                "$PUSHSH" --workspace m/w -c repair; echo "status $?"
                "$PUSHSH" --workspace m/w -c "repair --write"; echo "status $?"'
            """, in: place)
        let sound = "sound    m/w/device.db\nsound    m/w/warehouse/mobile.db\nstatus 0\n"
        #expect(run.stdout == sound + sound + "status 3\n", "\(run)")
        let hint = "hint: copy the workspace to a disk that can be written, and repair the copy"
        #expect(run.stderr.contains(hint), "\(run)")
    }
}
