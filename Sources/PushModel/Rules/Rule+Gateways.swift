/// The rules by which APNs and FCM treat a push before it reaches a device.
extension Rule {
    static let gatewayRules: [Rule] = [
        Rule(
            .payloadText,
            "Apple's parser accepts a trailing comma, a byte order mark and UTF-16, and of "
                + "duplicate keys takes the last; others refuse the payload.",
            "JSONTestSuite", .medium),
        Rule(
            .fcmMessage,
            "FCM turns a message into APNs' payload and headers.",
            "FCM-DISC", .high),
        Rule(
            .apnsRefused,
            "APNs answers a refused push with a reason, and it reaches no device.",
            "A-RESP", .high),
        Rule(
            .providerRequest,
            "A gateway checks headers, credentials, address and payload; only the sender gets "
                + "the answer.",
            "A-RESP", .high),
        Rule(
            .sentOut,
            "A gateway that answers 200 has accepted the push; the answer does not say what the "
                + "device did.",
            "A-RESP", .high),
        Rule(
            .fcmAccessToken,
            "A backend exchanges an assertion that its service account has signed for an access "
                + "token, and sends messages with it for an hour.",
            "GOOGLE-SA", .high),
        Rule(
            .fcmRefused,
            "FCM answers a refused message with an error code, and it reaches neither APNs nor a "
                + "device.",
            "FCM-ERR", .high),
        Rule(
            .backgroundPriority,
            "A background push has priority 5; Apple calls 10 an error, and does not speak of "
                + "1. That APNs answers BadPriority is not documented by Apple; one developer saw "
                + "the app woken.",
            "A-SEND", .medium),
        Rule(
            .storeAndForward,
            "For an app on an offline device, APNs stores only the newest push, for at most 30 "
                + "days.",
            "A-SEND", .high),
        Rule(
            .powerPriority,
            "A push of priority 1 does not wake a device: APNs keeps it until the user unlocks.",
            "A-SEND", .medium),
        Rule(
            .collapse,
            "A push replaces an earlier one with the same collapse ID.",
            "A-SEND", .high),
        Rule(
            .otherPushType,
            "Only the push type alert presents a notification; the others have their "
                + "own receivers.",
            "A-SEND", .medium),
        Rule(
            .senderEngage,
            "The sender adds the category and mutable-content that the app needs.",
            "", .decision, of: .treasureData),
    ]
}
