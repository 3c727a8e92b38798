extension GatewayAnswer {
    /// Every reason of APNs, in the order of their statuses (A-RESP).
    static let apns: [GatewayAnswer] =
        requestReasons + credentialReasons + otherReasons + channelReasons

    private static let requestReasons: [GatewayAnswer] = [
        row(
            400, "BadCollapseId",
            "`apns-collapse-id` has more than 64 bytes",
            cure: "shorten it, or send a digest of it"),
        row(
            400, "BadDeviceToken",
            "APNs never issued the token in this environment",
            cure:
                "send a token of an installed app (`tokens export --format apns` lists them), a "
                + "development build's to the sandbox", token: .target),
        row(
            400, "BadExpirationDate",
            "`apns-expiration` is not a whole number of Unix seconds",
            cure: "send whole seconds since 1970, or 0"),
        row(
            400, "BadMessageId",
            "`apns-id` is not a UUID",
            cure: "send a UUID of 36 characters, or leave the header out"),
        row(
            400, "BadPriority",
            "`apns-priority` is not 10, 5 or 1, or it is 10 for a background push",
            cure: "send 5 with `apns-push-type: background`"),
        row(
            400, "BadTopic",
            "`apns-topic` does not have the form of a topic",
            cure: "send the app's bundle ID, with the suffix for the push type"),
        row(
            400, "DeviceTokenNotForTopic",
            "the token was issued to another app, or the topic lacks the push type's suffix",
            cure: "send with the topic of the app that uploaded the token, and the suffix for the "
                + "push type", token: .target),
        row(
            400, "DuplicateHeaders",
            "one of the `apns-` headers is there twice",
            cure: "send each header once"),
        row(
            400, "IdleTimeout",
            "the connection was idle for too long",
            cure: "open a new connection"),
        row(
            400, "InvalidPushType",
            "`apns-push-type` is not one of Apple's 11",
            cure: "send `alert`, `background` or another of the documented values"),
        row(
            400, "MissingDeviceToken",
            "the path has no device token",
            cure: "send to `/3/device/` and the token", token: .target),
        row(
            400, "MissingTopic",
            "`apns-topic` is missing, and the credentials do not imply it",
            cure: "send the app's bundle ID in `apns-topic`"),
        row(
            400, "PayloadEmpty",
            "the body is empty",
            cure: "send a JSON object with `aps`"),
        row(
            400, "TopicDisallowed",
            "the key or the certificate may not send to the topic",
            cure: "use a key of the app's team that covers the topic"),
    ]

    private static let credentialReasons: [GatewayAnswer] = [
        row(
            403, "BadCertificate",
            "the certificate is not valid",
            cure: "use a certificate that the gateway's authority signed, here `apns.pem` from "
                + "`credential demo`; renew one that has expired"),
        row(
            403, "BadCertificateEnvironment",
            "the certificate is for the other environment",
            cure: "send to the environment that the certificate is for"),
        row(
            403, "ExpiredProviderToken",
            "the provider token's `iat` is more than an hour ago",
            cure: "make a new provider token every 20 to 60 minutes", token: .provider),
        row(
            403, "Forbidden",
            "the connection belongs to another team, or the key was revoked",
            cure: "open a connection for each team, and use a key that is not revoked"),
        row(
            403, "InvalidProviderToken",
            "the provider token is damaged, or its key, team or signature is wrong",
            cure: "sign ES256 with the team's key, the key ID in `kid` and the team ID in `iss`",
            token: .provider),
        row(
            403, "MissingProviderToken",
            "the request has no provider token, and the connection no certificate",
            cure: "send `authorization: bearer` and a provider token, or show a certificate",
            token: .provider),
        row(
            403, "UnrelatedKeyIdInToken",
            "the provider token is signed with a different key than the connection's first",
            cure: "open a new connection for the other key", token: .provider),
        row(
            403, "BadEnvironmentKeyInToken",
            "the key is for the other environment",
            cure: "send to the environment that the key is for, or use a key for both",
            source: "observed; Apple's page spells it `BadEnvironmentKeyIdInToken`",
            token: .provider),
        row(
            403, "BadEnvironmentKeyIdInToken",
            "the key is for the other environment",
            cure: "send to the environment that the key is for, or use a key for both",
            source: "documented, A-RESP; senders report `BadEnvironmentKeyInToken`",
            token: .provider),
    ]

    private static let otherReasons: [GatewayAnswer] = [
        row(
            404, "BadPath",
            "the path is not one of APNs'",
            cure: "POST to `/3/device/` and the token"),
        row(
            405, "MethodNotAllowed",
            "the method is not POST",
            cure: "send POST"),
        row(
            410, "ExpiredToken",
            "the device token expired",
            cure: "forget the token; the app uploads another at its next registration",
            token: .target),
        row(
            410, "Unregistered",
            "the device token is no longer in use for the topic",
            cure: "forget the token; the app uploads another at its next registration",
            token: .target),
        row(
            413, "PayloadTooLarge",
            "the body has more bytes than the push type allows",
            cure: "send at most 4096 bytes, or 5120 for VoIP and broadcasts"),
        row(
            429, "TooManyProviderTokenUpdates",
            "the connection's provider token was changed within 20 minutes",
            cure: "use one provider token for 20 to 60 minutes", token: .provider),
        row(
            429, "TooManyRequests",
            "too much was sent to one device token",
            cure: "send less to the device, or later", token: .rate),
        row(
            500, "InternalServerError",
            "APNs had an internal error",
            cure: "send it again later, waiting longer each time"),
        row(
            503, "ServiceUnavailable",
            "APNs is overloaded",
            cure: "send it again later, waiting longer each time",
            source: "documented, A-RESP; A-CHRESP writes `Service Unavailable`"),
        row(
            503, "Shutdown",
            "APNs is shutting down",
            cure: "open a new connection and send it again"),
    ]

    /// The reasons that broadcast channels add (A-CHRESP).
    private static let channelReasons: [GatewayAnswer] = [
        row(
            400, "BadChannelId",
            "`apns-channel-id` is not Base64",
            cure: "send the ID returned when the channel was created", source: channels),
        row(
            400, "BadRequestParams",
            "the body has a key that is neither `message-storage-policy` nor `push-type`",
            cure: "send these two keys alone", source: channels),
        row(
            400, "BadRequestPayload",
            "the body is not a JSON object",
            cure: "send `{\"message-storage-policy\": 1, \"push-type\": \"LiveActivity\"}`",
            source: channels),
        row(
            400, "CannotCreateChannelConfig",
            "the app has 10,000 channels in this environment",
            cure: "delete channels that are no longer used", source: channels),
        row(
            400, "ChannelNotRegistered",
            "the app has no such channel in this environment",
            cure: "create the channel for the app and in the environment you send to",
            source: channels),
        row(
            400, "FeatureNotEnabled",
            "the app's identifier lacks the broadcast capability",
            cure: "turn Broadcast on for the identifier: here `app set activities.broadcast on`",
            source: channels),
        row(
            400, "MissingChannelId",
            "`apns-channel-id` is missing",
            cure: "send the ID of the channel", source: channels),
        row(
            400, "MissingChannelQueueSize",
            "`message-storage-policy` is neither 0 nor 1",
            cure: "send 0, which keeps nothing, or 1, which keeps the newest message",
            source: "observed by senders; not documented by Apple"),
        row(
            400, "MissingPushType",
            "`apns-push-type`, or a channel's `push-type`, is missing",
            cure: "send `apns-push-type: liveactivity`, or `LiveActivity` in a channel's body",
            source: channels),
        row(
            403, "TopicMismatch",
            "the key or the certificate does not cover the bundle ID in the path",
            cure: "use a key of the app's team that covers the bundle ID", source: channels),
    ]

    private static let channels = "documented, A-CHRESP"

    private static func row(
        _ status: Int, _ reason: String, _ cause: String, cure: String,
        source: String = "documented, A-RESP", token: TokenFault? = nil
    ) -> GatewayAnswer {
        GatewayAnswer(.apns, status, reason, cause, cure: cure, source: source, token: token)
    }
}
