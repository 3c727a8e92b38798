import PushModel
import Testing

@testable import PushGateways

extension APNsGatewayTests {
    @Test(arguments: [("zzzz", true), ("aaa", true), ("aa/", true), ("aaaa", false)])
    func `a token of another form is told apart from one that was never issued`(
        token: String, isOfOtherForm: Bool
    ) {
        var connection = APNsConnection()
        let outcome = gateway().judge(request(token: token), on: &connection).outcome
        guard case .refused(let refusal) = outcome else {
            Issue.record("found \(outcome)")
            return
        }
        #expect(refusal.answer.reason == "BadDeviceToken")
        #expect((refusal.fault == .deviceTokenForm) == isOfOtherForm)
    }

    @Test func `a claim of the wrong kind is told apart from one that is missing`() {
        for (head, issued, cause) in [
            (#"{"alg":"ES256","kid":5}"#, "1", "the token's `kid` is a number, wanted a text"),
            (#"{"alg":"ES256","kid":null}"#, "1", "the token's `kid` is null, wanted a text"),
        ] {
            let field = Self.text(head, #"{"iss":"T","iat":\#(issued)}"#)
            var connection = APNsConnection()
            let outcome = gateway().judge(
                request(["authorization": field]), on: &connection
            ).outcome
            guard case .refused(let refusal) = outcome else {
                Issue.record("found \(outcome)")
                continue
            }
            #expect(refusal.cause == cause)
        }
    }

    @Test(arguments: ["1e30", "9223372036854775808"])
    func `a time beyond all numbers is ahead of the clock`(issued: String) {
        var gateway = gateway()
        gateway.keys = []
        let field = Self.text(
            #"{"alg":"ES256","kid":"K"}"#, #"{"iss":"T","iat":\#(issued)}"#)
        var connection = APNsConnection()
        let verdict = gateway.judge(request(["authorization": field]), on: &connection)
        #expect(verdict.outcome == .refused(APNsRefusal(.issuedInFuture)))
    }

    @Test func `a key of another team than the app's is refused, and the clause names both`() {
        var gateway = gateway()
        for (team, found) in [
            (nil, nil), ("PUSHSHTEAM", nil),
            (
                "OTHERTEAM1",
                "the provider token is of team `PUSHSHTEAM`, and `com.example.myapp` belongs to "
                    + "team `OTHERTEAM1`"
            ),
        ] as [(String?, String?)] {
            gateway.teams[Self.bundleID] = team
            var connection = APNsConnection()
            let outcome = gateway.judge(request(), on: &connection).outcome
            guard case .refused(let refusal) = outcome else {
                #expect(found == nil)
                continue
            }
            #expect(refusal.answer.reason == "TopicDisallowed" && refusal.found == found)
            #expect(refusal.fault == .appOfOtherTeam)
        }
        // APNs looks at the token's app only once the key covers the topic.
        #expect(
            reason(request(["apns-topic": "com.example.other"]), gateway)
                == "DeviceTokenNotForTopic")
    }

    @Test func `a certificate has no team, and the topics that it lists count`() {
        var gateway = gateway()
        gateway.teams[Self.bundleID] = "OTHERTEAM1"
        let own = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        #expect(reason(request(), gateway, on: own) == nil)
    }
}
