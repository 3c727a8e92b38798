import Testing

@testable import PushStore

struct TrinoWarningsTests {
    @Test(arguments: [
        ("SELECT td_interval_range('-1d')[1] FROM t", "`element_at(x, 1)`"),
        ("SELECT td_parse_agent(ua)['os'] FROM t", "`element_at(x, 1)`"),
        ("SELECT cast(a AS date) FROM t", "`try_cast(x, 'date')`"),
        ("SELECT CAST(lower(a) AS TIMESTAMP) FROM t", "`try_cast(x, 'timestamp')`"),
        ("SELECT sum(CAST(CAST(a AS varchar) AS boolean)) FROM t", "`try_cast(x, 'boolean')`"),
        ("SELECT CAST(json_parse(a) AS array(bigint)) FROM t", "leave it out"),
        ("SELECT time FROM t WHERE time > td_time_add(NOW ( ), '-1h')", "`to_unixtime(now())`"),
        ("SELECT CAST(a AS time) FROM t", "`substr(x, 12, 8)`"),
    ])
    func `a construct that SQLite misreads is told`(_ sql: String, _ part: String) {
        let warning = TrinoHints.warning(forSQL: sql)
        #expect(warning?.contains(part) == true, "\(warning ?? "no warning")")
    }

    @Test(arguments: [
        "SELECT CAST(a AS bigint), CAST(a AS varchar) FROM t", "SELECT max(a) AS date FROM t",
        "SELECT cast(max(a) AS bigint) AS timestamp FROM t", "SELECT ')[', \")[\" -- )[\nFROM t",
        "SELECT a AS time, (b) AS boolean FROM t", "SELECT CAST(", "))) AS date", "",
        "SELECT [a] FROM t", "SELECT now, now('x') FROM t", "SELECT 'now()' FROM t -- now()",
    ])
    func `nothing is told of what means the same`(_ sql: String) {
        #expect(TrinoHints.warning(forSQL: sql) == nil)
    }
}
