import PushModel
import PushText
import Testing

@testable import PushSimulation

/// TD-05, TD-06: td-ios-sdk 1.2, with what its source does otherwise than the guide's uploader.
@Suite struct SDKUploadTests {
    private var stage = Stage()

    private mutating func begin(
        events: Int, limit: Int? = nil, isTwice: Bool = false, profile: String = "ios-sdk-1.2"
    ) throws {
        try stage.act(.configure(key: "td.sdk_profile", value: profile))
        stage.world.devices[0].apps[0].queue.count = events
        try stage.act(.flush(limit: limit, isTwice: isTwice))
    }

    private static func batch(_ range: ClosedRange<Int64>) -> [QueuedEvent] {
        range.map { QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0)) }
    }

    private mutating func load(_ range: ClosedRange<Int64>) throws {
        try stage.act(.batchLoaded(Self.batch(range)))
    }

    private mutating func answer(_ status: Int, _ receipts: [String?] = []) throws {
        try stage.act(
            .uploadFinished(
                .status(status, receipts: receipts, retryAfter: nil, message: "said")))
    }

    private var sent: [Int64]? {
        guard case .upload(let request)? = stage.step.effects.first else { return nil }
        return request.events.map(\.sequence)
    }

    private var loads: [Effect] { stage.step.effects }

    private func load(after: Int64, limit: Int) -> [Effect] {
        [
            .loadBatch(
                app: AppAddress(device: "phone", bundleID: "com.example.myapp"), after: after,
                limit: limit)
        ]
    }

    private var callback: JSON? { stage.step.results.last { $0.key == "callback" }?.value }

    @Test(arguments: [206, 400, 401, 404, 413, 500, 503])
    func `a refused chunk stops none behind it, and the callback has the last error`(
        status: Int
    ) throws {
        var story = SDKUploadTests()
        try story.begin(events: 401)
        try story.load(1...400)
        try story.answer(status)
        #expect(story.loads == story.load(after: 400, limit: 1))
        try story.load(401...401)
        try story.answer(200, [nil])
        #expect(
            story.stage.lines.last
                == "called  onError server_response: Response code was NOT 200. It was: \(status)")
        #expect(story.callback == .string("onError"))
        #expect(story.stage.world.app?.queue.count == 400)
        #expect(story.stage.step.failure?.message == "400 events stay in the queue")
    }

    @Test func `a failed receipt is no error for the app`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 3)
        try story.load(1...3)
        try story.answer(200, [nil, "InternalError", "InvalidPropertyValueError"])
        #expect(story.callback == .string("onSuccess"))
        #expect(story.stage.step.failure == nil)
        #expect(story.stage.world.app?.queue.count == 1)
        #expect(
            story.stage.lines.suffix(2) == [
                "called  onSuccess",
                "note    1 event stays in the queue, and the app does not learn of it",
            ])
    }

    @Test func `no answer, five times over, leaves the chunk and goes on`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 401)
        try story.load(1...400)
        for _ in 0..<5 { try story.stage.act(.uploadFinished(.noAnswer("time-out"))) }
        #expect(story.loads == story.load(after: 400, limit: 1))
        try story.load(401...401)
        try story.answer(200, [nil])
        #expect(story.stage.lines.last == "called  onError network_error: time-out")
    }

    @Test func `the receipts of a 206 are kept, and the events, too`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 2)
        try story.load(1...2)
        try story.answer(206, [nil, "InternalError"])
        #expect(story.stage.world.app?.queue.count == 2)
        let row = story.stage.step.changes.compactMap { change -> UploadRow? in
            if case .upload(let row) = change { row } else { nil }
        }.first
        #expect(row?.receipts.map(\.error) == [nil, "InternalError"])
        #expect(row?.accepted == 0)
        #expect(story.stage.lines.contains { $0.contains("has stored 1, and the next") })
    }

    @Test func `an upload that is started twice sends every chunk twice, in its order`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 401, isTwice: true)
        try story.load(1...400)
        try story.answer(200, [String?](repeating: nil, count: 400))
        try story.load(401...401)
        try story.answer(503)
        #expect(story.sent == Array(1...400))
        #expect(story.stage.world.app?.queue.count == 1)
        try story.answer(200, [String?](repeating: nil, count: 400))
        #expect(story.sent == [401])
        #expect(story.stage.world.app?.queue.count == 1)
        try story.answer(200, [nil])
        #expect(story.stage.world.app?.queue == EventQueue())
        #expect(story.stage.step.effects == [] && story.stage.step.failure == nil)
        #expect(story.callback == .string("onSuccess"))
        let notes = story.stage.lines.filter { $0.contains("sent before") }
        #expect(notes.isEmpty)
    }

    @Test func `what the second upload repeats changes nothing in the queue`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 3, isTwice: true)
        try story.load(1...3)
        try story.answer(200, [nil, "InvalidPropertyNameError", "InternalError"])
        #expect(story.sent == [1, 2, 3])
        try story.answer(200, [nil, nil, "InternalError"])
        let states = story.stage.step.changes.filter {
            if case .eventState = $0 { true } else { false }
        }
        #expect(states == [])
        #expect(story.stage.lines.contains { $0.hasPrefix("note    2 events were sent before") })
        #expect(story.stage.world.app?.queue.count == 1)
        #expect(story.stage.lines.last?.hasPrefix("note    1 event stays") == true)
    }

    @Test func `the guide's uploader has one upload at a time, and no callback`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 1, isTwice: true, profile: "guide")
        try story.load(1...1)
        try story.answer(200, [nil])
        #expect(story.stage.step.effects == [] && story.callback == nil)
        #expect(story.stage.world.app?.queue == EventQueue())
    }

    @Test func `an empty queue is a success at once`() throws {
        var story = SDKUploadTests()
        try story.begin(events: 0)
        #expect(story.callback == .string("onSuccess"))
        #expect(story.stage.step.failure == nil)
    }
}
