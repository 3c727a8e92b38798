import PushTestSupport
import Testing

/// `--mutate`: what of a script no test notices.
@Suite struct MutationProcessTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(
            """
            setup
              app launch
            end
            test "one"
              login a
              expect user == a
              app background
            end
            test "two"
              app background  # unnoticed: the phone is locked in either state
              expect user != a
            end

            """, to: "m.psh")
    }

    @Test(arguments: [["--jobs", "1"], ["--jobs", "3"], []])
    func `survivors are listed with their lines`(options: [String]) throws {
        let run = try Pushsh.run(["--mutate"] + options + ["m.psh"], in: place)
        #expect(
            run
                == Pushsh.Run(
                    stdout: """
                        m.psh:7: every test passes without `app background`
                        m.psh: 6 changes, 1 unnoticed, 1 explained

                        """, status: 1))
    }

    @Test(arguments: [
        (["--filter", "one"], "m.psh: 4 changes, 1 unnoticed\n"),
        (["--from", "9"], "m.psh: 3 changes, 0 unnoticed, 1 explained\n"),
        (["--filter", "two", "--jobs", "1"], "m.psh: 3 changes, 0 unnoticed, 1 explained\n"),
    ])
    func `the options choose the tests that are changed`(
        options: [String], sum: String
    ) throws {
        let run = try Pushsh.run(["--mutate"] + options + ["m.psh"], in: place)
        #expect(run.stdout.hasSuffix(sum), "\(run)")
        #expect(run.status == (sum.contains(" 0 unnoticed") ? 0 : 1))
    }

    @Test(arguments: ["1", "3"]) func `no run finds what another one wrote, and nothing stays`(
        jobs: String
    ) throws {
        try place.write("kept\n", to: "old.txt")
        try place.write(
            """
            test "a"
              export "SELECT 1 AS a" x.csv
              report r.html
              backup b.zip
              credential demo keys/deep
              .output o.txt
              whoami
            end

            """, to: "w.psh")
        let run = try Pushsh.run(["--mutate", "--jobs", jobs, "w.psh"], in: place)
        #expect(run.lines.last == "w.psh: 6 changes, 6 unnoticed", "\(run)")
        #expect(try place.listing() == ["m.psh", "old.txt", "w.psh"])
        #expect(try place.text("old.txt") == "kept\n")
    }

    @Test func `each part of a run changes its own tests`() throws {
        var lines = 0
        for part in ["1/2", "2/2"] {
            let run = try Pushsh.run(["--mutate", "--shard", part, "m.psh"], in: place)
            lines += run.lines.count { $0.contains("without `app background`") }
        }
        #expect(lines == 1)
    }

    @Test func `no test, and no report, is told`() throws {
        let none = try Pushsh.run(["--mutate", "--filter", "zzz", "m.psh"], in: place)
        #expect(none == Pushsh.Run(stderr: "pushsh: no test was selected\n", status: 1))
        for mode in ["--mutate", "--check", "--list"] {
            let run = try Pushsh.run([mode, "--report", "json=r.json", "m.psh"], in: place)
            #expect(run.status == 2 && run.stderr.contains("cannot be used together"), "\(run)")
            let other = try Pushsh.run(["--report", "json=r.json", mode, "m.psh"], in: place)
            #expect(other.status == 2)
        }
    }

    @Test func `tools get the explained ones, too`() throws {
        let run = try Pushsh.run(["--mutate", "--mode", "jsonl", "m.psh"], in: place)
        #expect(
            run.lines == [
                #"{"file":"m.psh","line":7,"change":"deletion","text":"app background"}"#,
                #"{"file":"m.psh","line":10,"change":"deletion","text":"app background","#
                    + #""explanation":"the phone is locked in either state"}"#,
            ])
    }

    @Test func `golden lines are compared whatever the form of the list`() throws {
        try place.write(
            "app launch\n|...\n| asked   permission for alert, sound, badge: granted\n|...\n"
                + "queue\n|...\n",
            to: "golden.psh")
        for mode in ["json", "jsonl"] {
            let run = try Pushsh.run(["--mutate", "--mode", mode, "golden.psh"], in: place)
            #expect(!run.stderr.contains("without any change"), "\(mode): \(run)")
            #expect(run.status == 1, "nothing notices `queue`")
        }
    }

    @Test func `a script of which everything is noticed passes, one that fails anyway does not`()
        throws
    {
        try place.write("app launch\nlogin a\nexpect user == a\n", to: "good.psh")
        let good = try Pushsh.run(["--mutate", "good.psh"], in: place)
        #expect(good == Pushsh.Run(stdout: "good.psh: 3 changes, 0 unnoticed\n"))
        try place.write("expect user == a\n", to: "bad.psh")
        let bad = try Pushsh.run(["--mutate", "bad.psh"], in: place)
        #expect(
            bad == Pushsh.Run(stderr: "pushsh: `bad.psh` fails without any change\n", status: 1))
    }

    @Test func `a change that makes a test endless is noticed in time`() throws {
        try place.write(
            "test \"t\"\n  app launch\n  login a\n  expect within 99999d user == a\nend\n",
            to: "e.psh")
        let run = try Pushsh.run(["--mutate", "--timeout", "200ms", "e.psh"], in: place)
        #expect(run == Pushsh.Run(stdout: "e.psh: 3 changes, 0 unnoticed\n"))
    }
}
