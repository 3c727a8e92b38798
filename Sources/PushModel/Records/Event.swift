import PushText

/// One analytics record, as the app's event tracker writes it (TD-04).
public struct Event: Equatable, Sendable {
    /// The six types of the Push Events Table.
    public enum Kind: String, CaseIterable, Sendable {
        case delivery
        case open
        case dismiss
        case linkOpen = "link_open"
        case deeplinkOpen = "deeplink_open"
        case tokenRegister = "token_register"

        /// The moment at which the guide's app tracks it, as a clause.
        package var meaning: String {
            switch self {
            case .delivery: "a push arrived, and code of the app ran for it"
            case .open: "a notification was tapped"
            case .dismiss: "a notification was dismissed, and its category reports that"
            case .linkOpen: "the web link of a tapped notification was opened"
            case .deeplinkOpen: "a link opened a screen of the app"
            case .tokenRegister: "the app got a registration token, or a user logged in"
            }
        }
    }

    /// The kind of event.
    public var kind: Kind
    /// Identifies the record, so that the warehouse stores a repeated upload once.
    public var uuid: String
    /// The time at which it was tracked, in Unix seconds.
    public var time: Int64
    /// The campaign of the notification that caused it.
    public var campaignID: String?
    /// The notification that caused it.
    public var messageID: String?
    /// The user who was logged in at that moment; nil is sent as JSON null.
    public var userID: String?
    /// The URL or URI of a link event.
    public var value: String?
    /// The registration token that the app held at that moment.
    public var fcmToken: String?

    /// Makes a record.
    public init(
        kind: Kind, uuid: String, time: Int64, campaignID: String? = nil,
        messageID: String? = nil, userID: String? = nil, value: String? = nil,
        fcmToken: String? = nil
    ) {
        self.kind = kind
        self.uuid = uuid
        self.time = time
        self.campaignID = campaignID
        self.messageID = messageID
        self.userID = userID
        self.value = value
        self.fcmToken = fcmToken
    }
}

/// An event with its place in the queue.
public struct QueuedEvent: Equatable, Sendable {
    /// The order of tracking in this workspace, from 1.
    public var sequence: Int64
    /// The record.
    public var event: Event

    /// Makes a queued event.
    public init(sequence: Int64, event: Event) {
        self.sequence = sequence
        self.event = event
    }
}

extension Event {
    /// The JSON Schema of a record, whichever columns hold its campaign.
    package static let schema: JSON = [
        "type": "object", "required": ["type", "platform", "user_id", "time", "uuid"],
        "properties": [
            "type": ["enum": .array(Kind.allCases.map { .string($0.rawValue) })],
            "campaign_id": ["type": "string"], "td_campaign_id": ["type": "string"],
            "message_id": ["type": "string"], "platform": ["const": "ios"],
            "user_id": ["type": ["string", "null"]], "value": ["type": "string"],
            "fcm_token": ["type": "string"], "time": ["type": "integer"],
            "uuid": ["type": "string"],
        ],
    ]

    /// The record as it is uploaded and as scripts see it: the fields in the order of the guide.
    public func json(_ column: CampaignColumn = .campaignID) -> JSON {
        var members: [JSON.Member] = []
        members.reserveCapacity(10)
        members.append(.init(key: "type", value: .string(kind.rawValue)))
        func add(_ key: String, _ text: String?) {
            if let text { members.append(.init(key: key, value: .string(text))) }
        }
        if column != .tdCampaignID { add("campaign_id", campaignID) }
        if column != .campaignID { add("td_campaign_id", campaignID) }
        add("message_id", messageID)
        members.append(.init(key: "platform", value: "ios"))
        members.append(.init(key: "user_id", value: userID.map(JSON.string) ?? .null))
        add("value", value)
        add("fcm_token", fcmToken)
        members.append(.init(key: "time", value: .int64(time)))
        members.append(.init(key: "uuid", value: .string(uuid)))
        return .object(members)
    }
}
