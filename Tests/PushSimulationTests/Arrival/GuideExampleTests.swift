import PushModel
import Testing

@testable import PushSimulation

@Suite struct GuideExampleTests {
    private let payload = #"""
        {"td_campaign_id": "cmp_20251214_promo", "message_id": "msg-1",
         "aps": {"alert": {"title": "お知らせ", "body": "本日のクーポン"}, "category": "engage"},
         "link": "https://example.com/promo"}
        """#

    @Test func `the guide's sequence runs from launch to the link`() throws {
        var stage = Stage()
        try stage.act([.app(.launch), .login("cust-001")])
        try stage.receive(payload)
        #expect(
            stage.lines.suffix(2) == ["shown   msg-1 banner \"お知らせ\"", "tracked delivery msg-1"])
        try stage.act(.tap(id: "msg-1", button: nil, opensLink: true))
        #expect(
            stage.lines == [
                "opened  msg-1",
                "called  userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "tracked open msg-1", "screen  safari https://example.com/promo",
                "tracked link_open https://example.com/promo",
            ])
        #expect(throws: Refusal.self) {
            try stage.act(.tap(id: "msg-1", button: nil, opensLink: true))
        }
    }

    @Test func `a payload over the limit is refused before anything changes`() throws {
        var stage = try Stage.background()
        let before = stage.world
        let text = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4096))"}}"#
        #expect(throws: Refusal.self) { try stage.receive(text) }
        #expect(stage.world == before)
    }
}
