import PushLanguage
import PushText
import Testing

@testable import PushRuntime

/// Every test that a file declares is reported, wherever it stands.
struct DeclaredTestsTests {
    @Test func `a loop around a test makes a test of each value`() throws {
        let trial = try ScriptTrial(
            """
            for state in foreground background
              test "in state ${state}"
                expect var state == ${state}
              end
            end
            """)
        #expect(trial.results == ["passed in state foreground", "passed in state background"])
    }

    @Test func `a title that does not name the loop's value is told apart by it`() throws {
        let trial = try ScriptTrial(
            """
            for n in 1..2
              repeat 2
                test "t"
                  expect var n == 1
                end
              end
            end
            """)
        #expect(
            trial.results == [
                "passed t (n = 1, round 1 of 2)", "passed t (n = 1, round 2 of 2)",
                "failed t (n = 2, round 1 of 2)", "failed t (n = 2, round 2 of 2)",
            ])
    }

    @Test func `a statement in a loop runs in each round, before the test behind it`() throws {
        let trial = try ScriptTrial(
            """
            app launch
            for id in a b
              login ${id}
              test "as ${id}"
                expect user == ${id}
                logout
              end
            end
            """)
        #expect(trial.results == ["passed as a", "passed as b"])
        #expect(trial.failures == [])
    }

    static let shared = """
        let greeting = "hello ${who}"
        setup
          login ${who}
        end
        teardown
          expect user == ${who}
        end
        test "of ${who}"
          expect var greeting == "hello ${who}"
          expect user == ${who}
        end
        """

    @Test func `an include at the top brings its tests in, with their setup and teardown`() throws {
        let trial = try ScriptTrial(
            """
            setup
              app launch
            end
            include "shared.psh" with who=cust-1 as first
            include "shared.psh" with who=cust-2
            test "own"
              expect user exists
              expect var first.greeting == "hello cust-1"
            end
            """, files: ["shared.psh": Self.shared])
        #expect(trial.results == ["passed of cust-1", "passed of cust-2", "failed own"])
        #expect(trial.failures == ["7: the expectation does not hold"])
    }

    @Test func `.read runs and reports the tests of a file`() throws {
        let files = ["coupon.psh": "test \"one\"\nend\ntest \"two\"\n  tap\nend\n"]
        let trial = try ScriptTrial("app launch\n.read coupon.psh\nclock\n", files: files)
        #expect(trial.results == ["passed one", "failed two"])
        let both = try ScriptTrial(".read coupon.psh\ntest \"three\"\nend\n", files: files)
        #expect(both.results == ["passed one", "failed two", "passed three"])
    }

    @Test func `a statement that fails in a file that is read skips the tests behind it`() throws {
        let trial = try ScriptTrial(
            ".read coupon.psh\n", files: ["coupon.psh": "tap\ntest \"one\"\nend\n"])
        #expect(trial.results == ["skipped one", "failed trial.psh"])
        #expect(trial.failures == ["1: no notification is shown"])
    }

    /// A file with two tests, and one that only reads it.
    private static let coupons = [
        "coupon.psh": "for id in a b\n  test \"of ${id}\"\n  end\nend\n",
        "reader.psh": "clock\n? tap\n.read coupon.psh\n",
        "failing.psh": "clock\ntap\n.read coupon.psh\n",
    ]

    @Test(arguments: ["", "test \"own\"\nend\n"])
    func `tests of a .read that is not reached are skipped, with the reason`(_ own: String) throws {
        func trial(
            _ text: String, _ adjust: (inout ScriptRunner.Options) -> Void = { _ in }
        ) throws -> ScriptTrial {
            try ScriptTrial(text + "\n" + own, files: Self.coupons, adjust)
        }
        let rest = own.isEmpty ? [] : ["skipped own"]
        let quit = try trial("quit\n.read coupon.psh")
        #expect(quit.results == ["skipped of a", "skipped of b"] + rest)
        #expect(Set(quit.reasons) == ["`quit` ended the script"])
        let failed = try trial("tap\n.read coupon.psh")
        #expect(failed.results == ["failed trial.psh", "skipped of a", "skipped of b"] + rest)
        #expect(Set(failed.reasons) == ["trial.psh:1 failed"])
        let held = try trial("[tty] .read coupon.psh")
        let passed = own.isEmpty ? [] : ["passed own"]
        #expect(held.results == ["skipped of a", "skipped of b"] + passed)
        #expect(held.reasons == ["`[tty]` does not hold", "`[tty]` does not hold"])
        // Only the second round was not reached.
        let round = try trial("repeat 2\n  ! tap\n  .read coupon.psh\n  quit\nend")
        #expect(
            round.results
                == [
                    "passed of a", "passed of b", "skipped of a (round 2 of 2)",
                    "skipped of b (round 2 of 2)",
                ] + rest)
    }

    @Test func `tests that files read one in another would have brought are skipped, too`() throws {
        let trial = try ScriptTrial(
            "let name = \"failing\"\n.read reader.psh\n.read ${name}.psh\n.read reader.psh\n",
            files: Self.coupons)
        #expect(
            trial.results == [
                "passed of a", "passed of b", "skipped of a", "skipped of b", "failed trial.psh",
                "skipped of a", "skipped of b",
            ])
        #expect(trial.reasons.prefix(2) == ["failing.psh:2 failed", "failing.psh:2 failed"])
    }

    @Test func `a test after which --fail-fast ends the run skips those of a later .read`() throws {
        let trial = try ScriptTrial(
            "test \"own\"\n  tap\nend\n.read reader.psh\n", files: Self.coupons
        ) { $0.failsFast = true }
        #expect(trial.results == ["failed own", "skipped of a", "skipped of b"])
        #expect(Set(trial.reasons) == [ScriptRunner.endReason])
    }

    @Test func `a file that only the script itself can make is not known beforehand`() throws {
        let trial = try ScriptTrial("quit\n.read made.psh\n", files: Self.coupons)
        #expect(trial.results == ["passed trial.psh"])
        let named = try ScriptTrial(
            "let name = \"coupon\"\nquit\n.read ${name}.psh\n", files: Self.coupons)
        #expect(named.results == ["passed trial.psh"])
    }

    @Test func `more tests than a run can keep are refused, also those of a .read`() throws {
        let trial = try ScriptTrial(
            "repeat 600000\n  .read coupon.psh\nend\n", files: Self.coupons)
        #expect(trial.refusals == ["1: a file declares at most 1000000 tests"])
    }

    @Test func `a test inside a test is refused, however it gets there`() throws {
        let files = ["coupon.psh": "test \"one\"\nend\n"]
        for block in ["test \"outer\"", "setup", "teardown"] {
            let trial = try ScriptTrial(
                "\(block)\n  for x in a b\n    include \"coupon.psh\"\n  end\nend\n", files: files)
            let name = block.prefix { $0 != " " }
            #expect(trial.refusals == ["3: a `\(name)` cannot include a file with tests"])
        }
        // Which file that is shows only as the test runs.
        let read = try ScriptTrial(
            "let name = \"coupon\"\ntest \"outer\"\n  .read ${name}.psh\nend\n", files: files)
        #expect(read.results == ["failed outer"])
        #expect(
            read.failures == ["3: `coupon.psh` has tests, and a test cannot run inside a test"])
    }

    @Test func `a question mark hides no tests of a file that is read`() throws {
        let files = [
            "coupon.psh": "test \"one\"\nend\n", "reader.psh": ".read coupon.psh\n",
            "bold.psh": "? .read coupon.psh\n",
        ]
        for path in ["coupon.psh", "reader.psh", "bold.psh"] {
            let trial = try ScriptTrial(
                "test \"outer\"\n  ? .read \(path)\nend\n", files: files)
            #expect(trial.results == ["failed outer"], "\(path)")
        }
        let refused = try ScriptTrial(
            "test \"outer\"\n  ! .read coupon.psh\n  ? tap\nend\n", files: files)
        #expect(refused.results == ["passed outer"])
    }

    @Test func `a statement between tests runs where it stands`() throws {
        let trial = try ScriptTrial(
            """
            test "before"
              expect queue == 0
            end
            app launch
            test "behind"
              expect queue == 1
            end
            """)
        #expect(trial.results == ["passed before", "passed behind"])
    }

    @Test func `a statement that fails outside tests skips every test behind it`() throws {
        let trial = try ScriptTrial(
            """
            test "before"
            end
            tap
            test "behind"
            end
            for x in a b
              test "in a loop: ${x}"
              end
            end
            include "shared.psh" with who=cust-1
            """, files: ["shared.psh": Self.shared])
        #expect(
            trial.results == [
                "passed before", "failed trial.psh", "skipped behind", "skipped in a loop: a",
                "skipped in a loop: b", "skipped of cust-1",
            ])
        #expect(trial.failures == ["3: no notification is shown"])
        #expect(trial.reasons == Array(repeating: "trial.psh:3 failed", count: 4))
    }

    @Test func `quit between tests skips those behind it`() throws {
        let trial = try ScriptTrial("test \"a\"\nend\nquit\ntest \"b\"\nend\n")
        #expect(trial.results == ["passed a", "skipped b"])
    }

    @Test func `guards of loops and includes skip the tests inside`() throws {
        let trial = try ScriptTrial(
            """
            [tty] for x in a b
              test "${x}"
              end
            end
            [network:real] include "shared.psh" with who=cust-1
            test "c"
            end
            """, files: ["shared.psh": Self.shared])
        #expect(trial.results == ["skipped a", "skipped b", "skipped of cust-1", "passed c"])
        #expect(trial.reasons.first == "`[tty]` does not hold")
    }

    @Test func `tests between two statements are shuffled among themselves`() throws {
        let tests = { (names: ClosedRange<Int>) in
            names.map { "test \"t\($0)\"\nend\n" }.joined()
        }
        let text = tests(1...8) + "app launch\n" + tests(9...16)
        let plain = try ScriptTrial(text).results
        let shuffled = try ScriptTrial(text) { $0.shuffleSeed = 7 }.results
        #expect(shuffled != plain)
        #expect(Set(shuffled.prefix(8)) == Set(plain.prefix(8)))
        #expect(Set(shuffled) == Set(plain))
    }

    @Test func `options select among the tests of loops and includes`() throws {
        let text = """
            for x in a b
              test "in ${x}" @loop
              end
            end
            include "shared.psh" with who=cust-1
            """
        let files = ["shared.psh": Self.shared]
        let loop = try ScriptTrial(text, files: files) { $0.only = ["loop"] }
        #expect(loop.results == ["passed in a", "passed in b"])
        let filtered = try ScriptTrial(text, files: files) { $0.filter = "in b" }
        #expect(filtered.results == ["passed in b"])
        let late = try ScriptTrial(text, files: files) { $0.fromLine = 5 }
        #expect(late.results == ["failed of cust-1"])
    }

    @Test func `a file's tests are counted from its text`() throws {
        var loader = ScriptLoader { _ in Array(Self.shared.utf8) }
        let text = """
            test "a"
            end
            for x in a b c
              repeat 4
                test "b"
                end
              end
              test "c"
              end
            end
            include "shared.psh" with who=cust-1
            """
        let found = loader.load(Array(text.utf8), path: "-")
        let loaded = try #require(found)
        #expect(loaded.declaredTests == 1 + 3 * (4 + 1) + 1)
    }

    @Test func `a file declares a million tests at most`() throws {
        func loop(_ count: Int) -> String {
            "repeat 1000\n  for i in 1..\(count)\n    test \"t\"\n    end\n  end\nend\n"
        }
        let text = loop(1000)
        var loader = ScriptLoader { _ in Array(text.utf8) }
        let found = loader.load(Array(text.utf8), path: "-")
        #expect(try #require(found).declaredTests == 1_000_000)
        #expect(loader.diagnostics.isEmpty)
        let message = "a file declares at most 1000000 tests"
        // One more, of its own or of a file.
        #expect(try ScriptTrial(text + "test \"t\"\nend\n").refusals == ["7: " + message])
        let include = text + "include \"one.psh\"\n"
        let one = ["one.psh": "test \"t\"\nend\n"]
        #expect(try ScriptTrial(include, files: one).refusals == ["7: " + message])
        // The loop that has too many by itself, else the one around it.
        #expect(try ScriptTrial(loop(1001)).refusals == ["1: " + message])
        #expect(try ScriptTrial(loop(2_000_000)).refusals == ["2: " + message])
        let within = "test \"t\"\n  repeat 2000000\n  end\nend\n"
        let trial = try ScriptTrial(within) { $0.only = ["none"] }
        #expect(trial.refusals == [])
    }

    @Test func `a run that loses a test fails`() throws {
        var loader = ScriptLoader { _ in [] }
        let found = loader.load(Array("test \"a\"\nend\n".utf8), path: "a.psh")
        let loaded = try #require(found)
        let session = try Session(edge: StoreEdge(files: FileShelf()), settings: ShellSettings())
        let runner = ScriptRunner(
            loaded, session: session, console: LineCollector(), options: .init())
        runner.declare(loaded.declaredTests)
        runner.account()
        #expect(runner.results.map(\.status) == [.failed])
        #expect(
            runner.results.first?.failure?.diagnostic.message
                == "the file declares 1 test, and the run accounts for 0")
    }

    @Test func `the tests of a file can be listed without running it`() throws {
        var loader = ScriptLoader { _ in Array(Self.shared.utf8) }
        let text = "app launch\nlet x = \"1\"\ntest \"with ${x}\"\nend\n"
        let found = loader.load(Array(text.utf8), path: "a.psh")
        let loaded = try #require(found)
        let session = try Session(edge: StoreEdge(files: FileShelf()), settings: ShellSettings())
        let runner = ScriptRunner(
            loaded, session: session, console: LineCollector(), options: .init())
        runner.list(because: "the process ended")
        #expect(runner.results.map(\.summary) == ["- with ${x}"])
        #expect(runner.results.first?.reason == "the process ended")
    }
}
