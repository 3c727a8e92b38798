import NIOCore
import NIOEmbedded
import Testing

@testable import PushWire

/// A connection's time limit, with a loop whose clock the test moves.
@Suite struct MovingDeadlineTests {
    private final class Owner {
        var seen: [String] = []
    }

    private let loop = EmbeddedEventLoop()
    private let owner = Owner()

    @Test func `what is set happens once, at its time`() {
        let deadline = MovingDeadline(of: owner, on: loop)
        deadline.set(.seconds(10)) { $0.seen.append("end") }
        loop.advanceTime(by: .seconds(9))
        #expect(owner.seen.isEmpty)
        loop.advanceTime(by: .seconds(1))
        #expect(owner.seen == ["end"])
        loop.advanceTime(by: .seconds(60))
        #expect(owner.seen == ["end"])
    }

    @Test func `a later limit takes the earlier one's place, and its time`() {
        let deadline = MovingDeadline(of: owner, on: loop)
        deadline.set(.seconds(10)) { $0.seen.append("head") }
        loop.advanceTime(by: .seconds(5))
        deadline.set(.seconds(60)) { $0.seen.append("idle") }
        loop.advanceTime(by: .seconds(59))
        #expect(owner.seen.isEmpty)
        loop.advanceTime(by: .seconds(1))
        #expect(owner.seen == ["idle"])
    }

    @Test func `an earlier limit does not wait for the timer of a later one`() {
        let deadline = MovingDeadline(of: owner, on: loop)
        deadline.set(.seconds(60)) { $0.seen.append("idle") }
        deadline.set(.seconds(10)) { $0.seen.append("head") }
        loop.advanceTime(by: .seconds(10))
        #expect(owner.seen == ["head"])
        loop.advanceTime(by: .seconds(60))
        #expect(owner.seen == ["head"])
    }

    @Test func `nothing happens after it was taken back, or after the end`() {
        let deadline = MovingDeadline(of: owner, on: loop)
        deadline.set(.seconds(10)) { $0.seen.append("head") }
        deadline.clear()
        loop.advanceTime(by: .seconds(20))
        deadline.set(.seconds(10)) { $0.seen.append("idle") }
        deadline.end()
        loop.advanceTime(by: .seconds(20))
        #expect(owner.seen.isEmpty)
    }

    @Test func `what happens may set the next limit`() {
        let deadline = MovingDeadline(of: owner, on: loop)
        deadline.set(.seconds(1)) { owner in
            owner.seen.append("first")
            deadline.set(.seconds(1)) { $0.seen.append("second") }
        }
        loop.advanceTime(by: .seconds(2))
        #expect(owner.seen == ["first", "second"])
    }
}
