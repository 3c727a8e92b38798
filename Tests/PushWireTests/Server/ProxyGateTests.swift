import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// The proxy's port: CONNECT to a gateway's name, and nothing else.
@Suite struct ProxyGateTests {
    private final class Line {
        let channel: EmbeddedChannel
        let table: ConnectionTable

        init() throws {
            let loop = EmbeddedEventLoop()
            table = ConnectionTable(ServerLimits(), Mailbox(limit: 10), Outbox(loop))
            let entrance = Entrance(
                service: .apns, takesCleartext: true, takesHTTP1: true, defaultsToHTTP2: false)
            let gate = ProxyGate(table, ["api.push.apple.com": entrance])
            channel = EmbeddedChannel(handler: gate, loop: loop)
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            loop.run()
        }

        /// Sends a text, and returns what came back.
        func send(_ text: String) throws -> String {
            try channel.writeInbound(ByteBuffer(string: text))
            channel.embeddedEventLoop.run()
            var answer = ""
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
                answer += String(buffer: buffer)
            }
            return answer
        }
    }

    private static func refusal(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    private static let bad = refusal(
        "400 Bad Request", "wanted `CONNECT HOST:PORT HTTP/1.1`\n")
    private static let foreign = refusal(
        "403 Forbidden",
        "this proxy leads to the gateways of this workspace and to no other host\n")

    @Test(arguments: [
        ("GET / HTTP/1.1", refusal("405 Method Not Allowed", "this proxy only accepts CONNECT\n")),
        (
            "connect api.push.apple.com:443 HTTP/1.1",
            refusal("405 Method Not Allowed", "this proxy only accepts CONNECT\n")
        ),
        ("CONNECT api.push.apple.com:443", bad), ("CONNECT", bad), ("", bad),
        ("CONNECT api.push.apple.com:443 HTTP/2", bad),
        ("CONNECT a b HTTP/1.1", bad), ("CONNECT evil.example:443 HTTP/1.1", foreign),
        ("CONNECT api.push.apple.com.evil.example:443 HTTP/1.1", foreign),
        ("CONNECT :443 HTTP/1.1", foreign), ("CONNECT api.push.apple.com HTTP/1.1", bad),
        ("CONNECT api.push.apple.com: HTTP/1.1", bad),
        ("CONNECT api.push.apple.com:0 HTTP/1.1", bad),
        ("CONNECT api.push.apple.com:65536 HTTP/1.1", bad),
        ("CONNECT api.push.apple.com..:443 HTTP/1.1", foreign),
    ])
    func `anything but CONNECT to a gateway is refused, and the connection closed`(
        _ line: String, _ answer: String
    ) throws {
        let gate = try Line()
        #expect(try gate.send(line + "\r\nHost: a\r\n\r\n") == answer)
        #expect(!gate.channel.isActive)
        #expect(gate.table.isEmpty)
        #expect(gate.table.refusals.take().count == 1)
    }

    @Test(arguments: [
        "CONNECT api.push.apple.com:443 HTTP/1.1", "CONNECT API.push.Apple.com:2197 HTTP/1.0",
        "CONNECT api.push.apple.com.:443 HTTP/1.1",
    ])
    func `a gateway's name is connected, in any case and on any port`(_ line: String) throws {
        let gate = try Line()
        #expect(try gate.send(line + "\r\n") == "")
        let answer = try gate.send("Proxy-Authorization: Basic x\r\n\r\n")
        #expect(answer == "HTTP/1.1 200 Connection established\r\n\r\n")
        #expect(gate.channel.isActive)
    }

    /// Once, both sides waited for the other until the time was over.
    @Test func `a client that begins TLS is told at once what this port takes`() throws {
        let gate = try Line()
        let answer = try gate.send("\u{16}\u{3}\u{1}")
        #expect(
            answer
                == Self.refusal(
                    "400 Bad Request",
                    "the client began TLS, wanted `CONNECT HOST:PORT HTTP/1.1` before it\n"))
        #expect(!gate.channel.isActive)
    }

    @Test func `a head may come byte by byte`() throws {
        let gate = try Line()
        let head = "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: a\r\n\r\n"
        for letter in head.unicodeScalars.dropLast() { #expect(try gate.send("\(letter)") == "") }
        #expect(gate.channel.isActive)
        #expect(try gate.send("\n") == "HTTP/1.1 200 Connection established\r\n\r\n")
    }

    @Test func `a head without an end is refused, and one that dawdles cut off`() throws {
        let long = try Line()
        let answer = try long.send("CONNECT " + String(repeating: "a", count: 9000))
        #expect(answer == Self.refusal("431 Request Header Fields Too Large", ""))
        #expect(!long.channel.isActive)
        let slow = try Line()
        #expect(try slow.send("CONNECT ") == "")
        slow.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(slow.channel.isActive)
        slow.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!slow.channel.isActive)
        #expect(slow.table.isEmpty)
    }
}
