import PushModel
import PushText
import Testing

@testable import PushGateways

/// KD-06: what a sender does about each answer, by Apple's and Google's documents.
@Suite struct SendAnswerTests {
    @Test(
        arguments: [
            (200, "", .sent), (410, "Unregistered", .dead), (410, "ExpiredToken", .dead),
            (400, "BadDeviceToken", .dead), (400, "DeviceTokenNotForTopic", .dead),
            (400, "BadTopic", .fix), (403, "InvalidProviderToken", .fix),
            (404, "BadPath", .fix), (413, "PayloadTooLarge", .fix),
            (429, "TooManyRequests", .retry), (500, "InternalServerError", .retry),
            (503, "Shutdown", .retry), (400, "IdleTimeout", .retry),
        ] as [(Int, String, SendAnswer.Verdict)])
    func `a verdict follows APNs' answer`(
        status: Int, reason: String, verdict: SendAnswer.Verdict
    ) {
        #expect(SendAnswer(.apns, status: status, reason: reason).verdict == verdict)
    }

    @Test(
        arguments: [
            (200, "", .sent), (404, "UNREGISTERED", .dead), (404, "NOT_FOUND", .fix),
            (400, "INVALID_ARGUMENT", .fix), (403, "SENDER_ID_MISMATCH", .fix),
            (401, "THIRD_PARTY_AUTH_ERROR", .fix), (429, "QUOTA_EXCEEDED", .retry),
            (500, "INTERNAL", .retry), (503, "UNAVAILABLE", .retry),
        ] as [(Int, String, SendAnswer.Verdict)])
    func `a verdict follows FCM's answer`(
        status: Int, reason: String, verdict: SendAnswer.Verdict
    ) {
        #expect(SendAnswer(.fcm, status: status, reason: reason).verdict == verdict)
    }

    @Test func `every documented reason has a verdict that its cure agrees with`() {
        for answer in GatewayAnswer.documented {
            let made = SendAnswer(answer.gateway, status: answer.status, reason: answer.reason)
            #expect(made.cure(answer.gateway) == answer.cure)
            if made.verdict == .dead, answer.reason != "BadDeviceToken" {
                let isToken = answer.cure.contains("token") || answer.cure.contains("topic")
                #expect(isToken, "\(answer.reason): \(answer.cure)")
            }
        }
    }

    @Test func `a reason of Google's front end is read where its cure is its own`() throws {
        func answer(_ reason: String) throws -> SendAnswer {
            let body = """
                {"error": {"status": "PERMISSION_DENIED", "details": [{"@type":
                "type.googleapis.com/google.rpc.ErrorInfo", "reason": "\(reason)"}]}}
                """
            return SendAnswer(.fcm, status: 403, field: { _ in nil }, body: Array(body.utf8))
        }
        let scope = try answer("ACCESS_TOKEN_SCOPE_INSUFFICIENT")
        #expect(scope.reason == "ACCESS_TOKEN_SCOPE_INSUFFICIENT" && scope.verdict == .fix)
        #expect(try answer("SERVICE_DISABLED").reason == "PERMISSION_DENIED")
        #expect(SendAnswer(FCMRefusal.insufficientScope).reason == scope.reason)
        #expect(try #require(scope.cure(.fcm)).contains("auth/firebase.messaging"))
    }

    @Test func `the remedy is that of the part that is wrong, where it is known`() {
        let answer = SendAnswer(APNsRefusal(.ordinaryTokenForActivity))
        #expect(answer.cure(.apns) == RequestFault.ordinaryTokenForActivity.cure)
        #expect(
            SendAnswer(APNsRefusal(.broadcastType)).cure(.apns)
                == "send `apns-push-type: liveactivity`")
    }

    @Test func `a pause is what the gateway asks for, up to two minutes`() {
        func pause(
            _ gateway: GatewayAnswer.Gateway, _ status: Int, _ after: Int?, _ n: Int
        ) -> Int? {
            var answer = SendAnswer(gateway, status: status, reason: "x")
            (answer.retryAfter, answer.attempts) = (after, n)
            return answer.pause(gateway)
        }
        #expect(pause(.apns, 429, 7, 1) == 7 && pause(.apns, 503, 120, 1) == 120)
        #expect(pause(.apns, 503, 121, 1) == nil)
        // Apple wants 15 minutes, which nobody waits for at a prompt.
        #expect(pause(.apns, 500, nil, 1) == nil && pause(.apns, 429, nil, 1) == nil)
        #expect(pause(.fcm, 429, nil, 1) == 60 && pause(.fcm, 429, nil, 2) == 120)
        #expect(pause(.fcm, 429, nil, 3) == nil)
        #expect(pause(.fcm, 500, nil, 1) == 10 && pause(.fcm, 503, nil, 3) == 40)
        for status in [400, 401, 403, 404, 410, 413] {
            #expect(pause(.apns, status, 1, 1) == nil && pause(.fcm, status, 1, 1) == nil)
        }
    }

    @Test func `an answer that was lost is not asked for again, one that never left is`() {
        var answer = SendAnswer(reason: "connection reset", verdict: .retry)
        #expect(answer.pause(.apns) == nil)
        answer.isUnsent = true
        #expect(answer.pause(.apns) == 1)
        answer.attempts = 3
        #expect(answer.pause(.apns) == 4)
        #expect(SendAnswer.goneAway.pause(.apns) == 0)
    }

    @Test func `an unknown token is dead only beside one that was taken`() {
        let bad = SendAnswer(.apns, status: 400, reason: "BadDeviceToken")
        let dead = SendAnswer(.apns, status: 410, reason: "Unregistered")
        let sent = SendAnswer(.apns, status: 200, reason: nil)
        #expect(SendAnswer.settled([bad, dead]).map(\.verdict) == [.fix, .dead])
        #expect(SendAnswer.settled([bad, dead, sent]).map(\.verdict) == [.dead, .dead, .sent])
    }

    @Test func `the bodies of both gateways are read`() {
        let body = #"{"reason":"Unregistered","timestamp":1767225600000}"#
        let answer = SendAnswer(
            .apns, status: 410, field: { ["apns-id": "ID", "apns-unique-id": "U"][$0] },
            body: Array(body.utf8))
        #expect(answer.reason == "Unregistered" && answer.deadSince == 1_767_225_600_000)
        #expect(answer.id == "ID" && answer.uniqueID == "U")
        let refusal = FCMRefusal(.noAPNsKey)
        let passed = SendAnswer(
            .fcm, status: 401, field: { _ in nil }, body: Array(refusal.body.text.utf8))
        #expect(passed.reason == "THIRD_PARTY_AUTH_ERROR")
        #expect(passed.message == "APNs answered InvalidProviderToken")
        let front = SendAnswer(
            .fcm, status: 401, field: { _ in nil },
            body: Array(FCMRefusal.missingCredential.body.text.utf8))
        #expect(front.reason == "UNAUTHENTICATED")
        #expect(front.message?.hasPrefix("Request is missing required") == true)
        let taken = SendAnswer(
            .fcm, status: 200, field: { _ in nil }, body: Array(#"{"name":"projects/p/1"}"#.utf8))
        #expect(taken.verdict == .sent && taken.id == "projects/p/1" && taken.reason == nil)
        let page = SendAnswer(.fcm, status: 502, field: { _ in nil }, body: Array("<html>".utf8))
        #expect(page.reason == "HTTP 502" && page.verdict == .retry)
    }
}
