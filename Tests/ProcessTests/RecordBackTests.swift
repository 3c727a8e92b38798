import PushTestSupport
import Testing

/// Recordings of sessions that went back: they replay to the world that is there.
@Suite struct RecordBackTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private static let push = #"receive {"aps": {"alert": "A"}, "message_id": "m-1"}"#

    /// Replays the recording in an empty directory; it has to hold line by line.
    private func replays(
        _ source: SourceLocation = #_sourceLocation
    ) throws -> (recording: String, output: String) {
        let recording = try place.text("r.psh")
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        let run = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(
            run.stderr == "" && run.status == 0, "\(recording)\n\(run)", sourceLocation: source)
        return (recording, run.stdout)
    }

    /// SH-03: the tokens that follow prove that chance went back, too.
    @Test func `what was undone leaves the recording`() throws {
        let run = try Pushsh.script(
            """
            .record start r.psh
            app launch
            \(Self.push)
            tap m-1
            clock advance 1h
            undo 2
            tap m-1
            token refresh
            undo
            redo
            app launch
            token refresh
            \(Self.push)
            notifications
            .record stop

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, output) = try replays()
        #expect(recording.contains("\n# tap m-1\n# | opened  m-1\n"))
        #expect(recording.contains("\n# undo 2\n"))
        #expect(!recording.contains("\nundo"))
        #expect(!recording.contains("\nclock advance"))
        #expect(output.contains("token   registration "))
    }

    @Test func `what was done again is in the recording`() throws {
        let run = try Pushsh.script(
            """
            .record start r.psh
            app launch
            login ann
            token refresh
            undo 2
            redo 2
            token refresh
            whoami
            .record stop

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, _) = try replays()
        #expect(recording.components(separatedBy: "\nlogin ann\n").count == 2)
        #expect(!recording.contains("# login ann"))
    }

    /// SH-03: the file of a backup stays where its statement is undone.
    @Test func `a backup that was undone is restored, and so is one before the recording`() throws {
        let run = try Pushsh.script(
            """
            app launch
            login old
            backup old.bak
            .record start r.psh
            login ann
            backup new.bak
            token refresh
            undo 2
            restore new.bak
            expect user == ann
            token refresh
            whoami
            restore old.bak
            expect user == old
            token refresh
            whoami
            backup new.bak --force
            login eve
            restore new.bak
            whoami
            .record stop

            """, ["--workspace", "w", "-i"], in: place)
        #expect(run.status == 0 && !run.stderr.contains("error"), "\(run)")
        let (recording, output) = try replays()
        #expect(recording.contains("\n# restore old.bak\n"), "\(recording)")
        #expect(recording.contains("\nlogin eve\n"), "\(recording)")
        #expect(recording.contains("\nrestore new.bak\n"), "\(recording)")
        #expect(output.components(separatedBy: "user    old\n").count == 3, "\(output)")
        #expect(output.components(separatedBy: "user    ann\n").count == 1, "\(output)")
    }

    /// SH-03: a recording that is lost at the end is no success.
    @Test(arguments: ["-i", "-f -"])
    func `a recording that cannot be written at the session's end fails`(_ way: String) throws {
        let run = try Pushsh.bash(
            """
            trap '' XFSZ
            ulimit -f 1
            printf '%s\\n' '.record start r.psh' 'app launch' 'app reinstall' 'app launch' |
              pushsh --ephemeral \(way) | cat
            exit ${PIPESTATUS[1]}
            """, in: place)
        #expect(run.status == 3, "\(run)")
        #expect(
            run.stderr.hasSuffix(
                "note: the recording ended without `.record stop`\n"
                    + "error: cannot write `r.psh`: file too large\n"), "\(run)")
    }

    @Test func `a snapshot that came back is where the recording goes on`() throws {
        let run = try Pushsh.script(
            """
            snapshot save fresh
            .record start r.psh
            app launch
            login ann
            snapshot save ready
            token refresh
            flush
            snapshot go ready
            snapshot list
            login bob
            snapshot go fresh
            snapshot go ready
            token refresh
            queue
            .record stop

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, _) = try replays()
        #expect(recording.contains("\n# snapshot go ready\n"))
        #expect(recording.components(separatedBy: "\ntoken refresh\n").count == 2)
    }

    /// What was before the recording can be taken back, too.
    @Test func `an older step is taken back by the journal`() throws {
        try place.makeWorkspace("app launch\nlogin ann\nsnapshot save old\ntoken refresh\n")
        let run = try place.inWorkspace(
            ".record start r.psh\nlogin bob\nsnapshot go old\nwhoami\ntoken refresh\n"
                + ".record stop\n")
        #expect(run.status == 0, "\(run)")
        let (recording, output) = try replays()
        #expect(output.contains("user    ann") || output.contains("user ann"), "\(output)")
        #expect(recording.contains("\n# login bob\n"))
        #expect(!recording.contains("# seed") && recording.contains("\nlogin ann\n"))
    }

    @Test func `steps that were taken back one after another all stay as comments`() throws {
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\nlogin ann\nlogin bob\nundo\nundo\nundo\n"
                + "!nothing_to_undo undo\napp launch\nlogin eve\ntoken\n.record stop\n", in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, _) = try replays()
        #expect(recording.contains("\n# app launch\n"))
        #expect(recording.contains("\n# login ann\n# | login   ann\n"))
        #expect(recording.contains("\n# login bob\n"))
    }

    @Test func `more steps than there are undo nothing`() throws {
        let run = try Pushsh.script(
            "app launch\nlogin ann\n!nothing_to_undo undo 3\n"
                + "expect error.message == \"only 2 steps can be undone\"\nexpect user == ann\n"
                + "undo 2\nexpect user not exists\n!nothing_to_undo redo 3\nredo 2\n"
                + "expect user == ann\n", in: place)
        #expect(run.status == 0, "\(run)")
    }

    /// The copy of a workspace is known again, whatever was sent before it was made.
    @Test(arguments: [
        #"{"aps": {"alert": "A"}}"#, #"{"title": "S", "body": "b"}"#,
        #"{"aps": {"content-available": 1}}"#, #"{"td_campaign_id": "c", "title": "T"}"#,
    ])
    func `golden lines stay in a workspace's recording`(_ payload: String) throws {
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\n.mode csv\n? receive \(payload)\nlogin x\nundo\n"
                + "query \"SELECT 1 AS a\"\n.record stop\n",
            ["--workspace", "w"], in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, _) = try replays()
        #expect(recording.contains("\napp launch\n| "), "\(recording)")
        #expect(!recording.contains("# app launch"), "\(recording)")
        #expect(recording.contains("\n# login x\n"), "\(recording)")
    }

    /// Neither is part of the world that went back.
    @Test func `settings and variables stay as they were`() throws {
        let run = try Pushsh.script(
            """
            .record start r.psh
            app launch
            .mode csv
            login ann
            let x = user
            .mode
            undo
            .mode jsonl
            redo
            undo
            .mode
            whoami
            expect user != ${x}
            .record stop

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, output) = try replays()
        #expect(recording.contains("\n# login ann\n"), "\(recording)")
        #expect(recording.contains("\nlet x = 'ann'\n"), "\(recording)")
        #expect(recording.contains("\n.mode jsonl\n"), "\(recording)")
        #expect(recording.contains("\nexpect user != 'ann'\n"), "\(recording)")
        #expect(output.contains(#"{"type":"mode","mode":"jsonl"}"#), "\(output)")
    }

    /// The statement lost its key, so its golden lines have to.
    @Test func `a payload with a key holds on replay`() throws {
        let key = "1/0123456789abcdef0123456789abcdef01234567"
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\nreceive --id m-1 {\"aps\": {\"alert\": \"\(key)\"}}\n"
                + "notifications\n? why \(key)\n.record stop\n", in: place)
        #expect(run.status == 0, "\(run)")
        let (recording, _) = try replays()
        #expect(!recording.contains("0123456789abcdef"))
        #expect(recording.contains("banner \"1/REDACTED\""))
    }

    /// A view masks a key in its own way, and a table is as wide as the key was.
    @Test func `views and tables of a key hold on replay`() throws {
        let key = "1/aaaa456789abcdef0123456789abcdef01234567"
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\nreceive --id s {\"aps\": {\"alert\": \"\(key)\"}}\n"
                + "show s\nlogin \(key)\nstatus\nopen \"https://a.example/?k=\(key)\"\n"
                + "query \"SELECT type, user_id FROM mobile.push_events\"\nqueue\n.record stop\n",
            in: place)
        #expect(run.status == 0, "\(run)")
        let recording = try place.text("r.psh")
        #expect(!recording.contains("aaaa4567"))
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        let again = try Pushsh.run(["r.psh"], in: empty)
        #expect(again.status == 0, "\(recording)\n\(again)")
    }

    /// The time at which a backup was made differs from run to run.
    @Test func `the time of a backup is no part of a recording`() throws {
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\nbackup a.bak\nlogin a\nrestore a.bak\n"
                + ".record stop\n", in: place)
        #expect(run.status == 0, "\(run)")
        let recording = try place.text("r.psh")
        #expect(recording.contains("\n| restored from a.bak, made [..]: "), "\(recording)")
    }
}

/// The same at a prompt, under the system's clock.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct RecordBackPromptTests {
    @Test func `a recording made at the prompt replays after undo and snapshots`() throws {
        let place = try TemporaryDirectory()
        let prompt = try PromptSession(place, columns: 200, rows: 150)
        prompt.enter(".record start r.psh")
        for entry in [
            "app launch", #"receive {"aps": {"alert": "A"}, "message_id": "m-1"}"#,
            "snapshot save k", "tap m-1", "undo", "login ann", "flush", "snapshot go k",
            "token refresh", "tap m-1",
        ] { prompt.enter(entry) }
        prompt.enter("undo")
        let undone = prompt.enter("undo 2")
        #expect(undone.first == "undone  token refresh", "\(undone)")
        let named = prompt.enter("undo 3")
        #expect(named.last == #"undone  receive {"aps": {"alert": "A"}, "message_id": "m-1"}"#)
        prompt.enter("token refresh")
        prompt.enter(".record stop")
        let recording = try place.text("r.psh")
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        let run = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(run.stderr == "" && run.status == 0, "\(recording)\n\(run)")
        #expect(recording.components(separatedBy: "\nseed ").count == 2)
        #expect(run.stdout.contains("token   registration "))
    }
}
