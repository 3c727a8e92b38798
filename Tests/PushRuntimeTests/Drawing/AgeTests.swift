import PushModel
import Testing

@testable import PushRuntime

/// SH-01: how long ago a notification came, as iOS tells it.
@Suite struct AgeTests {
    private static let now = Tick(milliseconds: 1_767_225_600_000)

    @Test(
        arguments: [
            (0, "now"), (59_999, "now"), (60_000, "1m ago"), (3_599_999, "59m ago"),
            (3_600_000, "1h ago"), (86_399_999, "23h ago"), (86_400_000, "yesterday"),
            (172_799_999, "yesterday"), (172_800_000, "2025-12-30"), (-5000, "now"),
            (31_536_000_000, "2025-01-01"),
        ] as [(Int64, String)])
    func `an age in words`(age: Int64, wanted: String) {
        let then = Self.now.advanced(by: -age)
        #expect(Age.text(then, Self.now) == wanted)
    }

    @Test func `moments that lie too far apart have a date`() {
        let first = Tick(milliseconds: .min / 2)
        #expect(!Age.text(first, Tick(milliseconds: .max)).contains("ago"))
    }

    @Test(
        arguments: [
            (0, "00:00"), (34_860_000, "09:41"), (86_399_000, "23:59"), (86_400_000, "00:00"),
        ] as [(Int64, String)])
    func `a clock shows the hours and minutes of the day`(milliseconds: Int64, wanted: String) {
        #expect(Age.clock(Tick(milliseconds: milliseconds)) == wanted)
    }
}
