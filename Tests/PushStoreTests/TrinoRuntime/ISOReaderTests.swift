import PushText
import Testing

@testable import PushStore

/// TD-11: texts that Trino's `from_iso8601_date` and `from_iso8601_timestamp` read.
@Suite struct ISOReaderTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2024-02-29", 19_782), ("2024-060", 19_782),
        ("2024-W09-4", 19_782), ("2024", 19_723), ("2024-1-2", 19_724), ("2024-02", 19_754),
        ("9999-12-31", 2_932_896), ("9999-365", 2_932_896), ("0000-02-29", -719_469),
        ("-0001-12-31", -719_529), ("+1970-01-01", 0), ("2024-366", 20_088), ("2020-W53-7", 18_630),
        ("2020-w53", 18_624), ("10000-01-01", 2_932_897),
    ])
    func `a day is a date, a day of the year or of a week`(text: String, days: Int64) {
        #expect(ISOReader.date(text) == days)
    }

    @Test(arguments: [
        "", "-", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-01-00", "2024-04-31",
        "2023-366", "2024-367", "2024-000", "2021-W53", "2024-W00", "2024-W09-0", "2024-W09-8",
        "2024-W", "2024-01-01T", "2024-01-01 ", "2024-1-1-1", "٢٠٢٤", "2024/01/01", "2024-001-1",
    ])
    func `a day that does not exist is none`(text: String) {
        #expect(ISOReader.date(text) == nil)
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00", 0, nil), ("1970-01-01T23:59:59.999Z", 86_399_999, 0),
            ("1970-01-01T09+09:00", 32_400_000, 32_400), ("T01:02.5", 3_750_000, nil),
            ("t12", 43_200_000, nil), ("1970-01-01T", 0, nil), ("1970-01-01TZ", 0, 0),
            ("1970-01-01T00:00:00,123456789-0330", 123, -12_600),
            ("1970-001T12.5", 45_000_000, nil),
            ("9999-12-31T23:59:59.999z", 253_402_300_799_999, 0),
            ("1970-01-01T1:2:3", 3_723_000, nil),
        ] as [(String, Int64, Int64?)])
    func `a time is local, and may have an offset`(text: String, local: Int64, offset: Int64?) {
        let read = ISOReader.timestamp(text)
        #expect(read?.local == local && read?.offset == offset)
    }

    @Test(arguments: [
        "1970-01-01T24:00", "1970-01-01T23:60", "1970-01-01T23:59:60", "1970-01-01T12:", "T", "TZ",
        "1970-01-01T12:30.", "1970-01-01 12:30", "1970-01-01T12:30+9", "1970-01-01T12:30+09:0",
        "1970-01-01T12:30+19", "1970-01-01T12:30ZZ", "1970-01-01T12:30:00.1234567890",
        "200000-01-01T00:00", "1970-01-01T12:30:00 UTC", "1970-01-01T-1",
    ])
    func `a leap second and other times that no clock shows are none`(text: String) {
        #expect(ISOReader.timestamp(text) == nil)
    }
}
