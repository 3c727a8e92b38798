/// The rules of a device that was restarted, and of what apps and their users set up.
extension Rule {
    static let deviceRules: [Rule] = [
        Rule(
            .beforeFirstUnlock,
            "Until somebody unlocks a device that restarted, iOS starts no app for a push and "
                + "holds the newest one.",
            "AF-784473", .low),
        Rule(
            .protectedData,
            "Until the first unlock, the service extension runs without protected files and "
                + "keychain items.",
            "A-PROTECT", .medium),
    ]

    static let setupRules: [Rule] = [
        Rule(
            .sceneRequired,
            "An app that is built with the iOS 27 SDK and has not adopted scenes does not launch "
                + "on iOS 27.",
            "TN3187", .high),
        Rule(
            .sceneConnects,
            "At a cold start a scene-based app gets its link in connectionOptions.urlContexts; "
                + "openURLContexts is called for a running app alone, and the launch options are "
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
            .fcmNoDelegate,
            "Without Messaging.delegate tokens are fetched and nobody is told; the SDK logs "
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
