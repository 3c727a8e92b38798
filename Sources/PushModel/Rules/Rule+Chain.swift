/// The rules of gateways, links and the warehouse, which no simulated device ever sees.
///
/// `why` cites these rules for a link of the chain, and no occurrence carries them.
extension Rule {
    static let chainRules: [Rule] = [
        Rule(
            .apnsTopic,
            "APNs delivers to the bundle ID that the topic names, letter by letter; any other is "
                + "answered with DeviceTokenNotForTopic (400).",
            "A-RESP", .high),
        Rule(
            .payloadSize,
            "APNs takes 4096 bytes, 5120 for VoIP; more is answered with PayloadTooLarge (413).",
            "A-SEND", .high),
        Rule(
            .neverArrived,
            "What no gateway handed over leaves no trace on a device.",
            "", .decision),
        Rule(
            .urlTypes,
            "A URI reaches an app only when its scheme is in the app's CFBundleURLTypes.",
            "TD guide", .high),
        Rule(
            .linkHandler,
            "A URI reaches a screen only through the app's link handler.",
            "TD guide", .high),
        Rule(
            .linkAllowList,
            "Links lead only to screens that the app allows them.",
            "TD guide", .high),
        Rule(
            .writeKey,
            "Treasure Data answers 401 or 403 to a write key that it does not know or that may "
                + "not write.",
            "td-client", .high),
        Rule(
            .endpointRegion,
            "A write key is known only to the endpoint of its account's region.",
            "TD guide", .high),
        Rule(
            .storeExists,
            "Treasure Data answers 404 where the database or the table does not exist.",
            "td-client", .high),
        Rule(
            .warehouse,
            "An acknowledged event is stored once, by its uuid.",
            "TD postback", .decision),
    ]
}
