import PushModel

/// The reason why an app ends as soon as it is launched.
package enum LaunchFault: Equatable, Sendable {
    /// It is built with the iOS 27 SDK and has not adopted scenes.
    case noScenes
    /// An entry of its GoogleService-Info.plist makes `FirebaseApp.configure()` raise an exception.
    case firebase(FirebaseProject.Exception)
}

extension App {
    /// The reason why the app cannot run on a device; nil if it can.
    ///
    /// Apps built with an SDK before iOS 27's need no scenes, even on iOS 27 (TN3187).
    package func launchFault(on device: DeviceStatus) -> LaunchFault? {
        if settings.lifeCycle == .appDelegate, !(Version(settings.builtWith) < Version("27")),
            !(Version(device.os) < Version("27"))
        {
            return .noScenes
        }
        return firebaseException.map(LaunchFault.firebase)
    }

    /// The exception in which `FirebaseApp.configure()` ends; nil if it returns, or is never
    /// called.
    package var firebaseException: FirebaseProject.Exception? {
        settings.configuresFirebase ? settings.firebase?.exceptions.first : nil
    }

    /// Reports that the app ended at its start, for a notification that was to start it; false if
    /// the app may run.
    mutating func crashesAtLaunch(
        on device: DeviceStatus, for notification: Int64? = nil, _ step: inout Step
    ) -> Bool {
        guard let fault = launchFault(on: device) else { return false }
        let name = address.bundleID
        switch fault {
        case .noScenes:
            let message = "UIScene life cycle is required for apps built with this SDK"
            step.report(
                Fact(
                    .failed, "launch", "\(name): application failed to launch: \(message)",
                    rule: .sceneRequired, notification: notification))
            step.failure = Refusal(
                .appCrashed,
                "`\(name)` does not launch: it is built with the iOS \(settings.builtWith) SDK and "
                    + "has no scenes", hint: "adopt scenes: `app set lifecycle scene`")
        case .firebase(let exception):
            step.report(
                Fact(
                    .failed, "launch",
                    "\(name): FirebaseApp.configure() raised an exception (\(exception.code)): "
                        + exception.text, rule: .firebaseException, notification: notification))
            step.failure = Refusal(
                .appCrashed,
                "`\(name)` crashes at its launch: FirebaseApp.configure() raises an exception "
                    + "(\(exception.code)): \(exception.text)",
                hint: "`app import FILE` with the iOS app's GoogleService-Info.plist, which the "
                    + "Firebase console offers")
        }
        return true
    }
}
