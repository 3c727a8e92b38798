import Testing

@testable import PushStore

struct TimestampFunctionsTests {
    @Test(
        arguments: vectors(
            """
            from_unixtime(0) -> '1970-01-01 00:00:00.000 UTC'
            from_unixtime(1534209825.25) -> '2018-08-14 01:23:45.250 UTC'
            from_unixtime(1534209825, 'Asia/Tokyo') -> '2018-08-14 10:23:45.000 Asia/Tokyo'
            from_unixtime(1534209825, 'jst') -> '2018-08-14 10:23:45.000 Asia/Tokyo'
            from_unixtime(1534209825, 5, 30) -> '2018-08-14 06:53:45.000 +05:30'
            from_unixtime(NULL) -> NULL
            to_unixtime('2018-08-14 01:23:45.250 UTC') -> 1534209825.25
            to_unixtime('2018-08-14 10:23:45 Asia/Tokyo') -> 1534209825.0
            to_unixtime('2018-08-14') -> 1534204800.0
            to_unixtime(NULL) -> NULL
            at_timezone('2018-08-14 01:23:45.000 UTC', 'JST') -> '2018-08-14 10:23:45.000 \
            Asia/Tokyo'
            at_timezone(0, '+09:00') -> '1970-01-01 09:00:00.000 +09:00'
            from_iso8601_timestamp('2018-08-14T10:23:45+09:00') -> '2018-08-14 10:23:45.000 +09:00'
            to_iso8601('2018-08-14 10:23:45 +09:00') -> '2018-08-14T10:23:45.000+09:00'
            to_iso8601('2018-08-14') -> '2018-08-14'
            to_iso8601(0) -> '1970-01-01T00:00:00.000Z'
            format_datetime(0, 'yyyy-MM-dd HH:mm') -> '1970-01-01 00:00'
            format_datetime('2018-08-14 10:23:45 JST', 'EEE HH:mm z') -> 'Tue 10:23 JST'
            """))
    func `a timestamp is read and written`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            """
            date_format('2009-10-04 22:23:00', '%W %M %Y') -> 'Sunday October 2009'
            date_format('2007-10-04 22:23:00', '%H:%i:%s') -> '22:23:00'
            date_format('2010-01-04 22:23:00', '%a %b %d %e %m %c %j %y') -> 'Mon Jan 04 4 01 1 \
            004 10'
            date_format('2010-01-04 22:23:00', '%h %I %k %l %p') -> '10 10 22 10 PM'
            date_format('2010-01-04 22:23:07.250', '%r|%T|%S|%f') -> '10:23:07 \
            PM|22:23:07|07|250000'
            date_format('2009-12-31', '%x-%v %% %q') -> '2009-53 % q'
            date_format(0, '%Y-%m-%d') -> '1970-01-01'
            date_format(NULL, '%Y') -> NULL
            date_format(0, '%U') -> error: date_format: pattern '%U' has `%U`, which Trino does \
            not know
            date_format(0, '5%') -> '5'
            """))
    func `a timestamp is written as MySQL does`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            """
            date_trunc('hour', '2001-08-22 03:04:05.321') -> '2001-08-22 03:00:00.000'
            date_trunc('second', '2001-08-22 03:04:05.321') -> '2001-08-22 03:04:05.000'
            date_trunc('week', '2001-08-22 03:04:05') -> '2001-08-20 00:00:00'
            date_trunc('quarter', '2001-08-22') -> '2001-07-01'
            date_trunc('year', '2001-08-22 03:04:05') -> '2001-01-01 00:00:00'
            date_trunc('day', '2018-08-14 10:23:45.000 Asia/Tokyo') -> '2018-08-14 00:00:00.000 \
            Asia/Tokyo'
            date_trunc('day', 1534209825) -> 1534204800
            date_trunc('day', 1534209825.75) -> 1534204800.0
            date_add('second', 86, '2020-03-01 00:00:00') -> '2020-03-01 00:01:26'
            date_add('day', -1, '2020-03-01 00:00:00 UTC') -> '2020-02-29 00:00:00 UTC'
            date_add('month', 1, '2020-01-31') -> '2020-02-29'
            date_add('quarter', 1, '2020-01-31') -> '2020-04-30'
            date_add('hour', 9, '2020-01-31') -> '2020-01-31 09:00:00'
            date_add('day', 1, 1534209825) -> 1534296225
            date_add('day', 1, '2021-03-13 12:00:00 America/Los_Angeles') -> '2021-03-14 12:00:00 \
            America/Los_Angeles'
            date_diff('second', '2020-03-01 00:00:00', '2020-03-02 00:00:00') -> 86400
            date_diff('hour', '2020-03-01 00:00:00 America/New_York', '2020-03-02 00:00:00 \
            America/New_York') -> 24
            date_diff('day', '2020-03-01', '2020-03-02') -> 1
            date_diff('day', '2020-03-02', '2020-03-01 00:00:01') -> 0
            date_diff('month', '2020-01-31', '2020-02-29') -> 1
            date_diff('month', '2020-01-15', '2020-03-14') -> 1
            date_diff('month', '2020-03-15', '2020-01-16') -> -1
            date_diff('year', '2016-02-29', '2017-02-28') -> 1
            date_diff('quarter', '2016-01-01', '2017-01-01') -> 4
            date_diff('week', 0, 1209600) -> 2
            date_diff('millisecond', '2020-06-01 12:30:45.000', '2020-06-02 12:30:45.123') -> \
            86400123
            date_diff('day', NULL, 0) -> NULL
            """))
    func `a timestamp is cut, moved and compared`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: [
            "year('2018-08-14 10:23:45 JST') -> 2018", "quarter('2018-08-14') -> 3",
            "month('2018-08-14') -> 8", "week('2018-08-14') -> 33", "day('2018-08-14') -> 14",
            "day_of_week('2018-08-14') -> 2", "dow('2018-08-19') -> 7", "doy('2018-12-31') -> 365",
            "hour('2018-08-14 10:23:45 JST') -> 10", "minute(1534209825) -> 23",
            "second(1534209825) -> 45", "year_of_week('2010-01-03') -> 2009", "hour(NULL) -> NULL",
        ])
    func `a part of a timestamp is a number`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            """
            date_trunc('eon', 0) -> error: date_trunc: unit 'eon' is not one of millisecond, \
            second, minute, hour, day, week, month, quarter, year
            date_trunc('day', 'soon') -> error: date_trunc: timestamp 'soon' is not a timestamp: \
            wanted `yyyy-MM-dd`, `yyyy-MM-dd HH:mm:ss` or unix seconds
            date_add('year', 9000, '2020-01-01') -> error: date_add: count 9000 reaches beyond \
            the years -9999 to 9999
            date_add('quarter', 9223372036854775807, 0) -> error: date_add: count \
            9223372036854775807 reaches beyond the years -9999 to 9999
            from_unixtime('2018-08-14') -> error: from_unixtime: time '2018-08-14' is not a \
            number of unix seconds
            from_unixtime(0, 99, 0) -> error: from_unixtime: offset 99:0 is more than 14 hours
            from_unixtime(1534209825000) -> error: from_unixtime: time 1534209825000 is beyond \
            the year 9999: wanted unix seconds, these look like milliseconds
            """))
    func `a timestamp that cannot be is refused`(_ vector: String) { expectVector(vector) }
}
