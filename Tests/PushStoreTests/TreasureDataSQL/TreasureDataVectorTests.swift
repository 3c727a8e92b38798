import Testing

@testable import PushStore

/// TD-13: pairs beyond those of the documentation: daylight saving time both ways, zones of half
/// and quarter hours, leap years, times before 1970, month ends, NULL and empty texts.
struct TreasureDataVectorTests {
    /// `TD_TIME_RANGE`; a zone is read even where the other arguments are numbers.
    @Test(
        arguments: vectors(
            #"""
            td_time_range(1, NULL, NULL) -> 1
            td_time_range(1, NULL) -> 1
            td_time_range(-5, '1969-12-31', '1970-01-01') -> 1
            td_time_range(0, '', '1970-01-02') -> error: td_time_range: start '' is not a time: \#
            wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_range(1356998400, '2013-01-01 UTC', '2013-01-02 JST') -> 1
            td_time_range(1357052400, '2013-01-01 UTC', '2013-01-02 JST') -> 0
            td_time_range(1356998400, '2013-01-01T00:00:00Z', '2013-01-01T00:00:01Z') -> 1
            td_time_range(1356998400, '2013-01-01 00:00:00 +0900', '2013-01-01T00:00:01+00:00') \#
            -> 1
            td_time_range(1356998400, '2013-01') -> 1
            td_time_range(1356998399, '2013-01') -> 0
            td_time_range(1356998400, '2013-01-01', '2013-01-02', 'Nowhere/Town') -> error: \#
            td_time_range: zone 'Nowhere/Town' is not known: wanted a name such as `UTC`, `JST` \#
            or `Asia/Tokyo`, or an offset such as `+09:00`
            td_time_range('1356998400', '2013-01-01') -> 1
            td_time_range(1356998400.9, '2013-01-01', '2013-01-01 00:00:01') -> 1
            td_time_range(1356998400, '2013-01-01', '2013-01-02', NULL) -> 1
            """#))
    func `a range has zones in its texts and holds before 1970`(_ vector: String) {
        expectVector(vector)
    }

    /// `TD_TIME_ADD`.
    @Test(
        arguments: vectors(
            #"""
            td_time_add('2013-01-01', '1d', 'PST') -> 1357113600
            td_time_add('2016-03-12 12:00:00', '1d', 'America/New_York') -> 1457888400
            td_time_add(NULL, NULL) -> NULL
            td_time_add(0, '') -> error: td_time_add: duration '' is not a length of time such \#
            as '1d', '-1h' or '1h30m'
            td_time_add(0, '1y') -> error: td_time_add: duration '1y' counts months or years, \#
            whose length varies: wanted w, d, h, m or s
            td_time_add(0, '1') -> error: td_time_add: duration '1' is not a length of time \#
            such as '1d', '-1h' or '1h30m'
            td_time_add(0, '2w1d') -> 1296000
            td_time_add(1356998400, '-90s') -> 1356998310
            td_time_add(1356998400, '+1d') -> 1357084800
            td_time_add('', '1d') -> error: td_time_add: time '' is not a time: wanted a \#
            number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_add(0, '1d', 'JSTX') -> error: td_time_add: zone 'JSTX' is not known: \#
            wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as `+09:00`
            td_time_add('2013-01-01', '1d', 'JSTX') -> error: td_time_add: zone 'JSTX' is not \#
            known: wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as \#
            `+09:00`
            """#))
    func `a duration is added as seconds`(_ vector: String) { expectVector(vector) }

    /// `TD_TIME_FORMAT`; what `java.text.SimpleDateFormat` of Java 17 writes, to whose letters
    /// Treasure Data points.
    @Test(
        arguments: vectors(
            #"""
            td_time_format(951782400, 'yyyy-MM-dd EEE D') -> '2000-02-29 Tue 60'
            td_time_format(-2208988800, 'yyyy-MM-dd HH:mm:ss') -> '1900-01-01 00:00:00'
            td_time_format(4102444800, 'yyyy-MM-dd HH:mm:ss') -> '2100-01-01 00:00:00'
            td_time_format(4107542400, 'yyyy-MM-dd') -> '2100-03-01'
            td_time_format(4107456000, 'yyyy-MM-dd') -> '2100-02-28'
            td_time_format(-1, 'yyyy-MM-dd HH:mm:ss') -> '1969-12-31 23:59:59'
            td_time_format(1520751600, 'yyyy-MM-dd HH:mm:ss z Z', 'America/New_York') -> \#
            '2018-03-11 03:00:00 EDT -0400'
            td_time_format(1520751599, 'yyyy-MM-dd HH:mm:ss z Z', 'America/New_York') -> \#
            '2018-03-11 01:59:59 EST -0500'
            td_time_format(1541311200, 'yyyy-MM-dd HH:mm:ss z', 'America/New_York') -> \#
            '2018-11-04 01:00:00 EST'
            td_time_format(1541311199, 'yyyy-MM-dd HH:mm:ss z', 'America/New_York') -> \#
            '2018-11-04 01:59:59 EDT'
            td_time_format(1553994000, 'yyyy-MM-dd HH:mm:ss z XXX', 'Europe/Berlin') -> \#
            '2019-03-31 03:00:00 CEST +02:00'
            td_time_format(1572138000, 'yyyy-MM-dd HH:mm:ss z', 'Europe/Berlin') -> '2019-10-27 \#
            02:00:00 CET'
            td_time_format(1538839800, 'yyyy-MM-dd HH:mm:ss Z', 'Australia/Lord_Howe') -> \#
            '2018-10-07 02:30:00 +1100'
            td_time_format(1538839799, 'yyyy-MM-dd HH:mm:ss Z', 'Australia/Lord_Howe') -> \#
            '2018-10-07 01:59:59 +1030'
            td_time_format(0, 'yyyy-MM-dd HH:mm:ss Z z', 'Asia/Kolkata') -> '1970-01-01 \#
            05:30:00 +0530 IST'
            td_time_format(1534209825, 'HH:mm Z', 'Asia/Kathmandu') -> '07:08 +0545'
            td_time_format(0, 'HH:mm Z', 'Asia/Kathmandu') -> '05:30 +0530'
            td_time_format(0, 'yyyy', '') -> error: td_time_format: zone '' is not known: \#
            wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as `+09:00`
            td_time_format(0, 'yyyy', 'Bogus') -> error: td_time_format: zone 'Bogus' is not \#
            known: wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as \#
            `+09:00`
            td_time_format(1534209825, 'yyyyMMdd') -> '20180814'
            td_time_format(1534209825, 'yyyy/MM/dd HH:mm') -> '2018/08/14 01:23'
            td_time_format(1534253025, 'hh:mm:ss a') -> '01:23:45 PM'
            td_time_format(1534204800, 'hh a KK kk') -> '12 AM 00 24'
            td_time_format(1534209825, 'u') -> '2'
            td_time_format(1534640400, 'u EEEE') -> '7 Sunday'
            td_time_format(1534209825, 'ww') -> '33'
            td_time_format(1534209825, 'YYYY') -> '2018'
            td_time_format(1534209825, 'D DD DDD') -> '226 226 226'
            td_time_format(1534209825, 'EEEEE') -> 'Tuesday'
            td_time_format(1534209825, 'MMMMM') -> 'August'
            td_time_format(1534209825, 'yyyy-MM-dd''T''HH:mm:ss''Z''') -> '2018-08-14T01:23:45Z'
            td_time_format(1534209825, 'yyyy-MM-dd HH:mm:ss z', 'PDT') -> '2018-08-13 18:23:45 \#
            PDT'
            td_time_format(1534209825, 'yyyy-MM-dd HH:mm:ss z', 'PST') -> '2018-08-13 18:23:45 \#
            PDT'
            td_time_format(1534209825, 'z', 'Asia/Tokyo') -> 'JST'
            td_time_format(1534209825, 'zzzz', 'America/Los_Angeles') -> 'Pacific Daylight Time'
            td_time_format(1534209825, 'zzzz', 'Europe/London') -> 'British Summer Time'
            td_time_format(1534209825, 'zzzz', 'Australia/Sydney') -> 'Australian Eastern \#
            Standard Time'
            td_time_format(1534209825, 'z', 'Asia/Singapore') -> 'SGT'
            td_time_format(1534209825, 'z', 'America/Sao_Paulo') -> 'BRT'
            td_time_format('1534209825', 'yyyy') -> '2018'
            """#))
    func `a pattern is written in every zone and year`(_ vector: String) { expectVector(vector) }

    /// `TD_TIME_STRING`.
    @Test(
        arguments: vectors(
            #"""
            td_time_string(1534209825, 'q') -> '2018-07-01 00:00:00+0000'
            td_time_string(1534209825, 'w') -> '2018-08-13 00:00:00+0000'
            td_time_string(1534209825, 'w!', 'JST') -> '2018-08-13'
            td_time_string(1534209825, 'D') -> error: td_time_string: format 'D' is not one of \#
            y q M w d h m s, with or without `!`
            td_time_string(1534209825, 'day') -> error: td_time_string: format 'day' is not one \#
            of y q M w d h m s, with or without `!`
            td_time_string(1534209825, 'zz') -> error: td_time_string: format 'zz' is not one of \#
            y q M w d h m s, with or without `!`
            td_time_string(1534209825, 'yyyyMM') -> '201808'
            td_time_string(1534209825, 'd!!') -> error: td_time_string: format 'd!!' is not one \#
            of y q M w d h m s, with or without `!`
            td_time_string(1534209825, '') -> error: td_time_string: format '' is not one of y \#
            q M w d h m s, with or without `!`
            td_time_string(1534209825, '!') -> error: td_time_string: format '!' is not one of \#
            y q M w d h m s, with or without `!`
            td_time_string(1534209825, ' d!') -> error: td_time_string: format ' d!' is not one \#
            of y q M w d h m s, with or without `!`
            td_time_string(1534209825, 'h', 'Asia/Kolkata') -> '2018-08-14 06:00:00+0530'
            td_time_string(1534209825, 's', 'Asia/Kathmandu') -> '2018-08-14 07:08:45+0545'
            td_time_string(1541311200, 'h', 'America/New_York') -> '2018-11-04 01:00:00-0500'
            td_time_string(1541309400, 'h', 'America/New_York') -> '2018-11-04 01:00:00-0400'
            td_time_string(1541311200, 'd', 'America/New_York') -> '2018-11-04 00:00:00-0400'
            td_time_string(-1, 's!') -> '1969-12-31 23:59:59'
            td_time_string(-1, 'y!', 'JST') -> '1970'
            td_time_string(1534209825, 'd!', 'PDT') -> '2018-08-13'
            td_time_string(1534209825, 'd!', NULL) -> '2018-08-14'
            td_time_string('2018-08-14', 'd!') -> '2018-08-14'
            td_time_string(1534209825.7, 's!') -> '2018-08-14 01:23:45'
            """#))
    func `a unit is written in every zone`(_ vector: String) { expectVector(vector) }

    /// `TD_TIME_PARSE`.
    @Test(
        arguments: vectors(
            #"""
            td_time_parse('2018-08-14 01:23:45') -> 1534209825
            td_time_parse('2018-08-14T01:23:45') -> 1534209825
            td_time_parse('2018-08-14T01:23:45Z') -> 1534209825
            td_time_parse('2018-08-14 01:23:45Z') -> 1534209825
            td_time_parse('2018-08-14T01:23:45+0900') -> 1534177425
            td_time_parse('2018-08-14T01:23:45+09') -> 1534177425
            td_time_parse('2018-08-14 01:23:45 +0900', 'America/New_York') -> 1534177425
            td_time_parse('2018-08-14 01:23:45 JST', 'America/New_York') -> 1534177425
            td_time_parse('2018-08-14 01:23:45 Asia/Tokyo') -> 1534177425
            td_time_parse('2018-08-14 01:23:45.123') -> 1534209825
            td_time_parse('2018-08-14 01:23') -> 1534209780
            td_time_parse('2018-08-14') -> 1534204800
            td_time_parse('2018-08') -> 1533081600
            td_time_parse('2018') -> 1514764800
            td_time_parse('20180814') -> error: td_time_parse: text '20180814' is not a time: \#
            wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse('2018/08/14 01:23:45') -> 1534209825
            td_time_parse('1969-12-31 23:59:59') -> -1
            td_time_parse('1900-01-01') -> -2208988800
            td_time_parse('2100-01-01') -> 4102444800
            td_time_parse('2000-02-29') -> 951782400
            td_time_parse('1900-02-29') -> error: td_time_parse: text '1900-02-29' is not a \#
            time: wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse('2018-02-30') -> error: td_time_parse: text '2018-02-30' is not a \#
            time: wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse('') -> error: td_time_parse: text '' is not a time: wanted a number, \#
            `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse('abc') -> error: td_time_parse: text 'abc' is not a time: wanted a \#
            number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse(NULL, 'JST') -> NULL
            td_time_parse('2015-01-01', NULL) -> 1420070400
            td_time_parse('2015-01-01', '') -> error: td_time_parse: zone '' is not known: \#
            wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as `+09:00`
            td_time_parse('2018-03-11 02:30:00', 'America/New_York') -> 1520753400
            td_time_parse('2018-11-04 01:30:00', 'America/New_York') -> 1541309400
            td_time_parse('2018-08-14 24:00:00') -> error: td_time_parse: text '2018-08-14 \#
            24:00:00' is not a time: wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse('2018-08-14 01:60:00') -> error: td_time_parse: text '2018-08-14 \#
            01:60:00' is not a time: wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_parse('2015-01-01 JST') -> 1420038000
            td_time_parse('2015-01-01 10:00:00 PM') -> error: td_time_parse: zone 'PM' is not \#
            known: wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as \#
            `+09:00`
            """#))
    func `a text is read with and without its zone`(_ vector: String) { expectVector(vector) }

    /// `TD_DATE_TRUNC`.
    @Test(
        arguments: vectors(
            #"""
            td_date_trunc('day', 1541311200, 'America/New_York') -> 1541304000
            td_date_trunc('hour', 1541311200, 'America/New_York') -> 1541311200
            td_date_trunc('hour', 1534209825, 'Asia/Kolkata') -> 1534206600
            td_date_trunc('day', 1534209825, 'Asia/Kathmandu') -> 1534184100
            td_date_trunc('week', 1534640399, 'JST') -> 1534086000
            td_date_trunc('week', 1534118400) -> 1534118400
            td_date_trunc('week', 1534118399) -> 1533513600
            td_date_trunc('second', 1534209825) -> 1534209825
            td_date_trunc('day', -1) -> -86400
            td_date_trunc('year', -1) -> -31536000
            td_date_trunc('quarter', 1534209825, 'JST') -> 1530370800
            td_date_trunc('month', 951782400) -> 949363200
            td_date_trunc('day', 1538839800, 'Australia/Lord_Howe') -> 1538832600
            td_date_trunc('Day', 1534209825) -> 1534204800
            td_date_trunc('', 0) -> error: td_date_trunc: unit '' is not one of second, minute, \#
            hour, day, week, month, quarter, year
            td_date_trunc('day', 1534209825, NULL) -> 1534204800
            """#))
    func `a unit begins on the clocks of its zone`(_ vector: String) { expectVector(vector) }

    /// `TD_INTERVAL` and `TD_INTERVAL_RANGE`.
    @Test(
        arguments: vectors(
            #"""
            td_interval_range('-1d/2018-08-14') -> '[1534118400,1534204800]'
            td_interval_range('-1M/2018-03-31') -> '[1517443200,1519862400]'
            td_interval_range('-1d/2018-03-12', 'America/New_York') -> '[1520744400,1520827200]'
            td_interval_range('-1d/2018-11-05', 'America/New_York') -> '[1541304000,1541394000]'
            td_interval_range('1d/2018-08-14') -> '[1534204800,1534291200]'
            td_interval_range('-1w/2018-08-14') -> '[1533513600,1534118400]'
            td_interval_range('-1q/2018-08-14') -> '[1522540800,1530403200]'
            td_interval_range('-1y/2018-08-14') -> '[1483228800,1514764800]'
            td_interval_range('1y/2018-08-14') -> '[1514764800,1546300800]'
            td_interval_range('-1d/-2d/2018-08-14') -> '[1533945600,1534032000]'
            td_interval_range('') -> error: td_interval_range: '' is not part of an interval: \#
            wanted a count with a unit of s m h d w M q y (`-7d`), `now`, or a date \#
            `yyyy-MM-dd[ HH:mm:ss]`
            td_interval_range('-1x') -> error: td_interval_range: '-1x' is not part of an \#
            interval: wanted a count with a unit of s m h d w M q y (`-7d`), `now`, or a date \#
            `yyyy-MM-dd[ HH:mm:ss]`
            td_interval_range('7') -> error: td_interval_range: '7' is not part of an interval: \#
            wanted a count with a unit of s m h d w M q y (`-7d`), `now`, or a date \#
            `yyyy-MM-dd[ HH:mm:ss]`
            td_interval_range(NULL) -> NULL
            td_interval_range('-1d', 'Nowhere') -> error: td_interval_range: zone 'Nowhere' is \#
            not known: wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as \#
            `+09:00`
            td_interval(NULL, '-1d') -> NULL
            td_interval(0, NULL) -> NULL
            td_interval(1534118400, '-1d/2018-08-14') -> 1
            td_interval(1534204800, '-1d/2018-08-14') -> 0
            """#))
    func `an interval counts from a date`(_ vector: String) { expectVector(vector) }

    /// `TD_URL_DECODE` and `TD_PARSE_AGENT`.
    @Test(
        arguments: vectors(
            #"""
            td_url_decode('a%20b+c') -> 'a b c'
            td_url_decode('%E6%97%A5%E6%9C%AC') -> '日本'
            td_url_decode('%BA%ED%B7%E7%C5%F5%BD%BA','ko') -> '블루투스'
            td_url_decode('%93%FA%96%7B', 'ja') -> '�{'
            td_url_decode('%93%FA%96%7B', 'Shift_JIS') -> '日本'
            td_url_decode('%') -> '%'
            td_url_decode('%zz') -> '%zz'
            td_url_decode('') -> ''
            td_url_decode(NULL) -> NULL
            td_parse_agent(NULL) -> NULL
            """#))
    func `a code of a URL is undone`(_ vector: String) { expectVector(vector) }
}
