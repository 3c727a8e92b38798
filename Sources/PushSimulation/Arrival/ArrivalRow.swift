import PushModel

/// One row of the decision table: a situation, and the reaction of iOS.
public struct ArrivalRow: Equatable, Sendable {
    /// Its number, with a letter if a row of the table has several parts.
    public var number: String
    /// The point of the row, as a sentence.
    public var name: String
    /// The states of the app in which it holds.
    public var states: [Condition]
    /// The payloads for which it holds.
    public var payloads: [SamplePayload]
    /// The permissions under which it holds.
    public var permissions: [Permission.Status]
    /// The further circumstances.
    public var given: [Circumstance]
    /// The event that starts it.
    public var trigger: Trigger
    /// The result.
    public var outcome: Outcome
    /// The rules behind it; each is cited by a line of output.
    public var rules: [RuleID]
    /// The confidence in the row as a whole.
    public var confidence: Rule.Confidence

    /// The sources of its rules.
    public var source: String {
        var sources: [String] = []
        for rule in rules {
            let source = Rule.named(rule).source
            if !source.isEmpty, !sources.contains(source) { sources.append(source) }
        }
        return sources.isEmpty ? "pushsh's reading" : sources.joined(separator: ", ")
    }

    /// The state an app was brought into.
    public enum Condition: String, CaseIterable, Sendable {
        case deleted, foreground, background
        case neverLaunched = "never launched"
        case notRunning = "not running"
        case forceQuit = "force-quit"
        case restarted = "restarted after force-quit, unlocked"
        case beforeFirstUnlock = "restarted, not yet unlocked"

        /// The states of an installed app that has been opened before.
        static let any: [Condition] = [.foreground, .background, .notRunning, .forceQuit]
    }

    /// A circumstance besides state, payload and permission.
    public enum Circumstance: Equatable, Sendable {
        case setting(String, String)
        case device(DeviceSwitch, on: Bool)
        case locked, alertsOff, timeSensitiveOff, summary
        /// Three silent pushes came just before.
        case threeWakes
        /// The device was away while three pushes were sent, this one last.
        case wasOffline
        /// The device is away, and the sender wants one attempt.
        case offlineOneAttempt
        /// The sender asks for priority 1.
        case lowestPriority
        /// The sender asks for a background push of priority 10.
        case backgroundAtTen
        /// The user turned off a switch on the app's page in Settings.
        case switchedOff(PermissionSwitch)

        /// The circumstance in words.
        public var text: String {
            switch self {
            case .setting(let key, let value): "`app set \(key) \(value)`"
            case .device(let control, let isOn): "\(control.rawValue) \(isOn ? "on" : "off")"
            case .locked: "the device is locked"
            case .alertsOff: "alerts off in Settings"
            case .timeSensitiveOff: "time-sensitive off in Settings"
            case .summary: "the scheduled summary is on"
            case .threeWakes: "three silent pushes within the hour"
            case .wasOffline: "the device was offline for three pushes"
            case .offlineOneAttempt: "the device is offline, apns-expiration 0"
            case .lowestPriority: "apns-priority 1"
            case .backgroundAtTen: "apns-push-type background, apns-priority 10"
            case .switchedOff(let control): "`permission switch \(control.rawValue) off`"
            }
        }
    }

    /// The event that starts the row.
    public enum Trigger: Equatable, Sendable {
        case arrives, tap, dismiss, ignore
        case button(String)
        case opensApp

        /// The trigger in words.
        public var text: String {
            switch self {
            case .arrives: "the push arrives"
            case .tap: "the user taps it"
            case .dismiss: "the user dismisses it"
            case .ignore: "the user swipes the banner away, or waits"
            case .button(let name): "the user presses `\(name)`"
            case .opensApp: "the user opens the app by its icon"
            }
        }
    }

    /// The place where a notification is presented.
    public enum Presented: String, CaseIterable, Sendable {
        case no, banner
        case lockScreen = "lock screen"
        case list = "Notification Center"
        case summary = "next summary"
    }

    /// A method that iOS calls.
    public enum Callback: String, CaseIterable, Sendable {
        case didFinishLaunching = "application(_:didFinishLaunchingWithOptions:)"
        case willEnterForeground = "applicationWillEnterForeground"
        case didBecomeActive = "applicationDidBecomeActive"
        case willPresent = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
        case didReceive = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
        case wake = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
        case timeWillExpire = "serviceExtensionTimeWillExpire()"

        /// The method without its arguments.
        public var shortName: String {
            switch self {
            case .didFinishLaunching: "didFinishLaunching"
            case .willEnterForeground: "willEnterForeground"
            case .didBecomeActive: "didBecomeActive"
            case .willPresent: "willPresent"
            case .didReceive: "didReceive"
            case .wake: "didReceiveRemoteNotification"
            case .timeWillExpire: "serviceExtensionTimeWillExpire"
            }
        }
    }

    /// The result of a trigger.
    public struct Outcome: Equatable, Sendable {
        /// The place where the notification can be seen.
        public var presented: Presented
        /// Whether the service extension runs.
        public var runsExtension: Bool
        /// The methods iOS calls, in order.
        public var callbacks: [Callback]
        /// Whether the badge is set to the payload's number.
        public var setsBadge: Bool
        /// Whether a sound is played.
        public var sounds: Bool
        /// The events the app's code tracks, in order.
        public var events: [Event.Kind]

        /// Makes an outcome.
        public init(
            presented: Presented = .no, runsExtension: Bool = false, callbacks: [Callback] = [],
            setsBadge: Bool = false, sounds: Bool = false, events: [Event.Kind] = []
        ) {
            self.presented = presented
            self.runsExtension = runsExtension
            self.callbacks = callbacks
            self.setsBadge = setsBadge
            self.sounds = sounds
            self.events = events
        }
    }
}

extension ArrivalRow {
    /// One case of the row: a state, a payload and a permission for which it holds.
    public struct Case: Sendable {
        /// The row.
        public let row: ArrivalRow
        /// The state that the app was brought into.
        public let state: Condition
        /// The payload that is sent.
        public let payload: SamplePayload
        /// The user's permission.
        public let permission: Permission.Status

        /// The case in words, as `background, alert, authorized`.
        public var name: String {
            "\(state.rawValue), \(payload.rawValue), \(permission.rawValue)"
        }
    }

    /// Every case of the row, in the order of its lists.
    public var cases: [Case] {
        states.flatMap { state in
            payloads.flatMap { payload in
                permissions.map {
                    Case(row: self, state: state, payload: payload, permission: $0)
                }
            }
        }
    }
}
