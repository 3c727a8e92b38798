/// The rules by which APNs and FCM treat a push before it reaches a device.
extension Rule {
    static let gatewayRules: [Rule] = [
        Rule(
            .payloadText,
            "Apple's parser takes a trailing comma, a byte order mark and UTF-16, and of equal "
                + "keys the last; others refuse the payload.",
            "JSONTestSuite", .medium),
        Rule(
            .fcmMessage,
            "FCM makes APNs' payload and headers of a message.",
            "FCM-DISC", .high),
        Rule(
            .apnsRefused,
            "What APNs refuses is answered with a reason, and reaches no device.",
            "A-RESP", .high),
        Rule(
            .providerRequest,
            "A gateway checks headers, credentials, address and payload; the sender alone is told.",
            "A-RESP", .high),
        Rule(
            .sentOut,
            "A gateway that answers 200 has taken the push; the answer does not say what the "
                + "device did.",
            "A-RESP", .high),
        Rule(
            .fcmRefused,
            "What FCM refuses is answered with an error code, and reaches neither APNs nor a "
                + "device.",
            "FCM-ERR", .high),
        Rule(
            .backgroundPriority,
            "A background push has priority 5; Apple calls 10 an error. That APNs answers "
                + "BadPriority is not documented by Apple; one developer saw the app woken.",
            "A-SEND", .medium),
        Rule(
            .storeAndForward,
            "APNs stores one push for an app of a device that is away, the newest, for "
                + "at most 30 days.",
            "A-SEND", .high),
        Rule(
            .powerPriority,
            "A push of priority 1 does not wake a device: APNs keeps it until the user unlocks.",
            "A-SEND", .medium),
        Rule(
            .collapse,
            "A push with the collapse ID of an earlier one replaces it.",
            "A-SEND", .high),
        Rule(
            .otherPushType,
            "Only the push type alert presents a notification; the others have their "
                + "own receivers.",
            "A-SEND", .medium),
        Rule(
            .senderEngage,
            "The sender adds the category and mutable-content that the app needs.",
            "", .decision),
    ]
}
