import PushModel

/// FCM's sending limits (FCM-QUOTA).
///
/// A project has 600,000 messages a minute and 3,000 changes of subscriptions a second, each app on
/// each device a burst of 20 collapsible messages, then one every three minutes. Each allowance is
/// kept as the instant at which it is full again.
public struct FCMQuota: Equatable, Sendable {
    /// One allowance.
    struct Allowance {
        /// The prefix of its keys, one for each holder.
        var name: String
        /// The number that may come at once.
        var burst: Int64
        /// The microseconds until one more may come.
        var interval: Int64
        /// The sentence of a refusal.
        var found: String
    }

    static let messages = Allowance(
        name: "m/", burst: 600_000, interval: 100,
        found: "the project sent 600,000 messages within a minute")
    static let subscriptions = Allowance(
        name: "s/", burst: 3000, interval: 333,
        found: "the project changed 3,000 subscriptions within a second")
    static let collapsible = Allowance(
        name: "c/", burst: 20, interval: 180_000_000,
        found: "20 messages with `apns-collapse-id` were sent to the app in a burst: after that "
            + "one is let through every 3 minutes")
    /// The number of registrations and projects remembered before full allowances are dropped.
    private static let limit = 10_000

    private var wholeAt: [String: Int64] = [:]
    /// The number remembered at which full allowances are dropped next.
    private var sweepsAt = limit

    /// Makes unused quotas.
    public init() {}

    /// Counts a message of a project.
    public mutating func takeMessage(
        of project: String, at now: Tick
    ) throws(FCMRefusal) {
        try take(Self.messages, of: project, at: now)
    }

    /// Counts a change of a project's subscriptions.
    public mutating func takeSubscription(
        of project: String, at now: Tick
    ) throws(FCMRefusal) {
        try take(Self.subscriptions, of: project, at: now)
    }

    /// Counts a message that replaces an earlier one on its device; others are free.
    public mutating func takeCollapsible(
        _ message: FCMRequest, at now: Tick
    ) throws(FCMRefusal) {
        guard message.isCollapsible, !message.isDryRun else { return }
        switch message.target {
        case .token(let named), .installation(let named):
            // The token begins with the installation ID: both name the same app on its device.
            try take(Self.collapsible, of: String(named.prefix { $0 != ":" }), at: now)
        case .topic, .condition: return
        }
    }

    private mutating func take(
        _ allowance: Allowance, of holder: String, at now: Tick
    ) throws(FCMRefusal) {
        let key = allowance.name + holder
        // A world's clock may stand where its microseconds have no number.
        let now = min(now.milliseconds, .max / 2000) * 1000
        let whole = max(wholeAt[key] ?? now, now)
        let wait = whole - now - (allowance.burst - 1) * allowance.interval
        guard wait <= 0 else {
            throw .overQuota(allowance.found, retryAfter: Int((wait + 999_999) / 1_000_000))
        }
        if wholeAt.count >= sweepsAt, wholeAt[key] == nil {
            wholeAt = wholeAt.filter { $0.value > now }
            // A sweep is paid for by as many new entries.
            sweepsAt = max(Self.limit, 2 * wholeAt.count)
        }
        wholeAt[key] = whole + allowance.interval
    }
}

extension FCMRequest {
    /// Whether the message replaces an earlier one on the device.
    var isCollapsible: Bool { apnsHeader("apns-collapse-id") != nil }
}

extension FCMRefusal {
    /// The refusal of more than a quota allows.
    static func overQuota(_ found: String, retryAfter seconds: Int) -> FCMRefusal {
        var refusal = FCMRefusal(429, message("QUOTA_EXCEEDED"), errorCode: "QUOTA_EXCEEDED")
        refusal.found = found
        refusal.retryAfter = seconds
        return refusal
    }
}
