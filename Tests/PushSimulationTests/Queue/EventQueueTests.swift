import PushModel
import Testing

@testable import PushSimulation

@Suite struct EventQueueTests {
    private let address = AppAddress(device: "phone", bundleID: "com.example.myapp")

    /// An app that has its token, with an empty queue.
    private func stage(_ settings: [(String, String)] = []) throws -> Stage {
        var stage = Stage()
        for (key, value) in settings { try stage.act(.configure(key: key, value: value)) }
        try stage.act(.app(.launch))
        stage.world.devices[0].apps[0].queue.count = 0
        return stage
    }

    private func dropped(_ step: Step) -> [Change] {
        step.changes.filter { if case .dropOldestEvents = $0 { true } else { false } }
    }

    @Test func `an event carries who, when and from where`() throws {
        var stage = try stage()
        try stage.wait(seconds: 90)
        try stage.act(.login("cust-1"))
        guard case .event(let queued, let app) = stage.step.changes.dropFirst().first else {
            Issue.record("no event: \(stage.step.changes)")
            return
        }
        let token = try #require(stage.world.app?.tokens.published)
        let expected = Event(
            kind: .tokenRegister, uuid: queued.event.uuid, time: 1_767_225_690,
            userID: "cust-1", fcmToken: token)
        #expect(queued == QueuedEvent(sequence: 2, event: expected))
        #expect(app == address)
        #expect(stage.lines == ["login   cust-1", "tracked token_register user cust-1"])
        #expect(stage.world.app?.queue.count == 1)
        #expect(stage.step.documents.contains(.appNow(address)))
    }

    @Test(
        arguments: [
            ([("queue.limit", "3")], 3, 1, 3, "the oldest event because the queue is full (3)"),
            ([], 1000, 1, 1000, "the oldest event because the queue is full (1000)"),
            (
                [("td.sdk_profile", "ios-sdk-1.2")], 10_000, 100, 9901,
                "the 100 oldest events because the queue is full (10000)"
            ),
            ([("queue.limit", "4")], 10, 7, 4, "the 7 oldest events because the queue is full (4)"),
            (
                [("td.sdk_profile", "ios-sdk-1.2"), ("queue.limit", "5")], 5, 5, 1,
                "the 5 oldest events because the queue is full (5)"
            ),
        ] as [([(String, String)], Int, Int, Int, String)])
    func `a full queue drops the oldest`(
        settings: [(String, String)], before: Int, drops: Int, after: Int, text: String
    ) throws {
        var stage = try stage(settings)
        stage.world.devices[0].apps[0].queue.count = before
        try stage.act(.login("a"))
        #expect(dropped(stage.step) == [.dropOldestEvents(drops, app: address)])
        #expect(
            stage.lines == ["login   a", "dropped " + text, "tracked token_register user a"])
        #expect(stage.world.app?.queue.count == after)
        #expect(stage.world.app?.queue.dropped == drops)
    }

    @Test func `a queue with room drops nothing`() throws {
        var stage = try stage([("queue.limit", "3")])
        stage.world.devices[0].apps[0].queue.count = 2
        try stage.act(.login("a"))
        #expect(dropped(stage.step) == [])
        #expect(
            stage.world.app?.queue
                == {
                    var queue = EventQueue()
                    queue.count = 3
                    return queue
                }())
    }

    @Test(arguments: [
        (
            "td.initialised",
            ["not     tracked token_register: the Treasure Data SDK is not initialised"]
        ),
        (
            "td.custom-events",
            ["not     tracked token_register: custom events are off (disableCustomEvent)"]
        ), ("td", []),
    ])
    func `a tracker that is not set up tracks nothing`(key: String, lines: [String]) throws {
        var stage = try stage()
        try stage.set(key, "off")
        try stage.act(.login("a"))
        #expect(stage.lines == ["login   a"] + lines)
        #expect(stage.world.app?.queue.count == 0)
    }

    @Test func `without a token a login is not tracked`() throws {
        var stage = Stage()
        try stage.act([.permission(.deny), .app(.launch), .login("a")])
        #expect(
            stage.lines == [
                "login   a",
                "not     tracked token_register: the app has no registration token yet",
            ])
    }
}
