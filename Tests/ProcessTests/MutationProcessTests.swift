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

    @Test func `tools get the explained ones, too`() throws {
        let run = try Pushsh.run(["--mutate", "--mode", "jsonl", "m.psh"], in: place)
        #expect(
            run.lines == [
                #"{"file":"m.psh","line":7,"change":"deletion","text":"app background"}"#,
                #"{"file":"m.psh","line":10,"change":"deletion","text":"app background","#
                    + #""explanation":"the phone is locked in either state"}"#,
            ])
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
