/// The rules of a restarted device, and of what apps and their users set up.
extension Rule {
    static let deviceRules: [Rule] = [
        Rule(
            .beforeFirstUnlock,
            "After a restart, until the first unlock, iOS starts no app for a push and holds the "
                + "newest one.",
            "AF-784473", .low),
        Rule(
            .protectedData,
            "Until the first unlock, the service extension runs without protected files and "
                + "keychain items.",
            "A-PROTECT", .medium),
    ]

    static let universalRules: [Rule] = [
        Rule(
            .universalLink,
            "An https link of an associated domain opens the app, with its user activity.",
            "TN3155", .high),
        Rule(
            .universalAssociation,
            "The domain confirms the app with apple-app-site-association, without a redirect, when "
                + "the app is installed or updated and about weekly; otherwise the browser opens "
                + "the link.",
            "TN3155", .high),
    ]

    static let localRules: [Rule] = [
        Rule(
            .localSchedule,
            "A scheduled local notification fires without the app, also after the process ended or "
                + "the device restarted; in front willPresent is asked. Another request with its "
                + "identifier replaces it.",
            "A-LOCALNOT", .medium),
        Rule(
            .localInterval,
            "A time interval must be above 0, and at least 60 s if it repeats; anything else "
                + "crashes the app with an exception.",
            "A-LOCALNOT", .high),
        Rule(
            .localLimit,
            "iOS keeps an app's 64 soonest scheduled notifications, and reports no error for the "
                + "others.",
            "A-ARCH", .medium),
    ]

    static let textRules: [Rule] = [
        Rule(
            .previewHidden,
            "A hidden preview shows the app's name and `Notification`; a category may keep title "
                + "and subtitle visible. Sound, badge and buttons stay.",
            "A-PREVIEW", .medium),
        Rule(
            .intelligenceSummary,
            "From iOS 18.1 on, Apple Intelligence may show its own summary instead of a "
                + "notification's text; neither app nor sender learns of it.",
            "BRAZE", .low),
    ]

    static let buttonRules: [Rule] = [
        Rule(
            .buttonForeground,
            "A button with the option foreground brings the app to the front, as a tap does, and "
                + "its delegate learns which button it was.",
            "A-ACTION", .high),
        Rule(
            .buttonUnlock,
            "A button with foreground or authenticationRequired asks for the passcode first on a "
                + "locked device; every other button works without it.",
            "A-ACTION", .high),
        Rule(
            .buttonText,
            "A button with a text field passes on what was typed; if nothing was typed, the text "
                + "is empty.",
            "A-ACTION", .high),
    ]

    static let setupRules: [Rule] = [
        Rule(
            .fcmKeychain,
            "FCM's keychain items can be read only after the first unlock; before it the SDK finds "
                + "no token, as if none were cached.",
            "FB@12.7.0", .high),
        Rule(
            .sceneRequired,
            "An app that is built with the iOS 27 SDK and has not adopted scenes does not launch "
                + "on iOS 27.",
            "TN3187", .high),
        Rule(
            .sceneConnects,
            "At a cold start a scene-based app gets its link in connectionOptions.urlContexts; "
                + "openURLContexts is only called for a running app, and the launch options are "
                + "nil.",
            "A-SCENE", .high),
        Rule(
            .fetchCompletion,
            "An app that was woken has 30 s to call fetchCompletionHandler; iOS ends one that "
                + "never does.",
            "A-DIDRECV", .high),
        Rule(
            .fcmConfigured,
            "Without FirebaseApp.configure() there is no Messaging: no swizzling and no token.",
            "FB@12.7.0", .high),
        Rule(
            .firebaseException,
            "FirebaseApp.configure() raises an exception for a GOOGLE_APP_ID that is not an iOS "
                + "app's and for an empty GCM_SENDER_ID, and the app crashes at its launch.",
            "FB@12.7.0", .high),
        Rule(
            .fcmNoDelegate,
            "Without Messaging.delegate, tokens are fetched but not reported; the SDK logs "
                + "nothing.",
            "FB@12.7.0", .high),
        Rule(
            .authorizationOption,
            "What requestAuthorization did not ask for is not shown, played or counted.",
            "A-PERM", .medium),
        Rule(
            .settingsSwitch,
            "What the user turned off on the app's page in Settings is not shown, played or "
                + "counted.",
            "A-PERM", .medium),
    ]
}
