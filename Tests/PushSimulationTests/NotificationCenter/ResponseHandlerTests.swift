import PushModel
import Testing

@testable import PushSimulation

/// TD-04: a delegate that lacks `didReceive response`, and the second call for a tap.
@Suite struct ResponseHandlerTests {
    private let callback =
        "called  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    private let missing = "the app's notification-centre delegate has no didReceive"

    private func stage(_ settings: [(String, String)] = []) throws -> Stage {
        var stage = try Stage.background()
        try stage.set("delegate.did-receive", "off")
        for (key, value) in settings { try stage.set(key, value) }
        return stage
    }

    @Test func `a tap opens the app, and no open is tracked`() throws {
        var stage = try stage()
        try stage.receive(alert(), id: "m")
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        #expect(
            stage.lines == [
                "called  applicationWillEnterForeground", "opened  m", callback,
                "not     tracked open m: \(missing)", "called  applicationDidBecomeActive",
            ])
        #expect(stage.world.app?.state == .foreground)
        #expect(stage.events == [])
    }

    @Test(
        arguments: [
            ("delegate.did-receive", "app's notification-centre delegate has no didReceive"),
            ("delegate", "app has no notification-centre delegate"),
        ])
    func `no code opens the link of a tap that nobody learns of`(
        _ setting: String, _ reason: String
    ) throws {
        var stage = try Stage.background()
        try stage.set(setting, "off")
        try stage.receive(#"{"aps":{"alert":"A"},"link":"myapp://coupons/7"}"#, id: "m")
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        #expect(stage.lines.last == "not     opened myapp://coupons/7: the \(reason)")
        #expect(stage.world.app?.screen == "home")
        #expect(stage.events == [])
    }

    @Test func `an app without either method learns nothing`() throws {
        var stage = try stage([("remote-callback", "off")])
        try stage.receive(alert(), id: "m")
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        #expect(!stage.lines.contains(callback))
        #expect(stage.lines.contains("not     tracked open m: \(missing)"))
    }

    @Test func `content-available is called at arrival and again for the tap`() throws {
        var stage = try stage()
        try stage.receive(alert(#","content-available":1"#), id: "m")
        #expect(stage.lines.contains(callback))
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        #expect(stage.lines.contains(callback + " for the tap"))
        #expect(stage.events == [])
    }

    @Test func `with didReceive the tap is told once`() throws {
        var stage = try Stage.background()
        try stage.receive(alert(#","content-available":1"#), id: "m")
        try stage.act(.tap(id: "m", button: nil, opensLink: true))
        #expect(!stage.lines.contains { $0.hasPrefix(callback) })
        #expect(stage.events == [.open])
    }

    @Test func `a notification of an earlier process knows that it called the app`() throws {
        let row = NotificationRow(
            sequence: 1, id: "m", app: AppAddress(device: "phone", bundleID: "a.b"),
            arrivedAt: .scriptStart, state: .shown,
            payload: #"{"aps":{"alert":"A","content-available":1}}"#)
        #expect(PushNotification(row)?.contentAvailable == true)
    }

    @Test func `buttons and dismissals reach nobody`() throws {
        var stage = try stage([("categories", "engage!+reply")])
        for id in ["a", "b"] { try stage.receive(alert(#","category":"engage""#), id: id) }
        try stage.act(.tap(id: "a", button: "reply", opensLink: true))
        #expect(stage.lines == ["not     called didReceive for the action reply: \(missing)"])
        try stage.act(.dismiss(id: "b"))
        #expect(
            stage.lines == ["removed b dismissed", "not     tracked dismiss b: \(missing)"])
        #expect(stage.events == [])
    }

    @Test func `without a delegate a dismissal names the delegate`() throws {
        var stage = try Stage.background()
        try stage.set("delegate", "off")
        try stage.receive(alert(#","category":"engage""#), id: "m")
        try stage.act(.dismiss(id: "m"))
        #expect(
            stage.step.facts.last
                == Fact(
                    .not, "tracked", "dismiss m: the app has no notification-centre delegate",
                    rule: .tapWithoutDelegate, notification: 1,
                    .untracked(.dismiss, .noDelegate)))
    }
}
