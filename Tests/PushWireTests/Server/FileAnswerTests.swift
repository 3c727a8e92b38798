import Glibc
import PushBackends
import PushWire
import Testing

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
