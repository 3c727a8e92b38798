import Testing

@testable import PushPayload

/// The headers that a payload is sent with (A-SEND): priority, topic, push type, collapse ID.
@Suite struct LinterHeaderTests {
    private static let alert = #"{"aps":{"alert":"x"}}"#
    private static let silent = #"{"aps":{"content-available":1}}"#

    private static let live = #"{"aps":{"event":"update","timestamp":1,"content-state":{}}}"#
    private static let lacksFiveOrTen =
        "warning live-activity-priority: found the priority 1 in a push to a Live Activity, "
        + "wanted 5 or 10"

    private static func sent(
        _ text: String, _ type: PushType?, priority: Int? = nil, _ lines: String...
    ) -> Saying {
        Saying(text, with: LintContext(pushType: type, priority: priority), says: lines)
    }

    private static func lacksFive(_ priority: Int) -> String {
        "error background-priority: found the priority \(priority) with the push type "
            + "`background`, wanted 5; send it with the priority 5"
    }

    static let priorities: [Saying] =
        [1, 5, 10].map { sent(alert, .alert, priority: $0) }
        + [0, 2, 7, 11, -1].map { (priority: Int) in
            sent(
                alert, .alert, priority: priority,
                "error priority-value: found the priority \(priority), wanted 1, 5 or 10")
        }
        + [
            sent(silent, .background, priority: 5),
            sent(silent, .background, priority: 10, lacksFive(10)),
            sent(silent, .background, priority: 1, lacksFive(1)),
            sent(live, .liveactivity, priority: 5), sent(live, .liveactivity, priority: 10),
            sent(live, .liveactivity, priority: 1, lacksFiveOrTen),
            sent(live, nil, priority: 1, lacksFiveOrTen),
            // Without the header the payload says what it is.
            sent(silent, nil, priority: 10, lacksFive(10)),
            sent(
                silent, .background, priority: 6,
                "error priority-value: found the priority 6, wanted 1, 5 or 10"),
        ]

    @Test(arguments: priorities) func `a priority is 1, 5 or 10, in the background 5`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }

    static let types: [Saying] = [
        sent(alert, .alert), sent(#"{"aps":{"badge":0}}"#, .alert, noAlert),
        sent(#"{"aps":{"sound":"default"}}"#, .alert, noAlert),
        sent(silent, .background, priority: 5),
        sent(
            silent, .background, priority: nil,
            "note background-priority: found no priority with the push type `background`, wanted "
                + "5; send it with the priority 5"),
        sent(
            silent, .alert,
            "warning push-type-mismatch: "
                + "found the push type `alert` without an alert, a badge or a sound, "
                + "wanted one of them"),
        sent(
            #"{"aps":{"content-available":1,"sound":""}}"#, .alert,
            "warning push-type-mismatch: "
                + "found the push type `alert` without an alert, a badge or a sound, "
                + "wanted one of them"),
        sent(
            alert, .background,
            "warning push-type-mismatch: found an alert with the push type `background`, "
                + "wanted `alert`; send it with the push type `alert`"),
        sent(
            #"{"aps":{"badge":1}}"#, .background,
            noAlert,
            "warning push-type-mismatch: "
                + "found the push type `background` without `content-available`, wanted both"),
    ]

    private static let noAlert = "note no-alert: found no `alert`"

    @Test(arguments: types) func `the push type says what the payload does`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    /// Apple's table of push types, with the end of the topic of each.
    static let suffixes: [(PushType, String)] = [
        (.alert, ""), (.background, ""), (.complication, ".complication"),
        (.controls, ".push-type.controls"), (.fileprovider, ".pushkit.fileprovider"),
        (.liveactivity, ".push-type.liveactivity"), (.location, ".location-query"),
        (.pushtotalk, ".voip-ptt"), (.voip, ".voip"), (.widgets, ".push-type.widgets"),
    ]

    @Test(arguments: suffixes) func `a topic is the bundle ID with the push type's end`(
        _ type: PushType, _ suffix: String
    ) {
        func rules(_ topic: String, bundleID: String?) -> [String] {
            let context = LintContext(pushType: type, topic: topic, bundleID: bundleID)
            return Saying(#"{"aps":{"alert":"x"}}"#, with: context, says: []).said
                .filter { $0.contains("topic-mismatch") }
        }
        let right = "com.example.myapp" + suffix
        #expect(rules(right, bundleID: "com.example.myapp") == [])
        #expect(rules(right, bundleID: nil) == [])
        #expect(
            rules("com.example.other" + suffix, bundleID: "com.example.myapp") == [
                "error topic-mismatch: found the topic `com.example.other\(suffix)` "
                    + "with the push type `\(type.rawValue)`, wanted `\(right)`"
            ])
        guard !suffix.isEmpty else { return }
        #expect(
            rules("com.example.myapp", bundleID: nil) == [
                "error topic-mismatch: found the topic `com.example.myapp` "
                    + "with the push type `\(type.rawValue)`, wanted `…\(suffix)`"
            ])
    }

    @Test func `a topic of device management is the certificate's and not compared`() {
        let context = LintContext(
            pushType: .mdm, topic: "com.apple.mgmt.External.1", bundleID: "com.example.myapp")
        let said = Saying(#"{"mdm":"996ac527"}"#, with: context, says: []).said
        #expect(!said.contains { $0.contains("topic-mismatch") })
    }

    @Test(arguments: [
        (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false),
        (String(repeating: "あ", count: 21) + "x", true),
        (String(repeating: "あ", count: 22), false), ("", true),
    ])
    func `a collapse ID has at most 64 bytes, not characters`(_ id: String, _ isRight: Bool) {
        let said = Saying(Self.alert, with: LintContext(collapseID: id), says: []).said
        #expect(
            said
                == (isRight
                    ? []
                    : [
                        "error collapse-id-length: found a collapse ID of \(id.utf8.count) bytes, "
                            + "wanted at most 64"
                    ]))
    }
}
