import PushModel
import PushText

/// An app on a device: its capabilities, its state, and its data.
public struct App: Equatable, Sendable {
    /// The states of iOS that decide what a push does to an app.
    public enum RunState: String, CaseIterable, Sendable {
        case uninstalled
        /// Never launched, or ended by the system; iOS may start it for a push.
        case notRunning = "not running"
        case foreground
        /// In the background or suspended; iOS may wake it.
        case background
        /// Swiped away by the user: iOS starts it only once it was opened or the device restarted.
        case forceQuit = "force-quit"
    }

    /// The address of the app: its device and bundle ID.
    public var address: AppAddress
    /// Its capabilities and code paths.
    @inlinable public var settings: AppSettings {
        _read { yield boxedSettings.part }
        _modify { yield &boxedSettings.part }
    }
    @usableFromInline var boxedSettings: Boxed<AppSettings>
    /// Its state in the life cycle.
    public var state: RunState = .notRunning
    /// Whether it was in the foreground when the screen was locked, so unlocking brings it back.
    public var isBehindLock = false
    /// Whether it has been opened since it was installed.
    public var wasLaunched = false
    /// The user's permission to notify.
    public var permission = Permission()
    /// Its APNs and FCM addresses.
    @inlinable public var tokens: TokenService {
        _read { yield boxedTokens.part }
        _modify { yield &boxedTokens.part }
    }
    @usableFromInline var boxedTokens = Boxed(TokenService())
    /// Its notifications on the screen and in Notification Center.
    public var center = NotificationCenter()
    /// The banners on the screen that Notification Center does not keep, the oldest first.
    var passing: [PassingBanner] = []
    /// Its event queue.
    public var queue = EventQueue()
    /// The background pushes that iOS holds or has let through.
    public var background = BackgroundBudget()
    /// The pushes whose extension waits for the outside; empty between commands.
    var suspended: [SuspendedArrival] = []
    /// Local notifications that wait for their time, the next one first.
    public var scheduled: [LocalRequest] = []
    /// The push that APNs stores while the device is away; one per app (A-SEND).
    public var stored: StoredPush?
    /// Its Live Activities.
    public var activities = ActivityService()
    /// The NCMB SDK's copy of the installation record.
    public var installation: NCMBInstallation?
    /// The device's knowledge of the sites that are associated with it.
    var associations: [SiteAssociation] = []
    /// The user who is logged in; nil if nobody is.
    public var userID: String?
    /// The screen that is shown; nil before the first launch.
    public var screen: String?
    /// The number on the icon.
    public var badge = 0

    /// Installs an app that has never been launched.
    public init(address: AppAddress, settings: AppSettings) {
        self.address = address
        boxedSettings = Boxed(settings)
    }

    // Others ask the app, in its place, as a part that they ask would be copied for it.

    /// Whether its sender completes payloads for it.
    package var hasHelpfulSender: Bool { settings.helpsSender }
    /// The ID of the first category that reports a dismissal, which the sender adds.
    package var dismissCategory: String? { settings.dismissCategory?.id }

    /// The registration token of a sender; nil without one.
    package func cachedToken(of senderID: String?) -> String? { tokens.cachedToken(of: senderID) }

    /// Whether the process is running.
    public var isRunning: Bool { state == .foreground || state == .background }
}

/// The user's choices about an app's notifications.
public struct Permission: Equatable, Sendable {
    /// The authorisation status, in Apple's words.
    public enum Status: String, CaseIterable, Sendable {
        case notDetermined = "not determined"
        case denied, authorized, provisional
    }

    /// The user's decision, or that there is none yet.
    public var status: Status = .notDetermined
    /// Whether time-sensitive notifications may break through a Focus.
    public var timeSensitive = true
    /// Whether banners, the lock screen and Notification Center are allowed in Settings.
    public var alerts = true
    /// Whether critical alerts were allowed in their separate prompt.
    public var critical = false
    /// The switches that the user turned off in Settings, in the order of `PermissionSwitch`.
    public var turnedOff: [PermissionSwitch] = []
}

/// A push that waits at APNs for a device that is away.
public struct StoredPush: Equatable, Sendable {
    /// The push as it was sent.
    public var push: Push
    /// The time at which APNs accepted it.
    public var storedAt: Tick
    /// The time at which APNs gives up; at most 30 days later (A-METR).
    public var expiresAt: Tick

    /// Seconds that APNs stores a push at most: 30 days (A-SEND).
    static let longestSeconds: Int64 = 30 * 86_400

    /// The fact that APNs gives it up, under the ID that it is known by.
    func expired(as id: String, of app: AppAddress) -> Fact {
        let isOfChannel = if case .channel? = push.activity { true } else { false }
        let limit = isOfChannel ? Int64(BroadcastChannel.storageSeconds) : Self.longestSeconds
        let isLongest = storedAt.advanced(by: limit * 1000) <= expiresAt
        let longest =
            isOfChannel
            ? "it stores a channel's push for 8 hours at most"
            : "it stores nothing for more than 30 days"
        return Fact(
            .dropped, id,
            "APNs discards it: " + (isLongest ? longest : "it has expired"),
            rule: isOfChannel && isLongest ? .channelStorage : .storeAndForward,
            .lost(isLongest ? .outlived : .expired, push.id ?? "", on: push.addressee(of: app)),
            of: app)
    }
}

extension Push {
    /// Whose copy of the push is lost, of which campaign, and whether it shows nothing.
    func addressee(of app: AppAddress) -> Occurrence.Addressee {
        Occurrence.Addressee(app.device, of: self.payload.campaignID, isSilent: isDataOnly)
    }
}

extension StoredPush {
    /// Keeps a push under its ID for some seconds; who sent it is forgotten.
    init(keeping push: Push, id: String, at now: Tick, seconds: Int64) {
        var kept = push
        kept.id = id
        kept.forgetSender()
        self.init(push: kept, storedAt: now, expiresAt: now.advanced(by: seconds * 1000))
    }
}

extension Step {
    /// Reports that APNs keeps a push for a device that does not take it now, and the reason.
    mutating func reportHeld(_ id: String, _ reason: String, _ rule: RuleID, of app: AppAddress) {
        result(.stored)
        report(
            Fact(
                .held, id, "at APNs: \(reason)", rule: rule, .stored(on: app.device), of: app))
    }
}
