import Foundation
import PushTestSupport
import Testing

@testable import PushText

@Suite struct InstantTextTests {
    @Test(
        arguments: [
            ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("2025-12-14", 1_765_670_400_000),
            ("2025-12-14T09:00:00+09:00", 1_765_670_400_000),
            ("2025-12-14 09:00:00", 1_765_702_800_000), ("2025-12-14t09:00:00z", 1_765_702_800_000),
            ("2025-12-14T09:00:00", 1_765_702_800_000),
            ("2025-12-14T09:00:00-02:30", 1_765_711_800_000),
            ("1969-12-31T23:59:59.999Z", -1), ("2024-02-29T12:00:00.5Z", 1_709_208_000_500),
            ("2024-02-29T12:00:00.1239Z", 1_709_208_000_123), ("0000-01-01", -62_167_219_200_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000), ("2000-02-29", 951_782_400_000),
        ] as [(String, Int64)])
    func `an instant is read`(_ text: String, _ milliseconds: Int64) {
        #expect(InstantText.parse(text) == milliseconds)
    }

    @Test(
        arguments: [
            ("until 2026-01-01T10:00:00Z.", ["2026-01-01T10:00:00Z"]),
            ("2026-01-01T10:00:00.007Z, not 2026-01-02", ["2026-01-01T10:00:00.007Z"]),
            (
                "from 2026-01-01T10:00:00Z to 2026-01-01T11:00:00Z",
                ["2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z"]
            ),
            (#"at "2026-01-01T10:00:00Z", `clock set 2026-01-01T10:00:00Z`"#, []),
            ("2026-01-01T10:00:00+09:00, 2026-13-01T10:00:00Z, 10:00Z, Z 7", []), ("", []),
        ] as [(String, [String])])
    func `the instants of a sentence are found`(_ text: String, _ found: [String]) {
        #expect(InstantText.mentioned(in: text) == found)
    }

    @Test(arguments: [
        "", "2025", "2025-13-01", "2025-00-01", "2025-02-29", "1900-02-29", "2025-04-31",
        "2025-12-14T",
        "2025-12-14T24:00:00", "2025-12-14T09:60:00", "2025-12-14T09:00:60Z", "2025-12-14T09:00",
        "2025-12-14T09:00:00.", "2025-12-14T09:00:00+9", "2025-12-14T09:00:00+24:00", "2025-1-1",
        "2025-12-14x", "2025-12-14T09:00:00Zx", "x025-12-14", "+025-12-14", "２025-12-14",
    ])
    func `what is no instant is refused`(_ text: String) {
        #expect(InstantText.parse(text) == nil)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_765_670_400_000, "2025-12-14T00:00:00Z"),
            (1_765_670_400_250, "2025-12-14T00:00:00.250Z"),
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "10000-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func `an instant is written`(_ milliseconds: Int64, _ text: String) {
        #expect(InstantText.format(milliseconds) == text)
    }

    @Test func `the calendar agrees with Foundation's over the years 1 to 9999`() {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for step in 0..<2000 {
            // Foundation's calendar turns Julian before 1582, so only later days are compared.
            let day = Int64(-141_000) + Int64(step) * 1531
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = InstantText.format(day * 86_400_000)
            let numbers = text.prefix(while: { $0 != "T" }).split(separator: "-").compactMap {
                Int($0)
            }
            #expect(numbers == [parts.year, parts.month, parts.day])
            #expect(InstantText.parse(text) == day * 86_400_000)
        }
    }

    @Test func `instants survive being written and read`() {
        var random = SeededGenerator(seed: 35)
        for _ in 0..<3000 {
            let milliseconds = Int64.random(in: 0..<250_000_000_000_000, using: &random)
            let text = InstantText.format(milliseconds)
            #expect(InstantText.parse(text) == milliseconds, "\(text)")
        }
    }

    @Test func `any number of milliseconds is written without a crash`() {
        for extreme in [Int64.min, .min + 1, .max - 1, .max] {
            #expect(InstantText.format(extreme).contains("T"))
            #expect(InstantText.format(seconds: extreme).contains("T"))
        }
    }
}
