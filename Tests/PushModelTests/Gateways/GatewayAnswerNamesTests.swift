import Testing

@testable import PushModel

/// The names by which people quote a gateway's refusal.
@Suite struct GatewayAnswerNamesTests {
    @Test(
        arguments: [
            ("BadDeviceToken", "BadDeviceToken"), ("baddevicetoken", "BadDeviceToken"),
            ("Sender-ID-Mismatch", "SENDER_ID_MISMATCH"), ("Shutdown", "Shutdown"),
            ("messaging/mismatched-credential", "SENDER_ID_MISMATCH"),
            ("messaging/registration-token-not-registered", "UNREGISTERED"),
            ("NotRegistered", "UNREGISTERED"), ("MismatchSenderId", "SENDER_ID_MISMATCH"),
            ("InvalidApnsCredential", "THIRD_PARTY_AUTH_ERROR"),
            ("InvalidRegistration", "INVALID_ARGUMENT"),
        ])
    func `a refusal is found by each of its names`(_ name: String, _ reason: String) {
        #expect(GatewayAnswer(named: name)?.reason == reason)
    }

    @Test(arguments: ["shutdown", "internal", "forbidden", "unavailable", "banner", ""])
    func `a word of English is no reason`(_ word: String) {
        #expect(GatewayAnswer(named: word) == nil)
    }
}
