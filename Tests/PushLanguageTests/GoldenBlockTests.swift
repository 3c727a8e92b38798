import PushTestSupport
import PushText
import Testing

@testable import PushLanguage

@Suite struct GoldenBlockTests {
    /// Makes golden lines of texts; `...` alone is an ellipsis.
    private func golden(
        _ lines: [String], _ stream: GoldenLine.Stream = .stdout
    ) -> [GoldenText] {
        lines.map { GoldenText($0 == "..." ? nil : $0, stream: stream) }
    }

    @Test(
        arguments: [
            ([], [], nil), (["a"], ["a"], nil), (["a", "b"], ["a", "c"], (1, 1)),
            (["a"], [], (0, nil)),
            (["a"], ["a", "b"], (nil, 1)), (["..."], [], nil), (["..."], ["a", "b"], nil),
            (["...", "b"], ["a", "b"], nil), (["...", "b"], ["a", "c"], (1, nil)),
            (["a", "..."], ["a"], nil), (["a", "..."], ["b"], (0, 0)),
            (["...", "a", "b"], ["a", "x", "a", "b"], nil),
            (["...", "a", "...", "b"], ["a", "b"], nil),
            (["...", "a", "b"], ["x", "a", "c"], (2, 2)), (["...", "a"], ["a", "b"], (nil, 1)),
            (["[..]", "..."], [""], nil), (["...", "..."], [], nil),
        ] as [([String], [String], (Int?, Int?)?)])
    func `the first mismatch is found`(
        _ expected: [String], _ actual: [String], _ place: (Int?, Int?)?
    ) {
        let wanted = place.map { GoldenBlock.Mismatch(expected: $0.0, actual: $0.1) }
        #expect(GoldenBlock.mismatch(expected: golden(expected), actual: actual) == wanted)
    }

    @Test func `[SH-03] lines that look the same are blessed by their code points`() {
        let (one, two) = ("caf\u{E9}", "cafe\u{301}")
        #expect(GoldenText(one) != GoldenText(two))
        #expect(GoldenBlock.bless(expected: golden([two]), actual: [one]) == golden([one]))
        let wide = GoldenBlock.widen(golden([one]), stdout: [two], stderr: [])
        #expect(wide == golden(["caf[..]"]))
        #expect(GoldenBlock.mismatch(expected: wide, actual: [two]) == nil)
    }

    @Test func `a stream without golden lines is not checked`() {
        let lines = golden(["a"]) + golden(["e"], .stderr)
        func stream(_ lines: [GoldenText], _ out: [String], _ err: [String]) -> GoldenLine.Stream? {
            GoldenBlock.mismatch(expected: lines, stdout: out, stderr: err)?.stream
        }
        #expect(stream(lines, ["a"], ["e"]) == nil)
        #expect(stream(lines, ["a"], ["f"]) == .stderr)
        #expect(stream(lines, ["b"], ["f"]) == .stdout)
        #expect(stream(golden(["a"]), ["a"], ["f"]) == nil)
        #expect(stream([], ["a"], ["f"]) == nil)
    }

    @Test(arguments: [
        (["a", "b"], ["a", "c"], ["a", "c"]),
        (["a", "[..]", "b"], ["a", "x", "c"], ["a", "[..]", "c"]),
        (["...", "b"], ["x", "y", "c"], ["...", "c"]), (["a", "..."], ["b", "x"], ["b", "..."]),
        (["a", "...", "z"], ["b", "1", "2", "y"], ["b", "...", "y"]),
        (["a"], [], []), (["a", "..."], [], ["..."]), (["a"], ["a", "b"], ["a", "b"]),
        (["a", "b", "c"], ["b", "c"], ["b", "c"]),
        (
            ["b", "...", "d"], ["a", "b", "c", "d"],
            ["a", "b", "...", "d"]
        ),
        (["token [TOKEN]"], ["new", "token abcdefg1"], ["new", "token [TOKEN]"]),
        (["...", "shown a", "..."], ["x", "shown b", "y"], ["...", "shown b", "..."]),
        (["...", "shown a", "..."], ["x", "y"], ["...", "x", "..."]),
        (["...", "a", "..."], [], ["..."]),
        (
            ["...", "token [TOKEN] a", "...", "end", "..."], ["p", "token abcdefg1 b", "q"],
            ["...", "token [TOKEN] b", "...", "q", "..."]
        ),
        (["...", "1 a", "2 a", "..."], ["1 b", "2 b", "3"], ["...", "1 b", "2 b", "..."]),
        (["...", "b", "...", "a", "..."], ["x"], ["...", "x", "..."]),
        (["...", "a", "...", "b", "..."], ["b", "c"], ["...", "b", "..."]),
        (["at [TIME] a"], ["at 09:00:00 b"], ["at [TIME] b"]), (["x"], ["..."], ["..."]),
    ])
    func `bless keeps the lines that still match`(
        _ expected: [String], _ actual: [String], _ blessed: [String]
    ) {
        let lines = GoldenBlock.bless(expected: golden(expected), actual: actual)
        #expect(lines.map { $0.text ?? "..." } == blessed)
        #expect(GoldenBlock.mismatch(expected: lines, actual: actual) == nil)
    }

    @Test func `a blessed line is written as the parser reads it`() {
        #expect(GoldenText("...").written == "| ...")
        #expect(GoldenText(nil, stream: .stderr).written == "|2...")
        let sample = Sample("tap\n| ...\n|2 x")
        #expect(sample.script.goldenTexts(of: sample.first).map(\.text) == ["...", "x"])
    }

    @Test func `both streams are blessed, in the order they came`() {
        let lines = golden(["e"], .stderr) + golden(["a"])
        let blessed = GoldenBlock.bless(expected: lines, stdout: ["b"], stderr: ["f"])
        #expect(blessed == golden(["f"], .stderr) + golden(["b"]))
        let same = golden(["a"]) + golden(["e"], .stderr) + golden(["b"])
        #expect(GoldenBlock.bless(expected: same, stdout: ["a", "b"], stderr: ["e"]) == same)
        #expect(GoldenBlock.bless(expected: golden(["a"]), stdout: ["b"], stderr: ["f"]).count == 1)
    }

    /// What several rounds of a loop printed, the first as it was blessed.
    @Test(arguments: [
        ([["login a"], ["login b"]], ["login [..]"]),
        ([["a", "x 1 y", "b"], ["a", "x 22 y", "b"]], ["a", "x [..] y", "b"]),
        ([["a", "b"], ["a", "c", "b"]], ["a", "...", "b"]), ([["a"], []], ["..."]),
        ([["a"], ["b", "c"], ["d"]], ["..."]), ([["お知らせ"], ["お願い"]], ["お[..]"]),
        ([["日本"], ["月本"], ["日本"]], ["[..]本"]), ([["a [..]"], ["a b"]], ["a [..]"]),
        ([["x-10"], ["x-20"], ["x-21"]], ["x-[..]"]), ([["same"], ["same"]], ["same"]),
    ])
    func `what several rounds printed matches`(_ rounds: [[String]], _ wanted: [String]) {
        var lines = golden(rounds[0].map { GoldenPattern.escape($0) })
        for round in rounds.dropFirst() {
            lines = GoldenBlock.widen(lines, stdout: round, stderr: [])
        }
        #expect(lines.map { $0.text ?? "..." } == wanted)
        for round in rounds {
            #expect(GoldenBlock.mismatch(expected: lines, actual: round) == nil)
        }
    }

    @Test func `lines around an ellipsis keep their checks`() {
        let old = golden(["login a", "...", "end 1"].map { $0 })
        let widened = GoldenBlock.widen(
            old, stdout: ["login bc", "more", "end 2"], stderr: ["ignored"])
        #expect(widened == golden(["login [..]", "...", "end [..]"]))
        let time = golden(["[TIME] x", "..."])
        let later = GoldenBlock.widen(time, stdout: ["10:00:00 y"], stderr: [])
        #expect(later == golden(["[TIME] [..]", "..."]))
    }

    @Test func `what was widened matches every round, whatever it was`() {
        var random = SeededGenerator(seed: 11)
        let texts = ["a", "b", "[..]", "[UUID]", "x 09:00:00 y", "x 10:00:00 z", "", "é1", "è1"]
        for _ in 0..<2000 {
            let rounds = (0..<4).map { _ in (0..<random.below(4)).map { _ in random.pick(texts) } }
            guard let first = rounds.first, !first.isEmpty else { continue }
            var lines = GoldenBlock.bless(expected: golden(["nothing"]), actual: first)
            for round in rounds { lines = GoldenBlock.widen(lines, stdout: round, stderr: []) }
            for round in rounds {
                #expect(
                    GoldenBlock.mismatch(expected: lines, actual: round) == nil, "\(rounds)")
            }
        }
    }

    @Test func `more lines than the table holds are still blessed`() {
        let old = golden((0..<1500).map { "line \($0)" })
        let new = (0..<1500).map { "row \($0)" }
        let blessed = GoldenBlock.bless(expected: old, actual: new)
        #expect(blessed.map(\.text) == new)
    }

    @Test func `what was blessed always matches, even through a script`() {
        var random = SeededGenerator(seed: 9)
        let texts = [
            "a", "b", "...", "[..]", "[UUID]", "x [TIME] y", "x 09:00:00 z", "[[]", "", " ",
        ]
        for _ in 0..<3000 {
            let expected = golden((0..<random.below(6)).map { _ in random.pick(texts) })
            let actual = (0..<random.below(6)).map { _ in random.pick(texts) }
            let blessed = GoldenBlock.bless(expected: expected, actual: actual)
            guard !expected.isEmpty else { continue }
            let script = (["tap"] + blessed.map(\.written)).joined(separator: "\n")
            let sample = Sample(script)
            let read = sample.script.goldenTexts(of: sample.first)
            #expect(read == blessed, "\(script)")
            #expect(
                GoldenBlock.mismatch(expected: read, actual: actual) == nil,
                "\(expected) for \(actual): \(script)")
        }
    }
}
