import Testing

@testable import PushPayload

/// The values of Apple's keys in `aps`, each at the edges of what Apple's table allows (A-GEN).
@Suite struct LinterAPSTests {
    /// A member of an `aps` that also shows a text.
    private static func aps(_ member: String, _ lines: String...) -> Saying {
        Saying(#"{"aps":{"alert":"x",\#(member)}}"#, says: lines)
    }

    private static func flag(_ value: String, _ line: String...) -> Saying {
        Saying(#"{"aps":{"alert":"x","mutable-content":\#(value)}}"#, says: line)
    }

    private static func isOn(_ value: String) -> Saying {
        flag(
            value,
            "warning flag-type: found `\(value)` as `mutable-content`, wanted the number 1; "
                + "write 1")
    }

    /// iOS takes it as on, and its sender may have meant the opposite.
    private static func mayBeOn(_ value: String) -> Saying {
        flag(
            value,
            "warning flag-type: found `\(value)` as `mutable-content`, wanted the number 1; "
                + "write 1, or leave `mutable-content` out")
    }

    private static func isOff(_ value: String) -> Saying {
        flag(
            value,
            "note flag-value: found `\(value)` as `mutable-content`, wanted 1, or no such key; "
                + "leave `mutable-content` out")
    }

    private static func isNoFlag(_ value: String) -> Saying {
        flag(
            value,
            "error flag-value: found `\(value)` as `mutable-content`, wanted the number 1; write 1")
    }

    // Every number above 0, and every value of another type but null and false, switches it on.
    static let flags: [Saying] = [
        flag("1"), flag("1.0"), flag("1e0"), isOn("true"), isOn("2"), isOn("0.5"), isOn(#""1""#),
        mayBeOn(#""no""#), isOff("0"), isOff("false"), isOff("0.0"), isOff("-0"), isNoFlag("-1"),
        isNoFlag("null"),
    ]

    @Test(arguments: flags) func `a flag is the number 1, or not there`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test(arguments: [
        Saying(#"{"aps":{"content-changed":true}}"#, says: []),
        Saying(#"{"aps":{"content-changed":false}}"#, says: []),
        Saying(
            #"{"aps":{"content-changed":"yes"}}"#,
            says: [
                #"warning flag-type: found `"yes"` as `content-changed`, wanted the number 1; "#
                    + "write 1"
            ]),
    ]) func `WidgetKit's flag is a Boolean`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static func badge(_ value: String, _ line: String...) -> Saying {
        Saying(#"{"aps":{"alert":"x","badge":\#(value)}}"#, says: line)
    }

    static let badges: [Saying] = [
        badge("0"), badge("1"), badge("99999"), badge("3.0"), badge("1e2"), badge("-0"),
        badge("-1", "error badge-range: found `-1` as `badge`, wanted a whole number from 0"),
        badge("0.5", "error badge-range: found `0.5` as `badge`, wanted a whole number from 0"),
        badge("1e30", "error badge-range: found `1e30` as `badge`, wanted a whole number from 0"),
        badge("true", "warning badge-type: found `true` as `badge`, wanted a number; write 1"),
        badge("false", "warning badge-type: found `false` as `badge`, wanted a number; write 0"),
        badge("null", "error badge-type: found `null` as `badge`, wanted a number"),
        badge("[1]", "error badge-type: found an array as `badge`, wanted a number"),
        badge(
            #""7""#,
            #"error badge-type: found `"7"` as `badge`, wanted a number; write 7, without quotes"#),
        badge(#""""#, #"error badge-type: found `""` as `badge`, wanted a number"#),
        badge(#""-7""#, #"error badge-type: found `"-7"` as `badge`, wanted a number"#),
        badge(
            #""+1""#,
            #"error badge-type: found `"+1"` as `badge`, wanted a number; "#
                + "APNs does not add to the badge: send the whole number, or let the app count"),
        badge(
            #""{{ count }}""#,
            #"note badge-type: found `"{{ count }}"` as `badge`, "#
                + "which is a template placeholder for a number; "
                + "lint the payload that the sender renders"),
        badge(
            ##""#(badge)""##,
            ##"note badge-type: found `"#(badge)"` as `badge`, "##
                + "which is a template placeholder for a number; "
                + "lint the payload that the sender renders"),
    ]

    @Test(arguments: badges) func `a badge is a whole number from 0`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let levels = "wanted `passive`, `active`, `time-sensitive` or `critical`"

    static let levelRows: [Saying] = [
        aps(#""interruption-level":"passive""#), aps(#""interruption-level":"active""#),
        aps(
            #""interruption-level":"Passive""#,
            #"error interruption-level-value: found `"Passive"` as `interruption-level`, "#
                + "\(levels); write `passive`"),
        aps(
            #""interruption-level":"time_sensitive""#,
            #"error interruption-level-value: found `"time_sensitive"` as `interruption-level`, "#
                + "\(levels); write `time-sensitive`"),
        aps(
            #""interruption-level":"actve""#,
            #"error interruption-level-value: found `"actve"` as `interruption-level`, "#
                + "\(levels); write `active`"),
        aps(
            #""interruption-level":"loud""#,
            #"error interruption-level-value: found `"loud"` as `interruption-level`, \#(levels)"#),
        aps(
            #""interruption-level":2"#,
            "error string-type: found `2` as `interruption-level`, wanted a string"),
    ]

    @Test(arguments: levelRows) func `a level is one of four words`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let live = #""event":"update","timestamp":1,"content-state":{},"#

    static let scores: [Saying] = [
        aps(#""relevance-score":0"#), aps(#""relevance-score":1"#), aps(#""relevance-score":1.0"#),
        aps(
            #""relevance-score":1.01"#,
            "warning relevance-score-range: found `1.01` as `relevance-score`, "
                + "wanted a number from 0 to 1"
        ),
        aps(
            #""relevance-score":-0.5"#,
            "warning relevance-score-range: found `-0.5` as `relevance-score`, "
                + "wanted a number from 0 to 1"
        ),
        aps(
            #""relevance-score":"1""#,
            #"error relevance-score-type: found `"1"` as `relevance-score`, wanted a number"#),
        // A Live Activity is ordered among the app's others, by any number.
        Saying(#"{"aps":{\#(live)"relevance-score":75}}"#, says: []),
    ]

    @Test(arguments: scores) func `a score is from 0 to 1, but for a Live Activity`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    static let keys: [Saying] = [
        aps(#""thread-id":"t","category":"c","target-content-id":"w","filter-criteria":"f""#),
        aps(#""thread-id":"""#),
        aps(#""category":7"#, "error string-type: found `7` as `category`, wanted a string"),
        aps(
            #""ThreadID":"t""#,
            "warning aps-key-spelling: found `ThreadID` in `aps`, wanted `thread-id`; "
                + "write `thread-id`"),
        aps(
            #""thread":"t""#,
            "warning unknown-aps-key: found `thread` in `aps`, wanted one of Apple's keys there; "
                + "move it next to `aps`"),
        aps(
            #""sounds":"default""#,
            "warning unknown-aps-key: found `sounds` in `aps`, wanted one of Apple's keys there; "
                + "did you mean `sound`?"),
        aps(
            #""subtitle":"s""#,
            "warning alert-key-in-aps: found `subtitle` in `aps`, wanted it in `alert`; "
                + "make `alert` an object with its text as `body`, and move `subtitle` into it"),
        aps(
            #""apns-priority":10"#,
            "warning header-in-body: found `apns-priority` in `aps`, wanted it as a header; "
                + "send it as a header of the request"),
        aps(
            #""priority":"high""#,
            "note header-in-body: found `priority` in `aps`, wanted it as a header"),
        aps(#""priority":"p1""#),
        aps(
            #""url-args":["a"]"#,
            "note web-push-key: found `url-args`, which only Safari's web pushes have"),
        Saying(
            #"{"aps":{}}"#,
            says: ["warning aps-empty: found an empty `aps`, wanted something to do"]),
        Saying(#"{"aps":null}"#, says: ["error aps-type: found `null` as `aps`, wanted an object"]),
        Saying(
            #"{"APS":{"alert":"x"}}"#,
            says: ["error missing-aps: found `APS`, wanted `aps`; write `aps`"]),
        Saying(
            #"{"screen":"home"}"#,
            says: [
                "error missing-aps: found no `aps`, wanted one; "
                    + "if it is not an alert, say what it is: `--type voip`, `--type mdm`"
            ]),
    ]

    @Test(arguments: keys) func `aps holds Apple's keys, spelt as Apple does`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test func `a long value is named by its kind, and a long key is cut`() {
        let long = String(repeating: "k", count: 60)
        let said = Saying(
            #"{"aps":{"alert":"x","badge":"\#(long)","\#(long)":1}}"#, says: []
        ).said
        #expect(
            said == [
                "error badge-type: found a long string as `badge`, wanted a number",
                "warning unknown-aps-key: found `\(String(repeating: "k", count: 40))…` in `aps`, "
                    + "wanted one of Apple's keys there; move it next to `aps`",
            ])
    }
}
