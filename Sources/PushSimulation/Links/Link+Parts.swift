extension Link {
    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")

    /// Whether the URL Standard calls the scheme special: slashes may be missing or lean backwards.
    var isSpecial: Bool { ["http", "https", "ws", "wss", "ftp"].contains(scheme) }

    private func isSlash(_ byte: UInt8) -> Bool {
        byte == Self.slash || (isSpecial && byte == Self.backslash)
    }

    /// What follows the slashes that lead to the authority; nil when there is no authority.
    private var afterSlashes: Substring? {
        if isSpecial { return Substring(rest.utf8.drop(while: isSlash)) }
        return rest.utf8.starts(with: "//".utf8) ? rest.dropFirst(2) : nil
    }

    /// User name, host and port as they were written; empty without an authority.
    var authority: Substring {
        guard let text = afterSlashes else { return "" }
        return Substring(text.utf8.prefix { !isSlash($0) && $0 != 63 && $0 != 35 })
    }

    /// The authority without user and port, lower case for the web.
    var host: String {
        let address = authority.utf8.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard let last = address.last else { return "" }
        let text = String(Substring(Self.withoutPort(last)))
        return isSpecial ? text.lowercased() : text
    }

    private static func withoutPort(_ address: Substring.UTF8View) -> Substring.UTF8View {
        if address.first == UInt8(ascii: "[") {
            let end = address.firstIndex(of: UInt8(ascii: "]")) ?? address.endIndex
            return end == address.endIndex ? address : address[...end]
        }
        return address.prefix { $0 != UInt8(ascii: ":") }
    }

    /// The port as it was written, without its colon; nil when there is none.
    private var port: Substring.UTF8View? {
        let after =
            authority.utf8.lastIndex(of: UInt8(ascii: "@"))
            .map { authority.utf8[$0...].dropFirst() } ?? authority.utf8[...]
        let rest = after.dropFirst(Self.withoutPort(after).count)
        return rest.first == UInt8(ascii: ":") ? rest.dropFirst() : nil
    }

    /// The path between authority and query, by its slashes.
    var pathSegments: [Substring] {
        var path = Substring(rest)
        if let text = afterSlashes {
            path = Substring(text.utf8.dropFirst(authority.utf8.count))
        }
        let bytes = path.utf8.prefix { $0 != 63 && $0 != 35 }
        return bytes.split(whereSeparator: isSlash).map { Substring($0) }
    }

    /// The query without its question mark.
    var query: Substring {
        let bytes = rest.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return Substring(bytes[mark...].dropFirst())
    }

    /// Why a web link is not followed; nil when it may be.
    var webFault: String? {
        if let fault = textFault { return fault }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            return "it has a user name before its host `\(host)`"
        }
        guard !host.isEmpty else { return "it has no host" }
        if let port, !port.isEmpty {
            guard let number = Int(String(Substring(port))), (0...65_535).contains(number) else {
                return "its port is no number up to 65535"
            }
        }
        return Self.hostFault(host)
    }

    private static func hostFault(_ host: String) -> String? {
        if host.utf8.first == UInt8(ascii: "[") {
            let isAddress =
                host.utf8.last == UInt8(ascii: "]")
                && host.utf8.dropFirst().dropLast()
                    .allSatisfy { $0 == 58 || $0 == 46 || Self.hexDigits.contains($0) }
            return isAddress ? nil : "its host is no IPv6 address"
        }
        guard let decoded = LinkPath.unescaped(host[...]) else {
            return "the percent-encoding of its host is broken"
        }
        guard !decoded.utf8.starts(with: ".".utf8), !hasEmptyLabel(decoded) else {
            return "its host has an empty label"
        }
        let isForbidden = decoded.unicodeScalars.contains { scalar in
            scalar.value <= 0x20 || scalar.value == 0x7F
                || "#/:<>?@[\\]^|%".unicodeScalars.contains(scalar)
        }
        return isForbidden ? "its host has characters that no host has" : nil
    }

    /// Whether two dots follow each other; a single one at the end is the root's.
    private static func hasEmptyLabel(_ host: String) -> Bool {
        zip(host.utf8, host.utf8.dropFirst()).contains { $0 == 46 && $1 == 46 }
    }

    private static let hexDigits = [UInt8]("0123456789abcdef".utf8)
}
