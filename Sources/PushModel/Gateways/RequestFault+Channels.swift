/// The words for faults of requests about broadcast channels.
extension RequestFault {
    /// The clause and the remedy of a fault that only such a request has; nil for any other.
    var ofChannel: (clause: String, cure: String)? {
        switch self {
        case .channelType:
            (
                "a channel's `push-type` can only be `LiveActivity`",
                "send `\"push-type\": \"LiveActivity\"`"
            )
        case .broadcastType:
            (
                "a channel only accepts pushes of the type `liveactivity`",
                "send `apns-push-type: liveactivity`"
            )
        case .broadcastExpiration:
            (
                "a push to a channel needs `apns-expiration`",
                "send `apns-expiration`: 0, or Unix seconds up to which it is stored"
            )
        case .channelStoresNothing:
            (
                "the channel's policy stores nothing for later",
                "send `apns-expiration: 0`, or create a channel with the policy 1"
            )
        case .broadcastPriority:
            (
                "a push to a channel needs `apns-priority`",
                "send `apns-priority`: 10, 5 or 1"
            )
        case .requestID:
            (
                "`apns-request-id` is not a UUID, for which Apple names no reason",
                "send a UUID with its hyphens in `apns-request-id`, or none"
            )
        case .channelPath:
            (
                "the path is not one of this port's",
                "manage channels on `/1/apps/BUNDLE/channels` and `/all-channels` at the port of "
                    + "`serve --channels`, and send to them on `/4/broadcasts/apps/BUNDLE` at "
                    + "that of `serve --apns`"
            )
        case .channelTopic:
            (
                "a push type's suffix follows the bundle ID in the path",
                "send to the bundle ID alone: `apns-push-type` is what names the type"
            )
        case .channelCase:
            (
                "no app has the bundle ID with these capital letters",
                "spell the bundle ID as the app does: `app show` has it"
            )
        case .channelMethod:
            (
                "a channel is created with POST, read with GET and deleted with DELETE",
                "send one of these"
            )
        case .channelListMethod:
            ("the list of channels is read with GET", "send GET")
        default: nil
        }
    }
}
