import PushModel
import PushText

/// A broadcast channel: one push to it reaches every Live Activity that is subscribed to it.
public struct BroadcastChannel: Equatable, Sendable {
    /// The messages that APNs keeps for devices that are away (`message-storage-policy`).
    public enum Policy: Int, CaseIterable, Sendable {
        /// None, which allows more messages to be sent.
        case none = 0
        /// The newest message.
        case newest = 1
    }

    /// The ID, Base64.
    public var id: String
    /// The bundle ID of the app that it is for.
    public var bundleID: String
    /// `development` or `production`; empty = it was made under a name of this machine, and exists
    /// in both.
    public var environment: String
    /// The choice of messages that APNs keeps.
    public var policy: Policy
    /// The newest message if the policy keeps it, for later subscribers.
    var stored: StoredPush?

    /// Whether it keeps a push that a new subscriber still gets.
    package func keeps(_ id: String, at now: Tick) -> Bool {
        guard let stored, stored.expiresAt > now else { return false }
        return stored.push.id?.isExactly(id) == true
    }

    /// Makes a channel to which nothing has been sent.
    public init(id: String, bundleID: String, environment: String, policy: Policy) {
        self.id = id
        self.bundleID = bundleID
        self.environment = environment
        self.policy = policy
    }

    /// The most channels of an app in one environment.
    public static let limit = 10_000
    /// The longest time that a message is kept, in seconds.
    public static let storageSeconds = 8 * 3600

    /// Whether it exists in an environment; one made with an empty one exists in both.
    public func isIn(_ other: String) -> Bool {
        environment.isEmpty || other.isEmpty || environment == other
    }
}

/// An action of a provider on broadcast channels.
public enum ChannelAction: Equatable, Sendable {
    /// Makes one; a nil bundle ID means the current app's.
    case create(bundleID: String?, BroadcastChannel.Policy, environment: String)
    /// Deletes one.
    case delete(id: String)
}

extension BroadcastChannel {
    var json: JSON {
        var json: JSON = [
            "id": .string(id), "bundle": .string(bundleID), "environment": .string(environment),
            "policy": .int(policy.rawValue),
        ]
        if let stored { json["stored"] = stored.json }
        return json
    }

    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let bundleID = json["bundle"]?.stringValue else {
            return nil
        }
        self.init(
            id: id, bundleID: bundleID, environment: json["environment"]?.stringValue ?? "",
            policy: json["policy"]?.intValue.flatMap(Policy.init) ?? .none)
        stored = json["stored"].flatMap(StoredPush.init)
    }

    /// A random ID of 16 bytes.
    static func makeID(_ random: inout SplitMix64) -> String { Base64.plain.text(random.bytes(16)) }
}
