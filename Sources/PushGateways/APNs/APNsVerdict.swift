import PushModel
import PushPayload
import PushSimulation
import PushText

/// The reason why APNs refuses a request.
public struct APNsRefusal: Error, Equatable, Sendable {
    /// The reason, one of `GatewayAnswer`'s table.
    public var answer: GatewayAnswer
    /// The time since which the token is known to be dead, which a 410 contains.
    public var since: Tick?
    /// The app that the token leads to, or led to.
    public var app: AppAddress?
    /// The value that was wrong.
    public var detail: String?
    /// The part that was wrong, if the reason covers several.
    public var fault: RequestFault?
    /// The fault as a clause with the values at hand; nil if the reason's own clause says it all.
    public var clause: String?

    /// Makes a refusal by its reason.
    public init(
        _ reason: String, since: Tick? = nil, app: AppAddress? = nil, detail: String? = nil
    ) {
        answer = GatewayAnswer.apns(reason)
        self.since = since
        self.app = app
        self.detail = detail
    }

    /// Makes a refusal for the faulty part.
    public init(_ fault: RequestFault, app: AppAddress? = nil, detail: String? = nil) {
        self.init(fault.reason, app: app, detail: detail)
        self.fault = fault
    }

    /// Makes a refusal with a clause that has the values at hand.
    public init(_ reason: String, app: AppAddress? = nil, because clause: String) {
        self.init(reason, app: app)
        self.clause = clause
    }

    /// Makes the refusal for a planted answer; a token that it calls dead died now.
    public init(planted answer: GatewayAnswer, at now: Tick) {
        self.answer = answer
        since = answer.status == 410 ? now : nil
    }

    /// The reason why APNs answers so, as a clause.
    public var cause: String { clause ?? fault?.clause ?? answer.cause }

    /// The remedy for a provider.
    public var cure: String { fault?.cure ?? answer.cure }

    /// The fault found, for a person; empty if the reason's own cause says it all.
    var found: String {
        guard let detail else { return clause ?? fault?.clause ?? "" }
        return "found `\(DisplayWidth.truncated(detail, to: 100))`: \(cause)"
    }

    /// The body of the answer.
    public var body: JSON {
        var members: [JSON.Member] = [.init(key: "reason", value: .string(answer.reason))]
        if let since {
            members.append(.init(key: "timestamp", value: .int64(since.milliseconds)))
        }
        return .object(members)
    }
}

/// APNs' verdict on a request.
public struct APNsVerdict: Equatable, Sendable {
    /// The outcome of a request.
    public enum Outcome: Equatable, Sendable {
        /// A push for an app, which the device receives.
        case accepted(Push)
        /// No push.
        case refused(APNsRefusal)

        static let unjudged = Outcome.refused(APNsRefusal("InternalServerError"))
    }

    /// `apns-id` of the request, which the answer repeats; nil if the edge creates one.
    public var id: String?
    /// The app that the token leads to, once that is known.
    public var app: AppAddress?
    /// Whether the credentials were accepted, after which a connection has many streams.
    public var isProviderKnown = false
    /// The outcome of the request.
    public var outcome = Outcome.unjudged

    /// Makes the verdict of a request that has not been judged.
    public init() {}
}
