import PushModel
import PushText

/// The effect of a stub on a gateway's treatment of one push or message.
public struct GatewayFault: Equatable, Sendable {
    /// The fate of the request.
    public enum Outcome: Equatable, Sendable {
        /// The gateway accepts it as if nothing were planted.
        case taken
        /// It is refused, with a reason or error code in its vendor's spelling.
        case refused(String)
        /// The gateway neither acts on it nor answers.
        case silence
        /// The gateway drops it, and breaks the stream or the connection.
        case reset
    }

    /// The fate of the request.
    public var outcome: Outcome
    /// The delay of the answer, in milliseconds; only network clients notice it.
    public var delayMilliseconds: Int64
    /// The time that the body of the answer takes, in milliseconds; only network clients notice it.
    public var slowMilliseconds: Int64
    /// The reason of the GOAWAY that follows the answer over HTTP/2, empty at FCM; nil = the
    /// connection stays.
    public var goAway: String?
    /// The seconds in the header `Retry-After`, on the network; nil = it is not sent.
    public var retryAfter: Int?

    /// Makes a fault.
    public init(
        _ outcome: Outcome, delayMilliseconds: Int64 = 0, slowMilliseconds: Int64 = 0,
        goAway: String? = nil, retryAfter: Int? = nil
    ) {
        self.outcome = outcome
        self.delayMilliseconds = delayMilliseconds
        self.slowMilliseconds = slowMilliseconds
        self.goAway = goAway
        self.retryAfter = retryAfter
    }

    /// The refusal by a gateway; nil if the fault does not refuse.
    public func answer(at gateway: GatewayAnswer.Gateway) -> GatewayAnswer? {
        guard case .refused(let reason) = outcome else { return nil }
        return GatewayAnswer(gateway, reason: reason)
    }

    /// How far a request gets before the fault meets it.
    ///
    /// A server that is down, or whose network is, checks nothing. A limit counts what a sender
    /// sends, so 429 comes once the sender is known; every other answer takes the place of success.
    func stage(at gateway: GatewayAnswer.Gateway) -> GatewayRequest.Stage {
        guard let answer = answer(at: gateway) else { return .received }
        return switch answer.status {
        case 500...: .received
        case 429: .identified
        default: .accepted
        }
    }
}

extension GatewayRefusal {
    /// The refusal of the push by a planted fault; nil if the gateway accepts it.
    public init?(_ fault: GatewayFault, at gateway: GatewayAnswer.Gateway) {
        switch fault.outcome {
        case .taken: return nil
        case .silence, .reset: self = .unanswered(gateway, isReset: fault.outcome == .reset)
        case .refused:
            guard let answer = fault.answer(at: gateway) else { return nil }
            self = .planted(answer)
        }
    }
}

/// Reads the faults that are planted for a gateway.
extension StubText {
    /// A fault of APNs or FCM: `reason=` or `error=`, `timeout`, `reset`, `delay=`, `slow=`,
    /// `goaway`.
    static func fault(
        _ gateway: GatewayAnswer.Gateway, _ options: inout Options
    ) throws(Fault) -> GatewayFault {
        let name = gateway == .apns ? "reason" : "error"
        var fault = GatewayFault(.taken)
        if options.takeWord("timeout") {
            fault.outcome = .silence
        } else if options.takeWord("reset") {
            fault.outcome = .reset
        } else if let option = options.take(name), !option.value.isEmpty {
            fault.outcome = .refused(try refusal(option, gateway))
        }
        let delay = try time("delay", &options)
        fault.delayMilliseconds = delay?.milliseconds ?? 0
        let slow = try time("slow", &options)
        fault.slowMilliseconds = slow?.milliseconds ?? 0
        if options.takeWord("goaway") {
            fault.goAway = gateway == .apns ? "Shutdown" : ""
        } else if gateway == .apns, let option = options.take("goaway") {
            fault.goAway = try refusal(option, .apns)
        }
        guard fault.outcome != .taken || delay != nil || slow != nil || fault.goAway != nil else {
            throw Fault(
                "wanted `\(name)=…`, `timeout`, `reset`, `delay=`, `slow=`, `goaway` or "
                    + "`no-settings`")
        }
        for (name, time) in [("delay", delay), ("slow", slow)] {
            guard let time, [.silence, .reset].contains(fault.outcome) else { continue }
            throw Fault("`\(name)` is for an answer, and there is none here", at: time.word)
        }
        if let option = options.take("retry-after") {
            guard let seconds = Int(option.value), (0...86_400).contains(seconds) else {
                throw Fault("`retry-after` takes seconds", at: option.word)
            }
            guard case .refused = fault.outcome else {
                throw Fault(
                    "`retry-after` is for a refusal: `\(name)=…`", at: option.word)
            }
            fault.retryAfter = seconds
        }
        return fault
    }

    /// The refusal that a gateway is to answer with, one of those that it documents.
    private static func refusal(
        _ option: Option, _ gateway: GatewayAnswer.Gateway
    ) throws(Fault) -> String {
        guard GatewayAnswer(gateway, reason: option.value) != nil else {
            let meant = GatewayAnswer.meant(by: option.value, at: gateway)
            throw Fault(
                "found `\(option.value)`, wanted "
                    + (gateway == .apns ? "one of APNs' reasons" : "one of FCM's error codes")
                    + (meant.map { ": did you mean `\($0)`?" }
                        ?? ", such as `\(gateway == .apns ? "BadDeviceToken" : "UNREGISTERED")`; "
                        + "`man pushsh-gateways` lists them"),
                at: option.word)
        }
        return option.value
    }
}
