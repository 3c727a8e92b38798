import PushText
import Testing

@testable import PushPayload

@Suite struct LinterTests {
    @Test(
        arguments: [
            ("https://example.com", "https"), ("HTTPS://example.com", "https"),
            ("myapp://a", "myapp"),
            ("java\tscript:alert(1)", "javascript"), ("\u{1}javascript:x", "javascript"),
            (" data:text/html,x", "data"), ("com.example+x-1:a", "com.example+x-1"),
            ("promo/42", nil),
            ("//example.com", nil), (":a", nil), ("1a:b", nil), ("", nil), ("https", nil),
            ("日本:x", nil),
        ] as [(String, String?)])
    func `a scheme is seen through its disguises`(_ url: String, _ scheme: String?) {
        #expect(Linter.scheme(of: url) == scheme)
    }

    @Test(arguments: [
        ("1 hour", true), ("24 hour", true), ("25 hour", false), ("0 hour", false),
        ("28 day", true), ("29 day", false), ("1 week", false), ("hour", false), ("1hour", false),
        ("1  hour", false), ("+1 hour", false), ("-1 day", false), ("", false), ("1 hour ", false),
        ("99999999999999999999 day", false),
    ])
    func `a lifetime is hours up to a day or days up to four weeks`(_ text: String, _ isOne: Bool) {
        #expect(Linter.isLifetime(text) == isOne)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\"b", "a\\\"b"), ("a\u{1B}b", "a\\u001bb"), ("", ""),
        (String(repeating: "k", count: 41), String(repeating: "k", count: 40) + "…"),
    ])
    func `a key is shown short and harmless`(_ key: String, _ shown: String) {
        #expect(key.shownKey == shown)
    }

    @Test(arguments: [
        ("1.50", "`1.50`"), ("\"x\"", "`\"x\"`"), ("null", "`null`"), ("[1]", "an array"),
        ("{}", "an object"), ("\"\(String(repeating: "x", count: 41))\"", "a long string"),
    ])
    func `a value is shown as it is spelled, if short`(_ text: String, _ shown: String) throws {
        let node = try JSONParser.document(Array(text.utf8), .strict).root
        #expect(node.shown == shown)
    }

    @Test func `findings stand in the order of the text`() {
        let text = #"{"badge":1,"aps":{"x":1,"alert":{"y":1},"badge":"z"},"link":"q","deeplink":1}"#
        let starts = Lint.run(bytes: Array(text.utf8)).findings.map(\.span.start)
        #expect(starts == starts.sorted())
        // `link` and `deeplink` are the app's own words where no `td_` key stands.
        #expect(starts.count == 4)
    }

    @Test func `a report counts its findings`() {
        let text = #"{"aps":{"alert":"x","badge":"1","x":1,"url-args":[]},"mdm":1}"#
        let report = Lint.run(bytes: Array(text.utf8))
        #expect(LintSeverity.allCases.map(report.count) == [1, 1, 2])
        #expect(report.hasErrors)
        #expect(report.dialect == .apns)
        #expect(Lint.run(bytes: []).json["dialect"] == .some(.null))
    }

    @Test func `a rule's confidence has a letter`() {
        #expect(Confidence.allCases.map(\.rawValue) == ["H", "M", "L", "?"])
    }
}
