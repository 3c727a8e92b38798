import PushModel

/// Apps that adopted scenes, and those that should have but did not.
extension App {
    /// The scene delegate's methods that replace the app delegate's, which iOS then never
    /// calls.
    static let sceneCallbacks = [
        "applicationDidBecomeActive": "sceneDidBecomeActive",
        "applicationWillEnterForeground": "sceneWillEnterForeground",
        "applicationDidEnterBackground": "sceneDidEnterBackground",
        "applicationWillResignActive": "sceneWillResignActive",
    ]

    /// Whether iOS lets the app run: built with the iOS 27 SDK, it must have adopted scenes.
    ///
    /// Apps built with an earlier SDK need none, even on iOS 27 (TN3187).
    package func mayLaunch(on device: DeviceStatus) -> Bool {
        settings.lifeCycle == .scene || Version(settings.builtWith) < Version("27")
            || Version(device.os) < Version("27")
    }

    /// Reports that iOS ended the app at its start, for a notification that was to start it; false
    /// if the app may run.
    mutating func crashesAtLaunch(
        on device: DeviceStatus, for notification: Int64? = nil, _ step: inout Step
    ) -> Bool {
        guard !mayLaunch(on: device) else { return false }
        let message = "UIScene life cycle is required for apps built with this SDK"
        step.report(
            Fact(
                .failed, "launch", "\(address.bundleID): application failed to launch: \(message)",
                rule: .sceneRequired, notification: notification))
        step.failure = Refusal(
            .appCrashed,
            "`\(address.bundleID)` does not launch: it is built with the iOS \(settings.builtWith)"
                + " SDK and has no scenes", hint: "adopt scenes: `app set lifecycle scene`")
        return true
    }

    /// Connects the scene of an app that comes to the foreground, with the reason for its start.
    mutating func connectScene(_ options: ConnectionOptions, _ step: inout Step) {
        guard settings.lifeCycle == .scene else { return }
        step.report(
            Fact(
                .called, "scene(_:willConnectTo:options:)", options.rawValue, rule: .sceneConnects))
        call("applicationWillEnterForeground", &step)
    }

    /// The reason why a link misses the app's scene delegate; nil if it arrives, or without scenes.
    func missingSceneHandler(isColdStart: Bool) -> String? {
        guard settings.lifeCycle == .scene else { return nil }
        if isColdStart {
            return settings.readsConnectionOptions
                ? nil
                : "at a cold start the link is in connectionOptions.urlContexts, which the scene "
                    + "delegate does not read; openURLContexts is not called"
        }
        return settings.implementsOpenURLContexts
            ? nil
            : "the scene delegate has no openURLContexts, and application(_:open:options:) is "
                + "not called"
    }
}

/// The reason for connecting a scene, as its options state it.
enum ConnectionOptions: String, Sendable {
    case none = ""
    case notification = "with notificationResponse"
    case link = "with urlContexts"
    case activity = "with userActivities"

    /// The launch options of an app without scenes; with scenes they are nil.
    var launchOptions: String {
        switch self {
        case .none: ""
        case .notification: "with the notification's payload"
        case .link: "with a URL"
        case .activity: "with a user activity"
        }
    }
}
