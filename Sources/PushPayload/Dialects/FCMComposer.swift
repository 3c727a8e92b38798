import PushText

/// Makes an APNs payload and headers from a message for FCM's HTTP v1 API, as FCM's backend does.
///
/// Source: the discovery document of the FCM API and the sources of the Firebase SDKs. How part of
/// an alert in `apns.payload` mixes with `notification` is not documented.
public struct FCMComposer: Equatable, Sendable {
    /// The `gcm.message_id` that the backend gives the message.
    public var messageID: String
    /// The number of the Firebase project, if known.
    public var senderID: String?
    /// The address; its part before the colon reaches the device as `google.c.fid`.
    public var registrationToken: String?
    /// The time of sending, in UNIX seconds.
    public var sentAt: Int
    /// Whether Firebase Analytics is linked, which marks the message for it.
    public var analytics: Bool

    /// The largest payload for APNs, in bytes.
    public static let payloadLimit = 4096
    /// The most that a message to a topic may have in keys and values, in bytes (FCM-ERR).
    public static let topicPayloadLimit = 2048

    /// The default time for keeping an undelivered message, in seconds.
    public static let defaultLifetime = 30 * 86400

    /// Creates a composer.
    public init(
        messageID: String, senderID: String? = nil, registrationToken: String? = nil,
        sentAt: Int, analytics: Bool = true
    ) {
        self.messageID = messageID
        self.senderID = senderID
        self.registrationToken = registrationToken
        self.sentAt = sentAt
        self.analytics = analytics
    }

    /// Whether FCM keeps the key of `data` for itself: `from`, `message_type`, and what starts with
    /// `google.` or `gcm.notification.`, with the full stops (FCM-DISC).
    public static func isReserved(_ key: String) -> Bool {
        ["from", "message_type"].contains(key) || key.hasPrefix("google.")
            || key.hasPrefix("gcm.notification.")
    }

    /// Returns the token of the Live Activity that a message is for; an empty text is none, as in
    /// every field of Google's.
    public static func activityToken(of message: JSON) -> String? {
        message["apns"]?["live_activity_token"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the payload and headers for APNs of a message, with or without its envelope.
    ///
    /// Throws the refusal that FCM answers with `INVALID_ARGUMENT`.
    public func compose(_ request: JSON) throws(CompositionRefusal) -> Composition {
        let message = request["message"] ?? request
        guard message.objectMembers != nil else {
            throw CompositionRefusal(
                field: "message", message: "found \(message.kindName), wanted an object")
        }
        try checkTarget(message)
        let draft = try assemble(message)
        try checkSize(draft.byteCount, of: message)
        return Composition(
            payload: draft.payload, text: draft.text,
            headers: try headers(of: message, draft.aps), notes: draft.notes)
    }

    /// A payload whose size has not been checked yet.
    ///
    /// The linter measures drafts too, so the caller that asks for the draft checks its size.
    struct Draft {
        let payload: JSON
        let text: String
        let aps: JSON
        let notes: [String]

        init(payload: JSON, aps: JSON, notes: [String]) {
            self.payload = payload
            text = payload.text
            self.aps = aps
            self.notes = notes
        }

        var byteCount: Int { text.utf8.count }
    }

    /// Returns the payload of a message without its envelope.
    ///
    /// Two parts may bring the same key; the later one of this list wins: `data`, `apns.payload`,
    /// the image under `fcm_options`, the keys that FCM adds. Among equal keys in `apns.payload`
    /// the last one stays.
    ///
    /// Throws for `data` that is not an object of strings, and for a key that FCM reserves.
    func assemble(_ message: JSON) throws(CompositionRefusal) -> Draft {
        var notes: [String] = []
        let message = Self.rounded(message, &notes)
        let aps = aps(of: message, &notes)
        var members = [JSON.Member(key: "aps", value: aps)]
        members += try dataMembers(message["data"], &notes)
        var own: [JSON.Member] = []
        var ownKeys: Set = [ExactText("aps")]
        let apns = message["apns"]
        for member in (apns?["payload"]?.objectMembers ?? []).reversed()
        where ownKeys.insert(ExactText(member.key)).inserted {
            own.append(member)
        }
        // The platform's own payload is more specific, so it wins where both have a key.
        members.removeAll { $0.key != "aps" && ownKeys.contains(ExactText($0.key)) }
        members += own.reversed()
        let images = [apns?["fcm_options"]?["image"], message["notification"]?["image"]]
        if let image = images.lazy.compactMap({ $0 }).first(where: {
            $0.stringValue?.isEmpty == false
        }) {
            members.removeAll { $0.key == "fcm_options" }
            members.append(JSON.Member(key: "fcm_options", value: ["image": image]))
            if aps["mutable-content"]?.isSetFlag != true {
                notes.append("the image is not loaded: `aps` lacks `mutable-content`")
            }
        }
        let marks = deliveryMembers(message)
        members.removeAll { member in marks.contains { $0.key == member.key } }
        members += marks
        return Draft(payload: .object(members), aps: aps, notes: notes)
    }

    /// Returns a message whose `apns.payload` has the numbers that its type can hold.
    private static func rounded(_ message: JSON, _ notes: inout [String]) -> JSON {
        var first: (from: String, to: String)?
        guard let payload = message["apns"]?["payload"],
            let rounded = FCMNumber.rounded(payload, &first), let first
        else { return message }
        notes.append(
            "FCM rounds \(first.from) in `apns.payload` to \(first.to): its type, Struct, has only "
                + "doubles (that APNs gets them so is not documented)")
        var message = message
        message["apns"]?["payload"] = rounded
        return message
    }

    /// Throws unless the message has exactly one address; FCM refuses none and several alike.
    private func checkTarget(_ message: JSON) throws(CompositionRefusal) {
        guard Self.targetNames.count(where: { message[$0] != nil }) != 1 else { return }
        let found = Self.targetNames.filter { message[$0] != nil }.map { "`\($0)`" }
        throw CompositionRefusal(
            field: "message",
            message: "found \(found.isEmpty ? "no target" : found.joined(separator: " and ")), "
                + "wanted one of " + Self.targetNames.map { "`\($0)`" }.joined(separator: ", "))
    }

    /// The fields that name a target.
    package static let targetNames = ["token", "topic", "condition", "fid"]

    /// Merges `notification` with `apns.payload.aps`; a text in the latter wins, since it is meant
    /// for Apple's devices alone.
    ///
    /// An alert that is a string takes the place of `notification` as a whole. An empty `aps` gets
    /// a note, because such a push reaches no one on iOS.
    private func aps(of message: JSON, _ notes: inout [String]) -> JSON {
        var aps = message["apns"]?["payload"]?["aps"] ?? .object([])
        var alert: [JSON.Member] = []
        for key in ["title", "body"] {
            if let text = message["notification"]?[key], text.stringValue?.isEmpty == false {
                alert.append(JSON.Member(key: key, value: text))
            }
        }
        if let own = aps["alert"] {
            if let ownMembers = own.objectMembers, !alert.isEmpty {
                alert.removeAll { member in own[member.key] != nil }
                aps["alert"] = .object(alert + ownMembers)
            }
        } else if !alert.isEmpty {
            aps = .object(
                [JSON.Member(key: "alert", value: .object(alert))] + (aps.objectMembers ?? []))
        }
        if aps.objectMembers?.isEmpty == true {
            notes.append("a data message alone neither shows anything nor wakes the app on iOS")
        }
        return aps
    }

    /// The members of `data` that move to the top of the payload.
    ///
    /// Throws for keys that FCM reserves and for values that are not strings. `aps` is dropped here
    /// with a note, as the message's own `aps` takes that place.
    private func dataMembers(
        _ data: JSON?, _ notes: inout [String]
    ) throws(CompositionRefusal) -> [JSON.Member] {
        guard let data else { return [] }
        guard let members = data.objectMembers else {
            throw CompositionRefusal(
                field: "message.data", message: "found \(data.kindName), wanted an object")
        }
        for member in members {
            let field = "message.data[\(member.key)]"
            if Self.isReserved(member.key) {
                throw CompositionRefusal(field: field, message: "found a key that FCM reserves")
            }
            guard member.value.stringValue != nil else {
                throw CompositionRefusal(
                    field: field, message: "found \(member.value.kindName), wanted a string")
            }
            if member.key == "collapse_key" {
                notes.append("`collapse_key` in `data` is overwritten by FCM")
            }
            if member.key == "aps" {
                notes.append("`aps` in `data` gives way to the message's own `aps`")
            }
        }
        return members.filter { $0.key != "aps" }
    }

    /// Adds to a payload the keys that FCM adds to whatever it hands to APNs.
    public func mark(_ payload: inout JSON) {
        payload.withMembers { members in
            // Room for an `aps` beside them, which Treasure Data's payloads get afterwards.
            members.reserveCapacity(members.count + Self.mostMarks + 1)
            mark(&members, label: nil, token: nil)
        }
    }

    /// The keys that FCM adds; a label for Apple's devices wins over the message's general one.
    private func deliveryMembers(_ message: JSON) -> [JSON.Member] {
        let labels = [message["apns"], message].map { $0?["fcm_options"]?["analytics_label"] }
        let label = labels.compactMap { $0?.stringValue }.first { !$0.isEmpty }
        var members: [JSON.Member] = []
        members.reserveCapacity(Self.mostMarks)
        mark(&members, label: label, token: message["token"]?.stringValue)
        return members
    }

    /// The number of keys that `mark` adds at most.
    private static let mostMarks = 5

    /// The order is the one that payloads from FCM have on a device.
    ///
    /// `registrationToken` is the token that the gateway resolved the address to, so it wins over
    /// the one in the message.
    private func mark(_ members: inout [JSON.Member], label: String?, token: String?) {
        func add(_ key: String, _ text: String) {
            members.append(JSON.Member(key: key, value: .string(text)))
        }
        add("gcm.message_id", messageID)
        if analytics { add("google.c.a.e", "1") }
        if let label { add("google.c.a.m_l", label) }
        if let token = registrationToken ?? token, let installation = Self.beforeColon(token) {
            add("google.c.fid", installation)
        }
        if let senderID { add("google.c.sender.id", senderID) }
    }

    /// The part of a token before its colon; by bytes, since every push comes here.
    private static func beforeColon(_ token: String) -> String? {
        token.withBytes { bytes in
            bytes.firstIndex(of: Ascii.colon).map {
                String(decoding: bytes[..<$0], as: UTF8.self)
            }
        }
    }

    /// The sender's own headers first, in their order; then the defaults for those that are
    /// missing.
    ///
    /// Names become lower case, as HTTP/2 wants them. Throws for a value that is not a string. FCM
    /// chooses the push type by the payload: `background` for `content-available` with nothing to
    /// show.
    private func headers(
        of message: JSON, _ aps: JSON
    ) throws(CompositionRefusal) -> [HeaderField] {
        var headers: [HeaderField] = []
        for member in message["apns"]?["headers"]?.objectMembers ?? [] {
            guard let value = member.value.stringValue else {
                throw CompositionRefusal(
                    field: "message.apns.headers[\(member.key)]",
                    message: "found \(member.value.kindName), wanted a string")
            }
            headers.append(HeaderField(member.key.lowercased(), value))
        }
        func add(_ name: String, _ value: String) {
            if !headers.contains(where: { $0.name == name }) {
                headers.append(HeaderField(name, value))
            }
        }
        let isSilent =
            aps["content-available"]?.isSetFlag == true && !APS(aps).hasInteraction
        let type: PushType =
            Self.activityToken(of: message) != nil
            ? .liveactivity : isSilent ? .background : .alert
        add("apns-push-type", type.rawValue)
        add("apns-priority", "10")
        add("apns-expiration", String(sentAt + Self.defaultLifetime))
        return headers
    }

    /// Throws with `isTooLarge`, by which the caller chooses FCM's answer.
    private func checkSize(_ count: Int, of message: JSON) throws(CompositionRefusal) {
        guard let excess = Self.excess(of: message, composed: count) else { return }
        throw CompositionRefusal(
            field: "message",
            message: "found \(excess.size) bytes, wanted at most \(excess.limit)",
            isTooLarge: true)
    }

    /// Returns the size of a message that is too large, and its limit; nil if it may be sent.
    ///
    /// `count` is the size of the payload for APNs, with what FCM adds. A topic's own limit is for
    /// what the sender wrote.
    static func excess(
        of message: JSON, composed count: Int
    ) -> (size: Int, limit: Int)? {
        if message["topic"] != nil || message["condition"] != nil {
            let size = writtenSize(of: message)
            if size > topicPayloadLimit { return (size, topicPayloadLimit) }
        }
        // The data of other platforms does not reach APNs, and counts all the same.
        for part in ["android", "android_v2", "webpush"] {
            let size = size(ofTexts: message[part]?["data"])
            if size > payloadLimit { return (size, payloadLimit) }
        }
        return count > payloadLimit ? (count, payloadLimit) : nil
    }

    /// The bytes of a message's keys and values (FCM-ERR); of the payload for Apple's devices,
    /// which may be nested, those of its text.
    private static func writtenSize(of message: JSON) -> Int {
        size(ofTexts: message["data"]) + size(ofTexts: message["notification"])
            + (message["apns"]?["payload"]?.text.utf8.count ?? 0)
    }

    /// The bytes of the keys of an object and of its texts.
    private static func size(ofTexts object: JSON?) -> Int {
        (object?.objectMembers ?? []).reduce(0) { sum, member in
            sum + member.key.utf8.count + (member.value.stringValue?.utf8.count ?? 0)
        }
    }
}
