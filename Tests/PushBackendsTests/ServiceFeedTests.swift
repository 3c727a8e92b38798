import Synchronization
import Testing

@testable import PushBackends

/// A body without an end: what one side sends, and what the other receives, step by step.
@Suite struct ServiceFeedTests {
    private enum Step {
        case send(String)
        case take, end
    }

    /// The pieces that a receiver gets, nil for the end, after a number of steps.
    private func received(_ steps: Step...) -> [String?] {
        let pieces = Mutex<[String?]>([])
        let feed = ServiceFeed()
        for step in steps {
            switch step {
            case .send(let text): feed.send(Array(text.utf8))
            case .take:
                feed.take { bytes in
                    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
                    pieces.withLock { $0.append(text) }
                }
            case .end: feed.end()
            }
        }
        return pieces.withLock { $0 }
    }

    @Test func `pieces wait for a receiver, and then come one by one`() {
        #expect(received(.send("a"), .send("b")) == [])
        #expect(received(.send("a"), .send("b"), .take) == ["ab"])
        #expect(received(.take, .send("a"), .send("b")) == ["a", "b"])
        #expect(received(.send("a"), .take, .send("b")) == ["a", "b"])
    }

    @Test func `the end comes once, after everything that was sent before it`() {
        #expect(received(.take, .end) == [nil])
        #expect(received(.take, .end, .end) == [nil])
        #expect(received(.end, .take) == [nil])
        #expect(received(.send("a"), .end, .take) == ["a", nil])
        #expect(received(.take, .send("a"), .end, .send("b")) == ["a", nil])
        #expect(received(.end, .send("a"), .take) == [nil])
    }

    @Test func `it is full while much is on the way, and says when that has left`() {
        let calls = Mutex(0)
        let feed = ServiceFeed(room: 3) { calls.withLock { $0 += 1 } }
        feed.send([1, 2])
        #expect(feed.hasRoom)
        feed.send([3, 4])
        feed.leave(1)
        #expect(!feed.hasRoom && calls.withLock { $0 } == 0)
        feed.leave(2)
        #expect(feed.hasRoom && calls.withLock { $0 } == 1)
        feed.leave(1)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `either side may end it, and equal is only itself`() {
        let feed = ServiceFeed()
        #expect(feed.isOpen)
        feed.end()
        #expect(!feed.isOpen)
        #expect(feed == feed && feed != ServiceFeed())
    }
}
