import PushModel
import PushText

/// A broadcast channel: one push to it reaches every Live Activity that is subscribed to it.
public struct BroadcastChannel: Equatable, Sendable {
    /// What APNs keeps for devices that are away (`message-storage-policy`).
    public enum Policy: Int, CaseIterable, Sendable {
        /// Nothing, for which more may be sent.
        case none = 0
        /// The newest message.
        case newest = 1
    }

    /// The ID, Base64.
    public var id: String
    /// The app that it is for.
    public var bundleID: String
    /// `development` or `production`; empty = it was made under a name of this machine, and is in
    /// both.
    public var environment: String
    /// What APNs keeps.
    public var policy: Policy
    /// The newest message, where the policy keeps it: who subscribes later is given it.
    var stored: StoredPush?

    /// Makes a channel that nobody has sent to.
    public init(id: String, bundleID: String, environment: String, policy: Policy) {
        self.id = id
        self.bundleID = bundleID
        self.environment = environment
        self.policy = policy
    }

    /// Channels of an app in one environment.
    public static let limit = 10_000
    /// Bytes of a push to one.
    public static let payloadLimit = 5120
    /// Seconds that a message is kept at most.
    public static let storageSeconds = 8 * 3600

    /// Whether it is in an environment; an empty one stands for both.
    public func isIn(_ other: String) -> Bool {
        environment.isEmpty || other.isEmpty || environment == other
    }
}

/// What a provider does with broadcast channels.
public enum ChannelAction: Equatable, Sendable {
    /// Makes one; a nil bundle ID is the current app's.
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

    /// An ID of 16 bytes, as drawn.
    static func makeID(_ random: inout SplitMix64) -> String { Base64.plain.text(random.bytes(16)) }
}
