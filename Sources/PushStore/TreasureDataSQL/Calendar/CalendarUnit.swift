import PushText

/// A unit of time that a window, a truncation or a difference counts in.
enum CalendarUnit: Sendable, CaseIterable {
    case second, minute, hour, day, week, month, quarter, year

    /// Reads one letter of Treasure Data's interval language; `m` is a minute, `M` a month.
    init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "s"): self = .second
        case UInt8(ascii: "m"): self = .minute
        case UInt8(ascii: "h"): self = .hour
        case UInt8(ascii: "d"): self = .day
        case UInt8(ascii: "w"): self = .week
        case UInt8(ascii: "M"): self = .month
        case UInt8(ascii: "q"): self = .quarter
        case UInt8(ascii: "y"): self = .year
        default: return nil
        }
    }

    /// Reads a unit's English name in any letter case.
    init?(name: String) {
        switch name.lowercased() {
        case "second": self = .second
        case "minute": self = .minute
        case "hour": self = .hour
        case "day": self = .day
        case "week": self = .week
        case "month": self = .month
        case "quarter": self = .quarter
        case "year": self = .year
        default: return nil
        }
    }

    /// The length in seconds, for units whose length does not depend on the calendar or the zone.
    var fixedSeconds: Int64? {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        default: nil
        }
    }

    /// Finds the first day of the unit that contains a day; shorter units leave the day as it is.
    func firstDay(of date: CivilDate) -> CivilDate {
        switch self {
        case .second, .minute, .hour, .day: date
        case .week: CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1 - date.weekday)
        case .month: CivilDate(year: date.year, month: date.month, day: 1)
        case .quarter:
            CivilDate(year: date.year, month: (date.month - 1) / 3 * 3 + 1, day: 1)
        case .year: CivilDate(year: date.year, month: 1, day: 1)
        }
    }

    /// Finds the local time at which the unit that contains a local time began.
    ///
    /// Correct for instants before 1970 as well; weeks begin on Monday.
    func truncate(local seconds: Int64) -> Int64 {
        if let length = fixedSeconds {
            return seconds - seconds.dividedFlooring(by: length).remainder
        }
        let day = seconds.dividedFlooring(by: 86_400).quotient
        if self == .day { return day * 86_400 }
        return Int64(firstDay(of: CivilDate(daysSinceEpoch: Int(day))).daysSinceEpoch) * 86_400
    }

    /// Moves a local time by whole units; month-based units keep the day, clamped to the month.
    ///
    /// Callers keep the result within `InstantRange`, so that nothing overflows.
    func add(_ count: Int64, local seconds: Int64) -> Int64 {
        if let length = fixedSeconds { return seconds + count * length }
        let (day, time) = seconds.dividedFlooring(by: 86_400)
        switch self {
        case .day: return seconds + count * 86_400
        case .week: return seconds + count * 604_800
        default:
            let months = Int(count) * (self == .month ? 1 : self == .quarter ? 3 : 12)
            let date = CivilDate(daysSinceEpoch: Int(day)).adding(months: months)
            return Int64(date.daysSinceEpoch) * 86_400 + time
        }
    }
}
