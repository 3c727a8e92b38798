import PushModel
import PushText

/// An app's Live Activities on one device, their tokens, and their budgets for changes.
public struct ActivityService: Equatable, Sendable {
    /// The Live Activities that can be seen, in the order they started.
    public var all: [Activity] = []
    /// The token that lets a push start one; nil if the app has none yet.
    public var startToken: String?
    /// The pushes that APNs keeps for a device that is away, one per address.
    public var stored: [StoredPush] = []
    /// The number of the last one that started.
    var count: Int64 = 0
    /// The times at which pushes of priority 10 changed one, within the last hour.
    var updates: [Tick] = []
    /// The times at which pushes started one, within the last hour.
    var starts: [Tick] = []

    /// The most changes by pushes of priority 10 in an hour; Apple gives no figure.
    public static let hourlyUpdates = 15
    /// The same for an app with `NSSupportsLiveActivitiesFrequentUpdates`.
    public static let frequentUpdates = 60
    /// The most starts by push in an hour: about ten in a short time were observed (AF-799505).
    public static let hourlyStarts = 10
    static let hour: Int64 = 3_600_000

    /// Makes the service of an app that never had one.
    public init() {}

    /// Whether there is nothing to store.
    var isEmpty: Bool { self == ActivityService() }

    /// The tokens that lead here now: the one that starts, and those of running Live Activities.
    public var tokens: [String] {
        (startToken.map { [$0] } ?? []) + all.filter(\.isRunning).compactMap(\.token)
    }

    /// The visible ones, the one in the Dynamic Island first.
    public var ranked: [Activity] {
        all.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            if one.isRunning != other.isRunning { return one.isRunning }
            guard one.relevance == other.relevance else { return one.relevance > other.relevance }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// The time of the next change by itself.
    var due: Tick? {
        let next = all.map(\.due).min()
        let expiry = stored.map(\.expiresAt).min()
        guard let next, let expiry else { return next ?? expiry }
        return min(next, expiry)
    }

    /// Charges a change to a budget; false if the budget is used up.
    static func charge(_ times: inout [Tick], _ limit: Int, at now: Tick) -> Bool {
        times.removeAll { isOver($0, at: now) }
        guard times.count < limit else { return false }
        times.append(now)
        return true
    }

    /// Whether a change no longer counts against a budget.
    private static func isOver(_ time: Tick, at now: Tick) -> Bool {
        time.advanced(by: hour) <= now
    }

    /// Whether there is room for one more change among those that count.
    static func hasRoom(_ times: [Tick], _ limit: Int, at now: Tick) -> Bool {
        times.count { !isOver($0, at: now) } < limit
    }
}

extension App {
    /// The most changes by pushes of priority 10 that its Live Activities take in an hour.
    var activityUpdateLimit: Int {
        settings.hasFrequentActivities
            ? ActivityService.frequentUpdates : ActivityService.hourlyUpdates
    }

    /// Whether its budget leaves room for another update of priority 10.
    package func mayUpdateActivities(at now: Tick) -> Bool {
        ActivityService.hasRoom(activities.updates, activityUpdateLimit, at: now)
    }

    /// Whether its budget leaves room for another start by a push.
    package func mayStartActivities(at now: Tick) -> Bool {
        ActivityService.hasRoom(activities.starts, ActivityService.hourlyStarts, at: now)
    }
}

extension ActivityService {
    var json: JSON {
        var json: JSON = ["count": .int64(count)]
        if !all.isEmpty { json["all"] = .array(all.map(\.json)) }
        if let startToken { json["start"] = .string(startToken) }
        if !stored.isEmpty { json["stored"] = .array(stored.map(\.json)) }
        for (key, times) in [("updates", updates), ("starts", starts)] where !times.isEmpty {
            json[key] = .array(times.map { .int64($0.milliseconds) })
        }
        return json
    }

    init(_ json: JSON) {
        func times(_ key: String) -> [Tick] {
            (json[key]?.arrayValue ?? []).compactMap(\.int64Value).map(Tick.init(milliseconds:))
        }
        count = json["count"]?.int64Value ?? 0
        all = (json["all"]?.arrayValue ?? []).compactMap(Activity.init)
        startToken = json["start"]?.stringValue
        stored = (json["stored"]?.arrayValue ?? []).compactMap(StoredPush.init)
        updates = times("updates")
        starts = times("starts")
    }
}

extension StoredPush {
    var json: JSON {
        [
            "push": push.json, "at": .int64(storedAt.milliseconds),
            "until": .int64(expiresAt.milliseconds),
        ]
    }

    init?(_ json: JSON) {
        guard let root = json["push"], let push = Push(root) else { return nil }
        self.init(
            push: push, storedAt: Tick(milliseconds: json["at"]?.int64Value ?? 0),
            expiresAt: Tick(milliseconds: json["until"]?.int64Value ?? 0))
    }
}
