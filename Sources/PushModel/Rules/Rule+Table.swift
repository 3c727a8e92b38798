extension Rule {
    static let commandRules: [Rule] = [
        Rule(
            .command,
            "A person did it with a command.",
            "", .definition),
        Rule(
            .appLifecycle,
            "iOS calls an app's delegate in this order as the app moves between its states.",
            "A-LIFE", .high),
        Rule(
            .deviceLock,
            "Locking the screen sends the app in front to the background; unlocking brings it "
                + "back.",
            "A-HANDLE", .medium),
        Rule(
            .restart,
            "A restart ends every process, ends the effect of a force-quit, and leaves the "
                + "device locked.",
            "A-DIDRECV", .medium),
        Rule(
            .restoreBackup,
            "A backup restored onto a new device brings new tokens.",
            "A-REG", .high),
        Rule(
            .appUpdate,
            "An update keeps the app's data and keychain, and so its cached tokens.",
            "FB@12.7.0", .medium),
        Rule(
            .appUninstall,
            "Deleting an app deletes its data and queue; the keychain with FCM's tokens "
                + "stays.",
            "FB@12.7.0", .medium),
    ]

    static let tokensRules: [Rule] = [
        Rule(
            .apnsRegistration,
            "registerForRemoteNotifications answers with a device token; without "
                + "network or entitlement it fails.",
            "A-REG", .high),
        Rule(
            .noDeviceToken,
            "An app that never registered with APNs has no address, and nothing can be "
                + "sent to it.",
            "A-REG", .high),
        Rule(
            .unregistered,
            "APNs answers 410 Unregistered for a device token that is no longer active; after an "
                + "app is deleted, that takes a while.",
            "A-METR", .high),
        Rule(
            .fcmDelegate,
            "didReceiveRegistrationToken is called when the published token changes, "
                + "once for a cold launch.",
            "FB@12.7.0", .high),
        Rule(
            .fcmFetch,
            "token(completion:) returns a fresh cached token, otherwise asks FCM.",
            "FB@12.7.0", .high),
        Rule(
            .fcmCacheBySender,
            "The SDK caches tokens by sender ID; a record of any sender keeps it from "
                + "fetching by itself.",
            "FB@12.7.0", .high),
        Rule(
            .fcmSwizzling,
            "With swizzling off, or if it does not reach the app, the app must set apnsToken "
                + "itself.",
            "FB@12.7.0", .high),
        Rule(
            .fcmExpiry,
            "FCM answers UNREGISTERED for a token it has dropped.",
            "FCM-TOK", .high),
        Rule(
            .thirdPartyAuth,
            "FCM sends to APNs with the project's APNs key; without one it answers "
                + "THIRD_PARTY_AUTH_ERROR (401).",
            "FCM-ERR", .high),
    ]

    static let permissionRules: [Rule] = [
        Rule(
            .permissionPrompt,
            "The first requestAuthorization prompts; later ones return what was decided.",
            "A-PERM", .high),
        Rule(
            .permissionUpgrade,
            "An app with a provisional permission may still ask without that option, and iOS "
                + "prompts.",
            "ONESIGNAL-IOS", .medium),
        Rule(
            .permissionInSettings,
            "Allowing notifications in Settings calls no code of the app: one that waits for the "
                + "permission registers at its next launch.",
            "A-PERM", .medium),
        Rule(
            .permissionProvisional,
            "Provisional authorisation never prompts, and delivers quietly to "
                + "Notification Center.",
            "A-PERM", .high),
        Rule(
            .permissionDenied,
            "Without permission nothing is presented.",
            "A-METR", .high),
        Rule(
            .permissionNotAsked,
            "Until the permission is granted, notifications reach the app silently.",
            "A-REGFN", .medium),
        Rule(
            .alertsOff,
            "With alerts off in Settings nothing is presented, and the extension does "
                + "not run.",
            "A-NSEART", .high),
    ]

    static let presentationRules: [Rule] = [
        Rule(
            .presented,
            "A push with visible text is presented to a user who allows it.",
            "A-GEN", .high),
        Rule(
            .alertNeedsText,
            "A push without visible text shows nothing.",
            "A-GEN", .medium),
        Rule(
            .backgroundNeverShown,
            "A push of type background is never shown.",
            "AF-745345", .low),
        Rule(
            .foregroundWillPresent,
            "In front, what willPresent returns is what is shown.",
            "A-WILLP", .high),
        Rule(
            .bannerUnlisted,
            "A banner that Notification Center does not keep is gone after some seconds: "
                + "willPresent returned no `.list`, or the user turned Notification Center off "
                + "for the app.",
            "A-WILLP", .medium),
        Rule(
            .foregroundWithoutText,
            "In front, willPresent is also called for a badge or a sound without text, and "
                + "decides on them.",
            "EXPO", .low),
        Rule(
            .foregroundNoWillPresent,
            "In front, a delegate without willPresent shows nothing.",
            "A-WILLP", .high),
        Rule(
            .foregroundNoDelegate,
            "In front, an app without a notification-centre delegate shows nothing, as "
                + "observed; Apple's page says the original options are used.",
            "A-WILLP", .medium),
        Rule(
            .badge,
            "The badge changes only when the payload has one; 0 removes it.",
            "A-GEN", .high),
        Rule(
            .badgeValue,
            "A badge that is not a whole number from 0 leaves the icon as it is.",
            "", .decision),
        Rule(
            .sameMessageID,
            "If several notifications have the same message ID, commands mean the newest.",
            "", .decision, of: nil),
        Rule(
            .badgeForeground,
            "In front, the badge changes only if willPresent returns badge.",
            "A-WILLP", .medium),
        Rule(
            .badgeByApp,
            "The app's own code may set the number on its icon while it runs; without the "
                + "permission for badges iOS changes nothing.",
            "A-BADGE", .medium),
        Rule(
            .sound,
            "A sound is played when the payload has one and nothing silences it.",
            "A-GEN", .high),
        Rule(
            .soundFallback,
            "A sound of 30 s or more is replaced by the default sound; according to the archived "
                + "guide and reports, so is one that is missing or not aiff, wav or caf.",
            "A-SOUND", .medium),
        Rule(
            .soundCritical,
            "A critical alert sounds despite the mute switch and Focus, at its own volume; "
                + "without a sound it plays the default one.",
            "A-CRIT", .high),
        Rule(
            .muteSwitch,
            "The mute switch silences everything but critical alerts.",
            "A-CRIT", .high),
        Rule(
            .levelEntitlement,
            "A level that the app is not entitled to counts as active.",
            "A-TS", .medium),
        Rule(
            .criticalConsent,
            "An alert is critical only if the app asked for the option criticalAlert, whose prompt "
                + "is its own and also comes in an app that may notify already; else it counts as "
                + "active.",
            "A-CRIT", .medium),
        Rule(
            .levelRefused,
            "A time-sensitive notification counts as active if the user has turned such "
                + "notifications off.",
            "A-TS", .medium),
        Rule(
            .levelPassive,
            "A passive notification joins the list without light or sound.",
            "A-LEVEL", .high),
        Rule(
            .focus,
            "A Focus sends passive and active notifications to the list without light or sound; "
                + "that the badge still changes rests on one statement.",
            "BATCH", .medium),
        Rule(
            .focusFilter,
            "In a Focus that allows the app, its Focus filter (iOS 16) silences notifications with "
                + "other filter-criteria; those without any pass.",
            "A-FILTER", .medium),
        Rule(
            .summaryHeld,
            "The scheduled summary holds passive and active notifications until its "
                + "next time.",
            "JPUSH", .medium),
        Rule(
            .summaryOrder,
            "The summary lists an app's notifications by relevance-score and features "
                + "the highest; equal scores keep the order of arrival, and no score is 0.",
            "A-GEN", .medium),
        Rule(
            .threadStack,
            "Notifications with the same thread-id form a stack; those without one form the "
                + "app's stack.",
            "A-GEN", .medium),
        Rule(
            .localised,
            "A loc-key is looked up in the app's strings for the device's language, and "
                + "its arguments fill %@ in order.",
            "A-GEN", .high),
        Rule(
            .localisedMissingKey,
            "If the app's strings lack a loc-key, the fallback text is shown, or without one the "
                + "key itself.",
            "A-LOC", .low),
        Rule(
            .localisedArguments,
            "A %@ without an argument shows nothing; an argument that is not a string is shown as "
                + "it is written.",
            "", .decision),
    ]

    static let backgroundRules: [Rule] = [
        Rule(
            .foregroundWake,
            "In front, content-available calls didReceiveRemoteNotification in addition to "
                + "willPresent.",
            "FB@12.7.0", .medium),
        Rule(
            .foregroundSilentDelivery,
            "In front, a push that is not presented reaches didReceiveRemoteNotification.",
            "A-REGFN", .medium),
        Rule(
            .backgroundWake,
            "content-available wakes the app for 30 s and calls "
                + "didReceiveRemoteNotification.",
            "A-BG", .high),
        Rule(
            .backgroundHeld,
            "iOS holds only the newest background push for an app; opening the app delivers it, "
                + "ending it discards it.",
            "A-BG", .high),
        Rule(
            .backgroundThrottled,
            "iOS delivers about three background pushes an hour to an app, and holds the newest "
                + "of the rest.",
            "A-BG", .medium),
        Rule(
            .backgroundBudget,
            "A device wakes apps for background pushes within a budget that is reset "
                + "every 24 h; the figure of 48 is pushsh's.",
            "AF-776933", .medium),
        Rule(
            .localNotification,
            "A silent push may make the app post a local notification when it has both "
                + "data.newTitle and data.newBody; its fixed identifier replaces the earlier one.",
            "kinds article", .medium, of: nil),
        Rule(
            .backgroundRefreshOff,
            "With Background App Refresh off, or Low Power Mode on, apps are not woken.",
            "A-BGR", .medium),
        Rule(
            .backgroundMode,
            "Background pushes need the background mode Remote notifications.",
            "A-BG", .high),
        Rule(
            .backgroundCallback,
            "Background pushes reach an app that implements didReceiveRemoteNotification.",
            "A-BG", .high),
        Rule(
            .pushTypeMismatch,
            "Push type alert with content-available and no alert neither shows nor wakes.",
            "AF-745345", .low),
        Rule(
            .forceQuit,
            "After the user has swiped an app away, iOS does not start it until it is opened or "
                + "the device restarts.",
            "A-DIDRECV", .high),
    ]

    static let extensionRules: [Rule] = [
        Rule(
            .extensionRuns,
            "The service extension runs for an alert with mutable-content.",
            "A-NSE", .high),
        Rule(
            .extensionAfterForceQuit,
            "The service extension also runs for an alert with mutable-content after the user "
                + "has swiped the app away.",
            "", .decision),
        Rule(
            .extensionMissing,
            "mutable-content does nothing for an app without a service extension.",
            "A-NSE", .medium),
        Rule(
            .extensionTooNew,
            "A service extension whose deployment target (MinimumOSVersion) is newer than the "
                + "device's iOS does not run.",
            "A-MINOS", .medium),
        Rule(
            .extensionNeedsAlert,
            "The service extension runs only for an alert that iOS would show.",
            "A-NSEART", .high),
        Rule(
            .extensionTimeout,
            "After about 30 s iOS shows what the extension delivers in "
                + "serviceExtensionTimeWillExpire, or else the original content.",
            "A-NSERECV", .high),
        Rule(
            .extensionMemory,
            "An extension that uses more than 24 MB is killed, and the original is "
                + "shown.",
            "AF-807554", .medium),
        Rule(
            .extensionNoText,
            "Content that the extension returns without alert text is ignored, and the "
                + "original is shown.",
            "A-NSERECV", .high),
        Rule(
            .extensionKeys,
            "An extension that needs all of its keys delivers the original when one is "
                + "missing.",
            "", .decision, of: nil),
        Rule(
            .extensionImageKeys,
            "The extension attaches the image of the payload keys it reads.",
            "TD guide", .high),
        Rule(
            .extensionDecrypts,
            "An extension can decrypt an encrypted body and show the text instead.",
            "A-NSEART", .high),
        Rule(
            .extensionDecryption,
            "A body that cannot be decrypted leaves the original content.",
            "", .decision, of: nil),
        Rule(
            .attachment,
            "What cannot be downloaded is not attached; the text is shown.",
            "A-ATT", .medium),
        Rule(
            .attachmentHTTPS,
            "App Transport Security refuses plain http (NSURLErrorDomain -1022), unless the "
                + "extension's own Info.plist has an exception for the host.",
            "A-ATS", .medium),
        Rule(
            .attachmentType,
            "An attachment's type must be one iOS knows: JPEG, GIF, PNG, AIFF, WAV, "
                + "MP3, MPEG-4, MPEG, AVI.",
            "A-ATT", .high),
        Rule(
            .attachmentSize,
            "Images may have 10 MB, audio 5 MB, video 50 MB.",
            "A-ATT", .high),
    ]

    static let interactionRules: [Rule] = [
        Rule(
            .tap,
            "A tap brings the app forward and calls didReceive with the default action.",
            "A-HANDLE", .high),
        Rule(
            .tapWithoutDelegate,
            "Without a notification-centre delegate a tap reaches "
                + "didReceiveRemoteNotification.",
            "FB@12.7.0", .medium),
        Rule(
            .tapWithoutDidReceive,
            "If the delegate lacks didReceive, a tap opens the app and reaches "
                + "didReceiveRemoteNotification; nothing says that it was a tap.",
            "QIITA", .medium),
        Rule(
            .tapSecondCall,
            "If no didReceive handles the tap, a push with content-available calls "
                + "didReceiveRemoteNotification both on arrival and on the tap.",
            "A-DIDRECV", .medium),
        Rule(
            .tapButton,
            "A custom button wakes the app in the background, even if it was killed.",
            "A-HANDLE", .high),
        Rule(
            .unknownCategory,
            "A category that the app did not register gives no buttons and no dismiss "
                + "callback.",
            "A-GEN", .medium),
        Rule(
            .dismiss,
            "The app only learns of a dismissal if the category has customDismissAction.",
            "A-DISM", .high),
        Rule(
            .clearAll,
            "Clearing all counts as dismissing each notification.",
            "", .decision),
        Rule(
            .appClears, "An app can remove its notifications; no one can answer them then.",
            "A-CLEAR", .high),
        Rule(
            .linkRouted,
            "A link of a registered scheme leads to a screen, a web link to the in-app "
                + "Safari.",
            "", .decision, of: .treasureData),
        Rule(
            .linkRefused,
            "A link with a dangerous or unregistered scheme is not opened.",
            "", .decision, of: .treasureData),
        Rule(
            .linkParameters,
            "Parameters that could carry code, control characters or excess are "
                + "removed.",
            "", .decision, of: .treasureData),
    ]

    static let eventsRules: [Rule] = [
        Rule(
            .eventTracked,
            "The app's tracker wrote an event.",
            "TD guide", .high),
        Rule(
            .trackerSetup,
            "Events are only written once the SDK is initialised, and not after "
                + "disableCustomEvent.",
            "TreasureData.m", .high),
        Rule(
            .deliveryNeedsCode,
            "delivery is tracked where app code runs: willPresent, the background "
                + "callback, or the extension.",
            "TD guide", .medium, of: .treasureData),
        Rule(
            .userAssociation,
            "Logging in registers the token again with the user's ID; logged out, "
                + "user_id is null.",
            "TD guide", .high),
        Rule(
            .personalUserID,
            "A user_id that is an e-mail address or a telephone number puts personal data "
                + "into every event; the guide asks for a customer ID or a digest.",
            "TD guide", .high),
        Rule(
            .queueOverflow,
            "A full queue drops its oldest event.",
            "TD guide", .medium, of: .treasureData),
        Rule(
            .queueFlush,
            "A flush uploads the queued events, oldest first.",
            "TD guide", .high),
        Rule(
            .uploadReceipts,
            "Receipts match events by position; a failed one keeps its event, a "
                + "poisonous one discards it.",
            "TDClient.m", .high),
        Rule(
            .uploadRetry,
            "Time-outs, 408, 429 and 5xx are retried, five attempts in all, after 4, 8, 16 and "
                + "32 s.",
            "TDClient.m", .medium, of: .treasureData),
        Rule(
            .uploadRefused,
            "Other answers keep the events and are not retried.",
            "TDClient.m", .high),
        Rule(
            .backgroundTime,
            "An app that leaves the screen has about 30 s more in a background task, as "
                + "td-ios-sdk's example begins one; then iOS suspends it.",
            "A-BGTASK", .medium),
    ]
}
