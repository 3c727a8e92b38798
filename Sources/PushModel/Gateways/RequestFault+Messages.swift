/// The words for faults of requests to FCM.
extension RequestFault {
    /// The clause and the remedy of a fault that only such a request has; nil for any other.
    var ofMessage: (clause: String, cure: String)? {
        switch self {
        case .noAccessToken:
            (
                "the request has no access token",
                "send `Authorization: Bearer` and the access token from the account's `token_uri`"
            )
        case .registrationToken:
            (
                "the address is not a registration token",
                "send to the whole token that the app uploaded: `tokens export --format fcm` lists "
                    + "it"
            )
        case .deviceToken:
            (
                "the address is a device token of APNs, no registration token",
                "send to the registration token from `Messaging.token`: `tokens export --format "
                    + "fcm` lists it; only APNs takes device tokens"
            )
        case .emptyAPS:
            (
                "the message's `aps` is empty",
                "leave `aps` out, or put into it what the push is to do"
            )
        case .messageTooLong:
            (
                "the message is too long",
                "shorten the message; let the app load what does not fit"
            )
        case .topicOfOtherApp:
            (
                "`apns-topic` in the message is not the topic of its token",
                "leave `apns-topic` out of `apns.headers`: FCM fills in the one of the app, or of "
                    + "its Live Activities"
            )
        case .headerTwice:
            (
                "one of `apns.headers` is there twice, in different letters",
                "write each header once, in small letters"
            )
        case .activityTokenMissing:
            (
                "the message has no `apns.live_activity_token`",
                "put the Live Activity's token, or for a start the push-to-start token, into "
                    + "`apns.live_activity_token`: `activity tokens` lists them"
            )
        case .activityTokenUnissued:
            (
                "no app was ever given the token in `apns.live_activity_token`",
                "send the token exactly as ActivityKit gave it to the app: `activity tokens` lists "
                    + "them"
            )
        default: nil
        }
    }
}
