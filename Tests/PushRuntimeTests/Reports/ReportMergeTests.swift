import PushCommands
import PushText
import Testing

@testable import PushRuntime

/// The reports of parts become the report of the whole.
struct ReportMergeTests {
    private static func result(_ file: String, _ number: Int, isTest: Bool = true) -> TestResult {
        var result = TestResult(
            file: file, title: "\(file) \(number)", tags: [], line: number, status: .passed)
        result.number = number
        result.isTest = isTest
        return result
    }

    private static func part(
        _ shard: String?, _ results: [TestResult], of files: [String] = ["b.psh", "a.psh"]
    ) -> JSONReport.Document {
        var facts = RunFacts()
        facts.files = files
        facts.shard = shard
        return JSONReport.Document(facts: facts, results: results)
    }

    @Test func `tests stand in the order of the scripts, whatever part they ran in`() throws {
        let merged = try ReportMerge.merge([
            Self.part("2/2", [Self.result("a.psh", 2), Self.result("b.psh", 3)]),
            Self.part("1/2", [Self.result("a.psh", 1), Self.result("b.psh", 12)]),
        ])
        #expect(merged.results.map(\.title) == ["b.psh 3", "b.psh 12", "a.psh 1", "a.psh 2"])
        #expect(merged.facts.shard == nil)
    }

    @Test func `what failed outside tests in every part is told once, in its place`() throws {
        let outside = Self.result("a.psh", 1, isTest: false)
        let merged = try ReportMerge.merge([
            Self.part("1/2", [outside, Self.result("a.psh", 2)]),
            Self.part("2/2", [Self.result("a.psh", 1), outside]),
        ])
        #expect(merged.results.map(\.number) == [1, 1, 2])
        #expect(merged.results.map(\.isTest) == [true, false, true])
    }

    @Test(arguments: [
        (["1/3", "3/3"], "the part 2/3 is missing"),
        (["1/2", "2/2", "2/2"], "the part 2/2 is given 2 times"),
        (["1/2", "2/3"], "the reports are parts of different runs"),
        (["1/2", nil], "the reports are parts of different runs"),
        ([], "`--merge` needs reports in JSON"),
    ])
    func `a part that is missing or strange is named`(shards: [String?], words: String) {
        let fault = #expect(throws: Fault.self) {
            try ReportMerge.merge(shards.map { Self.part($0, []) })
        }
        #expect(fault?.message == words)
    }

    @Test func `a part of a run of other scripts is no part of this one`() {
        let fault = #expect(throws: Fault.self) {
            try ReportMerge.merge([
                Self.part("1/2", []), Self.part("2/2", [], of: ["a.psh", "c.psh"]),
            ])
        }
        #expect(
            fault?.message
                == "the reports are parts of different runs: not all of them ran `b.psh`, `c.psh`")
    }

    @Test func `parts of scripts that differ are refused, and say how`() throws {
        func fault(_ change: (inout RunFacts) -> Void) -> String? {
            var parts = [Self.part("1/2", []), Self.part("2/2", [])]
            for index in parts.indices {
                (parts[index].facts.declared, parts[index].facts.digest) = (3, "ab")
            }
            change(&parts[1].facts)
            do throws(Fault) {
                let merged = try ReportMerge.merge(parts)
                return merged.facts.digest
            } catch { return error.message }
        }
        #expect(fault { _ in } == nil)
        #expect(
            fault { $0.declared = 4 }
                == "the part 1/2 and the part 2/2 are of different scripts: one declares 3 tests, "
                + "the other 4")
        for digest in ["cd", nil] {
            #expect(
                fault { $0.digest = digest }
                    == "the part 1/2 and the part 2/2 are of different scripts, arguments or "
                    + "choices of tests")
        }
    }

    @Test(arguments: [
        ("s.psh", "./s.psh"), ("a/../s.psh", "s.psh"), ("b/s.psh", "b//./s.psh"),
        ("../s.psh", "../a/../s.psh"), ("/x/s.psh", "/x/y/../s.psh"),
    ])
    func `a script is the same in every spelling of its path`(_ one: String, _ two: String) throws {
        let outside = [one, two].map { Self.result($0, 1, isTest: false) }
        let merged = try ReportMerge.merge([
            Self.part("1/2", [outside[0], Self.result(one, 2)], of: [one]),
            Self.part("2/2", [outside[1], Self.result(two, 3)], of: [two]),
        ])
        #expect(merged.facts.files == [one])
        #expect(merged.results.map(\.run) == [one, one, one])
        #expect(merged.results.map(\.isTest) == [false, true, true])
    }

    @Test(arguments: [
        ([], [], nil), (["x=1", "y=2"], ["./x=1", "y=2"], nil),
        (["x=1"], ["x=2"], "`x`, which `.read` ran, is not the same file in both"),
        (["x=1"], ["y=2"], "`.read` ran `x` in the one and `y` in the other"),
        (["x=1", "y=2"], ["x=1"], "only one of them ran `y` by `.read`"),
        ([], ["x=1"], "only one of them ran `x` by `.read`"),
    ])
    func `parts in which .read ran other files are refused`(
        one: [String], two: [String], words: String?
    ) throws {
        func part(_ shard: String, _ reads: [String]) -> JSONReport.Document {
            var part = Self.part(shard, [Self.result("a.psh", 1)])
            part.facts.reads = reads.map { read in
                let parts = read.split(separator: "=").map(String.init)
                return RunFacts.Read(run: "a.psh", file: parts[0], digest: parts[1])
            }
            return part
        }
        var parts = [part("1/2", one), part("2/2", two)]
        let fault = { () -> String? in
            do throws(Fault) {
                return try ReportMerge.merge(parts).facts.reads.first?.file
            } catch { return error.message }
        }
        #expect(
            fault()
                == words.map { "the part 1/2 and the part 2/2 are of different scripts: " + $0 })
        // A part that failed may have ended before the next file.
        guard one.count != two.count else { return }
        parts[one.count < two.count ? 0 : 1].results[0].status = .failed
        #expect(fault() == nil)
    }

    @Test func `a file that tests read is the same in every part, or in one part only`() throws {
        func part(_ shard: String, _ named: [(String, String)]) -> JSONReport.Document {
            var part = Self.part(shard, [Self.result("a.psh", 1)])
            part.facts.named = named.map { .init(run: "a.psh", file: $0.0, digest: $0.1) }
            return part
        }
        let first = part("1/2", [("x.psh", "1"), ("y.psh", "2")])
        let left = try ReportMerge.merge([first, part("2/2", [("./x.psh", "1")])])
        #expect(left.facts.named == [])
        let fault = #expect(throws: Fault.self) {
            try ReportMerge.merge([first, part("2/2", [("./x.psh", "3")])])
        }
        let words = "`./x.psh`, which `.read` names, is not the same file in both"
        #expect(fault?.message.hasSuffix(words) == true)
    }

    @Test func `files that only look the same are two`() throws {
        let files = ["caf\u{E9}.psh", "cafe\u{301}.psh"]
        let outside = files.map { Self.result($0, 1, isTest: false) }
        let merged = try ReportMerge.merge([Self.part(nil, outside, of: files)])
        #expect(merged.facts.files.count == 2)
        #expect(merged.results.count == 2)
        #expect(JUnitReport.text(outside).split(separator: "<testsuite ").count == 3)
    }

    @Test func `each title belongs to one part, and stays there`() throws {
        let titles = (0..<2000).map { "test \($0)" }
        let parts = try (1...5).map { try #require(Shard($0, of: 5)) }
        for title in titles { #expect(parts.count { $0.holds(title) } == 1) }
        for part in parts { #expect((300..<500).contains(titles.count { part.holds($0) })) }
        // Written down, so that a part means the same in every version.
        #expect(
            titles.prefix(8).map { title in parts.firstIndex { $0.holds(title) } } == [
                4, 2, 2, 0, 3, 2, 2, 0,
            ])
    }

    @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "1/10001", "+1/2", "1/2/3", "-1/2", "1/ 2"])
    func `what is no part is refused`(text: String) {
        #expect(Shard(text) == nil)
    }
}
