import PushModel
import Testing
import WorldTestSupport

@testable import PushSimulation

/// TD-06: what the uploader asks of the real network, and what it leaves to the simulated one.
@Suite struct WireFlushTests {
    private static let app = AppAddress(device: "phone", bundleID: "com.example.myapp")
    private var stage = Stage()

    private mutating func prepare(
        _ endpoint: Endpoint, _ mode: Network.Mode, events: Int = 2, stubs: [String] = []
    ) throws {
        stage.world.devices[0].apps[0].queue.count = events
        try stage.act(.endpoint(endpoint))
        try stage.act(.network(mode))
        for text in stubs {
            let read = try StubText.read(text.split(separator: " ").map(String.init))
            try stage.act(.stub(Stub(kind: read.kind, timesLeft: read.times, text: text)))
        }
        try stage.act(.flush(limit: nil))
        try stage.act(
            .batchLoaded(
                (1...Int64(events)).map {
                    QueuedEvent(
                        sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0))
                }))
    }

    private var sent: UploadRequest? {
        guard case .upload(let request)? = stage.step.effects.first else { return nil }
        return request
    }

    private static let tokyo = Endpoint.regions[2]
    private static let port = Endpoint(name: "http://127.0.0.1:80", url: "http://127.0.0.1:80")

    @Test func `a region is played in this process until the network is real`() throws {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .simulated)
        #expect(story.sent?.overTheWire == false)
        #expect(story.sent?.userAgent == "")
        story = WireFlushTests()
        try story.stage.act(.configure(key: "network.timeout", value: "5"))
        try story.prepare(Self.tokyo, .real)
        let request = try #require(story.sent)
        #expect(request.overTheWire)
        #expect(request.userAgent == "pushsh (iOS 17.5)")
        #expect(request.wire.timeoutSeconds == 5)
        #expect(request.remaining == 2)
    }

    @Test func `the embedded service is never on the wire`() throws {
        var story = WireFlushTests()
        try story.prepare(.embedded, .real)
        #expect(story.sent?.overTheWire == false)
    }

    @Test func `a port of this machine needs the real network, or an answer that is planted`()
        throws
    {
        var story = WireFlushTests()
        let refusal = #expect(throws: Refusal.self) {
            try story.prepare(Self.port, .simulated)
        }
        #expect(refusal?.code == .needsRealNetwork)
        #expect(story.stage.world.app?.queue.upload == nil)
        story = WireFlushTests()
        try story.prepare(Self.port, .simulated, stubs: ["ingest status=200 times=1"])
        #expect(story.stage.world.app?.queue.count == 0)
        #expect(story.stage.step.effects.isEmpty)
    }

    @Test func `a delay alone is no answer that is planted`() throws {
        var story = WireFlushTests()
        #expect(throws: Refusal.self) {
            try story.prepare(Self.port, .simulated, stubs: ["ingest delay=5s"])
        }
    }

    @Test func `a delay passes for the app, and what is too late is a time-out`() throws {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .real, stubs: ["ingest delay=5s times=1"])
        let request = try #require(story.sent)
        #expect(request.overTheWire && request.delay == 5000 && !request.isTooLate)
        #expect(request.merged(.noAnswer("x")) == .noAnswer("x"))
        #expect(story.stage.world.surroundings.now == Tick.scriptStart.advanced(by: 5000))
        story = WireFlushTests()
        try story.stage.act(.configure(key: "network.timeout", value: "4"))
        try story.prepare(Self.tokyo, .real, stubs: ["ingest receipts fail=1 delay=5s"])
        let late = try #require(story.sent)
        #expect(late.isTooLate && late.failing == [1])
        #expect(late.merged(nil) == .noAnswer("time-out"))
        #expect(
            late.merged(.status(200, receipts: [nil], retryAfter: nil, message: ""))
                == .noAnswer("time-out"))
        #expect(story.stage.world.surroundings.now == Tick.scriptStart.advanced(by: 4000))
    }

    @Test func `an upload at launch to such a port is told, and the launch goes on`() throws {
        var story = WireFlushTests()
        try story.stage.act(.app(.set(key: "td.upload-at-launch", value: "on")))
        try story.stage.act(.endpoint(Self.port))
        story.stage.world.devices[0].apps[0].queue.count = 1
        try story.stage.act(.app(.launch))
        #expect(story.stage.lines.contains { $0.hasPrefix("not     uploaded `http://127") })
        #expect(story.stage.step.failure == nil)
    }

    @Test func `a pause before another try on the wire is real, and passes on the clock too`()
        throws
    {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .real)
        let before = story.stage.world.surroundings.now
        try story.stage.act(
            .uploadFinished(.status(503, receipts: [], retryAfter: 9, message: "")))
        #expect(story.stage.step.effects == [.wait(Wait(seconds: 9, purpose: "attempt 2 of 5"))])
        #expect(story.stage.world.surroundings.now == before.advanced(by: 9000))
        try story.stage.act(.waited(isInterrupted: false))
        #expect(story.sent?.attempt == 2)
        #expect(story.sent?.events.count == 2)
    }

    @Test func `an interrupted pause leaves the batch in the queue`() throws {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .real)
        try story.stage.act(.uploadFinished(.noAnswer("time-out")))
        try story.stage.act(.waited(isInterrupted: true))
        #expect(
            story.stage.lines.contains("kept    2 events: interrupted; they stay in the queue"))
        #expect(story.stage.step.effects.isEmpty)
        #expect(story.stage.world.app?.queue.upload == nil)
        #expect(story.stage.world.app?.queue.count == 2)
        #expect(story.stage.step.failure?.code == .uploadFailed)
    }

    @Test func `five tries are made, after 4, 8, 16 and 32 seconds`() throws {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .real)
        var waits: [Int64] = []
        for _ in 1...5 {
            try story.stage.act(.uploadFinished(.noAnswer("time-out")))
            guard case .wait(let wait)? = story.stage.step.effects.first else { break }
            waits.append(wait.seconds)
            try story.stage.act(.waited(isInterrupted: false))
        }
        #expect(waits == [4, 8, 16, 32])
        #expect(story.stage.world.app?.queue.count == 2)
    }

    @Test func `what another try cannot mend is not tried again`() throws {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .real)
        try story.stage.act(.uploadFinished(.broken("no trust", cure: "trust it")))
        #expect(story.stage.step.effects.isEmpty)
        #expect(story.stage.lines.contains { $0.hasSuffix("no answer (no trust)") })
        #expect(story.stage.lines.contains { $0.hasSuffix("trust it") })
        #expect(story.stage.step.failure?.code == .uploadFailed)
    }

    @Test func `what cannot be sent is no request, and its refusal is the command's`() throws {
        var story = WireFlushTests()
        try story.prepare(Self.tokyo, .real)
        let refusal = Refusal(.noKey, "none")
        try story.stage.act(.uploadFinished(.unsent(refusal)))
        #expect(story.stage.step.failure == refusal)
        #expect(story.stage.world.surroundings.counters.upload == 0)
        #expect(story.stage.world.app?.queue.upload == nil)
        #expect(story.stage.world.app?.queue.count == 2)
    }

    @Test func `planted receipts stand among those of what was sent`() throws {
        var story = WireFlushTests()
        try story.prepare(
            Self.tokyo, .real, events: 4, stubs: ["ingest receipts fail=1,3 error=A,B times=1"])
        let request = try #require(story.sent)
        #expect(request.withoutFailing.events.map(\.sequence) == [2, 4])
        let answer = UploadAnswer.status(
            200, receipts: [nil, "C"], retryAfter: nil, message: "")
        #expect(
            request.merged(answer)
                == .status(
                    206, receipts: ["A", nil, "B", "C"], retryAfter: nil, message: ""))
        let refused = UploadAnswer.status(403, receipts: [], retryAfter: nil, message: "no")
        #expect(request.merged(refused) == refused)
    }
}
