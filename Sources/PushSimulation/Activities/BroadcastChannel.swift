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
    static func makeID(_ random: inout SplitMix64) -> String { Base64.text(random.bytes(16)) }
}

/// Base64 with `+`, `/` and padding, as channel IDs are written (RFC 4648, 4).
public enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let rest = bytes[start...].prefix(3)
            var value: UInt32 = 0
            for place in 0..<3 {
                let byte = place < rest.count ? UInt32(rest[start + place]) : 0
                value = value << 8 | byte
            }
            for place in 0..<4 {
                let isThere = place <= rest.count
                text.append(
                    isThere ? letters[Int(value >> UInt32(18 - 6 * place) & 63)] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text is whole Base64 of at least one byte.
    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
        let padding = bytes.suffix(2).count { $0 == 0x3D }
        return bytes.dropLast(padding).allSatisfy(letters.contains)
    }
}
