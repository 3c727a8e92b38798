import Testing

@testable import PushBackends

@Suite struct WriteKeyTests {
    @Test(
        arguments: [
            ("1/abc", true), ("123/" + String(repeating: "0aF", count: 13), true), ("1/0", true),
            ("1/ABCxyz", true), ("1/" + String(repeating: "a", count: 254), true),
            ("1/" + String(repeating: "a", count: 255), false), ("", false), ("/", false),
            ("1", false), ("abc", false), ("1/", false), ("/abc", false), ("1/a/b", false),
            ("a/1", false), ("1/a_b", false), ("1/a b", false), (" 1/a", false), ("1/ä", false),
            ("-1/a", false), ("١/a", false), ("1/a\n", false), ("YOUR_WRITE_KEY", false),
        ])
    func `a key is an account's digits, a slash, and letters and digits`(
        _ key: String, _ isRight: Bool
    ) {
        #expect(WriteKey.isWellFormed(key) == isRight)
        #expect(WriteKey.wellFormed.accepts(key) == isRight)
    }

    @Test(
        arguments: [
            ("TD1 1/abc", "1/abc"), ("td1 1/abc", "1/abc"), ("TD1  1/abc", "1/abc"),
            (" TD1 1/abc ", "1/abc"), ("TD1 x", "x"), ("TD1", nil), ("TD1 ", nil), ("", nil),
            ("1/abc", nil), ("Bearer 1/abc", nil), ("TD1 1/abc x", nil), ("TD11/abc", nil),
            ("TD1\t1/abc", nil),
        ] as [(String, String?)])
    func `a key stands after TD1 and a blank`(_ field: String, _ key: String?) {
        #expect(WriteKey.key(inAuthorization: field) == key)
    }

    @Test func `a list takes its keys as they stand, even of another form`() {
        let keys = WriteKey.oneOf(["1/abc", "secret"])
        #expect(keys.verdict(on: "1/abc") == .accepted)
        #expect(keys.verdict(on: "secret") == .accepted)
        #expect(keys.verdict(on: "1/ABC") == .unknown)
        #expect(keys.verdict(on: "Secret") == .malformed)
    }
}
