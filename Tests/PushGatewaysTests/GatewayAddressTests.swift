import PushGateways
import Testing

/// A host name tells APNs' environment.
@Suite struct GatewayAddressTests {
    @Test(arguments: [
        ("api.sandbox.push.apple.com", true), ("api.development.push.apple.com", true),
        ("api.push.apple.com", false), ("fcm.googleapis.com", false),
    ])
    func `only the two sandbox names are of the sandbox`(host: String, isSandbox: Bool) {
        #expect(GatewayAddress.isSandbox(host) == isSandbox)
    }
}
