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
    /// APNs keeps the push until the device is reachable or awake.
    case stored
    /// A push, by its message ID, is lost.
    case lost(Loss, String)
    /// A push that arrived is not presented; the fact's rule says why.
    case notShown
    /// The user can see it; a rule other than `presented` explains a quiet delivery.
    case shown(PushNotification.Place)
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
    /// The extension's 30 s ended: by its own work, or by a download.
    case extensionExpired(byOwnWork: Bool)
    /// The extension changed nothing.
    case extensionUnchanged
    /// A file was not attached; the fact's rule says why.
    case notAttached
    /// No sound was played; the fact's rule says why.
    case notPlayed
    /// The badge stays as it was, since its value is not a number.
    case badgeUnread
    /// An event that people expect was not tracked.
    case untracked(Event.Kind, Obstacle)
    /// A link was refused.
    case linkRefused
    /// The queue was deleted with the app's data.
    case queueDeleted
    /// Nothing was sent; the upload was refused on the device.
    case notUploaded
    /// No registration token was issued.
    case tokenFailed(Failure)
    /// APNs issued no device token: the device was offline, or the app lacks the entitlement.
    case registrationFailed(isOffline: Bool)
    /// The app registers only with a permission that its user denied, or was never asked for.
    case registrationWaits(isDenied: Bool)
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
    /// Something happened to a Live Activity, by its name.
    case activity(ActivityEvent, String)
    /// A push changed no Live Activity.
    case activityUnchanged(ActivityObstacle)

    /// The audience of a message that names no installation.
    public enum Audience: Hashable, Sendable {
        case topic(String)
        /// A condition over topics, as its sender wrote it.
        case condition(String)
    }

    /// A step in the life of a Live Activity.
    public enum ActivityEvent: String, CaseIterable, Sendable {
        case started, updated, stale, ended
        /// The user swiped it away.
        case dismissed
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
        /// It answered with another error.
        case refused
        /// No installation was saved for which an open could be counted.
        case noInstallation = "no-installation"
        /// The payload has no `com.nifcloud.mbaas.PushId`.
        case noPushID = "no-push-id"
    }
}

extension Occurrence {
    /// The name and the data, as the store keeps them: `shown:banner`.
    public var code: String {
        switch self {
        case .refused(let reason, let fault):
            ["refused", reason, fault?.rawValue].compactMap(\.self).joined(separator: ":")
        case .accepted(let gateway, let id): "accepted:\(gateway.rawValue):\(id)"
        case .unfollowed(.topic(let name), let id): "unfollowed:topic:\(name):\(id)"
        case .unfollowed(.condition(let text), let id): "unfollowed:condition:\(text):\(id)"
        case .stored: "stored"
        case .lost(let loss, let id): "lost:" + loss.rawValue + ":" + id
        case .notShown: "not-shown"
        case .shown(let place): "shown:" + place.rawValue
        case .heldForSummary: "held-for-summary"
        case .levelLowered(let obstacle):
            obstacle.map { "level-lowered:" + $0.rawValue } ?? "level-lowered"
        case .notWoken: "not-woken"
        case .wakeHeld(let lowPower, let refreshOff):
            "wake-held" + (lowPower ? ":low-power" : "") + (refreshOff ? ":refresh-off" : "")
        case .called(let callback): "called:" + callback.rawValue
        case .extensionIdle: "extension-idle"
        case .extensionExpired(let byOwnWork):
            byOwnWork ? "extension-expired:work" : "extension-expired:download"
        case .extensionUnchanged: "extension-unchanged"
        case .notAttached: "not-attached"
        case .notPlayed: "not-played"
        case .badgeUnread: "badge-unread"
        case .untracked(let kind, let obstacle):
            "untracked:" + kind.rawValue + ":" + obstacle.rawValue
        case .linkRefused: "link-refused"
        case .queueDeleted: "queue-deleted"
        case .notUploaded: "not-uploaded"
        case .tokenFailed(let failure): "token-failed:" + failure.rawValue
        case .registrationFailed(let isOffline):
            "registration-failed:" + (isOffline ? "offline" : "entitlement")
        case .registrationWaits(let isDenied):
            "registration-waits:" + (isDenied ? "denied" : "not-asked")
        case .installationFailed(let failure): "installation-failed:" + failure.rawValue
        case .openCounted: "open-counted"
        case .openUncounted(let failure): "open-uncounted:" + failure.rawValue
        case .linkLost(let isColdStart): "link-lost:" + (isColdStart ? "cold" : "running")
        case .completionMissed: "completion-missed"
        case .previewHidden: "preview-hidden"
        case .activity(let event, let id): "activity:" + event.rawValue + ":" + id
        case .activityUnchanged(let obstacle): "activity-unchanged:" + obstacle.rawValue
        }
    }

    /// Reads a code; nil if this version does not know it.
    public init?(code: String) {
        let parts = code.split(separator: ":", omittingEmptySubsequences: false)
        let data = parts.dropFirst().map(String.init)
        switch parts.first ?? "" {
        case "refused":
            self = .refused(
                reason: data.first, fault: data.dropFirst().first.flatMap(RequestFault.init))
        case "accepted":
            guard let gateway = data.first.flatMap(GatewayAnswer.Gateway.init) else { return nil }
            self = .accepted(gateway, data.dropFirst().joined(separator: ":"))
        case "unfollowed":
            // Neither a topic's name nor a condition contains a colon.
            guard data.count > 2 else { return nil }
            let audience: Audience? =
                switch data[0] {
                case "topic": .topic(data[1])
                case "condition": .condition(data[1])
                default: nil
                }
            guard let audience else { return nil }
            self = .unfollowed(audience, data.dropFirst(2).joined(separator: ":"))
        case "lost":
            guard let loss = data.first.flatMap(Loss.init) else { return nil }
            self = .lost(loss, data.dropFirst().joined(separator: ":"))
        case "shown":
            guard let place = data.first.flatMap(PushNotification.Place.init) else { return nil }
            self = .shown(place)
        case "level-lowered": self = .levelLowered(data.first.flatMap(LevelObstacle.init))
        case "wake-held":
            self = .wakeHeld(
                lowPower: data.contains("low-power"), refreshOff: data.contains("refresh-off"))
        case "called":
            guard let callback = data.first.flatMap(Callback.init) else { return nil }
            self = .called(callback)
        case "extension-expired": self = .extensionExpired(byOwnWork: data.first == "work")
        case "untracked":
            guard data.count == 2, let kind = Event.Kind(rawValue: data[0]),
                let obstacle = Obstacle(rawValue: data[1])
            else { return nil }
            self = .untracked(kind, obstacle)
        case "token-failed", "installation-failed", "open-uncounted":
            self.init(failure: parts[0], data.first ?? "")
        case "registration-waits":
            self = .registrationWaits(isDenied: data.first == "denied")
        case "registration-failed":
            self = .registrationFailed(isOffline: data.first == "offline")
        case "activity":
            guard let event = data.first.flatMap(ActivityEvent.init) else { return nil }
            self = .activity(event, data.dropFirst().joined(separator: ":"))
        case "activity-unchanged":
            guard let obstacle = data.first.flatMap(ActivityObstacle.init) else { return nil }
            self = .activityUnchanged(obstacle)
        case "link-lost": self = .linkLost(isColdStart: data.first == "cold")
        default:
            guard let plain = Self.plain.first(where: { $0.code == code }) else { return nil }
            self = plain
        }
    }

    private init?(failure code: Substring, _ name: String) {
        if code == "token-failed" {
            guard let failure = Failure(rawValue: name) else { return nil }
            self = .tokenFailed(failure)
            return
        }
        guard let failure = BackendFailure(rawValue: name) else { return nil }
        self = code == "open-uncounted" ? .openUncounted(failure) : .installationFailed(failure)
    }

    /// The occurrences without data.
    static let plain: [Occurrence] = [
        .stored, .notShown, .heldForSummary, .notWoken, .extensionIdle,
        .extensionUnchanged, .notAttached, .notPlayed, .badgeUnread, .linkRefused, .queueDeleted,
        .notUploaded, .completionMissed, .previewHidden, .openCounted,
    ]
}
