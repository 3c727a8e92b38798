import PushModel
import PushTestSupport
import PushWire
import Testing
import WireTestSupport

/// TD-15: requests through a proxy that opens its tunnel, to a server whose name only it knows.
@Suite struct WireTunnelTests {
    static let kinds: [(TunnelProxy.Kind, String)] = [(.connect, "http"), (.socks5, "socks5")]
    private let authority: TestAuthority
    private let place: TemporaryDirectory

    init() throws {
        authority = try TestAuthority()
        place = try TemporaryDirectory()
        try place.write(authority.pem, to: "ca.pem")
    }

    private func client(_ scheme: String, _ proxy: TunnelProxy) -> WireClient {
        let address = "\(scheme)://127.0.0.1:\(proxy.port)"
        return WireClient { $0 == "https_proxy" ? address : nil }
    }

    private var options: WireOptions { WireOptions(authorityFile: place.path + "/ca.pem") }

    private func request(_ byte: UInt8) -> WireRequest {
        WireRequest(method: "POST", url: "https://ingest.example/x", body: [byte])
    }

    @Test(arguments: kinds)
    func `what goes through the tunnel is TLS with the server itself`(
        kind: TunnelProxy.Kind, scheme: String
    ) throws {
        let server = try ScriptedServer(
            [.status(200, body: "one"), .status(206, body: "two")],
            tls: authority.server(host: "ingest.example").context)
        let proxy = try TunnelProxy(kind, to: server)
        let client = client(scheme, proxy)
        let first = try client.send(request(1), options: options)
        #expect(first.status == 200 && first.body == Array("one".utf8))
        let second = try client.send(request(2), options: options)
        #expect(second.status == 206 && second.body == Array("two".utf8))
        #expect(proxy.targets.first == "ingest.example:443")
        #expect(Set(proxy.targets).count == 1)
        #expect(server.requests.map(\.body) == [[1], [2]])
        #expect(server.requests.first?.headers["host"] == "ingest.example")
    }

    @Test(arguments: kinds)
    func `a proxy cannot put another server in the place`(
        kind: TunnelProxy.Kind, scheme: String
    ) throws {
        let other = try ScriptedServer(tls: authority.server(host: "other.example").context)
        let proxy = try TunnelProxy(kind, to: other)
        let failure = #expect(throws: WireFailure.self) {
            try client(scheme, proxy).send(request(1), options: options)
        }
        #expect(failure?.mayPass == false)
        #expect(other.requests.isEmpty)
        #expect(proxy.targets.first == "ingest.example:443")
    }

    @Test(arguments: kinds)
    func `a pin holds through the tunnel`(kind: TunnelProxy.Kind, scheme: String) throws {
        let identity = try authority.server(host: "ingest.example")
        let server = try ScriptedServer(tls: identity.context)
        let proxy = try TunnelProxy(kind, to: server)
        let other = try authority.server(host: "ingest.example")
        for (pin, isRight) in [(identity.keyPin, true), (other.keyPin, false)] {
            let options = WireOptions(
                authorityFile: place.path + "/ca.pem",
                pins: [try #require(CertificatePin(pin))])
            // A connection is kept for its options; each pin gets a client of its own.
            let client = client(scheme, proxy)
            if isRight {
                #expect(try client.send(request(1), options: options).status == 200)
            } else {
                #expect(throws: WireFailure.self) { try client.send(request(2), options: options) }
            }
        }
        #expect(server.requests.map(\.body) == [[1]])
    }
}
