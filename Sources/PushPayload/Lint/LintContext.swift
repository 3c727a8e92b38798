/// The facts about a push that its payload does not show; nil silences the rules that need one.
public struct LintContext: Equatable, Sendable {
    /// The header `apns-push-type`.
    public var pushType: PushType?
    /// Whether the payload goes to a broadcast channel.
    public var isBroadcast = false
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
    /// Whether the app asks for `.criticalAlert`, without which none of its alerts is critical.
    public var asksForCritical: Bool?
    /// The keys, schemes and sounds of the installed app.
    public var app: LintApp?

    /// Creates a context in which only the given facts are known.
    public init(
        pushType: PushType? = nil, priority: Int? = nil, collapseID: String? = nil,
        topic: String? = nil, bundleID: String? = nil, categories: [String]? = nil,
        entitlements: [PushEntitlement]? = nil, app: LintApp? = nil
    ) {
        self.pushType = pushType
        self.priority = priority
        self.collapseID = collapseID
        self.topic = topic
        self.bundleID = bundleID
        self.categories = categories
        self.entitlements = entitlements
        self.app = app
    }
}

/// The keys, schemes, sounds and texts that an installed app knows.
public struct LintApp: Equatable, Sendable {
    /// The app's bundle ID.
    public var bundleID: String
    /// Whether a notification service extension is embedded.
    public var hasExtension: Bool
    /// The keys that may name the image, a dot between the steps of a path.
    public var imageKeys: [String]
    /// The keys from which the extension takes a title or a body.
    public var textKeys: [String]
    /// The keys that may hold an encrypted body.
    public var encryptedKeys: [String]
    /// Whether the extension has a key to decrypt it.
    public var decrypts: Bool
    /// The keys that may hold the link that a tap opens.
    public var linkKeys: [String]
    /// The URL schemes that the app registers.
    public var schemes: [String]
    /// The sound files in the app's bundle.
    public var sounds: [Sound]
    /// A sound file.
    public struct Sound: Equatable, Sendable {
        /// The file's name with its extension.
        public var name: String
        /// Its length in seconds.
        public var seconds: Int

        /// Describes a file.
        public init(name: String, seconds: Int) {
            self.name = name
            self.seconds = seconds
        }
    }
    /// The keys of the app's `Localizable.strings`, in the device's language.
    public struct Strings: Equatable, Sendable {
        /// The language, as `en`.
        public var language: String
        /// The keys.
        public var keys: Set<String>

        /// Lists the keys of a language.
        public init(language: String, keys: Set<String>) {
            self.language = language
            self.keys = keys
        }
    }
    /// The texts that a `loc-key` finds; nil if nobody has listed them.
    public var strings: Strings?
    /// Whether the app shows Live Activities (`NSSupportsLiveActivities`).
    public var hasActivities: Bool
    /// The types of its Live Activities; empty = any that a push names.
    public var activityTypes: [String]

    /// Describes an app.
    public init(
        bundleID: String, hasExtension: Bool = true, imageKeys: [String] = ["image_url"],
        textKeys: [String] = [], encryptedKeys: [String] = [], decrypts: Bool = false,
        linkKeys: [String] = ["deeplink", "link"], schemes: [String] = [], sounds: [Sound] = [],
        strings: Strings? = nil, hasActivities: Bool = false, activityTypes: [String] = []
    ) {
        self.bundleID = bundleID
        self.hasExtension = hasExtension
        self.imageKeys = imageKeys
        self.textKeys = textKeys
        self.encryptedKeys = encryptedKeys
        self.decrypts = decrypts
        self.linkKeys = linkKeys
        self.schemes = schemes
        self.sounds = sounds
        self.strings = strings
        self.hasActivities = hasActivities
        self.activityTypes = activityTypes
    }
}

/// An entitlement that lets a notification through despite the user's settings.
public enum PushEntitlement: String, Equatable, Sendable, CaseIterable {
    case timeSensitive = "com.apple.developer.usernotifications.time-sensitive"
    case criticalAlerts = "com.apple.developer.usernotifications.critical-alerts"
}

extension PushEntitlement {
    /// The key of the page that asks for it.
    var source: String { self == .timeSensitive ? "A-TS" : "A-CRIT" }
}
