import Testing

@testable import PushSimulation

/// PL-04, PL-05: a device between its restart and its first unlock.
@Suite struct FirstUnlockTests {
    private func restarted(_ settings: [(String, String)] = []) throws -> Stage {
        var stage = try Stage.background()
        for (key, value) in settings { try stage.set(key, value) }
        try stage.act(.device(.restart))
        return stage
    }

    @Test func `a silent push waits for the first unlock, and then starts the app`() throws {
        var stage = try restarted()
        try stage.receive(SamplePayload.silent.text, id: "m")
        #expect(
            stage.lines == [
                "held    m the app is not woken: the device has not been unlocked since it "
                    + "restarted"
            ])
        #expect(stage.world.app?.state == .notRunning)
        try stage.act(.device(.unlock))
        #expect(stage.world.app?.state == .background)
        #expect(stage.lines.contains { $0.hasPrefix("called  application(_:didReceiveRemote") })
    }

    @Test func `the lock that comes later holds nothing back`() throws {
        var stage = try restarted()
        try stage.act([.device(.unlock), .device(.lock)])
        #expect(stage.world.device.status.isLocked)
        #expect(!stage.world.device.status.isBeforeFirstUnlock)
        try stage.receive(SamplePayload.silent.text, id: "m")
        #expect(stage.world.app?.state == .background)
    }

    @Test func `an alert is on the lock screen, and opening it unlocks`() throws {
        var stage = try restarted()
        try stage.receive(SamplePayload.alert.text)
        #expect(stage.center.map(\.place) == [.lockScreen])
        try stage.act(.tap(id: nil, button: nil, opensLink: false))
        #expect(!stage.world.device.status.isBeforeFirstUnlock)
        #expect(stage.events == [.open])
    }

    @Test func `the extension runs, and cannot write the delivery into its queue`() throws {
        var stage = try restarted()
        try stage.receive(SamplePayload.rich.text, id: "m")
        #expect(stage.step.facts.contains { $0.verb == .ran })
        #expect(stage.events == [])
        #expect(stage.step.facts.filter { $0.rule == .protectedData }.count == 1)
        #expect(!stage.step.facts.contains { $0.rule == .deliveryNeedsCode })
    }

    @Test(arguments: ["file:key.txt", "env:KEY"])
    func `a key from the keychain is out of reach`(source: String) throws {
        var stage = try restarted([("nse.key", source)])
        try stage.receive(
            #"{"aps":{"alert":"Original","mutable-content":1},"enc":"AAAA"}"#, id: "m")
        #expect(stage.step.effects == [])
        #expect(stage.center.map(\.body) == ["Original"])
        #expect(stage.lines.contains { $0.contains("-25308") })
    }

    @Test func `the state survives the document`() throws {
        let stage = try restarted()
        let device = stage.world.device
        #expect(Device(device.name, device.json(number: 0)).status == device.status)
    }
}
