import PushModel
import PushText

/// The parts of a URL that a connection needs.
struct WireURL: Equatable {
    var scheme: String
    var host: String
    var port: Int

    /// Parses a URL; nil if it is neither `http` nor `https` with a host.
    init?(_ text: String) {
        let lower = text.prefix(8).lowercased()
        let rest: Substring
        if lower.hasPrefix("https://") {
            scheme = "https"
            rest = text.dropFirst(8)
        } else if lower.hasPrefix("http://") {
            scheme = "http"
            rest = text.dropFirst(7)
        } else {
            return nil
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // A user name in a URL would get into logs; keys go into header fields.
        guard !authority.contains("@"), let place = Self.place(authority) else { return nil }
        host = place.host
        port = place.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Whether the URL may be used: over TLS, or without it on this machine.
    var isAllowed: Bool { scheme == "https" || Self.isLoopback(host) }

    /// Whether a host is this machine.
    static func isLoopback(_ host: String) -> Bool { Loopback.names.contains(host.lowercased()) }

    /// Reads `host`, `host:port` or `[address]:port`.
    static func place(_ text: Substring) -> (host: String, port: Int?)? {
        var host = text
        var port: Substring?
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.lastIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !host.isEmpty else { return nil }
        guard let port, !port.isEmpty else { return (String(host), nil) }
        guard let number = Int(digits: port), (1...65_535).contains(number) else { return nil }
        return (String(host), number)
    }
}
