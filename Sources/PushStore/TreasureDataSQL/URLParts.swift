import PushText

/// The parts of a URL, as RFC 3986 divides it, over bytes owned by the caller.
struct URLParts {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private(set) var scheme: Bytes?
    private(set) var host: Bytes?
    private(set) var port: Int?
    private(set) var path: Bytes
    private(set) var query: Bytes?
    private(set) var fragment: Bytes?

    /// Divides a URL; nil if it contains spaces, controls, a `%` without two hexadecimal digits or
    /// a port that is not a number.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        guard rest.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != 0x22 && $0 != 0x5c }) else {
            return nil
        }
        guard PercentCoding.isWellFormed(rest) else { return nil }
        fragment = URLParts.cut(&rest, from: UInt8(ascii: "#"))
        query = URLParts.cut(&rest, from: UInt8(ascii: "?"))
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), URLParts.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[(colon + 1)...]
        }
        guard rest.starts(with: [0x2f, 0x2f]) else {
            path = rest
            return
        }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: 0x2f) ?? rest.endIndex
        path = rest[end...]
        guard readAuthority(rest[..<end]) else { return nil }
    }

    private mutating func readAuthority(_ bytes: Bytes) -> Bool {
        let start = bytes.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? bytes.startIndex
        let authority = bytes[start...]
        host = authority
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            authority.last != UInt8(ascii: "]")
        else { return true }
        host = authority[..<colon]
        for byte in authority[(colon + 1)...] {
            let soFar = port ?? 0
            guard byte >= 0x30, byte <= 0x39, soFar < 100_000 else { return false }
            port = soFar * 10 + Int(byte - 0x30)
        }
        return true
    }

    /// Returns the value of the first parameter of a name, decoded; empty if it has no value.
    func parameter(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let found = PercentCoding.decode(bytes: pair[..<equals], plusIsBlank: true)
            guard found.elementsEqual(name.utf8) else { continue }
            return URLParts.decoded(pair[equals...].dropFirst(), plusIsBlank: true)
        }
        return nil
    }

    static func decoded(_ bytes: Bytes, plusIsBlank: Bool = false) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(
            decoding: PercentCoding.decode(bytes: bytes, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    private static func cut(_ bytes: inout Bytes, from mark: UInt8) -> Bytes? {
        guard let index = bytes.firstIndex(of: mark) else { return nil }
        let tail = bytes[(index + 1)...]
        bytes = bytes[..<index]
        return tail
    }

    private static func isScheme(_ bytes: Bytes) -> Bool {
        guard let first = bytes.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7a else {
            return false
        }
        return bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2d, 0x2e: true
            default: false
            }
        }
    }
}
