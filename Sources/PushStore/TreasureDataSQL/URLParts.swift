import PushText

/// The parts of a URL, as `java.net.URI` divides it, over bytes owned by the caller.
///
/// Trino calls that class, which follows RFC 2396 with some deviations of its own (decision 663).
struct URLParts {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private(set) var scheme: Bytes?
    /// The host; nil if there is none, or if the authority is a name of another kind.
    private(set) var host: Bytes?
    private(set) var port: Int?
    /// Empty in a URL such as `mailto:x@y`, which has neither path nor query.
    private(set) var path: Bytes
    private(set) var query: Bytes?
    private(set) var fragment: Bytes?

    /// Divides a URL; nil if a character cannot stand where it does, if a `%` comes without two
    /// hexadecimal digits, or if a part that cannot be empty is.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        fragment = URLParts.cut(&rest, from: UInt8(ascii: "#"))
        path = rest[rest.endIndex...]
        guard fragment.map(URLCharacters.uri.hold) ?? true, readScheme(&rest) else { return nil }
        guard scheme == nil || rest.first == UInt8(ascii: "/") else {
            guard !rest.isEmpty, URLCharacters.uri.hold(rest) else { return nil }
            return
        }
        let hasMore = fragment != nil || rest.contains(UInt8(ascii: "?"))
        query = URLParts.cut(&rest, from: UInt8(ascii: "?"))
        guard query.map(URLCharacters.uri.hold) ?? true else { return nil }
        if rest.starts(with: [0x2f, 0x2f]) {
            let start = rest.dropFirst(2)
            let end = start.firstIndex(of: UInt8(ascii: "/")) ?? start.endIndex
            let authority = start[..<end]
            rest = start[end...]
            guard !authority.isEmpty || hasMore || !rest.isEmpty else { return nil }
            guard authority.isEmpty || readAuthority(authority) else { return nil }
        }
        path = rest
        guard URLCharacters.path.hold(path) else { return nil }
    }

    /// Takes the scheme off; false if there is a `:` before any `/` and `?`, and no scheme there.
    private mutating func readScheme(_ rest: inout Bytes) -> Bool {
        let mark = rest.firstIndex { $0 == 0x2f || $0 == 0x3f || $0 == UInt8(ascii: ":") }
        guard let mark, rest[mark] == UInt8(ascii: ":") else { return true }
        guard URLParts.isScheme(rest[..<mark]) else { return false }
        scheme = rest[..<mark]
        rest = rest[(mark + 1)...]
        return true
    }

    /// Reads a server, or a name of another kind, which leaves host and port out.
    private mutating func readAuthority(_ bytes: Bytes) -> Bool {
        guard PercentCoding.isWellFormed(bytes) || bytes.contains(UInt8(ascii: "[")) else {
            return false
        }
        if let server = URLServer(bytes) {
            host = server.host
            port = server.port
            return true
        }
        return URLCharacters.registry.hold(bytes)
    }

    /// Returns the value of the first parameter of a name, decoded; empty if it has no value.
    ///
    /// The name is compared as the URL spells it.
    func parameter(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard pair[..<equals].elementsEqual(name.utf8) else { continue }
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
        guard let first = bytes.first, URLCharacters.isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            URLCharacters.isAlphanumeric(byte) || byte == 0x2b || byte == 0x2d || byte == 0x2e
        }
    }
}

/// The characters that may stand in a part of a URL besides the unreserved ones, coded ones and
/// those beyond ASCII that are neither blanks nor controls.
struct URLCharacters {
    static let path = URLCharacters(others: ":@&=+$,;/")
    /// Queries, fragments and what follows the scheme in `mailto:x@y`.
    static let uri = URLCharacters(others: ";/?:@&=+$,[]")
    static let userInfo = URLCharacters(others: ";:&=+$,")
    static let registry = URLCharacters(others: "$,;:@&=+")
    private static let marks = Array("-_.!~*'()".utf8)

    private let others: [UInt8]

    private init(others: String) { self.others = Array(others.utf8) }

    /// Whether a part consists of these characters.
    func hold(_ bytes: URLParts.Bytes) -> Bool {
        let areKnown = bytes.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "%") || Self.isAlphanumeric(byte)
                || Self.marks.contains(byte) || others.contains(byte)
        }
        return areKnown && PercentCoding.isWellFormed(bytes) && Self.areVisible(bytes)
    }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// Whether no character beyond ASCII is one of Java's `isSpaceChar` or `isISOControl`.
    private static func areVisible(_ bytes: URLParts.Bytes) -> Bool {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return true }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x80...0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
                false
            default: true
            }
        }
    }
}
