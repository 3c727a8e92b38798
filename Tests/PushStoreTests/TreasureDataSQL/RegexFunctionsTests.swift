import Foundation
import Testing

@testable import PushStore

struct RegexFunctionsTests {
    @Test(
        arguments: vectors(
            #"""
            regexp_like('1a 2b 14m', '\d+b') -> 1
            regexp_like('myapp://promo', '^myapp://') -> 1
            regexp_like('xmyapp://promo', '^myapp://') -> 0
            regexp_like('プッシュ通知', '通.$') -> 1
            regexp_like('OPEN', '(?i)open') -> 1
            regexp_like('a', '') -> 1
            regexp_like(NULL, 'a') -> NULL
            regexp('^a', 'abc') -> 1
            regexp_extract('1a 2b 14m', '\d+') -> '1'
            regexp_extract('1a 2b 14m', '(\d+)([a-z]+)', 2) -> 'a'
            regexp_extract('https://a.b/c?x=12&y=3', '[?&]y=(\d+)', 1) -> '3'
            regexp_extract('aaa', 'a+?') -> 'a'
            regexp_extract('abcabc', '(?:abc){2}') -> 'abcabc'
            regexp_extract('abc', 'z') -> NULL
            regexp_extract('b', '(a)?b', 1) -> NULL
            regexp_extract('foo.bar', '\.(\w+)$', 1) -> 'bar'
            regexp_extract('word boundary', '\bb\w+') -> 'boundary'
            regexp_extract('a-]x', '[]-]+') -> '-]'
            regexp_extract('xay', '(?<name>a)', 1) -> 'a'
            regexp_extract('ab|c', 'a|ab') -> 'a'
            regexp_replace('1a 2b 14m', '\d+[ab] ') -> '14m'
            regexp_replace('1a 2b 14m', '(\d+)([ab]) ', '3c$2 ') -> '3ca 3cb 14m'
            regexp_replace('abc', '', '-') -> '-a-b-c-'
            regexp_replace('a.b', '\.', '\$') -> 'a$b'
            """#))
    func `a pattern is found`(_ vector: String) { expectVector(vector) }

    @Test(arguments: [
        ("(", "has a `(` without its `)`"), (")", "has a `)` too many"),
        ("[a", "has a `[` without its `]`"), ("*a", "has a `*`, `+` or `?` with nothing before it"),
        ("(?=a)", "has look-around or flags inside, which are not known here"),
        ("(a)\\1", "has a back-reference, which is not known here"),
        ("a++", "has a possessive `+`, which is not known here"),
        ("[z-a]", "has a range that runs backwards"), ("a{3,1}", "repeats from 3 to 1 times"),
        ("\\q", "has `\\q`, which is not known here"), ("a\\", "ends in a single `\\`"),
    ])
    func `a pattern that cannot be is refused`(_ pattern: String, _ what: String) {
        let found = answer("regexp_like('a', '\(pattern)')")
        #expect(found == "error: regexp_like: pattern '\(pattern)' \(what)")
    }

    @Test(arguments: ["(a*)*b", "(a|a)*b", "(a+)+$", "(.*)(.*)(.*)(.*)x", "((a{0,9}){0,9}){0,9}b"])
    func `no pattern takes for ever`(_ pattern: String) {
        let text = String(repeating: "a", count: 2000) + "!"
        let found = answer("regexp_like('\(text)', '\(pattern)')")
        #expect(found == "0", "\(pattern)")
    }

    @Test func `large patterns and deep ones are refused`() {
        let deep = String(repeating: "(", count: 300) + String(repeating: ")", count: 300)
        #expect(answer("regexp_like('a', '\(deep)')").hasSuffix("is nested too deeply"))
        #expect(answer("regexp_like('a', '((a{900}){900}){900}')").hasSuffix("is too large"))
    }

    /// Words are of ASCII letters here, as in Java, so the texts hold no others.
    @Test func `matches are those of another engine`() throws {
        let context = SQLContext(now: 0)
        let atoms = [
            "a", "b", ".", "[ab]", "(a|b)", "(?:ab)", "\\w", "a*", "b+?", "a?", "(ab)*", "$", "^",
            "\\b", "[^a]", "c{2}", "→",
        ]
        var random = TestRandom(state: 9)
        for _ in 0..<400 {
            let pattern = (0..<Int.random(in: 1...4, using: &random))
                .map { _ in atoms.randomElement(using: &random) ?? "" }.joined()
            let oracle = try NSRegularExpression(pattern: pattern)
            for count in [6, 9, 3, 0, 12] {
                let text = String(
                    (0..<count).map { _ in "ab c→".randomElement(using: &random) ?? "a" })
                let whole = NSRange(text.startIndex..., in: text)
                let range = oracle.firstMatch(in: text, range: whole)?.range
                let found = range.flatMap { Range($0, in: text) }.map { "'\(text[$0])'" } ?? "NULL"
                let extract = answer("regexp_extract('\(text)', '\(pattern)')", in: context)
                #expect(extract == found, "\(pattern) \(text)")
                let replaced = oracle.stringByReplacingMatches(
                    in: text, range: whole, withTemplate: "-")
                let replace = answer("regexp_replace('\(text)', '\(pattern)', '-')", in: context)
                #expect(replace == "'\(replaced)'", "\(pattern) \(text)")
            }
        }
    }
}
