import PushModel

/// Treasure Data's functions over unix times.
enum TimeFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "td_time_range", 2...4,
            "td_time_range(t, start [, end [, zone]]): whether start <= t < end; NULL is unbounded."
        ) { call throws(SQLFunctionError) in try range(call) },
        SQLFunction(
            "td_time_add", 2...3,
            "td_time_add(t, duration [, zone]): t moved by a duration such as '-1h' or '1h30m'."
        ) { call throws(SQLFunctionError) in try add(call) },
        SQLFunction(
            "td_time_format", 2...3,
            "td_time_format(t, pattern [, zone]): t as text, by a pattern of Java's letters."
        ) { call throws(SQLFunctionError) in try format(call) },
        SQLFunction(
            "td_time_string", 2...3,
            "td_time_string(t, unit [, zone]): t as text, cut to y q M w d h m s; `!` shortens it."
        ) { call throws(SQLFunctionError) in try string(call) },
        SQLFunction(
            "td_time_parse", 1...2,
            "td_time_parse(text [, zone]): the unix time that a text means."
        ) { call throws(SQLFunctionError) in try parse(call) },
        SQLFunction(
            "td_date_trunc", 2...3,
            "td_date_trunc(unit, t [, zone]): the unix time at which the unit around t began."
        ) { call throws(SQLFunctionError) in try truncate(call) },
        SQLFunction(
            "td_scheduled_time", 0...0,
            "td_scheduled_time(): the unix time for which the query was issued."
        ) { call throws(SQLFunctionError) in .integer(call.context.scheduledTime) },
        SQLFunction("now", 0...0, "now(): the current unix time, in seconds.") {
            call throws(SQLFunctionError) in .integer(call.context.now)
        },
    ]

    /// The unix time of a text that is the start or the end of a `td_time_range`, which its errors
    /// name: the text, the zone, which of the two it is, and behind a start the end to be checked.
    static let boundOfRange = SQLFunction("td_time_range", 3...4, "") {
        call throws(SQLFunctionError) in
        _ = try call.zone(1)
        let place = call.text(2) ?? ""
        let hint = place == "end" ? zoneHint : ""
        let time = try call.instant(0, place, zone: 1, hint: hint)
        if call.count > 3 { _ = try call.instant(3, "end", zone: 1, hint: zoneHint) }
        return time.map { .integer($0) } ?? .null
    }

    private static let zoneHint = "; a zone goes fourth"

    /// A bad zone is an error even where no bound needs it.
    ///
    /// NULL for a time that is NULL.
    private static func range(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        _ = try call.zone(3)
        let time = try call.instant(0, "time", zone: 3)
        let start = try call.instant(1, "start", zone: 3)
        let end = call.count > 2 ? try call.instant(2, "end", zone: 3, hint: zoneHint) : nil
        guard let time else { return .null }
        return .truth((start ?? .min) <= time && (end.map { time < $0 } ?? true))
    }

    /// A duration of fixed length, so that the zone only matters for a time given as text.
    private static func add(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        _ = try call.zone(2)
        guard let time = try call.instant(0, "time", zone: 2) else { return .null }
        guard case .text(let text) = call[1] else {
            if call[1].isNull { return .null }
            throw SQLFunctionError("duration \(call[1].shown) is not a text such as '1d'")
        }
        let seconds = try call.context.durations.value(for: text) {
            () throws(SQLFunctionError) in try FixedDuration.seconds(text)
        }
        let (sum, overflow) = time.addingReportingOverflow(seconds)
        guard !overflow else { throw SQLFunctionError("time \(time) is too far from 1970") }
        return .integer(sum)
    }

    private static func format(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let time = try call.calendarInstant(0, "time", zone: 2),
            let text = call.text(1)
        else { return .null }
        let pattern = try call.context.patterns.value(for: text) {
            () throws(SQLFunctionError) in try TimePattern.joda(text)
        }
        let zoned = ZonedTime(instant: time, zone: try call.zone(2))
        return call.text { zoned.append(pattern, to: &$0) }
    }

    private static func parse(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        _ = try call.zone(1)
        return try call.instant(0, "text", zone: 1).map { .integer($0) } ?? .null
    }

    private static func truncate(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let name = call.text(0), let time = try call.calendarInstant(1, "time", zone: 2)
        else { return .null }
        guard let unit = CalendarUnit(name: name) else {
            throw SQLFunctionError(
                """
                unit '\(name)' is not one of second, minute, hour, day, week, month, quarter, year
                """)
        }
        return .integer(try call.zone(2).truncate(time, to: unit))
    }

    /// Also takes a pattern of letters, since td-skills' queries pass one (see `isPattern`).
    private static func string(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let time = try call.calendarInstant(0, "time", zone: 2),
            let text = call.text(1)
        else { return .null }
        let zone = try call.zone(2)
        guard let form = TimeStringForm(text) else {
            guard TimeStringForm.isPattern(text) else {
                throw SQLFunctionError(
                    "format '\(text)' is not one of y q M w d h m s, with or without `!`")
            }
            return try format(call)
        }
        let zoned = ZonedTime(instant: zone.truncate(time, to: form.unit), zone: zone)
        return call.text { form.append(zoned, to: &$0) }
    }
}

/// A format of `td_time_string`: a unit's letter, and `!` for the short form.
struct TimeStringForm {
    /// The unit to which the time is cut before it is written.
    let unit: CalendarUnit
    /// Leaves out the parts that the unit makes zero, and the zone's offset.
    let isShort: Bool

    init?(_ text: String) {
        var bytes = text.utf8[...]
        guard let letter = bytes.popFirst(), let unit = CalendarUnit(letter: letter) else {
            return nil
        }
        guard bytes.isEmpty || bytes.elementsEqual([UInt8(ascii: "!")]) else { return nil }
        self.unit = unit
        isShort = !bytes.isEmpty
    }

    /// Distinguishes a pattern of letters, which is accepted too, from a unit that does not exist.
    ///
    /// The words `day` and `d!!` consist of a pattern's letters as well; a real pattern repeats one
    /// of them, as in `yyyy-MM-dd`.
    static func isPattern(_ text: String) -> Bool {
        let bytes = text.utf8
        let isDoubled = zip(bytes, bytes.dropFirst()).contains { byte, next in
            byte == next && byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a
        }
        return isDoubled && bytes.count > 2 && !bytes.contains(UInt8(ascii: "!"))
    }

    /// Appends a time that is already cut to the unit.
    func append(_ time: ZonedTime, to output: inout [UInt8]) {
        let start = output.count
        time.appendDate(to: &output)
        if isShort, let length = dateLength {
            output.removeLast(output.count - start - length)
            return
        }
        output.append(0x20)
        time.appendClock(to: &output)
        if isShort {
            output.removeLast(unit == .hour ? 6 : unit == .minute ? 3 : 0)
        } else {
            FixedOffset.append(time.phase.offset, separator: nil, to: &output)
        }
    }

    /// The length of the short form, if it is part of a date.
    private var dateLength: Int? {
        switch unit {
        case .year: 4
        case .quarter, .month: 7
        case .week, .day: 10
        case .hour, .minute, .second: nil
        }
    }
}

/// A duration whose length does not depend on a calendar: `1h30m`, `-7d`, `8week`.
enum FixedDuration {
    /// Reads a duration in seconds.
    ///
    /// A sign applies to the parts after it, until the next one. Years and months are refused,
    /// since their length varies.
    static func seconds(_ text: String) throws(SQLFunctionError) -> Int64 {
        var rest = text.utf8[...].drop { $0 == 0x20 }
        var total: Int64 = 0
        var sign: Int64 = 1
        guard !rest.isEmpty else { throw unreadable(text) }
        while let byte = rest.first {
            if byte == 0x2d || byte == 0x2b {
                sign = byte == 0x2d ? -1 : 1
                rest.removeFirst()
            }
            let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
            rest = rest.dropFirst(letters.count).drop { $0 == 0x20 }
            guard (1...9).contains(digits.count), let count = Int64(Substring(digits)) else {
                throw unreadable(text)
            }
            guard let unit = seconds(unit: String(Substring(letters)), in: text) else {
                throw isCalendarUnit(String(Substring(letters)))
                    ? SQLFunctionError(
                        """
                        duration '\(text)' counts months or years, whose length varies: wanted \
                        w, d, h, m or s
                        """) : unreadable(text)
            }
            total += sign * count * unit
            guard abs(total) <= 1_000_000_000_000 else { throw unreadable(text) }
        }
        return total
    }

    /// The length of a unit in seconds; nil for one that is unknown or has no fixed length.
    private static func seconds(unit: String, in text: String) -> Int64? {
        switch unit {
        case "w", "week", "weeks": 604_800
        case "d", "day", "days": 86_400
        case "h", "hour", "hours": 3600
        case "m", "min", "minute", "minutes": 60
        case "s", "sec", "second", "seconds": 1
        default: nil
        }
    }

    private static func isCalendarUnit(_ unit: String) -> Bool {
        ["M", "y", "q", "month", "months", "year", "years", "quarter"].contains(unit)
    }

    private static func unreadable(_ text: String) -> SQLFunctionError {
        SQLFunctionError(
            "duration '\(text.prefix(40))' is not a length of time such as '1d', '-1h' or '1h30m'")
    }
}
