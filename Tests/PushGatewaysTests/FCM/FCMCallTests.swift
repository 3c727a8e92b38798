import Testing

@testable import PushGateways

/// KD-06: which of Google's hosts answers which call.
@Suite struct FCMCallTests {
    private static let send = "/v1/projects/p/messages:send"
    private static let topics = "/v1/projects/p/registrations/r/topicSubscriptions"

    @Test(
        arguments: [
            ("POST", send, "fcm.googleapis.com"), ("GET", topics, "fcm.googleapis.com"),
            ("POST", "/token", "oauth2.googleapis.com"),
            ("POST", "/oauth2/v4/token", "www.googleapis.com"),
            ("POST", "/iid/v1:batchAdd", "iid.googleapis.com"),
            ("GET", "/iid/info/r", "iid.googleapis.com"),
        ])
    func `a call is answered by one of Google's names, and by every other name`(
        method: String, path: String, host: String
    ) throws {
        let call = try #require(FCMCall(method: method, path: path))
        for name in [nil, host, host.uppercased(), host + ":443", "localhost:8443", "push.test"] {
            #expect(FCMCall(method: method, path: path, host: name) == call, "\(name ?? "none")")
        }
        for name in GatewayAddress.google where name != host {
            #expect(FCMCall(method: method, path: path, host: name) == nil, "\(name)")
        }
    }
}
