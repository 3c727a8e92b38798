import PushTestSupport
import Testing

/// Text from outside is shown as text: no byte of it can command the terminal.
@Suite struct HostileTextTests {
    static let title = #"\u001b[31mred\u001b]0;title\u0007\u009b2J\u0000\r\b\u007f\u202e\u2066"#

    static let script = """
        app launch
        receive <<JSON
          {"aps": {"alert": {"title": "\(title)", "body": "\(title)"}, "badge": 1},
           "message_id": "m\(title)", "link": "myapp://x\(title)", "campaign_id": "\(title)"}
          JSON
        receive <<JSON
          {"aps": {"alert": "ok"}, "message_id": "m-1", "link": "https://e.com/\(title)"}
          JSON
        notifications
        ? tap
        ? tap m-1
        ? open "\\u{1b}]0;x\\u{7}://x"
        ? show m-1
        login "\\u{1b}[2J\\u{9b}1m\\u{202e}"
        whoami
        queue
        flush
        uploads
        query "SELECT * FROM mobile.push_events"
        query --dialect sqlite "SELECT char(27) || '[31m' || char(155) AS a, x'1b5b00' AS b"
        query --dialect sqlite "SELECT 1 AS [\\u{1b}[31m]"
        tables
        expect user == "\\u{1b}[31m"

        """

    /// The control characters of a text that are no line end, tab or carriage return of CSV.
    static func controls(_ text: String) -> [String] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0..<0x20: scalar != "\n" && scalar != "\t"
            case 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }.map { "U+" + String($0.value, radix: 16) }
    }

    @Test(arguments: ["table", "box", "line", "json", "jsonl", "csv", "tsv", "markdown"])
    func `titles, links and cells with escape sequences are shown as text`(mode: String) throws {
        let run = try Pushsh.script(Self.script, ["--mode", mode, "--keep-going"])
        #expect(Self.controls(run.stdout) == [])
        #expect(Self.controls(run.stderr) == [])
        let shown =
            mode.hasPrefix("json")
            ? #"banner \"\u001b[31mred\u001b]0;title\u0007"#
            : #"banner "\e[31mred\e]0;title\u{07}"#
        #expect(run.stdout.contains(shown), "\(run)")
        #expect(run.status == 1)
    }

    @Test(arguments: [
        "\u{1B}[31m", "app \u{1B}[31m", "login a \u{1B}]0;x\u{7}", "expect \u{1B}[31m",
        "for \u{1B} in", "[\u{1B}] tap", "let \u{1B} = x", "test \u{202E}x", "include \"\u{1B}c\"",
        ".mode \u{1B}c", "receive \u{9B}31m", "query \"SELECT \u{1B}[31m\"", "!\u{1B} tap",
        "stub \u{1B}", "@\u{1B} tap", "login ${\u{1B}}", "login \"\\\u{1B}\"", "\r\u{1B}[2J\r",
        "receive <<JSON\n{\"\u{1B}[31m\n  JSON", "receive <<JSON\n\u{1B}[31m\nJSON",
    ])
    func `a script with escape sequences is diagnosed without them`(text: String) throws {
        let run = try Pushsh.script(text + "\n")
        #expect(Self.controls(run.stdout) == [])
        #expect(Self.controls(run.stderr) == [])
        #expect(run.status >= 1 && run.status <= 3, "\(run)")
    }

    @Test func `options, paths and arguments with escape sequences are told without them`() throws {
        let escape = "\u{1B}[31m"
        for arguments in [
            ["--" + escape], ["-" + escape], [escape], ["--mode", escape],
            ["--workspace", "/dev/null/" + escape],
            ["--report", escape], ["-c", "login ${1}", escape],
            ["-c", "expect var 1 == x", escape],
            ["--report", "json=/dev/null/" + escape, "-c", ""],
            ["--workspace", "/proc/" + escape, "-c", ""],
        ] {
            let run = try Pushsh.run(arguments)
            #expect(Self.controls(run.stdout + run.stderr) == [])
            #expect(run.stderr != "")
            #expect(run.status >= 1 && run.status <= 3)
        }
    }

    @Test func `output is UTF-8 whatever the input was`() throws {
        for text in [[0xFF, 0xFE], [0xC3, 0x28], [0xED, 0xA0, 0x80], Array(0x80...0xFF)]
            as [[UInt8]]
        {
            let run = try Shell.run(PushshBinary.path, ["-f", "-"], input: text)
            #expect(String(validating: run.output + run.errors, as: UTF8.self) != nil)
            #expect(run.status == 2)
        }
    }
}
