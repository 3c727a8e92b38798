import PushTestSupport
import Testing

/// The prompt where standard input is no terminal (`--interactive`).
@Suite struct PipedPromptTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    private func type(_ text: String, _ options: [String] = []) throws -> Pushsh.Run {
        try Pushsh.script(text, ["-i", "--ephemeral"] + options, in: place)
    }

    @Test func `entries run one by one, and a failure ends nothing`() throws {
        let run = try type("network\ntap\nquery \"SELECT 1 AS a,\n  2 AS b\"\n")
        #expect(run.stdout == "network simulated\na  b\n-  -\n1  2\n")
        #expect(run.stderr.contains("phone: app not running> error: no notification is shown\n"))
        #expect(run.stderr.contains("phone: app not running> …> "))
        #expect(run.status == 0)
    }

    @Test func `a pasted payload goes to a command whose words are quoted, too`() throws {
        let run = try type(
            """
            app launch
            permission grant
            {"aps":{"alert":"one"}}
            receive --id "a b" # the first
            @phone receive --id 'c'

            """)
        #expect(run.status == 0, "\(run)")
        #expect(!run.stderr.contains("error"), "\(run)")
        #expect(run.stdout.contains("shown   a b banner \"one\"\n"), "\(run)")
        #expect(run.stdout.contains("shown   c banner \"one\"\n"), "\(run)")
    }

    @Test func `undo tells a loop as the step that it is`() throws {
        let run = try type(
            """
            app launch
            for i in 1..3
              clock advance 1h
            end
            undo
            redo
            undo 2

            """)
        #expect(run.status == 0, "\(run)")
        let told = "clock advance 1h, and 2 more commands"
        #expect(
            run.lines.filter { $0.contains("done  ") } == [
                "undone  \(told)", "redone  \(told)", "undone  \(told)", "undone  app launch",
            ], "\(run)")
    }

    @Test func `an empty input is an empty session`() throws {
        let run = try type("")
        #expect(run == Pushsh.Run(stderr: "phone: app not running> \n"))
    }

    @Test(arguments: [
        ("test \"a\"\nclock\n", "error: this `test` has no `end`"),
        ("login \"abc", "error: this quote is never closed"),
        ("receive <<JSON\n{\n", "error: the here-document `JSON` is never closed"),
    ]) func `an entry that is cut off is reported`(text: String, error: String) throws {
        let run = try type("clock\n" + text)
        #expect(run.stdout.hasPrefix("clock ") && run.lines.count == 1)
        #expect(run.stderr.contains(error), "\(run)")
    }

    @Test func `an entry that is not UTF-8 is refused, with all of its lines`() throws {
        let text = "app launch\nlogin ?\nlogin <<A\n?\nlogout\nA\nwhoami\n"
        let latin = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
        let run = try Pushsh.run(["-i", "--ephemeral"], input: latin, in: place)
        #expect(run.lines.contains("user    nobody"), "\(run)")
        #expect(run.stderr.contains("error: these bytes are not UTF-8"), "\(run)")
        #expect(run.stderr.split(separator: "error: ").count == 3, "\(run)")
    }

    @Test func `without the option a pipe is a script`() throws {
        let run = try Pushsh.script("tap\nclock\n", [], in: place)
        #expect(run.stdout == "")
        #expect(run.status == 1)
    }

    @Test func `what was recorded at the prompt replays`() throws {
        let run = try type(
            """
            .record start r.psh
            app launch
            receive --to phone <<JSON
              {"message": {"token": "t", "notification": {"title": "T", "body": "B"}}}
              JSON
            clock
            tap
            .record stop

            """)
        #expect(run.stdout.contains("shown   "))
        let again = try Pushsh.run(["r.psh"], in: place)
        #expect(again.stderr == "")
        #expect(again.status == 0)
    }

    @Test func `what fell due is told before a command that only looks`() throws {
        let run = try Pushsh.bash(
            """
            (
                printf 'app launch\npermission grant\nlocal add --in 1s --id soon --title T\n'
                sleep 1.3
                printf 'network\n'
            ) | '\(try PushshBinary.path)' -i --ephemeral 2>/dev/null
            """, in: place)
        let due = try #require(run.lines.firstIndex(of: "added   soon is due, as scheduled"))
        #expect(run.lines[due...].contains("shown   soon banner \"T\""))
        #expect(run.lines.last == "network simulated")
    }

    @Test func `no guard takes a pipe for a terminal`() throws {
        #expect(try type("[tty] clock\n[!tty] network\n").stdout == "network simulated\n")
    }

    @Test func `a lesson goes back with what another session undid`() throws {
        func type(_ text: String) throws -> [String] {
            let run = try Pushsh.script(text, ["-i", "--no-rc", "--workspace", "w"], in: place)
            #expect(run.status == 0, "\(run)")
            return run.lines
        }
        #expect(try type("tutorial not-shown\napp launch\n").contains { $0.hasPrefix("2/5") })
        #expect(try type("undo\n") == ["undone  app launch"])
        let lesson = try type("tutorial\n")
        #expect(lesson.contains { $0.hasPrefix("1/5") } && !lesson.contains { $0.hasPrefix("2/5") })
        // The lesson's beginning is a step of its own.
        #expect(try type("undo\n") == ["undone  tutorial not-shown"])
        #expect(try type("tutorial\n").first?.hasPrefix("Each ticket is a lesson") == true)
    }
}
