import Glibc
import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// One connection in an event loop whose time the test moves.
@Suite struct ConnectionHandlerTests {
    private final class Line {
        let channel: EmbeddedChannel
        let table: ConnectionTable
        let mailbox: Mailbox

        init(
            _ adjust: (inout ServerLimits) -> Void = { _ in }, _ table: ConnectionTable? = nil,
            service: ServiceKind = .ingest, origins: [String] = []
        ) throws {
            var limits = ServerLimits()
            adjust(&limits)
            // Connections of one table are on one thread.
            let loop = table?.outbox.loop as? EmbeddedEventLoop ?? EmbeddedEventLoop()
            channel = EmbeddedChannel(handler: nil, loop: loop)
            mailbox = table?.mailbox ?? Mailbox(limit: limits.waitingRequests)
            self.table =
                table
                ?? ConnectionTable(limits, mailbox, Outbox(loop), WebGuard(origins: origins))
            try Listener.configure(channel, self.table, service)
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            channel.embeddedEventLoop.run()
        }

        func send(_ text: String) throws {
            try channel.writeInbound(ByteBuffer(string: text))
        }

        /// What was written since the last look.
        func received() throws -> String {
            channel.embeddedEventLoop.run()
            var text = ""
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
                text += String(buffer: buffer)
            }
            return text
        }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        /// Answers the request that waits, and gives it.
        func answer(_ reply: ServiceReply) throws -> ServiceRequest {
            channel.embeddedEventLoop.run()
            let exchange = try #require(mailbox.take().first)
            exchange.answer(reply)
            channel.embeddedEventLoop.run()
            return exchange.request
        }
    }

    static let post = "POST /a/b?c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
    static let fine = ServiceReply.response(ServiceResponse(status: 200, body: Array("ok".utf8)))

    @Test func `a request is gathered and its answer written`() throws {
        let line = try Line()
        try line.send(String(Self.post.prefix(20)))
        try line.send(String(Self.post.dropFirst(20)))
        let request = try line.answer(Self.fine)
        #expect(request.method == "POST" && request.path == "/a/b?c")
        #expect(request.body == Array("hello".utf8) && request.header("host") == "x")
        #expect(try line.received() == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(line.channel.isActive)
    }

    @Test func `an answer has the date, also one to what is no request`() throws {
        let line = try Line()
        line.table.systemClock = { 784_111_777 }
        try line.send(Self.post)
        _ = try line.answer(Self.fine)
        #expect(
            try line.received()
                == "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                + "Content-Length: 2\r\n\r\nok")
        try line.send("NONSENSE\r\n\r\n")
        let refused = try line.received()
        #expect(refused.hasPrefix("HTTP/1.1 400 "))
        #expect(refused.contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
    }

    @Test func `what the connection refuses by itself is reported with its path`() throws {
        let line = try Line { $0.bodyBytes = 4 }
        try line.send(Self.post)
        #expect(try line.received().hasPrefix("HTTP/1.1 413 "))
        #expect(
            line.table.refusals.take()
                == ["refused POST /a/b 413: the body has 5 bytes, wanted at most 4"])
        let other = try Line(service: .api)
        try other.send("NONSENSE\r\n\r\n")
        #expect(try other.received().hasPrefix("HTTP/1.1 400 "))
        #expect(
            other.table.refusals.take() == ["refused api 400: the request is not HTTP"])
    }

    @Test func `chunks are put together, and pipelined requests answered in turn`() throws {
        let line = try Line()
        try line.send(
            "PUT /1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
                + "GET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let first = try line.answer(Self.fine)
        #expect(first.body == Array("abcde".utf8))
        let second = try line.answer(Self.fine)
        #expect(second.path == "/2")
        #expect(try line.received().contains("Connection: close"))
        line.wait(3)
        #expect(!line.channel.isActive)
    }

    @Test func `a control request learns whether its client still reads`() throws {
        let line = try Line(service: .control)
        try line.send(Self.post)
        line.channel.embeddedEventLoop.run()
        let exchange = try #require(line.mailbox.take().first)
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try line.received() == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(!exchange.isAbandoned)
        // The system reports the reset that a client without a socket sends.
        line.channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNRESET, reason: "read"))
        line.channel.embeddedEventLoop.run()
        #expect(exchange.isAbandoned && exchange.adding([]).isAbandoned)
    }

    @Test func `a client that hangs up is noticed with its next request sent`() throws {
        let line = try Line(service: .control)
        try line.send(Self.post + Self.post)
        line.channel.embeddedEventLoop.run()
        let exchange = try #require(line.mailbox.take().first)
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try line.received() == "HTTP/1.1 100 Continue\r\n\r\n")
        // One that still reads gets both answers.
        exchange.answer(Self.fine)
        #expect(try line.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
        _ = try line.answer(Self.fine)
        #expect(try line.received().contains("Connection: close"))
    }

    @Test func `a request to the control port has at most a megabyte`() throws {
        let line = try Line(service: .control)
        try line.send("POST /v1/run HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n")
        let answer = try line.received()
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("wanted at most 1048576"))
    }

    @Test func `a client of another service that closes its side only gets its answer`() throws {
        let line = try Line()
        try line.send(Self.post)
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try line.received().isEmpty)
        _ = try line.answer(Self.fine)
        #expect(try line.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `a request in the form for proxies is for the host in it`() throws {
        let line = try Line()
        try line.send("GET http://localhost:80/a?b HTTP/1.1\r\nHost: other\r\n\r\n")
        let request = try line.answer(Self.fine)
        #expect(request.path == "/a?b" && request.header("Host") == "localhost:80")
        try line.send("GET http://localhost HTTP/1.1\r\nHost: other\r\n\r\n")
        #expect(try line.answer(Self.fine).path == "/")
    }

    @Test func `an offer to change the protocol is answered, and ends the connection`() throws {
        let line = try Line()
        try line.send(
            "POST /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\nContent-Length: 2\r\n\r\nhi")
        #expect(try line.answer(Self.fine).body == Array("hi".utf8))
        let answer = try line.received()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.contains("Connection: close"))
        line.wait(3)
        #expect(!line.channel.isActive)
    }

    static let broken: [(String, String)] = [
        ("NONSENSE\r\n\r\n", "400"), ("BREW / HTTP/1.1\r\n\r\n", "501"),
        ("BREW / HTTX/1.1\r\n\r\n", "400"), ("BR(W / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/9.9\r\n\r\n", "505"),
        ("GET / HTTP/1.1\nHost: x\n\n", "505"),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: x\r\nbad field\r\n\r\n", "400"),
        (
            "GET / HTTP/1.1\r\nHost: x\r\nx: " + String(repeating: "y", count: 70_000) + "\r\n\r\n",
            "431"
        ),
        ("GET /" + String(repeating: "y", count: 70_000) + " HTTP/1.1\r\n\r\n", "431"),
        ("GET / HTTP/1.1\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501"),
        (
            "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "x: y\r\n", count: 200) + "\r\n",
            "431"
        ),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000001\r\n\r\n", "413"),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: tea\r\n\r\n", "417"),
        (
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000001\r\nExpect: 100-continue\r\n\r\n",
            "413"
        ),
    ]

    @Test(arguments: broken.indices) func `what is no proper request is refused, and closed`(
        index: Int
    ) throws {
        let (text, status) = Self.broken[index]
        let line = try Line()
        _ = try? line.send(text)
        let answer = try line.received()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.contains("Connection: close") && answer.contains(#"{"error":{"name""#))
        line.wait(3)
        #expect(!line.channel.isActive && line.mailbox.take().isEmpty)
    }

    @Test func `lines that end in LF alone are told what ends a line`() throws {
        let line = try Line()
        _ = try? line.send("GET / HTTP/1.1\nHost: x\n\n")
        #expect(try line.received().contains("wanted 1.1, each line ended by CR LF"))
    }

    @Test(arguments: [
        ("https://a.example", true), ("HTTPS://A.example", true), ("https://b.example", false),
    ])
    func `an admitted page can read why its request did not reach a service`(
        origin: String, isAdmitted: Bool
    ) throws {
        for field in ["Content-Length: 5000001", "Content-Length: 5\r\nExpect: tea"] {
            let line = try Line(origins: ["https://a.example"])
            try line.send("POST / HTTP/1.1\r\nHost: x\r\nOrigin: \(origin)\r\n\(field)\r\n\r\n")
            let answer = try line.received()
            #expect(
                answer.contains("Access-Control-Allow-Origin: \(origin)\r\n") == isAdmitted)
        }
    }

    @Test func `a chunked body that grows too long is refused`() throws {
        let line = try Line { $0.bodyBytes = 10 }
        try line.send(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n")
        #expect(try line.received() == "")
        try line.send("8\r\n12345678\r\n")
        #expect(try line.received().hasPrefix("HTTP/1.1 413 "))
    }

    @Test func `who asks whether to go on is told so`() throws {
        let line = try Line()
        try line.send(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n")
        #expect(try line.received() == "HTTP/1.1 100 Continue\r\n\r\n")
        try line.send("ok")
        _ = try line.answer(Self.fine)
        #expect(try line.received().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `blanks around a value are not part of it`() throws {
        let line = try Line()
        try line.send(
            "POST / HTTP/1.1\r\nHost: x \r\nContent-Length: 2 \r\nExpect: 100-continue \t\r\n"
                + "Last-Event-ID: \t5 \r\nX-Name: a b\r\nX-None:  \r\n\r\n")
        #expect(try line.received() == "HTTP/1.1 100 Continue\r\n\r\n")
        try line.send("ok")
        let request = try line.answer(Self.fine)
        #expect(request.header("host") == "x" && request.header("last-event-id") == "5")
        #expect(request.header("x-name") == "a b" && request.header("x-none") == "")
    }

    @Test func `a head that trickles has a deadline, and so has a body`() throws {
        let head = try Line()
        for byte in "GET / HT" {
            try head.send(String(byte))
            head.wait(1)
        }
        #expect(try head.received() == "")
        head.wait(10)
        #expect(try head.received().hasPrefix("HTTP/1.1 408 "))
        let body = try Line()
        try body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n")
        for _ in 0..<59 {
            try body.send("x")
            body.wait(1)
        }
        #expect(try body.received() == "")
        body.wait(1)
        #expect(try body.received().hasPrefix("HTTP/1.1 408 "))
    }

    @Test(arguments: [(51, 0, true), (49, 0, false), (90, 6_000, false), (100, 6_000, true)])
    func `a body that trickles makes room for another connection at once`(
        milliseconds: Int64, bytes: Int, isSlow: Bool
    ) throws {
        let line = try Line { $0.connections = 1 }
        try line.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n")
        try line.send(String(repeating: "x", count: bytes))
        line.channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
        let other = try Line({ _ in }, line.table)
        try other.send(Self.post)
        #expect(line.channel.isActive == !isSlow)
        #expect(try other.received().hasPrefix("HTTP/1.1 503 ") == !isSlow)
    }

    @Test func `an idle connection is closed without a word`() throws {
        let line = try Line()
        line.wait(59)
        #expect(line.channel.isActive)
        line.wait(1)
        #expect(!line.channel.isActive)
        #expect(try line.received() == "")
    }

    @Test func `one too many takes the place of the one that was idle longest`() throws {
        let first = try Line { $0.connections = 2 }
        let second = try Line({ _ in }, first.table)
        try first.send(Self.post)
        _ = try first.answer(Self.fine)
        let third = try Line({ _ in }, first.table)
        #expect(first.channel.isActive && third.channel.isActive)
        #expect(!second.channel.isActive)
        try first.send(Self.post)
        try third.send(Self.post)
        let fourth = try Line({ _ in }, first.table)
        #expect(try fourth.received().hasPrefix("HTTP/1.1 503 "))
        #expect(first.channel.isActive && third.channel.isActive)
    }

    @Test func `bodies together are bounded`() throws {
        let first = try Line { $0.heldBytes = 8 }
        try first.send(Self.post)
        let second = try Line({ _ in }, first.table)
        try second.send(Self.post)
        #expect(try second.received().hasPrefix("HTTP/1.1 503 "))
        _ = try first.answer(Self.fine)
        let third = try Line({ _ in }, first.table)
        try third.send(Self.post)
        _ = try third.answer(Self.fine)
        #expect(try third.received().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a body is held until its request is answered, though its client left`() throws {
        let first = try Line { $0.heldBytes = 8 }
        try first.send(Self.post)
        first.channel.close(promise: nil)
        first.channel.embeddedEventLoop.run()
        let second = try Line({ _ in }, first.table)
        try second.send(Self.post)
        #expect(try second.received().hasPrefix("HTTP/1.1 503 "))
        _ = try first.answer(Self.fine)
        let third = try Line({ _ in }, first.table)
        try third.send(Self.post)
        _ = try third.answer(Self.fine)
        #expect(try third.received().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a full mailbox is told, and the connection stays`() throws {
        let first = try Line { $0.waitingRequests = 1 }
        try first.send(Self.post)
        let second = try Line({ _ in }, first.table)
        try second.send(Self.post)
        let answer = try second.received()
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 1"))
        #expect(second.channel.isActive)
    }

    @Test func `a stub hangs up, or says nothing`() throws {
        let line = try Line()
        try line.send(Self.post)
        _ = try line.answer(.hangUp)
        #expect(try line.received() == "")
        #expect(!line.channel.isActive)
        let silent = try Line()
        try silent.send(Self.post)
        _ = try silent.answer(.silence)
        silent.wait(600)
        #expect(try silent.received() == "")
        #expect(silent.channel.isActive)
    }

    @Test func `a late reply comes when its time is over, and the connection lives on`() throws {
        let line = try Line()
        for _ in 0..<2 {
            try line.send(Self.post)
            _ = try line.answer(.late(Self.fine, milliseconds: 5000))
            line.wait(4)
            #expect(try line.received() == "")
            line.wait(1)
            #expect(try line.received().hasPrefix("HTTP/1.1 200 "))
        }
        try line.send(Self.post)
        _ = try line.answer(.late(.hangUp, milliseconds: 2000))
        #expect(line.channel.isActive)
        line.wait(2)
        #expect(!line.channel.isActive)
    }

    @Test func `a slow body comes in pieces behind its head, and the connection lives on`() throws {
        let line = try Line()
        for _ in 0..<2 {
            try line.send(Self.post)
            _ = try line.answer(.slow(.json(200, ["a": "b"]), milliseconds: 3000))
            let head = try line.received()
            #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
            line.wait(1)
            let first = try line.received()
            line.wait(1)
            let second = try line.received()
            line.wait(1)
            let third = try line.received()
            #expect([first, second, third].allSatisfy { !$0.isEmpty && $0.count < 9 })
            #expect(first + second + third == #"{"a":"b"}"#)
        }
        #expect(line.channel.isActive)
    }

    @Test func `draining closes what is idle and answers what is not`() throws {
        let idle = try Line()
        let busy = try Line({ _ in }, idle.table)
        try busy.send(Self.post)
        let isDone = Flag()
        idle.table.drain { isDone.isSet = true }
        #expect(!idle.channel.isActive && busy.channel.isActive && !isDone.isSet)
        _ = try busy.answer(Self.fine)
        #expect(try busy.received().contains("Connection: close"))
        busy.wait(3)
        #expect(isDone.isSet)
    }

    private final class Flag {
        var isSet = false
    }

    @Test func `a HEAD has no body, and HTTP 1_0 closes`() throws {
        let line = try Line()
        try line.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try line.answer(Self.fine)
        #expect(try line.received() == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        let old = try Line()
        try old.send("GET / HTTP/1.0\r\n\r\n")
        _ = try old.answer(Self.fine)
        #expect(try old.received().hasPrefix("HTTP/1.0 200 OK"))
        old.wait(3)
        #expect(!old.channel.isActive)
    }
}
