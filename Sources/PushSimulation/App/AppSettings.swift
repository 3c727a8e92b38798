import PushModel

/// An app's capabilities and code paths, on which `why` and `doctor` base their reasoning.
public struct AppSettings: Equatable, Sendable {
    /// The time at which the app calls `registerForRemoteNotifications()`.
    public enum Registration: String, CaseIterable, Sendable {
        /// Only after the user has granted the permission, as the guide's app does.
        case whenGranted = "granted"
        /// At every launch, with or without permission, as Apple advises (A-REG).
        case atLaunch = "launch"
        case never
    }

    /// The time at which the app calls `removeAllDeliveredNotifications()`.
    public enum Clearing: String, CaseIterable, Sendable {
        case never
        /// In `didFinishLaunching`, so also when a push starts it in the background.
        case atLaunch = "launch"
        /// Whenever it becomes active.
        case whenActive = "active"
    }

    /// An option that `willPresent` returns; an empty set shows nothing.
    public enum PresentationOption: String, CaseIterable, Sendable {
        case banner, list, sound, badge
    }

    /// The life cycle that the app is written for.
    public enum LifeCycle: String, CaseIterable, Sendable {
        /// The app delegate gets all callbacks.
        case appDelegate = "app-delegate"
        /// `UIApplicationSceneManifest`: scene delegates get the screen, links and taps.
        case scene
    }

    /// The time at which the app calls `fetchCompletionHandler`.
    public enum FetchCompletion: String, CaseIterable, Sendable {
        case inTime = "in-time"
        /// After the 30 s that iOS allows.
        case late
        case never
    }

    /// An option that `requestAuthorization` asks for.
    public enum AuthorizationOption: String, CaseIterable, Sendable {
        case alert, badge, sound
        /// `.criticalAlert`, which needs Apple's entitlement and has a separate prompt.
        case criticalAlert = "critical-alert"

        /// The options that need no entitlement.
        static let ordinary: [AuthorizationOption] = [.alert, .badge, .sound]
    }

    /// The sample app it began as; later changes leave this alone.
    public var profile: Profile
    /// `CFBundleShortVersionString`; a token issued to another version is not fresh.
    public var version = "1.0"
    /// `CFBundleVersion`.
    public var build = "1"
    /// `CFBundleName`.
    public var name = "app"
    /// The ID of the developer team that its identifier belongs to; nil = that of the workspace's
    /// first key for APNs.
    public var team: String?
    /// The app's Firebase project; nil for an app without the SDK.
    public var firebase: FirebaseProject?
    /// Whether the build is signed with `aps-environment`; without it APNs gives no device token.
    public var hasAPNsEntitlement = true
    /// The value of `aps-environment`, `development` or `production`.
    public var apnsEnvironment = "development"
    /// Whether the Firebase project knows an APNs key for the app.
    public var firebaseHasAPNsKey = true
    /// Whether the time-sensitive level applies; without it the notification is active.
    public var timeSensitiveEntitlement = false
    /// Whether Apple approved critical alerts for the app.
    public var criticalEntitlement = false
    /// Whether `UIBackgroundModes` lists remote notifications, so that silent pushes wake the app.
    public var backgroundModeRemote = true
    /// The life cycle it is written for.
    public var lifeCycle = LifeCycle.appDelegate
    /// The iOS SDK it is built with; from 27 on an app without scenes does not launch.
    public var builtWith = "26.0"
    /// Whether `willConnectTo` reads its connection options, which hold the links of a cold start.
    public var readsConnectionOptions = true
    /// Whether the scene delegate implements `openURLContexts`, which gets links to a running app.
    public var implementsOpenURLContexts = true
    /// The options of `requestAuthorization`; one never asked for has no switch in Settings.
    public var authorizationOptions = AuthorizationOption.ordinary
    /// The time at which the app calls `fetchCompletionHandler`.
    public var fetchCompletion = FetchCompletion.inTime
    /// Whether the first launch prompts for the permission.
    public var asksPermissionAtLaunch = true
    /// Whether it asks with the provisional option, which never prompts.
    public var asksProvisional = false
    /// The time at which it asks APNs for its device token.
    public var registration: Registration = .whenGranted

    /// Whether a `UNUserNotificationCenterDelegate` is set, without which taps reach no code.
    public var hasDelegate = true
    /// Whether that delegate implements `willPresent`.
    public var implementsWillPresent = true
    /// Whether that delegate implements `didReceive response`, which receives taps.
    public var implementsDidReceive = true
    /// The options that `willPresent` returns; without any, nothing is shown in the foreground.
    public var willPresent: [PresentationOption] = [.banner, .list, .sound, .badge]
    /// Whether the app delegate implements `didReceiveRemoteNotification`.
    public var hasRemoteNotificationCallback = true
    /// Whether a silent push makes the app post a local notification (KD-02).
    public var postsLocalNotification = false
    /// When it removes its own notifications.
    public var clearing = Clearing.never

    /// Whether the user allows the app's notifications in the Focus.
    public var isAllowedInFocus = false
    /// The `filter-criteria` that the app's Focus filter lets through; empty = it has no filter.
    public var focusFilter: [String] = []

    /// `NSSupportsLiveActivities`: whether it shows Live Activities.
    public var supportsActivities = false
    /// `NSSupportsLiveActivitiesFrequentUpdates`: whether pushes may change them more often.
    public var hasFrequentActivities = false
    /// The `ActivityAttributes` types that it has; empty = any that a push names.
    public var activityTypes: [String] = []
    /// The keys without which a `content-state` is not decoded.
    public var activityStateKeys: [String] = []
    /// Whether its identifier has the broadcast capability, which channels require.
    public var hasBroadcastCapability = true

    /// Whether a Notification Service Extension is embedded.
    public var hasServiceExtension = true
    /// `MinimumOSVersion` of the extension, its deployment target.
    public var serviceExtensionMinimumOS = "10.0"
    /// Whether the extension tracks `delivery`; no other code runs for a background alert.
    public var serviceExtensionTracksDelivery = true
    /// Payload keys that may name the image; the first one present wins.
    public var imageKeys = ["image_url"]
    /// Payload keys whose text replaces the title.
    public var titleKeys: [String] = []
    /// Payload keys whose text replaces the body.
    public var bodyKeys: [String] = []
    /// Payload keys that may hold the encrypted body; the first one present wins.
    public var encryptedKeys = AppSettings.usualEncryptedKeys
    /// The keys that an app has which chose none.
    package static let usualEncryptedKeys = ["encrypted_body", "enc"]
    /// The source of the key of encrypted bodies; `none` = the extension decrypts nothing.
    public var decryptionKey = AppSettings.noKey
    /// The cipher of encrypted bodies.
    public var decryptionCipher = BodyCipher.aesGCM
    /// The hosts from which the extension may load over http (`NSExceptionDomains` of its
    /// Info.plist); `any` for `NSAllowsArbitraryLoads`.
    public var transportExceptions: [String] = []
    /// Whether it changes nothing unless all of its keys are present, as in the kinds article.
    public var serviceExtensionNeedsAllKeys = false
    /// Whether it answers `serviceExtensionTimeWillExpire` with the result it has so far.
    public var serviceExtensionAnswersExpiry = true
    /// Whether it returns content without text, in the hope that nothing is shown.
    public var serviceExtensionClearsText = false
    /// The time that the extension works before it calls its content handler, without downloads.
    public var serviceExtensionMilliseconds: Int64 = 0
    /// The memory it uses at its peak, in MB.
    public var serviceExtensionMegabytes: Int64 = 8

    /// The faults that `app import` found in the app's Info.plist, for `doctor`.
    public var infoFaults: [PropertyListFault] = []
    /// The faults that it found in the app's GoogleService-Info.plist.
    public var firebaseFaults: [PropertyListFault] = []
    /// The faults that it found in the Info.plist of the app's notification service extension.
    public var extensionFaults: [PropertyListFault] = []
    /// The categories registered with the notification centre.
    public var categories = [Category(id: "engage", customDismiss: true)]
    /// The URL schemes of `CFBundleURLTypes`.
    public var schemes = ["myapp"]
    /// The hosts of `applinks:` in the entitlement for associated domains, `*.` for subdomains.
    public var associatedDomains: [String] = []
    /// Whether the app takes universal links (`continue userActivity` of its delegate).
    public var continuesUserActivity = true
    /// Whether the app routes its own links to screens.
    public var hasLinkHandler = true
    /// Screens that links may open; empty = every screen.
    public var allowedScreens: [String] = []
    /// The sound files in the app's bundle.
    public var sounds: [BundledSound] = []
    /// The app's `Localizable.strings`, the development language first.
    public var strings: [LanguageStrings] = []

    /// Whether `FirebaseApp.configure()` is called.
    public var configuresFirebase = true
    /// Whether `Messaging.delegate` is set, which is called with tokens.
    public var hasMessagingDelegate = true
    /// `FirebaseAppDelegateProxyEnabled`: whether the SDK takes the device token by itself.
    public var swizzles = true
    /// Whether swizzling finds no app delegate, as in SwiftUI without an adaptor.
    public var isSwiftUI = false
    /// Whether the app's own code sets `Messaging.apnsToken`.
    public var setsAPNsToken = false
    /// `FirebaseMessagingAutoInitEnabled`: whether the SDK fetches a token unasked.
    public var autoInitializesFCM = true
    /// Whether the app calls `token(completion:)` at every launch.
    public var fetchesTokenAtLaunch = false
    /// Whether the app calls `token(completion:)` before it has the device token, as MG-04 warns.
    public var fetchesTokenEarly = false
    /// Whether the app's delegate is of a class that Firebase does not proxy (MG-05).
    public var hasOtherDelegateClass = false
    /// `FirebaseMessagingInstallationIdEnabled`: registrations by installation ID, from SDK 12.16.
    public var installationIDMode = false
    /// The version of the Firebase SDK whose behaviour is imitated.
    public var firebaseSDK = "12.7.0"

    /// Whether the app tracks the guide's events.
    public var usesTreasureData = true
    /// Whether the app keeps an installation at NIFCLOUD mobile backend.
    public var usesNCMB = false
    /// Whether the app signs its requests with a client key that is not the backend's.
    public var ncmbWrongKey = false
    /// Whether the SDK is set up before it is used; otherwise events are lost.
    public var initializesTreasureData = true
    /// Whether the SDK accepts the app's own events; `disableCustomEvent` turns them off.
    public var tracksCustomEvents = true
    /// Whether `enableLogging` was called: the SDK prints its debug log, and tracks as before.
    public var printsDebugLog = false
    /// The kind of key in `TDWriteKey`.
    public var writeKey = WriteKeyKind.writeOnly
    /// `TDDatabase`: the Treasure Data database of its events.
    public var database = "mobile"
    /// `TDTable`: the table of its events.
    public var table = "push_events"
    /// Whether every launch flushes the queue.
    public var uploadsAtLaunch = false
    /// Whether entering the background flushes the queue.
    public var uploadsInBackground = false
    /// Minutes between flushes by the app's timer while it is in the foreground; zero = no timer.
    public var uploadMinutes: Int64 = 0
    /// Whether payloads get the category and `mutable-content` the app needs (design §5).
    public var senderEngage = true
    /// Whether the app's sender adds what the app needs to a payload that lacks it.
    ///
    /// Inlinable as the next one, or the settings would be copied for the call.
    @inlinable package var helpsSender: Bool { senderEngage && usesTreasureData }
    /// The first category that reports a dismissal, which the sender adds.
    @inlinable package var dismissCategory: Category? { categories.first { $0.customDismiss } }

    /// The key source of an extension that decrypts nothing.
    public static let noKey = "none"

    /// Makes the guide's settings, marked with a profile.
    init(profile: Profile) {
        self.profile = profile
    }
}

extension AppSettings {
    /// Whether a device of this iOS version is new enough for the service extension.
    public func serviceExtensionRuns(on os: String) -> Bool {
        !(Version(os) < Version(serviceExtensionMinimumOS))
    }

    /// Whether taps, buttons and dismissals reach the app's code.
    public var handlesResponses: Bool { hasDelegate && implementsDidReceive }
    /// Whether the app uploads on its own.
    package var uploadsByItself: Bool {
        uploadsAtLaunch || uploadsInBackground || uploadMinutes > 0
    }

    /// The table that its events go to, with its database: `mobile.push_events`.
    package var store: String { "\(database).\(table)" }

    /// Whether `Messaging.apnsToken` is set: by the app itself, or by Firebase's proxy (MG-05).
    public var apnsTokenReachesFirebase: Bool {
        guard configuresFirebase else { return false }
        return setsAPNsToken || (swizzles && !isSwiftUI && !hasOtherDelegateClass)
    }

    /// Whether the SDK registers by installation ID: the switch is on, and the SDK knows it.
    public var usesInstallationID: Bool {
        installationIDMode && !(Version(firebaseSDK) < Version("12.16"))
    }

    /// Whether the app asks the SDK for a token before it can have one, which fails with 505.
    package var asksTokenTooEarly: Bool {
        fetchesTokenEarly && configuresFirebase && !usesInstallationID
    }

    /// Whether a cached record is only fresh if it is of the kind that the switch asks for.
    var sdkChecksTokenType: Bool { !(Version(firebaseSDK) < Version("12.18")) }

    /// Whether the SDK has the regression of 12.18: no delegate call at launch for a cached token.
    ///
    /// Issue 16581 of firebase-ios-sdk; 12.18 and snapshots of 12.19 have it.
    package var sdkForgetsDelegateAtLaunch: Bool {
        let version = Version(firebaseSDK)
        if version < Version("12.18") { return false }
        return version < Version("12.19")
            || (version < Version("12.20") && firebaseSDK.hasSuffix("-snapshot"))
    }
}
