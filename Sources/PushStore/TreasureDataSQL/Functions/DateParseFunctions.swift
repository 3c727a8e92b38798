import PushModel

/// Trino's functions that read timestamps by a pattern, and some that only read or name them.
enum DateParseFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "date_parse", 2...2,
            "date_parse(text, pattern): a timestamp out of a text, by MySQL's % letters."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let letters = call.text(1) else { return .null }
            let pattern = try call.context.percentPatterns.value(for: letters) {
                () throws(SQLFunctionError) in try TimePattern.percent(letters)
            }
            var time = try read(text, by: pattern, letters, in: call.context)
            time.form = .plain
            return time.cell(call)
        },
        SQLFunction(
            "parse_datetime", 2...2,
            "parse_datetime(text, pattern): a timestamp with a zone, by Joda's letters."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let letters = call.text(1) else { return .null }
            let pattern = try TimestampFunctions.joda(letters, call.context)
            return try read(text, by: pattern, letters, in: call.context).cell(call)
        },
        SQLFunction(
            "from_iso8601_date", 1...1, "from_iso8601_date(text): a date such as 2018-08-14."
        ) { call throws(SQLFunctionError) in
            guard var time = try call.timestamp(0, "text") else { return .null }
            time.form = .date
            return time.cell(call)
        },
        SQLFunction(
            "current_timezone", 0...0, "current_timezone(): the zone of a query, which is UTC."
        ) { call throws(SQLFunctionError) in .text(Zone.utc.identifier) },
    ]

    /// A text without a zone is taken as UTC.
    ///
    /// Throws for a text that does not fit, with its beginning.
    private static func read(
        _ text: String, by pattern: TimePattern, _ letters: String, in context: SQLContext
    ) throws(SQLFunctionError) -> Timestamp {
        guard let reading = TimePatternReader.read(text, by: pattern, now: context.now),
            let clock = reading.clock
        else {
            throw SQLFunctionError(
                "text '\(text.prefix(40))' does not fit the pattern '\(letters.prefix(40))'")
        }
        let zone = try reading.zoneName.map { name throws(SQLFunctionError) in
            try context.zone(named: name)
        }
        return Timestamp(
            instant: (zone ?? .utc).instant(local: clock.localSeconds),
            milliseconds: reading.milliseconds, form: .zoned, zone: zone ?? .utc,
            showsFraction: true)
    }
}
