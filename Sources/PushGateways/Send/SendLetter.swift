import PushModel
import PushPayload
import PushSimulation
import PushText

/// The message that `send` sends, without the address and the credentials.
public struct SendLetter: Equatable, Sendable {
    /// The headers of a request to APNs, or the `apns.headers` of a message for FCM.
    public struct Head: Equatable, Sendable {
        /// `apns-push-type`; nil if derived from the payload.
        public var type: PushType?
        /// `apns-priority`; if nil, 5 for a background push, and APNs' own choice for others.
        public var priority: Int?
        /// The bundle ID to send to, with or without the suffix of the push type.
        public var topic: String?
        /// `apns-collapse-id`.
        public var collapseID: String?
        /// `apns-expiration`, in Unix seconds.
        public var expiration: Int64?

        /// Makes empty headers.
        public init() {}
    }

    /// The payload as APNs accepts it; for FCM, the message without its target.
    public let content: JSON
    /// The gateway that it is written for.
    public let gateway: GatewayAnswer.Gateway
    /// The headers.
    public let head: Head
    /// The push type sent: the given one, else the one that the payload implies.
    public let type: PushType
    /// The message ID that `why` accepts; nil if the payload has none.
    public let messageID: String?
    /// Whether the request for FCM itself asks only for a check, with `validate_only`.
    public let isCheckOnly: Bool
    /// The request's members beside the message, which FCM reads as well.
    private let envelope: JSON
    /// The body of a request to APNs.
    private let text: [UInt8]
    /// The fields of a request to APNs for a device.
    private let fields: [HeaderField]

    /// Composes the message from a payload.
    ///
    /// `topic` is the bundle ID if neither the headers nor the payload name one. Throws the reason
    /// why the gateway has no form for the payload.
    public init(
        _ root: JSON, for gateway: GatewayAnswer.Gateway, _ head: Head, topic: String? = nil
    ) throws(CompositionRefusal) {
        var head = head
        var content: JSON
        var envelope: JSON = [:]
        let dialect = PayloadDialect.recognise(root)
        guard root.objectMembers != nil else {
            throw CompositionRefusal(
                field: "payload", message: "the payload is \(root.kindName), wanted an object")
        }
        switch (dialect, gateway) {
        case (.ncmb, _):
            throw CompositionRefusal(
                field: "payload",
                message: "only NIFCLOUD itself can send its push object, wanted a payload for "
                    + "APNs or a message for FCM")
        case (.fcmMessage, .apns):
            throw CompositionRefusal(
                field: "message", message: "a message for FCM cannot be sent to APNs")
        case (.fcmMessage, .fcm):
            guard let message = root["message"], message.objectMembers != nil else {
                throw CompositionRefusal(
                    field: "message", message: "found no `message`, wanted the message in it")
            }
            content = message
            for name in ["token", "fid", "topic", "condition"] { content[name] = nil }
            envelope = root
            envelope["message"] = nil
        default:
            var payload = Self.payload(root, dialect)
            if let bundleID = payload[Self.simulatorKey]?.stringValue {
                head.topic = head.topic ?? bundleID
                payload[Self.simulatorKey] = nil
            }
            content = gateway == .apns ? payload : ["apns": ["payload": payload]]
        }
        head.topic = head.topic ?? topic
        let payload = Payload(root: gateway == .apns ? content : content["apns"]?["payload"] ?? [:])
        messageID = payload.messageID ?? content["data"]?["message_id"]?.stringValue
        let natural = PushType(rawValue: Push(payload: payload, byteCount: 0).effectiveType)
        type = head.type ?? natural ?? .alert
        text = gateway == .apns ? Array(content.text.utf8) : []
        fields = Self.fields(head, type, isBroadcast: false)
        let read = FCMSchema.request.read(envelope, limit: 1).read
        isCheckOnly = read["validate_only"]?.boolValue ?? false
        self.envelope = envelope
        self.gateway = gateway
        self.head = head
        self.content = content
    }

    /// The key by which `simctl push` finds the app; no device reads it.
    private static let simulatorKey = "Simulator Target Bundle"

    private static func payload(_ root: JSON, _ dialect: PayloadDialect) -> JSON {
        switch dialect {
        case .bareAPS: ["aps": root]
        // Treasure Data's service builds the alert from a campaign's title and body.
        case .treasureData:
            EngageComposer.compose(
                root, addAlert: true, addCategory: nil, addMutableContent: false
            ).payload
        case .apns, .fcmMessage, .ncmb: root
        }
    }

    /// The topic with the suffix that the push type requires; nil if none is known.
    public var topic: String? { Self.topic(head, type) }

    private static func topic(_ head: Head, _ type: PushType) -> String? {
        guard let topic = head.topic else { return nil }
        return topic.hasSuffix(type.topicSuffix) ? topic : topic + type.topicSuffix
    }

    /// Returns the fields that each request to APNs has, whatever its target.
    private static func fields(
        _ head: Head, _ type: PushType, isBroadcast: Bool
    ) -> [HeaderField] {
        var fields: [HeaderField] = [.init("apns-push-type", type.rawValue)]
        if let topic = topic(head, type), !isBroadcast {
            fields.append(.init("apns-topic", topic))
        }
        // A broadcast must name the priority that other pushes may leave out.
        if let priority = head.priority ?? (type == .background ? 5 : isBroadcast ? 10 : nil) {
            fields.append(.init("apns-priority", String(priority)))
        }
        // A channel without storage accepts only 0, and there is no other safe default.
        if let expiration = head.expiration ?? (isBroadcast ? 0 : nil) {
            fields.append(.init("apns-expiration", String(expiration)))
        }
        if let id = head.collapseID { fields.append(.init("apns-collapse-id", id)) }
        return fields
    }
}

extension SendLetter {
    /// Returns the request to APNs for a target, without its credentials.
    ///
    /// `id` is the `apns-id`; nil if APNs creates one.
    public func request(to target: SendTarget, id: String?) -> APNsRequest {
        let isBroadcast = target.isMany
        var fields = isBroadcast ? Self.fields(head, type, isBroadcast: true) : fields
        if let id {
            fields.append(.init(isBroadcast ? "apns-request-id" : "apns-id", id))
        }
        guard case .channel(let channel) = target else {
            return APNsRequest(path: "/3/device/\(target.text)", fields: fields, body: text)
        }
        fields.append(.init("apns-channel-id", channel))
        let suffix = type.topicSuffix
        let bundleID = head.topic.map {
            !suffix.isEmpty && $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0
        }
        return APNsRequest(
            path: "/4/broadcasts/apps/\(bundleID ?? "")", fields: fields, body: text)
    }

    /// Returns the body of a request to FCM for a target.
    public func message(to target: SendTarget, isDryRun: Bool) -> JSON {
        var message = content
        switch target {
        case .registration(let token): message["token"] = .string(token)
        case .installation(let id): message["fid"] = .string(id)
        case .topic(let name): message["topic"] = .string(name)
        case .condition(let text): message["condition"] = .string(text)
        case .device, .channel: break
        }
        var headers = message["apns"]?["headers"] ?? [:]
        if let type = head.type { headers["apns-push-type"] = .string(type.rawValue) }
        if let priority = head.priority { headers["apns-priority"] = .string(String(priority)) }
        if let id = head.collapseID { headers["apns-collapse-id"] = .string(id) }
        if let time = head.expiration { headers["apns-expiration"] = .string(String(time)) }
        if headers.objectMembers?.isEmpty == false {
            var apns = message["apns"] ?? [:]
            apns["headers"] = headers
            message["apns"] = apns
        }
        var request = envelope
        if isDryRun {
            // The other spelling of the same field would be a second value for it.
            request["validateOnly"] = nil
            request["validate_only"] = true
        }
        request["message"] = message
        return request
    }
}
