import Testing

@testable import PushPayload

/// The value of `sound`: a file, `default`, silence, or the object of a critical alert.
@Suite struct LinterSoundTests {
    /// A sound in an app that may send critical alerts.
    private static func sound(_ value: String, _ lines: String...) -> Saying {
        Saying(
            #"{"aps":{"alert":"x","sound":\#(value)}}"#,
            with: LintContext(entitlements: [.criticalAlerts]), says: lines)
    }

    static let files: [Saying] = [
        sound(#""default""#), sound(#""""#), sound(#""bell.caf""#), sound(#""bell.wav""#),
        sound(#""bell.aiff""#), sound(#""bell.aif""#), sound(#""BELL.WAV""#),
        sound(#""a.mp3.caf""#),
        sound(
            #""Default""#,
            "note sound-format: found the sound `Default`, wanted `default`; write `default`"),
        sound(
            #""bell""#,
            "warning sound-format: found the sound `bell`, wanted a file with its extension"),
        sound(
            #""bell.m4a""#,
            "warning sound-format: found the sound `bell.m4a`, "
                + "wanted an `aiff`, `wav` or `caf` file"),
        sound(
            #""bell.""#,
            "warning sound-format: found the sound `bell.`, "
                + "wanted an `aiff`, `wav` or `caf` file"),
        sound("1", "error sound-type: found `1` as `sound`, wanted a string or an object"),
        sound("true", "error sound-type: found `true` as `sound`, wanted a string or an object"),
        sound("null", "error sound-type: found `null` as `sound`, wanted a string or an object"),
        sound("[]", "error sound-type: found an array as `sound`, wanted a string or an object"),
    ]

    @Test(arguments: files) func `a sound is a file of the app, or the default`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let none =
        "warning sound-critical: found no `critical` in `sound`, wanted the number 1; "
        + "write the file's name as a string unless the alert is critical"

    static let objects: [Saying] = [
        sound(#"{"critical":1}"#), sound(#"{"critical":1.0,"name":"default","volume":0.5}"#),
        sound(#"{"critical":1,"volume":1}"#),
        sound(
            #"{"critical":1,"volume":0}"#,
            "note sound-volume: found `volume` 0, which is silent; "
                + "send more than 0, up to 1"),
        sound("{}", none), sound(#"{"name":"bell.caf"}"#, none),
        sound(
            #"{"critical":0}"#,
            "warning sound-critical: found `0` as `critical`, wanted the number 1"),
        sound(
            #"{"critical":true}"#,
            "warning sound-critical: found `true` as `critical`, wanted the number 1"),
        sound(
            #"{"critical":"1"}"#,
            #"warning sound-critical: found `"1"` as `critical`, wanted the number 1"#),
        sound(
            #"{"critical":1,"volume":1.01}"#,
            "error sound-volume: found `1.01` as `volume`, wanted a number from 0 to 1"),
        sound(
            #"{"critical":1,"volume":-0.1}"#,
            "error sound-volume: found `-0.1` as `volume`, wanted a number from 0 to 1"),
        sound(
            #"{"critical":1,"volume":"1"}"#,
            #"error sound-volume: found `"1"` as `volume`, wanted a number from 0 to 1"#),
        sound(
            #"{"critical":1,"name":""}"#,
            #"error sound-name: found `""` as `name`, wanted a file name"#),
        sound(
            #"{"critical":1,"name":7}"#, "error sound-name: found `7` as `name`, wanted a file name"
        ),
        sound(
            #"{"critical":1,"name":"bell.ogg"}"#,
            "warning sound-format: found the sound `bell.ogg`, "
                + "wanted an `aiff`, `wav` or `caf` file"),
        sound(
            #"{"critical":1,"Volume":1}"#,
            "warning sound-key: found `Volume` in `sound`, wanted `critical`, `name` or `volume`; "
                + "did you mean `volume`?"),
        sound(
            #"{"critical":1,"file":"bell.caf"}"#,
            "warning sound-key: found `file` in `sound`, wanted `critical`, `name` or `volume`"),
    ]

    @Test(arguments: objects) func `an object is the sound of a critical alert`(_ row: Saying) {
        #expect(row.said == row.lines)
    }
}
