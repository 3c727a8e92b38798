import PushTestSupport
import Testing

/// Which tests of a script run, in which order, and when a run ends early.
@Suite struct SelectionTests {
    let place: TemporaryDirectory

    static let script = """
        psh 1
        setup
          app launch
        end
        test "first" @quick
          expect user != u1
          login u1
        end
        test "second" @quick @slow
          expect user == u1
          expect queue == 7
        end
        test "third 三" @slow
          expect queue == 1
        end
        """

    init() throws {
        place = try TemporaryDirectory()
        try place.write(Self.script + "\n", to: "s.psh")
    }

    /// The titles that were told, with their marks.
    func titles(_ options: [String], _ scripts: [String] = ["s.psh"]) throws -> [String] {
        try Pushsh.run(
            options + scripts, in: place, variables: ["XDG_STATE_HOME": place.path + "/state"]
        ).lines
    }

    @Test(arguments: [
        ([], ["✓ first", "✗ second", "✓ third 三", "2 passed, 1 failed"]),
        (["--only", "@quick"], ["✓ first", "✗ second", "1 passed, 1 failed"]),
        (["--only", "slow"], ["✗ second", "✓ third 三", "1 passed, 1 failed"]),
        (["--only=@quick", "--skip=@slow"], ["✓ first", "1 passed, 0 failed"]),
        (["--skip", "@quick"], ["✓ third 三", "1 passed, 0 failed"]),
        (["--filter", "三"], ["✓ third 三", "1 passed, 0 failed"]),
        (["--filter", "s", "--skip", "@slow"], ["✓ first", "1 passed, 0 failed"]),
        (["--from", "6"], ["✗ second", "✓ third 三", "1 passed, 1 failed"]),
        (["--from", "13"], ["✓ third 三", "1 passed, 0 failed"]),
        (["--fail-fast"], ["✓ first", "✗ second", "1 passed, 1 failed, 1 skipped"]),
        (["--keep-going"], ["✓ first", "✗ second", "✓ third 三", "2 passed, 1 failed"]),
        (["--jobs", "4"], ["✓ first", "✗ second", "✓ third 三", "2 passed, 1 failed"]),
    ])
    func `the options choose the tests`(options: [String], lines: [String]) throws {
        #expect(try titles(options) == lines)
    }

    @Test func `a tag that no test has is named, with those there are`() throws {
        let run = try Pushsh.run(["--only", "@none", "s.psh"], in: place)
        #expect(
            run.stderr == """
                pushsh: no test was selected
                hint: no test has the tag `@none`; the tags are `@quick`, `@slow`

                """)
        #expect(run.status == 1)
    }

    @Test func `a list names tests with their tags, and runs nothing`() throws {
        try place.write(
            "clock advance 1s\n.output made.txt\nfor n in 1..2\n  include s.psh\nend\n", to: "i.psh"
        )
        let run = try Pushsh.run(["--list", "--skip", "@quick", "s.psh", "i.psh"], in: place)
        #expect(
            run
                == Pushsh.Run(
                    stdout: """
                        s.psh:13  third 三 @slow
                        s.psh:13  third 三 (n = 1) @slow
                        s.psh:13  third 三 (n = 2) @slow

                        """))
        #expect(try place.listing() == ["i.psh", "s.psh"])
        let lines = try Pushsh.run(["--list", "--mode", "jsonl", "s.psh"], in: place).lines
        #expect(lines.count == 3)
        #expect(
            lines.first
                == #"{"file":"s.psh","line":5,"kind":"test","title":"first","tags":["quick"]}"#)
    }

    @Test func `the parts of a run are the run, and their reports its report`() throws {
        try place.write(
            "for n in 1..20\ntest \"t${n}\"\n  expect queue != ${n}\nend\nend\n", to: "n.psh")
        for part in 1...3 {
            _ = try Pushsh.run(
                [
                    "--shard", "\(part)/3", "--report-times", "off", "--report",
                    "json=\(part).json", "n.psh", "s.psh",
                ], in: place)
        }
        let merged = try Pushsh.run(
            [
                "--merge", "--report-times", "off", "--report", "json=m.json", "--report",
                "junit=m.xml", "3.json", "1.json", "2.json",
            ], in: place)
        #expect(merged.status == 1)
        #expect(merged.stdout.hasSuffix("22 passed, 1 failed\n"))
        let once = try Pushsh.run(
            [
                "--report-times", "off", "--report", "json=o.json", "--report", "junit=o.xml",
                "n.psh", "s.psh",
            ], in: place)
        #expect(merged.stdout == once.stdout && merged.stderr == once.stderr)
        #expect(try place.text("m.json") == place.text("o.json"))
        #expect(try place.text("m.xml") == place.text("o.xml"))
        let short = try Pushsh.run(["--merge", "1.json", "3.json"], in: place)
        #expect(short == Pushsh.Run(stderr: "pushsh: the part 2/3 is missing\n", status: 2))
        // What other runners call it.
        let other = try Pushsh.run(["report", "merge", "1.json", "3.json"], in: place)
        #expect(other.status == 2 && other.stderr.contains("hint: `pushsh --merge REPORT.json …`"))
    }

    @Test(arguments: [[], ["s.psh"]])
    func `parts are compared by what they read, under whatever name`(others: [String]) throws {
        try place.write(
            "psh 2\nfor f in one two\n  .read \"${f}.psh\"\nend\n"
                + "test \"a\"\n  clock\nend\ntest \"b\"\n  clock\nend\n", to: "r.psh")
        try place.write("app launch\n", to: "one.psh")
        try place.write("test \"in two\"\n  clock\nend\n", to: "two.psh")
        func part(_ number: Int, _ script: String) throws {
            let report = "json=\(number).json"
            _ = try Pushsh.run(
                ["--shard", "\(number)/2", "--report", report, "--jobs", "2", script] + others,
                in: place)
        }
        try part(1, "r.psh")
        try part(2, ".//./r.psh")
        let merged = try Pushsh.run(["--merge", "2.json", "1.json"], in: place)
        #expect(merged.lines.prefix(3) == ["✓ in two", "✓ a", "✓ b"])
        try place.write("test \"in 2\"\n  clock\nend\n", to: "two.psh")
        try part(2, "r.psh")
        #expect(
            try Pushsh.run(["--merge", "1.json", "2.json"], in: place)
                == Pushsh.Run(
                    stderr: "pushsh: the part 1/2 and the part 2/2 are of different scripts: "
                        + "`two.psh`, which `.read` ran, is not the same file in both\n",
                    status: 2))
    }

    @Test func `a part without tests is no failure`() throws {
        let runs = try (1...9).map {
            try Pushsh.run(["--shard", "\($0)/9", "--only", "@slow", "s.psh"], in: place)
        }
        #expect(runs.count { $0.stdout == "0 passed, 0 failed\n" } >= 7)
        #expect(runs.filter { $0.status == 0 }.count >= 7)
    }

    @Test func `rerun knows each script by itself`() throws {
        try place.write("test \"good\"\n  clock\nend\n", to: "g.psh")
        func run(_ arguments: [String]) throws -> Pushsh.Run {
            try Pushsh.run(
                arguments, in: place, variables: ["XDG_STATE_HOME": place.path + "/state"])
        }
        _ = try run(["s.psh"])
        _ = try run(["g.psh"])
        #expect(
            try run(["--rerun", "failed", "s.psh"]).lines == ["✗ second", "0 passed, 1 failed"])
        #expect(
            try run(["--rerun", "failed", "g.psh"])
                == Pushsh.Run(
                    stdout: "0 passed, 0 failed\n", stderr: "pushsh: no test failed last time\n"
                ))
        let both = try run(["--rerun", "failed", "--jobs", "2", "g.psh", "s.psh"])
        #expect(both.lines == ["✗ second", "0 passed, 1 failed"])
        _ = try run(["--filter", "first", "s.psh"])
        #expect(try run(["--rerun", "failed", "s.psh"]).lines.first == "✗ second")
        try place.write(
            Self.script.replacing("expect user == u1\n  expect queue == 7", with: "clock") + "\n",
            to: "s.psh")
        _ = try run(["--rerun", "failed", "s.psh"])
        #expect(try run(["--rerun", "failed", "s.psh"]).status == 0)
    }

    @Test(arguments: ["", "\n", "psh 1\n", "# all of it was cut off\n"])
    func `a file without a statement is refused before anything runs`(text: String) throws {
        try place.write(text, to: "cut.psh")
        try place.write("clock set 2031-02-03T04:05:06Z\n", to: "whole.psh")
        for options in [[], ["--check"], ["--list"], ["-f"]] {
            let run = try Pushsh.run(options + ["cut.psh"], in: place)
            #expect(run.stderr == "pushsh: `cut.psh` has no statements\n")
            #expect(run.stdout == "" && run.status == 2)
        }
        let both = try Pushsh.run(["whole.psh", "cut.psh"], in: place)
        #expect(both.stdout == "" && both.status == 2)
        // Standard input may bring nothing, as for any shell.
        #expect(try Pushsh.script("", in: place).status == 0)
    }

    @Test(arguments: [["--only", "@none"], ["--filter", "none"], ["--from", "99"]])
    func `an empty selection is a failure`(options: [String]) throws {
        #expect(
            try Pushsh.run(options + ["s.psh"], in: place).stderr
                .hasPrefix("pushsh: no test was selected\n"))
        #expect(try Pushsh.run(options + ["s.psh"], in: place).stdout == "0 passed, 0 failed\n")
        #expect(try Pushsh.run(options + ["s.psh"], in: place).status == 1)
    }

    @Test(arguments: [
        ["--only", "@none"], ["--filter", "none"], ["--from", "99"],
    ])
    func `a file without tests is one test without tags`(options: [String]) throws {
        try place.write("clock now\n", to: "plain.psh")
        for script in [["plain.psh"], ["-c", "clock now"]] {
            let run = try Pushsh.run(options + script, in: place)
            #expect(run.stderr.hasPrefix("pushsh: no test was selected\n"))
            #expect(run.stdout == "" && run.status == 1)
        }
    }

    @Test(arguments: [["--skip", "@none"], ["--filter", "plain"], ["--from", "1"]])
    func `a file without tests can be selected`(options: [String]) throws {
        try place.write("clock now\n", to: "plain.psh")
        let run = try Pushsh.run(options + ["plain.psh"], in: place)
        #expect(run == Pushsh.Run(stdout: "clock   2026-01-01T00:00:00Z\n"))
    }

    @Test func `keep-going runs every statement outside tests`() throws {
        try place.write(
            "test \"a\"\n  app launch\nend\ntap x\nclock now\ntest \"b\"\nend\ntap y\n", to: "o.psh"
        )
        let run = try Pushsh.run(["--keep-going", "o.psh"], in: place)
        #expect(run.status == 1, "\(run)")
        #expect(run.stdout.contains("2026-01-01T00:00:00Z"), "\(run)")
        let all = run.stdout + run.stderr
        #expect(all.contains("o.psh:4:") && all.contains("o.psh:8:"), "\(run)")
        #expect(all.contains("1 skipped"), "\(run)")
    }

    @Test func `keep-going tells every failure of a test`() throws {
        let run = try Pushsh.run(["--keep-going", "--filter", "second", "s.psh"], in: place)
        let places = run.stderr.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(
            places == [
                "s.psh:10:3: error: the expectation does not hold",
                "s.psh:11:3: error: the expectation does not hold",
            ])
    }

    @Test func `the same seed shuffles alike, and another seed otherwise`() throws {
        let orders = try (0..<8).map { seed in
            let lines = try titles(["--shuffle", "\(seed)"])
            #expect(try titles(["--shuffle", "\(seed)"]) == lines)
            #expect(lines.sorted() == (try titles([])).sorted())
            return lines
        }
        #expect(Set(orders).count > 2)
    }

    @Test func `a test tagged only runs alone, and does not pass in CI`() throws {
        try place.write(
            Self.script.replacing("\"first\" @quick", with: "\"first\" @only") + "\n", to: "o.psh")
        let alone = try Pushsh.run(["o.psh"], in: place)
        #expect(
            alone
                == Pushsh.Run(
                    stdout: "✓ first\n1 passed, 0 failed\n",
                    stderr: "note: tests without the tag @only were left out, because `o.psh:5` "
                        + "has it\n"))
        let inCI = try Pushsh.run(["o.psh"], in: place, variables: ["CI": "true"])
        #expect(
            inCI
                == Pushsh.Run(
                    stdout: "✓ first\n1 passed, 0 failed\n",
                    stderr: "pushsh: `o.psh:5` is tagged @only, which must not be committed\n",
                    status: 1))
    }

    @Test func `what leaves other files' tests out is told, and a file that is read counts in CI`()
        throws
    {
        try place.write("include one.psh\n", to: "i.psh")
        try place.write("\ntest \"one\" @only\n  clock\nend\n", to: "one.psh")
        let note =
            "note: tests without the tag @only were left out, because `one.psh:2` has it\n"
        for options in [[], ["--jobs", "2"]] {
            let run = try Pushsh.run(options + ["i.psh", "s.psh"], in: place)
            #expect(run.stderr == note && run.status == 0, "\(run)")
        }
        // Whoever asks for the tag knows what it leaves out, and nothing else is left out here.
        #expect(try Pushsh.run(["--only", "@only", "i.psh", "s.psh"], in: place).stderr == "")
        #expect(try Pushsh.run(["one.psh"], in: place).stderr == "")
        let read = try Pushsh.run(
            ["-c", ".read one.psh"], in: place, variables: ["CI": "true"])
        #expect(read.status == 1 && read.stderr.contains("`one.psh:2` is tagged @only"), "\(read)")
    }

    @Test(arguments: ["", "HOME/none"]) func `without a home directory no note is kept`(
        home: String
    ) throws {
        let home = ["HOME": home.replacing("HOME", with: place.path)]
        let run = try Pushsh.run(["s.psh"], in: place, variables: home)
        #expect(run.status == 1)
        #expect(try place.listing() == ["s.psh"])
        let again = try Pushsh.run(["--rerun", "failed", "s.psh"], in: place, variables: home)
        #expect(again.stderr.hasPrefix("note: no earlier run of `s.psh` is known; all of it runs"))
        let prompt = try Pushsh.run(["-i"], in: place, variables: home)
        #expect(prompt.status == 3 && prompt.stderr.contains("no default workspace"), "\(prompt)")
        #expect(try place.listing() == ["s.psh"])
    }

    @Test func `rerun takes what failed the last time`() throws {
        _ = try titles([])
        let lines = try titles(["--rerun", "failed"])
        #expect(lines == ["✗ second", "0 passed, 1 failed"])
    }

    @Test(arguments: [".read s.psh", "include \"s.psh\""])
    func `rerun knows the tests that another file brings in`(_ bringing: String) throws {
        try place.write("test \"own\"\nend\n\(bringing)\n", to: "outer.psh")
        _ = try titles([], ["outer.psh"])
        let lines = try titles(["--rerun", "failed"], ["outer.psh"])
        #expect(lines == ["✗ second", "0 passed, 1 failed"])
    }

    @Test func `rerun has nothing to do after a run without failures`() throws {
        try place.write("test \"a\"\n  clock now\nend\n", to: "green.psh")
        let home = ["XDG_STATE_HOME": place.path + "/state"]
        let first = try Pushsh.run(["green.psh"], in: place, variables: home)
        #expect(first == Pushsh.Run(stdout: "✓ a\n1 passed, 0 failed\n"))
        let again = try Pushsh.run(
            ["--rerun", "failed", "green.psh"], in: place, variables: home)
        #expect(again.status == 0 && again.stdout == "0 passed, 0 failed\n", "\(again)")
    }

    @Test(arguments: [["k.psh"], ["-c", "tap"]]) func `of what never ran before, all runs again`(
        script: [String]
    ) throws {
        try place.write("tap\n", to: "k.psh")
        let home = ["XDG_STATE_HOME": place.path + "/state"]
        func again() throws -> Pushsh.Run {
            try Pushsh.run(["--rerun", "failed"] + script, in: place, variables: home)
        }
        let first = try again()
        #expect(first.status == 1, "\(first)")
        #expect(first.stderr.contains("note: no earlier run of `\(script[0])` is known"))
        #expect(first.stderr.contains("\ncode: no_notification\n"))
        #expect(try again().status == 1)
    }

    @Test func `a renamed test does not fail every rerun for ever`() throws {
        func run(_ title: String, _ body: String, _ options: [String] = []) throws -> Pushsh.Run {
            try place.write("test \"\(title)\"\n  \(body)\nend\n", to: "n.psh")
            return try Pushsh.run(
                options + ["n.psh"], in: place,
                variables: ["XDG_STATE_HOME": place.path + "/state"])
        }
        #expect(try run("a", "tap").status == 1)
        let stale = try run("b", "clock", ["--rerun", "failed"])
        #expect(stale.status == 1 && stale.stderr.contains("hint: run all tests once"))
        #expect(try run("b", "clock").status == 0)
        #expect(try run("b", "clock", ["--rerun", "failed"]).status == 0)
    }

    @Test func `tests behind a failed statement run again with it`() throws {
        let home = ["XDG_STATE_HOME": place.path + "/state"]
        try place.write("tap\ntest \"b\"\nend\n", to: "m.psh")
        #expect(try Pushsh.run(["m.psh"], in: place, variables: home).status == 1)
        try place.write("let x = \"y\"\ntest \"b\"\nend\n", to: "m.psh")
        let again = try Pushsh.run(["--rerun", "failed", "m.psh"], in: place, variables: home)
        #expect(again == Pushsh.Run(stdout: "✓ b\n1 passed, 0 failed\n"))
    }

    @Test(arguments: ["unset HOME", "export HOME=$PWD/none"]) func `without a home nothing is kept`(
        home: String
    ) throws {
        try place.write("test \"a\"\n  tap\nend\n", to: "f.psh")
        let run = try Pushsh.bash("unset XDG_STATE_HOME; \(home); pushsh f.psh", in: place)
        #expect(run.status == 1)
        #expect(try !place.listing().contains { $0.hasPrefix("none") || $0.hasPrefix(".local") })
    }

    @Test func `a person is told the seed of the order`() throws {
        let run = try Pushsh.run(["--shuffle", "7", "s.psh"], in: place)
        #expect(run.stderr.contains("note: the tests ran in the order of `--shuffle 7`\n"))
    }

    @Test func `a test that outlives the time limit ends the run with status 3`() throws {
        try place.write(
            "test \"long\"\n  repeat 200000\n    clock advance 1s\n  end\nend\n", to: "l.psh")
        let run = try Pushsh.run(["--timeout", "50ms", "l.psh"], in: place)
        #expect(run.status == 3)
        let places = ["l.psh:2:3", "l.psh:3:5"].map { $0 + ": error: the test took longer" }
        #expect(places.contains { run.stderr.hasPrefix($0) })
    }

    @Test(arguments: [
        "repeat 90000000\n  end", "for n in 1..90000000\n  end",
        "repeat 90000000\n    expect queue == 0\n  end",
        "clock\n  repeat 90000000\n    expect output not matches /(a+)+b/\n  end",
        "query --dialect sqlite \"WITH RECURSIVE c AS (SELECT 1 UNION ALL "
            + "SELECT 1 FROM c) SELECT sum(1) FROM c\"",
        "query --dialect sqlite \"SELECT "
            + "regexp_like(hex(zeroblob(100000)), '(0+)+1')\"\n  repeat 90000000\n  end",
    ])
    func `the time limit ends whatever runs, and names the statement`(body: String) throws {
        try place.write("test \"long\"\n  \(body)\nend\n", to: "l.psh")
        let run = try Pushsh.run(["--timeout", "200ms", "l.psh"], in: place)
        #expect(run.status == 3)
        #expect(run.stderr.contains(": error: the test took longer than 200ms\n"))
        #expect(run.stderr.hasPrefix("l.psh:"))
    }

    @Test func `the time limit names what took too long`() throws {
        let loop = "repeat 90000000\n  clock\nend\n"
        try place.write(loop, to: "plain.psh")
        try place.write(loop + "test \"t\"\n  clock\nend\n", to: "outside.psh")
        let names = ["plain": "the script", "outside": "a statement outside of tests"]
        for (file, name) in names {
            let run = try Pushsh.run(["--timeout", "200ms", "\(file).psh"], in: place)
            #expect(run.status == 3)
            #expect(run.stderr.contains(": error: \(name) took longer than 200ms\n"))
        }
    }

    @Test(arguments: [
        ["--check", "--mode", "jsonl"], ["--check", "--format", "github"], ["--check"],
    ])
    func `a check tells all that is wrong with a file`(options: [String]) throws {
        try place.write(
            """
            app lunch
            expect queue ~ 1
            receive --id
            login ${nobody}
            clock now
            | a
            tap x y z

            """, to: "bad.psh")
        let run = try Pushsh.run(options + ["bad.psh"], in: place)
        #expect(run.status == 2)
        let text = run.stdout + run.stderr
        let places = ["1", "2", "3", "7"].map { line in
            switch options.last {
            case "jsonl": "\"line\":\(line),"
            case "github": ",line=\(line),"
            default: "bad.psh:\(line):"
            }
        }
        for spot in places { #expect(text.contains(spot), "\(spot) in \(text)") }
    }

    @Test func `setup and teardown stand around every test, failed or not`() throws {
        try place.write(
            """
            setup
              app launch
            end
            teardown
              expect user == a
            end
            test "a"
              login a
              tap
            end
            test "b"
              expect user empty
            end

            """, to: "t.psh")
        let run = try Pushsh.run(["t.psh"], in: place)
        #expect(run.stdout == "✗ a\n✗ b\n0 passed, 2 failed\n")
        let places = run.stderr.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(
            places == [
                "t.psh:9:3: error: no notification is shown",
                "t.psh:5:3: error: the expectation does not hold",
            ])
    }
}
