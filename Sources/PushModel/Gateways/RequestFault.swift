/// The part of a request to a gateway that is wrong, for reasons that cover several.
///
/// APNs gives only the reason, and FCM a sentence; the clause and the cure are this program's own,
/// so that a provider need not try every part of a token in turn. Histories and recordings keep the
/// raw value.
public enum RequestFault: String, CaseIterable, Sendable {
    /// A call to FCM without an access token.
    case noAccessToken = "no-access-token"
    /// A server key of FCM's former interface as the credential of a call to FCM.
    case serverKey = "server-key"
    /// A credential of a call to FCM that is no bearer token.
    case otherScheme = "other-scheme"
    /// A JSON Web Token of the account's own in place of Google's access token.
    case ownToken = "own-token"
    /// An access token that the server asked did not make.
    case strangeAccessToken = "strange-access-token"
    /// A text that is no registration token.
    case registrationToken = "registration-token"
    /// A blank or a line break in a registration token.
    case blankInToken = "blank-in-token"
    /// A device token of APNs where FCM wants a registration token.
    case deviceToken = "device-token"
    /// A message to FCM whose `aps` is there and has nothing in it.
    case emptyAPS = "empty-aps"
    /// A message to FCM of too many bytes.
    case messageTooLong = "message-too-long"
    /// An `apns-topic` in a message to FCM that is not the app's.
    case topicOfOtherApp = "topic-of-other-app"
    /// A push type in a message to FCM whose pushes go to the tokens of another framework.
    case typeNotOfMessages = "type-not-of-messages"
    /// A header of APNs that is in a message to FCM twice, in different letters.
    case headerTwice = "header-twice"
    /// A message to FCM for a Live Activity without `live_activity_token`.
    case activityTokenMissing = "activity-token-missing"
    /// A `live_activity_token` in a message to FCM that was never issued.
    case activityTokenUnissued = "activity-token-unissued"
    /// The field does not begin with `bearer`.
    case notBearer = "not-bearer"
    /// The text is not a JSON Web Token.
    case notThreeParts = "not-three-parts"
    /// The header has no `alg`.
    case noAlgorithm = "no-algorithm"
    /// `alg` is not ES256.
    case otherAlgorithm = "other-algorithm"
    /// The header has no `kid`.
    case noKeyID = "no-key-id"
    /// The claims have no `iss`.
    case noTeam = "no-team"
    /// The claims have no numeric `iat`.
    case noIssuedAt = "no-issued-at"
    /// `iat` is ahead of the clock.
    case issuedInFuture = "issued-in-future"
    /// No key of that name is known.
    case unknownKey = "unknown-key"
    /// The key belongs to another team.
    case otherTeam = "other-team"
    /// The signature does not fit.
    case otherSignature = "other-signature"
    /// The app belongs to another team than the key.
    case appOfOtherTeam = "app-of-other-team"
    /// A topic that differs from the credential's only by its letters' case.
    case topicCase = "topic-case"
    /// The topic lacks the suffix of the push type.
    case otherSuffix = "other-suffix"
    /// The topic has the suffix of another push type.
    case otherType = "other-type"
    /// A path whose device token is not made of pairs of hexadecimal digits.
    case deviceTokenForm = "device-token-form"
    /// The app's ordinary token for a Live Activity push.
    case ordinaryTokenForActivity = "ordinary-token-for-activity"
    /// The app's ordinary token for a push type with tokens of its own.
    case ordinaryTokenForType = "ordinary-token-for-type"
    /// The token of a Live Activity that is over.
    case activityEnded = "activity-ended"
    /// A push-to-start token that the app has no more.
    case startTokenRetired = "start-token-retired"
    /// A channel of a push type other than Live Activities.
    case channelType = "channel-type"
    /// A push of another type sent to a channel.
    case broadcastType = "broadcast-type"
    /// A push to a channel without an expiration.
    case broadcastExpiration = "broadcast-expiration"
    /// An expiration other than 0 for a channel that stores nothing.
    case channelStoresNothing = "channel-stores-nothing"
    /// A push to a channel without a priority.
    case broadcastPriority = "broadcast-priority"
    /// An `apns-request-id` that is no UUID.
    case requestID = "request-id"
    /// A path that is not one of channels.
    case channelPath = "channel-path"
    /// A push type's suffix behind the bundle ID in a channel's path.
    case channelTopic = "channel-topic"
    /// A bundle ID in a channel's path that differs from the app's by its letters' case.
    case channelCase = "channel-case"
    /// An unsupported method for a channel.
    case channelMethod = "channel-method"
    /// An unsupported method for the list of channels.
    case channelListMethod = "channel-list-method"

    /// The reason that the gateway gives, in its spelling.
    public var reason: String {
        switch self {
        case .noAccessToken, .serverKey, .otherScheme, .ownToken, .strangeAccessToken:
            "UNAUTHENTICATED"
        case .registrationToken, .blankInToken, .deviceToken, .emptyAPS,
            .messageTooLong, .topicOfOtherApp, .typeNotOfMessages, .activityTokenMissing,
            .activityTokenUnissued, .headerTwice:
            "INVALID_ARGUMENT"
        case .otherSuffix, .otherType, .ordinaryTokenForActivity, .ordinaryTokenForType:
            "DeviceTokenNotForTopic"
        case .deviceTokenForm: "BadDeviceToken"
        case .activityEnded, .startTokenRetired: "Unregistered"
        case .channelType, .broadcastType: "InvalidPushType"
        case .broadcastExpiration, .channelStoresNothing: "BadExpirationDate"
        case .broadcastPriority: "BadPriority"
        case .requestID: "BadMessageId"
        case .channelPath: "BadPath"
        case .appOfOtherTeam, .topicCase, .channelTopic: "TopicDisallowed"
        case .channelCase: "TopicMismatch"
        case .channelMethod, .channelListMethod: "MethodNotAllowed"
        case .notBearer, .notThreeParts, .noAlgorithm, .otherAlgorithm, .noKeyID, .noTeam,
            .noIssuedAt, .issuedInFuture, .unknownKey, .otherTeam, .otherSignature:
            "InvalidProviderToken"
        }
    }

    /// The fault, as a clause: `the head of the token lacks …`.
    public var clause: String {
        switch self {
        case .noAccessToken, .serverKey, .otherScheme, .ownToken, .strangeAccessToken,
            .registrationToken, .blankInToken, .deviceToken, .emptyAPS,
            .messageTooLong, .topicOfOtherApp, .typeNotOfMessages, .headerTwice,
            .activityTokenMissing, .activityTokenUnissued:
            ofMessage?.clause ?? reason
        case .notBearer: "`authorization` does not begin with `bearer`"
        case .notThreeParts: "the provider token is not a JSON Web Token"
        case .noAlgorithm: "the token's head has no `alg`"
        case .otherAlgorithm: "the token's `alg` is not ES256"
        case .noKeyID: "the token's head has no `kid`"
        case .noTeam: "the token's claims have no `iss`"
        case .noIssuedAt: "the token's claims have no numeric `iat`"
        case .issuedInFuture: "the token's `iat` is ahead of the clock"
        case .unknownKey: "no key with the token's `kid` is known"
        case .otherTeam: "the key in the token's `kid` does not belong to the team in its `iss`"
        case .otherSignature: "the token's signature was not made with the key in its `kid`"
        case .appOfOtherTeam: "the app belongs to another team than the key"
        case .topicCase:
            "the topic and the credential's differ in upper and lower case"
        case .otherSuffix: "the topic lacks the push type's suffix"
        case .otherType: "the topic has the suffix of another push type"
        case .deviceTokenForm: "the device token is not made of pairs of hexadecimal digits"
        case .ordinaryTokenForActivity: "Live Activities have their own tokens"
        case .ordinaryTokenForType: "the push type has tokens of its own"
        case .activityEnded: "the token's Live Activity has ended"
        case .startTokenRetired: "the push-to-start token sent to is no longer the app's"
        case .channelType, .broadcastType, .broadcastExpiration, .channelStoresNothing,
            .broadcastPriority, .requestID, .channelPath, .channelTopic, .channelCase,
            .channelMethod, .channelListMethod:
            ofChannel?.clause ?? reason
        }
    }

    /// The remedy for a provider.
    public var cure: String {
        switch self {
        case .noAccessToken, .serverKey, .otherScheme, .ownToken, .strangeAccessToken,
            .registrationToken, .blankInToken, .deviceToken, .emptyAPS,
            .messageTooLong, .topicOfOtherApp, .typeNotOfMessages, .headerTwice,
            .activityTokenMissing, .activityTokenUnissued:
            ofMessage?.cure ?? reason
        case .notBearer: "send `authorization: bearer TOKEN`"
        case .notThreeParts:
            "send head, claims and signature in base64url without `=`, separated by full stops"
        case .noAlgorithm: "put `\"alg\": \"ES256\"` in the token's head"
        case .otherAlgorithm:
            "sign with ES256 and the `.p8` key; APNs accepts no other `alg`"
        case .noKeyID:
            "put the key ID in the token's head as `kid`: the file `AuthKey_ID.p8` names it"
        case .noTeam:
            "put the team ID in the claims as `iss`: developer.apple.com, Membership details"
        case .noIssuedAt:
            "put the time of signing in the claims as `iat`: Unix seconds, as a number"
        case .issuedInFuture:
            "write `iat` in Unix seconds, not milliseconds, and set the sender's clock"
        case .unknownKey:
            "put the ID of the signing key in `kid`: the file `AuthKey_ID.p8` names it"
        case .otherTeam:
            "put the key's own team ID in `iss`: developer.apple.com, Membership details"
        case .otherSignature:
            "sign head and claims exactly as sent, with that key's `.p8`, ES256"
        case .appOfOtherTeam:
            "use a key of the app's team; here that is the team of the first key for the app, "
                + "unless `app set team ID` names another"
        case .topicCase:
            "send the bundle ID in `apns-topic` letter by letter, as the credential has it: they "
                + "differ in upper and lower case"
        case .otherSuffix:
            "send the bundle ID with the suffix of `apns-push-type` in `apns-topic`"
        case .otherType:
            "send the `apns-push-type` of the topic: `liveactivity` for `.push-type.liveactivity`, "
                + "`voip` for `.voip`; without the header it is `alert`"
        case .deviceTokenForm:
            "send the bytes of the app's `deviceToken` as two hexadecimal digits each, and nothing "
                + "else after `/3/device/`"
        case .ordinaryTokenForActivity:
            "send to a token from ActivityKit, and nothing else to it: "
                + "`activity tokens` lists them; a Live Activity on a channel has none, and is "
                + "reached by `apns-channel-id` (`send --to channel:ID`)"
        case .ordinaryTokenForType:
            "send to the token that the type's own framework issued, and keep it apart from the "
                + "ordinary one; here: `config apns.tokens any`"
        case .activityEnded:
            "forget the token, which was this Live Activity's alone: the next one has another "
                + "(`activity tokens`)"
        case .startTokenRetired:
            "send it to the app's present push-to-start token (`activity tokens`), which the app "
                + "gets at its next launch"
        case .channelType, .broadcastType, .broadcastExpiration, .channelStoresNothing,
            .broadcastPriority, .requestID, .channelPath, .channelTopic, .channelCase,
            .channelMethod, .channelListMethod:
            ofChannel?.cure ?? reason
        }
    }

    /// Whether the address of the push is the part that is wrong.
    package var isAddress: Bool {
        [.registrationToken, .blankInToken, .deviceToken].contains(self)
    }
}
