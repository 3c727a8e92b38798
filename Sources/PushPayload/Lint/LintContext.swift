/// What is known beside the payload; rules that need what is nil stay silent.
public struct LintContext: Equatable, Sendable {
    /// The header `apns-push-type`.
    public var pushType: PushType?
    /// The header `apns-priority`.
    public var priority: Int?
    /// The header `apns-collapse-id`.
    public var collapseID: String?
    /// The header `apns-topic`.
    public var topic: String?
    /// The app's bundle ID, which the topic starts with.
    public var bundleID: String?
    /// The categories that the app registers.
    public var categories: [String]?
    /// The entitlements that the app holds.
    public var entitlements: [PushEntitlement]?

    /// Creates a context in which nothing but the given is known.
    public init(
        pushType: PushType? = nil, priority: Int? = nil, collapseID: String? = nil,
        topic: String? = nil, bundleID: String? = nil, categories: [String]? = nil,
        entitlements: [PushEntitlement]? = nil
    ) {
        self.pushType = pushType
        self.priority = priority
        self.collapseID = collapseID
        self.topic = topic
        self.bundleID = bundleID
        self.categories = categories
        self.entitlements = entitlements
    }
}

/// An entitlement that lets a notification through what the user set up.
public enum PushEntitlement: String, Equatable, Sendable, CaseIterable {
    case timeSensitive = "com.apple.developer.usernotifications.time-sensitive"
    case criticalAlerts = "com.apple.developer.usernotifications.critical-alerts"
}

extension PushEntitlement {
    /// The key of the page that asks for it.
    var source: String { self == .timeSensitive ? "A-TS" : "A-CRIT" }
}
