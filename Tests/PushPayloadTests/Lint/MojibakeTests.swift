import Testing

@testable import PushPayload

@Suite struct MojibakeTests {
    @Test(
        arguments: [
            ("æ—¥æœ¬èªž", "日本語"), ("CafÃ©", "Café"), ("Ã¼ber", "über"), ("Â£5", "£5"),
            ("Itâ€™s here", "It’s here"), ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"), ("Sale ðŸŽ‰", "Sale 🎉"),
        ])
    func `UTF-8 that was read as Windows-1252 is recognised`(_ text: String, _ meant: String) {
        #expect(Mojibake.meant(by: text) == meant)
    }

    @Test(
        arguments: [
            "Hello", "日本語", "Café", "über", "It’s here", "£5", "Sale 🎉", "CAFÉ”", "“CAFÉ”",
            "naïve façade", "Ñandú", "à la carte", "São Paulo", "", "Ã", "â€", "Привет", "—",
        ])
    func `a text that is one is left alone`(_ text: String) {
        #expect(Mojibake.meant(by: text) == nil)
    }
}
