import PushModel
import Testing

@testable import PushSimulation

/// KD-04, TD-16: what a button does with the app, the lock screen and the text that was typed.
@Suite struct ButtonTests {
    private let method = "called  userNotificationCenter(_:didReceive:withCompletionHandler:) "

    private func stage(_ buttons: String, isLocked: Bool = false) throws -> Stage {
        var stage = Stage()
        try stage.set("categories", "chat+" + buttons)
        try stage.act([.app(.launch), .app(.background)])
        if isLocked { try stage.act(.device(.lock)) }
        try stage.receive(alert(#","category":"chat""#), id: "m")
        return stage
    }

    private func press(_ button: String, text: String? = nil) -> Action {
        .tap(id: "m", button: button, opensLink: true, text: text)
    }

    @Test(arguments: ["reply", "reply:destructive"])
    func `a button runs behind the lock`(button: String) throws {
        var stage = try stage(button, isLocked: true)
        try stage.act(press("reply"))
        #expect(stage.lines == [method + "action reply"])
        #expect(stage.world.device.status.isLocked)
        #expect(stage.world.app?.state == .background)
    }

    @Test(arguments: ["reply:auth", "reply:foreground"])
    func `a locked device asks for its code`(button: String) throws {
        var stage = try stage(button, isLocked: true)
        try stage.act(press("reply"))
        #expect(stage.lines.first == "device  phone is unlocked: `reply` requires it")
        #expect(!stage.world.device.status.isLocked)
        #expect(stage.step.documents.contains(.device("phone")))
    }

    @Test(arguments: ["reply", "reply:auth"])
    func `before the first unlock a button does what it does on any locked device`(
        button: String
    ) throws {
        var stage = Stage()
        try stage.set("categories", "chat+" + button)
        try stage.act([.app(.launch), .device(.restart)])
        try stage.receive(alert(#","category":"chat""#), id: "m")
        try stage.act(press("reply"))
        #expect(stage.world.device.status.isBeforeFirstUnlock == (button == "reply"))
        #expect(stage.world.app?.state == .background)
        #expect(stage.lines.contains(method + "action reply"))
    }

    @Test func `an unlocked device asks for nothing`() throws {
        var stage = try stage("reply:auth")
        try stage.act(press("reply"))
        #expect(stage.lines == [method + "action reply"])
    }

    @Test func `the app that the lock covered comes back, another one only if it asks for it`()
        throws
    {
        var stage = try stage("reply:auth")
        try stage.act([.app(.foreground), .device(.lock), press("reply")])
        #expect(stage.world.app?.state == .foreground)
    }

    @Test func `foreground tells the delegate between the two callbacks, and tracks no open`()
        throws
    {
        var stage = try stage("reply:foreground")
        try stage.act(press("reply"))
        #expect(
            stage.lines == [
                "called  applicationWillEnterForeground", method + "action reply",
                "called  applicationDidBecomeActive",
            ])
        #expect(stage.events == [])
        #expect(stage.states == [.tapped])
    }

    @Test(arguments: [("Yes", "Yes"), (nil, "")] as [(String?, String)])
    func `a text is handed over, and nothing typed is an empty one`(
        typed: String?, told: String
    ) throws {
        var stage = try stage("reply:text")
        try stage.act(press("reply", text: typed))
        #expect(stage.lines == [method + "action reply, text \"\(told)\""])
    }

    @Test func `a button without a field takes no text, and nothing changes`() throws {
        var stage = try stage("reply")
        let before = stage.world
        #expect(throws: Refusal.self) { try stage.act(press("reply", text: "x")) }
        #expect(stage.world == before)
    }
}
