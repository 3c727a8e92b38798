import Testing

@testable import PushModel

@Suite struct OccurrenceTests {
    @Test(
        arguments: [
            .stored(), .stored(on: "phone"), .stored(on: "a:b@c"),
            .selected(.topic("news"), "m:1"), .selected(.condition("'a' in topics"), "m"),
            .topic("news", isOn: true), .topic("a.b~c%d", isOn: false),
            .selected(.channel("AA=="), ""), .unfollowed(.topic("news"), "m:1"),
            .queueDeleted, .chosen(.permission(.denied)), .chosen(.turned(.banners, isOn: false)),
            .chosen(.setting("nse.key", "a:b")),
        ] as [Occurrence])
    func `an occurrence comes back from its code`(_ occurrence: Occurrence) {
        #expect(Occurrence(code: occurrence.code) == occurrence)
    }

    @Test func `an older row of a kept push names no device`() {
        #expect(Occurrence(code: "stored") == .stored(on: nil))
        #expect(Occurrence(code: "selected:moon:x:m") == nil)
    }

    @Test(arguments: Occurrence.LevelObstacle.allCases)
    func `a lowered level keeps its reason`(_ obstacle: Occurrence.LevelObstacle) {
        let code = Occurrence.levelLowered(obstacle).code
        #expect(Occurrence(code: code) == .levelLowered(obstacle))
    }

    @Test(arguments: Occurrence.Loss.allCases)
    func `a lost push keeps what lost it, whatever its ID holds`(_ loss: Occurrence.Loss) {
        let code = Occurrence.lost(loss, "a:b:offline").code
        #expect(Occurrence(code: code) == .lost(loss, "a:b:offline"))
    }

    @Test(arguments: ["phone", "a:b", "ü", ""], [nil, "spring", "a:b", "春", ""])
    func `a lost push keeps the device that it was for, and its campaign`(
        _ device: String, _ campaign: String?
    ) {
        let lost = Occurrence.lost(.offline, "a:b", on: .init(device, of: campaign))
        #expect(Occurrence(code: lost.code) == lost)
        #expect(lost.code.hasSuffix(":a:b"))
    }

    @Test(arguments: ["phone", "a:b", ""], [nil, "spring", "a:b", "春"])
    func `a lost push keeps that it was a background push`(_ device: String, _ campaign: String?) {
        let lost = Occurrence.lost(
            .offline, "a:b", on: .init(device, of: campaign, isSilent: true))
        #expect(Occurrence(code: lost.code) == lost)
        #expect(lost.code.hasSuffix(":a:b"))
    }

    static let withData: [(Occurrence, String)] = [
        (.chosen(.permission(.alertsOff)), "permission:alerts-off"),
        (.chosen(.turned(.lockScreen, isOn: false)), "turned:lock-screen:off"),
        (.chosen(.turned(.banners, isOn: true)), "turned:banners:on"),
        (.chosen(.setting("nse.image-keys", "a:b,c")), "setting:nse.image-keys:a:b,c"),
        (.chosen(.setting("focus.filter", "")), "setting:focus.filter:"),
        (.soundReplaced(.missing), "sound-replaced:missing"),
        (.soundReplaced(.format), "sound-replaced:format"),
        (.soundReplaced(.length(31)), "sound-replaced:length:31"),
        (.notCalled(.button), "not-called:button"),
        (.posted("m:1-local"), "posted:m:1-local"), (.notPosted, "not-posted"),
        (.extensionFailed(.killed(megabytes: 30)), "extension-killed:30"),
        (
            .extensionFailed(.expired(byOwnWork: true, answers: true)),
            "extension-expired:work:answered"
        ),
        (
            .extensionFailed(.expired(byOwnWork: false, answers: false)),
            "extension-expired:download:silent"
        ),
        (.extensionFailed(.undecrypted(.tooShort)), "undecrypted:too-short"),
        (.extensionFailed(.undecrypted(.key("no key: empty"))), "undecrypted:key:no key: empty"),
    ]

    @Test(arguments: withData)
    func `an occurrence with data is read back from its code`(
        _ occurrence: Occurrence, _ code: String
    ) {
        #expect(occurrence.code == code)
        #expect(Occurrence(code: code) == occurrence)
    }

    @Test(arguments: [
        "permission:of-tomorrow", "turned:windows:on", "setting:nse", "sound-replaced:length",
        "extension-killed:much", "undecrypted:of-tomorrow", "not-called:of-tomorrow",
    ])
    func `a code with data that this version does not know is nothing`(_ code: String) {
        #expect(Occurrence(code: code) == nil)
    }

    @Test func `codes of older workspaces are read`() {
        #expect(Occurrence(code: "level-lowered") == .levelLowered(nil))
        #expect(Occurrence(code: "lost:not-stored:m-1") == .lost(.notStored, "m-1"))
        #expect(Occurrence(code: "untracked:open:no-delegate") == .untracked(.open, .noDelegate))
        #expect(Occurrence(code: "level-lowered:of-tomorrow") == .levelLowered(nil))
    }

    @Test(arguments: Occurrence.plain)
    func `an occurrence without data is its name`(_ occurrence: Occurrence) {
        #expect(Occurrence(code: occurrence.code) == occurrence)
    }
}
