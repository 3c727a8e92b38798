import PushPayload

/// A gateway's refusal, in the words its provider reads.
public struct GatewayAnswer: Equatable, Sendable {
    /// Who refuses.
    public enum Gateway: String, CaseIterable, Sendable {
        case apns = "APNs"
        case fcm = "FCM"
    }

    /// Who refuses.
    public let gateway: Gateway
    /// The reason (APNs) or error code (FCM), in its vendor's spelling.
    public let reason: String
    /// The HTTP status it comes with.
    public let status: Int

    private init(_ gateway: Gateway, _ reason: String, _ status: Int) {
        self.gateway = gateway
        self.reason = reason
        self.status = status
    }

    /// Every refusal that a gateway documents: of APNs by A-RESP, of FCM by FCM-ERR.
    ///
    /// There is no reason for malformed JSON or a missing `aps`.
    public static let documented: [GatewayAnswer] =
        [
            answers(
                .apns, 400,
                "BadCollapseId BadDeviceToken BadExpirationDate BadMessageId BadPriority BadTopic "
                    + "DeviceTokenNotForTopic DuplicateHeaders IdleTimeout InvalidPushType "
                    + "MissingDeviceToken MissingTopic PayloadEmpty TopicDisallowed"),
            answers(
                .apns, 403,
                "BadCertificate BadCertificateEnvironment ExpiredProviderToken Forbidden "
                    + "InvalidProviderToken MissingProviderToken UnrelatedKeyIdInToken "
                    + "BadEnvironmentKeyIdInToken"),
            answers(.apns, 404, "BadPath"), answers(.apns, 405, "MethodNotAllowed"),
            answers(.apns, 410, "ExpiredToken Unregistered"),
            answers(.apns, 413, "PayloadTooLarge"),
            answers(.apns, 429, "TooManyProviderTokenUpdates TooManyRequests"),
            answers(.apns, 500, "InternalServerError"),
            answers(.apns, 503, "ServiceUnavailable Shutdown"),
            answers(.fcm, 400, "INVALID_ARGUMENT"), answers(.fcm, 401, "THIRD_PARTY_AUTH_ERROR"),
            answers(.fcm, 403, "SENDER_ID_MISMATCH"), answers(.fcm, 404, "UNREGISTERED"),
            answers(.fcm, 429, "QUOTA_EXCEEDED"),
            answers(.fcm, 500, "INTERNAL UNSPECIFIED_ERROR"), answers(.fcm, 503, "UNAVAILABLE"),
        ].flatMap { $0 }

    private static func answers(
        _ gateway: Gateway, _ status: Int, _ reasons: String
    ) -> [GatewayAnswer] {
        reasons.split(separator: " ").map { GatewayAnswer(gateway, String($0), status) }
    }

    /// Finds a refusal by its exact spelling; nil where the gateway documents none of that name.
    public init?(_ gateway: Gateway, reason: String) {
        guard
            let found = Self.documented.first(where: {
                $0.gateway == gateway && $0.reason == reason
            })
        else { return nil }
        self = found
    }

    /// The reason that was probably meant by a word that is none; nil where none is near.
    static func meant(by word: String, at gateway: Gateway) -> String? {
        let known = documented.filter { $0.gateway == gateway }.map(\.reason)
        return EditDistance.respelled(word, among: known)
            ?? EditDistance.nearest(to: word, among: known)
    }

    /// Whether FCM would also answer the registration of a token so: the faults of the whole
    /// service, and none that speak of one message or its target.
    var failsRegistration: Bool { gateway == .fcm && (status == 429 || status >= 500) }

    /// The answer as a line says it: `APNs answers Unregistered (410)`.
    var text: String { "\(gateway.rawValue) answers \(reason) (\(status))" }

    /// The rule that it stands on.
    var rule: RuleID { gateway == .apns ? .apnsRefused : .fcmRefused }
}
