import Testing

@testable import PushRuntime

/// The titles of tests in loops: psh(5), tests and loops.
@Suite struct TestCaseTests {
    private static let state = LoopRound(variable: "state", label: "foreground")
    private static let number = LoopRound(variable: "n", label: "3")
    private static let round = LoopRound(variable: nil, label: "2")

    static let titles: [(used: Set<String>, rounds: [LoopRound], title: String)] = [
        ([], [], "t"), (["state"], [state], "t"), ([], [state], "t (foreground)"),
        (["state"], [state, number], "t (3)"), ([], [state, number], "t (foreground, 3)"),
        (["state", "n"], [state, number], "t"), (["other"], [state], "t (foreground)"),
        // `repeat` has no variable that a title could name.
        (["state"], [round], "t (2)"), (["state"], [state, round], "t (2)"),
    ]

    @Test(arguments: titles.indices) func `a title names each round of its loops`(_ index: Int) {
        let (used, rounds, title) = Self.titles[index]
        #expect(LoopRound.title("t", naming: used, in: rounds) == title)
    }

    @Test func `a loop around a test makes one for each round`() throws {
        let trial = try ScriptTrial(
            """
            for state in foreground background
              for n in 1..2
                test "in the ${state}"
                end
              end
            end
            repeat 2
              test "again"
              end
            end
            """)
        #expect(
            trial.results == [
                "passed in the foreground (n = 1)", "passed in the foreground (n = 2)",
                "passed in the background (n = 1)", "passed in the background (n = 2)",
                "passed again (round 1 of 2)", "passed again (round 2 of 2)",
            ])
    }
}
