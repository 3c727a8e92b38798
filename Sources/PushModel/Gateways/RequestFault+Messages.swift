/// The words for faults of requests to FCM.
extension RequestFault {
    /// The clause and the remedy of a fault that only such a request has; nil for any other.
    var ofMessage: (clause: String, cure: String)? {
        switch self {
        case .registrationToken:
            (
                "the address is not a registration token",
                "send to the whole token that the app uploaded: `tokens export --format fcm` lists "
                    + "it"
            )
        case .blankInToken:
            (
                "the address has a blank or a line break in it",
                "leave the blank or the line break out, which a copy or the end of a file brings"
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
        case .typeNotOfMessages:
            (
                "`apns-push-type` in the message does not fit its topic and token",
                "send `alert` or `background`, or leave `apns-push-type` out; FCM has only the "
                    + "app's ordinary token, and pushes of other types go to APNs itself, with the "
                    + "token of their own framework"
            )
        case .headerTwice:
            (
                "one of `apns.headers` is there twice, in different letters",
                "write each header once, in small letters"
            )
        default: ofActivity ?? ofCredential
        }
    }

    /// The same for a fault of a message to a Live Activity.
    private var ofActivity: (clause: String, cure: String)? {
        switch self {
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

    /// The same for a fault of the credential.
    private var ofCredential: (clause: String, cure: String)? {
        switch self {
        case .noAccessToken:
            (
                "the request has no access token",
                "send `Authorization: Bearer` and the access token from the account's `token_uri`"
            )
        case .serverKey:
            (
                "`Authorization` has a server key of FCM's former interface",
                "send `Authorization: Bearer` and the access token from a service account's "
                    + "`token_uri`: HTTP v1 takes no server keys"
            )
        case .otherScheme:
            (
                "`Authorization` does not have the form `Bearer TOKEN`",
                "send `Authorization: Bearer` and the access token from the account's `token_uri`"
            )
        case .ownToken:
            (
                "the bearer token is a JWT that the sender signed, not an access token",
                "send the JWT to the account's `token_uri` as the `assertion`, and the "
                    + "`access_token` of the answer to FCM"
            )
        case .strangeAccessToken:
            (
                "the access token is not one of this server's",
                "let the sender exchange its assertion at this server: the account's `token_uri` "
                    + "must lead to it (`credential demo --for fcm DIR`, or `serve --proxy`)"
            )
        default: nil
        }
    }
}
