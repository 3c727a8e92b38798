import PushModel
import Testing
import WorldTestSupport

@testable import PushSimulation

/// The transitions of an upload, a line each (TD-06).
@Suite struct UploadStateTests {
    private var stage = Stage()

    private static let batch = (1...4).map {
        QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0))
    }

    private enum State: Equatable {
        case loading
        case sending(Int, attempt: Int)
        case waiting, none
    }

    private var state: State {
        switch stage.world.upload?.state {
        case .loading: .loading
        case .sending(let batch): .sending(batch.events.count, attempt: batch.attempt)
        case .waiting, .delayed: .waiting
        case nil: .none
        }
    }

    private mutating func act(_ action: Action) throws -> State {
        try stage.act(action)
        return state
    }

    private static func answer(_ status: Int, _ receipts: [String?] = []) -> Action {
        .uploadFinished(.status(status, receipts: receipts, retryAfter: nil, message: ""))
    }

    /// Four events wait.
    private mutating func begin() throws {
        stage.world.devices[0].apps[0].queue.count = 4
    }

    @Test func `an upload goes from loading to sending and back until nothing waits`() throws {
        var story = UploadStateTests()
        try story.begin()
        #expect(try story.act(.flush(limit: nil)) == .loading)
        #expect(try story.act(.batchLoaded(Array(Self.batch[..<2]))) == .sending(2, attempt: 1))
        #expect(try story.act(Self.answer(413)) == .loading)
        #expect(try story.act(.batchLoaded(Array(Self.batch[..<1]))) == .sending(1, attempt: 1))
        #expect(try story.act(Self.answer(503)) == .sending(1, attempt: 2))
        #expect(try story.act(Self.answer(200, [nil])) == .loading)
        #expect(try story.act(.batchLoaded([])) == .none)
    }

    @Test func `over the wire a try waits for the next one`() throws {
        var story = UploadStateTests()
        try story.begin()
        let port = Endpoint(name: "http://127.0.0.1:80", url: "http://127.0.0.1:80")
        try story.stage.act(.endpoint(port))
        try story.stage.act(.network(.real))
        #expect(try story.act(.flush(limit: nil)) == .loading)
        #expect(try story.act(.batchLoaded(Array(Self.batch[..<2]))) == .sending(2, attempt: 1))
        #expect(try story.act(Self.answer(503)) == .waiting)
        #expect(try story.act(Self.answer(200, [nil, nil])) == .waiting)
        #expect(try story.act(.waited(isInterrupted: false)) == .sending(2, attempt: 2))
        #expect(try story.act(Self.answer(503)) == .waiting)
        #expect(try story.act(.waited(isInterrupted: true)) == .none)
    }

    @Test func `a request is handed over once the delay of its answer is past`() throws {
        var story = UploadStateTests()
        try story.begin()
        try story.stage.act(.stub("ingest delay=20s"))
        let start = story.stage.world.surroundings.now
        #expect(try story.act(.flush(limit: nil)) == .loading)
        #expect(try story.act(.batchLoaded(Array(Self.batch[..<2]))) == .sending(2, attempt: 1))
        #expect(story.stage.world.surroundings.now == start.advanced(by: 20_000))
        #expect(try story.act(Self.answer(200, [nil, nil])) == .loading)
    }

    @Test func `what no state waits for changes nothing`() throws {
        var story = UploadStateTests()
        try story.begin()
        #expect(try story.act(.flush(limit: nil)) == .loading)
        #expect(try story.act(Self.answer(200, [nil, nil])) == .loading)
        #expect(try story.act(.waited(isInterrupted: false)) == .loading)
        #expect(try story.act(.batchLoaded(Array(Self.batch[..<2]))) == .sending(2, attempt: 1))
        #expect(try story.act(.batchLoaded([])) == .sending(2, attempt: 1))
        #expect(try story.act(.waited(isInterrupted: true)) == .sending(2, attempt: 1))
        #expect(story.stage.world.app?.queue.count == 4)
    }
}
