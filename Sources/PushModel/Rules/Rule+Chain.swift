/// The rules of gateways, links and the warehouse, which no simulated device ever sees.
///
/// `why` cites these rules for a link of the chain, and no occurrence carries them.
extension Rule {
    static let chainRules: [Rule] = [
        Rule(
            .apnsTopic,
            "APNs delivers only to exactly the bundle ID in the topic; any other gets "
                + "DeviceTokenNotForTopic (400).",
            "A-RESP", .high),
        Rule(
            .payloadSize,
            "APNs accepts 4096 bytes, 5120 for VoIP and broadcasts, and answers PayloadTooLarge "
                + "(413) for more.",
            "A-SEND", .high),
        Rule(
            .neverArrived,
            "A push that no gateway delivered leaves no trace on a device.",
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
            "Links only lead to screens that the app allows for links.",
            "TD guide", .high),
        Rule(
            .writeKey,
            "Treasure Data answers 401 or 403 for a write key that it does not know or that may "
                + "not write.",
            "td-client", .high),
        Rule(
            .endpointRegion,
            "A write key is only known to the endpoint of its account's region.",
            "TD guide", .high),
        Rule(
            .storeExists,
            "Treasure Data answers 404 if the database or the table does not exist.",
            "td-client", .high),
        Rule(
            .warehouse,
            "An acknowledged event is stored once, by its uuid.",
            "TD postback", .decision, of: .treasureData),
    ]
}
