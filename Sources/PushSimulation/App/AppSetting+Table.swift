import PushModel

extension AppSetting {
    static let identity: [AppSetting] = [
        .text("version", \.version, "CFBundleShortVersionString."),
        .text("build", \.build, "CFBundleVersion."),
        .text("name", \.name, "CFBundleName."),
        AppSetting(
            key: "team",
            summary: "The developer team of the bundle ID; `none` is that of the first key for it.",
            takes: "10 letters and digits, or `none`", choices: ["none"],
            get: { $0.team ?? "none" },
            set: { settings, text in
                guard text == "none" || ProviderKey.isIdentifier(text) else { return false }
                settings.team = text == "none" ? nil : text
                return true
            }),
        .flag("entitlement.aps", \.hasAPNsEntitlement, "The aps-environment entitlement."),
        .text(
            "aps-environment", \.apnsEnvironment, "The APNs environment of the app's build.",
            takes: "`development` or `production`", choices: ["development", "production"],
            where: { $0 == "development" || $0 == "production" }),
        .flag(
            "entitlement.time-sensitive", \.timeSensitiveEntitlement,
            "The Time Sensitive Notifications capability."),
        .flag(
            "entitlement.critical", \.criticalEntitlement,
            "The critical alerts entitlement, which needs Apple's approval."),
    ]

    /// The life cycle, and the settings that depend on it.
    static let lifeCycle: [AppSetting] = [
        .choice("lifecycle", \.lifeCycle, "The life cycle the app is written for."),
        .text(
            "built-with", \.builtWith, "The iOS SDK the app is built with.",
            takes: "a version like `26.0`", where: isVersion),
        .flag(
            "scene.connection-options", \.readsConnectionOptions,
            "The scene delegate reads the connection options of a cold start."),
        .flag(
            "scene.open-url-contexts", \.implementsOpenURLContexts,
            "The scene delegate implements openURLContexts."),
    ]

    static let push: [AppSetting] = [
        .flag(
            "background-mode", \.backgroundModeRemote,
            "Background Modes: Remote notifications."),
        .flag(
            "permission.at-launch", \.asksPermissionAtLaunch,
            "The app asks for permission at launch."),
        .flag(
            "permission.provisional", \.asksProvisional,
            "The app asks for provisional permission."),
        AppSetting(
            key: "permission.options", summary: "What requestAuthorization asks for.",
            takes: "`alert`, `badge`, `sound`, `critical-alert`, separated by commas, or `none`",
            choices: AppSettings.AuthorizationOption.allCases.map(\.rawValue) + ["none"],
            takesList: true,
            get: {
                let options = $0.authorizationOptions.map(\.rawValue)
                return options.isEmpty ? "none" : options.joined(separator: ",")
            },
            set: { settings, text in
                guard let names = names(text) else { return false }
                let options = names.compactMap(AppSettings.AuthorizationOption.init(rawValue:))
                guard options.count == names.count else { return false }
                settings.authorizationOptions = options
                return true
            }),
        .choice(
            "register", \.registration, "When the app registers for remote notifications."),
        .flag("delegate", \.hasDelegate, "A UNUserNotificationCenterDelegate is set."),
        .flag(
            "delegate.will-present", \.implementsWillPresent,
            "The delegate implements willPresent."),
        .flag(
            "delegate.did-receive", \.implementsDidReceive,
            "The delegate implements didReceive, which handles taps."),
        AppSetting(
            key: "will-present", summary: "What willPresent returns.",
            takes: "`banner`, `list`, `sound`, `badge`, separated by commas, or `none`",
            choices: ["banner", "list", "sound", "badge", "none"], takesList: true,
            get: {
                $0.willPresent.isEmpty
                    ? "none" : $0.willPresent.map(\.rawValue).joined(separator: ",")
            },
            set: { settings, text in
                guard let names = names(text) else { return false }
                let options = names.compactMap(AppSettings.PresentationOption.init(rawValue:))
                guard options.count == names.count else { return false }
                settings.willPresent = options
                return true
            }),
        .flag(
            "focus.allowed", \.isAllowedInFocus,
            "The user allows the app's notifications during a Focus."),
        .list(
            "focus.filter", \.focusFilter,
            "Values of filter-criteria that the app's Focus filter lets through."),
        .flag(
            "remote-callback", \.hasRemoteNotificationCallback,
            "The app implements didReceiveRemoteNotification."),
        .choice(
            "remote-callback.completion", \.fetchCompletion,
            "When the app calls fetchCompletionHandler; it has 30 s."),
        .flag(
            "local-notification", \.postsLocalNotification,
            "A silent push makes the app post a local notification."),
        .choice(
            "clears-notifications", \.clearing,
            "When the app removes its own notifications (removeAllDeliveredNotifications)."),
        AppSetting(
            key: "sounds", summary: "Sound files in the app, each with its length in seconds.",
            takes: "files with their lengths, like `coin.caf:2,alarm.wav:12`, or `none`",
            get: { SoundText.write($0.sounds) },
            set: { settings, text in
                guard let sounds = SoundText.read(text) else { return false }
                settings.sounds = sounds
                return true
            }),
    ]

    static let activities: [AppSetting] = [
        .flag(
            "activities", \.supportsActivities,
            "NSSupportsLiveActivities: the app shows Live Activities."),
        .flag(
            "activities.frequent", \.hasFrequentActivities,
            "NSSupportsLiveActivitiesFrequentUpdates: pushes can update them more often."),
        .list(
            "activities.types", \.activityTypes,
            "The app's ActivityAttributes types; `none` accepts any type that a push names."),
        .list(
            "activities.state-keys", \.activityStateKeys,
            "Keys without which a content-state cannot be decoded."),
        .flag(
            "activities.broadcast", \.hasBroadcastCapability,
            "The app's identifier has the broadcast capability."),
    ]

    static let extensionAndLinks: [AppSetting] = [
        .flag("nse", \.hasServiceExtension, "A Notification Service Extension is embedded."),
        .text(
            "nse.minimum-os", \.serviceExtensionMinimumOS,
            "The extension's deployment target: a device with an older iOS does not run it.",
            takes: "a version like `18.0`", where: isVersion),
        .flag(
            "nse.delivery", \.serviceExtensionTracksDelivery,
            "The extension tracks delivery."),
        .list("nse.image-keys", \.imageKeys, "Payload keys the extension reads an image URL from."),
        .list("nse.title-keys", \.titleKeys, "Payload keys that replace the title."),
        .list("nse.body-keys", \.bodyKeys, "Payload keys that replace the body."),
        .list(
            "nse.encrypted-keys", \.encryptedKeys,
            "Payload keys the extension reads an encrypted body from."),
        .source(
            "nse.key", \.decryptionKey, "Where to read the key for encrypted bodies."),
        AppSetting(
            key: "nse.cipher", summary: "The cipher for encrypted bodies.",
            takes: "`aes-gcm` or `chacha20-poly1305`", choices: ["aes-gcm", "chacha20-poly1305"],
            get: { $0.decryptionCipher.rawValue },
            set: { settings, text in
                guard let cipher = BodyCipher(rawValue: text) else { return false }
                settings.decryptionCipher = cipher
                return true
            }),
        .list(
            "nse.ats-exceptions", \.transportExceptions,
            "Hosts from which the extension may load over http, from its own Info.plist: "
                + "`a.example`, `*.a.example` including subdomains, `local` for names and "
                + "addresses on the local network, or `any`; `!a.example` is an exception to `any`."
        ),
        .number(
            "nse.milliseconds", \.serviceExtensionMilliseconds,
            "How long the extension works, not counting downloads.", in: 0...120_000),
        .number(
            "nse.megabytes", \.serviceExtensionMegabytes,
            "The extension's peak memory use, in MB.", in: 0...1024),
        .flag(
            "nse.needs-all-keys", \.serviceExtensionNeedsAllKeys,
            "The extension changes nothing unless all its keys are in the payload."),
        .flag(
            "nse.time-will-expire", \.serviceExtensionAnswersExpiry,
            "The extension delivers what it has in serviceExtensionTimeWillExpire."),
        .flag(
            "nse.clears-text", \.serviceExtensionClearsText,
            "The extension returns content without text."),
        AppSetting(
            key: "categories",
            summary:
                "The registered categories: a name, `!` if the category has customDismissAction, "
                + "`:show-title` and `:show-subtitle` if they stay visible in hidden "
                + "previews, and `+NAME` for each button, with its options: `:foreground`, "
                + "`:auth`, `:destructive`, `:text`.",
            takes: CategoryText.takes,
            get: { CategoryText.write($0.categories) },
            set: { settings, text in
                guard let categories = CategoryText.read(text) else { return false }
                settings.categories = categories
                return true
            }),
        .list("schemes", \.schemes, "URL schemes of CFBundleURLTypes."),
        AppSetting(
            key: "associated-domains",
            summary:
                "Hosts in its entitlement whose https links open the app (universal links). The "
                + "apple-app-site-association file (AASA) of each has to name the app, which "
                + "pushsh takes for granted: of the file it plays only the status of the answer, "
                + "which `stub \"https://HOST/.well-known/*\" status=404` plants.",
            takes: "hosts separated by commas, like `shop.example,*.shop.example`, or `none`",
            get: {
                $0.associatedDomains.isEmpty ? "none" : $0.associatedDomains.joined(separator: ",")
            },
            set: { settings, text in
                guard let names = names(text), names.allSatisfy(UniversalLink.isDomain) else {
                    return false
                }
                settings.associatedDomains = names
                return true
            }),
        .flag(
            "universal-links", \.continuesUserActivity,
            "The app's delegate implements `continue userActivity`."),
        .flag("link-handler", \.hasLinkHandler, "The app handles links to its screens."),
        .list("screens", \.allowedScreens, "Screens that links may open; `none` = every screen."),
    ]

    static let firebase: [AppSetting] = [
        .flag("firebase.configured", \.configuresFirebase, "FirebaseApp.configure() is called."),
        .flag("firebase.delegate", \.hasMessagingDelegate, "Messaging.delegate is set."),
        .flag("swizzling", \.swizzles, "FirebaseAppDelegateProxyEnabled."),
        .flag("swiftui", \.isSwiftUI, "A SwiftUI app without a delegate adaptor."),
        .flag("sets-apns-token", \.setsAPNsToken, "The app sets Messaging.apnsToken itself."),
        .flag("auto-init", \.autoInitializesFCM, "FirebaseMessagingAutoInitEnabled."),
        .flag(
            "delegate.other-class", \.hasOtherDelegateClass,
            "The app delegate's class is one that Firebase does not proxy."),
        .flag(
            "token.at-launch", \.fetchesTokenAtLaunch,
            "The app calls token(completion:) at every launch."),
        .flag(
            "token.early", \.fetchesTokenEarly,
            "The app calls token(completion:) before it has the device token."),
        .flag("fid-mode", \.installationIDMode, "FirebaseMessagingInstallationIdEnabled."),
        .text(
            "firebase.sdk", \.firebaseSDK, "The version of the Firebase SDK.",
            takes: "a version like `12.7.0` or `12.19.0-snapshot`", where: isVersion),
        .flag("firebase.apns-key", \.firebaseHasAPNsKey, "Firebase has the app's APNs key."),
    ]

    static let data: [AppSetting] = [
        .flag("td", \.usesTreasureData, "The app tracks events with Treasure Data."),
        .flag("td.initialised", \.initializesTreasureData, "The Treasure Data SDK is set up."),
        .flag(
            "td.custom-events", \.tracksCustomEvents,
            "The SDK accepts the app's events; disableCustomEvent turns them off."),
        .flag(
            "td.logging", \.printsDebugLog,
            "enableLogging: the SDK prints its debug log. This does not affect events."),
        AppSetting(
            key: "td.write-key",
            summary: "The kind of key the app sends (TDWriteKey), not the key itself.",
            takes: "`write-only`, `master`, `other-account`, `placeholder` or `missing`",
            hidesValue: true, get: { $0.writeKey.rawValue },
            set: { settings, text in
                guard let kind = WriteKeyKind(rawValue: text) else { return false }
                settings.writeKey = kind
                return true
            }),
        .text(
            "td.database", \.database, "The Treasure Data database (TDDatabase).",
            takes: "3 to 255 of `a-z`, `0-9` and `_`", where: isStoreName),
        .text(
            "td.table", \.table, "The table (TDTable).",
            takes: "3 to 255 of `a-z`, `0-9` and `_`", where: isStoreName),
        .flag("td.upload-at-launch", \.uploadsAtLaunch, "The queue is uploaded at launch."),
        .flag(
            "td.upload-in-background", \.uploadsInBackground,
            "The queue is uploaded when the app enters the background, in a background task of "
                + "30 s."),
        .number(
            "td.upload-every", \.uploadMinutes,
            "Minutes between uploads while the app is in front, from launch; 0 = no timer.",
            in: 0...1440),
        .flag(
            "ncmb.wrong-key", \.ncmbWrongKey,
            "The app signs NCMB requests with a client key that is not the backend's."),
        .flag(
            "sender.engage", \.senderEngage,
            "The sender adds the category and mutable-content the app needs."),
    ]
}
