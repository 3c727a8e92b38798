import PushModel
import PushPayload
import PushText

/// A local notification that an app scheduled (`UNNotificationRequest` with a time
/// interval), or posts at once (without a trigger).
public struct LocalRequest: Equatable, Sendable {
    /// The request's identifier; a later request with the same one replaces it.
    public var id: String
    /// The content, in the form of a payload with `aps`.
    public var content: JSON
    /// The time until it fires, in milliseconds; nil for at once.
    public var milliseconds: Int64?
    /// Whether it fires again after the same time, until it is removed.
    public var repeats: Bool
    /// The time at which it fires next, which the clock can reach.
    public var fireAt = Tick(milliseconds: 0)

    /// The most scheduled notifications that iOS keeps per app.
    public static let limit = 64

    /// The shortest time in milliseconds after which one fires again.
    static let shortest: Int64 = 60_000

    /// Makes a request that has not been scheduled yet.
    public init(id: String, content: JSON, milliseconds: Int64?, repeats: Bool = false) {
        self.id = id
        self.content = content
        self.milliseconds = milliseconds
        self.repeats = repeats
    }

    /// The push that it resembles once it fires.
    var push: Push {
        var push = Push(payload: Payload(root: content), byteCount: 0, pushType: "alert", id: id)
        push.collapseID = id
        return push
    }
}

/// An action of an app on its scheduled notifications.
public enum LocalAction: Equatable, Sendable {
    /// `add(_:)`.
    case add(LocalRequest)
    /// `removePendingNotificationRequests(withIdentifiers:)`; nil = all.
    case remove(id: String?)
}

extension LocalRequest {
    /// The document, in which a time that is no whole seconds is given in milliseconds as well:
    /// earlier versions read the seconds.
    var json: JSON {
        var json: JSON = [
            "id": .string(id), "content": content,
            "seconds": milliseconds.map { .int64($0 / 1000) } ?? .null,
            "repeats": .bool(repeats), "at": .int64(fireAt.milliseconds),
        ]
        if let milliseconds, milliseconds % 1000 != 0 {
            json["milliseconds"] = .int64(milliseconds)
        }
        return json
    }

    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let content = json["content"] else { return nil }
        let repeats = json["repeats"]?.boolValue ?? false
        let seconds = max(0, min(json["seconds"]?.int64Value ?? 1, .max / 1000))
        self.init(
            id: id, content: content,
            milliseconds: max(
                repeats ? Self.shortest : 1, json["milliseconds"]?.int64Value ?? seconds * 1000),
            repeats: repeats)
        fireAt = min(Tick(milliseconds: json["at"]?.int64Value ?? 0), .end)
    }
}
