import PushModel
import PushText

/// A date, a time or a timestamp of Trino on its way through a function.
struct TimeValue {
    /// The type of the value, by the word that the translator passes.
    enum Kind: String {
        case date
        case timestamp
        case zoned = "tz"
        case time
        case dayTime = "day"
        case yearMonth = "year"

        /// The type's name in errors about units.
        var errorName: String {
            switch self {
            case .date: "DATE"
            case .time: "TIME"
            default: "TIMESTAMP"
            }
        }
    }

    let kind: Kind
    /// The local time in microseconds since 1970-01-01 00:00:00, or since midnight.
    var local: Int64
    /// The instant in milliseconds, of a value with a zone.
    var instant: Int64
    /// UTC for kinds without a zone.
    let zone: Zone

    /// The microseconds of a day.
    private static let day: Int64 = 86_400_000_000

    /// Makes a value; throws for a date so far from 1970 that its microseconds do not fit.
    init(_ kind: Kind, _ value: Int64, _ context: SQLContext) throws(SQLFunctionError) {
        self.kind = kind
        instant = 0
        zone = kind == .zoned ? context.zoneKeys.zone(of: value) : .utc
        switch kind {
        case .date: local = try Self.product(value, Self.day)
        case .zoned:
            instant = value >> ZoneKeys.bits
            local = ClockCast(context).local(value) * 1000
        default: local = value
        }
    }

    /// Multiplies, and throws beyond 64 bits.
    private static func product(
        _ value: Int64, _ factor: Int64
    ) throws(SQLFunctionError) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw outOfRange }
        return product
    }

    /// Subtracts, and throws beyond 64 bits.
    private static func difference(
        _ value: Int64, _ other: Int64
    ) throws(SQLFunctionError) -> Int64 {
        let (difference, overflow) = value.subtractingReportingOverflow(other)
        guard !overflow else { throw outOfRange }
        return difference
    }

    /// Returns a number of digits of the second's fraction.
    func fraction(_ digits: Int) -> ArraySlice<UInt8> {
        // A leading one keeps the zeros.
        let micros = 1_000_000 + local.dividedFlooring(by: 1_000_000).remainder
        return Array(String(micros).utf8)[1...].prefix(digits)
    }

    /// The encoded value.
    ///
    /// The milliseconds of a packed instant have fewer bits: one too far from 1970 throws.
    func cell(_ context: SQLContext) throws(SQLFunctionError) -> Cell {
        switch kind {
        case .date: return .integer(local.dividedFlooring(by: Self.day).quotient)
        case .time: return .integer(local.dividedFlooring(by: Self.day).remainder)
        case .zoned: return try context.zoneKeys.pack(instant, zone)
        default: return .integer(local)
        }
    }

    /// The day that the clock shows.
    var date: CivilDate {
        CivilDate(daysSinceEpoch: Int(local.dividedFlooring(by: Self.day).quotient))
    }

    /// The microseconds of the day that the clock shows.
    var timeOfDay: Int64 { local.dividedFlooring(by: Self.day).remainder }

    /// The value as patterns write it, with milliseconds.
    var written: ZonedTime {
        written(kind == .zoned ? instant : local.dividedFlooring(by: 1000).quotient)
    }

    /// The value as `date_format` and `format_datetime` write it, rounded to milliseconds.
    var rounded: ZonedTime {
        guard kind != .zoned else { return written }
        let (milliseconds, rest) = local.dividedFlooring(by: 1000)
        return written(milliseconds + (rest < 500 ? 0 : 1))
    }

    private func written(_ milliseconds: Int64) -> ZonedTime {
        let (seconds, rest) = milliseconds.dividedFlooring(by: 1000)
        return ZonedTime(instant: seconds, milliseconds: Int(rest), zone: zone)
    }

    /// Returns the microseconds in a unit of fixed length; nil for those of the calendar.
    private static func length(_ unit: String) -> Int64? {
        switch unit {
        case "millisecond": 1000
        case "second": 1_000_000
        case "minute": 60_000_000
        case "hour": 3_600_000_000
        default: nil
        }
    }

    /// Reads a unit that the kind has.
    private func unit(_ name: String) throws(SQLFunctionError) -> (CalendarUnit?, Int64?) {
        let unit = name.lowercased()
        let length = Self.length(unit)
        let calendar = CalendarUnit(name: unit)
        let isClock = length != nil
        let isKnown =
            switch kind {
            case .date: calendar != nil && !isClock
            case .time: isClock
            default: calendar != nil || isClock
            }
        guard isKnown else { throw .argument("'\(name)' is not a valid \(kind.errorName) field") }
        return (calendar, length)
    }

    /// Returns the start of the unit.
    ///
    /// A value with a zone is truncated on that zone's clocks.
    func truncated(_ name: String) throws(SQLFunctionError) -> TimeValue {
        let (calendar, length) = try unit(name)
        var value = self
        if kind == .zoned {
            let (seconds, rest) = instant.dividedFlooring(by: 1000)
            guard let calendar else { return self }
            _ = rest
            value.instant = zone.truncate(seconds, to: calendar) * 1000
            return value
        }
        if let length {
            value.local = try Self.difference(
                local, local.dividedFlooring(by: length).remainder)
        } else if let calendar {
            let seconds = local.dividedFlooring(by: 1_000_000).quotient
            value.local = try Self.product(calendar.truncate(local: seconds), 1_000_000)
        }
        return value
    }

    /// Returns the value moved by whole units; months keep the day or use the month's last.
    func moved(_ count: Int64, _ name: String) throws(SQLFunctionError) -> TimeValue {
        let (calendar, length) = try unit(name)
        guard let length else {
            guard let calendar, count.magnitude < 100_000_000 else { throw Self.outOfRange }
            return try moved(count, calendar)
        }
        let (distance, overflow) = count.multipliedReportingOverflow(by: length)
        guard !overflow else { throw Self.outOfRange }
        return try moved(microseconds: distance)
    }

    /// Moves on the calendar; a value with a zone stays within the years -9999 to 9999.
    private func moved(
        _ count: Int64, _ unit: CalendarUnit
    ) throws(SQLFunctionError) -> TimeValue {
        var value = self
        if kind == .zoned {
            let (seconds, rest) = instant.dividedFlooring(by: 1000)
            let moved = try Self.checked(zone.add(count, unit, to: seconds))
            value.instant = moved * 1000 + rest
        } else {
            let (seconds, rest) = local.dividedFlooring(by: 1_000_000)
            let moved = try Self.checked(unit.add(count, local: seconds))
            value.local = moved * 1_000_000 + rest
        }
        return value
    }

    /// Returns the value moved by a length of time.
    func moved(microseconds: Int64) throws(SQLFunctionError) -> TimeValue {
        var value = self
        guard kind != .zoned || microseconds.magnitude < 1 << 61 else { throw Self.outOfRange }
        if kind == .zoned {
            value.instant += microseconds / 1000
            _ = try Self.checked(value.instant / 1000)
        } else {
            // A wall clock may show any year that fits.
            let (moved, overflow) = local.addingReportingOverflow(microseconds)
            guard !overflow else { throw Self.outOfRange }
            value.local = moved
        }
        return value
    }

    func moved(milliseconds: Int64) throws(SQLFunctionError) -> TimeValue {
        try moved(microseconds: Self.product(milliseconds, 1000))
    }

    /// Returns the value moved by months on the calendar.
    func moved(months: Int64) throws(SQLFunctionError) -> TimeValue {
        guard months.magnitude < 10_000_000 else { throw Self.outOfRange }
        return try moved(months, .month)
    }

    private static let outOfRange = SQLFunctionError.range("date or timestamp is out of range")

    /// Refuses seconds beyond the years −9999 to 9999.
    private static func checked(_ seconds: Int64) throws(SQLFunctionError) -> Int64 {
        guard InstantRange.representable.contains(seconds) else { throw outOfRange }
        return seconds
    }

    /// Returns the whole units between this value and a later one; of a timestamp's fraction the
    /// milliseconds count, as in Trino's `DateDiff`.
    func count(_ name: String, until other: TimeValue) throws(SQLFunctionError) -> Int64 {
        let (calendar, length) = try unit(name)
        if let length {
            switch kind {
            case .zoned: return (other.instant - instant) / (length / 1000)
            case .time: return try Self.difference(other.local, local) / length
            default: return try Self.difference(other.wholeMilliseconds, wholeMilliseconds) / length
            }
        }
        let start = wholeMilliseconds
        var end = other.wholeMilliseconds
        if kind == .zoned {
            // Both on the clocks of the first one's zone.
            let (seconds, rest) = other.instant.dividedFlooring(by: 1000)
            end = ((seconds + zone.offset(at: seconds)) * 1000 + rest) * 1000
        }
        switch calendar {
        case .day: return try Self.difference(end, start) / Self.day
        case .week: return try Self.difference(end, start) / (7 * Self.day)
        case .month: return Self.months(start, end)
        case .quarter: return Self.months(start, end) / 3
        default: return Self.months(start, end) / 12
        }
    }

    /// The microseconds on the clock, truncated to milliseconds.
    private var wholeMilliseconds: Int64 {
        let (whole, isBeyond) = local.subtractingReportingOverflow(
            local.dividedFlooring(by: 1000).remainder)
        return isBeyond ? .min : whole
    }

    /// Returns the months from one time to another; as many backwards as forwards, as Joda counts,
    /// so that from 29 February to 31 January it is one.
    private static func months(_ start: Int64, _ end: Int64) -> Int64 {
        guard start <= end else { return -months(end, start) }
        let first = CivilDate(daysSinceEpoch: Int(start.dividedFlooring(by: day).quotient))
        let last = CivilDate(daysSinceEpoch: Int(end.dividedFlooring(by: day).quotient))
        var months = Int64((last.year - first.year) * 12 + last.month - first.month)
        func moved() -> Int64 {
            let days = first.adding(months: Int(months)).daysSinceEpoch
            return Int64(days) * day + start.dividedFlooring(by: day).remainder
        }
        if months > 0, moved() > end { months -= 1 }
        return months
    }

    /// Returns a part of the value, like `extract`.
    func field(_ name: String) throws(SQLFunctionError) -> Int64 {
        if kind == .dayTime || kind == .yearMonth { return try intervalField(name) }
        let date = date
        let time = timeOfDay
        switch name {
        case "year": return Int64(date.year)
        case "quarter": return Int64((date.month + 2) / 3)
        case "month": return Int64(date.month)
        case "week", "week_of_year": return Int64(date.isoWeek.week)
        case "day", "day_of_month": return Int64(date.day)
        case "day_of_week", "dow": return Int64(date.weekday)
        case "day_of_year", "doy": return Int64(date.dayOfYear)
        case "year_of_week", "yow": return Int64(date.isoWeek.year)
        case "hour": return time / 3_600_000_000
        case "minute": return time / 60_000_000 % 60
        case "second": return time / 1_000_000 % 60
        case "millisecond": return time / 1000 % 1000
        case "timezone_hour": return offset / 3600
        case "timezone_minute": return offset / 60 % 60
        default: throw .argument("'\(name)' is not a valid \(kind.errorName) field")
        }
    }

    /// The zone's offset at the instant, in seconds.
    private var offset: Int64 {
        zone.offset(at: instant.dividedFlooring(by: 1000).quotient)
    }

    /// Returns a part of an interval: months for one kind, milliseconds for the other; negative if
    /// it is.
    private func intervalField(_ name: String) throws(SQLFunctionError) -> Int64 {
        switch (kind, name) {
        case (.yearMonth, "year"): return local / 12
        case (.yearMonth, "month"): return local % 12
        case (_, "day"), (_, "day_of_month"): return local / 86_400_000
        case (_, "hour"): return local / 3_600_000 % 24
        case (_, "minute"): return local / 60000 % 60
        case (_, "second"): return local / 1000 % 60
        case (_, "millisecond"): return local % 1000
        default: throw .argument("'\(name)' is not a valid INTERVAL field")
        }
    }
}
