import PushModel
import PushPayload
import PushSimulation
import PushText

/// The target of a message; FCM accepts exactly one.
public enum FCMTarget: Equatable, Sendable {
    /// A registration token; newer SDKs call the field deprecated.
    case token(String)
    /// A Firebase Installation ID.
    case installation(String)
    /// The installations that subscribed to a topic.
    case topic(String)
    /// The installations whose topics satisfy a condition.
    case condition(FCMCondition)

    /// Whether many installations may receive it.
    public var isTopic: Bool {
        switch self {
        case .topic, .condition: true
        case .token, .installation: false
        }
    }

    /// The topic's name; nil for a condition and for one installation.
    public var topicName: String? {
        if case .topic(let name) = self { name } else { nil }
    }

    /// The topics that it names: one, or those of a condition.
    public var topics: [String] {
        switch self {
        case .topic(let name): [name]
        case .condition(let condition): condition.topics
        case .token, .installation: []
        }
    }
}

/// A request to `messages:send` that FCM can act on.
public struct FCMRequest: Equatable, Sendable {
    /// The message with its fields in snake case.
    public var message: JSON
    /// The target.
    public var target: FCMTarget
    /// Whether FCM only checks it.
    public var isDryRun = false

    /// Returns the value of one of the message's APNs headers, whose names ignore case; nil without
    /// it.
    func apnsHeader(_ name: String) -> String? {
        message["apns"]?["headers"]?.objectMembers?.first { $0.key.lowercased() == name }?
            .value.stringValue
    }

    /// The audience, as its sender wrote it, if the message names no installation.
    public var audience: Occurrence.Audience? {
        if let topic = target.topicName { return .topic(topic) }
        guard target.isTopic else { return nil }
        return message["condition"]?.stringValue.map { .condition($0) }
    }

    /// Reads a request, as FCM's HTTP v1 API does (FCM-DISC).
    ///
    /// `target` replaces the target that the message names. Throws the answer, which is 400
    /// INVALID_ARGUMENT.
    public init(_ request: JSON, target: FCMTarget? = nil) throws(FCMRefusal) {
        try FCMRefusal.checkObject(request)
        let read = try FCMRefusal.read(request)
        guard let message = read["message"] else {
            throw .invalid(
                "message", "Request contains an invalid argument.",
                found: "found no `message`, wanted the message in it")
        }
        self.message = message
        isDryRun = read["validate_only"]?.boolValue ?? false
        try Self.checkData(message["data"])
        for part in Self.androidParts { try Self.checkLifetime(message[part]?["ttl"], in: part) }
        try Self.checkHeaders(message)
        try Self.checkAPS(message)
        try Self.checkLabels(message)
        if let target {
            self.target = target
            for name in FCMComposer.targetNames { self.message[name] = nil }
            switch target {
            case .token(let text): self.message["token"] = .string(text)
            case .installation(let text): self.message["fid"] = .string(text)
            case .topic(let name): self.message["topic"] = .string(name)
            case .condition: self.message["condition"] = ""
            }
        } else {
            self.target = try Self.target(of: message)
        }
    }

    private static func target(of message: JSON) throws(FCMRefusal) -> FCMTarget {
        let name = FCMComposer.targetNames.first { message[$0] != nil }
        guard let name, let text = message[name]?.stringValue else {
            throw .invalid(
                "message", "Recipient of the message is not set.",
                found: "found no target, wanted one of `token`, `topic`, `condition`, `fid`")
        }
        return try target(name, text)
    }

    /// Reads one of the four fields that name the target of a message.
    static func target(_ name: String, _ text: String) throws(FCMRefusal) -> FCMTarget {
        switch name {
        case "token":
            if FCMAddress.isInstallation(text) { return .installation(text) }
            guard FCMAddress.isToken(text) else { throw .noToken("message.token", text) }
            return .token(text)
        case "fid":
            guard FCMAddress.isInstallation(text) else { throw .noToken("message.fid", text) }
            return .installation(text)
        case "topic":
            guard FCMAddress.isTopic(text) else {
                throw .invalid(
                    "message.topic", "Malformed topic name",
                    found: "found `\(text)`, wanted 1 to 900 of a-z, A-Z, 0-9 and `-_.~%`")
            }
            return .topic(text)
        default:
            guard let condition = FCMCondition(text) else {
                throw .invalid(
                    "message.condition", "Invalid condition expression provided.",
                    found: "found `\(DisplayWidth.truncated(text, to: 120))`, wanted "
                        + FCMCondition.form)
            }
            return .condition(condition)
        }
    }

    private static func checkData(_ data: JSON?) throws(FCMRefusal) {
        for member in data?.objectMembers ?? [] where FCMComposer.isReserved(member.key) {
            throw .invalid(
                "message.data[\(member.key)]", "Invalid data payload key: \(member.key)",
                found: "found a key that FCM reserves", googleField: "message.data")
        }
    }

    /// Refuses headers that APNs would refuse, for which FCM answers, and priority 10 of a data
    /// message, which FCM refuses itself (FCM-PRIO).
    private static func checkHeaders(_ message: JSON) throws(FCMRefusal) {
        let members = message["apns"]?["headers"]?.objectMembers ?? []
        guard !members.isEmpty else { return }
        let fields = members.map {
            HeaderField($0.key.lowercased(), $0.value.stringValue ?? "")
        }
        let type = fields.last { $0.name == "apns-push-type" }?.value
        let isUrgent = fields.contains { $0.name == "apns-priority" && $0.value == "10" }
        if isUrgent, type == "background" || type == nil && isData(message) {
            try checkActivity(message)
            throw .invalid(
                "message.apns.headers[apns-priority]", "Request contains an invalid argument.",
                found: "found `apns-priority` 10 in a data message, wanted 5",
                googleField: "message.apns.headers")
        }
        do throws(APNsRefusal) {
            _ = try APNsHeaders(APNsRequest(method: "POST", path: "", fields: fields, body: []))
        } catch {
            var refusal = FCMRefusal.passedOn(error.answer, error.found)
            let names = fields.map(\.name)
            let repeated = fields.last { field in names.count { $0 == field.name } > 1 }?.name
            if error.answer.reason == "DuplicateHeaders", let repeated {
                let found = members.filter { $0.key.lowercased() == repeated }
                refusal.found =
                    "found \(found.map { "`\($0.key)`" }.joined(separator: " and ")) in "
                    + "`apns.headers`, one header to APNs, which answers DuplicateHeaders (400)"
                refusal.fault = .headerTwice
            }
            let name = headersAtFault[error.answer.reason] ?? repeated
            if let member = members.last(where: { $0.key.lowercased() == name }) {
                refusal.field = "message.apns.headers[\(member.key)]"
            }
            throw refusal
        }
    }

    /// Refuses a push to a Live Activity that has priority 10 and no token: with its token it would
    /// be no data message.
    private static func checkActivity(_ message: JSON) throws(FCMRefusal) {
        guard message["apns"]?["payload"]?["aps"].map({ APS($0).isLiveActivity }) == true,
            FCMComposer.activityToken(of: message) == nil
        else { return }
        throw .invalid(
            "message.apns", "Request contains an invalid argument.",
            found: "found a push to a Live Activity without `live_activity_token`: to FCM it is a "
                + "data message, whose `apns-priority` is not 10",
            googleField: "message.apns.headers", fault: .activityTokenMissing)
    }

    /// Refuses an `aps` that is there and empty, as senders report (FCM-APS); a title or a text in
    /// `notification` fills it.
    private static func checkAPS(_ message: JSON) throws(FCMRefusal) {
        guard message["apns"]?["payload"]?["aps"]?.objectMembers?.isEmpty == true,
            !["title", "body"].contains(where: {
                message["notification"]?[$0]?.stringValue?.isEmpty == false
            })
        else { return }
        throw .invalid(
            "message.apns.payload.aps", "Request contains an invalid argument.",
            found: "found an empty `aps`, wanted something in it (as senders report; Google does "
                + "not document it)",
            googleField: "message.apns.payload", fault: .emptyAPS)
    }

    /// The header that each of APNs' reasons is about.
    private static let headersAtFault = [
        "BadMessageId": "apns-id", "BadExpirationDate": "apns-expiration",
        "BadPriority": "apns-priority", "BadCollapseId": "apns-collapse-id",
        "InvalidPushType": "apns-push-type",
    ]

    /// Whether a message has nothing to show, play or count on an Apple device.
    private static func isData(_ message: JSON) -> Bool {
        message["notification"] == nil && FCMComposer.activityToken(of: message) == nil
            && !(message["apns"]?["payload"]?["aps"].map { APS($0).hasInteraction } ?? false)
    }

    /// Refuses analytics labels that do not match `^[a-zA-Z0-9-_.~%]{1,50}$` (FCM-DISC).
    private static func checkLabels(_ message: JSON) throws(FCMRefusal) {
        for part in labelledParts {
            let options = part.map { message[$0]?["fcm_options"] } ?? message["fcm_options"]
            // An empty text is the same as none to Google, which reads JSON as Protocol Buffers.
            guard let label = options?["analytics_label"]?.stringValue, !label.isEmpty else {
                continue
            }
            guard label.utf8.count <= 50, FCMAddress.isTopic(label) else {
                let place = part.map { "message." + $0 } ?? "message"
                throw .invalid(
                    place + ".fcm_options.analytics_label", "Invalid analytics label",
                    found: "found a label that is not 1 to 50 of a-z, A-Z, 0-9 and `-_.~%`")
            }
        }
    }

    private static func checkLifetime(_ text: JSON?, in part: String) throws(FCMRefusal) {
        guard let text = text?.stringValue, !FCMSchema.isLifetime(text) else { return }
        throw .invalid(
            "message.\(part).ttl",
            "Invalid ttl: must be from 0 to \(FCMSchema.longestLifetime) seconds",
            found: "found \(text.dropLast()) seconds, wanted 0 to \(FCMSchema.longestLifetime)")
    }

    /// The two forms of the part for Android.
    private static let androidParts = ["android", "android_v2"]

    /// The names of the parts for devices that this program does not have.
    private static let foreignNames = androidParts + ["webpush"]

    /// The parts that can have an analytics label; nil is the message itself.
    private static let labelledParts = [nil, "apns"] + foreignNames

    /// The fields of the message for devices that this program does not have.
    public var foreignParts: [String] { Self.foreignNames.filter { message[$0] != nil } }

    /// The token of the Live Activity that the message is for, in small letters, as APNs reads it.
    public var activityToken: String? {
        FCMComposer.activityToken(of: message)?.lowercased()
    }
}
