import PushModel
import PushPayload
import PushText

/// One action of a person, a provider, the clock or the network on the world.
///
/// Large values are boxed, since each action takes the space of the largest case.
public enum Action: Equatable, Sendable {
    case advance(to: Tick)
    case setClock(Tick)
    case seed(UInt64)
    case device(DeviceAction)
    indirect case app(AppAction)
    case permission(PermissionAction)
    case login(String)
    case logout
    case token(TokenAction)
    case receive(Push)
    /// One message reaches several apps, such as a message to a topic.
    case deliver([AddressedPush])
    /// A provider's server subscribes a registration to a topic, or unsubscribes it.
    case topic(TopicChange)
    /// The current app schedules a local notification, or removes one.
    case local(LocalAction)
    /// The current app starts or changes a Live Activity, or its user dismisses it.
    indirect case activity(ActivityAction)
    /// A provider makes or deletes a broadcast channel.
    case channel(ChannelAction)
    /// A push to a broadcast channel, which its `activity` names.
    case broadcast(Push)
    /// The user taps a notification, or presses a button of it, maybe with a text.
    case tap(id: String?, button: String?, opensLink: Bool, text: String? = nil)
    case dismiss(id: String?)
    case dismissAll
    case open(String, from: LinkSource)
    /// Upload the waiting events; `isTwice` = the app starts the upload at two places at once.
    case flush(limit: Int?, isTwice: Bool = false)
    case batchLoaded([QueuedEvent])
    case uploadFinished(UploadAnswer)
    /// A pause is over, or ^C ended it.
    case waited(isInterrupted: Bool)
    /// End the flush in progress between two batches.
    case stopUpload
    indirect case ncmbFinished(NCMBAnswer)
    indirect case downloaded(DownloadAnswer)
    indirect case decrypted(DecryptionAnswer)
    case network(Network.Mode)
    indirect case stub(Stub)
    case clearStubs
    /// HTTP requests used up this many of the faults planted for the ingest service.
    case faultsTaken(Int)
    /// A developer account lists a key, in place of an earlier one of the same ID.
    indirect case providerKey(ProviderKey)
    /// A Firebase project's console lists a key of a service account.
    indirect case serviceAccount(FirebaseServiceAccount)
    /// A credential that `send` uses is added or removed.
    indirect case credential(CredentialAction)
    /// Real gateways accepted pushes that were sent with a credential.
    case sent([SentPush], by: String, at: Tick)
    case endpoint(Endpoint)
    case configure(key: String, value: String)
}

/// An action on a device, by its user or by the system.
public enum DeviceAction: Equatable, Sendable {
    case add(name: String, model: String?, os: String?)
    case use(String)
    case lock, unlock, online, offline, restart
    /// Reinstalls iOS and restores the backup of this device.
    case reinstallOS
    case restore(name: String)
    case set(DeviceSwitch, on: Bool)
    /// Times of day of the scheduled summary, in minutes from midnight; empty = off.
    case summary([Int])
    case language(String)
    /// Chooses when the texts of notifications can be read.
    case previews(PreviewSetting)
}

/// A switch that the user can turn on a device.
public enum DeviceSwitch: String, CaseIterable, Sendable {
    case focus, mute
    case lowPower = "low-power"
    case backgroundRefresh = "background-refresh"
    /// Apple Intelligence, with its summaries of notifications.
    case intelligence
}

/// An action on the current app, by its user or its developer.
public enum AppAction: Equatable, Sendable {
    case install(Profile, bundleID: String?)
    case launch, background, foreground, kill, forceQuit
    /// Launches another app of the device, which is the current one from then on.
    case open(bundleID: String)
    /// Installs a newer version, maybe of another project; its other entries are in the file.
    case update(version: String?, firebase: FirebaseProject?, file: AppPropertyList? = nil)
    case reinstall, uninstall, clearData
    case set(key: String, value: String)
    /// The app's own code sets the number on its icon; 0 takes it off.
    case badge(Int)
    /// Applies an `Info.plist` or a `GoogleService-Info.plist`.
    case take(AppPropertyList)
    /// Adds a `Localizable.strings` to the app, replacing an earlier one of the same language.
    case strings(LanguageStrings)
}

/// A change to the permission to notify.
public enum PermissionAction: Equatable, Sendable {
    case ask(timeSensitive: Bool?)
    case grant(timeSensitive: Bool?, alerts: Bool?)
    case deny(timeSensitive: Bool?)
    case provisional(timeSensitive: Bool?)
    /// The user turns a switch on the app's page in Settings.
    case turn(PermissionSwitch, isOn: Bool)

    /// Asks without touching the user's setting for time-sensitive notifications.
    public static let ask = PermissionAction.ask(timeSensitive: nil)
    /// Denies without touching that setting.
    public static let deny = PermissionAction.deny(timeSensitive: nil)
    /// Allows on trial without touching that setting.
    public static let provisional = PermissionAction.provisional(timeSensitive: nil)
}

/// An action on the registration token, by the app or by FCM.
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

extension Action {
    /// Whether it is for the app whose upload is in progress, whichever app is in the foreground.
    var isAboutUpload: Bool {
        switch self {
        case .batchLoaded, .uploadFinished, .waited, .stopUpload: true
        default: false
        }
    }

    /// Whether whatever falls due in its time has happened when it is over.
    var letsTimePass: Bool {
        switch self {
        case .advance, .setClock: true
        default: isAboutUpload
        }
    }
}
