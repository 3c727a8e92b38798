import PushExplain
import PushText

/// The answer of `why` for one push of a test.
public struct PushVerdict: Equatable, Sendable {
    /// The message ID.
    public var id: String
    /// The push's number in the history of arrivals.
    public var sequence: Int64
    /// The state of the decisive link, such as `broken`; nil if the answer is only a sentence.
    public var state: String?
    /// The answer in one sentence, without the push's name.
    public var sentence: String
    /// The remedy; nil if nothing needs mending.
    public var cure: String?
    /// The name of the deciding rule; nil if the answer rests on none.
    public var rule: String?
    /// The lines of the whole answer.
    public var lines: [String]

    /// Makes a verdict.
    public init(
        id: String, sequence: Int64, state: String? = nil, sentence: String, cure: String? = nil,
        rule: String? = nil, lines: [String]
    ) {
        self.id = id
        self.sequence = sequence
        self.state = state
        self.sentence = sentence
        self.cure = cure
        self.rule = rule
        self.lines = lines
    }
}

extension PushVerdict {
    /// The verdict that an explanation gives, without secrets.
    init(id: String, sequence: Int64, _ explanation: Explanation) {
        self.init(
            id: id, sequence: sequence, sentence: "",
            cure: (explanation.decisive?.cure).map(Secrets.shown), rule: explanation.basis.name,
            lines: explanation.lines.map(Secrets.shown))
        switch explanation.headline {
        case .sentence(let text):
            sentence = Secrets.shown(text)
        case .state(let status, let text):
            state = status.word
            sentence = Secrets.shown(text)
        }
    }

    /// The verdict on a push that its gateway refused.
    init(sequence: Int64, refusal failure: Failure) {
        let sentence = "gateway: " + Secrets.shown(failure.message)
        let cure = failure.hint.map(Secrets.shown)
        self.init(
            id: "receive", sequence: sequence, state: "broken", sentence: sentence, cure: cure,
            lines: ["broken  " + sentence] + (cure.map { ["cure    " + $0] } ?? []))
    }
}
