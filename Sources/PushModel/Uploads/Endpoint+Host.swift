import PushPayload
import PushText

/// Hosts below Treasure Data's domains that take no events.
extension Endpoint {
    /// A mistyped host of Treasure Data, as `why`, `doctor` and `endpoint` explain it.
    public struct HostFault: Equatable, Sendable {
        /// The name that was found.
        public var host: String
        /// The region whose host was probably meant; nil if none is near.
        public var region: Endpoint?

        /// The fault in words, as they follow the address and a comma.
        public var text: String {
            "not a documented host of Treasure Data's "
                + (region.map { "Ingest API, wanted `\($0.host)`" } ?? "Ingest API")
        }

        /// The command that corrects it.
        package var cure: String {
            region.map { "`endpoint \($0.name)`" }
                ?? "`endpoint us`, or the region of the account"
        }
    }

    /// The domains whose hosts are Treasure Data's.
    private static let domains = ["treasuredata.com", "treasuredata.co.jp", "treasure.ai"]
    /// The host of the older postback API, which takes no other requests; regions stand before it.
    private static let olderPostback = "in.treasuredata.com"

    /// The host of its address; empty for the embedded service.
    package var host: String { Link(url)?.host ?? "" }

    /// The fault of a host of Treasure Data's domains that is none of the documented ones, and so
    /// probably does not exist; nil for those, and for every other domain.
    public var hostFault: HostFault? {
        guard regionName == nil else { return nil }
        let host = host
        guard Self.domains.contains(where: { host == $0 || host.hasSuffix("." + $0) }),
            !Self.regions.contains(where: { $0.host == host }),
            !(postback && Self.isOlderPostback(host))
        else { return nil }
        return HostFault(host: host, region: Self.region(near: host))
    }

    private static func isOlderPostback(_ host: String) -> Bool {
        host == olderPostback
            || host.hasSuffix("." + olderPostback) && host.split(separator: ".").count == 4
    }

    /// The region that a host names by its first label, or whose host is spelled nearly so.
    private static func region(near host: String) -> Endpoint? {
        let regions = regions.dropFirst()
        let label = host.prefix { $0 != "." }
        let named = regions.first { $0.name == label || $0.host.hasPrefix(label + ".") }
        if let named { return named }
        let near = Suggestion.nearest(host, regions.map(\.host))
        return regions.first { $0.host == near }
    }
}
