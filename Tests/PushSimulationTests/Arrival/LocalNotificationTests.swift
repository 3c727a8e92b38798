import Testing

@testable import PushSimulation

@Suite struct LocalNotificationTests {
    private let push = #"""
        {"aps":{"content-available":1},"data":{"newTitle":"N","newBody":"B"},"link":"myapp://a"}
        """#
    private let wake = "called  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"

    private func stage() throws -> Stage {
        var stage = try Stage.background()
        try stage.set("local-notification", "on")
        return stage
    }

    @Test func `a silent push becomes a local notification`() throws {
        var stage = try stage()
        try stage.receive(push, id: "m")
        #expect(
            stage.lines == [
                wake, "added   m-local the app posts a local notification",
                "sound   m-local default", "shown   m-local banner \"N\"",
            ])
        #expect(stage.states == [.silent, .shown])
        let shown = try #require(stage.center.last)
        #expect([shown.title, shown.body, shown.link] == ["N", "B", "myapp://a"])
        try stage.act(.tap(id: nil, button: nil, opensLink: true))
        #expect(stage.events == [.open, .deeplinkOpen])
    }

    @Test func `in front, willPresent decides about it too`() throws {
        var stage = try stage()
        try stage.act([.app(.set(key: "will-present", value: "none")), .app(.launch)])
        try stage.receive(push, id: "m")
        #expect(
            stage.lines == [
                wake, "added   m-local the app posts a local notification",
                "called  userNotificationCenter(_:willPresent:withCompletionHandler:)",
                "not     shown m-local: willPresent returns neither banner nor list",
                "tracked delivery m-local",
            ])
    }

    @Test func `without permission it is not shown`() throws {
        var stage = try stage()
        try stage.act(.permission(.deny))
        try stage.receive(push, id: "m")
        #expect(stage.lines.last == "not     shown m-local: the permission is denied")
        #expect(stage.center == [])
    }

    @Test func `without its texts nothing is posted`() throws {
        var stage = try stage()
        try stage.receive(#"{"aps":{"content-available":1}}"#, id: "m")
        #expect(
            stage.lines == [
                wake,
                "not     posted a local notification: m has neither data.newTitle nor data.newBody",
            ])
    }

    @Test(arguments: [("newTitle", "newBody"), ("newBody", "newTitle")])
    func `with one of its texts nothing is posted`(has: String, lacks: String) throws {
        var stage = try stage()
        try stage.receive(
            #"{"aps":{"content-available":1},"data":{"\#(has)":"x"}}"#, id: "m")
        #expect(
            stage.lines.last
                == "not     posted a local notification: m has no data.\(lacks), and the app needs "
                + "both")
        #expect(stage.center == [])
    }

    @Test func `the next one replaces the one before, for the app's identifier is fixed`() throws {
        var stage = try stage()
        try stage.receive(push, id: "m")
        try stage.receive(push, id: "n")
        #expect(stage.center.map(\.id) == ["n-local"])
        #expect(
            stage.lines.contains("removed m-local replaced: the app posts with the same identifier")
        )
    }

    @Test func `a held push posts it when it is delivered`() throws {
        var stage = try stage()
        try stage.act(.device(.set(.backgroundRefresh, on: false)))
        try stage.receive(push, id: "m")
        #expect(stage.center == [])
        try stage.act(.device(.set(.backgroundRefresh, on: true)))
        #expect(stage.lines.last == "shown   m-local banner \"N\"")
    }
}
