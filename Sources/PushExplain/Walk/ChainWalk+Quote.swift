import PushModel
import PushSimulation

/// Codes, reasons and statuses that a question quotes: each is explained, whether or not the push
/// in question got it.
extension ChainWalk {
    /// Explains what the question quotes, if the push in question did not get that answer.
    mutating func noteQuote() {
        switch subject.quote {
        case .log(let name)?:
            guard !isAddressAtFault, refusedAskAnswer == nil,
                let code = LogCode.all.first(where: { $0.code == name })
            else { return }
            note("`\(name)`: \(code.meaning.dropLast()); \(code.cure)")
        case .reason(let answer, let typed)? where isUnanswered:
            let name = typed == answer.reason ? "" : " is \(answer.reason)"
            note(
                "`\(typed)`\(name) (\(answer.gateway.rawValue), \(answer.status)): "
                    + "\(answer.cause); \(answer.cure)")
        case .status(let status)? where isUnanswered:
            let reasons = GatewayAnswer.answered.filter { $0.status == status }.map(\.reason)
            guard !reasons.isEmpty else { return }
            note(
                "\(status) comes with \(reasons.prefix(6).joined(separator: ", "))"
                    + (reasons.count > 6 ? " and others" : "") + ": `help REASON` explains each")
        case .reason?, .status?, nil: return
        }
    }

    /// Whether the answer tells of the app's tokens what a code of its log can only hint at.
    private var isAddressAtFault: Bool {
        subject.symptom == .token
            && [status(.deviceToken), status(.registrationToken)].contains(.broken)
    }

    /// Whether the question is about an answer that the push in question is not known to have got.
    private var isUnanswered: Bool {
        guard subject.symptom == nil, let quote = subject.quote else { return false }
        let isRefused = row.map { $0.state == .refused } ?? (isPushMissing && refusedPush != nil)
        return !isRefused || refusedFor.map { !quote.names($0) } ?? false
    }

    /// The reason that a gateway gave for refusing the push; nil if none is known.
    private var refusedFor: String? {
        guard row != nil else { return refusedPush?.refusal.answer }
        let refusal = fact { if case .refused = $0 { true } else { false } }
        guard case .refused(let reason, _)? = refusal?.occurrence else { return nil }
        return reason
    }
}

extension Refusal {
    /// Whether the token that the push was sent to, or that of its provider, was the reason.
    var isAboutToken: Bool {
        fault?.isAddress ?? answer.flatMap(GatewayAnswer.init(reason:))?.isAboutToken ?? false
    }

    /// Whether the push may have reached other targets all the same: the token was the reason, and
    /// not a topic that is wrong for each of them.
    var isOfOneTarget: Bool {
        isAboutToken && (fault != nil || answer != GatewayRefusal.otherTopicReason)
    }
}
