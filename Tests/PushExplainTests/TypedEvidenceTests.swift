import PushModel
import PushText
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// `why` and `doctor` build their own sentences from data, whatever words a fact has.
@Suite struct TypedEvidenceTests {
    /// What happened, the question, and a line of the answer.
    static let sentences: [([Action], String, String)] = [
        (
            [.launch, .push(#"{"aps": {"alert": "a", "sound": "gone.caf"}, "message_id": "m1"}"#)],
            "sound", "sound: the default one was played, since `gone.caf` is not in the app"
        ),
        (
            [
                .set("sounds", "long.caf:31"), .launch,
                .push(#"{"aps": {"alert": "a", "sound": "long.caf"}, "message_id": "m1"}"#),
            ], "sound",
            "sound: the default one was played, since `long.caf` lasts 31 s, and 30 s is too long"
        ),
        (
            [
                .set("nse.megabytes", "50"), .launch, .image("https://a.example/i.png"),
            ], "image",
            "no image: the extension uses 50 MB, over 24 MB, and is killed; the original is shown"
        ),
        (
            [.launch, .device(.offline), .push(lost)], "m1",
            "broken  m1: gateway: `phone` is offline and apns-expiration is 0 or past, "
                + "so APNs drops it"
        ),
        (
            [.launch, .device(.offline), .push(lost), .device(.online)], "m1",
            "broken  m1: gateway: `phone` was offline and apns-expiration is 0 or past, "
                + "so APNs dropped it"
        ),
    ]
    private static let lost = #"{"aps": {"alert": "a"}, "message_id": "m1"}"#

    @Test(arguments: sentences)
    func `a sentence is built from data`(
        _ actions: [Action], _ question: String, _ line: String
    ) {
        var story = Story()
        for action in actions {
            if case .receive(var push) = action, actions.contains(.device(.offline)) {
                push.timeToLive = 0
                story.act(.receive(push))
            } else {
                story.act(action)
            }
        }
        story.reword()
        #expect(story.why(question).lines.first == line)
    }

    @Test func `a badge that the app removed since is told from the payload`() {
        var story = Story([
            .launch, .app(.background),
            .push(#"{"aps": {"alert": "a", "badge": 3}, "message_id": "m1"}"#),
        ])
        story.reword()
        #expect(story.why("badge").answer?.sentence == "badge: in other words")
        story.world.devices[0].apps[0].badge = 0
        #expect(
            story.why("badge").answer?.sentence
                == "badge: in other words; the icon has none now")
    }

    @Test func `a button that called nobody is known by its occurrence`() {
        var story = Story([
            .set("delegate", "off"), .set("categories", "offer+open"), .launch,
            .app(.background),
            .push(#"{"aps": {"alert": "a", "category": "offer"}, "message_id": "m1"}"#),
            .tap(id: "m1", button: "open", opensLink: true),
        ])
        story.reword()
        #expect(story.why("button").cause == .delegateMissing)
    }

    @Test(arguments: [
        (["key": "TDTable", "text": "of other words"] as JSON, "of other words"),
        ("TDTable is `x y`, wanted another" as JSON, "TDTable is `x y`, wanted another"),
    ])
    func `doctor judges a fault of a property list by its key`(_ fault: JSON, _ text: String) {
        var story = Story([.launch])
        let settings = story.world.devices[0].apps[0].settings
        guard case .object(var members) = settings.json else { return }
        members.append(.init(key: "info_faults", value: [fault]))
        story.world.devices[0].apps[0].settings = AppSettings(.object(members))
        let lines = DoctorCheck.lines(story.world.doctor())
        #expect(lines.contains { $0.contains("Info.plist: " + text) })
        // The check of the table would only repeat it.
        #expect(!lines.contains { $0.contains("events go to") })
    }

    @Test func `a fault that its own check covers is not repeated, and a note stays a note`() {
        var story = Story([.launch])
        guard case .object(var members) = story.world.devices[0].apps[0].settings.json else {
            return
        }
        members.append(
            .init(
                key: "info_faults",
                value: [
                    ["key": "UIBackgroundModes", "text": "said otherwise"],
                    ["key": "NSAppTransportSecurity", "text": "a remark", "kind": "not-shared"],
                ]))
        members.append(
            .init(
                key: "firebase_faults",
                value: [
                    ["key": "BUNDLE_ID", "text": "said otherwise", "kind": "other-app"],
                    ["key": "BUNDLE_ID", "text": "BUNDLE_ID is missing"],
                ]))
        story.world.devices[0].apps[0].settings = AppSettings(.object(members))
        let checks = story.world.doctor()
        let lines = DoctorCheck.lines(checks)
        #expect(!lines.contains { $0.contains("said otherwise") })
        #expect(lines.contains { $0.contains("GoogleService-Info.plist: BUNDLE_ID is missing") })
        #expect(lines.contains { $0.contains("Info.plist: a remark") })
        #expect(checks.contains { $0.text == "Info.plist: a remark" && $0.mark == .note })
    }
}
