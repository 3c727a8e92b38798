/// The rules of registration tokens as the SDK keeps them, and of NCMB.
extension Rule {
    static let tokenCacheRules: [Rule] = [
        Rule(
            .apnsEnvironment,
            "A device token belongs to the environment of the app's build; the other environment "
                + "has a different token.",
            "A-REG", .medium),
        Rule(
            .osReinstall,
            "Reinstalling iOS means new device tokens for all apps.",
            "A-REG", .high),
        Rule(
            .fcmFreshness,
            "A cached token is fresh for 7 days, as long as installation ID, app version, "
                + "Firebase app ID and locale stay the same; at a cold launch it is published "
                + "anyway.",
            "FB@12.7.0", .high),
        Rule(
            .fcmFirstAsk,
            "The first token(completion:) after a cold launch asks FCM even if the cached token "
                + "is fresh.",
            "FB@12.7.0", .medium, of: .google),
        Rule(
            .fcmSameToken,
            "FCM answers a registration it knows with the same token, and the delegate is "
                + "not called.",
            "FB@12.7.0", .medium, of: .google),
        Rule(
            .fcmInvalidation,
            "When the device token changes, every cached token of every sender is dropped and "
                + "fetched again.",
            "FB@12.7.0", .high),
        Rule(
            .fcmAutoInit,
            "With auto-init the SDK asks by itself; with an empty keychain it asks in any case, "
                + "once the device token is set.",
            "FB@12.7.0", .high),
        Rule(
            .fcmDelete,
            "deleteToken drops the record and passes nil to the delegate, whether or not FCM "
                + "could be reached; the same process does not ask again by itself.",
            "FB@12.7.0", .high),
        Rule(
            .fcmReinstall,
            "The keychain survives a reinstallation: the old token is published first, the new "
                + "one once the device token arrives.",
            "FB@12.7.0", .medium, of: .google),
        Rule(
            .fcmLaunchRegression,
            "In SDK 12.18 the delegate is not called at launch for a cached token.",
            "FB@12.18.0", .high),
        Rule(
            .fcmInstallationMode,
            "With FirebaseMessagingInstallationIdEnabled (12.16) the app registers by "
                + "installation ID, and token(completion:) fails with code 7.",
            "FB@12.18.0", .high),
        Rule(
            .fcmSenderMismatch,
            "A project that sends to another sender's token gets SENDER_ID_MISMATCH.",
            "FCM-ERR", .high),
        Rule(
            .fcmTopic,
            "FCM delivers a topic's messages to the installations that subscribed to it, in the "
                + "project that they subscribed in.",
            "FCM-TOPIC", .medium, of: .google),
        Rule(
            .fcmTopicLimit,
            "One installation can be subscribed to 2,000 topics at most.",
            "FCM-TOPIC", .high, of: .google),
    ]

    static let ncmbRules: [Rule] = [
        Rule(
            .ncmbInstallation,
            "The NCMB app saves its device token in an installation record, and updates the "
                + "record it has.",
            "NC-SW", .high),
        Rule(
            .ncmbSignature,
            "A request is signed with HMAC-SHA256, keyed with the client key, over method, "
                + "host, path and sorted parameters.",
            "NC-SW", .high),
        Rule(
            .ncmbOpenCount,
            "Opening a push posts to push/ID/openNumber, when the payload has a PushId and "
                + "the installation an object ID.",
            "NC-SW", .high),
        Rule(
            .ncmbRichPush,
            "handleRichPush shows the payload's RichUrl in a web view.",
            "NC-SW", .high),
        Rule(
            .ncmbLaunchOptions,
            "An app that was not running reads the payload from its launch options, a "
                + "running one from the remote-notification callback.",
            "NCMB sample", .high),
    ]
}
