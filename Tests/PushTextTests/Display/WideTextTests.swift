import Testing

@testable import PushText

/// Words from a Japanese keyboard are recognised.
@Suite struct WideTextTests {
    @Test(arguments: [
        ("ｌｏｇｉｎ", "login"), ("app\u{3000}launch", "app launch"), ("！ｔａｐ～", "!tap~"),
        ("ｔａp通知", "tap通知"),
    ])
    func `full-width characters become half-width ones`(text: String, narrow: String) {
        #expect(WideText.narrow(text) == narrow)
    }

    @Test(arguments: ["login", "通知", "ｶﾅ", "", "“a”"])
    func `other text has none`(text: String) {
        #expect(WideText.narrow(text) == nil)
    }

    @Test(arguments: [
        ("“a”", true), ("‘a’", true), ("「a」", true), ("＂a＂", true), ("\"a\"", false),
        ("a's", false),
    ])
    func `typographic quotes are told from quotes`(text: String, isTypographic: Bool) {
        #expect(WideText.hasTypographicQuote(text) == isTypographic)
    }
}
