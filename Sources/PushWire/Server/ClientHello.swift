/// The first message of a TLS client (RFC 8446, 4.1.2), as far as the protocols that it offers.
///
/// The TLS library continues without a protocol if none of the offered ones is accepted. APNs'
/// gateway has to refuse such a client with an alert (RFC 7301, 3.2), and so reads the offer
/// itself.
enum ClientHello: Equatable {
    /// More bytes are needed.
    case incomplete
    /// The bytes cannot be read; the TLS library answers them.
    case unreadable
    /// The ALPN protocols; nil if the client offers none at all.
    case offer([String]?)

    /// The fatal alert `no_application_protocol`, in an unencrypted record.
    static let refusal: [UInt8] = [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x78]

    /// The size limit of the message in bytes, all of its records together.
    private static let limit = 1 << 16

    /// Reads the first bytes from a client.
    init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.limit else {
            self = .unreadable
            return
        }
        var records = ByteReader(Array(bytes)[...])
        var message: [UInt8] = []
        while true {
            guard let kind = records.number(1), records.number(2) != nil,
                let body = records.block(2)
            else {
                self = .incomplete
                return
            }
            guard kind == 0x16, !body.isEmpty else {
                self = .unreadable
                return
            }
            message += body
            var reader = ByteReader(message[...])
            guard reader.number(1) == 1 else {
                self = .unreadable
                return
            }
            if let hello = reader.block(3) {
                self = Self.protocols(of: hello).map { .offer($0) } ?? .unreadable
                return
            }
        }
    }

    /// Returns the protocols that a message offers; nil if it cannot be read.
    private static func protocols(of hello: ArraySlice<UInt8>) -> [String]?? {
        var reader = ByteReader(hello)
        // The version and 32 random bytes, the session, the ciphers, the compressions.
        guard reader.bytes(34) != nil, reader.block(1) != nil, reader.block(2) != nil,
            reader.block(1) != nil
        else { return nil }
        guard let extensions = reader.block(2) else {
            return reader.isAtEnd ? .some(nil) : nil
        }
        var fields = ByteReader(extensions)
        while !fields.isAtEnd {
            guard let kind = fields.number(2), let body = fields.block(2) else { return nil }
            guard kind == 16 else { continue }
            var field = ByteReader(body)
            guard let list = field.block(2) else { return nil }
            var names = ByteReader(list)
            var offered: [String] = []
            while !names.isAtEnd {
                guard let name = names.block(1) else { return nil }
                offered.append(String(decoding: name, as: UTF8.self))
            }
            return offered
        }
        return .some(nil)
    }
}

/// Reads numbers and blocks from bytes, in network order.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a big-endian number of that many bytes; nil if too few are left.
    mutating func number(_ width: Int) -> Int? {
        bytes(width).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Reads a block after its length.
    mutating func block(_ width: Int) -> ArraySlice<UInt8>? {
        number(width).flatMap { bytes($0) }
    }
}
