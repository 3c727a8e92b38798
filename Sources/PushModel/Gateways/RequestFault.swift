/// The part of a request to APNs that is wrong, where one reason stands for several.
///
/// APNs says no more than the reason; the clause and the cure are this program's own, so that a
/// provider need not try every part of a token in turn.
public struct RequestFault: Equatable, Sendable {
    /// The reason that APNs gives, in its spelling.
    public let reason: String
    /// The fault, as a clause: `the head of the token lacks …`.
    public let clause: String
    /// The remedy for a provider.
    public let cure: String

    private init(_ reason: String, _ clause: String, cure: String) {
        self.reason = reason
        self.clause = clause
        self.cure = cure
    }

    /// The fault that a recorded refusal ends with; nil where the reason alone is known.
    public init?(endOf text: String) {
        guard let found = Self.all.first(where: { text.hasSuffix($0.clause) }) else { return nil }
        self = found
    }

    /// Every fault.
    public static let all =
        [notBearer, notThreeParts, noAlgorithm, otherAlgorithm, noKeyID, noTeam, noIssuedAt]
        + [issuedInFuture, unknownKey, otherTeam, otherSignature]
        + [otherSuffix, ordinaryTokenForActivity, channelType, broadcastType]
        + [channelMethod, channelListMethod]
}

/// The faults of a provider token, which are all InvalidProviderToken.
extension RequestFault {
    /// The field does not begin with `bearer`.
    public static let notBearer = token(
        "`authorization` does not begin with `bearer`",
        cure: "send `authorization: bearer TOKEN`")
    /// The text is no JSON Web Token.
    public static let notThreeParts = token(
        "the provider token is no JSON Web Token",
        cure: "send head, claims and signature in base64url, without `=`, and a full stop between")
    /// The head has no `alg`.
    public static let noAlgorithm = token(
        "the token's head has no `alg`", cure: "put `\"alg\": \"ES256\"` in the token's head")
    /// `alg` is not ES256.
    public static let otherAlgorithm = token(
        "the token's `alg` is not ES256",
        cure: "sign with ES256 and the `.p8` key; APNs takes no other `alg`")
    /// The head has no `kid`.
    public static let noKeyID = token(
        "the token's head has no `kid`",
        cure: "put the key ID in the token's head as `kid`: the file `AuthKey_ID.p8` names it")
    /// The claims have no `iss`.
    public static let noTeam = token(
        "the token's claims have no `iss`",
        cure: "put the team ID in the claims as `iss`: developer.apple.com, Membership details")
    /// The claims have no `iat` that is a number.
    public static let noIssuedAt = token(
        "the token's claims have no `iat` that is a number",
        cure: "put the time of signing in the claims as `iat`: Unix seconds, as a number")
    /// `iat` is ahead of the clock.
    public static let issuedInFuture = token(
        "the token's `iat` is ahead of the clock",
        cure: "write `iat` in Unix seconds, not milliseconds, and set the sender's clock")
    /// No key of the name is known.
    public static let unknownKey = token(
        "no key with the token's `kid` is known",
        cure: "name the key that signs in `kid`: the file `AuthKey_ID.p8` names it")
    /// The key belongs to another team.
    public static let otherTeam = token(
        "the key of the token's `kid` is not of the team in its `iss`",
        cure: "put the key's own team ID in `iss`: developer.apple.com, Membership details")
    /// The signature does not fit.
    public static let otherSignature = token(
        "the token's signature is not that of the key in its `kid`",
        cure: "sign head and claims, as they are sent, with the `.p8` of that key, ES256")

    private static func token(_ clause: String, cure: String) -> RequestFault {
        RequestFault("InvalidProviderToken", clause, cure: cure)
    }
}

/// The other faults.
extension RequestFault {
    /// The topic has not the suffix of the push type.
    public static let otherSuffix = RequestFault(
        "DeviceTokenNotForTopic", "the topic has not the push type's suffix",
        cure: "send the bundle ID with the suffix of `apns-push-type` in `apns-topic`")
    /// A token of the app for the push type of Live Activities.
    public static let ordinaryTokenForActivity = RequestFault(
        "DeviceTokenNotForTopic", "Live Activities have tokens of their own",
        cure: "send to a token that ActivityKit gave the app, and nothing else to it: "
            + "`activity tokens` lists them")
    /// A channel of another type than Live Activities.
    public static let channelType = RequestFault(
        "InvalidPushType", "a channel's `push-type` is `LiveActivity` alone",
        cure: "send `\"push-type\": \"LiveActivity\"`")
    /// A push of another type to a channel.
    public static let broadcastType = RequestFault(
        "InvalidPushType", "a channel takes pushes of the type `liveactivity` alone",
        cure: "send `apns-push-type: liveactivity`")
    /// Another method for a channel.
    public static let channelMethod = RequestFault(
        "MethodNotAllowed", "a channel is made with POST, read with GET and deleted with DELETE",
        cure: "send one of these")
    /// Another method for the list of channels.
    public static let channelListMethod = RequestFault(
        "MethodNotAllowed", "the list of channels is read with GET", cure: "send GET")
}
