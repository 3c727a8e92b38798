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
