import PushText

/// The proxy that the environment names for a URL, as curl reads the variables.
///
/// Lower-case names come first. `HTTP_PROXY` in capitals is not read: a CGI server sets it from a
/// request's `Proxy` field (httpoxy, CVE-2016-5385).
public struct ProxyChoice: Hashable, Sendable {
    /// The protocol of a proxy.
    public enum Kind: Hashable, Sendable {
        case http, socks5
    }

    /// The protocol.
    public var kind: Kind
    /// The proxy's name or address.
    public var host: String
    /// Its port.
    public var port: Int
    /// The user name that it requires.
    public var user: String?
    /// The user's password.
    public var password: String?

    /// Makes a choice.
    public init(_ kind: Kind, host: String, port: Int, user: String? = nil, password: String? = nil)
    {
        self.kind = kind
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }

    /// Chooses the proxy for a URL; nil for none, as always for this machine itself.
    ///
    /// Throws `badOptions` if a variable names no usable proxy.
    public static func choose(
        scheme: String, host: String, environment: (String) -> String?
    ) throws(WireFailure) -> ProxyChoice? {
        if WireURL.isLoopback(host) { return nil }
        let names =
            scheme == "https"
            ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            : ["http_proxy", "all_proxy", "ALL_PROXY"]
        for name in names {
            guard let text = environment(name), !text.isEmpty else { continue }
            let exceptions =
                ["no_proxy", "NO_PROXY"].lazy.compactMap(environment)
                .first { !$0.isEmpty } ?? ""
            if isExcepted(host, exceptions) { return nil }
            guard let choice = ProxyChoice(text) else {
                // The value may contain a password, so it is not repeated.
                throw WireFailure(
                    .badOptions,
                    "`\(name)` names no proxy, wanted `http://host:port` or `socks5://`")
            }
            guard choice.kind != .socks5 || choice.user == nil else {
                throw WireFailure(
                    .badOptions,
                    "`\(name)` names a SOCKS5 proxy with a user name, which is not supported: "
                        + "wanted "
                        + "one without, or an `http://` proxy")
            }
            return choice
        }
        return nil
    }

    /// Reads `[http://|socks5://][user[:password]@]host[:port]`.
    init?(_ text: String) {
        var rest = Substring(text)
        kind = .http
        if let mark = text.firstRange(of: "://") {
            switch text[..<mark.lowerBound].lowercased() {
            case "http": kind = .http
            case "socks5", "socks5h", "socks": kind = .socks5
            default: return nil
            }
            rest = text[mark.upperBound...]
        }
        rest = rest.prefix { $0 != "/" }
        if let at = rest.lastIndex(of: "@") {
            let pair = rest[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = PercentCoding.decode(pair[0])
            password = pair.count > 1 ? PercentCoding.decode(pair[1]) : ""
            rest = rest[rest.index(after: at)...]
        }
        guard let place = WireURL.place(rest) else { return nil }
        host = place.host
        port = place.port ?? 1080
    }

    /// Whether `no_proxy` covers a host: by its name, by a parent domain, or by `*`.
    private static func isExcepted(_ host: String, _ list: String) -> Bool {
        let host = host.lowercased()
        return list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            if entry == "*" { return true }
            let name = entry.lowercased().drop { $0 == "." }
            return host == name || host.hasSuffix("." + name)
        }
    }
}
