import Testing

@testable import PushText

@Suite struct DurationTextTests {
    @Test(
        arguments: [
            ("90s", 90_000), ("5m", 300_000), ("2h", 7_200_000), ("1d", 86_400_000), ("250ms", 250),
            ("1h30m", 5_400_000), ("1d2h3m4s5ms", 93_784_005), ("0s", 0), ("1m1ms", 60_001),
            ("106751991167d", 9_223_372_036_828_800_000),
            ("", nil), ("5", nil), ("s", nil), ("5x", nil), ("-5s", nil), ("5 s", nil),
            ("1.5s", nil),
            ("30m1h", nil), ("1s1s", nil), ("5S", nil), ("1sms", nil), ("106751991168d", nil),
            ("9223372036854775808ms", nil), ("106751991167d23h", nil), ("+5s", nil), ("５s", nil),
        ] as [(String, Int64?)])
    func `a duration is read or refused`(_ text: String, _ milliseconds: Int64?) {
        #expect(DurationText.parse(text) == milliseconds)
    }

    @Test(
        arguments: [
            (0, "0s"), (90_000, "1m30s"), (250, "250ms"), (93_784_005, "1d2h3m4s5ms"),
            (-1500, "-1s500ms"),
            (.min, "-106751991167d7h12m55s808ms"),
        ] as [(Int64, String)])
    func `a duration is written as it is read`(_ milliseconds: Int64, _ text: String) {
        #expect(DurationText.format(milliseconds) == text)
        if milliseconds >= 0 { #expect(DurationText.parse(text) == milliseconds) }
    }
}
