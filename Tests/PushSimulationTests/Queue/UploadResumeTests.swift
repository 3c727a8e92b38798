import PushModel
import Testing

@testable import PushSimulation

/// TD-06: an upload whose world was read again while its batch was on the way.
@Suite struct UploadResumeTests {
    private static let app = AppAddress(device: "phone", bundleID: "com.example.myapp")
    private var stage = Stage()

    private static func batch(_ range: ClosedRange<Int64>) -> [QueuedEvent] {
        range.map { QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0)) }
    }

    /// Four events are on the way, and the queue has `count` when the answer comes.
    private mutating func send(left: [Int64], count: Int) throws {
        stage.world.devices[0].apps[0].queue.count = 4
        try stage.act(.flush(limit: nil))
        try stage.act(.batchLoaded(Self.batch(1...4)))
        let upload = try #require(stage.world.upload)
        // Another process dropped some, and tracked others.
        stage.world.devices[0].apps[0].queue.upload = nil
        stage.world.devices[0].apps[0].queue.count = count
        stage.world.resume(upload, of: Self.app, left: left)
    }

    /// The request brought no answer, and the next try waits, as it does on the wire.
    private mutating func pause() throws {
        let batch = try #require(stage.world.upload?.batch)
        stage.world.devices[0].apps[0].queue.upload?.state = .waiting(batch)
    }

    private mutating func answer(_ status: Int, _ receipts: [String?] = []) throws {
        try stage.act(
            .uploadFinished(
                .status(status, receipts: receipts, retryAfter: nil, message: "")))
    }

    @Test func `what has left the queue is marked, and not counted`() throws {
        var story = UploadResumeTests()
        try story.send(left: [3, 4], count: 7)
        try story.answer(200, [nil, "InternalError", nil, "InternalError"])
        let changes = story.stage.step.changes
        #expect(changes.contains(.eventState([1, 3], .uploaded, upload: 1)))
        // 3 left now, 1 before; 4 stays.
        #expect(story.stage.world.app?.queue.count == 6)
        #expect(story.stage.step.failure?.message == "1 event stays in the queue")
    }

    @Test func `what has left the queue is not sent again`() throws {
        var story = UploadResumeTests()
        try story.send(left: [2, 4], count: 2)
        try story.answer(401)
        #expect(story.stage.step.failure?.message == "2 events stay in the queue")
        story = UploadResumeTests()
        try story.send(left: [2, 4], count: 2)
        try story.pause()
        try story.stage.act(.waited(isInterrupted: false))
        guard case .upload(let request)? = story.stage.step.effects.first else {
            Issue.record("nothing is sent")
            return
        }
        #expect(request.events.map(\.sequence) == [2, 4])
        try story.answer(200, [nil, nil])
        #expect(story.stage.world.app?.queue == EventQueue())
        #expect(story.stage.step.failure == nil)
    }

    @Test func `a batch of which nothing is left ends the flush`() throws {
        var story = UploadResumeTests()
        try story.send(left: [], count: 0)
        try story.pause()
        try story.stage.act(.waited(isInterrupted: false))
        #expect(story.stage.step.effects == [] && story.stage.world.upload == nil)
    }

    @Test func `an app that is gone takes its upload along`() throws {
        var story = UploadResumeTests()
        try story.send(left: [1], count: 1)
        let upload = try #require(story.stage.world.upload)
        story.stage.world.devices[0].apps = []
        story.stage.world.resume(upload, of: Self.app, left: [])
        #expect(story.stage.world.upload == nil)
        try story.answer(200, [nil, nil, nil, nil])
        #expect(story.stage.step.changes == [])
    }

    @Test func `a pause belongs to the upload, whatever app is current`() throws {
        var story = UploadResumeTests()
        try story.send(left: [1, 2, 3, 4], count: 4)
        try story.stage.act(.device(.add(name: "tablet", model: nil, os: nil)))
        try story.stage.act(.device(.use("tablet")))
        try story.pause()
        try story.stage.act(.waited(isInterrupted: true))
        #expect(story.stage.world.upload == nil)
        #expect(story.stage.lines.contains { $0.contains("interrupted; they stay") })
    }
}
