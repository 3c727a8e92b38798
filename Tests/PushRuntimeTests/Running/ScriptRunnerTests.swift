import PushCommands
import Testing

@testable import PushRuntime

struct ScriptRunnerTests {
    static let three = """
        test "first" @a
          app launch
        end
        test "second" @b
          expect queue == 7
          expect queue == 8
        end
        test "third" @a @b
          expect queue == 0
        end
        """

    @Test func `each test starts from the state behind setup`() throws {
        let trial = try ScriptTrial(
            """
            app launch
            setup
              login cust-001
            end
            test "one"
              expect user == cust-001
              expect queue == 2
              open myapp://home
              expect queue == 3
              clock advance 1h
            end
            test "two"
              expect queue == 2
              expect events empty
              query "SELECT to_unixtime(now()) AS t"
              expect $[0].t == 1767225600
            end
            """)
        #expect(trial.results == ["passed one", "passed two"])
        #expect(trial.failures == [])
    }

    @Test func `a teardown that fails after its test is told, too`() throws {
        let trial = try ScriptTrial(
            "test \"a\"\n  expect queue == 77\nend\nteardown\n  expect badge == 9\nend\n")
        #expect(trial.results == ["failed a"])
        #expect(
            trial.failures == [
                "2: the expectation does not hold", "5: the expectation does not hold",
            ])
    }

    @Test(arguments: ["", "quit\n"]) func `a file without tests is one between its fixtures`(
        _ end: String
    ) throws {
        let fixtures = "teardown\n  expect screen == a\n  clock\nend\n"
        let text = fixtures + "open myapp://a\n\(end)setup\n  app launch\nend\n"
        let trial = try ScriptTrial(text)
        #expect(trial.failures == [])
        #expect(trial.output.last?.hasPrefix("clock") == true)
        // An included file is between its own.
        let including = try ScriptTrial(
            "include \"f.psh\"\nexpect screen == a\n", files: ["f.psh": text])
        #expect(including.failures == [])
        #expect(including.output.last?.hasPrefix("clock") == true)
    }

    @Test func `teardown of a file without tests runs after a failure`() throws {
        let text = "tap\nteardown\n  expect badge == 9\nend\n"
        let both = ["1: no notification is shown", "3: the expectation does not hold"]
        #expect(try ScriptTrial(text).failures == both)
        let including = try ScriptTrial("include \"f.psh\"\n", files: ["f.psh": text])
        #expect(including.failures == both)
    }

    @Test func `teardown runs after a failure, and its own failure counts`() throws {
        let trial = try ScriptTrial(
            """
            teardown
              expect queue == 0
            end
            test "clean"
            end
            test "fails itself"
              tap nothing
            end
            test "leaves something"
              app launch
            end
            """)
        #expect(
            trial.results == ["passed clean", "failed fails itself", "failed leaves something"])
        #expect(
            trial.failures == ["7: no notification is shown", "2: the expectation does not hold"]
                || trial.failures == [
                    "7: `nothing` is not shown", "2: the expectation does not hold",
                ])
    }

    @Test func `a failing setup fails the test it was for`() throws {
        let trial = try ScriptTrial("setup\n  tap\nend\ntest \"t\"\nend")
        #expect(trial.results == ["failed t"])
        #expect(trial.failures == ["2: no notification is shown"])
    }

    @Test func `a file without tests is one test, and prints`() throws {
        let trial = try ScriptTrial("clock\nclock advance 1s\n")
        #expect(trial.results == ["passed trial.psh"])
        #expect(trial.output.count == 2)
    }

    struct Selection: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var adjust: @Sendable (inout ScriptRunner.Options) -> Void
        var results: [String]
    }

    static let selections: [Selection] = [
        Selection(
            testDescription: "all", adjust: { _ in },
            results: ["passed first", "failed second", "passed third"]),
        Selection(
            testDescription: "only @a", adjust: { $0.only = ["a"] },
            results: ["passed first", "passed third"]),
        Selection(
            testDescription: "skip @b", adjust: { $0.skip = ["b"] }, results: ["passed first"]),
        Selection(
            testDescription: "only @a, skip @b",
            adjust: {
                $0.only = ["a"]
                $0.skip = ["b"]
            }, results: ["passed first"]),
        Selection(
            testDescription: "filter", adjust: { $0.filter = "^(SEC|thi)" },
            results: ["failed second", "passed third"]),
        Selection(testDescription: "nothing", adjust: { $0.only = ["z"] }, results: []),
        Selection(
            testDescription: "from line 5", adjust: { $0.fromLine = 5 },
            results: ["passed third"]),
        Selection(
            testDescription: "fail fast", adjust: { $0.failsFast = true },
            results: ["passed first", "failed second", "skipped third"]),
    ]

    @Test(arguments: selections) func `options choose the tests`(_ selection: Selection) throws {
        #expect(try ScriptTrial(Self.three, selection.adjust).results == selection.results)
    }

    @Test func `tests after the failure that ends a run are skipped, and nothing runs`() throws {
        let trial = try ScriptTrial(
            """
            test "bad"
              expect queue == 7
            end
            .read more.psh
            for n in a b
              [tty] test "after ${n}"
              end
            end
            include more.psh
            clock
            """, files: ["more.psh": "test \"more\"\nend\nlogin nobody\n"]
        ) { $0.failsFast = true }
        #expect(
            trial.results == [
                "failed bad", "skipped more", "skipped after a", "skipped after b", "skipped more",
            ])
        #expect(trial.reasons == Array(repeating: "the run ended at the first failure", count: 4))
        #expect(trial.output.isEmpty)
    }

    @Test func `a shuffled run names the same tests when it ends early`() throws {
        let text = (1...9).map { "test \"t\($0)\"\n  expect queue != 0\nend\n" }.joined()
        let trial = try ScriptTrial(text) {
            $0.failsFast = true
            $0.shuffleSeed = 3
        }
        #expect(trial.results.count == 9 && trial.reasons.count == 8)
        #expect(Set(trial.results.map { $0.suffix(2) }) == Set((1...9).map { "t\($0)" }))
    }

    @Test func `the first failure ends a test, unless it is told to go on`() throws {
        let one = try ScriptTrial(Self.three)
        #expect(one.failures == ["5: the expectation does not hold"])
        let both = try ScriptTrial(Self.three) { $0.keepsGoing = true }
        #expect(
            both.failures == [
                "5: the expectation does not hold", "6: the expectation does not hold",
            ])
    }

    @Test func `tests of a file that is read are chosen like others`() throws {
        let files = ["a.psh": "test \"a\"\nend\ntest \"b\"\nend\ntest \"c\" @t\nend\n"]
        func results(_ adjust: (inout ScriptRunner.Options) -> Void) throws -> [String] {
            try ScriptTrial(".read a.psh", files: files, adjust).results
        }
        let parts = try (1...3).map { part in try results { $0.shard = Shard(part, of: 3) } }
        #expect(parts.joined().sorted() == ["passed a", "passed b", "passed c"])
        #expect(try results { $0.filter = "trial" } == [])
        #expect(try results { $0.filter = "b" } == ["passed b"])
        #expect(try results { $0.only = ["t"] } == ["passed c"])
        #expect(try results { $0.titles = ["a"] } == ["passed a"])
        #expect(try results { $0.skip = ["t"] } == ["passed a", "passed b"])
    }

    @Test func `a seed shuffles, and the same seed shuffles alike`() throws {
        let text = (1...6).map { "test \"t\($0)\"\nend" }.joined(separator: "\n")
        let first = try ScriptTrial(text) { $0.shuffleSeed = 3 }.results
        #expect(first == (try ScriptTrial(text) { $0.shuffleSeed = 3 }.results))
        #expect(first != (try ScriptTrial(text).results))
        #expect(first.sorted() == (try ScriptTrial(text).results))
    }

    @Test func `a guarded test is skipped where its condition does not hold`() throws {
        let trial = try ScriptTrial(
            """
            [tty] test "at a terminal"
            end
            [!tty] test "in a script"
            end
            [network:real] test "on the wire"
            end
            [profile:td] test "with the guide's app"
            end
            """)
        #expect(
            trial.results == [
                "skipped at a terminal", "passed in a script", "skipped on the wire",
                "passed with the guide's app",
            ])
    }

    @Test func `quit ends a script, and fails a test that it ends`() throws {
        let plain = try ScriptTrial("clock\nquit\ntap\n")
        #expect(plain.results == ["passed trial.psh"])
        #expect(plain.didQuit)
        let tests = try ScriptTrial(
            "test \"a\"\n  .read q.psh\n  tap\nend\ntest \"b\"\nend", files: ["q.psh": "quit\n"])
        #expect(tests.results == ["failed a", "passed b"])
    }

    @Test func `a list names the tests that a read file brings`() throws {
        let shelf = FileShelf()
        let files = [
            "a.psh": "test \"a\"\nclock\nend\n.read b.psh\n", "b.psh": "test \"b\" @t\nend\n",
            "main.psh": "clock\nrepeat 2\n.read a.psh\nend\n.read gone.psh\n",
        ]
        shelf.texts = files.mapValues { Array($0.utf8) }
        var loader = ScriptLoader { path throws(Failure) in try shelf.read(path) }
        let loaded = loader.load("main.psh")
        let script = try #require(loaded)
        let session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        let runner = ScriptRunner(
            script, session: session, console: LineCollector(), options: .init())
        runner.list()
        #expect(
            runner.results.map { "\($0.file) \($0.title) \($0.line) \($0.tags)" } == [
                "a.psh a (round 1 of 2) 1 []", "b.psh b (round 1 of 2) 1 [\"t\"]",
                "a.psh a (round 2 of 2) 1 []", "b.psh b (round 2 of 2) 1 [\"t\"]",
            ])
    }
}
