import Testing

@testable import PushSimulation

@Suite struct BackgroundPushTests {
    private let silent = #"{"aps":{"content-available":1}}"#
    private let wake = "called  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"

    /// The background, with background pushes held by Low Power Mode.
    private func lowPower() throws -> Stage {
        var stage = try Stage.background()
        try stage.act(.device(.set(.lowPower, on: true)))
        return stage
    }

    @Test func `only the newest push is held`() throws {
        var stage = try lowPower()
        try stage.receive(silent, id: "a")
        #expect(stage.lines == ["held    a the app is not woken: Low Power Mode is on"])
        try stage.receive(silent, id: "b")
        #expect(
            stage.lines == [
                "dropped a iOS holds only the newest background push for an app, and b is newer",
                "held    b the app is not woken: Low Power Mode is on",
            ])
        try stage.act(.app(.launch))
        #expect(stage.lines.last == wake + " for the held b")
        #expect(stage.world.app?.background.held == nil)
    }

    @Test(arguments: [AppAction.kill, .forceQuit])
    func `the held push goes with the process`(end: AppAction) throws {
        var stage = try lowPower()
        try stage.receive(silent, id: "a")
        try stage.act(.app(end))
        #expect(
            stage.lines.last
                == "removed a the held background push is discarded with the process")
        try stage.act(.app(.launch))
        #expect(!stage.lines.contains { $0.hasPrefix(wake) })
    }

    @Test func `a callback that comes late tracks the delivery of what was shown`() throws {
        var stage = try lowPower()
        try stage.receive(alert(#","content-available":1"#), id: "a")
        #expect(stage.events == [] && stage.center.map(\.id) == ["a"])
        #expect(stage.world.app?.background.heldDelivery == .shown)
        try stage.act(.device(.set(.lowPower, on: false)))
        #expect(stage.events == [.delivery])
        try stage.receive(silent, id: "b")
        #expect(stage.events == [])
    }

    @Test func `a delivery that the extension tracked is not tracked again`() throws {
        var stage = try lowPower()
        try stage.receive(alert(#","content-available":1,"mutable-content":1"#), id: "a")
        #expect(stage.events == [.delivery])
        try stage.act(.app(.launch))
        #expect(stage.events == [])
    }

    @Test(arguments: [AppAction.update(version: "2.0", firebase: nil), .clearData, .kill])
    func `only opening the app or a restart lifts the ban of a force-quit`(
        action: AppAction
    ) throws {
        var stage = try Stage.background()
        try stage.act([.app(.forceQuit), .app(action)])
        try stage.receive(silent, id: "a")
        #expect(stage.lines == ["not     woken a: the user swiped the app away"])
        try stage.act([.app(.launch), .app(.background)])
        try stage.receive(silent, id: "b")
        #expect(stage.lines == [wake])
    }

    @Test func `the held push passes when Low Power Mode ends`() throws {
        var stage = try lowPower()
        try stage.receive(silent, id: "a")
        try stage.act(.device(.set(.lowPower, on: false)))
        #expect(stage.lines.last == wake + " for the held a")
    }

    @Test func `three pushes pass within the hour, the next one after it`() throws {
        var stage = try Stage.background()
        for id in ["a", "b", "c"] {
            try stage.receive(silent, id: id)
            #expect(stage.lines == [wake])
            try stage.wait(seconds: 60)
        }
        try stage.receive(silent, id: "d")
        #expect(
            stage.lines == [
                "held    d the app is not woken: iOS has already delivered three background "
                    + "pushes within the hour"
            ])
        try stage.wait(seconds: 3600 - 181)
        #expect(stage.lines == [])
        try stage.wait(seconds: 1)
        #expect(stage.lines == [wake + " for the held d"])
    }

    @Test func `an alert of priority 10 is not throttled, one of priority 5 is`() throws {
        var stage = try Stage.background()
        for _ in 0..<3 { try stage.receive(silent) }
        try stage.receive(alert(#","content-available":1"#), priority: 10)
        #expect(stage.lines.contains(wake))
        try stage.receive(alert(#","content-available":1"#), id: "m", priority: 5)
        #expect(!stage.lines.contains(wake))
        #expect(stage.lines.contains { $0.hasPrefix("held    m ") })
    }

    @Test func `a device wakes its apps 48 times a day`() throws {
        var stage = try Stage.background()
        for number in 1...WakeBudget.limit {
            try stage.receive(silent)
            #expect(stage.lines.contains(wake), "push \(number)")
            try stage.wait(seconds: 1200)
        }
        // 48 pushes took 16 hours; the hour would allow one more, the day does not.
        try stage.receive(silent, id: "m")
        #expect(
            stage.lines
                == ["held    m the app is not woken: the device's budget for the day is used up"])
        try stage.wait(seconds: 8 * 3600 - 1)
        #expect(stage.lines == [])
        try stage.wait(seconds: 1)
        #expect(stage.lines == [wake + " for the held m"])
    }

    @Test(arguments: [
        ("background", 5, false, "wake"), ("background", 5, true, "wake"),
        ("background", 10, false, "nothing"), ("alert", 5, true, "shown, wake"),
        ("alert", 5, false, "nothing"), ("voip", 10, true, "nothing"),
    ])
    func `the push type decides too`(
        type: String, priority: Int, hasAlert: Bool, does: String
    ) throws {
        var stage = try Stage.background()
        let push = hasAlert ? alert(#","content-available":1"#) : silent
        try stage.receive(push, type: type, priority: priority)
        var found: [String] = []
        if stage.lines.contains(where: { $0.hasPrefix("shown") }) { found.append("shown") }
        if stage.lines.contains(wake) { found.append("wake") }
        #expect((found.isEmpty ? "nothing" : found.joined(separator: ", ")) == does)
    }

    @Test func `content-available without the background mode or the callback wakes nothing`()
        throws
    {
        var stage = try Stage.background()
        try stage.set("background-mode", "off")
        try stage.receive(silent, id: "m")
        #expect(
            stage.lines
                == ["not     woken m: the app lacks the background mode Remote notifications"])
        try stage.act([
            .app(.set(key: "background-mode", value: "on")),
            .app(.set(key: "remote-callback", value: "off")),
        ])
        try stage.receive(silent, id: "m")
        #expect(
            stage.lines
                == ["not     woken m: the app does not implement didReceiveRemoteNotification"])
    }

    @Test func `in front too, content-available calls only a callback that is there`() throws {
        var stage = try Stage.background()
        try stage.act([
            .app(.launch), .app(.set(key: "remote-callback", value: "off")),
        ])
        let missing = "not     woken m: the app does not implement didReceiveRemoteNotification"
        try stage.receive(silent, id: "m")
        #expect(stage.lines == [missing])
        try stage.receive(alert(#","content-available":1"#), id: "m")
        #expect(stage.lines.contains(missing))
        try stage.receive(alert(), id: "m")
        #expect(!stage.lines.contains(missing))
    }
}
