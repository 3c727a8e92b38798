/// The reason why FCM or APNs refused a push for an app.
///
/// FCM's cases come with the answer that its HTTP v1 API gives (FCM-ERR).
public enum GatewayRefusal: Error, Equatable, Sendable {
    /// A `stub` planted the answer.
    case planted(GatewayAnswer)
    /// A `stub` leaves the request without an answer.
    case unanswered(GatewayAnswer.Gateway, isReset: Bool)
    /// The app has no registration token at FCM.
    case noRegistration
    /// FCM has forgotten the app's registration.
    case expired
    /// The token that the sender named is no longer the app's.
    case replaced
    /// The token belongs to another Firebase project than the one that sends.
    case otherSender(token: String, project: String)
    /// The registration is gone, and the subscriptions with it.
    case notSubscribed(because: String)
    /// The app's registration belongs to another project, which knows nothing of the topic.
    case topicOfOtherProject
    /// Firebase sends to a bundle ID that is not the app's.
    case otherBundle(firebase: String, app: String)
    /// Firebase has no APNs key, so APNs refuses FCM.
    case noAPNsKey
    /// The device token that the sender named is no longer the app's.
    case deviceTokenRetired
    /// A background push of priority 10.
    case backgroundPriority
    /// The token of a Live Activity that is over.
    case activityTokenRetired
    /// The push-to-start token is of an earlier installation.
    case startTokenRetired
    /// The same, through FCM.
    case startTokenDisabled
    /// The token of a Live Activity that is over, through FCM.
    case activityTokenDisabled
    /// A message to FCM whose `live_activity_token` was never issued.
    case activityTokenUnissued
    /// A message to FCM for a Live Activity that does not name one: FCM sends it to the app's own
    /// device token.
    case activityTokenMissing
    /// A Live Activity's token for another kind of push, or the other way round.
    case otherTopic
    /// A refusal by APNs that FCM passes on to its own sender.
    indirect case passedOn(GatewayRefusal)

    /// APNs' reason for a topic that is not that of the token's app.
    package static let otherTopicReason = "DeviceTokenNotForTopic"

    /// The rule behind the refusal.
    public var rule: RuleID {
        switch self {
        case .planted(let answer): answer.rule
        case .unanswered(let gateway, _): gateway == .apns ? .apnsRefused : .fcmRefused
        case .noRegistration, .expired, .replaced, .notSubscribed: .fcmExpiry
        case .otherSender, .topicOfOtherProject: .fcmSenderMismatch
        case .otherBundle: .apnsRefused
        case .noAPNsKey: .thirdPartyAuth
        case .deviceTokenRetired: .unregistered
        case .backgroundPriority: .backgroundPriority
        case .activityTokenRetired, .activityTokenDisabled, .activityTokenUnissued,
            .activityTokenMissing, .startTokenRetired, .startTokenDisabled:
            .activityToken
        case .otherTopic: .apnsRefused
        case .passedOn(let refusal): refusal.rule
        }
    }

    /// The refusal as the sender of a message to FCM learns of it.
    public var behindFCM: GatewayRefusal { answer?.gateway == .fcm ? self : .passedOn(self) }

    /// FCM's or APNs' answer; nil for a topic, since FCM has already accepted the message.
    public var answer: GatewayAnswer? {
        switch self {
        case .planted(let answer): answer
        case .noRegistration, .expired, .replaced: GatewayAnswer(.fcm, reason: "UNREGISTERED")
        case .otherSender: GatewayAnswer(.fcm, reason: "SENDER_ID_MISMATCH")
        case .otherBundle: GatewayAnswer(.fcm, reason: "INVALID_ARGUMENT")
        case .noAPNsKey: GatewayAnswer(.fcm, reason: "THIRD_PARTY_AUTH_ERROR")
        case .deviceTokenRetired: GatewayAnswer(.apns, reason: "Unregistered")
        case .backgroundPriority: GatewayAnswer(.apns, reason: "BadPriority")
        case .activityTokenRetired, .startTokenRetired:
            GatewayAnswer(.apns, reason: "Unregistered")
        case .activityTokenDisabled, .activityTokenUnissued, .activityTokenMissing,
            .startTokenDisabled:
            GatewayAnswer(.fcm, reason: "INVALID_ARGUMENT")
        case .otherTopic: GatewayAnswer(.apns, reason: "DeviceTokenNotForTopic")
        case .passedOn(let refusal): refusal.answer?.passedOnByFCM ?? refusal.answerOfFCM
        case .notSubscribed, .topicOfOtherProject, .unanswered: nil
        }
    }

    /// The answer that FCM's sender gets in the end: UNAVAILABLE if nobody answers FCM, or it
    /// nobody; nil for a topic.
    public var answerOfFCM: GatewayAnswer? {
        if case .unanswered = self { return GatewayAnswer(.fcm, reason: "UNAVAILABLE") }
        return answer
    }

    /// The refusal of a whole message by FCM, as the history of an app records it that FCM did not
    /// ask about; nil for a topic.
    public var recorded: RefusedRequest? {
        answerOfFCM.map { RefusedRequest($0, found: answer == nil ? text : "") }
    }

    /// The part of the request that is wrong, if the answer covers several.
    public var fault: RequestFault? {
        switch self {
        case .otherTopic: .ordinaryTokenForActivity
        case .activityTokenUnissued: .activityTokenUnissued
        case .activityTokenMissing: .activityTokenMissing
        case .startTokenRetired, .startTokenDisabled: .startTokenRetired
        case .passedOn(let refusal): refusal.fault
        default: nil
        }
    }

    /// The answer of APNs to FCM, if FCM passes one on.
    public var apnsAnswer: GatewayAnswer? {
        switch self {
        case .otherBundle, .activityTokenMissing:
            GatewayAnswer(.apns, reason: "DeviceTokenNotForTopic")
        case .noAPNsKey: GatewayAnswer(.apns, reason: "InvalidProviderToken")
        case .activityTokenDisabled, .startTokenDisabled:
            GatewayAnswer(.apns, reason: "Unregistered")
        case .activityTokenUnissued: GatewayAnswer(.apns, reason: "BadDeviceToken")
        case .passedOn(let refusal): refusal.answer
        default: nil
        }
    }

    /// The refusal as a line of output words it.
    public var text: String {
        switch self {
        case .planted(let answer): answer.text
        case .unanswered(let gateway, let isReset):
            isReset
                ? "\(gateway.rawValue) breaks the connection, as a `stub` says"
                : "\(gateway.rawValue) does not answer, as a `stub` says"
        case .noRegistration:
            "FCM answers UNREGISTERED (404): the app has no registration token"
        case .expired: "FCM answers UNREGISTERED (404): the registration token is expired"
        case .replaced:
            "FCM answers UNREGISTERED (404): the token sent to is no longer the app's"
        case .otherSender(let token, let project):
            "FCM answers SENDER_ID_MISMATCH (403): the token is of sender \(token), "
                + "the project of \(project)"
        case .notSubscribed(let found): "\(found), and with it no subscription to a topic"
        case .topicOfOtherProject: "no token of the project subscribed to the topic"
        case .otherBundle(let firebase, let app):
            "FCM answers INVALID_ARGUMENT (400), since APNs answered DeviceTokenNotForTopic: "
                + "Firebase sends to `\(firebase)`, the app is `\(app)`"
        case .noAPNsKey: "Firebase has no APNs key for the app: THIRD_PARTY_AUTH_ERROR"
        case .deviceTokenRetired:
            "APNs answers Unregistered (410): the device token sent to is no longer the app's"
        case .backgroundPriority:
            "APNs answers BadPriority (400): a push of type background has priority 5, found 10"
        case .startTokenRetired:
            "APNs answers Unregistered (410): "
                + RequestFault.startTokenRetired.clause
        case .startTokenDisabled:
            "FCM answers INVALID_ARGUMENT (400), since APNs answered Unregistered: "
                + RequestFault.startTokenRetired.clause
        case .activityTokenRetired:
            "APNs answers Unregistered (410): the token's Live Activity has ended"
        case .activityTokenDisabled:
            "FCM answers INVALID_ARGUMENT (400), since APNs answered Unregistered: the token's "
                + "Live Activity has ended"
        case .activityTokenUnissued:
            "FCM answers INVALID_ARGUMENT (400), since APNs answered BadDeviceToken: no app was "
                + "ever given the token in `live_activity_token`"
        case .activityTokenMissing:
            "FCM answers INVALID_ARGUMENT (400), since APNs answered DeviceTokenNotForTopic: the "
                + "message has no `live_activity_token`, so FCM sent it to the app's own token"
        case .otherTopic:
            "APNs answers DeviceTokenNotForTopic (400): a Live Activity has its own tokens, "
                + "which are for nothing else"
        case .passedOn(let refusal):
            (answer.map { $0.text + ", since " } ?? "") + refusal.text
        }
    }
}

/// A request that a gateway refused on the wire, as the history records it.
public struct RefusedRequest: Equatable, Sendable {
    /// The answer.
    public var answer: GatewayAnswer
    /// The fault found in the request; empty if the answer says it all.
    public var found: String
    /// The part that was wrong, if the answer covers several.
    public var fault: RequestFault?
    /// The request, for the stubs that come before the gateway's own answer; nil without any.
    public var request: GatewayRequest?

    /// Makes a record of a refusal.
    public init(_ answer: GatewayAnswer, found: String = "", fault: RequestFault? = nil) {
        self.answer = answer
        self.found = found
        self.fault = fault
    }

    /// The refusal as a line of output words it.
    package var text: String { "\(answer.text): \(found.isEmpty ? answer.cause : found)" }
}
