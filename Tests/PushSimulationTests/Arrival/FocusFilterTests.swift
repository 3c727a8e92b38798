import PushModel
import Testing

@testable import PushSimulation

/// PL-06: `filter-criteria` against the app's Focus filter.
@Suite struct FocusFilterTests {
    private func focus(_ settings: [(String, String)]) throws -> Stage {
        var stage = try Stage.background()
        for (key, value) in settings { try stage.set(key, value) }
        try stage.act(.device(.set(.focus, on: true)))
        return stage
    }

    /// Allowed in the Focus, the filter, the criteria, and whether the notification is silenced.
    @Test(arguments: [
        ("off", "none", nil, true), ("off", "work", "work", true), ("on", "none", nil, false),
        ("on", "none", "work", false), ("on", "work", nil, false), ("on", "work", "work", false),
        ("on", "home,work", "work", false), ("on", "work", "Work", true),
        ("on", "work", "", true), ("on", "work", "work ", true),
    ])
    func `the filter decides in a Focus that allows the app`(
        allowed: String, filter: String, criteria: String?, isSilenced: Bool
    ) throws {
        var stage = try focus([("focus.allowed", allowed), ("focus.filter", filter)])
        let member = criteria.map { #","filter-criteria":"\#($0)""# } ?? ""
        try stage.receive(alert(member + #","sound":"default","badge":2"#), id: "m")
        let shown = try #require(stage.step.facts.first { $0.verb == .shown })
        #expect(shown.text.hasPrefix(isSilenced ? "Notification Center" : "banner"))
        #expect(stage.step.facts.contains { $0.verb == .sound } == !isSilenced)
        #expect(stage.world.app?.badge == 2)
        let rule: RuleID = !isSilenced ? .presented : allowed == "off" ? .focus : .focusFilter
        #expect(shown.rule == rule)
    }

    @Test func `what breaks through a Focus breaks through its filter`() throws {
        var stage = try focus([
            ("focus.allowed", "on"), ("focus.filter", "work"),
            ("entitlement.time-sensitive", "on"),
        ])
        try stage.receive(
            alert(#","filter-criteria":"home","interruption-level":"time-sensitive""#), id: "m")
        #expect(stage.lines.contains("shown   m banner \"T\""))
    }

    @Test func `passive and provisional name their own reason`() throws {
        var stage = try focus([("focus.allowed", "on"), ("focus.filter", "work")])
        let text = #","filter-criteria":"home""#
        try stage.receive(alert(text + #","interruption-level":"passive""#))
        #expect(stage.step.facts.contains { $0.rule == .levelPassive && $0.verb == .shown })
        try stage.act(.permission(.provisional))
        try stage.receive(alert(text))
        #expect(stage.step.facts.contains { $0.rule == .permissionProvisional })
    }

    @Test func `a value of another type is no criteria`() throws {
        var stage = try focus([("focus.allowed", "on"), ("focus.filter", "work")])
        try stage.receive(alert(#","filter-criteria":7"#), id: "m")
        #expect(stage.lines.contains("shown   m banner \"T\""))
    }
}
