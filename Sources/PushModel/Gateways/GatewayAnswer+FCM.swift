extension GatewayAnswer {
    /// Every error code of FCM's HTTP v1 API (FCM-ERR).
    static let fcm: [GatewayAnswer] = [
        row(
            400, "INVALID_ARGUMENT",
            "a field of the message, its target, or the priority 10 of a data message is not valid",
            cure: "fix the provider's request"),
        row(
            401, "THIRD_PARTY_AUTH_ERROR", "APNs refuses the key that Firebase has for the app",
            cure: "upload the app's .p8 key in Firebase: Project settings, Cloud Messaging"),
        row(
            403, "SENDER_ID_MISMATCH", "the token belongs to another Firebase project",
            cure: "send with a service account of the project that issued the token", token: .target
        ),
        row(
            404, "UNREGISTERED", "the token's registration is gone",
            cure: "forget the token; the app uploads another at its next registration",
            token: .target),
        row(
            429, "QUOTA_EXCEEDED", "more was sent than the quota allows",
            cure: "send it again later, waiting longer each time"),
        row(
            500, "INTERNAL", "FCM had an internal error",
            cure: "send it again later, waiting longer each time"),
        row(
            500, "UNSPECIFIED_ERROR", "FCM gives no further reason",
            cure: "send it again later, waiting longer each time"),
        row(
            503, "UNAVAILABLE", "FCM is overloaded",
            cure: "send it again later, waiting longer each time"),
    ]

    /// The refusals of Google's front end, before FCM sees a request; by status, without a code.
    static let google: [GatewayAnswer] = [
        row(
            401, "UNAUTHENTICATED", "the access token is missing, unknown or expired",
            cure: "exchange a new assertion of the service account at its `token_uri`",
            token: .provider),
        row(
            403, "PERMISSION_DENIED", "the service account may not send for the project",
            cure: "send with a service account of the project in the path"),
        GatewayAnswer(
            .fcm, 403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            "the access token was made for other services of Google's",
            cure: "ask for the scope `https://www.googleapis.com/auth/firebase.messaging`",
            source: "observed by callers of Google's APIs", token: .provider),
        row(
            404, "NOT_FOUND", "the path is not one of the API's",
            cure: "POST to `/v1/projects/PROJECT/messages:send`"),
    ]

    /// FCM's answer to its sender when APNs gives it this one (FCM-ERR); nil if it is FCM's own.
    public var passedOnByFCM: GatewayAnswer? {
        guard gateway == .apns else { return nil }
        let code =
            switch status {
            case 410: "UNREGISTERED"
            case 403: "THIRD_PARTY_AUTH_ERROR"
            case 429: "QUOTA_EXCEEDED"
            case 500...: "UNAVAILABLE"
            default: "INVALID_ARGUMENT"
            }
        return GatewayAnswer(.fcm, reason: code)
    }

    private static func row(
        _ status: Int, _ reason: String, _ cause: String, cure: String, token: TokenFault? = nil
    ) -> GatewayAnswer {
        GatewayAnswer(
            .fcm, status, reason, cause, cure: cure, source: "documented, FCM-ERR", token: token)
    }
}
