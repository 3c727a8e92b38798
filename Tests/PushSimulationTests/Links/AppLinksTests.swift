import PushModel
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
                "called  application(_:open:options:)", "screen  a with y=1",
                "removed parameter x: it contains control characters",
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
    }

    @Test(arguments: [
        ("javascript:x", "javascript:x"), ("otherapp://x?a=1", "otherapp://x?a=1"),
        ("https://ann:pass@example.com:8/x", "https://REDACTED@example.com"),
        ("https:ann@pass@example.com/x@y", "https://REDACTED@example.com"),
        ("myapp://ann@coupons", "myapp://REDACTED@coupons"),
    ])
    func `a typed link that is refused fails and is kept, without its password`(
        text: String, kept: String
    ) throws {
        var stage = try Stage.background()
        let before = stage.world
        try stage.act(.open(text, from: LinkSource(messageID: "m")))
        #expect(stage.step.failure?.code == .linkRefused)
        #expect(stage.world == before && stage.step.facts.isEmpty)
        // The fact is for the history alone, since the failure says it on the screen.
        guard case .link(let row)? = stage.step.changes.first, stage.step.changes.count == 2,
            case .fact(let fact)? = stage.step.changes.last
        else {
            Issue.record("changed: \(stage.step.changes)")
            return
        }
        #expect(row.url == kept && row.outcome == .refused && row.notification == "m")
        #expect(fact.occurrence == .linkRefused && fact.text == "\(kept): \(row.detail)")
        #expect(stage.step.failure?.message == "`\(text)` is not opened: \(row.detail)")
    }

    @Test func `what is no link at all leaves nothing`() throws {
        var stage = try Stage.background()
        #expect(throws: Refusal.self) { try stage.act(.open("nonsense", from: LinkSource())) }
        #expect(stage.step == Step())
    }

    @Test func `a tapped link keeps no password either`() throws {
        var stage = try Stage.background()
        try stage.receive(#"{"aps":{"alert":"B"},"message_id":"m","link":"https://a:b@c.jp/"}"#)
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        let urls = stage.step.changes.compactMap { change in
            if case .link(let row) = change { row.url } else { nil }
        }
        #expect(urls == ["https://REDACTED@c.jp"])
    }
}
