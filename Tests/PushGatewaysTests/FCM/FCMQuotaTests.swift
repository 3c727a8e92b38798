import PushModel
import PushText
import Testing

@testable import PushGateways

/// How much FCM lets a project send.
@Suite struct FCMQuotaTests {
    private func message(_ target: JSON, collapses: Bool = true) throws -> FCMRequest {
        var message = target
        message["notification"] = ["title": "Hi"]
        if collapses { message["apns"] = ["headers": ["apns-collapse-id": "score"]] }
        return try FCMRequest(["message": message])
    }

    private func wait(_ body: () throws(FCMRefusal) -> Void) -> Int? {
        do throws(FCMRefusal) {
            try body()
            return nil
        } catch {
            #expect(error.status == 429 && error.errorCode == "QUOTA_EXCEEDED")
            return error.retryAfter ?? 0
        }
    }

    @Test func `of collapsible messages 20 may come at once, then one every 3 minutes`() throws {
        var quota = FCMQuota()
        let score = try message(["token": .string(FCMRequestTests.token)])
        let sameApp = try message(["fid": "cAbcdefghijklmnopqrstu"])
        let other = try message(["fid": "dAbcdefghijklmnopqrstu"])
        func send(_ message: FCMRequest, at seconds: Int64) -> Int? {
            wait { () throws(FCMRefusal) in
                try quota.takeCollapsible(message, at: Tick(milliseconds: seconds * 1000))
            }
        }
        for _ in 0..<10 {
            #expect(send(score, at: 0) == nil)
            #expect(send(sameApp, at: 0) == nil)
        }
        #expect(send(score, at: 0) == 180)
        #expect(send(sameApp, at: 60) == 120)
        #expect(send(other, at: 60) == nil)
        #expect(send(score, at: 180) == nil)
        #expect(send(score, at: 181) == 179)
        // After an hour the burst is whole again, and not more than that.
        for number in 0..<21 { #expect((send(score, at: 8000) == nil) == (number < 20)) }
    }

    @Test func `what replaces nothing is free, as are topics and dry runs`() throws {
        var quota = FCMQuota()
        let free = try message(["token": .string(FCMRequestTests.token)], collapses: false)
        let topic = try message(["topic": "news"])
        var dry = try message(["token": .string(FCMRequestTests.token)])
        dry.isDryRun = true
        for message in [free, topic, dry] {
            for _ in 0..<30 {
                #expect(
                    wait { () throws(FCMRefusal) in
                        try quota.takeCollapsible(message, at: Tick(milliseconds: 0))
                    } == nil)
            }
        }
        #expect(quota == FCMQuota())
    }

    @Test func `a project sends 600,000 messages a minute, another one beside it`() {
        var quota = FCMQuota()
        func send(_ project: String, at milliseconds: Int64) -> Int? {
            wait { () throws(FCMRefusal) in
                try quota.takeMessage(of: project, at: Tick(milliseconds: milliseconds))
            }
        }
        for _ in 0..<600_000 where send("a", at: 0) != nil { Issue.record("refused") }
        #expect(send("a", at: 0) == 1)
        #expect(send("b", at: 0) == nil)
        for _ in 0..<10 { #expect(send("a", at: 1) == nil) }
        #expect(send("a", at: 1) == 1)
    }

    @Test func `a project changes 3,000 subscriptions a second`() {
        var quota = FCMQuota()
        func change(at milliseconds: Int64) -> Int? {
            wait { () throws(FCMRefusal) in
                try quota.takeSubscription(of: "a", at: Tick(milliseconds: milliseconds))
            }
        }
        for _ in 0..<3000 where change(at: 0) != nil { Issue.record("refused") }
        #expect(change(at: 0) == 1)
        for _ in 0..<3000 where change(at: 1000) != nil { Issue.record("refused") }
        #expect(change(at: 1000) == 1)
    }
}
