import Testing

@testable import PushSQL

/// SHOW … LIKE on names that are known while the statement is read.
@Suite struct NamePatternTests {
    @Test(arguments: [
        ("", "", true), ("", "%", true), ("a", "", false), ("a", "_", true), ("ab", "_", false),
        ("events", "e%", true), ("events", "%s", true), ("events", "%v%n%", true),
        ("events", "%v%x%", false), ("aab", "%ab", true), ("aabab", "a%ab", true),
        ("aaba", "%ab", false), ("a%b", "a%b", true), ("春夏", "春_", true), ("abc", "%%c%%", true),
        ("abcabd", "%ab_d", false), ("abcabxd", "%ab_d", true),
    ])
    func `a name fits or not`(_ name: String, _ pattern: String, _ fits: Bool) throws {
        #expect(try NamePattern(pattern).matches(name) == fits)
    }

    @Test(arguments: [
        ("a_b", #"a\_b"#, true), ("axb", #"a\_b"#, false), ("a_bc", #"a\_b%"#, true),
        ("a%", #"a\%"#, true), ("ab", #"a\%"#, false), (#"a\"#, #"a\\"#, true),
    ])
    func `behind the escape a wildcard is a letter`(
        _ name: String, _ pattern: String, _ fits: Bool
    ) throws {
        #expect(try NamePattern(pattern, escape: #"\"#).matches(name) == fits)
    }

    @Test func `a hostile pattern costs no more than its length times the name's`() throws {
        let name = String(repeating: "a", count: 128)
        let pattern = try NamePattern(String(repeating: "%a", count: 60) + "%b")
        #expect(!pattern.matches(name))
    }
}
