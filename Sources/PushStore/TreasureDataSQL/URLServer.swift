/// The authority of a URL as a server: `user@host:port`, with the hosts that `java.net.URI` takes.
struct URLServer {
    let host: URLParts.Bytes
    /// The port; nil if none is written.
    private(set) var port: Int?

    /// Reads an authority; nil if it is no server.
    ///
    /// A port beyond 32 bits makes it no server.
    init?(_ bytes: URLParts.Bytes) {
        var rest = bytes
        if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
            guard URLCharacters.userInfo.hold(rest[..<at]) else { return nil }
            rest = rest[(at + 1)...]
        }
        guard let end = Self.hostEnd(rest) else { return nil }
        host = rest[..<end]
        guard end < rest.endIndex else { return }
        guard rest[end] == UInt8(ascii: ":") else { return nil }
        for byte in rest[(end + 1)...] {
            guard URLCharacters.isDigit(byte) else { return nil }
            let next = (port ?? 0) * 10 + Int(byte - 0x30)
            guard next <= Int32.max else { return nil }
            port = next
        }
    }

    /// Returns the index after the host that stands at the start.
    private static func hostEnd(_ bytes: URLParts.Bytes) -> Int? {
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return isBracketed(bytes[(bytes.startIndex + 1)..<close]) ? close + 1 : nil
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return isIPv4(bytes[..<end]) || isName(bytes[..<end]) ? end : nil
    }

    /// Whether it is a name of letters, digits and inner hyphens in labels, the last of which
    /// begins with a letter unless it is the only one; a point may follow.
    private static func isName(_ bytes: URLParts.Bytes) -> Bool {
        var labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        let areLabels = labels.allSatisfy { label in
            guard let first = label.first, let last = label.last else { return false }
            return URLCharacters.isAlphanumeric(first) && URLCharacters.isAlphanumeric(last)
                && label.allSatisfy { URLCharacters.isAlphanumeric($0) || $0 == 0x2d }
        }
        guard areLabels, let first = labels.last?.first else { return false }
        return labels.count == 1 || URLCharacters.isLetter(first)
    }

    /// Four numbers up to 255, with leading zeros allowed.
    private static func isIPv4(_ bytes: URLParts.Bytes) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard !part.isEmpty, part.allSatisfy(URLCharacters.isDigit) else { return false }
                return part.reduce(0) { min($0 * 10 + Int($1 - 0x30), 256) } < 256
            }
    }

    /// Whether it is an IPv6 address, with or without the name of an interface after `%`.
    private static func isBracketed(_ bytes: URLParts.Bytes) -> Bool {
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "%")) else { return isIPv6(bytes) }
        let zone = bytes[(mark + 1)...]
        let isZone = zone.allSatisfy { byte in
            URLCharacters.isAlphanumeric(byte) || byte == 0x5f || byte == 0x2e
        }
        return !zone.isEmpty && isZone && isIPv6(bytes[..<mark])
    }

    /// Whether groups of up to four hexadecimal digits make 16 bytes, or fewer with one `::`.
    ///
    /// The last two groups may be written as an IPv4 address.
    private static func isIPv6(_ bytes: URLParts.Bytes) -> Bool {
        let colon = UInt8(ascii: ":")
        let indices = bytes.indices.dropLast()
        let gap = indices.first { bytes[$0] == colon && bytes[$0 + 1] == colon }
        guard let gap else { return count(bytes, takesIPv4: true) == 16 }
        let (left, right) = (bytes[..<gap], bytes[(gap + 2)...])
        guard let first = left.isEmpty ? 0 : count(left, takesIPv4: false),
            let second = right.isEmpty ? 0 : count(right, takesIPv4: true)
        else { return false }
        return first + second < 16
    }

    /// Returns how many bytes the groups stand for; nil if one is none.
    private static func count(_ bytes: URLParts.Bytes, takesIPv4: Bool) -> Int? {
        let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        for (index, group) in groups.enumerated() {
            if takesIPv4, index == groups.count - 1, isIPv4(group) {
                count += 4
            } else {
                let isGroup = group.allSatisfy { byte in
                    URLCharacters.isDigit(byte) || (byte | 0x20) &- 0x61 < 6
                }
                guard isGroup, (1...4).contains(group.count) else { return nil }
                count += 2
            }
        }
        return count
    }
}
