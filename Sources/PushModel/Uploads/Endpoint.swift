import PushPayload

/// The destination of uploads: the embedded service, or a region of Treasure Data.
public struct Endpoint: Equatable, Sendable {
    /// The name or URL as given: `embedded`, `us`, `tokyo`, `https://…`.
    public var name: String
    /// The base URL of the Ingest or postback API.
    public var url: String
    /// Whether the postback API is used, one record per request.
    public var postback: Bool

    /// Makes an endpoint.
    public init(name: String, url: String, postback: Bool = false) {
        self.name = name
        self.url = url
        self.postback = postback
    }

    /// The service inside this process.
    public static let embedded = Endpoint(name: "embedded", url: "embedded:")

    /// The regions Treasure Data documents for its Ingest API, by the name the command takes.
    public static let regions: [Endpoint] = [
        .embedded,
        Endpoint(name: "us", url: "https://us01.records.in.treasuredata.com"),
        Endpoint(name: "tokyo", url: "https://ap01.records.in.treasuredata.com"),
        Endpoint(name: "eu", url: "https://eu01.records.in.treasuredata.com"),
        Endpoint(name: "korea", url: "https://ap02.records.in.treasuredata.com"),
        Endpoint(name: "ap03", url: "https://ap03.records.in.treasuredata.com"),
    ]
}

extension Endpoint {
    /// Reads the name of a region, or an allowed URL; nil for anything else.
    public init?(_ text: String, postback: Bool = false) {
        let known = Self.regions.first { $0.name == text }
        guard known != nil || Self.isAllowed(text) else { return nil }
        self = known ?? Endpoint(name: text, url: text)
        self.postback = postback
    }

    /// The region to which the address belongs; nil for the embedded service and other addresses.
    public var regionName: String? {
        Self.regions.dropFirst().first { $0.url == url }?.name
    }

    /// Whether it is a service of this machine, which exists only outside the simulation.
    package var isLoopback: Bool { Link(url).map(Self.isLoopback) ?? false }

    /// Whether a URL may be used: HTTPS only, except for this machine itself, and without a user
    /// name and password, which would be stored with it (TD-15).
    ///
    /// Nor with a query, where others put a key: requests have paths of their own behind it.
    public static func isAllowed(_ url: String) -> Bool {
        // A host comes after two slashes or not at all, as in RFC 3986.
        guard let link = Link(url), !hasUser(link), link.webFault() == nil,
            !url.contains(where: { " ?#".contains($0) }),
            link.rest.hasPrefix("//"), !link.rest.hasPrefix("///")
        else { return false }
        if link.scheme == "https" { return true }
        return link.scheme == "http" && isLoopback(link)
    }

    private static func hasUser(_ link: Link) -> Bool {
        let authority = link.rest.drop { $0 == "/" }.prefix { !"/?#\\".contains($0) }
        return authority.contains("@")
    }

    private static func isLoopback(_ link: Link) -> Bool {
        guard link.scheme == "http" || link.scheme == "https" else { return false }
        return Loopback.hosts.contains { host in
            guard link.rest.hasPrefix("//" + host) else { return false }
            let next = link.rest.dropFirst(2 + host.count).first
            return next == nil || next == ":" || next == "/"
        }
    }
}
