import PushModel
import PushText

/// The addresses of an app instance, kept as the Firebase Messaging SDK keeps them.
///
/// Imitates FirebaseMessaging 12.7 (`FIRMessagingTokenStore`, `FIRMessagingTokenInfo`):
/// registration tokens are cached by sender ID, not by APNs token, which is why a swapped project
/// loses its token (MG-03).
public struct TokenService: Equatable, Sendable {
    /// A registration token in the keychain, with the values by which the SDK judges its freshness.
    public struct Cached: Equatable, Sendable {
        /// The key of the entry: there is at most one token per sender.
        public var senderID: String
        /// The registration token, which begins with the installation ID.
        public var token: String
        /// The app's version when the token was issued.
        public var appVersion: String
        /// The Firebase App ID it was issued to.
        public var googleAppID: String
        /// The device's language when it was issued.
        public var locale: String
        /// The time at which FCM issued it; after 7 days it is not fresh.
        public var issuedAt: Tick
        /// The device token it was registered with; nil if that was not known yet.
        public var deviceToken: String?
        /// Whether FCM still knows it.
        public var isRegistered = true
        /// Whether it is a registration by installation ID instead of a token (12.16).
        public var isInstallation = false
        /// The APNs environment of the device token it was registered with.
        public var environment = ""
    }

    /// An installation ID with the Firebase app it was made for.
    public struct Installation: Equatable, Sendable {
        /// The Google app ID.
        public var app: String
        /// The Firebase Installation ID.
        public var id: String
    }

    /// A topic that FCM delivers to an installation.
    public struct Subscription: Equatable, Sendable {
        /// The topic's name, without `/topics/`.
        public var topic: String
        /// The project that the topic belongs to, by its sender ID.
        public var senderID: String
        /// The installation that is subscribed; another one of the same app is not.
        public var installationID: String
        /// The time of subscription.
        public var since: Tick
    }

    /// A topic call that found no network, which the SDK keeps and makes again.
    public struct PendingTopic: Equatable, Sendable {
        /// The topic's name, without `/topics/`.
        public var topic: String
        /// Whether it subscribes; otherwise it ends the subscription.
        public var subscribes: Bool
    }

    /// The most Firebase apps whose installation IDs are remembered.
    static let shelfLimit = 8

    /// The device token that APNs issued to this installation.
    public var deviceToken: String?
    /// The device token that this process gave to the SDK.
    public var sdkDeviceToken: String?
    /// The Firebase Installation ID, 22 characters.
    public var installationID: String?
    /// The keychain, with one entry per sender.
    public var cache: [Cached] = []
    /// The token this process published to its delegate.
    public var published: String?
    /// The APNs environment that the device token belongs to.
    public var deviceEnvironment = ""
    /// The Firebase app that the installation ID belongs to; each app has its own.
    public var installationApp: String?
    /// Installation IDs of Firebase apps used before, which a rolled-back update finds again.
    public var shelved: [Installation] = []
    /// The sender whose registration was deleted only here, as FCM could not be reached.
    public var orphanedSender: String?
    /// The token of that registration.
    public var orphanedToken: String?
    /// The topics that FCM delivers to installations of the app.
    public var subscriptions: [Subscription] = []
    /// The topic calls that the SDK still has to make, oldest first.
    public var pendingTopics: [PendingTopic] = []
    /// Whether the SDK's copy in memory carries the device token it was registered with.
    ///
    /// The copy that is published at a cold launch does not, so the first `token(completion:)` asks
    /// FCM although the keychain's record is fresh (`saveDefaultTokenInfoInKeychain`).
    public var memoryIsComplete = false

    /// Makes the state of an app that has no address yet.
    public init() {}

    /// The time after which a cached token is not fresh, in milliseconds: 7 days.
    static let freshMilliseconds: Int64 = 7 * 86_400_000

    /// The cached token of a sender.
    public func cached(_ senderID: String) -> Cached? {
        cache.first { $0.senderID == senderID }
    }

    /// The registration token of a sender; nil without one.
    public func cachedToken(of senderID: String?) -> String? {
        guard let index = cache.firstIndex(where: { $0.senderID == senderID }) else { return nil }
        return cache[index].token
    }

    /// The reason why the SDK finds a cached token not fresh; nil if it is (`isFreshWithIID`).
    public func staleness(
        of cached: Cached, settings: AppSettings, project: FirebaseProject, locale: String,
        now: Tick
    ) -> String? {
        // An update may have replaced the Firebase app, whose own ID applies from the next launch.
        let shelved = shelved.first { $0.app == project.googleAppID && $0.app != installationApp }
        guard let installationID = shelved?.id ?? installationID else {
            return "the Firebase Installation ID is not known"
        }
        if !cached.token.hasPrefix(installationID) { return "the installation ID changed" }
        if cached.appVersion != settings.version { return "the app version changed" }
        if cached.googleAppID != project.googleAppID { return "the Firebase App ID changed" }
        if cached.locale != locale { return "the locale changed" }
        if settings.sdkChecksTokenType, cached.isInstallation != settings.usesInstallationID {
            return "it is not the kind that FirebaseMessagingInstallationIdEnabled asks for"
        }
        let age = now.milliseconds - cached.issuedAt.milliseconds
        if age >= Self.freshMilliseconds { return "it is 7 days old" }
        return nil
    }

    /// Puts a token into the keychain, replacing the sender's earlier one.
    mutating func store(_ entry: Cached) {
        cache.removeAll { $0.senderID == entry.senderID }
        cache.append(entry)
        orphanedSender = nil
        orphanedToken = nil
    }

    /// Clears the state that ends with the process: the SDK's copies, but not the keychain.
    mutating func processEnded() {
        sdkDeviceToken = nil
        published = nil
        memoryIsComplete = false
    }

    /// The installation ID of a Firebase app, made when the app first needs it.
    mutating func installation(of app: String, _ random: inout SplitMix64) -> String {
        if let installationID, installationApp == nil || installationApp == app {
            installationApp = app
            return installationID
        }
        if let installationID, let installationApp {
            shelved.append(Installation(app: installationApp, id: installationID))
            if shelved.count > Self.shelfLimit { shelved.removeFirst() }
        }
        let known = shelved.firstIndex { $0.app == app }.map { shelved.remove(at: $0).id }
        let current = known ?? TokenText.installationID(&random)
        installationID = current
        installationApp = app
        return current
    }

    /// Forgets the installation IDs, which are part of the app's data.
    mutating func forgetInstallations() {
        installationID = nil
        installationApp = nil
        shelved = []
        pendingTopics = []
    }
}

/// The text of tokens, in their real shapes, made from the world's random numbers.
public enum TokenText {
    /// A device token: 32 bytes as 64 lower-case hexadecimal digits.
    static func deviceToken(_ random: inout SplitMix64) -> String {
        Hex.text(random.bytes(32))
    }

    /// A Firebase Installation ID, as `generateFID` makes it: 17 bytes, 0111 first, 22 characters.
    static func installationID(_ random: inout SplitMix64) -> String {
        var bytes = random.bytes(17)
        bytes[0] = 0x70 | (bytes[0] & 0x0F)
        return String(Base64.url.text(bytes).prefix(22))
    }

    /// A registration token: the installation ID, `:APA91b`, and 134 characters; 163 in all.
    static func registrationToken(_ installationID: String, _ random: inout SplitMix64) -> String {
        installationID + ":APA91b" + Base64.url.text(random.bytes(101)).prefix(134)
    }

    /// A token as output shows it: only its first characters, since secrets are not printed whole.
    ///
    /// Registration tokens of one installation begin alike, so their last four are shown too.
    public static func short(_ token: String) -> String {
        guard token.utf8.count > 12 else { return token }
        let end = token.utf8.contains(UInt8(ascii: ":")) ? String(token.suffix(4)) : ""
        return String(token.prefix(10)) + "…" + end
    }
}
