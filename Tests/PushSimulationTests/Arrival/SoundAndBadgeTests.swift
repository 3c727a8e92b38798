import Testing

@testable import PushSimulation

@Suite struct SoundAndBadgeTests {
    @Test(arguments: [
        (#""default""#, "sound   m default"), (#""coin.caf""#, "sound   m coin.caf"),
        (#""gone.caf""#, "sound   m default: `gone.caf` is not in the app"),
        (#""song.mp3""#, "sound   m default: `song.mp3` is not aiff, wav or caf"),
        (#""long.wav""#, "sound   m default: `long.wav` lasts 30 s, and 30 s is too long"),
        (#"{"name":"coin.caf"}"#, "sound   m coin.caf"),
        (#"{"name":"coin.caf","critical":1,"volume":0.5}"#, "sound   m coin.caf"),
        (#""""#, ""), ("7", ""),
    ])
    func `a sound is found or replaced`(sound: String, line: String) throws {
        var stage = try Stage.background()
        try stage.set("sounds", "coin.caf:2,song.mp3:5,long.wav:30")
        try stage.receive(alert(#","sound":\#(sound)"#), id: "m")
        #expect((stage.lines.first { $0.hasPrefix("sound") } ?? "") == line)
    }

    @Test(arguments: [
        ("", "sound   m default, critical"),
        (
            #","sound":{"critical":1,"name":"coin.caf","volume":0.5}"#,
            "sound   m coin.caf, critical at volume 0.5"
        ),
        (#","sound":"coin.caf""#, "sound   m coin.caf, critical"),
    ])
    func `a critical alert always sounds`(sound: String, line: String) throws {
        var stage = try Stage.background()
        try stage.set("entitlement.critical", "on")
        try stage.set("permission.options", "alert,badge,sound,critical-alert")
        try stage.set("sounds", "coin.caf:2")
        try stage.act([
            .permission(.grant(timeSensitive: nil, alerts: nil)),
            .device(.set(.mute, on: true)), .device(.set(.focus, on: true)),
        ])
        try stage.receive(alert(#","interruption-level":"critical"\#(sound)"#), id: "m")
        #expect(stage.lines.first == line)
        #expect(stage.center.last?.level == .critical)
    }

    @Test func `a critical sound alone makes the alert critical`() throws {
        var stage = try Stage.background()
        try stage.set("entitlement.critical", "on")
        try stage.set("permission.options", "alert,badge,sound,critical-alert")
        try stage.act(.permission(.grant(timeSensitive: nil, alerts: nil)))
        try stage.receive(alert(#","sound":{"critical":1,"name":"default"}"#), id: "m")
        #expect(stage.lines.first == "sound   m default, critical")
    }

    @Test(arguments: [
        (DeviceSwitch.mute, "not     played m: the mute switch is on"),
        (.focus, "not     played m: without light or sound: a Focus is on"),
    ])
    func `what silences a sound is said`(control: DeviceSwitch, line: String) throws {
        var stage = try Stage.background()
        try stage.act(.device(.set(control, on: true)))
        try stage.receive(#"{"aps":{"sound":"default"}}"#, id: "m")
        #expect(stage.lines.contains(line))
    }

    @Test func `the badge is set, kept and removed`() throws {
        var stage = try Stage.background()
        for (member, line, badge) in [
            (#","badge":7"#, "badge   7", 7), ("", nil, 7), (#","badge":0"#, "badge   removed", 0),
            (#","badge":"3""#, nil, 0), (#","badge":-1"#, nil, 0),
        ] as [(String, String?, Int)] {
            try stage.receive(alert(member))
            #expect(stage.lines.first { $0.hasPrefix("badge") } == line)
            #expect(stage.world.app?.badge == badge)
        }
    }

    @Test(
        arguments: [
            ("none", []), ("a.caf:1", ["a.caf"]), ("a.caf:1,b:c.wav:0", ["a.caf", "b:c.wav"]),
            ("a.caf", nil), ("a.caf:x", nil), (":1", nil), ("a:1,,b:1", nil), ("a:9999", nil),
        ] as [(String, [String]?)])
    func `the setting lists names with seconds`(text: String, names: [String]?) {
        #expect(SoundText.read(text)?.map(\.name) == names)
        if let sounds = SoundText.read(text) { #expect(SoundText.write(sounds) == text) }
    }
}
