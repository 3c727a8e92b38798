import Testing

@testable import PushStore

/// The functions inside queries, as people write them over push events.
struct ScratchSQLTests {
    private static let now: Int64 = 1_767_225_600

    private static func database() -> ScratchSQL {
        let database = ScratchSQL(now: now)
        _ = database.rows("ATTACH ':memory:' AS mobile")
        _ = database.rows(
            "CREATE TABLE mobile.push_events (time INTEGER, type TEXT, campaign_id TEXT, "
                + "message_id TEXT, platform TEXT, user_id TEXT, value TEXT)")
        let rows = [
            "(1767225500, 'open', 'c1', 'm1', 'ios', 'u1', NULL)",
            "(1767225400, 'delivery', 'c1', 'm1', 'ios', NULL, NULL)",
            "(1767221999, 'delivery', 'c0', 'm0', 'ios', NULL, NULL)",
            "(1767225550, 'link_open', 'c1', 'm1', 'ios', 'u1', 'https://example.com/a?utm=push')",
        ]
        _ = database.rows("INSERT INTO mobile.push_events VALUES " + rows.joined(separator: ","))
        return database
    }

    @Test(
        arguments: [
            (
                "SELECT time, type, campaign_id, message_id, platform, user_id "
                    + "FROM mobile.push_events "
                    + "WHERE platform = 'ios' AND time > td_time_add(now(), '-1h', 'JST') "
                    + "ORDER BY time DESC LIMIT 20",
                [
                    "1767225550|link_open|c1|m1|ios|u1", "1767225500|open|c1|m1|ios|u1",
                    "1767225400|delivery|c1|m1|ios|NULL",
                ]
            ),
            (
                "SELECT TD_TIME_STRING(time, 'h!', 'JST') AS hour, COUNT(*) "
                    + "FROM mobile.push_events "
                    + "GROUP BY 1 ORDER BY 1",
                ["2026-01-01 07|1", "2026-01-01 08|3"]
            ),
            (
                "SELECT count(*) FROM mobile.push_events WHERE td_interval(time, '-1h/now', 'JST')",
                ["3"]
            ),
            (
                "SELECT url_extract_parameter(value, 'utm') FROM mobile.push_events "
                    + "WHERE regexp_like(value, '^https://') AND value REGEXP 'a\\?'",
                ["push"]
            ),
            (
                "SELECT date_format(from_unixtime(time, 'Asia/Tokyo'), '%Y-%m-%d') d, "
                    + "if(time > 0, 1) "
                    + "FROM mobile.push_events GROUP BY d",
                ["2026-01-01|1"]
            ),
            (
                "SELECT element_at(td_interval_range('-1d', 'JST'), 1)",
                ["1767106800"]
            ),
        ] as [(String, [String])])
    func `a query gives its rows`(_ sql: String, _ rows: [String]) {
        #expect(Self.database().rows(sql) == rows)
    }

    @Test func `an error names the function`() {
        let sql = "SELECT * FROM mobile.push_events WHERE td_time_range(time, '2013-01-01', 'PDT')"
        #expect(
            Self.database().rows(sql) == [
                "error: td_time_range: end 'PDT' is not a time: wanted a number, `yyyy-MM-dd` or "
                    + "`yyyy-MM-dd HH:mm:ss`; a zone goes fourth"
            ])
    }
}
