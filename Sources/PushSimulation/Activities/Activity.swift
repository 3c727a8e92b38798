import PushModel
import PushText

/// A Live Activity on the Lock Screen and, on devices that have one, in the Dynamic Island.
public struct Activity: Equatable, Sendable {
    /// Where it is in its life; one that left the Lock Screen is gone.
    public enum State: String, CaseIterable, Sendable {
        case active
        /// Its `stale-date` passed, and nothing newer came.
        case stale
        /// Over, and still on the Lock Screen.
        case ended
    }

    /// The name that commands use: `live-1` and so on.
    public var id: String
    /// The name of the app's `ActivityAttributes` type.
    public var attributesType: String
    /// What it was started with, which never changes.
    public var attributes: JSON
    /// What it shows: the `ContentState`.
    public var content: JSON
    /// Where it is in its life.
    public var state = State.active
    /// When it started.
    public var startedAt: Tick
    /// The `timestamp` of the push it shows, in UNIX seconds; nil while none has come.
    public var timestamp: Double?
    /// When what it shows is outdated; nil = never.
    public var staleAt: Tick?
    /// When an ended one leaves the Lock Screen.
    public var removedAt: Tick?
    /// Its rank among the app's, higher first.
    public var relevance: Double = 0
    /// The push token that updates it; nil where it has none.
    public var token: String?
    /// The broadcast channel that it is subscribed to.
    public var channel: String?

    /// Milliseconds until the system ends it.
    public static let lifetime: Int64 = 8 * 3_600_000
    /// Milliseconds that an ended one may stay on the Lock Screen.
    public static let lingering: Int64 = 4 * 3_600_000
    /// Live Activities of an app at once.
    public static let limit = 5

    init(
        id: String, attributesType: String, attributes: JSON, content: JSON, startedAt: Tick
    ) {
        self.id = id
        self.attributesType = attributesType
        self.attributes = attributes
        self.content = content
        self.startedAt = startedAt
    }

    /// Whether pushes still change it.
    public var isRunning: Bool { state != .ended }

    /// When something next happens to it by itself.
    var due: Tick {
        guard isRunning else { return removedAt ?? startedAt }
        let end = startedAt.advanced(by: Self.lifetime)
        guard state == .active, let staleAt else { return end }
        return min(staleAt, end)
    }
}

/// What an app does with its Live Activities, or their user.
public enum ActivityAction: Equatable, Sendable {
    /// `Activity.request(attributes:content:pushType:)`.
    case start(ActivityRequest)
    /// `update(_:)`; nil = the newest that runs.
    case update(id: String?, content: JSON, staleAfter: Int64?)
    /// `end(_:dismissalPolicy:)`.
    case end(id: String?, content: JSON?, ActivityRemoval)
    /// The user swipes it from the Lock Screen.
    case dismiss(id: String?)
}

/// What an app starts a Live Activity with.
public struct ActivityRequest: Equatable, Sendable {
    /// The name of its `ActivityAttributes` type.
    public var attributesType: String
    /// Its attributes.
    public var attributes: JSON = [:]
    /// Its first content.
    public var content: JSON = [:]
    /// Milliseconds until the content is outdated; nil = never.
    public var staleAfter: Int64?
    /// Its rank among the app's.
    public var relevance: Double = 0
    /// The broadcast channel that updates it; nil = a push token does.
    public var channel: String?

    /// Makes a request.
    public init(_ attributesType: String) { self.attributesType = attributesType }
}

/// When an ended Live Activity leaves the Lock Screen (`ActivityUIDismissalPolicy`).
public enum ActivityRemoval: Equatable, Sendable {
    /// Up to four hours later, as the system likes; here after all of them.
    case standard
    case immediate
    /// So many milliseconds later, four hours at most.
    case after(Int64)
}

extension Activity {
    var json: JSON {
        var json: JSON = [
            "id": .string(id), "type": .string(attributesType), "attributes": attributes,
            "content": content, "state": .string(state.rawValue),
            "started": .int64(startedAt.milliseconds), "relevance": .double(relevance),
        ]
        if let timestamp { json["timestamp"] = .double(timestamp) }
        if let staleAt { json["stale"] = .int64(staleAt.milliseconds) }
        if let removedAt { json["removed"] = .int64(removedAt.milliseconds) }
        if let token { json["token"] = .string(token) }
        if let channel { json["channel"] = .string(channel) }
        return json
    }

    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let type = json["type"]?.stringValue else {
            return nil
        }
        self.init(
            id: id, attributesType: type, attributes: json["attributes"] ?? [:],
            content: json["content"] ?? [:],
            startedAt: Tick(milliseconds: json["started"]?.int64Value ?? 0))
        state = json["state"]?.stringValue.flatMap(State.init) ?? .active
        timestamp = json["timestamp"]?.doubleValue
        staleAt = json["stale"]?.int64Value.map(Tick.init(milliseconds:))
        removedAt = json["removed"]?.int64Value.map(Tick.init(milliseconds:))
        relevance = json["relevance"]?.doubleValue ?? 0
        token = json["token"]?.stringValue
        channel = json["channel"]?.stringValue
    }
}
