import PushModel
import PushText

/// Trino's functions over dates and timestamps.
enum TimestampFunctions {
    static let all: [SQLFunction] =
        conversions + DateParseFunctions.all + arithmetic + fields

    private static let conversions: [SQLFunction] = [
        SQLFunction(
            "from_unixtime", 1...3,
            "from_unixtime(t [, zone | hours, minutes]): unix seconds as a timestamp with a zone."
        ) { call throws(SQLFunctionError) in try fromUnixTime(call) },
        SQLFunction(
            "to_unixtime", 1...1,
            "to_unixtime(timestamp): a timestamp as unix seconds; the first of two equal hours."
        ) { call throws(SQLFunctionError) in
            try call.timestamp(0, "timestamp")
                .map { .real(Double($0.instant) + Double($0.milliseconds) / 1000) } ?? .null
        },
        SQLFunction(
            "at_timezone", 2...2,
            "at_timezone(timestamp, zone): the same instant on another zone's clocks."
        ) { call throws(SQLFunctionError) in
            guard var time = try call.timestamp(0, "timestamp"), !call.isNull(1) else {
                return .null
            }
            time.zone = try call.zone(1)
            time.form = .zoned
            return time.cell(call)
        },
        SQLFunction(
            "from_iso8601_timestamp", 1...1,
            "from_iso8601_timestamp(text): a timestamp out of a text such as 2018-08-14T01:23:45Z."
        ) { call throws(SQLFunctionError) in
            guard var time = try call.timestamp(0, "text") else { return .null }
            time.form = .zoned
            time.showsFraction = true
            return time.cell(call)
        },
        SQLFunction(
            "to_iso8601", 1...1, "to_iso8601(timestamp): a timestamp as ISO 8601 writes it."
        ) { call throws(SQLFunctionError) in
            guard let time = try call.timestamp(0, "timestamp") else { return .null }
            let text = time.form == .date ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HH:mm:ss.SSS"
            let zone = time.form == .date || time.form == .plain ? "" : "XXX"
            let pattern = try joda(text + zone, call.context)
            return call.text { time.zoned.append(pattern, to: &$0) }
        },
        SQLFunction(
            "format_datetime", 2...2,
            "format_datetime(timestamp, pattern): a timestamp by a pattern of Joda's letters."
        ) { call throws(SQLFunctionError) in
            guard let time = try call.timestamp(0, "timestamp"), let text = call.text(1) else {
                return .null
            }
            let pattern = try joda(text, call.context)
            return call.text { time.zoned.append(pattern, to: &$0) }
        },
        SQLFunction(
            "date_format", 2...2,
            "date_format(timestamp, pattern): a timestamp by a pattern of MySQL's % letters."
        ) { call throws(SQLFunctionError) in
            guard let time = try call.timestamp(0, "timestamp"), let text = call.text(1) else {
                return .null
            }
            let pattern = try call.context.percentPatterns.value(for: text) {
                () throws(SQLFunctionError) in try TimePattern.percent(text)
            }
            return call.text { time.zoned.append(pattern, to: &$0) }
        },
    ]

    private static let arithmetic: [SQLFunction] = [
        SQLFunction(
            "date_trunc", 2...2,
            "date_trunc(unit, timestamp): the start of the unit; unix seconds stay unix seconds."
        ) { call throws(SQLFunctionError) in
            guard !call.hasNull, var time = try call.timestamp(1, "timestamp") else {
                return .null
            }
            if countsMilliseconds(call) { return time.cell(call) }
            guard let unit = try unit(call) else { return .null }
            time.instant = time.zone.truncate(time.instant, to: unit)
            time.milliseconds = 0
            return time.cell(call)
        },
        SQLFunction(
            "date_add", 3...3,
            "date_add(unit, count, timestamp): a timestamp moved by whole units."
        ) { call throws(SQLFunctionError) in
            guard !call.hasNull, let count = try call.integer(1, "count"),
                let time = try call.timestamp(2, "timestamp")
            else { return .null }
            let unit = countsMilliseconds(call) ? nil : try unit(call)
            let moved = unit.map { time.adding(count, $0) } ?? time.adding(milliseconds: count)
            guard let moved else {
                throw SQLFunctionError("count \(count) reaches beyond the years -9999 to 9999")
            }
            return moved.cell(call)
        },
        SQLFunction(
            "date_diff", 3...3,
            "date_diff(unit, from, to): the count of whole units between two timestamps."
        ) { call throws(SQLFunctionError) in
            guard !call.isNull(0), let from = try call.timestamp(1, "timestamp"),
                let until = try call.timestamp(2, "timestamp")
            else { return .null }
            if countsMilliseconds(call) {
                return .integer(from.millisecondCount(until: until))
            }
            guard let unit = try unit(call) else { return .null }
            return .integer(from.count(of: unit, until: until))
        },
    ]

    private static let numberFields: [(name: String, field: TimePattern.NumberField)] = [
        ("year", .year), ("month", .month), ("week", .week), ("week_of_year", .week),
        ("day", .day), ("day_of_month", .day), ("day_of_week", .weekday), ("dow", .weekday),
        ("day_of_year", .dayOfYear), ("doy", .dayOfYear), ("hour", .hour), ("minute", .minute),
        ("second", .second), ("year_of_week", .weekYear), ("yow", .weekYear),
    ]

    private static let fields: [SQLFunction] =
        numberFields.map { TimestampFunctions.field($0.name, $0.field) } + [
            SQLFunction("quarter", 1...1, "quarter(timestamp): its quarter, from 1 to 4.") {
                call throws(SQLFunctionError) in
                guard let time = try call.timestamp(0, "timestamp") else { return .null }
                return .integer(Int64((time.zoned.clock.date.month + 2) / 3))
            },
            SQLFunction(
                "millisecond", 1...1, "millisecond(timestamp): that part of it, as a number."
            ) { call throws(SQLFunctionError) in
                try call.timestamp(0, "timestamp").map { .integer(Int64($0.milliseconds)) }
                    ?? .null
            },
            SQLFunction(
                "last_day_of_month", 1...1,
                "last_day_of_month(timestamp): the date of the last day of its month."
            ) { call throws(SQLFunctionError) in
                guard let time = try call.timestamp(0, "timestamp") else { return .null }
                var date = time.zoned.clock.date
                date.day = CivilDate.length(ofMonth: date.month, year: date.year)
                return call.text {
                    $0.append(number: date.year, width: 4)
                    $0.append(0x2d)
                    $0.append(number: date.month, width: 2)
                    $0.append(0x2d)
                    $0.append(number: date.day, width: 2)
                }
            },
        ]

    private static func field(_ name: String, _ field: TimePattern.NumberField) -> SQLFunction {
        SQLFunction(name, 1...1, "\(name)(timestamp): that part of it, as a number.") {
            call throws(SQLFunctionError) in
            guard let time = try call.timestamp(0, "timestamp") else { return .null }
            return .integer(Int64(time.zoned.value(of: field)))
        }
    }

    /// Nil for NULL; throws for a name that is none.
    ///
    /// `millisecond` is asked for separately.
    private static func unit(_ call: SQLCall) throws(SQLFunctionError) -> CalendarUnit? {
        guard let name = call.text(0) else { return nil }
        if let unit = CalendarUnit(name: name) { return unit }
        throw SQLFunctionError(
            """
            unit '\(name)' is not one of millisecond, second, minute, hour, day, week, month, \
            quarter, year
            """)
    }

    /// Milliseconds are no unit of the calendar, so callers treat them by themselves.
    private static func countsMilliseconds(_ call: SQLCall) -> Bool {
        call.text(0)?.lowercased() == "millisecond"
    }

    /// Compiles a pattern of Joda's letters, kept for the next rows.
    static func joda(
        _ text: String, _ context: SQLContext
    ) throws(SQLFunctionError) -> TimePattern {
        try context.patterns.value(for: text) {
            () throws(SQLFunctionError) in try TimePattern.joda(text)
        }
    }

    /// Takes numbers only, since a text could be any timestamp.
    ///
    /// An offset of at most 14 hours is accepted.
    private static func fromUnixTime(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard !call.hasNull else { return .null }
        guard var time = try call.timestamp(0, "time") else { return .null }
        guard time.form == .seconds || time.form == .fractional else {
            throw SQLFunctionError("time \(call[0].shown) is not a number of unix seconds")
        }
        if call.count == 3 {
            let hours = try call.integer(1, "hours") ?? 0
            let minutes = try call.integer(2, "minutes") ?? 0
            guard hours.magnitude <= 14, minutes.magnitude < 60 else {
                throw SQLFunctionError("offset \(hours):\(minutes) is more than 14 hours")
            }
            time.zone = try call.context.zone(
                named: FixedOffset.text(hours * 3600 + minutes * 60))
        } else {
            time.zone = try call.zone(1)
        }
        time.form = .zoned
        return time.cell(call)
    }
}
