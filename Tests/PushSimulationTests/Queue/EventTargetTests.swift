import PushModel
import PushText
import Testing

@testable import PushSimulation

/// TD-05, TD-06: the table and key that td-ios-sdk 1.2 keeps with an event.
@Suite struct EventTargetTests {
    private var stage = Stage()

    private var queue: EventQueue? { stage.world.app?.queue }

    /// The ranges of the first load of an upload; nil if it reads the whole queue.
    private var ranges: [ClosedRange<Int64>]? {
        guard case .loadBatch(_, _, _, let ranges)? = stage.step.effects.first else { return nil }
        return ranges
    }

    private var table: String? {
        guard case .upload(let request)? = stage.step.effects.first else { return nil }
        return request.table
    }

    private mutating func begin(_ profile: String = "ios-sdk-1.2") throws {
        try stage.act([.configure(key: "td.sdk_profile", value: profile), .app(.launch)])
        try #require(queue?.count == 1)
    }

    private mutating func load(_ sequences: Int64...) throws {
        let events = sequences.map {
            QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0))
        }
        try stage.act(.batchLoaded(events))
    }

    private mutating func accept(_ count: Int) throws {
        try stage.act(
            .uploadFinished(
                .status(
                    200, receipts: [String?](repeating: nil, count: count), retryAfter: nil,
                    message: "")))
    }

    @Test func `each table gets the events that were tracked for it`() throws {
        var story = EventTargetTests()
        try story.begin()
        try story.stage.set("td.table", "others")
        try story.stage.act(.login("ann"))
        try story.stage.set("td.table", "push_events")
        try story.stage.act(.login("bob"))
        try story.stage.act(.flush(limit: nil, isTwice: false))
        #expect(story.ranges == [1...1, 3...Int64.max])
        try story.load(1, 3)
        #expect(story.table == "push_events")
        try story.accept(2)
        try story.load()
        #expect(story.ranges == [2...2])
        try story.load(2)
        #expect(story.table == "others")
        try story.accept(1)
        #expect(story.queue?.count == 0 && story.queue?.upload == nil)
        #expect(story.stage.step.failure == nil)
    }

    @Test func `what another key tracked stays, and is sent when that key is back`() throws {
        var story = EventTargetTests()
        try story.begin()
        try story.stage.set("td.write-key", "placeholder")
        try story.stage.act(.flush(limit: nil, isTwice: false))
        #expect(story.ranges == [])
        try story.load()
        #expect(
            story.stage.lines == [
                "note    1 event was tracked under another key: td-ios-sdk 1.2 sends those of the "
                    + "present key",
                "called  onSuccess",
            ])
        #expect(story.queue?.count == 1)
        try story.stage.act(.login("ann"))
        try story.stage.act(.flush(limit: nil, isTwice: false))
        #expect(story.ranges == [2...Int64.max])
        try story.load(2)
        try story.accept(1)
        try story.load()
        #expect(story.queue?.count == 1)
        try story.stage.set("td.write-key", "write-only")
        try story.stage.act(.flush(limit: nil, isTwice: false))
        #expect(story.ranges == [1...1])
    }

    @Test func `a second upload goes to the same tables, and leaves the same key out`() throws {
        var story = EventTargetTests()
        try story.begin()
        try story.stage.set("td.table", "others")
        try story.stage.act(.flush(limit: nil, isTwice: true))
        try story.load(1)
        #expect(story.table == "push_events")
        try story.accept(1)
        #expect(story.table == "push_events")
        try story.accept(1)
        #expect(story.queue?.count == 0 && story.queue?.upload == nil)
    }

    @Test func `the guide's uploader follows the settings`() throws {
        var story = EventTargetTests()
        try story.begin("guide")
        try story.stage.set("td.table", "others")
        try story.stage.act(.flush(limit: nil, isTwice: false))
        #expect(story.ranges == nil)
        try story.load(1)
        #expect(story.table == "others")
        #expect(story.queue?.runs == [])
    }

    @Test func `the targets are kept with the app, and go with the last event`() throws {
        var story = EventTargetTests()
        try story.begin()
        try story.stage.act(.configure(key: "td.sdk_profile", value: "guide"))
        try story.stage.act(.login("ann"))
        let app = try #require(story.stage.world.app)
        #expect(app.queue.runs.count == 2 && app.queue.target(of: 2) == nil)
        let back = App(
            app.address, settings: app.document("app"), state: app.document("app-state"),
            now: app.document("app-now"))
        #expect(back.queue == app.queue)
        story.stage.world.devices[0].apps[0].queue.count = 0
        try story.stage.act(.login("bob"))
        #expect(story.queue?.runs == [])
    }
}
