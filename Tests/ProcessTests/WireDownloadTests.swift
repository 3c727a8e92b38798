import PushTestSupport
import Testing
import WireTestSupport

/// TD-08: the service extension of the built binary loads its file over TLS, and records it.
@Suite struct WireDownloadTests {
    let place: TemporaryDirectory
    let authority: TestAuthority

    init() throws {
        (place, authority) = try TestAuthority.inPlace()
    }

    private func receive(
        _ server: ScriptedServer, before: String = "", after: String = ""
    ) throws -> Pushsh.Run {
        try Pushsh.script(
            """
            config tls.ca_file ca.pem
            \(before)
            app launch
            app background
            network real
            receive <<JSON
              {"td_campaign_id": "c", "message_id": "m", "title": "T", "body": "B",
               "image_url": "https://localhost:\(server.port)/a.png"}
              JSON
            \(after)

            """, in: place)
    }

    @Test func `a file is loaded, with its own type and size, through redirects`() throws {
        let server = try ScriptedServer(
            [
                .status(302, headers: ["Location": "/b.gif"]),
                .bytes(
                    200, headers: ["Content-Type": "image/gif"],
                    body: [UInt8](repeating: 7, count: 3000)),
            ], tls: authority.server().context)
        let run = try receive(server)
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.contains("/a.png image/gif, 3 KB\n"), "\(run)")
        #expect(server.requests.map { "\($0.method) \($0.path)" } == ["GET /a.png", "GET /b.gif"])
    }

    @Test func `an answer of another type, a refusal and no trust leave the text`() throws {
        let html = try ScriptedServer(
            [.status(200, headers: ["Content-Type": "text/html"], body: "<html>")],
            tls: authority.server().context)
        #expect(try receive(html).stdout.contains("iOS cannot attach text/html"))
        let gone = try ScriptedServer([.status(404)], tls: authority.server().context)
        #expect(try receive(gone).stdout.contains("the server answers 404"))
        let strange = try ScriptedServer(tls: TestAuthority("another").server().context)
        let run = try receive(strange)
        #expect(run.stdout.contains("no trusted authority signed the certificate"), "\(run)")
        #expect(run.stdout.contains("shown   m"))
        #expect(strange.requests.isEmpty)
    }

    @Test func `a file larger than any attachment is not loaded to its end`() throws {
        let server = try ScriptedServer(
            [.raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\nx")],
            tls: authority.server().context)
        let run = try receive(server)
        #expect(run.stdout.contains("over the limit of 10 MB"), "\(run)")
    }

    @Test func `a planted answer comes before the wire`() throws {
        let server = try ScriptedServer(tls: authority.server().context)
        let run = try receive(server, before: "stub \"https://localhost:*\" status=410")
        #expect(run.stdout.contains("the server answers 410"), "\(run)")
        #expect(server.requests.isEmpty)
    }

    @Test func `what was loaded is recorded and replays alone`() throws {
        let server = try ScriptedServer(
            [.bytes(200, headers: ["Content-Type": "image/png"], body: [1, 2, 3])],
            tls: authority.server().context)
        let run = try receive(
            server, before: ".record start r.psh", after: "tap m\n.record stop")
        #expect(run.status == 0, "\(run)")
        server.stop()
        let again = try Pushsh.run(["-f", "r.psh"], in: place)
        expectSameText(again.withoutSettings, RecordTests.recorded(run))
        #expect(again.status == 0, "\(again)")
    }
}
