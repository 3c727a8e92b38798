import Testing

@testable import PushWire

/// Where `send` really connects to: the vendor, or the host that `--host` names in its stead.
@Suite struct GatewayRouteTests {
    private func route(_ place: String?) -> GatewayRoute {
        GatewayRoute(to: "api.push.apple.com", at: place)
    }

    @Test(
        arguments: [
            (nil, nil, "https://api.push.apple.com:443"),
            ("localhost:2197", "localhost 2197", "https://api.push.apple.com:2197"),
            ("[::1]:2197", "::1 2197", "https://api.push.apple.com:2197"),
            ("127.0.0.1", "127.0.0.1 443", "https://api.push.apple.com:443"),
        ] as [(String?, String?, String)])
    func `the name stays the vendor's, whichever host takes its place`(
        _ place: String?, _ target: String?, _ base: String
    ) throws {
        let route = route(place)
        #expect(route.target.map { "\($0.host) \($0.port)" } == target)
        #expect(route.base == base)
        try route.checkPlace()
    }

    @Test(arguments: ["[::1:443", "localhost:x", "localhost:70000", ":443", "[]:443", ""])
    func `a place that cannot be read is refused, and never the vendor asked`(_ place: String) {
        let wanted = WireFailure(.badOptions, "`\(place)` is not a host with a port")
        let failure = #expect(throws: WireFailure.self) { try route(place).checkPlace() }
        #expect(failure == wanted)
        let configuring = #expect(throws: WireFailure.self) {
            try route(place).configuration { _ in nil }
        }
        #expect(configuring == wanted)
    }

    @Test func `a failure names the host that was contacted`() {
        #expect(route(nil).asked?.host == "api.push.apple.com")
        #expect(route("localhost:2197").asked.map { "\($0.host) \($0.port)" } == "localhost 2197")
        #expect(route("[::1]:2197").asked.map { "\($0.host) \($0.port)" } == "::1 2197")
    }

    @Test func `a proxy leads to the vendor, and not to a host in its place`() throws {
        let environment = { (name: String) in name == "https_proxy" ? "p:1" : nil }
        #expect(try route(nil).proxy(environment)?.host == "p")
        #expect(try route("a.example:443").proxy(environment) == nil)
    }

    @Test func `routes share a connection only where all of it is the same`() {
        var other = route(nil)
        #expect(other.key == route(nil).key)
        other.authority = "ca.pem"
        #expect(other.key != route(nil).key)
        #expect(route("a:1").key != route("a:2").key)
        var patient = route(nil)
        patient.timeoutSeconds = 60
        #expect(patient.key != route(nil).key)
    }
}
