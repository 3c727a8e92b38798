extension FunctionTable {
    /// Makes the function for a part of a time, or of an interval that has it.
    private static func part(
        _ name: String, _ field: String, _ summary: String, of interval: String? = nil
    ) -> TrinoFunction {
        var lines = [
            "\(name)(date) -> bigint | trino_extract('\(field)', 'date', $1)",
            "\(name)(timestamp) -> bigint | trino_extract('\(field)', 'timestamp', $1)",
            "\(name)(tz) -> bigint | trino_extract('\(field)', 'tz', $1)",
        ]
        if let interval {
            lines.append(
                "\(name)(interval_\(interval)) -> bigint "
                    + "| trino_extract('\(field)', '\(interval)', $1)")
        }
        return TrinoFunction(.scalar, name, summary, lines)
    }

    /// Makes the function for a part of a clock's time, which a time of day has as well.
    private static func clock(_ name: String, _ summary: String) -> TrinoFunction {
        scalar(
            name, summary,
            "\(name)(time) -> bigint | trino_extract('\(name)', 'time', $1)",
            "\(name)(timestamp) -> bigint | trino_extract('\(name)', 'timestamp', $1)",
            "\(name)(tz) -> bigint | trino_extract('\(name)', 'tz', $1)",
            "\(name)(interval_day) -> bigint | trino_extract('\(name)', 'day', $1)")
    }

    /// Functions of dates, times and intervals.
    static let moments: [TrinoFunction] = [
        scalar("now", "The time at which the query started.", "now() -> tz3"),
        scalar(
            "current_timezone", "The name of the session's zone.",
            "current_timezone() -> varchar"),
        scalar(
            "from_unixtime", "The time of unix seconds, in the session's zone or another.",
            "from_unixtime(double) -> tz3", "from_unixtime(double, varchar) -> tz3",
            "from_unixtime(double, bigint, bigint) -> tz3"),
        scalar(
            "to_unixtime", "The unix seconds of a time.",
            "to_unixtime(timestamp) -> double | trino_to_unixtime('timestamp', $1)",
            "to_unixtime(tz) -> double | trino_to_unixtime('tz', $1)"),
        scalar(
            "date", "The day of a time or text.",
            "date(varchar) -> date | trino_cast('varchar', 'date', $1)", "date(date) -> date | $1",
            "date(timestamp) -> date | trino_cast(%1, 'date', $1)",
            "date(tz) -> date | trino_cast(%1, 'date', $1)"),
        scalar(
            "date_trunc",
            "A time cut to its second, minute, hour, day, week, month, quarter or year.",
            "date_trunc(varchar, date) -> date | trino_date_trunc($1, 'date', $2)",
            "date_trunc(varchar, time) -> time | trino_date_trunc($1, 'time', $2)",
            "date_trunc(varchar, timestamp) -> timestamp | trino_date_trunc($1, 'timestamp', $2)",
            "date_trunc(varchar, tz) -> tz | trino_date_trunc($1, 'tz', $2)"),
        scalar(
            "date_add", "A time moved by n units.",
            "date_add(varchar, bigint, date) -> date | trino_date_add($1, $2, 'date', $3)",
            "date_add(varchar, bigint, time) -> time | trino_date_add($1, $2, 'time', $3, %3)",
            "date_add(varchar, bigint, timestamp) -> timestamp | "
                + "trino_date_add($1, $2, 'timestamp', $3, %3)",
            "date_add(varchar, bigint, tz) -> tz | trino_date_add($1, $2, 'tz', $3, %3)"),
        scalar(
            "date_diff", "How many whole units lie between two times.",
            "date_diff(varchar, date, date) -> bigint | trino_date_diff($1, 'date', $2, $3)",
            "date_diff(varchar, time, time) -> bigint | trino_date_diff($1, 'time', $2, $3)",
            "date_diff(varchar, timestamp, timestamp) -> bigint | "
                + "trino_date_diff($1, 'timestamp', $2, $3)",
            "date_diff(varchar, tz, tz) -> bigint | trino_date_diff($1, 'tz', $2, $3)"),
        scalar(
            "date_format", "A time as text, by MySQL's letters.",
            "date_format(timestamp, varchar) -> varchar | trino_date_format('timestamp', $1, $2)",
            "date_format(tz, varchar) -> varchar | trino_date_format('tz', $1, $2)"),
        scalar(
            "date_parse", "The time that a text spells by MySQL's letters.",
            "date_parse(varchar, varchar) -> timestamp3"),
        scalar(
            "format_datetime", "A time as text, by Joda's letters.",
            "format_datetime(timestamp, varchar) -> varchar | "
                + "trino_format_datetime('timestamp', $1, $2)",
            "format_datetime(tz, varchar) -> varchar | trino_format_datetime('tz', $1, $2)"),
        scalar(
            "parse_datetime", "The time that a text spells by Joda's letters.",
            "parse_datetime(varchar, varchar) -> tz3"),
        scalar(
            "to_iso8601", "A time as ISO 8601 spells it.",
            "to_iso8601(date) -> varchar | trino_to_iso8601('date', $1)",
            "to_iso8601(timestamp) -> varchar | trino_to_iso8601('timestamp', $1)",
            "to_iso8601(tz) -> varchar | trino_to_iso8601('tz', $1)"),
        scalar(
            "from_iso8601_timestamp", "The time that a text spells by ISO 8601.",
            "from_iso8601_timestamp(varchar) -> tz3"),
        scalar(
            "from_iso8601_date", "The day that a text spells by ISO 8601.",
            "from_iso8601_date(varchar) -> date"),
        scalar(
            "last_day_of_month", "The last day of a time's month.",
            "last_day_of_month(date) -> date | trino_last_day_of_month('date', $1)",
            "last_day_of_month(timestamp) -> date | trino_last_day_of_month('timestamp', $1)",
            "last_day_of_month(tz) -> date | trino_last_day_of_month('tz', $1)"),
        scalar(
            "at_timezone", "The same instant in another zone.",
            "at_timezone(tz, varchar) -> tz"),
        scalar(
            "with_timezone", "The same wall clock in a zone.",
            "with_timezone(timestamp, varchar) -> tz"),
        scalar(
            "timezone", "The name of a time's zone.", "timezone(tz) -> varchar | trino_zone($1)"),
        scalar(
            "to_milliseconds", "The milliseconds of an interval.",
            "to_milliseconds(interval_day) -> bigint | $1"),
        scalar(
            "parse_duration", "The interval that a text such as `3.5m` spells.",
            "parse_duration(varchar) -> interval_day"),
        scalar(
            "human_readable_seconds", "Seconds as weeks, days, hours and so on.",
            "human_readable_seconds(double) -> varchar"),
        part("year", "year", "The year.", of: "year"),
        part("quarter", "quarter", "The quarter, 1 to 4."),
        part("month", "month", "The month, 1 to 12.", of: "year"),
        part("week", "week", "The week of the ISO year."),
        part("week_of_year", "week", "The week of the ISO year."),
        part("day", "day", "The day of the month, or the days of an interval.", of: "day"),
        part("day_of_month", "day", "The day of the month."),
        part("day_of_week", "day_of_week", "The day of the week, from 1 for Monday."),
        part("dow", "day_of_week", "The day of the week, from 1 for Monday."),
        part("day_of_year", "day_of_year", "The day of the year."),
        part("doy", "day_of_year", "The day of the year."),
        part("year_of_week", "year_of_week", "The year that a week belongs to."),
        part("yow", "year_of_week", "The year that a week belongs to."),
        clock("hour", "The hour, 0 to 23."), clock("minute", "The minute of the hour."),
        clock("second", "The second of the minute."),
        clock("millisecond", "The millisecond of the second."),
        scalar(
            "timezone_hour", "The hours of a time's offset.",
            "timezone_hour(tz) -> bigint | trino_extract('timezone_hour', 'tz', $1)"),
        scalar(
            "timezone_minute", "The minutes of a time's offset.",
            "timezone_minute(tz) -> bigint | trino_extract('timezone_minute', 'tz', $1)"),
    ]

    /// Treasure Data's functions: of times as Unix seconds, and of sessions.
    static let treasureData: [TrinoFunction] = [
        scalar(
            "td_time_range", "Whether start <= t < end; NULL is unbounded.",
            "td_time_range(T, S) -> boolean", "td_time_range(T, S, E) -> boolean",
            "td_time_range(T, S, E, varchar) -> boolean"),
        scalar(
            "td_interval", "Whether t lies in an interval such as '-7d' or '-1M/-1d'.",
            "td_interval(T, varchar) -> boolean", "td_interval(T, varchar, varchar) -> boolean"),
        scalar(
            "td_interval_range", "The start and end of such an interval.",
            "td_interval_range(varchar) -> array(bigint)",
            "td_interval_range(varchar, varchar) -> array(bigint)"),
        scalar(
            "td_time_add", "t moved by a duration such as '-1h' or '1h30m'.",
            "td_time_add(T, varchar) -> bigint", "td_time_add(T, varchar, varchar) -> bigint"),
        scalar(
            "td_time_format", "t as text, by Java's letters.",
            "td_time_format(bigint, varchar) -> varchar",
            "td_time_format(bigint, varchar, varchar) -> varchar"),
        scalar(
            "td_time_string", "t as text, cut to y q M w d h m s; `!` shortens it.",
            "td_time_string(bigint, varchar) -> varchar",
            "td_time_string(bigint, varchar, varchar) -> varchar"),
        scalar(
            "td_time_parse", "The unix time that a text means.",
            "td_time_parse(varchar) -> bigint", "td_time_parse(varchar, varchar) -> bigint"),
        scalar(
            "td_date_trunc", "The unix time at which the unit around t began.",
            "td_date_trunc(varchar, bigint) -> bigint",
            "td_date_trunc(varchar, bigint, varchar) -> bigint"),
        scalar(
            "td_scheduled_time", "The unix time for which the query was issued.",
            "td_scheduled_time() -> bigint"),
        scalar("td_md5", "The MD5 digest of a text, as digits.", "td_md5(varchar) -> varchar"),
        scalar(
            "td_parse_agent", "The parts of a browser's name.",
            "td_parse_agent(varchar) -> map(varchar, varchar)"),
        scalar(
            "td_url_decode", "The text without its %xx codes.",
            "td_url_decode(varchar) -> varchar", "td_url_decode(varchar, varchar) -> varchar"),
        scalar(
            "td_url_encode", "The text as a form encodes it.",
            "td_url_encode(varchar) -> varchar"),
    ]
}
