import PushModel
import PushSimulation
import PushText

/// The result of `send` for one target.
public struct SendAnswer: Equatable, Sendable {
    /// The sender's next step for a target.
    public enum Verdict: String, CaseIterable, Sendable {
        /// The gateway accepted it.
        case sent
        /// The address leads nowhere any more: forget it.
        case dead
        /// Nothing is wrong with it: send it again later.
        case retry
        /// It will be refused again until somebody fixes the request or the credentials.
        case fix

        /// The word for it; of a dry run nothing was sent, so a message is only found right.
        public func text(isDryRun: Bool) -> String {
            self == .sent && isDryRun ? "right" : rawValue
        }
    }

    /// The HTTP status; nil if no answer came.
    public var status: Int?
    /// The reason in its vendor's spelling, or why no answer came; nil if the push was accepted.
    public var reason: String?
    /// The gateway's message, in addition to the reason.
    public var message: String?
    /// The part of the request that is wrong; nil if only the reason is known.
    public var fault: RequestFault?
    /// `apns-id`, or the name that FCM gave the message.
    public var id: String?
    /// The message ID of the push in a workspace of pushsh, which `why` takes.
    public var event: String?
    /// `apns-unique-id`, by which Apple's Delivery Log finds a sandbox push.
    public var uniqueID: String?
    /// The time since which APNs knows that the token is dead, in Unix milliseconds.
    public var deadSince: Int64?
    /// The seconds after which the gateway wants to be asked again.
    public var retryAfter: Int?
    /// Milliseconds from the request to the answer; nil if not measured.
    public var milliseconds: Int64?
    /// The number of attempts.
    public var attempts = 1
    /// Whether the request certainly never reached the gateway.
    public var isUnsent = false
    /// The sender's next step for this target.
    public var verdict: Verdict

    /// Makes an answer.
    public init(status: Int? = nil, reason: String? = nil, verdict: Verdict) {
        self.status = status
        self.reason = reason
        self.verdict = verdict
    }

    /// Makes the answer of a gateway, with the verdict that follows from its vendor's documents.
    ///
    /// The status decides if the vendor does not document the reason.
    public init(_ gateway: GatewayAnswer.Gateway, status: Int, reason: String?) {
        self.init(
            status: status, reason: status == 200 ? nil : reason,
            verdict: Self.verdict(gateway, status, reason ?? ""))
    }

    private static func verdict(
        _ gateway: GatewayAnswer.Gateway, _ status: Int, _ reason: String
    ) -> Verdict {
        switch (gateway, status) {
        case (_, 200): .sent
        case (.apns, 410): .dead
        case (.apns, 400) where ["BadDeviceToken", "DeviceTokenNotForTopic"].contains(reason):
            .dead
        // Only the connection was too old.
        case (.apns, 400) where reason == "IdleTimeout": .retry
        case (.fcm, 404) where reason == "UNREGISTERED": .dead
        case (_, 429), (_, 500...): .retry
        default: .fix
        }
    }

    /// The answer for a request that the gateway did not process because it was closing (GOAWAY).
    public static let goneAway: SendAnswer = {
        var answer = SendAnswer(reason: "GoAway", verdict: .retry)
        answer.isUnsent = true
        return answer
    }()

    /// Whether the answer to a request that left was lost, so that the push may have arrived.
    public var isLost: Bool {
        status == nil && verdict == .retry && !isUnsent && attempts > 0
    }

    /// Whether it says nothing against the next request: the gateway only closed the connection.
    var isGoneAway: Bool { status == nil && reason == Self.goneAway.reason }

    /// Whether something else than a gateway answered: with each of its refusals a gateway gives a
    /// reason, which text of a proxy or of another service lacks.
    public var isForeign: Bool {
        status.map { $0 < 500 && reason == Self.unexplained($0) } ?? false
    }

    /// The reason of an answer that gives none.
    static func unexplained(_ status: Int) -> String { "HTTP \(status)" }

    /// Whether the gateway refuses the sender rather than this one target.
    public var isAboutSender: Bool {
        (status == 401 || status == 403) && reason != "SENDER_ID_MISMATCH"
    }

    /// Seconds to wait before the same request may be sent again; nil if not in this run.
    ///
    /// APNs wants 15 minutes after its own faults unless it gives another time (A-SEND), which is
    /// reported and not waited for; FCM wants a minute after 429, and 10 seconds and more after its
    /// faults, doubled each time.
    public func pause(_ gateway: GatewayAnswer.Gateway) -> Int? {
        guard let status else {
            // A push whose answer was lost may have been delivered.
            if isGoneAway { return 0 }
            return isUnsent ? 1 << min(attempts - 1, 5) : nil
        }
        guard status == 429 || status >= 500 else { return nil }
        if let retryAfter { return retryAfter <= Self.longestPause ? retryAfter : nil }
        guard gateway == .fcm else { return nil }
        let pause = (status == 429 ? 60 : 10) << min(attempts - 1, 8)
        return pause <= Self.longestPause ? pause : nil
    }

    /// The longest pause within a run, in seconds; longer ones are reported.
    static let longestPause = 120
}

extension SendAnswer {
    /// Settles the answers of one run together.
    ///
    /// If nothing was accepted, the environment or the topic may be wrong, so no token is called
    /// dead for BadDeviceToken and DeviceTokenNotForTopic.
    public static func settled(_ answers: [SendAnswer]) -> [SendAnswer] {
        guard !answers.contains(where: { $0.verdict == .sent }) else { return answers }
        return answers.map { answer in
            guard answer.status == 400, answer.verdict == .dead else { return answer }
            var answer = answer
            answer.verdict = .fix
            return answer
        }
    }

    /// Returns the remedy: that of the part that is wrong, else that of the reason in the table of
    /// the gateways' answers; nil if none.
    public func cure(_ gateway: GatewayAnswer.Gateway) -> String? {
        guard let reason, verdict != .sent else { return nil }
        if let fault { return fault.cure }
        return GatewayAnswer.answered.first { $0.gateway == gateway && $0.reason == reason }?.cure
    }
}
