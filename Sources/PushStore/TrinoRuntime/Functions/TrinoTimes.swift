import PushModel
import PushText

/// Trino's functions over dates, times, timestamps and intervals.
enum TrinoTimes {
    static let all: [SQLFunction] = clocks + arithmetic + zones + texts + reading + sequences

    /// Reads a time with the kind that the translator passes before it.
    private static func value(
        _ call: SQLCall, _ kind: Int, _ index: Int
    ) throws(SQLFunctionError) -> TimeValue {
        guard let word = TimeValue.Kind(rawValue: try call.string(kind)) else {
            throw .encoding(call[kind], "kind of time")
        }
        return try TimeValue(word, try call.whole(index), call.context)
    }

    /// Reads the name of a zone.
    ///
    /// Functions that put a time into a zone word the error differently from those that make a
    /// time.
    private static func zone(
        _ call: SQLCall, _ index: Int, isTarget: Bool = false
    ) throws(SQLFunctionError) -> Zone {
        let name = try call.string(index)
        guard let zone = call.context.zones.trinoZone(named: name), ZoneKeys.holds(zone) else {
            throw .argument(
                isTarget
                    ? "'\(name)' is not a valid time zone" : "Time zone not supported: \(name)")
        }
        return zone
    }

    /// Returns the zone of an offset in seconds.
    private static func fixed(
        _ seconds: Int64, _ context: SQLContext
    ) throws(SQLFunctionError) -> Zone {
        guard seconds.magnitude <= ZoneKeys.farthestOffset else {
            throw .argument("Invalid offset minutes \(seconds / 60)")
        }
        return try context.zone(named: seconds == 0 ? "UTC" : FixedOffset.text(seconds))
    }

    private static let clocks: [SQLFunction] = [
        SQLFunction(trino: "now", 0...0) { call throws(SQLFunctionError) in
            try call.context.zoneKeys.pack(call.context.startMilliseconds, call.context.sessionZone)
        },
        SQLFunction(trino: "current_date", 0...0) { call throws(SQLFunctionError) in
            .integer(local(call.context).dividedFlooring(by: 86_400_000).quotient)
        },
        SQLFunction(trino: "localtimestamp", 0...0) { call throws(SQLFunctionError) in
            .integer(local(call.context) * 1000)
        },
        SQLFunction(trino: "localtime", 0...0) { call throws(SQLFunctionError) in
            .integer(local(call.context).dividedFlooring(by: 86_400_000).remainder * 1000)
        },
        SQLFunction(trino: "current_timezone", 0...0) { call throws(SQLFunctionError) in
            .text(ZoneKeys.known(call.context.sessionZone).identifier)
        },
    ]

    /// Returns the session's clock at the start of the query, in milliseconds since 1970.
    private static func local(_ context: SQLContext) -> Int64 {
        let instant = context.startMilliseconds
        let seconds = instant.dividedFlooring(by: 1000).quotient
        return instant + context.sessionZone.offset(at: seconds) * 1000
    }

    private static let arithmetic: [SQLFunction] = [
        SQLFunction(trino: "extract", 3...3) { call throws(SQLFunctionError) in
            .integer(try value(call, 1, 2).field(try call.string(0)))
        },
        SQLFunction(trino: "date_trunc", 3...3) { call throws(SQLFunctionError) in
            try value(call, 1, 2).truncated(try call.string(0)).cell(call.context)
        },
        // A result with finer units than those of its type, the fifth argument, is rounded.
        SQLFunction(trino: "date_add", 4...5) { call throws(SQLFunctionError) in
            let unit = try call.string(0)
            let moved = try value(call, 2, 3).moved(try call.whole(1), unit).cell(call.context)
            guard call.count > 4, unit.lowercased() == "millisecond" else { return moved }
            let type = try call.type(4)
            return try ClockCast(call.context).cast(moved, type, type)
        },
        SQLFunction(trino: "date_diff", 4...4) { call throws(SQLFunctionError) in
            let later = try value(call, 1, 3)
            return .integer(try value(call, 1, 2).count(try call.string(0), until: later))
        },
        // With a fourth argument the interval was subtracted.
        SQLFunction(trino: "plus_day", 3...4) { call throws(SQLFunctionError) in
            let value = try value(call, 0, 1)
            let milliseconds = try call.whole(2)
            guard value.kind != .date || milliseconds % 86_400_000 == 0 else {
                throw .argument(
                    call.count > 3
                        ? "Cannot subtract hour, minutes or seconds from a date"
                        : "Cannot add hour, minutes or seconds to a date")
            }
            return try value.moved(milliseconds: milliseconds).cell(call.context)
        },
        SQLFunction(trino: "plus_month", 3...3) { call throws(SQLFunctionError) in
            try value(call, 0, 1).moved(months: try call.whole(2)).cell(call.context)
        },
        SQLFunction(trino: "last_day_of_month", 2...2) { call throws(SQLFunctionError) in
            var date = try value(call, 0, 1).date
            date.day = CivilDate.length(ofMonth: date.month, year: date.year)
            return .integer(Int64(date.daysSinceEpoch))
        },
        SQLFunction(trino: "to_unixtime", 2...2) { call throws(SQLFunctionError) in
            let value = try value(call, 0, 1)
            return .real(
                value.kind == .zoned
                    ? Double(value.instant) / 1000 : Double(value.local) / 1_000_000)
        },
        SQLFunction(trino: "unix", 2...2) { call throws(SQLFunctionError) in
            let value = try value(call, 0, 1)
            guard value.kind != .zoned else {
                return .integer(value.instant.dividedFlooring(by: 1000).quotient)
            }
            return .integer(value.local.dividedFlooring(by: 1_000_000).quotient)
        },
    ]

    private static let zones: [SQLFunction] = [
        SQLFunction(trino: "zone", 1...1) { call throws(SQLFunctionError) in
            .text(call.context.zoneKeys.zone(of: try call.whole(0)).identifier)
        },
        SQLFunction(trino: "timezone_literal", 2...2) { call throws(SQLFunctionError) in
            try call.context.zoneKeys.pack(try call.whole(0), try zone(call, 1))
        },
        SQLFunction(trino: "at_timezone", 2...2) { call throws(SQLFunctionError) in
            try call.context.zoneKeys.pack(
                try call.whole(0) >> ZoneKeys.bits, try zone(call, 1, isTarget: true))
        },
        SQLFunction(trino: "at_timezone_interval", 2...2) { call throws(SQLFunctionError) in
            let offset = try call.whole(1)
            guard offset % 60000 == 0 else {
                throw .argument("Invalid time zone offset interval: interval contains seconds")
            }
            return try call.context.zoneKeys.pack(
                try call.whole(0) >> ZoneKeys.bits, try fixed(offset / 1000, call.context))
        },
        SQLFunction(trino: "with_timezone", 2...2) { call throws(SQLFunctionError) in
            try ClockCast(call.context).zoned(
                local: try call.whole(0).dividedFlooring(by: 1000).quotient,
                try zone(call, 1, isTarget: true))
        },
        SQLFunction(trino: "from_unixtime", 1...3) { call throws(SQLFunctionError) in
            let seconds = try call.number(0)
            // Java's Math.round: a half goes up, also below zero.
            let whole = (seconds * 1000).rounded(.down)
            let milliseconds = seconds * 1000 - whole < 0.5 ? whole : whole + 1
            guard milliseconds.magnitude < 0x1p51 else {
                throw .range("unix time \(FloatText.java(seconds)) is out of range")
            }
            var zone = call.context.sessionZone
            if call.count == 2 { zone = try Self.zone(call, 1) }
            if call.count == 3 {
                let minutes = Int128(try call.whole(1)) * 60 + Int128(try call.whole(2))
                zone = try fixed(Int64(clamping: minutes * 60), call.context)
            }
            return try call.context.zoneKeys.pack(Int64(milliseconds), zone)
        },
    ]

    private static let texts: [SQLFunction] = [
        SQLFunction(trino: "date_format", 3...3) { call throws(SQLFunctionError) in
            let pattern = try percent(try call.string(2), call.context)
            let time = try value(call, 0, 1).rounded
            return call.text { time.append(pattern, to: &$0) }
        },
        SQLFunction(trino: "format_datetime", 3...3) { call throws(SQLFunctionError) in
            let pattern = try joda(try call.string(2), call.context)
            let time = try value(call, 0, 1).rounded
            return call.text { time.append(pattern, to: &$0) }
        },
        SQLFunction(trino: "to_iso8601", 2...3) { call throws(SQLFunctionError) in
            let value = try value(call, 0, 1)
            let day = "yyyy-MM-dd"
            let pattern = value.kind == .date ? day : day + "'T'HH:mm:ss"
            let compiled = try joda(pattern, call.context)
            let zone = value.kind == .zoned ? try joda("XXX", call.context) : nil
            let digits = call.count > 2 ? Int(clamping: try call.whole(2)) : 0
            return call.text {
                value.written.append(compiled, to: &$0)
                if digits > 0 {
                    $0.append(Ascii.dot)
                    $0.append(contentsOf: value.fraction(digits))
                }
                if let zone { value.written.append(zone, to: &$0) }
            }
        },
        SQLFunction(trino: "human_readable_seconds", 1...1) { call throws(SQLFunctionError) in
            .text(try readable(try call.number(0)))
        },
    ]

    /// A pattern of `date_format`, compiled once for each text.
    static func percent(
        _ text: String, _ context: SQLContext
    ) throws(SQLFunctionError) -> TimePattern {
        do throws(SQLFunctionError) {
            return try context.percentPatterns.value(for: text) { () throws(SQLFunctionError) in
                try TimePattern.percent(text)
            }
        } catch {
            let unknown = "DUuVwX".first { text.contains("%\($0)") }
            guard let unknown else { throw .argument(error.message) }
            throw .argument("%\(unknown) not supported in date format string")
        }
    }

    private static func joda(
        _ text: String, _ context: SQLContext
    ) throws(SQLFunctionError) -> TimePattern {
        do throws(SQLFunctionError) {
            return try context.patterns.value(for: text) { () throws(SQLFunctionError) in
                try TimePattern.joda(text)
            }
        } catch {
            throw .argument(error.message)
        }
    }

    /// Returns a length of time in weeks to seconds, rounded to the second.
    private static func readable(_ seconds: Double) throws(SQLFunctionError) -> String {
        guard seconds.magnitude < 0x1p53 else {
            throw .argument("Invalid argument found: \(FloatText.java(seconds))")
        }
        var left = Int64(seconds.rounded(.toNearestOrAwayFromZero))
        let sign = left < 0 ? "-" : ""
        left = abs(left)
        var parts: [String] = []
        for (name, length) in [
            ("week", Int64(604_800)), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1),
        ] {
            let count = left / length
            left %= length
            if count > 0 { parts.append("\(sign)\(count) \(name)\(count == 1 ? "" : "s")") }
        }
        return parts.isEmpty ? "0 seconds" : parts.joined(separator: ", ")
    }

    private static let reading: [SQLFunction] = [
        SQLFunction(trino: "date_parse", 2...2) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            let pattern = try percent(try call.string(1), call.context)
            let read = try read(text, pattern, call.context)
            return .integer(read.local * 1000)
        },
        SQLFunction(trino: "parse_datetime", 2...2) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            let pattern = try joda(try call.string(1), call.context)
            let read = try read(text, pattern, call.context)
            var zone = call.context.sessionZone
            if let name = read.zone {
                guard let named = try? call.context.zone(named: name) else {
                    throw .argument("Invalid format: \"\(text)\"")
                }
                guard ZoneKeys.holds(named) else {
                    throw .argument("Time zone not supported: \(named.identifier)")
                }
                zone = named
            }
            return try ClockCast(call.context).zoned(local: read.local, zone)
        },
        SQLFunction(trino: "from_iso8601_timestamp", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            guard let read = ISOReader.timestamp(text) else {
                throw .argument("Invalid format: \"\(text)\"")
            }
            let zone = try read.offset.map { offset throws(SQLFunctionError) in
                try fixed(offset, call.context)
            }
            return try ClockCast(call.context).zoned(
                local: read.local, zone ?? call.context.sessionZone)
        },
        SQLFunction(trino: "from_iso8601_date", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            guard let days = ISOReader.date(text) else {
                throw .argument("Invalid format: \"\(text)\"")
            }
            return .integer(days)
        },
        SQLFunction(trino: "parse_duration", 1...1) { call throws(SQLFunctionError) in
            .integer(try duration(try call.string(0)))
        },
    ]

    /// Reads a text by a pattern; an error says in Joda's words which part does not fit.
    private static func read(
        _ text: String, _ pattern: TimePattern, _ context: SQLContext
    ) throws(SQLFunctionError) -> (local: Int64, zone: String?) {
        guard let reading = TimePatternReader.read(text, by: pattern, now: context.now),
            let clock = reading.clock, clock.localSeconds.magnitude < 1 << 50
        else {
            throw .argument(TimePatternReader.failure(text, by: pattern, now: context.now))
        }
        return (clock.localSeconds * 1000 + Int64(reading.milliseconds), reading.zoneName)
    }

    private static func duration(_ text: String) throws(SQLFunctionError) -> Int64 {
        let trimmed = text.utf8.drop { $0 == Ascii.space }
        let number = trimmed.prefix { Ascii.isDigit($0) || $0 == Ascii.dot }
        let unit = trimmed.dropFirst(number.count).drop { $0 == Ascii.space }
        let lengths = [
            "ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1000, "m": 60000, "h": 3_600_000,
            "d": 86_400_000,
        ]
        guard let value = RuntimeCast.double(String(decoding: Array(number), as: UTF8.self)),
            let length = lengths[String(decoding: Array(unit), as: UTF8.self)],
            value * length < 0x1p62
        else { throw .argument("duration is not a valid data duration string: \(text)") }
        return Int64((value * length).rounded(.toNearestOrAwayFromZero))
    }

    private static let sequences: [SQLFunction] = [
        SQLFunction(trino: "sequence_day", 4...4) { call throws(SQLFunctionError) in
            let (first, last) = (try value(call, 0, 1), try value(call, 0, 2))
            let step = try call.whole(3)
            guard first.kind != .date || step % 86_400_000 == 0 else {
                throw .argument(
                    "sequence step must be a day interval if start and end values are dates")
            }
            return try sequence(first, last, step, call.context) {
                value, distance throws(SQLFunctionError) in
                try value.moved(milliseconds: distance)
            }
        },
        SQLFunction(trino: "sequence_month", 4...4) { call throws(SQLFunctionError) in
            let (first, last) = (try value(call, 0, 1), try value(call, 0, 2))
            let step = try call.whole(3)
            return try sequence(first, last, step, call.context) {
                value, distance throws(SQLFunctionError) in
                try value.moved(months: distance)
            }
        },
    ]

    private static func sequence(
        _ first: TimeValue, _ last: TimeValue, _ step: Int64, _ context: SQLContext,
        _ moved: (TimeValue, Int64) throws(SQLFunctionError) -> TimeValue
    ) throws(SQLFunctionError) -> Cell {
        guard step != 0 else { throw .argument("interval must not be zero") }
        guard step > 0 ? last.local >= first.local : last.local <= first.local else {
            throw TrinoArrays.badSequence
        }
        var cells: [Cell] = []
        var value = first
        while step > 0 ? value.local <= last.local : value.local >= last.local {
            guard cells.count < 10000 else { throw TrinoArrays.longSequence }
            cells.append(try value.cell(context))
            // A number that does not fit lies beyond the last one too.
            guard let distance = Int64(exactly: Int128(step) * Int128(cells.count)),
                let next = try? moved(first, distance)
            else { break }
            value = next
        }
        return ElementCodec.array(cells, of: .bigint)
    }
}
