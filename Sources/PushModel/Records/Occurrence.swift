/// An event as data: `why`, `doctor` and expectations read this and never a fact's line.
///
/// It complements the verb and rule of its fact with what they leave open. The store keeps its
/// `code`.
public enum Occurrence: Hashable, Sendable {
    /// A gateway refused the push.
    ///
    /// With the vendor's spelling of the reason, if it has one, and the part of the request if the
    /// reason covers several.
    case refused(reason: String?, fault: RequestFault? = nil)
    /// A real gateway accepted a push from `send`, under its `apns-id` or FCM's name.
    case accepted(GatewayAnswer.Gateway, String)
    /// FCM accepted a message, by its ID, for a topic or condition that no installation matches.
    case unfollowed(Audience, String)
    /// A gateway accepted a message, by its ID, for an audience that some apps belong to, and
    /// others of the same project or bundle ID do not.
    case selected(Audience, String)
    /// FCM began or ended the subscription of an app's installation to a topic.
    case topic(String, isOn: Bool)
    /// APNs keeps the push until the device is reachable or awake; rows of older versions do not
    /// name the device.
    case stored(on: String? = nil)
    /// A push, by its message ID, is lost; rows of older versions do not say whose it was.
    ///
    /// Indirect, since it has more data than the others, and is rare.
    indirect case lost(Loss, String, on: Addressee? = nil)
    /// A push that arrived is not presented; the fact's rule says why.
    case notShown
    /// The user can see it; a rule other than `presented` explains a quiet delivery.
    ///
    /// With the switch of Settings that kept it from the place where iOS would have shown it; rows
    /// of older versions do not name the switch.
    case shown(PushNotification.Place, off: PermissionSwitch? = nil)
    /// It waits for the scheduled summary.
    case heldForSummary
    /// The effective level is not the one that the payload asks for; rows of older versions do not
    /// say why.
    case levelLowered(LevelObstacle? = nil)
    /// The app is never woken for the push; the fact's rule says why.
    case notWoken
    /// iOS keeps a background push until the app may run.
    case wakeHeld(lowPower: Bool, refreshOff: Bool)
    /// Code of the app was called.
    case called(Callback)
    /// The service extension does not run although the payload asks for it.
    case extensionIdle
    /// The extension ran, and failed.
    case extensionFailed(ExtensionFailure)
    /// The extension changed nothing.
    case extensionUnchanged
    /// A file was not attached; the fact's rule says why. For a redirect to http it names the host.
    case notAttached(redirectedTo: String? = nil)
    /// No sound was played; the fact's rule says why.
    case notPlayed
    /// The default sound was played in place of the named one.
    case soundReplaced(SoundFault)
    /// The app may not set its badge; the fact's rule says why.
    case badgeNotSet
    /// The push was sent with a priority at which it may wait until it suits the battery.
    case mayWait
    /// The badge stays as it was, since its value is not a number.
    case badgeUnread
    /// The badge was set to the number that the icon had already.
    case badgeUnchanged
    /// The user's answer called no code of the app; the fact's rule says why.
    case notCalled(Callback)
    /// An event that people expect was not tracked.
    case untracked(Event.Kind, Obstacle)
    /// A link was refused.
    case linkRefused
    /// The queue was deleted with the app's data.
    case queueDeleted
    /// The user or the app's developer chose something that applies to later pushes.
    case chosen(Choice)
    /// Nothing was sent; the upload was refused on the device.
    case notUploaded
    /// No registration token was issued.
    case tokenFailed(Failure)
    /// The app has no registration token any more.
    case tokenGone
    /// APNs issued no device token: the device was offline, or the app lacks the entitlement.
    case registrationFailed(isOffline: Bool)
    /// The app registers only with a permission that its user denied, or was never asked for.
    case registrationWaits(isDenied: Bool)
    /// The permission came in Settings, and the app that waits for it has to be launched again.
    case registrationNeedsLaunch
    /// NCMB did not save the app's installation.
    case installationFailed(BackendFailure)
    /// NCMB counted the open of a notification.
    case openCounted
    /// NCMB did not count the open.
    case openUncounted(BackendFailure)
    /// A link reached no code of the app: at a cold start, or while it ran.
    case linkLost(isColdStart: Bool)
    /// iOS ended the app, which did not call `fetchCompletionHandler`, or called it too late.
    case completionMissed
    /// Show Previews hides the text of a notification.
    case previewHidden
    /// For a silent push the app posted a local notification, by its message ID.
    case posted(String)
    /// For a silent push the app posted no local notification, since it lacks a text of that.
    case notPosted
    /// Something happened to a Live Activity, by its name.
    case activity(ActivityEvent, String)
    /// A push changed no Live Activity.
    case activityUnchanged(ActivityObstacle)

    /// The audience of a message that names no installation.
    public enum Audience: Hashable, Sendable {
        case topic(String)
        /// A condition over topics, as its sender wrote it.
        case condition(String)
        /// A broadcast channel of APNs.
        case channel(String)
    }

    /// A step in the life of a Live Activity.
    public enum ActivityEvent: String, CaseIterable, Sendable {
        case started, updated, stale, ended
        /// The user swiped it away.
        case dismissed
    }

    /// The device of a push that left no row, and what is known of the push.
    public struct Addressee: Hashable, Sendable {
        /// The device that it was for.
        public var device: String
        /// The campaign that it was of.
        public var campaign: String?
        /// Whether it was a background push, of which nobody would have seen anything.
        public var isSilent: Bool

        /// Names a device, and describes the push for it.
        public init(_ device: String, of campaign: String? = nil, isSilent: Bool = false) {
            self.device = device
            self.campaign = campaign
            self.isSilent = isSilent
        }
    }

    /// The reason why a push is lost.
    public enum Loss: String, CaseIterable, Sendable {
        /// APNs stores one push per app, and a newer one arrived.
        case replaced
        /// Its expiration passed while APNs stored it.
        case expired
        /// APNs stored it for the maximum time, 30 days (A-SEND).
        case outlived
        /// It may not be stored: `apns-expiration` is 0, or its channel stores nothing.
        ///
        /// Rows of older versions do not say what kept it from the device.
        case notStored = "not-stored"
        /// It may not be stored, and the device was offline.
        case offline = "not-stored-offline"
        /// It may not be stored, and its priority did not wake the device.
        case asleep = "not-stored-asleep"
        /// iOS holds one background push per app, and a newer one arrived.
        case superseded
        /// iOS held it, and the process was ended.
        case discarded
        /// The app has more scheduled notifications than iOS keeps.
        case overLimit = "over-limit"
        /// The app may not notify, or the notification has nothing to show.
        case notAllowed = "not-allowed"
        /// The trigger of a local notification raised an exception, which ended the app.
        case exception
    }

    /// A choice that decides on what later pushes do.
    public enum Choice: Hashable, Sendable {
        /// The user decided on the app's notifications.
        case permission(PermissionAnswer)
        /// The user turned a switch on the app's page in Settings.
        case turned(PermissionSwitch, isOn: Bool)
        /// A setting of the app, by its key, has another value.
        case setting(String, String)
    }

    /// The user's decision on an app's notifications.
    public enum PermissionAnswer: String, CaseIterable, Sendable {
        case granted
        /// Granted, but with alerts off in Settings.
        case alertsOff = "alerts-off"
        case provisional, denied
    }

    /// The way in which a service extension failed.
    public enum ExtensionFailure: Hashable, Sendable {
        /// Its 30 s ended, by its own work or by a download; it may answer that in time.
        case expired(byOwnWork: Bool, answers: Bool)
        /// iOS killed it for the memory that it used, in MB.
        case killed(megabytes: Int64)
        /// It could not decrypt the body.
        case undecrypted(DecryptionAnswer.Fault)
    }

    /// The reason why the default sound was played.
    public enum SoundFault: Hashable, Sendable {
        /// The app has no file of that name.
        case missing
        /// It is not an aiff, wav or caf file.
        case format
        /// Its length in seconds, of which 30 are too many.
        case length(Int)
    }

    /// The reason why a level counts as `active`.
    public enum LevelObstacle: String, CaseIterable, Sendable {
        /// The app lacks the entitlement.
        case notEntitled = "not-entitled"
        /// The app never asked for critical alerts, which are a separate option.
        case notAsked = "not-asked"
        /// The user never allowed critical alerts.
        case notAuthorised = "not-authorised"
        /// The user turned notifications of the level off.
        case turnedOff = "turned-off"
    }

    /// Code of the app that `why` asks about.
    public enum Callback: String, CaseIterable, Sendable {
        /// `didFinishLaunching`: a new process of the app begins.
        case launch
        case remoteNotification = "remote-notification"
        case willPresent = "will-present"
        case response
        case button
        case dismissal
    }

    /// The reason why an event was not tracked.
    public enum Obstacle: String, CaseIterable, Sendable {
        case notInitialised = "not-initialised"
        /// `disableCustomEvent` was called.
        case customEventsOff = "custom-events-off"
        /// The device has not been unlocked since it restarted, so the queue is out of reach.
        case protectedData = "protected-data"
        /// No code of the app runs for the push.
        case noCode = "no-code"
        case noExtension = "no-extension"
        /// The extension is built for a newer iOS than the device's.
        case extensionTooNew = "extension-too-new"
        /// The extension runs but does not track.
        case extensionSilent = "extension-silent"
        case extensionKilled = "extension-killed"
        case noDelegate = "no-delegate"
        case noHandler = "no-handler"
        case noCategory = "no-category"
        case unknownCategory = "unknown-category"
        case noCustomDismiss = "no-custom-dismiss"
        /// `Messaging.delegate` is not set, so no code receives a token.
        case noMessagingDelegate = "no-messaging-delegate"
    }

    /// The reason why no registration token was issued.
    public enum Failure: String, CaseIterable, Sendable {
        case noNetwork = "no-network"
        case noSender = "no-sender"
        /// FCM answered with an error.
        case refused
        /// The app asked before the device token was set (505).
        case askedTooEarly = "asked-too-early"
        case installationMode = "installation-mode"
        /// The keychain holds a token of another sender, so the SDK does not ask.
        case otherSender = "other-sender"
        case autoInitOff = "auto-init-off"
        /// `FirebaseApp.configure()` is never called.
        case notConfigured = "not-configured"
        /// The device has not been unlocked since it restarted, so the keychain is out of reach.
        case keychainLocked = "keychain-locked"
    }

    /// The reason why NCMB did not do what the app asked for.
    public enum BackendFailure: String, CaseIterable, Sendable {
        case noNetwork = "no-network"
        /// The client key or the signature is wrong (E401001).
        case wrongKey = "wrong-key"
        /// Another installation has the device token (E409001).
        case duplicateToken = "duplicate-token"
        /// It answered with another error.
        case refused
        /// No installation was saved for which an open could be counted.
        case noInstallation = "no-installation"
        /// The payload has no `com.nifcloud.mbaas.PushId`.
        case noPushID = "no-push-id"
    }
}
