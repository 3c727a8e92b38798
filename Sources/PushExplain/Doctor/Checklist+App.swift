import PushModel
import PushPayload
import PushSimulation

/// The checks of the app itself: setup, core components, the service extension.
extension Checklist {
    /// Checks the project: iOS, capabilities, scenes, and Firebase.
    ///
    /// iOS 15 and Firebase SDK 12.7 are the guide's own minimum versions.
    mutating func checkSetup() {
        check(
            .setup, !(Version(device.os) < Version("15.0")), "iOS \(device.os), 15.0 or newer",
            or: "iOS \(device.os) is older than 15.0", cure: "the guide's app needs iOS 15")
        check(
            .setup, settings.hasAPNsEntitlement,
            "Push Notifications capability (aps-environment \(settings.apnsEnvironment))",
            or: "the Push Notifications capability is missing",
            cure: "add it in Xcode: `app set entitlement.aps on`")
        check(
            .setup, settings.backgroundModeRemote, "background mode Remote notifications",
            or: "the background mode Remote notifications is missing",
            cure: "add it in Xcode: `app set background-mode on`")
        if settings.lifeCycle == .appDelegate, !(Version(settings.builtWith) < Version("27")) {
            check(
                .setup, false, "",
                or: "built with the iOS \(settings.builtWith) SDK without scenes: on iOS 27 the app"
                    + " does not launch",
                cure: "adopt scenes (UIApplicationSceneManifest): `app set lifecycle scene`")
        }
        checkImported(.firebase)
        guard let project = settings.firebase else {
            note(.setup, "the app does not use Firebase")
            return
        }
        checkFirebase(project)
    }

    /// Checks the Firebase project and how the app configures it.
    private mutating func checkFirebase(_ project: FirebaseProject) {
        let bundleID = app.address.bundleID
        let differsInCase = project.bundleID.lowercased() == bundleID.lowercased()
        check(
            .setup, project.bundleID == bundleID,
            "GoogleService-Info.plist of `\(project.projectID)` names `\(bundleID)`",
            or: "GoogleService-Info.plist names `\(project.bundleID)`, the app is `\(bundleID)`"
                + (differsInCase ? ": case matters" : ""),
            cure: "register the app's bundle ID in Firebase and `app import` its new file")
        if !settings.configuresFirebase {
            check(
                .setup, false, "", or: "Firebase is not configured: no swizzling and no token",
                cure: "call FirebaseApp.configure(): `app set firebase.configured on`")
        }
        if !settings.hasMessagingDelegate {
            check(
                .setup, false, "",
                or: "Messaging.delegate is not set: the app does not learn of new tokens",
                cure: "set it at launch: `app set firebase.delegate on`")
        }
        if settings.asksTokenTooEarly {
            check(
                .setup, false, "",
                or: "token(completion:) is called before the APNs token is set: it fails with 505",
                cure: "call it in didRegisterForRemoteNotifications: `app set token.early off`")
        }
        check(
            .setup, settings.firebaseHasAPNsKey, "Firebase has the APNs key",
            or: "Firebase has no APNs key for the app",
            cure: "upload the .p8 key in Firebase: `app set firebase.apns-key on`")
        check(
            .setup, !(Version(settings.firebaseSDK) < Version("12.7")),
            "Firebase SDK \(settings.firebaseSDK), 12.7 or newer",
            or: "Firebase SDK \(settings.firebaseSDK) is older than 12.7",
            cure: "update the package")
        if settings.sdkForgetsDelegateAtLaunch {
            check(
                .setup, false, "",
                or:
                    "Firebase SDK \(settings.firebaseSDK) does not call the delegate at launch "
                    + "for a cached token",
                cure: "update the package, or ask with token(completion:)")
        }
    }

    /// Checks what every push needs: permission, tokens, and the delegate's methods.
    mutating func checkCore() {
        checkPermission()
        check(
            .core, app.tokens.deviceToken != nil, "registered with APNs",
            or: app.hadDeviceToken
                ? "no device token: iOS was reinstalled, and the app has not registered since"
                : "no device token: the app has not registered with APNs",
            cure: app.hadDeviceToken && registersAtLaunch
                ? "`app launch` brings a new one" : "`why token_register` says why")
        checkRegistrationToken()
        if settings.usesNCMB {
            check(
                .core, app.installation?.objectID != nil, "NCMB has the app's installation",
                or: "NCMB has no installation of the app, so it cannot send to it",
                cure: "`why token` says why")
        }
        checkCompletion()
        noteClearing()
        checkSounds()
        check(
            .core, settings.hasDelegate, "notification-centre delegate",
            or: "no notification-centre delegate",
            cure: "set one before launch ends: `app set delegate on`")
        guard settings.hasDelegate else { return }
        let returns =
            settings.willPresent.contains(.banner) || settings.willPresent.contains(.list)
        let cures = [
            settings.implementsWillPresent ? nil : "`app set delegate.will-present on`",
            returns ? nil : "`app set will-present banner,list,sound,badge`",
        ]
        check(
            .core, settings.implementsWillPresent && returns,
            "willPresent shows notifications in front",
            or: "in front nothing is shown: "
                + (settings.implementsWillPresent
                    ? "willPresent returns neither banner nor list"
                    : "the delegate has no willPresent"),
            cure: cures.compactMap(\.self).joined(separator: ", "))
        check(
            .core, settings.implementsDidReceive, "didReceive handles taps and dismissals",
            or: "the delegate has no didReceive, so no open is tracked",
            cure: "implement it: `app set delegate.did-receive on`")
    }

    /// Reports each of the app's sounds in whose place iOS plays the default one (A-SOUND).
    private mutating func checkSounds() {
        for sound in settings.sounds {
            guard let fault = settings.soundFault(sound.name) else { continue }
            check(
                .core, false, "",
                or: "\(fault.reason(for: sound.name)): iOS plays the default sound instead",
                cure: "make it an aiff, wav or caf file shorter than \(Sound.tooManySeconds) s: "
                    + "`app show` lists the app's")
        }
    }

    /// Reports a background callback that is missing, or that does not tell iOS in time that it is
    /// done (A-DIDRECV).
    private mutating func checkCompletion() {
        guard settings.hasRemoteNotificationCallback else {
            if settings.backgroundModeRemote {
                check(
                    .core, false, "",
                    or: "no didReceiveRemoteNotification: a silent push reaches no code",
                    cure: "implement it: `app set remote-callback on`")
            }
            return
        }
        guard settings.fetchCompletion != .inTime else { return }
        check(
            .core, false, "",
            or: settings.fetchCompletion == .never
                ? "fetchCompletionHandler is never called: iOS ends the app after 30 s"
                : "fetchCompletionHandler is called after 30 s: iOS has suspended the app by then",
            cure: "call it in time: `app set remote-callback.completion in-time`")
    }

    /// Notes that the app removes its own notifications: somebody who opens it by one of them finds
    /// the others gone, and nothing was tracked of those.
    private mutating func noteClearing() {
        let time: String
        switch settings.clearing {
        case .never: return
        case .atLaunch: time = "at each launch, also when a push starts it"
        case .whenActive: time = "whenever it is opened"
        }
        note(
            .core, "the app removes all its notifications \(time): unread ones are gone",
            cure: "let it keep them: `app set clears-notifications never`")
    }

    /// Checks the permission; the options and switches matter only once it is granted.
    private mutating func checkPermission() {
        switch app.permission.status {
        case .authorized:
            check(
                .core, app.permission.alerts, "permission granted",
                or: "alerts are off for the app in Settings", cure: "`permission grant --alerts on`"
            )
            checkOptions()
            checkSwitches()
        case .provisional:
            note(
                .core, "the permission is provisional: deliveries are quiet",
                cure: ChainWalk.loudPermission)
            checkSwitches()
        case .denied:
            check(
                .core, false, "", or: "the permission is denied",
                cure: "`permission grant`" + (app.launchToRegister.map { ", then \($0)" } ?? ""))
        case .notDetermined:
            check(
                .core, false, "", or: "the permission was never asked for",
                cure: settings.asksPermissionAtLaunch ? "`app launch`" : "`permission ask`")
        }
    }

    /// Checks the token by which FCM addresses the app, and what it needs to be fetched.
    private mutating func checkRegistrationToken() {
        guard let project = settings.firebase else { return }
        let isLate =
            settings.configuresFirebase && settings.apnsTokenReachesFirebase && app.lacksAPNsToken
        if isLate {
            check(
                .core, false, "", or: "Messaging.apnsToken is not set in this process",
                cure: (online.isEmpty ? "" : online + ", then ")
                    + "`app kill` and `app launch`: the next registration sets it")
        } else {
            checkAPNsToken()
        }
        let cached = app.tokens.cached(project.senderID)
        check(
            .core, cached?.isRegistered == true, "registration token of sender \(project.senderID)",
            or: cached == nil
                ? "no registration token of sender \(project.senderID)"
                : app.hadDeviceToken
                    ? "the registration token is dead: iOS was reinstalled"
                    : app.wasLaunched
                        ? "the registration token is expired"
                        : "the registration token is of the app before it was installed anew",
            cure: "`why token_register` says why"
                + tokenRequest("`token \(cached == nil ? "fetch" : "refresh")`"))
    }

    /// Checks that Firebase gets the device token.
    private mutating func checkAPNsToken() {
        var configured = settings
        configured.configuresFirebase = true
        let lacksFirebase =
            configured.apnsTokenReachesFirebase && !settings.apnsTokenReachesFirebase
        check(
            .core, settings.apnsTokenReachesFirebase,
            "the APNs token reaches Messaging.apnsToken",
            or: "the APNs token does not reach Messaging.apnsToken"
                + (lacksFirebase ? ", since Firebase is not configured" : ""),
            cure: lacksFirebase
                ? "`app set firebase.configured on`"
                : "set it in the registration callback: `app set sets-apns-token on`")
    }

    /// The command with which the app asks for a token, as the end of a cure; empty for an app that
    /// cannot run, or would not register.
    private func tokenRequest(_ command: String) -> String {
        if app.isRunning {
            let isFruitless = app.lacksAPNsToken || app.tokens.deviceToken == nil
            return isFruitless ? "" : "; \(command) asks for one"
        }
        guard registersAtLaunch else { return "" }
        return app.hadDeviceToken || !app.wasLaunched
            ? "; `app launch` brings a new one"
            : "; `app launch`, then \(command) asks for one"
    }

    /// The commands that bring the network back; empty if it is there.
    private var online: String { world.online(device) }

    /// Whether the app is not running, and would run and register with APNs.
    private var registersAtLaunch: Bool {
        !app.isRunning && app.launchFault(on: device.status) == nil
            && settings.registration != .never && app.permissionToRegister == nil
    }

    /// Checks the service extension: what it reads, its time and its memory.
    mutating func checkExtension() {
        let area = DoctorCheck.Area.serviceExtension
        check(
            area, settings.hasServiceExtension, "the extension is embedded",
            or: "no Notification Service Extension: no images, and no delivery in the background",
            cure: "add the target in Xcode: `app set nse on`")
        guard settings.hasServiceExtension else { return }
        if !settings.serviceExtensionRuns(on: device.os) {
            let oldest = settings.serviceExtensionMinimumOS
            check(
                area, false, "",
                or: "its deployment target is iOS \(oldest): it does not run on iOS \(device.os)",
                cure: "lower it to the app's own in Xcode: `app set nse.minimum-os \(device.os)`")
        }
        check(
            area, settings.imageKeys.contains("image_url"), "it reads `image_url`",
            or: "it does not read `image_url`",
            cure: "`app set nse.image-keys "
                + (settings.imageKeys + ["image_url"]).joined(separator: ",") + "`")
        check(
            area, settings.serviceExtensionMilliseconds < 30_000,
            "it answers within 30 s",
            or:
                "it works for \(settings.serviceExtensionMilliseconds / 1000) s, but iOS waits "
                + "30 s",
            cure: "do less, and deliver in serviceExtensionTimeWillExpire")
        check(
            area, settings.serviceExtensionMegabytes <= Occurrence.ExtensionFailure.megabytes,
            "it stays within \(Occurrence.ExtensionFailure.megabytes) MB",
            or: "it uses \(settings.serviceExtensionMegabytes) MB and is killed: iOS allows about "
                + "\(Occurrence.ExtensionFailure.megabytes) MB",
            cure: "load the image to disk, never all of it into memory: `app set nse.megabytes 8`")
        checkExtensionChanges()
        guard settings.usesTreasureData else { return }
        check(
            area, settings.serviceExtensionTracksDelivery, "it tracks `delivery`",
            or: "it does not track `delivery`: background notifications leave no event",
            cure: "`app set nse.delivery on`")
    }

    /// Checks what may lose the changes that the extension makes: time, its text, or its keys.
    private mutating func checkExtensionChanges() {
        let area = DoctorCheck.Area.serviceExtension
        // Everybody's settings have the usual keys; other ones were chosen, to be decrypted.
        if settings.decryptionKey == AppSettings.noKey,
            !settings.encryptedKeys.isEmpty,
            settings.encryptedKeys != AppSettings.usualEncryptedKeys
        {
            check(
                area, false, "",
                or: "it has no key for the encrypted bodies that it reads from "
                    + settings.encryptedKeys.map { "`\($0)`" }.joined(separator: ", "),
                cure: "give it the sender's key: `app set nse.key embedded`")
        }
        if !settings.serviceExtensionAnswersExpiry {
            check(
                area, false, "",
                or: "it has no serviceExtensionTimeWillExpire: a slow download loses every change",
                cure: "implement it: `app set nse.time-will-expire on`")
        }
        if settings.serviceExtensionClearsText {
            check(
                area, false, "",
                or: "it returns content without text: iOS shows the original, without image or "
                    + "other text",
                cure: "return content with text: `app set nse.clears-text off`")
        }
        let keys = [settings.titleKeys, settings.bodyKeys, settings.imageKeys]
            .filter { !$0.isEmpty }
            .map { names in names.map { "`\($0)`" }.joined(separator: " or ") }
        if settings.serviceExtensionNeedsAllKeys, !keys.isEmpty {
            note(
                area,
                "it changes nothing of a push without " + keys.joined(separator: " or without "),
                cure: "let it do without: `app set nse.needs-all-keys off`")
        }
    }
}
