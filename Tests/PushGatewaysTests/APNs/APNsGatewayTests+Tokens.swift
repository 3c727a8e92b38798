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
}
