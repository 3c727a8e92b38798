import PushTestSupport
import Testing

/// SH-03: whatever a session did, its recording replays in an empty directory and prints the same.
///
/// A fuzzer that records random sessions found each of these.
@Suite struct RecordedCaseTests {
    /// A session: what was done before the recording, and what is recorded.
    struct Case: CustomTestStringConvertible, Sendable {
        var title: String
        var before = ""
        var recorded: String

        var testDescription: String { title }

        init(_ title: String, before: String = "", _ recorded: String) {
            (self.title, self.before, self.recorded) = (title, before, recorded)
        }
    }

    static let cases = [
        Case(
            "a file that is only looked at", "lint push.json\ntry push.json\nlint --fix push.json"),
        Case("a file that is refused", "app launch\n? receive bad.json\n? lint bad.json"),
        Case("an app that is missing", "app uninstall\n? receive push.json\nlint push.json"),
        Case("a file in UTF-16", "app launch\nreceive utf16.json\nwhoami"),
        Case("bytes that are no text", "app launch\n? login @zero.bin"),
        Case("a word that the command refuses", "let o = \"x y\"\n? device language ${o}\nclock"),
        Case("another mode", before: ".mode json", "whoami\nclock"),
        Case(
            "a push that was refused before",
            before: "app launch\nstub apns reason=Unregistered\n"
                + "? send {\"aps\": {\"alert\": \"a\"}} --to phone",
            "whoami"),
        Case(
            "a credential that is missing",
            "app launch\n? send {\"aps\": {\"alert\": \"a\"}} --to phone --as nobody\nwhoami"),
        Case(
            "pushes that were refused before",
            before: "app launch\n"
                + #"? receive {"aps": {"alert": "P"}} --id m-1 --bundle com.example.none"#
                + "\nlogin ann\n" + #"? receive {"message": {"token": "x", "bad": 5}}"#,
            "why m-1\nwhy\nstatus"),
        Case("the status as JSON", ".mode jsonl\nstatus\n.mode json\nstatus"),
        Case(
            "what happened so far",
            "app launch\nopen MyApp://coupons/7\nexpect callbacks contains "
                + "applicationDidBecomeActive\nexpect events == [token_register, deeplink_open]"),
        Case("a setting that names a file", "config tls.ca_file x.pem\nconfig\nstatus"),
        Case(
            "a setting that names a file without certificates",
            "? config tls.ca_file push.json\nconfig\nstatus"),
        Case("keys that are not there", "? ncmb key keys.json\n? config ncmb.keys keys.json"),
        Case("a repair", "app launch\nrepair\nwhoami"),
        Case("a backup that is none", "? restore push.json\nwhoami"),
        Case(
            "statements about statements",
            "app launch\nquery \"SELECT count(*) FROM device.journal\"\ntables\n"
                + ".schema journal\nquery \"SELECT * FROM device.facts\"\n"
                + "expect sql \"SELECT count(*) FROM device.journal\" > 0\nwhoami"),
        Case(
            "statements about statements, as JSON",
            ".mode jsonl\napp launch\ntables\n.schema journal\n.mode json\ntables\nhelp tap"),
        Case(
            "apostrophes with an accent",
            "app launch\nlet o = \"o'\\u{301}x\"\nlogin ${o}\nexpect user == ${o}\n"
                + "app update --version \"1'2\" --firebase app.plist\nwhoami"),
        Case("lines that end with CR LF", "app launch\n? receive lines.json\n? undo\nwhoami"),
        Case(
            "a picture in place of a payload", before: "app launch\n? receive image.png --verbatim",
            "? receive image.png --verbatim\n? lint image.png\n? receive image.png\nwhoami"),
        Case("an empty file", "app launch\n? receive empty.json\n? lint empty.json"),
        Case(
            "a device that was added on another one", before: "@phone device add second",
            "device list\n? app launch\nwhoami"),
        Case("the size of a backup", ".mode jsonl\napp launch\napp uninstall\nbackup other.tar"),
        Case("credentials", "app launch\ncredential demo keys\ncredential demo more --for apns"),
        Case("a backup", "app launch\nbackup kept.tar\nrestore kept.tar"),
        Case(
            "settings and variables that an undo leaves",
            "app launch\nlogin ann\nlet x = user\n.mode csv\nundo\n"
                + "query \"SELECT 1 AS a, 2 AS b\"\nexpect user != ${x}"),
        Case(
            "variables of a loop",
            "app launch\nfor u in a b\nlogin ${u}\nexpect user == ${u}\nend\n"
                + "expect user == b"),
        Case(
            "variables of a file that was included",
            "app launch\ninclude inner.psh with who=ann as s\nexpect user == ${s.result}\n"
                + "expect var s.result == ann"),
        Case(
            "texts that an expectation compares with",
            "app launch\nlogin ann\nexpect user == @user.txt\nexpect user == <<TEXT\nann\n"
                + "TEXT\nreceive push.json\nexpect shown == <<JSON\n[\"m-1\"]\nJSON\nwhoami"),
        Case(
            "what is asked of a command that is not recorded",
            "? credential test nosuch\nexpect error.code == no_credential\n"
                + "expect status == failed\nlet code = error.code\n"
                + "? login cust-${undefined}\nexpect error.message exists\n"
                + "expect output empty\nwhoami\nexpect status == ok\nexpect user != ${code}"),
        Case(
            "a variable that holds a secret",
            "let secret = \"1234/\(String(repeating: "abcdef01", count: 5))\"\nwhoami"),
        Case(
            "texts with line ends, control characters and what nobody sees",
            "app launch\nlogin @odd.txt\nexpect user == @odd.txt\nlet o = user\nlogin ${o}x\n"
                + "expect user == \"${o}x\"\nlogin <<'A'\na\r\nb\n\nA\nexpect user == <<'A'\na\r\n"
                + "b\n\nA\nexpect user == \"a\\r\\nb\\n\"\nlogin a\r\r\nexpect user == \"a\\r\""),
        Case(
            "a comment with a carriage return", before: "app launch",
            "expect event token_register != 'a\rb'\nwhoami"),
        Case(
            "an output that goes nowhere",
            "? .output none/o.txt\nwhoami\n.output o.txt\nwhoami\n.output"),
    ]

    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(#"{"aps": {"alert": "Hi"}, "message_id": "m-1"}"#, to: "push.json")
        try place.write(#"{"aps": {"alert": 5, "badge": "x"}}"#, to: "bad.json")
        try place.write(Array("a\0b".utf8), to: "zero.bin")
        try place.write("", to: "empty.json")
        try place.write(
            "{\"aps\": {\"alert\": \"x\"},\r\n\"note\": [\r\nPAYLOAD \r\n]}\r\n", to: "lines.json")
        try place.write(
            [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13], to: "image.png")
        try place.write(
            """
            <plist version="1.0"><dict><key>PROJECT_ID</key><string>shop-push</string>
            <key>GCM_SENDER_ID</key><string>210987654321</string>
            <key>GOOGLE_APP_ID</key><string>1:210987654321:ios:0f1e2d3c</string>
            <key>BUNDLE_ID</key><string>com.example.myapp</string></dict></plist>
            """, to: "app.plist")
        let text = Array(#"{"aps": {"alert": "x"}}"#.utf16)
        try place.write(
            [0xFF, 0xFE] + text.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, to: "utf16.json")
        try place.write("no keys", to: "keys.json")
        try place.write("login ${who}\nlet result = user\n", to: "inner.psh")
        try place.write("ann", to: "user.txt")
        try place.write(
            "a\r\nb\rc\u{1}\u{1B}[31m\u{7F}\u{85}\u{2028}\u{200B}\u{202E}"
                + "'\"\\${x}$ 日本 👩‍👧 \n\n\n",
            to: "odd.txt")
    }

    /// Replays the recording where there is nothing else.
    private func expectReplay(_ name: String, _ run: Pushsh.Run) throws {
        let recording = try place.text(name)
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        let again = try Pushsh.run(["-f", "r.psh"], in: empty)
        let errors = again.stderr.split(separator: "\n").filter { !$0.hasPrefix("note: ") }
        #expect(again.status == 0 && errors.isEmpty, "\(again)\n\(recording)\n\(run)")
        #expect(!recording.contains(place.path))
    }

    @Test(arguments: cases) func `a script's recording replays`(_ session: Case) throws {
        let run = try Pushsh.script(
            session.before + "\n.record start r.psh\n" + session.recorded + "\n.record stop\n",
            ["--workspace", "w"], in: place)
        #expect(run.status == 0, "\(run)")
        try expectReplay("r.psh", run)
    }

    /// What looks back counts from where the recording began, which a replay does not know.
    static let ofPrompt = [
        Case(
            "what happened since", before: "app launch",
            "app background\nexpect callbacks contains applicationDidEnterBackground\n"
                + "expect events empty"),
        Case(
            "what was asked in between", "app launch\nexpect sql \"SELECT 1\" == 1\ntoken"),
        Case("a recording of its middle", before: "app launch\nlogin ann", "token\nwhoami"),
        Case(
            "a clock set by hand before",
            before: "clock set 2027-01-01T00:00:00Z\napp launch\nlogin ann", "token\nwhoami"),
        Case("a message without an ID", "app launch\ntry {\"td_campaign_id\": \"c\"}"),
    ]

    @Test(arguments: ofPrompt) func `an ephemeral prompt's recording replays`(
        _ session: Case
    ) throws {
        let run = try Pushsh.script(
            session.before + "\n.record start r.psh\n" + session.recorded + "\n.record stop\n",
            ["-i", "--ephemeral"], in: place)
        try expectReplay("r.psh", run)
    }

    @Test(arguments: cases + ofPrompt) func `a prompt's recording replays`(_ session: Case) throws {
        let run = try Pushsh.script(
            session.before + "\n.record start r.psh\n" + session.recorded + "\n.record stop\n",
            ["-i", "--workspace", "w"], in: place)
        #expect(!run.stderr.contains("error: expect"), "\(run)")
        try expectReplay("r.psh", run)
    }

    @Test func `a payload from standard input is in the recording`() throws {
        try place.write(".record start r.psh\napp launch\nreceive -\n.record stop\n", to: "s.psh")
        let run = try Pushsh.bash(
            "'\(try PushshBinary.path)' -f s.psh < push.json", in: place)
        #expect(run.status == 0 && run.stdout.contains("shown   m-1"))
        try expectReplay("r.psh", run)
    }
}
