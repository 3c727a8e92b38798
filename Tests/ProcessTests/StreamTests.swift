import PushTestSupport
import Testing

/// What goes in by arguments, files and standard input, and what comes out on which stream.
@Suite struct StreamTests {
    let place: TemporaryDirectory
    static let clock = "clock   2026-01-01T00:00:00Z\n"

    init() throws {
        place = try TemporaryDirectory()
        try place.write("clock now\n", to: "clock.psh")
        try place.write("login ${1}\nlogin ${2}\n", to: "login.psh")
    }

    @Test(arguments: [
        (["-c", "clock now"], ""), (["-f", "-"], "clock now\n"), (["-"], "clock now"),
        ([], "clock now\r\n"), ([], "\u{FEFF}clock now\n"), (["clock.psh"], "ignored"),
        (["-f", "clock.psh"], ""), (["-fclock.psh"], ""), (["--file=clock.psh"], ""),
        ([], "#!/usr/bin/env -S pushsh -f\n# A comment.\n\nclock now # and one behind\n"),
    ])
    func `a statement runs from wherever it comes`(arguments: [String], input: String) throws {
        let run = try Pushsh.run(arguments, input: Array(input.utf8), in: place)
        #expect(run == Pushsh.Run(stdout: Self.clock))
    }

    @Test(arguments: [
        ["-f", "login.psh", "a", "b c"], ["login.psh", "--", "a", "b c"],
        ["-c", "login ${1}\nlogin ${2}", "a", "b c"], ["--", "login.psh", "--", "a", "b c"],
        ["-f", "login.psh", "--", "a", "b c"],
    ])
    func `arguments reach the script as they are`(arguments: [String]) throws {
        try place.write("app launch\nflush\n", to: "launch.psh")
        try place.makeWorkspace("app launch\nflush\n")
        let run = try Pushsh.run(["--workspace", "w"] + arguments, in: place)
        #expect(
            run.lines == [
                "login   a", "tracked token_register user a", "login   b c",
                "tracked token_register user b c",
            ])
    }

    /// Whoever pipes in what another program makes should learn that it made nothing.
    @Test func `standard input without a statement is told, and passes`() throws {
        let note = Pushsh.Run(stderr: "note: standard input has no statements\n")
        for text in ["", "# A comment.\n"] {
            #expect(try Pushsh.run(["-f", "-"], input: Array(text.utf8), in: place) == note)
        }
        #expect(try Pushsh.run(["-c", ""], input: [], in: place) == Pushsh.Run())
    }

    @Test func `an argument that is not given is an unknown variable`() throws {
        let run = try Pushsh.run(["-c", "login ${1}"], in: place)
        #expect(
            run
                == Pushsh.Run(
                    stderr: """
                        -c:1:7: error: unknown variable `1`
                        login ${1}
                              ^^^^


                        """, status: 2))
        #expect(try Pushsh.run(["--check", "-c", "login ${1}"], in: place) == Pushsh.Run())
    }

    @Test func `results go to standard output and messages to standard error`() throws {
        let run = try Pushsh.script("clock now\ntap\nclock now\n")
        #expect(
            run
                == Pushsh.Run(
                    stdout: Self.clock,
                    stderr: """
                        -:2:1: error: no notification is shown
                        tap
                        ^^^
                        code: no_notification


                        """, status: 1))
    }

    @Test func `messages stand between the results where they belong`() throws {
        let run = try Pushsh.bash(
            "pushsh --keep-going -c $'clock now\\ntap\\nclock now' 2>&1", in: place)
        let message = "-c:2:1: error: no notification is shown\ntap\n^^^\n\n"
        #expect(run.stdout == Self.clock + message + Self.clock)
    }

    @Test func `several scripts run in order, each in a fresh world`() throws {
        try place.write("app launch\nexpect queue == 1\n", to: "a.psh")
        try place.write("expect queue == 0\nexpect queue == 1\n", to: "b.psh")
        let run = try Pushsh.run(["a.psh", "b.psh", "a.psh"], in: place)
        #expect(run.stdout == "✓ a.psh\n✗ b.psh\n✓ a.psh\n2 passed, 1 failed\n")
        #expect(run.stderr.hasPrefix("b.psh:2:1: error: the expectation does not hold\n"))
        #expect(run.status == 1)
    }

    @Test func `check reads everything and runs nothing`() throws {
        try place.write("app launch\nexpect queue == 7\n.output leak.txt\nwhoami\n", to: "a.psh")
        let run = try Pushsh.run(["--workspace", "w", "--check", "a.psh"], in: place)
        #expect(run == Pushsh.Run())
        #expect(try place.listing() == ["a.psh", "clock.psh", "login.psh"])
    }

    @Test func `twenty errors are told and then counted`() throws {
        let run = try Pushsh.script(String(repeating: "app lanch\n", count: 30))
        let errors = run.stderr.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.count == 20)
        #expect(run.status == 2)
    }

    @Test(arguments: [
        ("table", "a  b\n-  --------\n1  お知らせ\n"),
        (
            "box",
            """
            ┌───┬──────────┐
            │ a │ b        │
            ├───┼──────────┤
            │ 1 │ お知らせ │
            └───┴──────────┘

            """
        ),
        ("line", "a = 1\nb = お知らせ\n"), ("json", "[{\"a\":1,\"b\":\"お知らせ\"}]\n"),
        ("jsonl", "{\"a\":1,\"b\":\"お知らせ\"}\n"), ("csv", "a,b\n1,お知らせ\n"),
        ("tsv", "a\tb\n1\tお知らせ\n"),
        ("markdown", "|   a | b        |\n| --: | -------- |\n|   1 | お知らせ |\n"),
    ])
    func `rows have the form that was asked for`(mode: String, rows: String) throws {
        let statement = "query \"SELECT 1 AS a, 'お知らせ' AS b\"\n"
        #expect(try Pushsh.script(statement, ["--mode", mode]).stdout == rows)
        #expect(try Pushsh.script(".mode \(mode)\n" + statement).stdout == rows)
    }

    @Test func `a script reads another, and what that read is told in order`() throws {
        try place.write(".read clock.psh\n", to: "sub/outer.psh")
        try place.write("clock set 2026-02-01T00:00:00Z\nclock now\n", to: "sub/clock.psh")
        let run = try Pushsh.script(
            ".read clock.psh\n.read sub/outer.psh\n.read clock.psh\n", in: place)
        let moved = "clock   2026-02-01T00:00:00Z\n"
        #expect(run == Pushsh.Run(stdout: Self.clock + moved + moved + moved))
    }

    @Test func `output goes to a file until it is called back`() throws {
        let run = try Pushsh.script(
            ".output o.txt\nclock now\n.output\nclock now\n", in: place)
        let kept = try? place.text("o.txt")
        #expect(run == Pushsh.Run(stdout: Self.clock))
        #expect(kept == Self.clock)
    }

    @Test func `a test writes its output to a file, and what follows it does not`() throws {
        let outer = Array(
            """
            test "a"
              .output a.txt
              clock now
            end
            test "b"
              clock now
            end
            .read c.psh

            """.utf8)
        try place.write("clock now\n", to: "c.psh")
        let run = try Pushsh.run([], input: outer, in: place)
        let shown = "clock   2026-01-01T00:00:00Z"
        #expect(run.lines == [shown, "✓ a", "✓ b", "2 passed, 0 failed"], "\(run)")
        #expect(try place.text("a.txt") == Self.clock)
        let taken = Array(".output o.txt\ntest \"a\"\n  .output a.txt\nend\n".utf8)
        let refused = try Pushsh.run([], input: taken, in: place)
        #expect(refused.status == 3)
        #expect(
            refused.stderr.contains(
                "the output goes to the file that `.output` named before the test"))
    }

    @Test func `an output that goes elsewhere than was meant is told`() throws {
        try place.write(".output o.txt\n", to: "out.psh")
        let read = try Pushsh.script(
            "? .read out.psh\nexpect error.code == not_supported\n", in: place)
        #expect(read.status == 0, "\(read)")
        let named = try Pushsh.script(".output stdout\nclock now\n", in: place)
        #expect(named.stdout == "" && named.stderr.hasPrefix("note: the output goes to a file"))
        #expect(try place.text("stdout") == Self.clock)
        let blanks = try Pushsh.script("clock now\n| clock   2026-01-01T00:00:00Z  \n")
        #expect(blanks.status == 1)
        #expect(
            blanks.stderr.contains(
                "hint: the golden line ends in blanks, which the output does not have\n"))
    }

    /// A report is no output of a command, and another script's least of all.
    @Test func `the report of a run is not what .output takes`() throws {
        try place.write(
            ".output o.txt\nclock now\ntest \"b\"\n  expect queue == 0\nend\n", to: "b.psh")
        try place.write("test \"c\"\n  expect queue == 7\nend\n", to: "c.psh")
        let alone = try Pushsh.run(["b.psh"], in: place)
        #expect(alone == Pushsh.Run(stdout: "✓ b\n1 passed, 0 failed\n"))
        #expect(try place.text("o.txt") == Self.clock)
        let tap = try Pushsh.run(["--format", "tap", "b.psh"], in: place)
        #expect(tap.lines == ["TAP version 14", "ok 1 - b", "1..1"], "\(tap)")
        let both = try Pushsh.run(["b.psh", "c.psh"], in: place)
        #expect(both.stdout == "✓ b\n✗ c\n1 passed, 1 failed\n")
        #expect(try Pushsh.run(["--jobs", "2", "b.psh", "c.psh"], in: place) == both)
        #expect(try place.text("o.txt") == Self.clock)
    }

    @Test func `tests that are read are counted, and who reads them is none`() throws {
        let test = "# One.\npsh 1\ntest \"one\"\n  expect queue == 0\nend\n"
        try place.write(test, to: "one.psh")
        let read = ".read one.psh\n"
        let run = try Pushsh.run([], input: Array(read.utf8), in: place)
        #expect(run.lines == ["✓ one", "1 passed, 0 failed"], "\(run)")
        let tap = try Pushsh.run(["--format", "tap"], input: Array(read.utf8), in: place)
        #expect(tap.lines == ["TAP version 14", "ok 1 - one", "1..1"], "\(tap)")
        let failing = Array((read + "expect queue == 9\n").utf8)
        let failed = try Pushsh.run([], input: failing, in: place)
        #expect(failed.lines == ["✓ one", "1 passed, 1 failed"], "\(failed)")
    }

    @Test func `a script that pipes to itself is read once`() throws {
        let run = try Pushsh.script("receive -\n", ["-f", "-"])
        #expect(run.status == 1 || run.status == 3)
        #expect(run.stderr.hasPrefix("-:1:"))
    }
}
