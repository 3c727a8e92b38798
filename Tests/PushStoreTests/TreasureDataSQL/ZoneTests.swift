import Foundation
import Testing

@testable import PushStore

struct ZoneTests {
    private static let names = [
        "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo",
        "Asia/Tokyo", "Asia/Kolkata", "Pacific/Apia", "America/St_Johns", "Europe/Dublin",
    ]

    private static let years: ClosedRange<Int64> = 0...4_102_444_800

    private static func pair(_ name: String) throws -> (zone: Zone, oracle: TimeZone) {
        (try ZoneDatabase().zone(named: name), try #require(TimeZone(identifier: name)))
    }

    @Test(arguments: names)
    func `offsets are those of Foundation`(_ name: String) throws {
        let (zone, oracle) = try Self.pair(name)
        var random = TestRandom(state: 1)
        for _ in 0..<4000 {
            let instant = Int64.random(in: Self.years, using: &random)
            let date = Date(timeIntervalSince1970: Double(instant))
            let expected = Int64(oracle.secondsFromGMT(for: date))
            guard zone.offset(at: instant) != expected else { continue }
            #expect(zone.offset(at: instant) == expected, "\(name) at \(instant)")
            return
        }
    }

    /// The seconds around each change of the clocks, where a slip by one would show.
    @Test(arguments: names)
    func `changes happen to the second`(_ name: String) throws {
        let (zone, oracle) = try Self.pair(name)
        var date = Date(timeIntervalSince1970: 0)
        var count = 0
        while let next = oracle.nextDaylightSavingTimeTransition(after: date), count < 150 {
            let instant = Int64(next.timeIntervalSince1970.rounded())
            for second in (instant - 1)...(instant + 1) {
                let expected = oracle.secondsFromGMT(
                    for: Date(timeIntervalSince1970: Double(second)))
                #expect(zone.offset(at: second) == Int64(expected), "\(name) at \(second)")
            }
            date = next
            count += 1
        }
    }

    @Test(arguments: ["America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo", "America/St_Johns"])
    func `local times lie where Foundation's calendar puts them`(_ name: String) throws {
        let (zone, oracle) = try Self.pair(name)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = oracle
        var random = TestRandom(state: 2)
        for _ in 0..<3000 {
            let local = Int64.random(in: Self.years, using: &random) / 900 * 900
            let clock = CivilTime(localSeconds: local)
            let date = try #require(calendar.date(from: Self.components(clock)))
            let expected = Int64(date.timeIntervalSince1970)
            guard zone.instant(local: local) != expected else { continue }
            #expect(zone.instant(local: local) == expected, "\(name) \(clock)")
            return
        }
    }

    private static func components(_ clock: CivilTime) -> DateComponents {
        DateComponents(
            year: clock.date.year, month: clock.date.month, day: clock.date.day, hour: clock.hour,
            minute: clock.minute, second: clock.second)
    }

    /// The local times of spring's gap and autumn's overlap, each a quarter of an hour.
    @Test(arguments: [
        ("America/Los_Angeles", "2021-03-14 02:30:00", "2021-03-14 10:30:00"),
        ("America/Los_Angeles", "2021-03-14 01:59:59", "2021-03-14 09:59:59"),
        ("America/Los_Angeles", "2021-03-14 03:00:00", "2021-03-14 10:00:00"),
        ("America/Los_Angeles", "2021-11-07 01:30:00", "2021-11-07 08:30:00"),
        ("America/Los_Angeles", "2021-11-07 02:00:00", "2021-11-07 10:00:00"),
        ("Europe/Berlin", "2021-03-28 02:15:00", "2021-03-28 01:15:00"),
        ("Europe/Berlin", "2021-10-31 02:15:00", "2021-10-31 00:15:00"),
        ("Europe/Berlin", "2521-10-26 02:15:00", "2521-10-26 00:15:00"),
        ("Pacific/Apia", "2011-12-30 12:00:00", "2011-12-30 22:00:00"),
    ])
    func `a gap is stepped over and an overlap begins early`(
        _ name: String, _ local: String, _ utc: String
    ) throws {
        let zone = try ZoneDatabase().zone(named: name)
        let reading = try #require(TimeText(local)).local
        #expect(zone.instant(local: reading) == (try #require(TimeText(utc))).local)
    }

    @Test(arguments: names)
    func `units begin and shift as in Foundation's calendar`(_ name: String) throws {
        let (zone, oracle) = try Self.pair(name)
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = oracle
        var random = TestRandom(state: 3)
        let units: [(CalendarUnit, Calendar.Component)] = [
            (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
        ]
        for _ in 0..<500 {
            let instant = Int64.random(in: Self.years, using: &random)
            let date = Date(timeIntervalSince1970: Double(instant))
            for (unit, component) in units {
                let expected = calendar.dateInterval(of: component, for: date)?.start
                let start = zone.truncate(instant, to: unit)
                #expect(
                    Double(start) == expected?.timeIntervalSince1970,
                    "\(name) \(unit) of \(instant)")
            }
        }
    }

    @Test(arguments: names)
    func `a written time is read back`(_ name: String) throws {
        let context = SQLContext(now: 0)
        let zone = try context.zone(named: name)
        var random = TestRandom(state: 4)
        for _ in 0..<1000 {
            let instant = Int64.random(in: Self.years, using: &random)
            // In an overlap the same reading comes twice; the first one is read.
            guard zone.instant(local: instant + zone.offset(at: instant)) == instant else {
                continue
            }
            let pattern = "yyyy-MM-dd HH:mm:ss"
            let text = answer("td_time_format(\(instant), '\(pattern)', '\(name)')", in: context)
            #expect(answer("td_time_parse(\(text), '\(name)')", in: context) == "\(instant)")
            let zoned = answer(
                "td_time_format(\(instant), '\(pattern) ZZ', '\(name)')", in: context)
            #expect(answer("td_time_parse(\(zoned))", in: context) == "\(instant)")
        }
    }
}
