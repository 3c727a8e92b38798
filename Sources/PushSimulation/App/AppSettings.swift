/// An app's capabilities and code paths: what `why` and `doctor` reason about.
public struct AppSettings: Equatable, Sendable {
    /// When the app calls `registerForRemoteNotifications()`.
    public enum Registration: String, CaseIterable, Sendable {
        /// Only after the user granted the permission, as the guide's app does.
        case whenGranted = "granted"
        /// At every launch, whatever the permission, as Apple advises (A-REG).
        case atLaunch = "launch"
        case never
    }

    /// What `willPresent` returns; an empty set shows nothing.
    public enum PresentationOption: String, CaseIterable, Sendable {
        case banner, list, sound, badge
    }

    /// A notification category the app registered.
    public struct Category: Equatable, Sendable {
        public var id: String
        /// Whether a dismissal calls the app (`customDismissAction`).
        public var customDismiss: Bool
        /// The identifiers of its buttons.
        public var buttons: [String]

        /// Makes a category.
        public init(id: String, customDismiss: Bool, buttons: [String] = []) {
            self.id = id
            self.customDismiss = customDismiss
            self.buttons = buttons
        }
    }

    public var profile: Profile
    public var version = "1.0"
    public var build = "1"
    /// `CFBundleName`.
    public var name = "app"
    public var firebase: FirebaseProject?
    public var hasAPNsEntitlement = true
    public var apnsEnvironment = "development"
    /// Whether the Firebase project knows an APNs key for the app.
    public var firebaseHasAPNsKey = true
    public var timeSensitiveEntitlement = false
    public var criticalEntitlement = false
    public var backgroundModeRemote = true
    public var asksPermissionAtLaunch = true
    public var asksProvisional = false
    public var registration: Registration = .whenGranted

    public var hasDelegate = true
    public var implementsWillPresent = true
    public var willPresent: [PresentationOption] = [.banner, .list, .sound, .badge]
    public var hasRemoteNotificationCallback = true
    /// Whether a silent push makes the app post a local notification (KD-02).
    public var postsLocalNotification = false

    public var hasServiceExtension = true
    public var serviceExtensionTracksDelivery = true
    public var imageKeys = ["image_url"]
    public var titleKeys: [String] = []
    public var bodyKeys: [String] = []
    /// Whether the extension changes nothing unless all of its keys are there, as the kinds article's.
    public var serviceExtensionNeedsAllKeys = false
    /// Whether it answers `serviceExtensionTimeWillExpire` with what it has so far.
    public var serviceExtensionAnswersExpiry = true
    /// Whether it hands back content without text, in the hope that nothing is shown.
    public var serviceExtensionClearsText = false
    /// How long the extension works before it calls its content handler, without downloads.
    public var serviceExtensionMilliseconds: Int64 = 0
    /// The memory it uses at its peak, in MB.
    public var serviceExtensionMegabytes: Int64 = 8

    public var categories = [Category(id: "engage", customDismiss: true)]
    public var schemes = ["myapp"]
    public var hasLinkHandler = true
    /// Screens that links may open; empty = every screen.
    public var allowedScreens: [String] = []
    /// The sound files in the app's bundle.
    public var sounds: [BundledSound] = []
    /// The app's `Localizable.strings`, the development language first.
    public var strings: [LanguageStrings] = []

    public var swizzles = true
    public var isSwiftUI = false
    public var setsAPNsToken = false
    public var autoInitializesFCM = true
    public var fetchesTokenAtLaunch = false
    /// Whether the app calls `token(completion:)` before it has the device token, as MG-04 warns.
    public var fetchesTokenEarly = false
    /// Whether the app's delegate is of a class that Firebase does not proxy (MG-05).
    public var hasOtherDelegateClass = false
    /// `FirebaseMessagingInstallationIdEnabled`: registrations by installation ID, from SDK 12.16.
    public var installationIDMode = false
    public var firebaseSDK = "12.7.0"

    public var usesTreasureData = true
    public var usesNCMB = false
    /// Whether the app signs its requests with another client key than the backend's.
    public var ncmbWrongKey = false
    public var initializesTreasureData = true
    public var logsEvents = true
    public var database = "mobile"
    public var table = "push_events"
    public var uploadsAtLaunch = false
    public var uploadsInBackground = false
    /// Whether payloads get the category and `mutable-content` the app needs (design §5).
    public var senderEngage = true

    /// Makes the guide's settings, marked with a profile.
    init(profile: Profile) {
        self.profile = profile
    }
}

extension AppSettings {
    /// Whether `Messaging.apnsToken` is set: by the app itself, or by Firebase's proxy (MG-05).
    public var apnsTokenReachesFirebase: Bool {
        setsAPNsToken || (swizzles && !isSwiftUI && !hasOtherDelegateClass)
    }

    /// Whether the SDK registers by installation ID: the switch is on, and the SDK knows it.
    public var usesInstallationID: Bool {
        installationIDMode && !(Version(firebaseSDK) < Version("12.16"))
    }

    /// Whether a cached record must be of the kind the switch asks for to be fresh.
    var sdkChecksTokenType: Bool { !(Version(firebaseSDK) < Version("12.18")) }

    /// Whether the SDK has the regression of 12.18: no delegate call at launch for a cached token.
    ///
    /// Issue 16581 of firebase-ios-sdk; 12.18 and snapshots of 12.19 have it.
    var sdkForgetsDelegateAtLaunch: Bool {
        let version = Version(firebaseSDK)
        if version < Version("12.18") { return false }
        return version < Version("12.19")
            || (version < Version("12.20") && firebaseSDK.hasSuffix("-snapshot"))
    }
}
