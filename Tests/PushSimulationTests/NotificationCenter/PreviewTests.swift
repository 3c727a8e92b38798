import Testing

@testable import PushSimulation

/// PL-01: what the user can read of a notification.
@Suite struct PreviewTests {
    private func seen(_ stage: Stage) -> String? {
        guard let app = stage.world.app, let top = stage.center.last else { return nil }
        return app.readable(top, on: stage.world.device.status).headline
    }

    @Test func `a hidden preview has the placeholder, and the sender's text stays known`() throws {
        var stage = try Stage.background()
        try stage.act(.device(.previews(.never)))
        try stage.receive(alert(), id: "m")
        #expect(seen(stage) == "Notification")
        #expect(stage.center.map(\.title) == ["T"])
        #expect(stage.lines.contains("not     readable m: Show Previews hides its text"))
    }

    @Test func `when unlocked, only the lock hides it`() throws {
        var stage = try Stage.background()
        try stage.act(.device(.previews(.whenUnlocked)))
        try stage.receive(alert(), id: "m")
        #expect(seen(stage) == "T")
        try stage.act(.device(.lock))
        #expect(seen(stage) == "Notification")
    }

    @Test(arguments: [("chat", "Notification"), ("chat:show-title", "T")])
    func `a category may keep its title`(category: String, headline: String) throws {
        var stage = try Stage.background()
        try stage.set("categories", category)
        try stage.act(.device(.previews(.never)))
        try stage.receive(alert(#","category":"chat""#), id: "m")
        #expect(seen(stage) == headline)
    }

    @Test(arguments: [("18.0", false), ("18.1", true), ("26.0", true)])
    func `summaries came with iOS 18.1`(os: String, mayBeSummarised: Bool) throws {
        var stage = Stage()
        try stage.act([
            .device(.add(name: "new", model: nil, os: os)),
            .app(.install(.treasureData, bundleID: nil)), .app(.launch), .app(.background),
            .device(.set(.intelligence, on: true)),
        ])
        try stage.receive(alert(), id: "m")
        #expect(stage.step.facts.contains { $0.rule == .intelligenceSummary } == mayBeSummarised)
    }
}
