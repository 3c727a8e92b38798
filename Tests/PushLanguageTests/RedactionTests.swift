import PushText
import Testing

@testable import PushLanguage

@Suite struct RedactionTests {
    private func taken(_ shape: Redaction.Shape, _ text: String) -> String? {
        let bytes = Array(text.utf8)
        return Redaction("X", shape).end(in: bytes, from: 0)
            .map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("2025-12-14T09:00:00Z.", "2025-12-14T09:00:00Z"), ("09:00:00.250s", "09:00:00.250"),
        ("2025-12-14T09:00:00.5+09:00 x", "2025-12-14T09:00:00.5+09:00"), ("9:00:00", nil),
        ("2025-12-14 09:00:00 x", "2025-12-14 09:00:00"), ("2025-12-14", nil), ("", nil),
        ("09:00:00Z", "09:00:00"), ("2025-12-14T09:00:00+9", "2025-12-14T09:00:00"),
        ("09:00:00.", "09:00:00"), ("2025-12-14T09:00", nil), ("23:59:60", "23:59:60"),
        ("24:00:00", nil), ("09:60:00", nil), ("09:00:61", nil), ("99:99:99", nil),
        ("2025-13-01T09:00:00Z", nil), ("2025-02-29T09:00:00Z", nil), ("2025-00-10 09:00:00", nil),
        ("2024-02-29T09:00:00Z", "2024-02-29T09:00:00Z"),
        ("2025-12-14T09:00:00+99:00", "2025-12-14T09:00:00"),
    ])
    func `a time takes the longest text that is one`(_ text: String, _ time: String?) {
        #expect(taken(.time, text) == time)
    }

    @Test(arguments: [
        ("abcde1", "abcde1"), ("abcd1", nil), ("abc:dE1.", "abc:dE1"),
        ("a/b=c+d.e:F, x", "a/b=c+d.e:F"), ("abcdef", nil), ("ABCDEF", nil),
        ("abcd…", nil), ("abcde… x", "abcde…"), (":abcdef", nil), ("AB12_-*x y", "AB12_-*x"),
        ("", nil),
        ("abcdE1...", "abcdE1"), ("あabcdef", nil),
    ])
    func `a token takes letters, digits and what stands between them`(
        _ text: String, _ token: String?
    ) {
        #expect(taken(.token, text) == token)
    }

    @Test(arguments: [
        ("12 x", "12"), ("-1.50", "-1.50"), ("1.", "1"), ("-", nil), (".5", nil), ("x", nil),
        ("1-2", "1"),
    ])
    func `a number takes its sign and fraction`(_ text: String, _ number: String?) {
        #expect(taken(.number, text) == number)
    }

    @Test func `a UUID has its digits and dashes in place`() {
        let uuid = GoldenPatternTests.uuid
        #expect(taken(.uuid, uuid + "0") == uuid)
        for index in uuid.indices {
            var wrong = uuid
            wrong.replaceSubrange(index...index, with: "g")
            #expect(taken(.uuid, wrong) == nil)
        }
        #expect(taken(.uuid, String(uuid.dropLast())) == nil)
    }

    @Test func `a fixed text takes itself`() {
        #expect(taken(.text("/tmp/あ"), "/tmp/あ/x") == "/tmp/あ")
        #expect(taken(.text("/tmp/a"), "/tmp/b") == nil)
        #expect(taken(.text(""), "a") == nil)
    }
}
