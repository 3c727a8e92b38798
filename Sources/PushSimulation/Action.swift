import PushPayload
import PushText

/// One thing that a person, a provider, the clock or the network does to the world.
public enum Action: Equatable, Sendable {
    case advance(to: Tick)
    case setClock(Tick)
    case seed(UInt64)
    case device(DeviceAction)
    case app(AppAction)
    case permission(PermissionAction)
    case login(String)
    case logout
    case token(TokenAction)
    case receive(Push)
    /// One message reaches several apps, as one to a topic does.
    case deliver([AddressedPush])
    /// A provider's server subscribes registrations to topics, or ends that.
    case topics([TopicChange])
    /// The current app schedules a local notification, or removes one.
    case local(LocalAction)
    /// The current app starts or changes a Live Activity, or its user dismisses it.
    case activity(ActivityAction)
    /// A provider makes or deletes a broadcast channel.
    case channel(ChannelAction)
    /// A push to a broadcast channel, which its `activity` names.
    case broadcast(Push)
    /// The user taps a notification, or presses a button of it, maybe with a text.
    case tap(id: String?, button: String?, opensLink: Bool, text: String? = nil)
    case dismiss(id: String?)
    case dismissAll
    case open(String, from: LinkSource)
    /// Upload what waits; `isTwice` = as an app does that starts the upload at two places at once.
    case flush(limit: Int?, isTwice: Bool = false)
    case batchLoaded([QueuedEvent])
    case uploadFinished(UploadAnswer)
    /// A pause is over, or ^C ended it.
    case waited(isInterrupted: Bool)
    /// End the flush in progress between two batches.
    case stopUpload
    case ncmbFinished(NCMBAnswer)
    case downloaded(DownloadAnswer)
    case decrypted(DecryptionAnswer)
    case network(Network.Mode)
    case stub(Stub)
    case clearStubs
    /// Requests over HTTP met this many of the faults that are planted for the ingest service.
    case faultsTaken(Int)
    /// A developer account lists a key, in place of an earlier one of the same ID.
    case providerKey(ProviderKey)
    /// A Firebase project's console lists a key of a service account.
    case serviceAccount(FirebaseServiceAccount)
    /// A credential that `send` uses is added or removed.
    case credential(CredentialAction)
    /// Real gateways took pushes that were sent with a credential.
    case sent([SentPush], by: String)
    case endpoint(Endpoint)
    case configure(key: String, value: String)
}

/// What is done to a device.
public enum DeviceAction: Equatable, Sendable {
    case add(name: String, model: String?, os: String?)
    case use(String)
    case lock, unlock, online, offline, restart
    /// Installs iOS anew and restores the backup of this device.
    case reinstallOS
    case restore(name: String)
    case set(DeviceSwitch, on: Bool)
    /// Times of day of the scheduled summary, in minutes from midnight; empty = off.
    case summary([Int])
    case language(String)
    /// When the texts of notifications can be read.
    case previews(PreviewSetting)
}

/// What the user switches on a device.
public enum DeviceSwitch: String, CaseIterable, Sendable {
    case focus, mute
    case lowPower = "low-power"
    case backgroundRefresh = "background-refresh"
    /// Apple Intelligence, with its summaries of notifications.
    case intelligence
}

/// What is done to the current app.
public enum AppAction: Equatable, Sendable {
    case install(Profile, bundleID: String?)
    case launch, background, foreground, kill, forceQuit
    case update(version: String?, firebase: FirebaseProject?)
    case reinstall, uninstall, clearData
    case set(key: String, value: String)
    /// Takes an `Info.plist` or a `GoogleService-Info.plist`.
    case take(AppPropertyList)
    /// Puts a `Localizable.strings` into the app, in place of an earlier one of its language.
    case strings(LanguageStrings)
}

/// What happens to the permission to notify.
public enum PermissionAction: Equatable, Sendable {
    case ask(timeSensitive: Bool?)
    case grant(timeSensitive: Bool?, alerts: Bool?)
    case deny(timeSensitive: Bool?)
    case provisional(timeSensitive: Bool?)
    /// The user turns a row of the app's page in Settings.
    case turn(PermissionSwitch, isOn: Bool)

    /// Asks without touching what the user set for time-sensitive notifications.
    public static let ask = PermissionAction.ask(timeSensitive: nil)
    /// Denies without touching it.
    public static let deny = PermissionAction.deny(timeSensitive: nil)
    /// Allows on trial without touching it.
    public static let provisional = PermissionAction.provisional(timeSensitive: nil)
}

/// What is done to the registration token.
public enum TokenAction: Equatable, Sendable {
    case refresh, fetch, delete, expire
    /// `Messaging.deleteData`.
    case deleteData
    /// `register(completion:)` of SDK 12.16.
    case register
    /// `subscribe(toTopic:)`; FCM keeps the subscription with the installation.
    case subscribe(topic: String)
    /// `unsubscribe(fromTopic:)`.
    case unsubscribe(topic: String)
}

/// What a provider writes on a push so that a gateway finds the app.
public enum PushAddress: Equatable, Sendable {
    /// A device token of APNs.
    case device(String)
    /// A registration token of FCM, or a Firebase Installation ID.
    case registration(String)
}

/// A push with the app that it is for.
public struct AddressedPush: Equatable, Sendable {
    /// The app.
    public var app: AppAddress
    /// The push.
    public var push: Push

    /// Addresses a push.
    public init(_ push: Push, to app: AppAddress) {
        self.app = app
        self.push = push
    }
}

/// A push as it reaches the gateway for the current device.
public struct Push: Equatable, Sendable {
    /// The payload as composed by the sender.
    public var payload: Payload
    /// Its size in bytes as sent.
    public var byteCount: Int
    /// `alert` or `background` …; nil = not given.
    public var pushType: String?
    /// 10, 5 or 1; nil = not given (APNs then takes 10).
    public var priority: Int?
    /// Replaces an earlier notification of the same ID.
    public var collapseID: String?
    /// Seconds to keep it for a device that is away; nil = APNs' own policy.
    public var timeToLive: Int?
    /// Overrides the message ID.
    public var id: String?
    /// What the sender's profile added, to be reported.
    public var added: [String]
    /// The payload before that was added; nil where nothing was.
    public var unadded: Payload?
    /// What the sender's service has to say about it, to be reported.
    public var notes: [String] = []
    /// What is odd about its text, to be reported.
    public var warnings: [String] = []
    /// The app it is for; nil = the current app.
    public var bundleID: String?
    /// Whether FCM sends it to APNs, for which Firebase needs the app's APNs key.
    public var isSentByFCM = false
    /// Whether FCM sends it to a topic or a condition, and not to one registration.
    public var isSentToTopic = false
    /// The address that the sender named; nil = the app's own, as the sender last knew it.
    public var address: PushAddress?
    /// Whom a push to a Live Activity is for; nil = the one that its sender would name.
    public var activity: ActivityAddress?
    /// The sender ID of the Firebase project that sends; nil = the one that the app is built with.
    public var senderID: String?
    /// What its sender was answered before the push reached the world; nil = the gateways are asked
    /// when it does.
    public var answered: RefusedRequest?
    /// Why a gateway refused it; set once it reaches one, and never kept.
    var refusal: ArrivalDecision.Reason?

    /// The push type that counts: the one given, else what the payload makes it.
    public var effectiveType: String {
        if let pushType { return pushType }
        if payload.isLiveActivity { return PushType.liveactivity.rawValue }
        return payload.aps.contentAvailable && !payload.aps.hasInteraction
            ? PushType.background.rawValue : PushType.alert.rawValue
    }

    /// Whether it is for a Live Activity, and presents no notification.
    public var isForActivity: Bool { effectiveType == PushType.liveactivity.rawValue }

    /// Makes a push.
    public init(
        payload: Payload, byteCount: Int, pushType: String? = nil, priority: Int? = nil,
        collapseID: String? = nil, timeToLive: Int? = nil, id: String? = nil,
        added: [String] = [], bundleID: String? = nil
    ) {
        self.payload = payload
        self.byteCount = byteCount
        self.pushType = pushType
        self.priority = priority
        self.collapseID = collapseID
        self.timeToLive = timeToLive
        self.id = id
        self.added = added
        self.bundleID = bundleID
    }
}

extension Action {
    /// Whether it is for the app whose upload is in progress, whichever is in front.
    var isAboutUpload: Bool {
        switch self {
        case .batchLoaded, .uploadFinished, .waited, .stopUpload: true
        default: false
        }
    }
}
