import PushModel
import Testing

@testable import PushSimulation

/// TD-16: what the lock screen covers, and what goes with a process.
@Suite struct DeviceLockTests {
    @Test(arguments: [AppAction.launch, .foreground])
    func `opening the app unlocks the device first`(action: AppAction) throws {
        var stage = try Stage.background()
        try stage.act(.device(.lock))
        try stage.act(.app(action))
        #expect(stage.lines.first == "device  phone is unlocked")
        #expect(stage.step.facts.first?.rule == .deviceLock)
        #expect(stage.step.documents.contains(.device("phone")))
        #expect(!stage.world.device.status.isLocked && stage.world.app?.state == .foreground)
        // What arrives now is a banner in front, and not on a lock screen.
        try stage.receive(alert(), id: "m")
        #expect(stage.lines.contains("shown   m banner \"T\""))
    }

    @Test func `an app that cannot be opened leaves the device locked`() throws {
        var stage = try Stage.background()
        try stage.act([.app(.uninstall), .device(.lock)])
        let before = stage.world
        #expect(throws: Refusal.self) { try stage.act(.app(.launch)) }
        #expect(stage.world == before && stage.step == Step())
    }

    @Test func `another app that the screen covered does not come back`() throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        try stage.act(.device(.lock))
        try stage.act(.app(.install(.minimal, bundleID: nil)))
        try stage.act(.app(.launch))
        #expect(stage.world.device.apps.map(\.isBehindLock) == [false, false])
        try stage.act(.app(.background))
        try stage.act([.device(.lock), .device(.unlock)])
        #expect(stage.lines == ["device  phone is unlocked"])
    }

    static let ends: [Action] = [
        .app(.kill), .app(.forceQuit), .device(.restart), .device(.reinstallOS), .app(.clearData),
        .app(.update(version: "2.0", firebase: nil)), .app(.uninstall), .app(.reinstall),
    ]

    @Test(arguments: ends.indices)
    func `a held background push never goes without a word`(index: Int) throws {
        var stage = try Stage.background()
        try stage.act(.device(.set(.lowPower, on: true)))
        try stage.receive(#"{"aps":{"content-available":1}}"#, id: "m")
        try stage.act(Self.ends[index])
        let line = "removed m the held background push is discarded with the process"
        #expect(stage.lines.filter { $0 == line }.count == 1)
        #expect(stage.world.app?.background.held == nil)
        try stage.act(Self.ends[index == 6 ? 1 : index], refusing: index == 6)
        #expect(!stage.lines.contains(line))
    }
}

extension Stage {
    /// Applies an action that may be refused.
    fileprivate mutating func act(_ action: Action, refusing: Bool) throws {
        guard refusing else { return try act(action) }
        #expect(throws: Refusal.self) { try act(action) }
    }
}
