import Testing

@testable import PushPayload

/// The keys of a Live Activity, and which of them each event needs (A-GEN, A-LIVE).
@Suite struct LinterLiveActivityTests {
    private static func aps(_ members: String, _ lines: String...) -> Saying {
        Saying(#"{"aps":{\#(members)}}"#, says: lines)
    }

    private static func lacks(_ event: String, _ keys: String...) -> [String] {
        let rule = event == "start" ? "live-activity-start" : "live-activity-update"
        return keys.map { "error \(rule): found `event` `\(event)` without `\($0)`, wanted both" }
    }

    private static let now = #""timestamp":1672680658"#
    private static let whole =
        #"\#(now),"attributes-type":"M","attributes":{},"content-state":{},"alert":{"title":"t"}"#

    static let needs: [Saying] = [
        aps(#""event":"start",\#(whole)"#),
        aps(#""event":"update",\#(now),"content-state":{}"#),
        aps(#""event":"end",\#(now),"content-state":{}"#),
        Saying(
            #"{"aps":{"event":"start"}}"#,
            says: lacks(
                "start", "timestamp", "attributes-type", "attributes", "content-state", "alert")),
        Saying(
            #"{"aps":{"event":"update"}}"#, says: lacks("update", "timestamp", "content-state")),
        // Without a state the last one stays on the screen, which may be meant.
        aps(
            #""event":"end",\#(now)"#,
            "warning live-activity-update: found `event` `end` without `content-state`, wanted both"
        ),
        aps(
            #""content-state":{}"#,
            "warning live-activity-without-event: "
                + "found `content-state` without `event`, wanted both"
        ),
        Saying(
            #"{"aps":{"alert":{"title":"x"}}}"#, with: LintContext(pushType: .liveactivity),
            says: [
                "warning live-activity-without-event: "
                    + "found no `event` in a push to a Live Activity, wanted one"
            ]),
        aps(
            #""event":"updated",\#(now),"content-state":{}"#,
            #"error live-activity-event: found `"updated"` as `event`, "#
                + "wanted `start`, `update` or `end`; write `update`"),
        aps(
            #""event":"stop",\#(now),"content-state":{}"#,
            #"error live-activity-event: found `"stop"` as `event`, "#
                + "wanted `start`, `update` or `end`"),
        aps(
            #""event":1,\#(now),"content-state":{}"#,
            "error string-type: found `1` as `event`, wanted a string"),
    ]

    @Test(arguments: needs) func `an event comes with the keys that it needs`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static func date(_ key: String, _ value: String, _ line: String...) -> Saying {
        let time = key == "timestamp" ? "" : #","timestamp":1"#
        return Saying(
            #"{"aps":{"event":"update","content-state":{},"\#(key)":\#(value)\#(time)}}"#,
            says: line)
    }

    static let dates: [Saying] = [
        date("timestamp", "0"), date("stale-date", "1672680658"),
        date("dismissal-date", "1672680658.5"), date("stale-date", "100000000000"),
        date(
            "timestamp", #""2023-01-02""#,
            #"error live-activity-date-type: found `"2023-01-02"` as `timestamp`, "#
                + "wanted a number of UNIX seconds"),
        date(
            "stale-date", "null",
            "error live-activity-date-type: found `null` as `stale-date`, "
                + "wanted a number of UNIX seconds"),
        date(
            "dismissal-date", "1672680658000",
            "error live-activity-date-unit: found `1672680658000` as `dismissal-date`, "
                + "wanted seconds, not milliseconds; divide it by 1000"),
    ]

    @Test(arguments: dates) func `a date is a number of seconds`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    static let others: [Saying] = [
        aps(#""event":"start",\#(whole),"input-push-token":1"#),
        aps(#""event":"start",\#(whole),"input-push-channel":"dGVzdA==""#),
        aps(
            #""event":"start",\#(whole),"input-push-token":1,"input-push-channel":"c""#,
            "warning live-activity-input: "
                + "found `input-push-token` and `input-push-channel`, wanted one of them"),
        aps(
            #""event":"end",\#(now),"content-state":{},"input-push-channel":"c""#,
            "warning live-activity-input: "
                + "found `input-push-channel` with `event` `end`, wanted `start`"),
        aps(
            #""event":"update",\#(now),"content-state":"2""#,
            #"error live-activity-object-type: found `"2"` as `content-state`, wanted an object"#),
        aps(
            #""event":"start",\#(whole),"attributes":null"#,
            "warning duplicate-key: found the key `attributes` again, wanted it once; "
                + "keep the last of them, as Apple's parser does",
            "error live-activity-object-type: found `null` as `attributes`, wanted an object"),
    ]

    @Test(arguments: others) func `a start says where the updates come from`(_ row: Saying) {
        #expect(row.said == row.lines)
    }
}
