import Testing

@testable import PushStore

struct TimeTextTests {
    @Test(
        arguments: [
            ("2013-01-01", 1_356_998_400, 0, TimeText.Precision.day, nil),
            ("2013-1-1", 1_356_998_400, 0, .day, nil), ("2013/01/01", 1_356_998_400, 0, .day, nil),
            ("2013", 1_356_998_400, 0, .year, nil), ("2013-02", 1_359_676_800, 0, .month, nil),
            ("2013-01-01 07:08", 1_357_024_080, 0, .minute, nil),
            ("2013-01-01T07:08:09", 1_357_024_089, 0, .second, nil),
            ("2013-01-01 07:08:09.5", 1_357_024_089, 500, .second, nil),
            ("2013-01-01 07:08:09.123456789", 1_357_024_089, 123, .second, nil),
            ("2013-01-01 PDT", 1_356_998_400, 0, .day, "PDT"),
            (
                "2013-01-01 07:08:09 America/Los_Angeles ", 1_357_024_089, 0, .second,
                "America/Los_Angeles"
            ),
            ("2013-01-01 07:08:09+09:00", 1_357_024_089, 0, .second, "+09:00"),
            ("2013-01-01T07:08:09Z", 1_357_024_089, 0, .second, "Z"),
            ("  2013-01-01  ", 1_356_998_400, 0, .day, nil),
        ] as [(String, Int64, Int, TimeText.Precision, String?)])
    func `a time is read`(
        _ text: String, _ local: Int64, _ milliseconds: Int, _ precision: TimeText.Precision,
        _ zone: String?
    ) throws {
        let time = try #require(TimeText(text))
        #expect(time.local == local)
        #expect(time.milliseconds == milliseconds)
        #expect(time.precision == precision)
        #expect(time.zoneName(in: text) == zone)
    }

    @Test(arguments: [
        "", " ", "13", "20130101", "2013-13-01", "2013-02-30", "2013-01-01 24:00", "2013-01-01 7",
        "2013-01-01 07:60", "2013-01-01 07:08:60", "2013-01-01 07:08:09.", "2013-01/01", "PDT",
        "2013-001-01", "2013-01-01 07:08:09.1234567890", "2013-01-01 07:08:9", "0000000", "-1",
        "2013-01-01 %", "12013-01-01", "２０１３-01-01", "2013-00-01", "2013-01-00",
    ])
    func `what is not a time is none`(_ text: String) {
        #expect(TimeText(text) == nil)
    }

    @Test func `any bytes are read without harm`() {
        var random = TestRandom(state: 8)
        let alphabet = Array("0123456789-/: TZ+.aé")
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...24, using: &random)
            let text = String(
                (0..<count).map { _ in alphabet.randomElement(using: &random) ?? " " })
            if let time = TimeText(text) { _ = time.zoneName(in: text) }
        }
    }
}
