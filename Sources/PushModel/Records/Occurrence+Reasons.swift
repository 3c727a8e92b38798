import PushPayload

/// The sentences for occurrences: the simulator reports them, and `why` repeats them.
extension Occurrence.LevelObstacle {
    /// Returns the reason why a level counts as `active`.
    public func reason(_ level: InterruptionLevel) -> String {
        switch self {
        case .notEntitled:
            level == .critical
                ? "the app lacks the critical alerts entitlement"
                : "the app lacks the Time Sensitive Notifications capability"
        case .notAsked: "the app never asked for the option `critical-alert`"
        case .notAuthorised: "critical alerts are not authorised"
        case .turnedOff:
            level == .critical
                ? "the user turned critical alerts off"
                : "the user turned time-sensitive notifications off"
        }
    }

    /// The rule behind the reason.
    public func rule(_ level: InterruptionLevel) -> RuleID {
        switch self {
        case .notEntitled: .levelEntitlement
        case .notAsked, .notAuthorised: .criticalConsent
        case .turnedOff: level == .critical ? .criticalConsent : .levelRefused
        }
    }
}

extension Occurrence.Obstacle {
    /// Returns why an event of a type was not tracked, for a notification of a category.
    public func reason(for kind: Event.Kind, category: String? = nil) -> String {
        switch self {
        case .notInitialised: "the Treasure Data SDK is not initialised"
        case .customEventsOff: "custom events are off (disableCustomEvent)"
        case .protectedData:
            (kind == .delivery ? "the extension's queue" : "the queue")
                + " is a protected file, which cannot be read until the first unlock"
        case .noCode:
            "no app code runs for this push; it needs mutable-content and an extension "
                + "that tracks it"
        case .noExtension: "the app has no service extension to track it"
        case .extensionTooNew: "the service extension needs a newer iOS"
        case .extensionSilent: "the service extension does not track it"
        case .extensionKilled: "the service extension was killed before it could track it"
        case .noDelegate: "the app has no notification-centre delegate"
        case .noHandler: "the app's notification-centre delegate has no didReceive"
        case .noCategory: "the notification has no category with customDismissAction"
        case .unknownCategory: "category `\(category ?? "")` is not registered"
        case .noCustomDismiss: "category `\(category ?? "")` lacks customDismissAction"
        case .noMessagingDelegate:
            "the token arrived, but Messaging.delegate is not set, so it was not reported"
        }
    }
}

extension Occurrence.SoundFault {
    /// The reason why a sound of a name is not played.
    public func reason(for name: String) -> String {
        switch self {
        case .missing: "`\(name)` is not in the app"
        case .format: "`\(name)` is not aiff, wav or caf"
        case .length(let seconds):
            "`\(name)` lasts \(seconds) s, and \(Sound.tooManySeconds) s is too long"
        }
    }
}

extension Occurrence.ExtensionFailure {
    /// The memory that iOS lets a service extension use, in MB (AF-807554).
    public static let megabytes: Int64 = 24

    /// The extension's failure as a sentence, about `it` or about the extension of this name.
    public func reason(_ name: String? = nil) -> String {
        let isShown = "; the original is shown"
        let subject = name ?? "it"
        switch self {
        case .killed(let megabytes):
            return "\(subject) uses \(megabytes) MB, over \(Self.megabytes) MB, and is killed"
                + isShown
        case .expired(let byOwnWork, let answers):
            let answer = "delivers what it has"
            guard byOwnWork else {
                return subject + " " + (answers ? answer : "does not deliver" + isShown)
            }
            return "\(subject) works longer than 30 s"
                + (answers ? "; it \(answer)" : isShown)
        case .undecrypted(let fault):
            return (name == nil ? fault.reason() : fault.reason("the body")) + isShown
        }
    }
}
