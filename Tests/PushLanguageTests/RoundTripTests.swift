import PushTestSupport
import PushText
import Testing

@testable import PushLanguage

@Suite struct RoundTripTests {
    @Test func `a script that was built at random reads back as it was built`() {
        for seed in 0..<600 as Range<UInt64> {
            var builder = ScriptBuilder(seed: 1000 + seed)
            let built = builder.build()
            let sample = Sample(built.text)
            #expect(sample.errors == "", "seed \(seed)")
            #expect(sample.outline == built.outline, "seed \(seed): \(built.text)")
        }
    }

    @Test func `the same script reads the same with other line ends and blanks`() {
        for seed in 0..<200 as Range<UInt64> {
            var builder = ScriptBuilder(seed: 5000 + seed)
            let text = builder.build().text
            let other = text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\r\n")
            #expect(Sample(other).outline == Sample(text).outline, "seed \(seed)")
            #expect(Sample("\u{FEFF}" + text).outline == Sample(text).outline, "seed \(seed)")
        }
    }

    @Test func `no prefix of a script crashes, and its open end is seen`() {
        let bytes = Array(ParserTests.guide.utf8)
        for count in 0...bytes.count {
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            let errors = Parser.parse(Source(name: "", text: text)).errors
            let goesOn = Parser.needsMore(text)
            #expect(goesOn == (!errors.isEmpty && errors.allSatisfy(\.isUnfinished)))
        }
        let open = ParserTests.guide.split(separator: "\n").dropLast()
        #expect(Parser.needsMore(open.joined(separator: "\n")))
        #expect(!Parser.needsMore(ParserTests.guide))
    }

    @Test func `a long flat script keeps every statement in its place`() {
        let count = 20_000
        let text = (0..<count).map { "tap m-\($0)\n| shown \($0)\n" }.joined()
        let script = Sample(text).script
        #expect(script.statementCount == count)
        for index in stride(from: 0, to: count, by: 977) {
            let statement = script.statement(StatementID(index))
            let word = script.word(1, of: statement)
            #expect(script.source.text(of: word.span) == "m-\(index)")
            #expect(script.goldenTexts(of: statement) == [GoldenText("shown \(index)")])
            #expect(statement.line == 2 * index + 1)
        }
    }

    @Test func `an expectation that was built at random reads back as it was built`() throws {
        var random = SeededGenerator(seed: 77)
        for _ in 0..<3000 {
            let within = random.pick([nil, 250, 90_000] as [Int64?])
            let predicate = random.pick(Predicate.allCases)
            let isNegated = random.below(2) == 0
            let isUnordered =
                (predicate == .equal || predicate == .notEqual) && random.below(2) == 0
            var parts = ["expect"]
            if let within { parts.append("within \(DurationText.format(within))") }
            parts.append(random.pick(["$", "$.a[0]", "count events", "sql 'x'", "event open $.b"]))
            if isNegated { parts.append("not") }
            if isUnordered { parts.append("unordered") }
            parts.append(predicate.rawValue)
            let operand =
                predicate == .matches ? "/a b/i" : random.pick(["[a, [1]]", "x", "'y z'", "-2"])
            if predicate.takesValue { parts.append(operand) }
            let blank = random.pick([" ", "\t", "   "])
            let sample = Sample(parts.joined(separator: blank) + random.pick(["", " # c", "\r\n"]))
            let read = try sample.script.expectation(of: sample.first)
            #expect(read.within == within && read.predicate == predicate)
            #expect(read.isNegated == isNegated && read.isUnordered == isUnordered)
            let text = read.operand.map { sample.script.source.text(of: $0.span) }
            #expect(text == (predicate.takesValue ? operand : nil))
        }
    }
}
