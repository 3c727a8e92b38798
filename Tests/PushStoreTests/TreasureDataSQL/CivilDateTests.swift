import PushText
import Testing

@testable import PushStore

struct CivilDateTests {
    @Test func `every day of two thousand years comes back and follows the one before`() {
        var date = CivilDate(year: 1000, month: 1, day: 1)
        let start = date.daysSinceEpoch
        for day in start..<(start + 730_000) {
            let found = CivilDate(daysSinceEpoch: day)
            guard found == date, found.daysSinceEpoch == day, found.isValid,
                found.weekday == (day % 7 + 10) % 7 + 1
            else {
                Issue.record("day \(day) is \(found), wanted \(date)")
                return
            }
            date.day += 1
            if date.day > CivilDate.length(ofMonth: date.month, year: date.year) {
                date.day = 1
                date.month = date.month % 12 + 1
                date.year += date.month == 1 ? 1 : 0
            }
        }
    }

    @Test(arguments: [
        ("2009-12-31", 2009, 53), ("2010-01-03", 2009, 53), ("2010-01-04", 2010, 1),
        ("2008-12-29", 2009, 1), ("2018-08-14", 2018, 33), ("2026-01-01", 2026, 1),
    ])
    func `weeks are those of ISO 8601`(_ text: String, _ year: Int, _ week: Int) throws {
        let time = try #require(TimeText(text))
        let found = CivilTime(localSeconds: time.local).date.isoWeek
        #expect(found.year == year)
        #expect(found.week == week)
    }

    @Test(arguments: [
        (2020, 1, 31, 1, "2020-2-29"), (2021, 1, 31, 1, "2021-2-28"),
        (2021, 12, 31, 2, "2022-2-28"),
        (2021, 1, 15, -1, "2020-12-15"), (0, 1, 1, -1, "-1-12-1"),
        (2000, 2, 29, -1200, "1900-2-28"),
    ])
    func `months keep the day where they can`(
        _ year: Int, _ month: Int, _ day: Int, _ count: Int, _ expected: String
    ) {
        let moved = CivilDate(year: year, month: month, day: day).adding(months: count)
        #expect("\(moved.year)-\(moved.month)-\(moved.day)" == expected)
    }

    @Test func `a clock comes back from its seconds`() {
        var random = TestRandom(state: 6)
        for _ in 0..<10_000 {
            let seconds = Int64.random(in: InstantRange.representable, using: &random)
            let clock = CivilTime(localSeconds: seconds)
            #expect(clock.localSeconds == seconds && clock.isValid, "\(seconds)")
        }
    }
}
