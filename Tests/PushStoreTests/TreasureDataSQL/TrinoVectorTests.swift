import Testing

@testable import PushStore

/// TD-13: the examples of Trino's documentation and more of their kind.
struct TrinoVectorTests {
    /// Trino, "Date and time functions": `from_unixtime`, `to_unixtime`, ISO 8601.
    @Test(
        arguments: vectors(
            #"""
            from_unixtime(-1) -> '1969-12-31 23:59:59.000 UTC'
            from_unixtime(1534209825, 'America/New_York') -> '2018-08-13 21:23:45.000 \#
            America/New_York'
            from_unixtime(0, -5, -30) -> '1969-12-31 18:30:00.000 -05:30'
            from_unixtime(NULL, 'UTC') -> NULL
            from_unixtime(0, NULL) -> NULL
            from_unixtime(0, 'Nope') -> error: from_unixtime: zone 'Nope' is not known: wanted \#
            a name such as `UTC`, `JST` or `Asia/Tokyo`, or an offset such as `+09:00`
            from_unixtime(3866.66) -> '1970-01-01 01:04:26.660 UTC'
            from_unixtime(0.001) -> '1970-01-01 00:00:00.001 UTC'
            from_unixtime(1534209825.999) -> '2018-08-14 01:23:45.999 UTC'
            to_unixtime('2001-01-22 03:04:05.321') -> 980132645.321
            from_iso8601_timestamp('2001-08-22') -> '2001-08-22 00:00:00.000 UTC'
            from_iso8601_timestamp('2020-05-11T11:15:05') -> '2020-05-11 11:15:05.000 UTC'
            from_iso8601_timestamp('2020-05-11T11:15:05.055+01:00') -> '2020-05-11 11:15:05.055 \#
            +01:00'
            from_iso8601_date('2020-05-11') -> '2020-05-11'
            current_timezone() -> 'UTC'
            """#))
    func `a timestamp is made of seconds`(_ vector: String) { expectVector(vector) }

    /// Trino, `date_trunc`, by the example `2001-08-22 03:04:05.321` of its documentation.
    @Test(
        arguments: vectors(
            #"""
            date_trunc('second', '2001-08-22 03:04:05.321') -> '2001-08-22 03:04:05.000'
            date_trunc('minute', '2001-08-22 03:04:05.321') -> '2001-08-22 03:04:00.000'
            date_trunc('day', '2001-08-22 03:04:05.321') -> '2001-08-22 00:00:00.000'
            date_trunc('month', '2001-08-22 03:04:05.321') -> '2001-08-01 00:00:00.000'
            date_trunc('millisecond', '2001-08-22 03:04:05.321') -> '2001-08-22 03:04:05.321'
            date_trunc('HOUR', '2001-08-22 03:04:05.321') -> '2001-08-22 03:00:00.000'
            date_trunc('day', '2018-11-04 01:30:00 America/New_York') -> '2018-11-04 00:00:00 \#
            America/New_York'
            date_trunc(NULL, 0) -> NULL
            date_trunc('day', NULL) -> NULL
            day_of_week('2001-08-22') -> 3
            year_of_week('2001-08-22') -> 2001
            week('2001-01-01') -> 1
            week('2005-01-02') -> 53
            last_day_of_month('2019-02-03') -> '2019-02-28'
            last_day_of_month('2020-02-03 10:00:00') -> '2020-02-29'
            millisecond('2001-08-22 03:04:05.321') -> 321
            """#))
    func `a timestamp is cut`(_ vector: String) { expectVector(vector) }

    /// Trino, `date_add`.
    @Test(
        arguments: vectors(
            #"""
            date_add('millisecond', 1500, '2001-08-22 03:04:05.321') -> '2001-08-22 03:04:06.821'
            date_add('second', 3, '2001-08-22 03:04:05.321') -> '2001-08-22 03:04:08.321'
            date_add('month', 3, '2001-08-22 03:04:05.321') -> '2001-11-22 03:04:05.321'
            date_add('quarter', 3, '2001-08-22 03:04:05.321') -> '2002-05-22 03:04:05.321'
            date_add('year', 3, '2001-08-22 03:04:05.321') -> '2004-08-22 03:04:05.321'
            date_add('week', 3, '2001-08-22 03:04:05.321') -> '2001-09-12 03:04:05.321'
            date_add('hour', 9, '2020-03-01 00:00:00') -> '2020-03-01 09:00:00'
            date_add('day', -1, '2020-03-01 00:00:00 UTC') -> '2020-02-29 00:00:00 UTC'
            date_add('month', -1, '2020-03-31') -> '2020-02-29'
            date_add('day', NULL, 0) -> NULL
            date_add('month', 1, '2019-12-31') -> '2020-01-31'
            date_add('year', 1, '2020-02-29') -> '2021-02-28'
            """#))
    func `a timestamp is moved`(_ vector: String) { expectVector(vector) }

    /// Trino, `date_diff`.
    @Test(
        arguments: vectors(
            #"""
            date_diff('second', '2020-03-01 00:00:00', '2020-03-02 00:00:00') -> 86400
            date_diff('hour', '2020-03-01 00:00:00 UTC', '2020-03-02 00:00:00 UTC') -> 24
            date_diff('day', '2020-03-01 00:00:00 America/New_York', '2020-03-02 00:00:00 \#
            America/New_York') -> 1
            date_diff('day', '2018-03-10 12:00:00 America/New_York', '2018-03-11 12:00:00 \#
            America/New_York') -> 1
            date_diff('hour', '2018-03-10 12:00:00 America/New_York', '2018-03-11 12:00:00 \#
            America/New_York') -> 23
            date_diff('month', '2020-01-31', '2020-02-28') -> 0
            date_diff('month', '2019-01-31', '2019-02-28') -> 1
            date_diff('month', '2020-02-29', '2020-01-31') -> 0
            date_diff('year', '2020-02-29', '2021-02-28') -> 1
            date_diff('week', '2020-01-01', '2020-01-14') -> 1
            """#))
    func `timestamps are compared`(_ vector: String) { expectVector(vector) }

    /// Trino, `date_format` and `format_datetime`.
    @Test(
        arguments: vectors(
            #"""
            date_format('2001-01-09 13:04:05.321', '%a') -> 'Tue'
            date_format('2001-01-09 13:04:05.321', '%f') -> '321000'
            date_format('2001-01-09 13:04:05.321', '%j') -> '009'
            date_format('2001-01-09 13:04:05.321', '%r') -> '01:04:05 PM'
            date_format('2001-01-09 13:04:05.321', '%x %v') -> '2001 02'
            date_format('2001-01-09 13:04:05.321', '%g %d %%') -> 'g 09 %'
            date_format('2001-01-09 13:04:05.321', '%s') -> '05'
            date_format('2001-01-09 13:04:05.321', '%X') -> error: date_format: pattern '%X' \#
            has `%X`, which Trino does not know
            date_format('2022-10-20 05:10:00', '%m-%d-%Y %H') -> '10-20-2022 05'
            date_format('2022-10-20', '') -> ''
            date_format(NULL, '%Y') -> NULL
            date_format('2022-10-20', NULL) -> NULL
            format_datetime('2001-01-22 03:04:05.321', 'yyyy/MM/dd HH:mm') -> '2001/01/22 03:04'
            """#))
    func `a timestamp is written`(_ vector: String) { expectVector(vector) }

    /// Trino, `date_parse` and `parse_datetime`: the pairs of Trino's own tests, as far as known.
    @Test(
        arguments: vectors(
            #"""
            date_parse('2022/10/20/05', '%Y/%m/%d/%H') -> '2022-10-20 05:00:00.000'
            date_parse('2013', '%Y') -> '2013-01-01 00:00:00.000'
            date_parse('2013-05', '%Y-%m') -> '2013-05-01 00:00:00.000'
            date_parse('2013-05-17 12:35:10', '%Y-%m-%d %h:%i:%s') -> '2013-05-17 00:35:10.000'
            date_parse('2013-05-17 12:35:10 PM', '%Y-%m-%d %h:%i:%s %p') -> '2013-05-17 \#
            12:35:10.000'
            date_parse('2013-05-17 12:35:10 AM', '%Y-%m-%d %h:%i:%s %p') -> '2013-05-17 \#
            00:35:10.000'
            date_parse('2013-05-17 00:35:10', '%Y-%m-%d %H:%i:%s') -> '2013-05-17 00:35:10.000'
            date_parse('2013-05-17 23:35:10', '%Y-%m-%d %H:%i:%s') -> '2013-05-17 23:35:10.000'
            date_parse('abc 2013-05-17 fff 23:35:10 xyz', 'abc %Y-%m-%d fff %H:%i:%s xyz') -> \#
            '2013-05-17 23:35:10.000'
            date_parse('2013 14', '%Y %y') -> '2014-01-01 00:00:00.000'
            date_parse('1998 53', '%x %v') -> '1998-12-28 00:00:00.000'
            date_parse('1.1', '%s.%f') -> '1970-01-01 00:00:01.100'
            date_parse('1.01', '%s.%f') -> '1970-01-01 00:00:01.010'
            date_parse('0', '%k') -> '1970-01-01 00:00:00.000'
            date_parse('28-JAN-16 11.45.46.421000 PM', '%d-%b-%y %l.%i.%s.%f %p') -> \#
            '2016-01-28 23:45:46.421'
            date_parse('11-DEC-70 11.12.13.456000 AM', '%d-%b-%y %l.%i.%s.%f %p') -> \#
            '1970-12-11 11:12:13.456'
            date_parse('31-MAY-69 04.59.59.999000 AM', '%d-%b-%y %l.%i.%s.%f %p') -> \#
            '2069-05-31 04:59:59.999'
            date_parse('', '%Y') -> error: date_parse: text '' does not fit the pattern '%Y'
            date_parse('2013-13-01', '%Y-%m-%d') -> error: date_parse: text '2013-13-01' does \#
            not fit the pattern '%Y-%m-%d'
            date_parse(NULL, '%Y') -> NULL
            parse_datetime('1960/01/22 03:04', 'yyyy/MM/dd HH:mm') -> '1960-01-22 03:04:00.000 \#
            UTC'
            """#))
    func `a timestamp is read by a pattern`(_ vector: String) { expectVector(vector) }

    /// Trino, "JSON functions and operators".
    @Test(
        arguments: vectors(
            #"""
            json_extract_scalar('[1, 2, 3]', '$[2]') -> '3'
            json_extract_scalar('{"a":{"b":"x"}}', '$.a.b') -> 'x'
            json_extract_scalar('{"a":{"b":"x"}}', '$.a') -> NULL
            json_extract_scalar('{"a":null}', '$.a') -> NULL
            json_extract_scalar('{"a":true}', '$.a') -> 'true'
            json_extract_scalar('{"a":1.50}', '$.a') -> '1.50'
            json_extract_scalar('{"a b":1}', '$["a b"]') -> '1'
            json_extract_scalar('{"store":{"book":[{"title":"T"}]}}', '$.store.book[0].title') \#
            -> 'T'
            json_extract_scalar('"x"', '$') -> 'x'
            json_extract_scalar('not json', '$.a') -> NULL
            json_extract_scalar('{"a":1}', 'a') -> error: json_extract_scalar: path 'a' does \#
            not start with `$`
            json_extract_scalar(NULL, '$.a') -> NULL
            json_extract_scalar('{"a":"\u00e9"}', '$.a') -> 'é'
            json_extract_scalar('{"aps":{"alert":{"title":"Hi"}}}', '$.aps.alert.title') -> 'Hi'
            json_extract_scalar('{"a":[1,2]}', '$.a[-1]') -> error: json_extract_scalar: path \#
            '$.a[-1]' is not made of `.name`, `[0]` and `["name"]` alone
            json_array_contains('[1, 2, 3]', 2) -> 1
            json_array_get('["a", [3, 9], "c"]', 0) -> 'a'
            json_array_get('["c", "b", "a"]', -1) -> 'a'
            json_size('{"x": {"a": 1, "b": 2}}', '$.x') -> 2
            json_size('{"x": [1, 2, 3]}', '$.x') -> 3
            json_size('{"x": {"a": 1, "b": 2}}', '$.x.a') -> 0
            element_at('[1,2,3]', 1) -> 1
            element_at('[1,2,3]', -1) -> 3
            element_at('[1,2,3]', 4) -> NULL
            element_at('[1,2,3]', 0) -> error: element_at: index is 0: wanted 1 for the first \#
            element
            element_at('{"a":1}', 'b') -> NULL
            element_at(NULL, 1) -> NULL
            """#))
    func `JSON is read`(_ vector: String) { expectVector(vector) }

    /// Trino, "Array functions" and `split`.
    @Test(
        arguments: vectors(
            #"""
            split('a,b,c', ',') -> '["a","b","c"]'
            split('a,b,c', ',', 2) -> '["a","b,c"]'
            cardinality('[1,2]') -> 2
            array_position('[4,5,5]', 5) -> 2
            array_position('[4,5]', 6) -> 0
            array_position('[4]', NULL) -> NULL
            contains('[1,2]', 2) -> 1
            array_join('["a","b"]', ',') -> 'a,b'
            """#))
    func `arrays are JSON`(_ vector: String) { expectVector(vector) }

    /// Trino, "String functions".
    @Test(
        arguments: vectors(
            #"""
            split_part('a,b,c', ',', 2) -> 'b'
            split_part('a,b,c', ',', 4) -> NULL
            split_part('', ',', 1) -> ''
            strpos('high', 'ig') -> 2
            strpos('high', 'igx') -> 0
            strpos('日本語', '語') -> 3
            lpad('abc', 5, 'x') -> 'xxabc'
            lpad('abc', 2, 'x') -> 'ab'
            rpad('abc', 5, 'xy') -> 'abcxy'
            reverse('hello') -> 'olleh'
            concat('a', 'b') -> 'ab'
            concat_ws(',', 'a', NULL, 'b') -> 'a,b'
            codepoint('x') -> 120
            chr(120) -> 'x'
            levenshtein_distance('apple', 'epplea') -> 2
            hamming_distance('karolin', 'kathrin') -> 3
            translate('abcd', 'a', 'z') -> 'zbcd'
            """#))
    func `letters are counted, padded and turned round`(_ vector: String) { expectVector(vector) }

    /// Trino, "Regular expression functions", whose examples these are.
    @Test(
        arguments: vectors(
            #"""
            regexp_like('1a 2b 14m', '\d+b') -> 1
            regexp_extract('1a 2b 14m', '\d+') -> '1'
            regexp_extract('1a 2b 14m', '(\d+)([a-z]+)', 2) -> 'a'
            regexp_extract('abc', '\d') -> NULL
            regexp_extract_all('1a 2b 14m', '\d+') -> '["1","2","14"]'
            regexp_extract_all('1a 2b 14m', '(\d+)([a-z]+)', 2) -> '["a","b","m"]'
            regexp_replace('1a 2b 14m', '\d+[ab] ') -> '14m'
            regexp_replace('1a 2b 14m', '(\d+)([ab]) ', '3c$2 ') -> '3ca 3cb 14m'
            regexp_replace('a', '(?<x>a)', '${x}b') -> 'ab'
            regexp_count('1a 2b 14m', '\s*[a-z]+\s*') -> 3
            regexp_position('I have 23 apples, 5 pears and 13 oranges', '\b\d+\b') -> 8
            regexp_split('1a 2b 14m', '\s*[a-z]+\s*') -> '["1","2","14",""]'
            """#))
    func `patterns are found`(_ vector: String) { expectVector(vector) }

    /// Trino, "URL functions".
    @Test(
        arguments: vectors(
            #"""
            url_extract_host('http://example.com:8080/p?q=1#f') -> 'example.com'
            url_extract_port('http://example.com:8080/p?q=1#f') -> 8080
            url_extract_path('http://example.com/p/x?q=1#f') -> '/p/x'
            url_extract_query('http://example.com/p?q=1&r=2#f') -> 'q=1&r=2'
            url_extract_fragment('http://example.com/p?q=1#f') -> 'f'
            url_extract_protocol('https://example.com/p') -> 'https'
            url_extract_parameter('http://example.com/p?a=1&b=2', 'b') -> '2'
            url_extract_parameter('http://example.com/p?a', 'a') -> ''
            url_extract_parameter('http://example.com/p', 'a') -> NULL
            url_extract_host('myapp://open/item?id=1') -> 'open'
            url_encode('a b&c') -> 'a+b%26c'
            url_decode('a+b%26c') -> 'a b&c'
            """#))
    func `URLs are taken apart`(_ vector: String) { expectVector(vector) }

    /// Trino, "Conversion functions" and "Conditional expressions".
    @Test(
        arguments: vectors(
            #"""
            try_cast('12', 'bigint') -> 12
            try_cast('x', 'bigint') -> NULL
            try_cast('1.5', 'bigint') -> NULL
            try_cast('1.5', 'double') -> 1.5
            try_cast(1.5, 'bigint') -> 2
            try_cast(' 1', 'bigint') -> NULL
            try_cast('true', 'boolean') -> 1
            try_cast('2018-08-14', 'date') -> '2018-08-14'
            try_cast('2018-08-14 01:02:03', 'date') -> '2018-08-14'
            try_cast('2018-08-14', 'timestamp') -> '2018-08-14 00:00:00.000'
            try_cast('bad', 'timestamp') -> NULL
            try_cast(NULL, 'bigint') -> NULL
            if(NULL, 'a', 'b') -> 'b'
            if(0, 'a') -> NULL
            greatest(1, 2, 3) -> 3
            least('b', 'a') -> 'a'
            """#))
    func `values are cast or chosen`(_ vector: String) { expectVector(vector) }

    /// What Trino refuses as well, and what is bounded here.
    @Test(
        arguments: vectors(
            #"""
            split('a', '') -> error: split: delimiter is empty
            split('a', ',', 0) -> error: split: limit 0 is less than 1
            split(NULL, ',') -> NULL
            split('"a\b', ',') -> '["\"a\\b"]'
            cardinality('x') -> error: cardinality: 'x' is not a JSON array or object
            array_position('{}', 1) -> error: array_position: '{}' is not a JSON array
            cardinality('1') -> error: cardinality: '1' is not a JSON array or object
            cardinality('{"a":{"b":1},"c":2}') -> 2
            contains('[1,null]', 2) -> NULL
            contains('{}', 2) -> error: contains: '{}' is not a JSON array
            array_join('[1,null,"c"]', '-') -> '1-c'
            array_join('[1,null,"c"]', '-', '?') -> '1-?-c'
            lpad('abc', -1, 'x') -> error: lpad: size -1 is not one from 0 to 1000000
            lpad('abc', 5, '') -> error: lpad: pad is empty
            chr(55296) -> error: chr: number 55296 is not that of a letter in Unicode
            codepoint('ab') -> error: codepoint: 'ab' is not one letter
            hamming_distance('a', 'ab') -> error: hamming_distance: texts of 1 and 2 letters differ
            regexp_extract_all('ab', 'a', 1) -> error: regexp_extract_all: group 1 does not \#
            exist: the pattern has 0
            regexp_extract_all('ab', '(x)?.') -> '["a","b"]'
            regexp_extract_all('ab', '(x)?.', 1) -> '[null,null]'
            regexp_position('aXbX', 'X', 3) -> 4
            regexp_position('aXbX', 'X', 1, 2) -> 4
            regexp_position('あXbX', 'X') -> 2
            regexp_extract('abc', '(a?|b)*') -> 'a'
            regexp_extract('a,b', '([^,]*,?)*', 1) -> ''
            regexp_extract('aab', '(a|b?)+') -> 'aab'
            regexp_extract('abc', '(?:a?|b)*c') -> 'abc'
            regexp_extract('bbc', '(?:b|a?)*c') -> 'bbc'
            regexp_extract('aXb', '(\w*?)*b') -> 'aXb'
            regexp_position('aaaa', 'aa', 2) -> 2
            regexp_position('あああ', 'ああ', 2) -> 2
            regexp_position('foo bar', '\w+', 2) -> 2
            regexp_position('foo bar', '\b\w+', 2) -> 5
            regexp_position('foo bar', '^\w+', 2) -> -1
            regexp_position('xaaax', 'aa', 3) -> 3
            regexp_position('aaaaa', 'aa', 2, 2) -> 4
            regexp_position('aX', 'X', 9) -> -1
            regexp_position('aX', '$', 3) -> -1
            regexp_position('', '') -> -1
            regexp_position('aXbX', 'y') -> -1
            regexp_position('a', 'a', 0) -> error: regexp_position: start 0 or nth 1 is less than 1
            regexp_count('abc', '') -> 4
            regexp_replace('a', 'a', '${no}') -> error: regexp_replace: new text '${no}' has a \#
            `$` without a group's number or name, or ends in a single `\`
            date_parse('2001-02-30', '%Y-%m-%d') -> error: date_parse: text '2001-02-30' does not \#
            fit the pattern '%Y-%m-%d'
            date_parse('20010203', '%Y%m%d') -> '2001-02-03 00:00:00.000'
            date_parse('Tuesday JAN 9 2001', '%W %b %e %Y') -> '2001-01-09 00:00:00.000'
            date_parse('2000 366', '%Y %j') -> '2000-12-31 00:00:00.000'
            date_parse('2001 366', '%Y %j') -> error: date_parse: text '2001 366' does not fit \#
            the pattern '%Y %j'
            date_parse('13:00', '%h:%i') -> error: date_parse: text '13:00' does not fit the \#
            pattern '%h:%i'
            parse_datetime('2018-08-14 +0900', 'yyyy-MM-dd Z') -> '2018-08-14 00:00:00.000 +09:00'
            parse_datetime('2018-08-14 PST', 'yyyy-MM-dd z') -> '2018-08-14 00:00:00.000 \#
            America/Los_Angeles'
            parse_datetime('20180814T012345.678', 'yyyyMMdd''T''HHmmss.SSS') -> '2018-08-14 \#
            01:23:45.678 UTC'
            parse_datetime('2018-08-14 Mars', 'yyyy-MM-dd z') -> error: parse_datetime: text \#
            '2018-08-14 Mars' does not fit the pattern 'yyyy-MM-dd z'
            """#))
    func `edges are held and refusals are pointed`(_ vector: String) { expectVector(vector) }

    /// A text that `date_format` wrote is read back by `date_parse`.
    @Test(arguments: ["%Y-%m-%d %H:%i:%s.%f", "%Y %j %T", "%x %v %W %r", "%d %b %Y %k %i %s"])
    func `what is written by a pattern is read by it`(_ pattern: String) {
        var random = TestRandom(state: 5)
        for _ in 0..<300 {
            let seconds = Int64.random(in: -2_208_988_800...4_102_444_800, using: &random)
            let text = answer("date_format(\(seconds), '\(pattern)')")
            let read = answer("date_parse(\(text), '\(pattern)')")
            #expect(answer("to_unixtime(\(read))") == "\(Double(seconds))", "\(text)")
        }
    }
}
