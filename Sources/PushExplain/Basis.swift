import PushModel
import PushSimulation

/// The rule that a link of the chain stands on.
///
/// Most are rules of the simulation. Some are answers of the gateways and of the warehouse, which
/// the simulated device never sees and no fact can carry.
public struct Basis: Equatable, Sendable {
    /// The rule's name.
    public let name: String
    /// What it states, in one sentence.
    public let statement: String
    /// Its source, as a line of output cites it.
    public let citation: String

    /// Those that are no rules of the simulation.
    static let own: [Basis] = [
        topic, payloadSize, neverArrived, urlTypes, linkHandler, allowList, writeKey, region,
        storeExists, warehouse,
    ]

    private init(_ name: String, _ statement: String, _ citation: String) {
        self.name = name
        self.statement = statement
        self.citation = citation
    }

    /// A rule of the simulation.
    public init(_ id: RuleID) {
        let rule = Rule.named(id)
        self.init(id.rawValue, rule.statement, rule.citation)
    }

    /// The rule as the last line of an explanation says it.
    public var text: String {
        let sentence = statement.hasSuffix(".") ? String(statement.dropLast()) : statement
        return "\(name): \(sentence) (\(citation))"
    }

    static let thirdPartyAuth = Basis(.thirdPartyAuth)
    static let topic = Basis(
        "apns-topic",
        "APNs delivers to the bundle ID that the topic names, letter by letter; any other is "
            + "answered with DeviceTokenNotForTopic (400).", "A-RESP")
    static let payloadSize = Basis(
        "apns-payload-size",
        "APNs takes 4096 bytes, 5120 for VoIP; more is answered with PayloadTooLarge (413).",
        "A-SEND")
    static let neverArrived = Basis(
        "never-arrived", "What no gateway handed over leaves no trace on a device.",
        "pushsh's reading")
    static let imageKeys = Basis(.extensionImageKeys)
    static let urlTypes = Basis(
        "url-types",
        "A URI reaches an app only when its scheme is in the app's CFBundleURLTypes.", "TD guide")
    static let linkHandler = Basis(
        "link-handler", "A URI reaches a screen only through the app's link handler.",
        "TD guide")
    static let allowList = Basis(
        "link-allow-list", "Links lead only to screens that the app allows them.", "TD guide")
    static let writeKey = Basis(
        "write-key",
        "Treasure Data answers 401 or 403 to a write key that it does not know or that may not "
            + "write.", "td-client")
    static let region = Basis(
        "endpoint-region", "A write key is known only to the endpoint of its account's region.",
        "TD guide")
    static let storeExists = Basis(
        "store-exists",
        "Treasure Data answers 404 where the database or the table does not exist.", "td-client")
    static let warehouse = Basis(
        "warehouse", "An acknowledged event is stored once, by its uuid.", "TD postback")
}
