import Testing

@testable import PushStore

/// TD-11: offsets from UTC as queries write them.
@Suite struct FixedOffsetTests {
    private static func parse(_ text: String) -> Int64? { FixedOffset.parse(Array(text.utf8)[...]) }

    @Test(arguments: [
        ("Z", 0), ("UTC", 0), ("GMT", 0), ("UT", 0), ("+9", 32_400), ("+09", 32_400),
        ("+900", 32_400), ("+0900", 32_400), ("+09:00", 32_400), ("-9:30", -34_200),
        ("-09:30", -34_200), ("UTC+9", 32_400), ("GMT-03:30", -12_600), ("+05:45", 20_700),
        ("+09:00:30", 32_430), ("+090030", 32_430), ("-00:00", 0), ("+00:59", 3540),
        ("+18:00", 64_800), ("-18:00", -64_800),
    ])
    func `an offset is hours, minutes and seconds`(text: String, seconds: Int64) {
        #expect(Self.parse(text) == seconds)
    }

    @Test(arguments: [
        "", "+", "-", "9", "09:00", "+18:01", "-18:00:01", "+19", "+99", "+24:00", "+09:60",
        "+09:00:60", "+09:", "+:09", "+0:9:0", "+09:0", "+0:900", "+09::00", "+09:00:", "+00900",
        "++9", "+-9", "+9a", "+ 9", "UTCZ", "GMTUTC", "UTC9", "z", "utc", "+٩", "+09:00:00:00",
        "+0000000",
    ])
    func `any other text is none`(text: String) {
        #expect(Self.parse(text) == nil)
    }

    @Test(arguments: [
        (0, "+00:00"), (32_400, "+09:00"), (-34_200, "-09:30"), (-1800, "-00:30"),
        (64_800, "+18:00"), (20_700, "+05:45"),
    ])
    func `an offset is written with its sign`(seconds: Int64, text: String) {
        #expect(FixedOffset.text(seconds) == text)
        #expect(Self.parse(text) == seconds)
    }

    @Test(arguments: [
        (0, 0, "0"), (0, 2, "00"), (7, 2, "07"), (99, 2, "99"), (100, 2, "100"), (7, 4, "0007"),
        (-7, 4, "-0007"), (-7, 2, "-07"), (99_999_999, 9, "099999999"),
        (100_000_000, 4, "100000000"), (2_147_483_648, 4, "2147483648"),
        (.max, 2, "9223372036854775807"),
    ])
    func `a number has at least so many digits`(number: Int, width: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(number: number, width: width)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
