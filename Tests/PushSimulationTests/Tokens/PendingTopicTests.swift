import PushModel
import Testing

@testable import PushSimulation

/// Topic calls without a network, which the SDK keeps.
@Suite struct PendingTopicTests {
    private let held =
        "held    topic news: there is no network, so the SDK asks FCM once there is one"

    private func launched() throws -> Stage {
        var stage = Stage()
        try stage.act(.app(.launch))
        return stage
    }

    private func topics(_ stage: Stage) -> [String] {
        stage.world.app?.tokens.subscriptions.map(\.topic) ?? []
    }

    @Test(arguments: [
        (Action.device(.offline), Action.device(.online)),
        (Action.network(.off), Action.network(.simulated)),
    ])
    func `the network comes back`(away: Action, back: Action) throws {
        var stage = try launched()
        try stage.act([away, .token(.subscribe(topic: "news"))])
        #expect(stage.lines == [held])
        #expect(topics(stage) == [])
        #expect(TokenService(stage.world.app?.tokens.json ?? .null) == stage.world.app?.tokens)
        try stage.act(back)
        #expect(stage.lines.contains("kept    topic news: FCM delivers it to this installation"))
        #expect(topics(stage) == ["news"])
        #expect(stage.world.app?.tokens.pendingTopics == [])
    }

    @Test func `they are made in order, before the next call`() throws {
        var stage = try launched()
        try stage.act([
            .token(.subscribe(topic: "old")), .network(.off), .token(.subscribe(topic: "news")),
            .token(.unsubscribe(topic: "news")), .token(.unsubscribe(topic: "old")),
            .token(.subscribe(topic: "sale")), .app(.kill), .network(.simulated),
        ])
        #expect(topics(stage) == ["old"])
        try stage.act(.app(.launch))
        #expect(topics(stage) == ["sale"])
    }

    @Test func `they go with the app's data`() throws {
        var stage = try launched()
        try stage.act([
            .device(.offline), .token(.subscribe(topic: "news")), .app(.reinstall),
            .device(.online), .app(.launch),
        ])
        #expect(topics(stage) == [])
    }
}
