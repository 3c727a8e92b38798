import PushTestSupport
import PushText
import Testing

@testable import PushLanguage

@Suite struct GoldenPatternTests {
    static let uuid = "9B2D0C4E-1f3a-4b5c-8d7e-0a1b2c3d4e5f"

    @Test(arguments: [
        ("", "", true), ("", "a", false), ("shown m", "shown m", true),
        ("shown m", "shown n", false),
        ("お知らせ", "お知らせ", true), ("a", "ab", false), ("ab", "a", false), ("[..]", "", true),
        ("[..]", "anything", true), ("a[..]", "abc", true), ("[..]c", "abc", true),
        ("[..]c", "abcd", false), ("a[..]b[..]c", "a1b2bc", true), ("a[..]b[..]c", "acb", false),
        ("[..][..]", "x", true), ("[..]aab", "aaab", true),
        ("[x] [UUIDS] [.]", "[x] [UUIDS] [.]", true),
        ("id [UUID].", "id \(uuid).", true), ("id [UUID]", "id \(uuid)0", false),
        ("[UUID]", "9B2D0C4E", false), ("[TIME]", "2025-12-14T09:00:00+09:00", true),
        ("[TIME]", "2025-12-14 09:00:00.5", true), ("at [TIME]!", "at 09:00:00!", true),
        ("[TIME]", "2025-12-14", false), ("[TIME]", "2025-12-14T09:00:00Z", true),
        ("token [TOKEN].", "token abc:APA91b-_x…q.", true), ("[TOKEN]", "abcde", false),
        ("[TOKEN]", "1/ab…**", true), ("[..] [TOKEN]", "a bc defgh1", true),
        ("[..][TOKEN]", "=abcdE1", true),
        ("[TOKEN]", "com.example.myapp", false), ("[TOKEN]", "application-not-registered", false),
        ("[TOKEN]", "2026-01-01T00:00:00Z", false), ("[TOKEN]", "https://a.example/1", false),
        ("[TOKEN]", "abcdef…", true), ("[TOKEN]", "71c18690ee", true),
        ("[[]..]", "[..]", true), ("[[]..]", "x", false),
        ("[[]", "[", true), ("[[][]", "[[]", true), ("[[]UUID]", "[UUID]", true), ("[", "[", true),
        ("[NAME]", "[NAME]", true),
    ])
    func `a golden text matches`(_ golden: String, _ line: String, _ isMatch: Bool) {
        #expect(GoldenPattern(golden).matches(line) == isMatch)
    }

    @Test func `a long line is searched in time that its length bounds`() {
        let long = String(repeating: "aB3", count: 20_000)
        #expect(!GoldenPattern("[..][TOKEN] y").matches(long))
        #expect(GoldenPattern("[..][TOKEN] y").matches(long + " y"))
    }

    @Test func `a script may bring redactions of its own`() {
        let redactions = [
            Redaction("N", .number), Redaction("DIR", .text("/tmp/a")),
            Redaction("NONE", .text("")),
        ]
        func matches(_ golden: String, _ line: String) -> Bool {
            GoldenPattern(golden, redactions: redactions).matches(line)
        }
        #expect(matches("[N] of [N] in [DIR]/x", "-1.5 of 20 in /tmp/a/x"))
        #expect(!matches("[N]", "-") && !matches("[DIR]", "/tmp/b") && !matches("[NONE]", ""))
        #expect(matches("[N].", "1.") && matches("[UUID]", "[UUID]"))
    }

    @Test(arguments: [
        ("", "new", "new"), ("same [..]", "same x", "same [..]"), ("a b", "a c", "a c"),
        ("token [TOKEN] renewed", "token abcdefg1 refreshed", "token [TOKEN] refreshed"),
        ("old [UUID] [TIME]", "new \(uuid) 09:00:00", "new [UUID] [TIME]"),
        ("[TIME] a [UUID]", "10:00:00 b \(uuid)", "[TIME] b [UUID]"),
        ("a [..] b", "c x d", "c x d"), ("", "has [..] and [UUID]", "has [[]..] and [[]UUID]"),
        ("[TIME] x", "10:00:00 [..]", "[TIME] [[]..]"), ("x [UUID]", "none", "none"),
        ("a", "b\rc\n\0d", "b[..]c[..][..]d"), ("[UUID]", "[[]", "[[][]"),
    ])
    func `bless keeps what still fits`(_ golden: String, _ actual: String, _ blessed: String) {
        #expect(GoldenPattern.bless(golden, actual: actual) == blessed)
        #expect(GoldenPattern(blessed).matches(actual))
    }

    @Test func `an escaped text matches itself alone`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5000 {
            let text = random.text(of: [
                "[", "]", "..", ".", "UUID", "TIME", "a", "あ", "[..]", "[[]",
            ])
            let pattern = GoldenPattern(GoldenPattern.escape(text))
            #expect(pattern.parts == (text.isEmpty ? [] : [.literal(Array(text.utf8))]))
        }
    }

    @Test func `a blessed line always matches`() {
        var random = SeededGenerator(seed: 8)
        let pieces = [
            "[UUID]", "[TIME]", "[TOKEN]", "[..]", "[[]", "[", "]", Self.uuid, "09:00:00",
            "abcdefgh",
            " ", "a", "\r", "お",
        ]
        for _ in 0..<5000 {
            let golden = random.text(of: pieces)
            let actual = random.text(of: pieces)
            let blessed = GoldenPattern.bless(golden, actual: actual)
            #expect(GoldenPattern(blessed).matches(actual), "\(golden) for \(actual): \(blessed)")
        }
    }
}
