import PushSimulation
import Testing

@testable import PushStore

struct TimeFunctionsTests {
    @Test(
        arguments: vectors(
            """
            td_time_range(1592838000, '2020-06-23', '2020-06-25', 'JST') -> 1
            td_time_range(1592924400, '2020-06-23', '2020-06-25', 'JST') -> 1
            td_time_range(1593010800, '2020-06-23', '2020-06-25', 'JST') -> 0
            td_time_range(1458518399, '2016-03-20', '2016-03-20 23:59:59') -> 0
            td_time_range(1458518398, '2016-03-20', '2016-03-20 23:59:59') -> 1
            td_time_range(1357023600, '2013-01-01 PDT') -> 1
            td_time_range(1357023599, '2013-01-01 PDT') -> 0
            td_time_range(1357023599, '2013-01-01', '2013-01-02', 'PDT') -> 0
            td_time_range(1357109999, '2013-01-01', '2013-01-02', 'PDT') -> 1
            td_time_range(1357110000, '2013-01-01', '2013-01-02', 'PDT') -> 0
            td_time_range(1357023599, NULL, '2013-01-01', 'PDT') -> 1
            td_time_range(1357023600, NULL, '2013-01-01', 'PDT') -> 0
            td_time_range(1357023600, '2013-01-01', NULL, 'PDT') -> 1
            td_time_range(1609426800, '2021-01-01 JST') -> 1
            td_time_range(1262304000, '2010', '2015') -> 1
            td_time_range(1420070399, '2010', '2015') -> 1
            td_time_range(1420070400, '2010', '2015') -> 0
            td_time_range(1356998400, 1356998400, 1357084800) -> 1
            td_time_range(5, 5, 5) -> 0
            td_time_range(5, 6, 4) -> 0
            """))
    func `a time range takes in its start and leaves out its end`(_ vector: String) {
        expectVector(vector)
    }

    @Test func `the end of a range may be computed`() {
        let end = answer("td_time_add('2013-01-01', '1d')")
        #expect(answer("td_time_range(1357084799, '2013-01-01', \(end))") == "1")
        #expect(answer("td_time_range(1357084800, '2013-01-01', \(end))") == "0")
    }

    @Test(
        arguments: vectors(
            """
            td_time_add('2013-01-01', '1d') -> 1357084800
            td_time_add('2013-01-01', '1d', 'JST') -> 1357052400
            td_time_add(0, '1h30m') -> 5400
            td_time_add(0, '-1h30m') -> -5400
            td_time_add(0, '1d-1h') -> 82800
            td_time_add(10, '-1w') -> -604790
            td_time_add(0, '8week') -> 4838400
            td_time_add(0, '2d 3h') -> 183600
            td_time_add(7.9, '30s') -> 37
            td_time_add('2013-01-01 07:00:00', '0s', 'PDT') -> 1357048800
            td_time_add('1534209825', '-1h', 'JST') -> 1534206225
            td_time_add('2018-08-14 01:23:45.000 UTC', '-1h') -> 1534206225
            td_time_parse('2015-01-01', 'JST') -> 1420038000
            td_time_parse('2015-01-01 15:25:26', 'JST') -> 1420093526
            td_time_parse('2015-01-01', 'UTC') -> 1420070400
            td_time_parse('2015-02-01', 'UTC') -> 1422748800
            td_time_parse('2023/01/05') -> 1672876800
            td_time_parse('2022-01-01 00:00') -> 1640995200
            td_time_parse('2022-1-01 00:00') -> 1640995200
            td_time_parse('2022-01-01T09:00:00+09:00') -> 1640995200
            td_time_parse('2022-01-01T00:00:00.250Z', 'JST') -> 1640995200
            td_date_trunc('day', 1416787667) -> 1416787200
            td_date_trunc('day', 1416787667, '-08:00') -> 1416729600
            td_date_trunc('day', 1416787667, 'PST') -> 1416729600
            td_date_trunc('day', 1416787667, 'JST') -> 1416754800
            td_date_trunc('week', 1416787667) -> 1416787200
            td_date_trunc('month', 1416787667) -> 1414800000
            td_date_trunc('quarter', 1416787667) -> 1412121600
            td_date_trunc('year', 1416787667) -> 1388534400
            td_date_trunc('HOUR', 1416787667) -> 1416787200
            td_date_trunc('minute', 1416787667) -> 1416787620
            td_scheduled_time() -> 1534209825
            now() -> 1534209825
            """))
    func `a time is computed`(_ vector: String) {
        expectVector(vector)
    }

    @Test func `the guide's query compares with an hour ago`() {
        let context = SQLContext(now: 1_767_225_600, scheduledTime: 1_368_080_054)
        let now = answer("now()", in: context)
        #expect(answer("td_time_add(\(now), '-1h', 'JST')", in: context) == "1767222000")
        #expect(answer("td_scheduled_time()", in: context) == "1368080054")
    }

    @Test(
        arguments: vectors(
            """
            td_time_format(1325376000, 'yyyy-MM-dd HH:mm:ss z') -> '2012-01-01 00:00:00 UTC'
            td_time_format(1412382292, 'yyyy-MM-dd HH:mm:ss z', 'JST') -> '2014-10-04 09:24:52 JST'
            td_time_format(1412382292, 'MMMM d yyyy EEEE', 'JST') -> 'October 4 2014 Saturday'
            td_time_format(1640962800, 'yyyy', 'JST') -> '2022'
            td_time_format(1640962800, 'MM', 'JST') -> '01'
            td_time_format(1640962800, 'dd', 'JST') -> '01'
            td_time_format(1640962800, 'HH', 'JST') -> '00'
            td_time_format(1640962800, 'yyyy-MM-dd HH:mm:ss', 'JST') -> '2022-01-01 00:00:00'
            td_time_format(1412382292, 'd MMM yy, EEE h:mm a', 'jst') -> '4 Oct 14, Sat 9:24 AM'
            td_time_format(1412382292, 'Z ZZ ZZZ X XX XXX zzzz', 'JST') -> '+0900 +09:00 \
            Asia/Tokyo +09 +0900 +09:00 Japan Standard Time'
            td_time_format(1412382292, 'z', 'America/Los_Angeles') -> 'PDT'
            td_time_format(1325376000, 'z', 'america/los_angeles') -> 'PST'
            td_time_format(0, 'z XXX', 'GMT+09:00') -> '+09:00 +09:00'
            td_time_format(0, 'yyyy-MM-dd''T''HH:mm:ssXXX') -> '1970-01-01T00:00:00Z'
            td_time_format(0, 'h ''o''''clock'' a ''''', 'JST') -> '9 o''clock AM '''
            td_time_format(1230768000, 'xxxx-''W''ww-e DDD G C') -> '2009-W01-4 001 AD 20'
            td_time_format(0, 'H k K h S SSS SSSSSS') -> '0 24 0 12 0 000 000000'
            td_time_format(0, '') -> ''
            """))
    func `a time is written by a pattern`(_ vector: String) {
        expectVector(vector)
    }

    @Test(arguments: [
        ("y", "2018-01-01 00:00:00+0700", "2018"),
        ("q", "2018-07-01 00:00:00+0700", "2018-07"),
        ("M", "2018-09-01 00:00:00+0700", "2018-09"),
        ("w", "2018-09-10 00:00:00+0700", "2018-09-10"),
        ("d", "2018-09-13 00:00:00+0700", "2018-09-13"),
        ("h", "2018-09-13 16:00:00+0700", "2018-09-13 16"),
        ("m", "2018-09-13 16:45:00+0700", "2018-09-13 16:45"),
        ("s", "2018-09-13 16:45:34+0700", "2018-09-13 16:45:34"),
    ])
    func `a time string is cut to its unit`(_ unit: String, _ long: String, _ short: String) {
        #expect(answer("td_time_string(1536831934, '\(unit)', '+07:00')") == "'\(long)'")
        let brief = answer("td_time_string(1536831934, '\(unit)!', 'Asia/Bangkok')")
        #expect(brief == "'\(short)'")
    }

    @Test(arguments: [
        ("y!", "2022"), ("M!", "2022-01"), ("d!", "2022-01-01"), ("h!", "2022-01-01 12"),
        ("m!", "2022-01-01 12:35"), ("s!", "2022-01-01 12:35:35"),
        ("yyyy-MM-dd HH:00:00", "2022-01-01 12:00:00"),
    ])
    func `a zone's name may be in lower case`(_ format: String, _ expected: String) {
        #expect(answer("td_time_string(1641008135, '\(format)', 'jst')") == "'\(expected)'")
    }

    @Test(
        arguments: vectors(
            """
            td_time_range(NULL, '2013-01-01') -> NULL
            td_time_add(NULL, '1d') -> NULL
            td_time_add(0, NULL) -> NULL
            td_time_format(NULL, 'yyyy') -> NULL
            td_time_format(0, NULL) -> NULL
            td_time_format(0, 'yyyy', NULL) -> '1970'
            td_time_string(NULL, 'd') -> NULL
            td_time_string(0, NULL) -> NULL
            td_time_parse(NULL) -> NULL
            td_date_trunc('day', NULL) -> NULL
            td_date_trunc(NULL, 0) -> NULL
            """))
    func `nothing comes of nothing`(_ vector: String) {
        expectVector(vector)
    }

    @Test(
        arguments: vectors(
            """
            td_time_range(0, '2013-01-01', 'PDT') -> error: td_time_range: end 'PDT' is not a \
            time: wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`; a zone goes fourth
            td_time_range(0, '2013-13-01') -> error: td_time_range: start '2013-13-01' is not a \
            time: wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            td_time_add(0, '1M') -> error: td_time_add: duration '1M' counts months or years, \
            whose length varies: wanted w, d, h, m or s
            td_time_add(0, 'soon') -> error: td_time_add: duration 'soon' is not a length of time \
            such as '1d', '-1h' or '1h30m'
            td_time_add(0, 3600) -> error: td_time_add: duration 3600 is not a text such as '1d'
            td_time_add(9223372036854775807, '1s') -> error: td_time_add: time \
            9223372036854775807 is too far from 1970
            td_time_format(1534209825000, 'yyyy') -> error: td_time_format: time 1534209825000 is \
            beyond the year 9999: wanted unix seconds, these look like milliseconds
            td_time_format(0, 'yyyy-MM-ddTHH') -> error: td_time_format: pattern 'yyyy-MM-ddTHH' \
            has the letter `T`, which means nothing: text goes in quotes
            td_time_format(0, '''open') -> error: td_time_format: pattern has a quote that is not \
            closed
            td_time_string(0, 'x') -> error: td_time_string: format 'x' is not one of y q M w d h \
            m s, with or without `!`
            td_date_trunc('fortnight', 0) -> error: td_date_trunc: unit 'fortnight' is not one of \
            second, minute, hour, day, week, month, quarter, year
            td_time_parse('2015-01-01', 'Mars/Base') -> error: td_time_parse: zone 'Mars/Base' is \
            not known: wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as \
            `+09:00`
            td_time_format(0) -> error: td_time_format: takes 2 to 3 arguments, found 1
            td_time_parse(x'0102') -> error: td_time_parse: text a blob of 2 bytes is not a time: \
            wanted a number, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`
            """))
    func `a refusal says what was found and what was wanted`(_ vector: String) {
        expectVector(vector)
    }
}
