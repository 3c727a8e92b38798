import Testing

@testable import PushWire

/// The protocols that a TLS client offers are read before the TLS library has them.
@Suite struct ClientHelloTests {
    private static func block(_ width: Int, _ bytes: [UInt8]) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }

    /// A message with an extension before ALPN's; `protocols` nil = without ALPN.
    private static func hello(_ protocols: [String]?) -> [UInt8] {
        var extensions: [UInt8] = [0, 0] + block(2, Array("name".utf8))
        if let protocols {
            let names = protocols.flatMap { block(1, Array($0.utf8)) }
            extensions += [0, 16] + block(2, block(2, names))
        }
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + block(1, [1, 2, 3]) + block(2, [0x13, 1])
            + block(1, [0]) + block(2, extensions)
        return [1] + block(3, body)
    }

    /// The message in records of so many bytes.
    private static func records(_ message: [UInt8], of size: Int = 16_384) -> [UInt8] {
        stride(from: 0, to: message.count, by: size).flatMap {
            [0x16, 3, 1] + block(2, Array(message[$0..<min($0 + size, message.count)]))
        }
    }

    @Test(arguments: [nil, ["h2"], ["http/1.1"], ["http/1.1", "h2"], []] as [[String]?])
    func `the offer is read, in whatever records it comes`(protocols: [String]?) {
        for size in [1, 3, 50, 16_384] {
            let bytes = Self.records(Self.hello(protocols), of: size)
            #expect(ClientHello(bytes) == .offer(protocols))
            #expect(ClientHello(bytes + [0x16, 3]) == .offer(protocols))
        }
    }

    @Test func `a part of it waits for the rest`() {
        let bytes = Self.records(Self.hello(["h2"]), of: 20)
        for count in 0..<bytes.count {
            #expect(ClientHello(bytes.prefix(count)) == .incomplete)
        }
    }

    @Test(
        arguments: [
            [0x17, 3, 3, 0, 1, 0], [0x16, 3, 3, 0, 0], [0x16, 3, 3, 0, 1, 2],
            records([1, 0, 0, 2, 3, 3]),
            records([1] + block(3, hello(["h2"]).dropLast(3) + [9, 9])),
            [UInt8](repeating: 0x16, count: 70_000),
        ] as [[UInt8]])
    func `what is no such message is left to the TLS library`(bytes: [UInt8]) {
        #expect(ClientHello(bytes) == .unreadable)
    }

    @Test func `an old client without extensions offers nothing`() {
        let body = [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0, 47] + [1, 0]
        #expect(ClientHello(Self.records([1] + Self.block(3, body))) == .offer(nil))
    }
}
