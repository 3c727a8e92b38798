import PushPayload
import PushText

/// A gateway's refusal, in the words that the provider reads.
public struct GatewayAnswer: Equatable, Sendable {
    /// The service that refuses.
    public enum Gateway: String, CaseIterable, Sendable {
        case apns = "APNs"
        case fcm = "FCM"
    }

    /// The service that refuses.
    public let gateway: Gateway
    /// The reason (APNs) or error code (FCM), in its vendor's spelling.
    public let reason: String
    /// The HTTP status it comes with.
    public let status: Int
    /// The reason why a gateway answers so, as a clause: `the token is …`.
    public let cause: String
    /// The remedy for a provider.
    public let cure: String
    /// The confidence that the wire carries this, with its source.
    public let source: String
    /// The token that the answer is about; nil if it is about none.
    package let token: TokenFault?

    /// The token that an answer is about.
    package enum TokenFault: Equatable, Sendable {
        /// The device or registration token that the push was sent to.
        case target
        /// The rate at which that token's device gets pushes.
        case rate
        /// The token with which the provider shows who it is.
        case provider
    }

    init(
        _ gateway: Gateway, _ status: Int, _ reason: String, _ cause: String, cure: String,
        source: String, token: TokenFault? = nil
    ) {
        self.gateway = gateway
        self.reason = reason
        self.status = status
        self.cause = cause
        self.cure = cure
        self.source = source
        self.token = token
    }

    /// Every refusal of both gateways.
    ///
    /// There is no reason for malformed JSON or a missing `aps`.
    public static let documented: [GatewayAnswer] = apns + fcm

    /// Every refusal that a sender may get: the documented ones, and those of Google's front end.
    public static let answered: [GatewayAnswer] = documented + google

    /// Finds a refusal by its exact spelling; nil if the gateway has none of that name.
    public init?(_ gateway: Gateway, reason: String) {
        guard
            let found = Self.answered.first(where: {
                $0.gateway == gateway && $0.reason == reason
            })
        else { return nil }
        self = found
    }

    /// Whether Google's front end gives it, before FCM sees the request.
    public var isOfFrontEnd: Bool { Self.google.contains(self) }

    /// Returns a status of Google's front end, or `UNAUTHENTICATED` if the table lacks that name.
    public static func google(_ status: String) -> GatewayAnswer {
        google.first { $0.reason == status } ?? google[0]
    }

    /// Returns a reason of APNs' table, or `InternalServerError` if it lacks that name.
    public static func apns(_ reason: String) -> GatewayAnswer {
        apns.first { $0.reason == reason }
            ?? GatewayAnswer(
                .apns, 500, "InternalServerError", "APNs had an internal error",
                cure: "send it again later, waiting longer each time",
                source: "documented, A-RESP")
    }

    /// Returns the reason probably meant by a misspelt word; nil if none is near.
    package static func meant(by word: String, at gateway: Gateway) -> String? {
        let known = answered.filter { $0.gateway == gateway }.map(\.reason)
        return Suggestion.meant(by: word, among: known)
    }

    /// Whether a device or registration token, or the provider's token, was the reason.
    package var isAboutToken: Bool { token != nil }

    /// Whether the token that a push was sent to was the reason, and neither its provider's nor the
    /// rate at which its device gets pushes.
    package var isAboutTarget: Bool { token == .target }

    /// Whether FCM would also refuse the registration of a token with this answer.
    ///
    /// That holds for faults of the whole service, not for those of one message or its target.
    package var failsRegistration: Bool { gateway == .fcm && (status == 429 || status >= 500) }

    /// The answer as a line says it: `APNs answers Unregistered (410)`.
    package var text: String { "\(gateway.rawValue) answers \(reason) (\(status))" }

    /// The rule behind the answer.
    package var rule: RuleID { gateway == .apns ? .apnsRefused : .fcmRefused }
}
