import PushText

extension Link {
    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")

    /// Whether the URL Standard calls the scheme special: slashes may be missing or lean backwards.
    var isSpecial: Bool {
        switch scheme {
        case "https", "http", "ws", "wss", "ftp": true
        default: false
        }
    }

    /// Whether it leads to the web: its scheme is `https` or `http`.
    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    private static func isSlash(_ byte: UInt8, _ isSpecial: Bool) -> Bool {
        byte == slash || (isSpecial && byte == backslash)
    }

    /// The text after the slashes that lead to the authority; nil if there is no authority.
    private var afterSlashes: Substring? {
        if isSpecial { return Substring(rest.utf8.drop { Self.isSlash($0, true) }) }
        return rest.utf8.starts(with: "//".utf8) ? rest.dropFirst(2) : nil
    }

    /// User name, host and port as they were written; empty without an authority.
    package var authority: Substring {
        guard let text = afterSlashes else { return "" }
        let isSpecial = isSpecial
        return Substring(
            text.utf8.prefix { !Self.isSlash($0, isSpecial) && $0 != 63 && $0 != 35 })
    }

    /// The authority without user and port, lower case for the web.
    package var host: String { host(of: authority) }

    /// The link as it may be kept: a user name and a password before the host are secret, and what
    /// follows that host was never opened.
    package var publicText: String {
        guard rest.withBytes({ $0.contains(UInt8(ascii: "@")) }),
            authority.utf8.contains(UInt8(ascii: "@"))
        else { return text }
        return scheme + "://REDACTED@" + host
    }

    private func host(of authority: Substring) -> String {
        let address = Self.withoutPort(Self.withoutUser(authority))
        return isSpecial ? Substring(address).lowercased() : String(Substring(address))
    }

    private static func withoutUser(_ authority: Substring) -> Substring.UTF8View {
        guard let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else {
            return authority.utf8
        }
        return authority.utf8[at...].dropFirst()
    }

    private static func withoutPort(_ address: Substring.UTF8View) -> Substring.UTF8View {
        if address.first == UInt8(ascii: "[") {
            guard let end = address.firstIndex(of: UInt8(ascii: "]")) else { return address }
            // Text after the bracket that is no port belongs to a host that is no address.
            let rest = address[end...].dropFirst()
            let isEnd = rest.isEmpty || rest.first == UInt8(ascii: ":")
            return isEnd ? address[...end] : address
        }
        return address.prefix { $0 != UInt8(ascii: ":") }
    }

    /// The port as it was written, without its colon; nil if there is none.
    private static func port(of authority: Substring) -> Substring.UTF8View? {
        let address = withoutUser(authority)
        let rest = address[withoutPort(address).endIndex...]
        return rest.first == UInt8(ascii: ":") ? rest.dropFirst() : nil
    }

    /// The path between authority and query, by its slashes.
    package var pathSegments: [Substring] {
        var path = Substring(rest)
        if let text = afterSlashes {
            path = Substring(text.utf8.dropFirst(authority.utf8.count))
        }
        let bytes = path.utf8.prefix { $0 != 63 && $0 != 35 }
        let isSpecial = isSpecial
        return bytes.split { Self.isSlash($0, isSpecial) }.map { Substring($0) }
    }

    /// The query without its question mark.
    package var query: Substring {
        let bytes = rest.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return Substring(bytes[mark...].dropFirst())
    }

    /// Why a web link is not followed; nil if it may be.
    package func webFault(_ reading: URLReading = .encoding) -> String? {
        if let fault = textFault(reading) { return fault }
        if hasPlainHost { return nil }
        let authority = authority
        let host = host(of: authority)
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            return "it has a user name before its host `\(host)`"
        }
        guard !host.isEmpty else { return "it has no host" }
        if let port = Self.port(of: authority), !port.isEmpty {
            guard let number = Int(digits: Substring(port)), (0...65_535).contains(number) else {
                return "its port is not a number up to 65535"
            }
        }
        return Self.hostFault(host)
    }

    /// Whether the authority of a web link is just a host of letters, digits, hyphens and single
    /// dots.
    ///
    /// Nearly every one is, has no fault, and need not be parsed further.
    private var hasPlainHost: Bool {
        guard isSpecial else { return false }
        return rest.withBytes { bytes in
            var index = 0
            while index < bytes.count, Self.isSlash(bytes[index], true) { index += 1 }
            let start = index
            var previous = UInt8(ascii: ".")
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "."):
                    if previous == UInt8(ascii: ".") { return false }
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    break
                case Self.slash, Self.backslash, UInt8(ascii: "?"), UInt8(ascii: "#"):
                    return index > start
                default: return false
                }
                previous = bytes[index]
                index += 1
            }
            return index > start
        }
    }

    private static func hostFault(_ host: String) -> String? {
        if host.utf8.first == UInt8(ascii: "[") {
            let isAddress =
                host.utf8.last == UInt8(ascii: "]") && host.utf8.count > 2
                && host.utf8.dropFirst().dropLast()
                    .allSatisfy { $0 == 58 || $0 == 46 || Hex.lower.contains($0) }
            return isAddress ? nil : "its host is not an IPv6 address"
        }
        guard let decoded = LinkPath.unescaped(host[...]) else {
            return "the percent-encoding of its host is broken"
        }
        var previous = UInt8(ascii: ".")
        for byte in decoded.utf8 {
            if byte == UInt8(ascii: "."), previous == byte {
                return "its host has an empty label"
            }
            if isForbidden(byte) { return "its host has characters that are not allowed" }
            previous = byte
        }
        return nil
    }

    /// The URL Standard's forbidden domain code points.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: true
        case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"),
            UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"),
            UInt8(ascii: "|"):
            true
        default: false
        }
    }
}
