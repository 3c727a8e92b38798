import PushModel
import Testing
import WorldTestSupport

@testable import PushSimulation

/// A world whose app has events waiting, with a store and a service that the test plays.
private struct Uploader {
    static let app = AppAddress(device: "phone", bundleID: "com.example.myapp")
    var stage = Stage()

    init(events: Int, stubs: [String] = []) throws {
        stage.world.devices[0].apps[0].queue.count = events
        for text in stubs {
            let read = try StubText.read(text.split(separator: " ").map(String.init))
            try stage.act(.stub(Stub(kind: read.kind, timesLeft: read.times, text: text)))
        }
    }

    /// The effects, requests without their numbers.
    var effects: [Effect] {
        stage.step.effects.map { effect in
            guard case .upload(var request) = effect else { return effect }
            request.number = nil
            return .upload(request)
        }
    }
    /// The number of the request that is to be sent.
    var number: Int64? {
        guard case .upload(let request)? = stage.step.effects.first else { return nil }
        return request.number
    }
    var lines: [String] { stage.lines }
    var queue: EventQueue? { stage.world.app?.queue }
    /// Virtual seconds since the start.
    var elapsed: Int64 {
        (stage.world.surroundings.now.milliseconds - Tick.scriptStart.milliseconds) / 1000
    }

    static func batch(_ range: ClosedRange<Int64>) -> [QueuedEvent] {
        range.map { QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0)) }
    }

    static func load(after: Int64 = 0, limit: Int) -> [Effect] {
        [.loadBatch(app: app, after: after, limit: limit)]
    }

    static func upload(
        _ range: ClosedRange<Int64>, attempt: Int = 1, losesAnswer: Bool = false
    ) -> [Effect] {
        [
            .upload(
                UploadRequest(
                    app: app, endpoint: .embedded, database: "mobile", table: "push_events",
                    events: batch(range), campaignColumn: .campaignID, attempt: attempt,
                    losesAnswer: losesAnswer, overTheWire: false))
        ]
    }

    mutating func flush(limit: Int? = nil) throws { try stage.act(.flush(limit: limit)) }

    mutating func load(_ range: ClosedRange<Int64>) throws {
        try stage.act(.batchLoaded(Self.batch(range)))
    }

    mutating func answer(_ status: Int, _ receipts: [String?] = [], after: Int? = nil) throws {
        try stage.act(
            .uploadFinished(
                .status(status, receipts: receipts, retryAfter: after, message: "")))
    }

    mutating func accept(_ count: Int) throws {
        try answer(200, [String?](repeating: nil, count: count))
    }
}

@Suite struct FlushTests {
    @Test func `each request that leaves has a number, and a try without network has none`() throws
    {
        var uploader = try Uploader(events: 2, stubs: ["ingest timeout times=1"])
        try uploader.flush()
        try uploader.load(1...2)
        #expect(uploader.number == 1)
        #expect(uploader.stage.world.surroundings.counters.upload == 2)
        try uploader.answer(503, after: 1)
        #expect(uploader.number == 2)
        try uploader.accept(2)
        #expect(uploader.stage.world.surroundings.counters.sent == 2)
    }

    @Test func `an upload from the background ends where iOS suspends the app`() throws {
        var uploader = try Uploader(events: 2)
        try uploader.stage.act([
            .app(.launch), .app(.set(key: "td.upload-in-background", value: "on")),
            .app(.background),
        ])
        try uploader.load(1...2)
        for wait in [4, 12, 28] as [Int64] {
            try uploader.answer(503)
            #expect(uploader.elapsed == wait)
            #expect(uploader.stage.step.effects.count == 1)
        }
        try uploader.answer(503)
        #expect(uploader.elapsed == 28)
        #expect(uploader.stage.step.effects == [])
        #expect(uploader.queue?.upload == nil)
        #expect(uploader.stage.step.failure?.code == .uploadFailed)
    }

    @Test func `an answer that accepts everything ends the flush`() throws {
        var uploader = try Uploader(events: 3)
        try uploader.flush()
        #expect(uploader.effects == Uploader.load(limit: 3))
        try uploader.load(1...3)
        #expect(uploader.effects == Uploader.upload(1...3))
        try uploader.accept(3)
        let fact = Fact(
            .upload, "3 events", "to mobile.push_events: 200, 3 accepted", rule: .uploadReceipts,
            of: Uploader.app)
        let row = UploadRow(
            sequence: 1, app: Uploader.app, at: .scriptStart, endpoint: "embedded",
            database: "mobile", table: "push_events", attempt: 1, events: 3, status: 200,
            accepted: 3, note: "",
            receipts: (1...3).map { UploadReceipt(event: $0, error: nil) })
        var step = Step()
        step.facts = [fact]
        step.changes = [
            .eventState([1, 2, 3], .uploaded, upload: 1), .upload(row), .fact(fact),
        ]
        step.documents = [.appState(Uploader.app)]
        step.results = [.init(key: "accepted", value: 3), .init(key: "kept", value: 0)]
        #expect(uploader.stage.step == step)
        #expect(uploader.queue == EventQueue())
    }

    @Test(
        arguments: [
            (1200, nil, [500, 500, 200]), (1000, nil, [500, 500]), (700, 501, [500, 1]),
            (700, 3, [3]), (2, 9, [2]),
        ] as [(Int, Int?, [Int])])
    func `batches are of 500 at most`(events: Int, limit: Int?, sizes: [Int]) throws {
        var uploader = try Uploader(events: events)
        try uploader.flush(limit: limit)
        var last: Int64 = 0
        for size in sizes {
            #expect(uploader.effects == Uploader.load(after: last, limit: size))
            try uploader.load(last + 1...last + Int64(size))
            last += Int64(size)
            try uploader.accept(size)
        }
        #expect(uploader.effects == [])
        #expect(uploader.queue?.count == events - sizes.reduce(0, +))
        #expect(uploader.queue?.upload == nil)
    }

    @Test func `413 halves the batch until it passes`() throws {
        var uploader = try Uploader(events: 5)
        try uploader.flush()
        try uploader.load(1...5)
        try uploader.answer(413)
        #expect(uploader.effects == Uploader.load(limit: 2))
        try uploader.load(1...2)
        try uploader.answer(413)
        #expect(uploader.effects == Uploader.load(limit: 1))
        for number in Int64(1)...5 {
            try uploader.load(number...number)
            try uploader.accept(1)
            let next = Uploader.load(after: number, limit: 1)
            #expect(uploader.effects == (number < 5 ? next : []))
        }
        #expect(uploader.queue == EventQueue())
        #expect(uploader.elapsed == 0)
    }

    @Test func `one event that is too large stays and stops the flush`() throws {
        var uploader = try Uploader(events: 1)
        try uploader.flush()
        try uploader.load(1...1)
        try uploader.answer(413)
        #expect(
            uploader.lines == [
                "upload  1 event to mobile.push_events: 413",
                "note    a single event is larger than the service accepts",
            ])
        #expect(uploader.stage.step.failure == Refusal(.uploadFailed, "1 event stays in the queue"))
    }

    @Test(arguments: [
        ("ingest status=503", "503 (stub)"), ("ingest status=429", "429 (stub)"),
        ("ingest timeout", "no answer (time-out)"),
        ("ingest reset", "no answer (connection reset)"),
    ])
    func `a fault that stays is tried five times in a minute`(stub: String, said: String) throws {
        var uploader = try Uploader(events: 2, stubs: [stub])
        try uploader.flush()
        try uploader.load(1...2)
        let upload = "upload  2 events to mobile.push_events: " + said
        let retries = [(2, 4), (3, 8), (4, 16), (5, 32)].flatMap {
            [upload, "retry   attempt \($0.0) of 5 after \($0.1) s"]
        }
        let kept = "kept    2 events: 5 attempts failed; they stay in the queue for the next flush"
        #expect(uploader.lines == retries + [upload, kept])
        #expect(uploader.effects == [])
        #expect(uploader.elapsed == 60)
        #expect(uploader.stage.step.failure == Refusal(.uploadFailed, "2 events stay in the queue"))
        #expect(uploader.queue?.count == 2 && uploader.queue?.upload == nil)
    }

    @Test(arguments: [(30, 30), (4, 4), (1, 4), (0, 4)])
    func `Retry-After lengthens a wait and never shortens it`(asked: Int, waited: Int64) throws {
        var uploader = try Uploader(
            events: 2, stubs: ["ingest status=503 retry-after=\(asked) times=1"])
        try uploader.flush()
        try uploader.load(1...2)
        #expect(uploader.lines.last == "retry   attempt 2 of 5 after \(waited) s")
        #expect(uploader.effects == Uploader.upload(1...2, attempt: 2))
        #expect(uploader.elapsed == waited)
        try uploader.accept(2)
        #expect(uploader.queue == EventQueue())
    }

    @Test func `each try of a flush has its own time`() throws {
        var uploader = try Uploader(events: 2, stubs: ["ingest status=503"])
        try uploader.flush()
        try uploader.load(1...2)
        let times = uploader.stage.step.facts.filter { $0.verb == .retry }.map(\.at)
        #expect(times == [nil] + [4000, 12_000, 28_000].map(Tick.scriptStart.advanced))
        #expect(uploader.stage.step.facts.last?.at == Tick.scriptStart.advanced(by: 60_000))
    }

    @Test func `a lost answer sends the same events again`() throws {
        var uploader = try Uploader(events: 2, stubs: ["ingest drop-response times=1"])
        try uploader.flush()
        try uploader.load(1...2)
        #expect(uploader.effects == Uploader.upload(1...2, losesAnswer: true))
        try uploader.stage.act(.uploadFinished(.noAnswer("the answer was lost")))
        #expect(uploader.effects == Uploader.upload(1...2, attempt: 2))
        #expect(uploader.queue?.count == 2)
    }

    @Test func `planted receipts travel with the request`() throws {
        var uploader = try Uploader(events: 2, stubs: ["ingest receipts fail=2 error=Oops times=1"])
        try uploader.flush()
        try uploader.load(1...2)
        guard case .upload(let request) = uploader.effects.first else {
            Issue.record("no request: \(uploader.effects)")
            return
        }
        #expect(request.failing == [2] && request.failure == "Oops")
    }

    @Test func `a failed receipt keeps its event and a poisonous one goes`() throws {
        var uploader = try Uploader(events: 4)
        try uploader.flush(limit: 3)
        try uploader.load(1...3)
        try uploader.answer(206, ["InternalError", nil, "InvalidPropertyValueError"])
        #expect(
            uploader.lines == [
                "upload  3 events to mobile.push_events: 206, 1 accepted",
                "kept    event 1 InternalError: stays in the queue",
                "poison  event 3 InvalidPropertyValueError: discarded, it can never be stored",
            ])
        #expect(
            Array(uploader.stage.step.changes.prefix(2)) == [
                .eventState([2], .uploaded, upload: 1), .eventState([3], .poisoned, upload: 1),
            ])
        #expect(uploader.stage.step.failure == Refusal(.uploadFailed, "1 event stays in the queue"))
        #expect(uploader.queue?.count == 2)
    }

    @Test func `a batch after a failed receipt goes on behind it`() throws {
        var uploader = try Uploader(events: 501)
        try uploader.flush()
        try uploader.load(1...500)
        try uploader.answer(200, ["InternalError"] + [String?](repeating: nil, count: 499))
        #expect(uploader.effects == Uploader.load(after: 500, limit: 1))
        try uploader.load(501...501)
        try uploader.accept(1)
        #expect(
            uploader.stage.step.results == [
                .init(key: "accepted", value: 500), .init(key: "kept", value: 1),
            ])
    }

    @Test(arguments: [Action.device(.offline), .network(.off)])
    func `without a network nothing is sent`(action: Action) throws {
        var uploader = try Uploader(events: 1)
        try uploader.stage.act(action)
        try uploader.flush()
        try uploader.load(1...1)
        #expect(
            uploader.lines.first == "upload  1 event to mobile.push_events: no answer (no network)")
        #expect(uploader.effects == [])
        #expect(uploader.queue?.count == 1)
    }

    @Test func `settings reach the request`() throws {
        var uploader = try Uploader(events: 3)
        let endpoint = Endpoint(name: "us", url: "https://x.jp", postback: true)
        try uploader.stage.act([
            .endpoint(endpoint), .configure(key: "td.campaign_column", value: "both"),
            .configure(key: "td.dedup", value: "exact"), .network(.real),
        ])
        try uploader.stage.set("td.database", "other")
        try uploader.flush()
        #expect(uploader.effects == Uploader.load(limit: 1))
        try uploader.load(1...1)
        var request = UploadRequest(
            app: Uploader.app, endpoint: endpoint, database: "other", table: "push_events",
            events: Uploader.batch(1...1), campaignColumn: .both, attempt: 1,
            losesAnswer: false, overTheWire: true)
        request.deduplicatesExactly = true
        request.userAgent = "pushsh (iOS 17.5)"
        request.remaining = 3
        #expect(uploader.effects == [.upload(request)])
    }

    @Test func `an empty queue and answers to nothing are harmless`() throws {
        var uploader = try Uploader(events: 0)
        try uploader.flush()
        #expect(uploader.lines == ["note    the queue is empty"])
        #expect(uploader.stage.step.results == [.init(key: "accepted", value: 0)])
        let before = uploader.stage.world
        try uploader.accept(3)
        #expect(uploader.stage.step == Step())
        try uploader.load(1...2)
        #expect(uploader.stage.step == Step())
        #expect(uploader.stage.world == before)
    }

    @Test func `a store that has no more events ends the flush`() throws {
        var uploader = try Uploader(events: 3)
        try uploader.flush()
        try uploader.stage.act(.batchLoaded([]))
        #expect(uploader.queue?.upload == nil)
        #expect(uploader.stage.step.failure == nil)
    }
}
