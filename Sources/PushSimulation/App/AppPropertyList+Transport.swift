import PushText

/// The exceptions in a bundle's `NSAppTransportSecurity`, and its common mistakes (A-ATS).
extension AppPropertyList {
    /// The hosts that the bundle may load from over http, as `nse.ats-exceptions` spells them.
    ///
    /// A domain's own entry overrides the switches for all domains, so an entry that allows nothing
    /// is written as `!domain` in addition to `any`.
    var transportExceptions: [String] {
        var exceptions: [String] = []
        for (domain, entry) in transportDomains where Self.domainFault(domain) == nil {
            let allows = Self.isOn(entry["NSExceptionAllowsInsecureHTTPLoads"])
            let subdomains = Self.isOn(entry["NSIncludesSubdomains"])
            exceptions.append((allows ? "" : "!") + (subdomains ? "*." : "") + domain)
        }
        if allowsLocalNetworking { exceptions.append("local") }
        if allowsArbitraryLoads, narrowerSwitch == nil { exceptions.append("any") }
        if !exceptions.contains("any") { exceptions.removeAll { $0.hasPrefix("!") } }
        return exceptions
    }

    /// The faults of `NSAppTransportSecurity`.
    var transportFaults: [PropertyListFault] {
        var faults: [PropertyListFault] = []
        if root["App Transport Security Settings"] != nil {
            faults.append(
                PropertyListFault(
                    "`App Transport Security Settings`",
                    "is Xcode's name for it, wanted the key NSAppTransportSecurity"))
        }
        for member in transport?.objectMembers ?? [] {
            guard let key = Self.transportNames[member.key] else { continue }
            faults.append(
                PropertyListFault(
                    "NSAppTransportSecurity",
                    "has `\(member.key)`, Xcode's name for it, wanted the key \(key)"))
        }
        if allowsArbitraryLoads, let narrower = narrowerSwitch {
            faults.append(
                PropertyListFault(
                    "NSAllowsArbitraryLoads",
                    "is ignored from iOS 10 on, since \(narrower) is there"))
        }
        for (domain, _) in transportDomains {
            guard let fault = Self.domainFault(domain) else { continue }
            faults.append(PropertyListFault("NSExceptionDomains", "has `\(domain)`: \(fault)"))
        }
        return faults
    }

    /// Whether an app's own list has exceptions, which its extensions do not share.
    var hasTransportExceptions: Bool { !transportExceptions.isEmpty }

    private var transport: JSON? { root["NSAppTransportSecurity"] }

    private var allowsArbitraryLoads: Bool { Self.isOn(transport?["NSAllowsArbitraryLoads"]) }

    private var allowsLocalNetworking: Bool { Self.isOn(transport?["NSAllowsLocalNetworking"]) }

    /// The switch whose presence makes iOS ignore `NSAllowsArbitraryLoads`.
    private var narrowerSwitch: String? {
        [
            "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent",
            "NSAllowsLocalNetworking",
        ].first { transport?[$0] != nil }
    }

    private var transportDomains: [(domain: String, entry: JSON)] {
        (transport?["NSExceptionDomains"]?.objectMembers ?? []).map { ($0.key, $0.value) }
    }

    /// The reason why a key of `NSExceptionDomains` can match no host; nil if it can match one.
    private static func domainFault(_ domain: String) -> String? {
        if domain.hasPrefix("*.") {
            return "wildcards match nothing, wanted the domain and NSIncludesSubdomains"
        }
        if domain.contains("/") { return "wanted a domain alone, without scheme and path" }
        if domain.utf8.lazy.filter({ $0 == UInt8(ascii: ":") }).count == 1 {
            return "wanted a domain without a port"
        }
        if domain != domain.lowercased() { return "wanted it in lower case" }
        return domain.isEmpty || domain.contains(",") ? "wanted a domain" : nil
    }

    private static func isOn(_ value: JSON?) -> Bool {
        switch value {
        case .bool(let flag): flag
        case .string(let text): ["YES", "yes", "true", "1"].contains(text)
        case .number(let lexeme): lexeme != "0"
        default: false
        }
    }

    /// The names that Xcode's editor shows instead of the keys.
    private static let transportNames = [
        "Allow Arbitrary Loads": "NSAllowsArbitraryLoads",
        "Allows Local Networking": "NSAllowsLocalNetworking",
        "Exception Domains": "NSExceptionDomains",
    ]
}
