import PushText
import Testing

@testable import PushRuntime

struct PatternMatcherTests {
    @Test(arguments: [
        ("^a.c$", "abc", true), ("^a.c$", "abcd", false), ("[0-9]+", "no digit", false),
        ("クーポン", "本日のクーポン", true), ("A", "a", false), ("", "anything", true),
    ]) func `a pattern is found, or not`(_ pattern: String, _ text: String, _ found: Bool) throws {
        #expect(try PatternMatcher(pattern, ignoresCase: false).matches(text) == found)
    }

    @Test func `case can be ignored`() throws {
        #expect(try PatternMatcher("SALE", ignoresCase: true).matches("winter sale") == true)
        #expect(try PatternMatcher("ÉTÉ", ignoresCase: true).matches("un été") == true)
        #expect(try PatternMatcher("été", ignoresCase: true).matches("UN ÉTÉ") == true)
        #expect(try PatternMatcher("été", ignoresCase: false).matches("UN ÉTÉ") == false)
    }

    @Test(arguments: ["(", "[a", "*a"]) func `a wrong pattern says why`(_ pattern: String) {
        #expect(throws: Fault.self) {
            try PatternMatcher(pattern, ignoresCase: false)
        }
    }
}
