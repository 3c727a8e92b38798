import PushTestSupport
import Testing

@testable import PushText

/// The machine that only says whether there is a match agrees with the one that says where.
struct RegexScannerTests {
    private func scan(_ pattern: String, _ text: String, ignoresCase: Bool = false) throws -> Bool?
    {
        var scanner = RegexScanner(try RegexProgram(pattern, ignoresCase: ignoresCase))
        return text.withBytes { scanner.findsMatch(in: $0, unless: { false }) }
    }

    @Test(arguments: [
        ("", "", true), ("", "a", true), ("a", "", false), ("^a.c$", "abc", true),
        ("^a.c$", "abcd", false), ("\\Ab", "ab", false), ("b\\z", "ab", true),
        ("\\bno\\b", "not no", true), ("\\bno\\b", "not", false), ("(a|b)*c", "ababx", false),
        ("a{2,3}b", "aab", true), ("a{2,3}b", "ab", false), ("クーポン", "本日のクーポン", true),
        ("[^a-z]", "abc", false), ("(?s)a.b", "a\nb", true), ("a.b", "a\nb", false),
        ("x\\b!", "x x!", true), ("(?m)^b", "a\nb", true),
    ])
    func `a match is found, or not`(_ pattern: String, _ text: String, _ wanted: Bool) throws {
        #expect(try scan(pattern, text) == wanted)
    }

    @Test func `random patterns and texts have the same answer from both machines`() throws {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "a", "b", "é", ".", "[ab]", "[^a]", "a*", "(a|b)", "b?", "\\b", "^", "$", "a+",
        ]
        let letters = ["a", "b", "é", "\n", " "]
        var found = 0
        for _ in 0..<3000 {
            let pattern = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            }.joined()
            let program = try RegexProgram(pattern)
            let runner = RegexRunner(program)
            let wanted = try #require(runner.firstMatch(text) { _, _ in true }) ?? false
            #expect(try scan(pattern, text) == wanted, "/\(pattern)/ in \(text.debugDescription)")
            if wanted { found += 1 }
        }
        #expect((500..<2900).contains(found))
    }

    @Test func `a pattern that makes others hang has an answer`() throws {
        let text = String(repeating: "a", count: 20_000)
        #expect(try scan("(a+)+b", text) == false)
        #expect(try scan("(a|aa)*$", text) == true)
    }

    @Test func `a long search can be stopped`() throws {
        var scanner = RegexScanner(try RegexProgram("(a+)+b"))
        let text = String(repeating: "a", count: 10_000)
        var questions = 0
        let answer = text.withBytes { bytes in
            scanner.findsMatch(in: bytes) {
                questions += 1
                return questions == 2
            }
        }
        #expect(answer == nil)
        #expect(questions == 2)
        #expect(text.withBytes { scanner.findsMatch(in: $0, unless: { false }) } == false)
    }
}
