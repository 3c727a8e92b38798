import Testing

@testable import PushPayload

/// The value of `alert`: a text, or an object of Apple's keys (A-GEN).
@Suite struct LinterAlertTests {
    private static func alert(_ value: String, _ lines: String...) -> Saying {
        Saying(#"{"aps":{"alert":\#(value)}}"#, says: lines)
    }

    private static let empty =
        "warning alert-empty: found no text in `alert`, wanted a `title`, `subtitle` or `body`"

    static let texts: [Saying] = [
        alert(#""x""#), alert(#"{"title":"t"}"#), alert(#"{"subtitle":"s"}"#),
        alert(#"{"body":"b"}"#), alert(#"{"loc-key":"K"}"#), alert(#"{"title-loc-key":"K"}"#),
        alert(#"{"subtitle-loc-key":"K"}"#), alert(#"{"title":"","body":"b"}"#),
        alert(#""""#, empty), alert("{}", empty), alert(#"{"title":""}"#, empty),
        alert(#"{"launch-image":"a.png"}"#, empty),
        alert("null", "error alert-type: found `null` as `alert`, wanted a string or an object"),
        alert("5", "error alert-type: found `5` as `alert`, wanted a string or an object"),
        alert(
            #"["x"]"#, "error alert-type: found an array as `alert`, wanted a string or an object"),
        alert(
            #"{"title":"t","body":1}"#, "error string-type: found `1` as `body`, wanted a string"),
        alert(
            #"{"title":null}"#, empty, "error string-type: found `null` as `title`, wanted a string"
        ),
        alert(
            #"{"body":"b","launch-image":1}"#,
            "error string-type: found `1` as `launch-image`, wanted a string"),
    ]

    @Test(arguments: texts) func `an alert has a text to show`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    static let localised: [Saying] = [
        alert(#"{"loc-key":"K","loc-args":["a","b"]}"#), alert(#"{"loc-key":"K","loc-args":[]}"#),
        alert(#"{"title-loc-key":"T","title-loc-args":["a"],"body":"b"}"#),
        alert(
            #"{"loc-key":"K","loc-args":"a"}"#,
            #"error loc-args-type: found `"a"` as `loc-args`, wanted an array of strings"#),
        alert(
            #"{"loc-key":"K","loc-args":["a",1,null,["b"]]}"#,
            "error loc-args-type: found `1` in `loc-args`, wanted a string",
            "error loc-args-type: found `null` in `loc-args`, wanted a string",
            "error loc-args-type: found an array in `loc-args`, wanted a string"),
        alert(
            #"{"body":"b","loc-args":["a"]}"#,
            "warning loc-args-without-key: found `loc-args` without `loc-key`"),
        alert(
            #"{"title":"t","subtitle-loc-args":["a"]}"#,
            "warning loc-args-without-key: found `subtitle-loc-args` without `subtitle-loc-key`"),
        // The key of another text does not count.
        alert(
            #"{"title-loc-key":"T","loc-args":["a"],"body":"b"}"#,
            "warning loc-args-without-key: found `loc-args` without `loc-key`"),
        alert(
            #"{"loc-key":"K","body":"b"}"#,
            "note loc-key-hides-text: found `body` beside `loc-key`, wanted one of them"),
        alert(
            #"{"title":"t","title-loc-key":"T"}"#,
            "note loc-key-hides-text: found `title` beside `title-loc-key`, wanted one of them"),
    ]

    @Test(arguments: localised) func `a localised text has its key, and strings to fill in`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }

    static let keys: [Saying] = [
        alert(
            #"{"title":"t","sound":"default"}"#,
            "warning aps-key-in-alert: found `sound` in `alert`, wanted it in `aps`; "
                + "move `sound` out of `alert`, into `aps`"),
        alert(
            #"{"title":"t","locKey":"K"}"#,
            "warning alert-key-spelling: found `locKey` in `alert`, wanted `loc-key`; "
                + "write `loc-key`"),
        alert(
            #"{"title":"t","bodi":"b"}"#,
            "warning unknown-alert-key: found `bodi` in `alert`, "
                + "wanted one of Apple's keys there; did you mean `body`?"),
        alert(
            #"{"title":"t","image":"a.png"}"#,
            "warning unknown-alert-key: found `image` in `alert`, "
                + "wanted one of Apple's keys there; move it next to `aps`"),
        alert(
            #"{"title":"t","summary-arg-count":2}"#,
            "note legacy-alert-key: found `summary-arg-count`, which iOS no longer uses; "
                + "leave it out"),
        alert(
            #"{"title":"t","action-loc-key":null}"#,
            "note legacy-alert-key: found `action-loc-key`, which iOS no longer uses; "
                + "leave it out"),
    ]

    @Test(arguments: keys) func `an alert holds Apple's keys for texts`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let noText = "found no text in `alert`, wanted a `title` and a `body`"

    private static func live(_ alert: String, _ lines: String...) -> Saying {
        Saying(
            #"{"aps":{"alert":\#(alert),"event":"update","timestamp":1,"content-state":{}}}"#,
            says: lines)
    }

    @Test(arguments: [
        live(#"{"title":{"loc-key":"T"},"body":{"loc-key":"B","loc-args":["1"]}}"#),
        live(#"{"title":"t","body":"b","sound":"bell.caf"}"#),
        live(
            #"{"title":{"key":"T"},"body":"b"}"#,
            "error string-type: found an object as `title`, wanted a string"),
        live(#"{}"#, "warning live-activity-alert: \(noText)"),
        live(#"{"sound":"bell.caf"}"#, "warning live-activity-alert: \(noText)"),
        live(
            #""t""#,
            #"warning live-activity-alert: found `"t"` as `alert`, wanted an object"#),
        live(
            #""""#, #"warning live-activity-alert: found `""` as `alert`, wanted an object"#),
    ]) func `the alert of a Live Activity has its sound inside, and texts as objects`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }
}
