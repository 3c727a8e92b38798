import Testing

@testable import PushSQL

/// SHOW … LIKE on names that are known while the statement is read.
@Suite struct LikePatternTests {
    @Test(arguments: [
        ("", "", true), ("", "%", true), ("a", "", false), ("a", "_", true), ("ab", "_", false),
        ("events", "e%", true), ("events", "%s", true), ("events", "%v%n%", true),
        ("events", "%v%x%", false), ("aab", "%ab", true), ("aabab", "a%ab", true),
        ("aaba", "%ab", false), ("a%b", "a%b", true), ("春夏", "春_", true), ("abc", "%%c%%", true),
        ("abcabd", "%ab_d", false), ("abcabxd", "%ab_d", true),
    ])
    func `a name fits or not`(_ name: String, _ pattern: String, _ fits: Bool) {
        #expect(
            LikePattern.matches(Array(name.unicodeScalars), Array(pattern.unicodeScalars)) == fits)
    }

    @Test func `a hostile pattern costs no more than its length times the name's`() {
        let name = Array(String(repeating: "a", count: 128).unicodeScalars)
        let pattern = Array((String(repeating: "%a", count: 60) + "%b").unicodeScalars)
        #expect(!LikePattern.matches(name, pattern))
    }
}
