import PushText

/// Keeps web pages out of services that trust anybody who reaches them.
///
/// A browser sends the requests of any page to ports of its own machine. It names the page in
/// `Origin`, and a page whose host name was made to resolve to this machine (DNS rebinding) uses
/// that name in `Host`. Programs send no `Origin`, and use the name or address they were given.
public struct WebGuard: Equatable, Sendable {
    /// The decision about a request.
    public enum Verdict: Equatable, Sendable {
        /// The request is answered, with these fields added to the answer's own.
        case pass([HeaderField])
        /// The request is refused, for this reason.
        case refuse(String)
        /// The answer to a browser that asks whether an admitted page may make a request.
        case permit(ServiceResponse)
    }

    /// The hosts by which clients may ask for a service.
    public enum Hosts: Equatable, Sendable {
        /// Any: no page can reach the service by a name of its own.
        case any
        /// The names of this machine, and these of the vendor whose service it stands in for.
        case ours(and: [String])
    }

    /// The names, in lower case, by which clients may call this machine, besides the loopback's.
    public var names: [String]
    /// Whether every literal address is also accepted: a machine may not know its own.
    public var takesAddresses: Bool
    /// The pages that are admitted, as `Origin` names them.
    public var origins: [String]

    /// Makes a guard.
    public init(names: [String] = [], takesAddresses: Bool = false, origins: [String] = []) {
        self.names = names.map { $0.lowercased() }
        self.takesAddresses = takesAddresses
        self.origins = origins.map { $0.lowercased() }
    }

    /// Judges a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - hosts: the hosts by which its client may ask for the service.
    /// - Returns: what becomes of it.
    public func verdict(on request: ServiceRequest, as hosts: Hosts) -> Verdict {
        if case .ours(let vendors) = hosts, let host = request.header("Host"),
            !isOurs(host, vendors)
        {
            return .refuse(
                "found the host `\(visible(host))`, wanted a name of this machine; "
                    + "`serve --name` adds one")
        }
        guard let origin = request.header("Origin") else {
            guard request.header("Sec-Fetch-Site")?.lowercased() == "cross-site" else {
                return .pass([])
            }
            return .refuse("found a request of another site's page, wanted none")
        }
        guard let allowed = fields(for: origin) else {
            return .refuse(
                "found a request of the page `\(visible(origin))`, wanted none; "
                    + "`serve --origin` lets one in")
        }
        guard request.method == "OPTIONS",
            request.header("Access-Control-Request-Method") != nil
        else { return .pass(allowed) }
        return .permit(ServiceResponse(status: 204, headers: allowed + Self.permission(request)))
    }

    /// Returns the fields that let a page's script read an answer; nil if it is not admitted.
    public func fields(for origin: String) -> [HeaderField]? {
        guard origins.contains(origin.lowercased()) else { return nil }
        return [HeaderField("Access-Control-Allow-Origin", origin), HeaderField("Vary", "Origin")]
    }

    private static func permission(_ request: ServiceRequest) -> [HeaderField] {
        let fields = request.header("Access-Control-Request-Headers") ?? ""
        let isPlain = fields.utf8.allSatisfy { byte in
            Ascii.isWord(byte) || "-, ".utf8.contains(byte)
        }
        var headers = [
            HeaderField("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"),
            HeaderField("Access-Control-Max-Age", "600"),
        ]
        if isPlain, !fields.isEmpty {
            headers.append(HeaderField("Access-Control-Allow-Headers", fields))
        }
        if request.header("Access-Control-Request-Private-Network") == "true" {
            headers.append(HeaderField("Access-Control-Allow-Private-Network", "true"))
        }
        return headers
    }

    /// Whether a `Host` names this machine, or the vendor's.
    private func isOurs(_ field: String, _ vendors: [String]) -> Bool {
        let host = Self.host(of: field)
        if host == "localhost" || names.contains(host) || vendors.contains(host) { return true }
        if host.utf8.first == Ascii.openBracket {
            return host == "[::1]" || takesAddresses
        }
        return Self.isAddress(host) && (takesAddresses || host.hasPrefix("127."))
    }

    /// Whether a host is four numbers of one byte each; read once, since every request asks.
    private static func isAddress(_ host: String) -> Bool {
        var dots = 0
        var part: Int?
        for byte in host.utf8 {
            if byte == Ascii.dot {
                guard part != nil else { return false }
                (dots, part) = (dots + 1, nil)
            } else {
                guard Ascii.isDigit(byte) else { return false }
                let value = (part ?? 0) * 10 + Int(byte - Ascii.zero)
                guard value <= 255 else { return false }
                part = value
            }
        }
        return dots == 3 && part != nil
    }

    /// The host of `host:port`, in lower case; a literal IPv6 address keeps its brackets.
    private static func host(of field: String) -> String {
        let field = field.lowercased()
        if field.utf8.first == Ascii.openBracket, let end = field.firstIndex(of: "]") {
            return String(field[...end])
        }
        let host = field.utf8.lastIndex(of: Ascii.colon).map { field[..<$0] } ?? field[...]
        return String(host.utf8.last == Ascii.dot ? host.dropLast() : host)
    }
}

extension ServiceReply {
    /// The reply with more fields in the answer's head.
    public func adding(_ headers: [HeaderField]) -> ServiceReply {
        switch self {
        case .response(var response):
            response.headers += headers
            return .response(response)
        case .stream(var response, let feed):
            response.headers += headers
            return .stream(response, feed)
        case .slow(var response, let milliseconds):
            response.headers += headers
            return .slow(response, milliseconds: milliseconds)
        case .goAway(let reason, let after):
            return .goAway(reason: reason, after: after.adding(headers))
        case .late(let reply, let milliseconds):
            return .late(reply.adding(headers), milliseconds: milliseconds)
        case .silence, .hangUp, .reset: return self
        }
    }
}
