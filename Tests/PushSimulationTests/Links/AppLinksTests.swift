import Testing

@testable import PushSimulation

@Suite struct AppLinksTests {
    @Test func `a deep link that starts the app is delivered after launch`() throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        try stage.receive(
            #"{"aps":{"alert":"B"},"message_id":"m","deeplink":"myapp://coupons/42?a=1"}"#)
        try stage.act([
            .app(.forceQuit), .tap(id: nil, button: nil, opensLink: true),
        ])
        #expect(
            stage.lines.suffix(3) == [
                "called  applicationDidBecomeActive", "screen  coupons/42 with a=1",
                "tracked deeplink_open myapp://coupons/42?a=1",
            ])
        #expect(stage.events == [.open, .deeplinkOpen])
        #expect(stage.world.app?.screen == "coupons/42")
    }

    @Test func `what is removed from a link is reported`() throws {
        var stage = Stage()
        try stage.act([.app(.launch), .open("myapp://a?x=%00&y=1", from: LinkSource())])
        #expect(
            stage.lines == [
                "screen  a with y=1", "removed parameter x: it hides control characters",
                "tracked deeplink_open myapp://a?x=%00&y=1",
            ])
    }

    @Test func `a refused link tracks nothing and says why`() throws {
        var stage = try Stage.background()
        try stage.receive(#"{"aps":{"alert":"B"},"message_id":"m","link":"javascript:x"}"#)
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        #expect(stage.events == [.open])
        #expect(
            stage.lines.last
                == "not     opened javascript:x: `javascript:` links are never opened")
        #expect(throws: Refusal.self) {
            try stage.act(.open("javascript:x", from: LinkSource()))
        }
    }
}
