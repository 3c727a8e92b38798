import PushModel
import Testing

@testable import PushSimulation

/// TD-16: a device has one app in front.
@Suite struct FrontTests {
    /// The sample app in front, and another one, the current one, that was never launched.
    private func stage() throws -> Stage {
        var stage = Stage()
        try stage.act([.app(.launch), .app(.install(.minimal, bundleID: nil))])
        return stage
    }

    private func states(_ stage: Stage) -> [App.RunState] { stage.world.device.apps.map(\.state) }

    @Test func `an app that comes to the front sends the other one away first`() throws {
        var stage = try stage()
        try stage.act(.app(.launch))
        #expect(states(stage) == [.background, .foreground])
        let lines = stage.step.facts.map(\.line)
        #expect(
            lines.prefix(4) == [
                "app     com.example.myapp foreground → background",
                "called  applicationWillResignActive", "called  applicationDidEnterBackground",
                "app     \(stage.world.app?.address.bundleID ?? "") not running → foreground",
            ])
        let other = stage.world.device.apps[0].address
        #expect(stage.step.documents.contains(.appState(other)))
        #expect(stage.step.changes.first == stage.step.facts.first.map(Change.fact))
    }

    static let arrivals: [[Action]] = [
        [.app(.foreground)], [.tap(id: "m", button: nil, opensLink: true)],
        [.open("https://example.com/", from: LinkSource())],
        [.device(.lock), .tap(id: "m", button: nil, opensLink: true), .device(.lock)],
    ]

    @Test(arguments: arrivals.indices)
    func `whatever brings an app to the front, it is there alone`(index: Int) throws {
        var stage = try stage()
        try stage.act([
            .app(.launch), .permission(.grant(timeSensitive: true, alerts: true)),
            .app(.background),
        ])
        try stage.receive(alert(), id: "m")
        // Only an app that is not current can be in front now: as in a workspace of before.
        stage.world.devices[0].apps[0].state = .foreground
        try stage.act(Self.arrivals[index])
        #expect(states(stage)[0] == .background)
        try stage.act(.device(.unlock))
        #expect(states(stage) == [.background, .foreground])
    }

    @Test func `a button or a wake leaves the app in front where it is`() throws {
        var stage = try stage()
        try stage.act([.app(.launch), .app(.background)])
        stage.world.devices[0].apps[0].state = .foreground
        try stage.receive(#"{"aps":{"content-available":1}}"#)
        #expect(states(stage) == [.foreground, .background])
    }

    @Test func `the app that leaves uploads, unless the one that comes uploads already`() throws {
        for atLaunch in [false, true] {
            var stage = Stage()
            try stage.set("td.upload-in-background", "on")
            try stage.act([.app(.launch), .app(.install(.treasureData, bundleID: "com.b"))])
            try stage.set("td.upload-at-launch", atLaunch ? "on" : "off")
            try stage.act(.app(.launch))
            let first = stage.world.device.apps[0].address
            let isFirst = stage.step.effects.contains { $0.isLoad(for: first) }
            #expect(isFirst == !atLaunch && stage.step.effects.count == 1)
            let line = "not     uploaded the events of \(first.bundleID) wait: another app uploads"
            #expect(stage.lines.contains(line) == atLaunch)
        }
    }
}
