import PushModel
import Testing
import WorldTestSupport

@testable import PushSimulation

/// TD-07: https links of associated domains.
@Suite struct UniversalLinkTests {
    @Test(arguments: [
        ("shop.example", true), ("*.shop.example", true), ("xn--a.example", true),
        ("https://shop.example", false), ("shop.example/x", false), ("shop.example:443", false),
        ("localhost", false), ("*.", false), ("a..b", false), ("", false),
    ])
    func `an entry of the entitlement is a host alone`(text: String, isDomain: Bool) {
        #expect(UniversalLink.isDomain(text) == isDomain)
    }

    @Test(arguments: [
        ("shop.example", "shop.example", true), ("www.shop.example", "shop.example", false),
        ("www.shop.example", "*.shop.example", true), ("shop.example", "*.shop.example", false),
        ("badshop.example", "*.shop.example", false), ("shop.example", "Shop.Example", true),
    ])
    func `a subdomain needs its own entry`(host: String, entry: String, isCovered: Bool) {
        #expect((UniversalLink.domain(of: host, in: [entry]) != nil) == isCovered)
    }

    @Test(arguments: [
        ("www.shop.example", "shop.example", true), ("shop.example", "www.shop.example", true),
        ("shop.example", "*.shop.example", true), ("badshop.example", "shop.example", false),
        ("example", "shop.example", false), ("other.example", "shop.example", false),
    ])
    func `a neighbour is a subdomain, or the domain above`(
        host: String, entry: String, isNear: Bool
    ) {
        #expect(UniversalLink.isNear(host, to: [entry]) == isNear)
    }

    private func stage(_ stub: String? = nil) throws -> Stage {
        var stage = try Stage.background()
        if let stub { try stage.act(.stub("https://shop.example/.well-known/* " + stub)) }
        try stage.set("associated-domains", "shop.example")
        return stage
    }

    private var open: Action { .open("https://shop.example/coupons/7", from: LinkSource()) }

    private func link(_ stage: Stage) -> LinkRow? {
        for change in stage.step.changes {
            if case .link(let row) = change { return row }
        }
        return nil
    }

    @Test func `it leads to the screen of its path`() throws {
        var stage = try stage()
        try stage.act(open)
        #expect(link(stage)?.outcome == .screen)
        #expect(link(stage)?.detail == "coupons/7")
        #expect(stage.events == [.deeplinkOpen])
        #expect(stage.world.app?.state == .foreground)
    }

    @Test(arguments: ["status=301", "status=404", "status=403", "timeout"])
    func `a domain that does not confirm leaves it to the browser`(answer: String) throws {
        var stage = try stage(answer)
        try stage.act(open)
        #expect(link(stage)?.outcome == .browser)
        #expect(stage.events == [])
        #expect(stage.world.app?.state == .background)
    }

    @Test func `the device asks when the app is installed, and again after a week`() throws {
        var stage = try stage()
        try stage.act(.stub("https://shop.example/.well-known/* status=404"))
        try stage.act(open)
        #expect(link(stage)?.outcome == .screen)
        try stage.wait(seconds: 7 * 86_400)
        try stage.act(open)
        #expect(link(stage)?.outcome == .browser)
        try stage.act(.clearStubs)
        try stage.act(open)
        #expect(link(stage)?.outcome == .browser)
        try stage.act(.app(.update(version: "2", firebase: nil)))
        try stage.act(open)
        #expect(link(stage)?.outcome == .screen)
        let app = try #require(stage.world.app)
        #expect(
            App(
                app.address, settings: app.settings.json, state: app.stateJSON, now: app.nowJSON
            ).associations == app.associations)
    }

    @Test func `an app that was installed without network asks at its first link`() throws {
        var stage = try Stage.background()
        try stage.act(.device(.offline))
        try stage.set("associated-domains", "shop.example")
        try stage.act(open)
        #expect(link(stage)?.outcome == .browser)
        #expect(link(stage)?.detail.contains("it was never loaded (no network)") == true)
        try stage.act(.device(.online))
        try stage.act(open)
        #expect(link(stage)?.outcome == .screen)
        try stage.act([.device(.offline), open])
        #expect(link(stage)?.outcome == .screen)
    }

    @Test func `without continue userActivity the app opens, and that is all`() throws {
        var stage = try stage()
        try stage.set("universal-links", "off")
        try stage.act(open)
        #expect(link(stage)?.outcome == .lost)
        #expect(stage.events == [])
        #expect(stage.world.app?.state == .foreground)
    }

    @Test func `a path that the app does not allow is refused`() throws {
        var stage = try stage()
        try stage.set("screens", "home")
        try stage.act(open)
        #expect(link(stage)?.outcome == .refused)
        #expect(stage.events == [])
    }

    @Test func `plain http is an ordinary web link`() throws {
        var stage = try stage()
        try stage.act(.open("http://shop.example/x", from: LinkSource()))
        #expect(link(stage)?.outcome == .safari)
    }
}
