import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// TD-06: what connections refuse by themselves is counted and reported, in few lines.
@Suite struct RefusalDeskTests {
    private static func refusal(_ message: String, of path: String = "/a") -> ConnectionRefusal {
        ConnectionRefusal(
            .ingest, .answer(413), message, of: ConnectionRefusal.subject("POST", path))
    }

    @Test func `a line says what was refused and why, without the query`() {
        let subject = ConnectionRefusal.subject("POST", "/a/b?apikey=secret")
        let refused = ConnectionRefusal(.ingest, .answer(413), "too large", of: subject)
        #expect(refused.line == "refused POST /a/b 413: too large")
        let token = String(repeating: "0123456789abcdef", count: 4)
        let sent = ConnectionRefusal.subject("POST", "/3/device/\(token)")
        #expect(sent == "POST /3/device/0123456789…")
        let unread = ConnectionRefusal(.api, .answer(400), "the request is not HTTP")
        #expect(unread.line == "refused api 400: the request is not HTTP")
        #expect(
            ConnectionRefusal.full("proxy", ServerLimits()).line
                == "refused proxy: 1000 connections are open")
    }

    @Test func `refusals alike share a line, and the lines have a limit`() {
        let desk = RefusalDesk()
        #expect(!desk.ring() && desk.take().isEmpty)
        for index in 0..<12 {
            for path in ["/a", "/b"] { desk.add(Self.refusal("reason \(index)", of: path)) }
        }
        // Nothing is reported before its time.
        #expect(desk.take().isEmpty && desk.ring())
        let lines = desk.take()
        #expect(lines.count == RefusalDesk.few + 1)
        #expect(lines.first == "refused POST /a 413: reason 0 (2 times)")
        #expect(lines.last == "refused 8 more, for other reasons")
        #expect(!desk.ring() && desk.take().isEmpty)
    }

    @Test func `the first is reported at once, the others of its second together`() {
        let loop = EmbeddedEventLoop()
        var counted = 0
        let table = ConnectionTable(ServerLimits(), Mailbox(limit: 10), Outbox(loop)) { _ in
            counted += 1
        }
        table.note(Self.refusal("a"))
        #expect(table.refusals.take() == ["refused POST /a 413: a"])
        for _ in 0..<1000 { table.note(Self.refusal("a")) }
        #expect(table.refusals.take().isEmpty)
        loop.advanceTime(by: .seconds(1))
        #expect(table.refusals.take() == ["refused POST /a 413: a (1000 times)"])
        loop.advanceTime(by: .seconds(1))
        table.note(Self.refusal("b"))
        #expect(table.refusals.take() == ["refused POST /a 413: b"])
        #expect(counted == 1002)
    }

    @Test func `an alert about the certificate names the authority, another fault its own name`() {
        let watch = HandshakeWatch()
        #expect(watch.message == HandshakeWatch.hungUp)
        func message(_ error: String) -> String {
            HandshakeWatch.message("sslError([Error: 1 error:1:OPENSSL_internal:\(error)")
        }
        #expect(message("TLSV1_ALERT_UNKNOWN_CA at a.cc:1])").hasSuffix("(`ca`): `unknown_ca`"))
        #expect(
            message("SSLV3_ALERT_CERTIFICATE_UNKNOWN at a.cc:1])")
                .hasPrefix("the client does not accept the certificate: it may not trust"))
        #expect(
            message("NO_SHARED_CIPHER at a.cc:1])")
                == "the TLS handshake failed: `no_shared_cipher`")
        watch.look(at: ByteBuffer(bytes: [0x14, 3, 3, 0, 1, 1, 0x15, 3, 3, 0, 2, 2, 48]))
        #expect(watch.message.hasSuffix("`unknown_ca`"))
        #expect(HandshakeWatch.message("EOF during handshake") == HandshakeWatch.hungUp)
    }
}
