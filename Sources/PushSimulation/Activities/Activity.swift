import PushModel
import PushText

/// A Live Activity on the Lock Screen and, on devices that have one, in the Dynamic Island.
public struct Activity: Equatable, Sendable {
    /// The state of a Live Activity; one that has left the Lock Screen is gone.
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
    /// The attributes it was started with, which never change.
    public var attributes: JSON
    /// The content it shows: its `ContentState`.
    public var content: JSON
    /// Its present state.
    public var state = State.active
    /// The time at which it started.
    public var startedAt: Tick
    /// The `timestamp` of the push it shows, in UNIX seconds; nil while none has come.
    public var timestamp: Double?
    /// The time at which its content becomes outdated; nil for never.
    public var staleAt: Tick?
    /// The time at which an ended one leaves the Lock Screen.
    public var removedAt: Tick?
    /// Its rank among the app's, higher first.
    public var relevance: Double = 0
    /// The push token that updates it; nil if it has none.
    public var token: String?
    /// The broadcast channel that it is subscribed to.
    public var channel: String?

    /// The time until the system ends it, in milliseconds.
    public static let lifetime: Int64 = 8 * 3_600_000
    /// The time that an ended one may stay on the Lock Screen, in milliseconds.
    public static let lingering: Int64 = 4 * 3_600_000
    /// The most bytes of a content, as JSON (A-ACTIVITY: "can't exceed 4 KB").
    static let contentLimit = 4096
    /// The most Live Activities of an app at a time.
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

    /// Whether its content is older than it may be, which nothing has marked yet.
    func isOutdated(at now: Tick) -> Bool {
        state == .active && staleAt.map { $0 <= now } == true
    }

    /// The time of its next change by itself.
    var due: Tick {
        guard isRunning else { return removedAt ?? startedAt }
        let end = startedAt.advanced(by: Self.lifetime)
        guard state == .active, let staleAt else { return end }
        return min(staleAt, end)
    }
}

/// An action of an app on its Live Activities, or of their user.
public enum ActivityAction: Equatable, Sendable {
    /// `Activity.request(attributes:content:pushType:)`.
    case start(ActivityRequest)
    /// `update(_:)`; nil = the newest that is running.
    case update(id: String?, content: JSON, staleAfter: Int64?)
    /// `end(_:dismissalPolicy:)`.
    case end(id: String?, content: JSON?, ActivityRemoval)
    /// The user swipes it from the Lock Screen.
    case dismiss(id: String?)
}

/// The request with which an app starts a Live Activity.
public struct ActivityRequest: Equatable, Sendable {
    /// The name of its `ActivityAttributes` type.
    public var attributesType: String
    /// Its attributes.
    public var attributes: JSON = [:]
    /// Its first content.
    public var content: JSON = [:]
    /// The time until the content is outdated, in milliseconds; nil = never.
    public var staleAfter: Int64?
    /// Its rank among the app's.
    public var relevance: Double = 0
    /// The broadcast channel that updates it; nil = a push token updates it.
    public var channel: String?

    /// Makes a request.
    public init(_ attributesType: String) { self.attributesType = attributesType }
}

/// The time at which an ended Live Activity leaves the Lock Screen (`ActivityUIDismissalPolicy`).
public enum ActivityRemoval: Equatable, Sendable {
    /// Within four hours, at the system's choice; here after all four.
    case standard
    case immediate
    /// After this many milliseconds, four hours at most.
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
