import PushSimulation
import Testing

@testable import PushGateways

/// KD-06: the order in which targets are asked, again, and no more.
@Suite struct SendQueueTests {
    private let sent = SendAnswer(.apns, status: 200, reason: nil)

    private func refused(_ status: Int, _ reason: String, after: Int? = nil) -> SendAnswer {
        var answer = SendAnswer(.apns, status: status, reason: reason)
        answer.retryAfter = after
        return answer
    }

    @Test func `the first goes alone, the others as many at once as were asked for`() {
        var queue = SendQueue(.apns, count: 5, .init(jobs: 2))
        #expect(queue.next(at: 0) == .send(0))
        #expect(queue.next(at: 0) == .wait(nil))
        queue.take(sent, for: 0, at: 1)
        #expect(queue.next(at: 1) == .send(1) && queue.next(at: 1) == .send(2))
        #expect(queue.next(at: 1) == .wait(nil))
        queue.take(sent, for: 2, at: 2)
        #expect(queue.next(at: 2) == .send(3))
        for target in [1, 3] { queue.take(sent, for: target, at: 3) }
        #expect(queue.next(at: 3) == .send(4))
        #expect(queue.next(at: 3) == .wait(nil))
        queue.take(sent, for: 4, at: 4)
        #expect(queue.next(at: 4) == .over)
        #expect(queue.finished().map(\.verdict) == Array(repeating: .sent, count: 5))
    }

    @Test func `a target is asked again after the pause, as often as was allowed`() {
        var queue = SendQueue(.apns, count: 1, .init(retries: 1))
        #expect(queue.next(at: 0) == .send(0))
        queue.take(refused(429, "TooManyRequests", after: 2), for: 0, at: 10)
        #expect(queue.next(at: 10) == .wait(2000))
        #expect(queue.next(at: 2009) == .wait(1) && queue.next(at: 2010) == .send(0))
        queue.take(refused(429, "TooManyRequests", after: 2), for: 0, at: 2011)
        #expect(queue.next(at: 2011) == .over)
        let answer = queue.finished()[0]
        #expect(answer.verdict == .retry && answer.attempts == 2 && answer.retryAfter == 2)
    }

    @Test func `targets that wait are asked again in the order of their times`() {
        let pauses = [5, 2, 9, 2, 7, 1, 3]
        var queue = SendQueue(.apns, count: pauses.count, .init())
        for (target, pause) in pauses.enumerated() {
            #expect(queue.next(at: 0) == .send(target))
            queue.take(refused(429, "TooManyRequests", after: pause), for: target, at: 0)
        }
        #expect(queue.next(at: 0) == .wait(1000))
        for target in [5, 1, 3, 6, 0, 4, 2] {
            #expect(queue.next(at: 9000) == .send(target))
            queue.take(sent, for: target, at: 9000)
        }
        #expect(queue.next(at: 9000) == .over)
    }

    /// With a search of all that wait, this took minutes.
    @Test func `many targets may wait at once`() {
        var queue = SendQueue(.apns, count: 100_000, .init())
        for target in 0..<100_000 {
            guard case .send(target) = queue.next(at: 0) else { break }
            queue.take(refused(429, "TooManyRequests", after: 1), for: target, at: 0)
        }
        #expect(queue.next(at: 0) == .wait(1000) && queue.next(at: 1000) == .send(0))
        queue.interrupt()
        #expect(queue.finished().count == 100_000)
    }

    @Test func `a full service is left alone by all, a busy device by its own push alone`() {
        for (status, isAll) in [(503, true), (429, false)] {
            var queue = SendQueue(.apns, count: 3, .init())
            #expect(queue.next(at: 0) == .send(0))
            queue.take(refused(status, "x", after: 1), for: 0, at: 0)
            #expect(queue.next(at: 0) == (isAll ? .wait(1000) : .send(1)))
        }
    }

    @Test func `three equal refusals of the sender end the run`() {
        var queue = SendQueue(.apns, count: 9, .init())
        for target in 0..<3 {
            #expect(queue.next(at: 0) == .send(target))
            queue.take(refused(403, "InvalidProviderToken"), for: target, at: 0)
        }
        #expect(queue.next(at: 0) == .over && queue.halt?.reason == "InvalidProviderToken")
        let answers = queue.finished()
        #expect(answers.count == 9 && answers[2].verdict == .fix)
        #expect(answers[3...].allSatisfy { $0.verdict == .retry && $0.reason == "NotSent" })
        #expect(answers[3...].allSatisfy { $0.attempts == 0 })
    }

    @Test func `what concerns one token, or was taken between, ends nothing`() {
        var queue = SendQueue(.fcm, count: 9, .init())
        for target in 0..<9 {
            #expect(queue.next(at: 0) == .send(target))
            let isTaken = target == 2
            queue.take(
                isTaken ? sent : SendAnswer(.fcm, status: 403, reason: "SENDER_ID_MISMATCH"),
                for: target, at: 0)
        }
        #expect(queue.halt == nil && queue.next(at: 0) == .over)
        var mixed = SendQueue(.apns, count: 4, .init())
        let reasons = ["Forbidden", "BadCertificate", "Forbidden", "Forbidden"]
        for (target, reason) in reasons.enumerated() {
            #expect(mixed.next(at: 0) == .send(target))
            mixed.take(refused(403, reason), for: target, at: 0)
        }
        #expect(mixed.halt == nil)
    }

    @Test func `a rate is kept, and what was not used is not made up for`() {
        var queue = SendQueue(.apns, count: 4, .init(rate: 10))
        #expect(queue.next(at: 0) == .send(0))
        queue.take(sent, for: 0, at: 1)
        guard case .wait(let pause?) = queue.next(at: 1) else {
            Issue.record("the second request did not wait")
            return
        }
        #expect((90...100).contains(pause))
        #expect(queue.next(at: 5000) == .send(1))
        #expect(queue.next(at: 5001) != .send(2))
        #expect(queue.next(at: 5101) == .send(2))
    }

    @Test func `streams that a GOAWAY left out are asked again soon, and count for nothing`() {
        var queue = SendQueue(.apns, count: 5, .init())
        #expect(queue.next(at: 0) == .send(0))
        queue.take(sent, for: 0, at: 0)
        for target in 1..<5 { #expect(queue.next(at: 0) == .send(target)) }
        for target in 1..<5 { queue.take(.goneAway, for: target, at: 1) }
        #expect(queue.halt == nil)
        #expect(queue.next(at: 1) == .wait(20))
        for target in 1..<5 {
            #expect(queue.next(at: 21) == .send(target))
            queue.take(sent, for: target, at: 22)
        }
        #expect(queue.finished().map(\.verdict) == Array(repeating: .sent, count: 5))
    }

    @Test func `a connection that breaks once takes what is in flight, and not the run`() {
        var queue = SendQueue(.apns, count: 30, .init(jobs: 4))
        #expect(queue.next(at: 0) == .send(0))
        queue.take(sent, for: 0, at: 0)
        let lost = SendAnswer(reason: "connection reset", verdict: .retry)
        for target in 1...10 {
            #expect(queue.next(at: 0) == .send(target))
            queue.take(lost, for: target, at: 0)
            #expect(queue.halt == nil)
        }
        #expect(queue.next(at: 0) == .send(11))
        queue.take(lost, for: 11, at: 0)
        #expect(queue.halt?.reason == "connection reset" && queue.next(at: 0) == .over)
    }

    @Test func `after an interruption nothing begins, and the rest can be sent again`() {
        var queue = SendQueue(.apns, count: 3, .init())
        #expect(queue.next(at: 0) == .send(0))
        queue.interrupt()
        #expect(queue.next(at: 0) == .wait(nil))
        queue.take(sent, for: 0, at: 0)
        #expect(queue.next(at: 0) == .over)
        #expect(queue.finished().map(\.reason) == [nil, "Interrupted", "Interrupted"])
    }

    @Test func `of an interrupted run, what was in flight may have arrived`() {
        var queue = SendQueue(.apns, count: 4, .init())
        #expect(queue.next(at: 0) == .send(0))
        queue.take(sent, for: 0, at: 0)
        #expect(queue.next(at: 0) == .send(1) && queue.next(at: 0) == .send(2))
        queue.take(refused(503, "Shutdown", after: 9), for: 1, at: 0)
        queue.interrupt()
        // The second waits to be sent again, the third has no answer, the fourth was never sent.
        #expect(queue.finished().map(\.attempts) == [1, 0, 1, 0])
        #expect(queue.finished().map(\.isLost) == [false, false, true, false])
    }

    @Test func `three equal refusals of the sender are a streak, and an accepted push ends it`() {
        var streak = FailureStreak(jobs: 2)
        let (stranger, other) = (refused(403, "InvalidProviderToken"), refused(403, "Forbidden"))
        let ends = [stranger, stranger, sent, stranger, other, stranger, stranger, stranger]
            .map { streak.ends(with: $0) }
        #expect(ends == [false, false, false, false, false, false, false, true])
        #expect(streak.isProven)
        #expect(SendAnswer.notSent.verdict == .retry && !SendAnswer.notSent.isLost)
    }

    @Test func `a request that cannot be made ends the run, and the answers stay`() {
        var queue = SendQueue(.fcm, count: 4, .init(jobs: 2))
        #expect(queue.next(at: 0) == .send(0) && !queue.hasBegun)
        queue.take(sent, for: 0, at: 1)
        #expect(queue.next(at: 1) == .send(1) && queue.next(at: 1) == .send(2) && queue.hasBegun)
        let reason = SendAnswer(reason: "no access token", verdict: .retry)
        queue.stop(before: 2, because: reason)
        #expect(queue.next(at: 2) == .wait(nil))
        queue.take(sent, for: 1, at: 3)
        #expect(queue.next(at: 3) == .over && queue.halt == reason)
        let answers = queue.finished()
        #expect(answers.map(\.verdict) == [.sent, .sent, .retry, .retry])
        #expect(answers.map(\.attempts) == [1, 1, 0, 0] && !answers.contains(where: \.isLost))
    }

    @Test func `an interrupt while a request is made halts nothing and loses nothing`() {
        var queue = SendQueue(.fcm, count: 2, .init(jobs: 1))
        #expect(queue.next(at: 0) == .send(0))
        queue.take(sent, for: 0, at: 1)
        #expect(queue.next(at: 1) == .send(1))
        queue.stop(before: 1, because: nil)
        #expect(queue.next(at: 2) == .over && queue.halt == nil)
        #expect(queue.finished()[1].reason == "Interrupted" && !queue.finished()[1].isLost)
    }
}
