import Glibc
import PushBackends
import Testing

@testable import PushWire

/// An answer whose file follows a body, over a real socket: one in memory never fills.
@Suite struct FileAnswerTests {
    @Test(arguments: [0, 10, 200_000])
    func `a body goes out before its file, however long it is`(length: Int) throws {
        let listener = Listener()
        defer { listener.shut() }
        let port = try listener.open(.ingest, host: "127.0.0.1", port: 0)
        let client = try Self.client(of: port)
        defer { close(client) }
        let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        #expect(write(client, request, request.utf8.count) == request.utf8.count)
        var mail = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&mail, 1, 20_000) == 1)
        let exchange = try #require(listener.mailbox.take().first)

        let file = Array(repeating: UInt8(ascii: "f"), count: 100_000)
        let storage = try ServiceStorage.temporary()
        #expect(pwrite(storage.descriptor, file, file.count, 0) == file.count)
        let body = Array(repeating: UInt8(ascii: "b"), count: length)
        var response = ServiceResponse(status: 200, body: body)
        response.file = ServiceFile(storage, count: file.count)
        exchange.answer(.response(response))
        #expect(Self.received(client).suffix(length + file.count + 1) == [10] + body + file)
    }

    /// Once, a few such clients held all connections of a port.
    @Test(arguments: [false, true])
    func `a client that takes nothing of its answer is let go`(isHTTP2: Bool) throws {
        var limits = ServerLimits()
        (limits.bodySeconds, limits.handshakeSeconds) = (1, 1)
        let listener = Listener(limits: limits)
        defer { listener.shut() }
        let entrance = Entrance(
            service: .api, takesCleartext: true, takesHTTP1: true, defaultsToHTTP2: false)
        let client = try Self.client(
            of: try listener.open(entrance, host: "127.0.0.1", port: 0))
        defer { close(client) }
        // Over HTTP/2 nothing is granted beyond the first window.
        let request =
            isHTTP2
            ? Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
                + [0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x84, 0x41, 1, 0x78]
            : Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        #expect(write(client, request, request.count) == request.count)
        var mail = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&mail, 1, 20_000) == 1)
        let exchange = try #require(listener.mailbox.take().first)
        let storage = try ServiceStorage.temporary()
        let size = 64 << 20
        #expect(ftruncate(storage.descriptor, off_t(size)) == 0)
        var response = ServiceResponse(status: 200)
        response.file = ServiceFile(storage, count: size)
        exchange.answer(.response(response))
        sleep(4)
        var buffer = Array(repeating: UInt8(0), count: 1 << 20)
        var total = 0
        while true {
            var ready = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            try #require(poll(&ready, 1, 5000) == 1, "the connection is still open")
            let count = read(client, &buffer, buffer.count)
            if count <= 0 { break }
            total += count
        }
        #expect(total < size)
    }

    /// Once, the whole file was read into memory, and one that could not be read had no bytes.
    @Test(arguments: [(300_000, true), (0, true), (300_000, false)])
    func `over HTTP/2 a file goes out whole, or the stream is reset`(
        size: Int, isWhole: Bool
    ) throws {
        let listener = Listener()
        defer { listener.shut() }
        let entrance = Entrance(
            service: .api, takesCleartext: true, takesHTTP1: true, defaultsToHTTP2: false)
        let client = try Self.client(
            of: try listener.open(entrance, host: "127.0.0.1", port: 0))
        defer { close(client) }
        // SETTINGS and WINDOW_UPDATE with large windows, then GET / for the host x.
        let request =
            Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
            + [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0x7f, 0xff, 0xff, 0xff]
            + [0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7f, 0xff, 0, 0]
            + [0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x84, 0x41, 1, 0x78]
        #expect(write(client, request, request.count) == request.count)
        var mail = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&mail, 1, 20_000) == 1)
        let exchange = try #require(listener.mailbox.take().first)
        let file = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 1000) }
        let storage = try ServiceStorage.temporary()
        #expect(pwrite(storage.descriptor, file, file.count, 0) == file.count)
        var response = ServiceResponse(status: 200, body: Array("head".utf8))
        response.file = ServiceFile(storage, count: isWhole ? size : size + 1)
        exchange.answer(.response(response))
        let found = Self.stream(client)
        #expect(found.isReset == !isWhole)
        #expect(found.body == Array("head".utf8) + file)
    }

    /// Reads the frames of stream 1 until its end.
    private static func stream(_ client: Int32) -> (body: [UInt8], isReset: Bool) {
        var bytes: [UInt8] = []
        var body: [UInt8] = []
        var buffer = Array(repeating: UInt8(0), count: 65_536)
        while true {
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else { return (body, false) }
            bytes += buffer.prefix(count)
            while bytes.count >= 9 {
                let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
                guard bytes.count >= 9 + length else { break }
                let (kind, flags, id) = (bytes[3], bytes[4], bytes[8])
                if kind == 0 { body += bytes[9..<(9 + length)] }
                if kind == 3 { return (body, true) }
                bytes.removeFirst(9 + length)
                if id == 1, kind <= 1, flags & 1 == 1 { return (body, false) }
            }
        }
    }

    /// A connected socket whose reading gives up after 20 seconds.
    private static func client(of port: Int) throws -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(client >= 0)
        var wait = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        return client
    }

    private static func received(_ client: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = Array(repeating: UInt8(0), count: 65_536)
        while true {
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}
