import PushPayload
import PushText

/// The address that a provider puts on a push, by which a gateway finds the app.
public enum PushAddress: Equatable, Sendable {
    /// A device token of APNs.
    case device(String)
    /// A registration token of FCM, or a Firebase Installation ID.
    case registration(String)
}

/// A push with the app that it is for.
public struct AddressedPush: Equatable, Sendable {
    /// The app.
    public var app: AppAddress
    /// The push.
    public var push: Push

    /// Addresses a push.
    public init(_ push: Push, to app: AppAddress) {
        self.app = app
        self.push = push
    }
}

/// A push as it reaches the gateway for the current device.
///
/// Copies share the parts until one of them changes, since a push passes through many hands.
@dynamicMemberLookup
public struct Push: Equatable, Sendable {
    @usableFromInline var storage: Storage

    /// Makes a push.
    public init(
        payload: Payload, byteCount: Int, pushType: String? = nil, priority: Int? = nil,
        collapseID: String? = nil, timeToLive: Int? = nil, id: String? = nil,
        added: [String] = [], bundleID: String? = nil
    ) {
        storage = Storage(
            Parts(
                payload: payload, byteCount: byteCount, pushType: pushType, priority: priority,
                collapseID: collapseID, timeToLive: timeToLive, id: id, added: added,
                bundleID: bundleID))
    }

    /// A part of the push.
    @inlinable public subscript<Part>(dynamicMember part: WritableKeyPath<Parts, Part>) -> Part {
        get { storage.parts[keyPath: part] }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.parts) }
            yield &storage.parts[keyPath: part]
        }
    }

    /// Compares the parts.
    public static func == (left: Push, right: Push) -> Bool {
        left.storage === right.storage || left.storage.parts == right.storage.parts
    }

    /// The parts as copies share them; only a push that alone holds them changes them.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        @usableFromInline var parts: Parts

        @usableFromInline
        init(_ parts: Parts) { self.parts = parts }
    }

    /// The parts of a push.
    public struct Parts: Equatable, Sendable {
        /// The payload as composed by the sender.
        public var payload: Payload
        /// Its size in bytes as sent.
        public var byteCount: Int
        /// `alert`, `background` and so on; nil if not given.
        public var pushType: String?
        /// 10, 5 or 1; nil if not given (APNs then takes 10).
        public var priority: Int?
        /// The `apns-collapse-id`; a push replaces an earlier notification with the same one.
        public var collapseID: String?
        /// The seconds to keep it for an unreachable device; nil for APNs' own policy.
        public var timeToLive: Int?
        /// The message ID to use in place of the payload's.
        public var id: String?
        /// The parts that the sender's profile added, to be reported.
        public var added: [String]
        /// Those parts themselves; nil if none were, and never stored.
        public var additions: EngageComposer.Additions?
        /// The remarks of the sender's service about it, to be reported.
        public var notes: [String] = []
        /// The oddities in its text, to be reported.
        public var warnings: [String] = []
        /// The app it is for; nil for the current app.
        public var bundleID: String?
        /// Whether FCM sends it to APNs, for which Firebase needs the app's APNs key.
        public var isSentByFCM = false
        /// Whether FCM sends it to a topic or a condition rather than to one registration.
        public var isSentToTopic = false
        /// The topics that its sender named: one, or those of a condition.
        public var topics: [String] = []
        /// The topic or condition for which FCM accepted it although no installation matches: such
        /// a push reaches no device.
        public var unfollowed: Occurrence.Audience?
        /// The topic or condition that it is sent to, if some apps of the project are not in that
        /// audience; only one recipient's push says so.
        public var audience: Occurrence.Audience?
        /// The connection to a gateway that brought it, counted from 1; nil if none did.
        public var connection: Int?
        /// The address that the sender named; nil for the app's own, as the sender last knew it.
        public var address: PushAddress?
        /// The Live Activity that it is for; nil for the one that its sender would name.
        public var activity: ActivityAddress?
        /// The sender ID of the sending Firebase project; nil for the one that the app is built
        /// with.
        public var senderID: String?
        /// The refusal its sender got before the push reached the world; nil if the gateways have
        /// yet to be asked.
        public var answered: RefusedRequest?
        /// The reason why a gateway refused it; set once it reaches one, and never stored.
        package var refusal: Reason?
    }
}

extension Push {
    /// The effective push type: the given one, else the one that the payload implies.
    public var effectiveType: String {
        if let pushType = self.pushType { return pushType }
        let payload = self.payload
        if payload.isLiveActivity { return PushType.liveactivity.rawValue }
        return payload.aps.contentAvailable && !payload.aps.hasInteraction
            ? PushType.background.rawValue : PushType.alert.rawValue
    }

    /// Whether it is a background push, which shows nothing.
    public var isSilent: Bool { effectiveType == PushType.background.rawValue }

    /// Whether it is a background push of which nothing was to be seen: one with an alert was sent
    /// with the wrong type.
    public var isDataOnly: Bool { isSilent && self.payload.aps.alert == nil }

    /// Whether it is for a Live Activity, and so presents no notification.
    public var isForActivity: Bool {
        guard let pushType = self.pushType else { return self.payload.isLiveActivity }
        return pushType == PushType.liveactivity.rawValue
    }

    /// Whether it is a message to FCM for a Live Activity that names none: FCM then sends it to the
    /// app's own device token, which APNs refuses.
    package var lacksActivityToken: Bool {
        self.isSentByFCM && self.activity == nil
            && self.pushType == PushType.liveactivity.rawValue
    }

    /// Whether its sender was refused before it reached the world.
    package var isAnswered: Bool { storage.parts.answered != nil }

    /// Whether a broadcast channel sends it to all who subscribed.
    package var isBroadcast: Bool {
        if case .channel? = self.activity { true } else { false }
    }

    /// Forgets how it came to the gateway: from there on, it is the same as after a restart.
    public mutating func forgetSender() {
        self.isSentByFCM = false
        self.isSentToTopic = false
        self.topics = []
        self.audience = nil
        self.connection = nil
        self.address = nil
        self.senderID = nil
        self.refusal = nil
    }
}
