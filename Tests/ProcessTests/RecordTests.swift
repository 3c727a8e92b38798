import PushTestSupport
import Testing

/// What was recorded replays alone: in an empty directory, in another process, with equal bytes.
@Suite struct RecordTests {
    let place: TemporaryDirectory

    static let workflow = """
        app launch
        login 山田
        receive <<JSON
          {"td_campaign_id": "c-1", "message_id": "msg-1", "title": "お知らせ",
           "body": "本日の ${クーポン} 'quoted'", "link": "https://example.com/promo"}
          JSON
        tap msg-1
        !already_handled tap msg-1
        ? tap nothing-such
        clock advance 90s
        stub ingest status=503 times=1
        flush
        query "SELECT type, user_id FROM mobile.push_events ORDER BY type"
        device add tablet
        @phone logout

        """
        .replacing("${クーポン}", with: "クーポン")

    init() throws {
        place = try TemporaryDirectory()
    }

    /// Replays a recording where there is nothing else.
    func replay(_ recording: String) throws -> Pushsh.Run {
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        return try Pushsh.run(["-f", "r.psh"], in: empty)
    }

    /// What a run printed between the beginning and the end of its recording.
    static func recorded(_ run: Pushsh.Run) -> String {
        let lines = run.stdout.split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0.hasPrefix("record  to ") } ?? 0
        let end = lines.lastIndex { $0.hasPrefix("record  ") } ?? lines.endIndex
        return lines[(start + 1)..<end].map { $0 + "\n" }.joined()
    }

    @Test func `a whole workflow replays with equal bytes`() throws {
        let run = try Pushsh.script(
            ".record start r.psh\n" + Self.workflow + ".record stop\n", in: place)
        #expect(run.status == 0)
        let again = try replay(try place.text("r.psh"))
        expectSameText(again.stdout, Self.recorded(run))
        #expect(again.status == 0)
        #expect(again.stderr == "")
    }

    @Test func `the targets of a list are in the recording, as the payload is`() throws {
        try place.write(#"{"aps": {"alert": "Sale"}, "message_id": "m-1"}"#, to: "p.apns")
        let tokens = ["ab", "cd"].map { String(repeating: $0, count: 32) + "\n" }
        try place.write(tokens.joined(), to: "list.txt")
        let run = try Pushsh.script(
            """
            .record start r.psh
            app launch
            !send_refused send p.apns --to @list.txt
            expect count $ == 2
            .record stop

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let script = try place.text("r.psh")
        #expect(!script.contains("@list.txt"), "\(script)")
        let again = try replay(script)
        #expect(again.status == 0, "\(again)\n\(script)")
    }

    /// SH-03: a long list of targets, with a payload that is on the line.
    @Test func `a list of any size that is sent to is in the recording`() throws {
        try writeLongList()
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\n\(Self.longSend)"
                + "expect count $ == 1100\n.record stop\n", in: place)
        #expect(run.status == 0 && run.stderr.isEmpty, "\(run)")
        let again = try replay(try place.text("r.psh"))
        #expect(again.status == 0 && again.stderr.isEmpty, "\(again)")
    }

    /// SH-03: what the journal does not hold is a comment in a recording, which says so.
    @Test func `a send to a long list before the recording is missed there, and told`() throws {
        try writeLongList()
        let begun = try Pushsh.script(
            "app launch\n\(Self.longSend)", ["--workspace", "w", "-f", "-"], in: place)
        #expect(begun.status == 0, "\(begun)")
        let run = try Pushsh.script(
            ".record start r.psh\nwhoami\n.record stop\n", ["--workspace", "w", "-f", "-"],
            in: place)
        let warning =
            "warning: a replay lacks 1 send to a list of more than 64 KB; "
            + "it is a comment in the recording\n"
        #expect(run.status == 0 && run.stderr == warning, "\(run)")
        let left = try Pushsh.script(
            ".record start left.psh\nwhoami\n", ["--workspace", "w", "-f", "-"], in: place)
        let note = "note: the recording ended without `.record stop`\n"
        #expect(left.status == 0 && left.stderr == note + warning, "\(left)")
        let script = try place.text("r.psh")
        #expect(script.contains("\n# send <<'PAYLOAD' --to @list.txt --yes\n"), "\(script)")
        #expect(try replay(script).status == 0)
    }

    private static let longSend = #"? send {"aps": {"alert": "Sale"}} --to @list.txt --yes"# + "\n"

    /// Writes a list of targets that the journal does not keep.
    private func writeLongList() throws {
        let tokens = (0..<1100).map { number in
            let digits = String(number)
            return String(repeating: "0", count: 64 - digits.utf8.count) + digits + "\n"
        }
        try place.write(tokens.joined(), to: "list.txt")
    }

    /// SH-03: a file that was read is not there where the recording replays, and runs once.
    @Test func `the statements of a file that was read are recorded once`() throws {
        try place.write("psh 1\ntap m-1\n", to: "inner.psh")
        try place.write(
            """
            psh 1
            app launch
            receive --id m-1 {"aps": {"alert": "x"}}
            .read inner.psh
            !already_handled .read inner.psh

            """, to: "outer.psh")
        try place.write("psh 1\ntap tap tap\n", to: "wrong.psh")
        let run = try Pushsh.script(
            ".record start r.psh\n.read outer.psh\n? .read missing.psh\n? .read wrong.psh\n"
                + "query \"SELECT type FROM events ORDER BY type\"\n.record stop\n", in: place)
        #expect(run.status == 0)
        let recording = try place.text("r.psh")
        #expect(recording.components(separatedBy: "\napp launch\n").count == 2)
        #expect(recording.contains("\n# .read inner.psh\n!already_handled tap m-1\n"))
        #expect(recording.contains("\n# .read outer.psh\n# .read missing.psh\n"))
        let again = try replay(recording)
        #expect(again.status == 0, "\(again)")
        expectSameText(again.stdout, Self.recorded(run))
    }

    /// SH-03: a name that was mistyped is another file's where the recording replays, or no file's.
    @Test func `a file that is missing does not end a replay from another directory`() throws {
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\n? receive missing.json\n? lint missing.json\n"
                + "login ann\n.record stop\n", in: place)
        #expect(run.status == 0, "\(run)")
        let recording = try place.text("r.psh")
        #expect(recording.contains("\n# receive missing.json\n# lint missing.json\n"))
        #expect(recording.contains("\nlogin ann\n"))
        let again = try Pushsh.run(["-f", place.path + "/r.psh"], in: TemporaryDirectory())
        #expect(again.status == 0, "\(again)\n\(recording)")
    }

    /// TD-11: what was recorded asks in the dialect that it ran in.
    @Test func `a recording keeps the dialect of its queries`() throws {
        try place.write(
            "psh 1\nquery \"SELECT 'A' LIKE 'a' AS same\"\nexpect sql \"SELECT 7 / 0\" == null\n"
                + "let n = sql \"SELECT 'it''s ' || 1\"\n", to: "old.psh")
        let run = try Pushsh.script(
            ".record start r.psh\ninclude old.psh\nquery \"SELECT 'A' LIKE 'a' AS same\"\n"
                + ".record stop\n", in: place)
        #expect(run.stderr == "" && run.status == 0)
        let text = try place.text("r.psh")
        #expect(text.contains("\npsh 2\n"))
        #expect(text.contains("\nquery --dialect sqlite \"SELECT 'A' LIKE 'a' AS same\"\n"))
        #expect(text.contains("\n# in another dialect: expect sql \"SELECT 7 / 0\" == null\n"))
        #expect(text.contains("\nlet n = 'it''s 1'\n"))
        let again = try replay(text)
        expectSameText(again.stdout, Self.recorded(run))
        #expect(again.stderr == "" && again.status == 0)
        try place.write("psh 1\n.record start o.psh\nquery \"SELECT 7 / 0\"\n", to: "first.psh")
        _ = try Pushsh.run(["-f", "first.psh"], in: place)
        #expect(try place.text("o.psh").contains("\npsh 1\n"))
        #expect(try place.text("o.psh").contains("\nquery \"SELECT 7 / 0\"\n"))
    }

    @Test func `the recording of a replay is the recording`() throws {
        _ = try Pushsh.script(
            ".record start r.psh\n" + Self.workflow + ".record stop\n", in: place)
        let first = try place.text("r.psh")
        let statements = first.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("|") && !$0.hasPrefix("psh ") }.joined(separator: "\n")
        _ = try Pushsh.script(
            ".record start s.psh\n" + statements + "\n.record stop\n", in: place)
        let golden = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("|") } }
        #expect(golden(try place.text("s.psh")) == golden(first))
    }

    @Test func `a recording from the middle of a session brings what came before`() throws {
        let run = try Pushsh.script(
            "app launch\nlogin a\n.record start r.psh\nlogin b\n.record stop\n", in: place)
        #expect(run.status == 0)
        let again = try replay(try place.text("r.psh"))
        #expect(again.stderr == "")
        #expect(again.stdout.hasSuffix(Self.recorded(run)))
    }

    @Test func `a recording in an old workspace brings what came before`() throws {
        try place.makeWorkspace("app launch\nclock advance 1h\nlogin a\ntoken refresh\n")
        let run = try place.inWorkspace(
            ".record start r.psh\nlogin b\ntoken refresh\ntoken\n.record stop\n")
        #expect(run.status == 0)
        let again = try replay(try place.text("r.psh"))
        #expect(again.stderr == "")
        #expect(again.stdout.hasSuffix(Self.recorded(run)))
    }

    @Test func `tests are not recorded, which is told once`() throws {
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\ntest \"a\"\n  login a\nend\ntest \"b\"\nend\n"
                + "login b\n.record stop\n", in: place)
        #expect(
            run.stderr == "note: the tests are not recorded; each runs on a copy of its own\n")
        #expect(run.status == 0)
        let recording = try place.text("r.psh")
        #expect(!recording.contains("login a") && recording.contains("\nlogin b\n"))
        #expect(try replay(recording).status == 0)
    }

    @Test func `a recorded file payload is in the recording`() throws {
        try place.write("{\"aps\":{\"alert\":\"From a file\"}}", to: "p.apns")
        let run = try Pushsh.script(
            ".record start r.psh\napp launch\nreceive @p.apns\nreceive p.apns\n.record stop\n",
            in: place)
        #expect(run.status == 0)
        let again = try replay(try place.text("r.psh"))
        expectSameText(again.stdout, Self.recorded(run))
        #expect(again.stderr == "")
    }

    @Test func `a secret is not in the recording`() throws {
        let key = "1/0123456789abcdef0123456789abcdef01234567"
        _ = try Pushsh.script(
            ".record start r.psh\napp launch\nlogin \(key)\n.record stop\n", in: place)
        let recording = try place.text("r.psh")
        #expect(recording.contains(key) == false)
    }

    @Test func `a recording that cannot be written is told before the work`() throws {
        let run = try Pushsh.script(".record start none/r.psh\napp launch\n", in: place)
        #expect(run.stdout == "")
        #expect(
            run.stderr.hasPrefix(
                "-:1:15: error: cannot write `none/r.psh`: no such file or directory\n"))
        #expect(run.status == 3)
    }

    @Test func `a recording that is not ended is written all the same`() throws {
        let run = try Pushsh.script(".record start r.psh\napp launch\n", in: place)
        #expect(run.status == 0)
        let kept = try place.text("r.psh")
        #expect(kept.contains("app launch"))
    }

    @Test(arguments: ["HUP", "KILL", "TERM"])
    func `a recording that a signal cut off replays as far as it came`(signal: String) throws {
        try place.write(
            ".record start r.psh\napp launch\nlogin ann\nserve --ingest 0 --any-key\n",
            to: "s.psh")
        _ = try Pushsh.bash(
            """
            "$PUSHSH" -f s.psh > log 2>&1 & process=$!
            for try in {1..800}; do grep -q "^serving" log && break; sleep 0.05; done
            kill -\(signal) $process
            wait
            """, in: place)
        let again = try replay(try place.text("r.psh") + "expect queue == 2\n")
        #expect(again.status == 0, "\(again)")
    }
}
