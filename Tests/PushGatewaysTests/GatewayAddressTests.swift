import PushGateways
import Testing

/// A host name tells APNs' environment.
@Suite struct GatewayAddressTests {
    @Test(arguments: [
        ("api.sandbox.push.apple.com", true), ("api.development.push.apple.com", true),
        ("api-broadcast.sandbox.push.apple.com", true), ("api-broadcast.push.apple.com", false),
        ("api-manage-broadcast.sandbox.push.apple.com", true),
        ("api.push.apple.com", false), ("fcm.googleapis.com", false),
    ])
    func `only the names with sandbox or development are of the sandbox`(
        host: String, isSandbox: Bool
    ) {
        #expect(GatewayAddress.isSandbox(host) == isSandbox)
        #expect((GatewayAddress.environment(of: host) == "development") == isSandbox)
    }

    @Test(arguments: [
        "API.PUSH.APPLE.COM", "api.push.apple.com.", "Api.Push.Apple.com.:2197",
        "api.push.apple.com:443",
    ])
    func `a name is known in any letters, with a full stop or a port`(host: String) {
        #expect(GatewayAddress.environment(of: host) == "production")
        #expect(GatewayAddress.environment(of: "api.push.apple.com.example") == nil)
    }

    @Test func `each name of Apple's samples is one of the gateways`() {
        // The authority's certificate and the proxy take their names from this list.
        for host in ["api-broadcast", "api-manage-broadcast", "api"] {
            for domain in ["push.apple.com", "sandbox.push.apple.com"] {
                #expect(GatewayAddress.apns.contains("\(host).\(domain)"))
            }
        }
    }
}
