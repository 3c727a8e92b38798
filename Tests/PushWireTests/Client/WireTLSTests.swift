import Glibc
import PushModel
import PushTestSupport
import PushWire
import Testing
import WireTestSupport

@Suite struct WireTLSTests {
    private let client = WireClient { _ in nil }
    private let authority: TestAuthority
    private let place: TemporaryDirectory

    init() throws {
        authority = try TestAuthority()
        place = try TemporaryDirectory()
        try place.write(authority.pem, to: "ca.pem")
    }

    private func options(_ pins: String...) throws -> WireOptions {
        WireOptions(
            authorityFile: place.path + "/ca.pem",
            pins: try pins.map { try #require(CertificatePin($0)) })
    }

    private func request(_ server: ScriptedServer, host: String = "localhost") -> WireRequest {
        WireRequest(method: "POST", url: "https://\(host):\(server.port)/x", body: [1, 2, 3])
    }

    private func failure(_ request: WireRequest, _ options: WireOptions) -> WireFailure? {
        do throws(WireFailure) {
            _ = try client.send(request, options: options)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a server that the added authority vouches for is spoken to`(host: String) throws {
        let server = try ScriptedServer(tls: authority.server().context)
        #expect(try client.send(request(server, host: host), options: options()).status == 200)
        #expect(server.requests.map(\.body) == [[1, 2, 3]])
    }

    @Test func `a server of an unknown authority gets nothing`() throws {
        let server = try ScriptedServer(tls: authority.server().context)
        let other = try TestAuthority("another one")
        try place.write(other.pem, to: "other.pem")
        for file in [nil, place.path + "/other.pem"] {
            let found = failure(request(server), WireOptions(authorityFile: file))
            #expect(found?.kind == .tlsUntrusted)
            #expect(
                found?.message
                    == "no trusted authority signed the certificate of `localhost` port "
                    + "\(server.port)")
            #expect(found?.mayPass == false)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a certificate out of its time is told with the day`() throws {
        let old = try ScriptedServer(tls: authority.server(days: -40...(-30)).context)
        let early = try ScriptedServer(tls: authority.server(days: 30...40).context)
        let found = try failure(request(old), options())
        #expect(found?.kind == .tlsExpired)
        #expect(found?.message.hasPrefix("the certificate of `localhost` expired on 20") == true)
        let second = try failure(request(early), options())
        #expect(second?.kind == .tlsExpired)
        #expect(second?.message.hasPrefix("the certificate of `localhost` begins on 20") == true)
        #expect(old.requests.isEmpty && early.requests.isEmpty)
    }

    @Test func `a certificate for another host is told`() throws {
        let server = try ScriptedServer(tls: authority.server(host: "other.example").context)
        #expect(
            try failure(request(server), options())
                == WireFailure(.tlsWrongHost, "the certificate is not for `localhost`"))
        #expect(server.requests.isEmpty)
    }

    @Test func `a pin lets its server through, by key or by certificate`() throws {
        let identity = try authority.server()
        let server = try ScriptedServer(tls: identity.context)
        for pin in [identity.keyPin, identity.certificatePin] {
            #expect(try client.send(request(server), options: options(pin)).status == 200)
        }
        let other = try authority.server()
        let both = try options(other.keyPin, identity.keyPin)
        #expect(try client.send(request(server), options: both).status == 200)
    }

    @Test func `a server that no pin names gets nothing, though it is trusted`() throws {
        let server = try ScriptedServer(tls: authority.server().context)
        let other = try authority.server()
        for pin in [other.keyPin, other.certificatePin] {
            #expect(
                try failure(request(server), options(pin))
                    == WireFailure(
                        .tlsPin, "`tls.pin` does not have the server's certificate"))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a pin does not make an unknown authority trusted`() throws {
        let identity = try authority.server()
        let server = try ScriptedServer(tls: identity.context)
        let pin = try #require(CertificatePin(identity.keyPin))
        #expect(failure(request(server), WireOptions(pins: [pin]))?.kind == .tlsUntrusted)
        #expect(server.requests.isEmpty)
    }

    @Test func `a server without TLS is told`() throws {
        let server = try ScriptedServer([.raw("HTTP/1.1 400 Bad Request\r\n\r\n")])
        #expect(try failure(request(server), options())?.kind == .tls)
    }

    @Test func `a file without certificates is told before anything is sent`() throws {
        let server = try ScriptedServer(tls: authority.server().context)
        try place.write("no certificate", to: "empty.pem")
        mkfifo(place.path + "/pipe.pem", 0o600)
        for (name, message) in [
            ("empty.pem", "`%` contains no PEM certificates"),
            ("pipe.pem", "cannot read `%`: it is not a regular file"),
            ("missing.pem", "cannot read `%`: no such file or directory"),
        ] {
            let path = place.path + "/" + name
            #expect(
                failure(request(server), WireOptions(authorityFile: path))
                    == WireFailure(.badOptions, message.replacing("%", with: path)))
        }
    }
}
