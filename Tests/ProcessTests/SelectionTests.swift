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
        try Pushsh.run(options + scripts, in: place).lines
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
        (["--fail-fast"], ["✓ first", "✗ second", "1 passed, 1 failed"]),
        (["--keep-going"], ["✓ first", "✗ second", "✓ third 三", "2 passed, 1 failed"]),
        (["--jobs", "4"], ["✓ first", "✗ second", "✓ third 三", "2 passed, 1 failed"]),
    ])
    func `the options choose the tests`(options: [String], lines: [String]) throws {
        #expect(try titles(options) == lines)
    }

    @Test(arguments: [["--only", "@none"], ["--filter", "none"], ["--from", "99"]])
    func `an empty selection is a failure`(options: [String]) throws {
        #expect(
            try Pushsh.run(options + ["s.psh"], in: place)
                == Pushsh.Run(
                    stdout: "0 passed, 0 failed\n", stderr: "pushsh: no test was selected\n",
                    status: 1))
    }

    @Test(arguments: [
        ["--only", "@none"], ["--filter", "none"], ["--from", "99"],
    ])
    func `a file without tests is one test without tags`(options: [String]) throws {
        try place.write("clock now\n", to: "plain.psh")
        let refused = Pushsh.Run(stderr: "pushsh: no test was selected\n", status: 1)
        #expect(try Pushsh.run(options + ["plain.psh"], in: place) == refused)
        #expect(try Pushsh.run(options + ["-c", "clock now"], in: place) == refused)
    }

    @Test(arguments: [["--skip", "@none"], ["--filter", "plain"], ["--from", "1"]])
    func `a file without tests can be selected`(options: [String]) throws {
        try place.write("clock now\n", to: "plain.psh")
        let run = try Pushsh.run(options + ["plain.psh"], in: place)
        #expect(run == Pushsh.Run(stdout: "clock   2026-01-01T00:00:00Z\n"))
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
        #expect(alone == Pushsh.Run(stdout: "✓ first\n1 passed, 0 failed\n"))
        let inCI = try Pushsh.run(["o.psh"], in: place, variables: ["CI": "true"])
        #expect(
            inCI
                == Pushsh.Run(
                    stdout: "✓ first\n1 passed, 0 failed\n",
                    stderr: "pushsh: a test is tagged @only, which must not be committed\n",
                    status: 1))
    }

    @Test func `rerun takes what failed the last time`() throws {
        _ = try titles([])
        let lines = try titles(["--rerun", "failed"])
        #expect(lines == ["✗ second", "0 passed, 1 failed"])
    }

    @Test func `a test that outlives the time limit ends the run with status 3`() throws {
        try place.write(
            "test \"long\"\n  repeat 200000\n    clock advance 1s\n  end\nend\n", to: "l.psh")
        let run = try Pushsh.run(["--timeout", "50ms", "l.psh"], in: place)
        #expect(run.status == 3)
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
