import PushModel
import PushSimulation
import PushText

/// The answers about when an event happened, for who finds its time or its order wrong.
extension ChainWalk {
    /// The time of the newest event in question, and whose clock it is; nil if the question is
    /// another one, or if there is no event.
    var timeAnswer: Explanation.Answer? {
        guard subject.asksForTime, let event = expectedEvents.last?.queued.event else { return nil }
        let name = event.kind.rawValue + (event.messageID.map { " " + $0 } ?? "")
        let found =
            "\(name) has \(InstantText.format(seconds: event.time)), when the device tracked it"
        return Explanation.Answer(
            verdict: .yes, sentence: "time: \(found)",
            link: ChainLink(.event, .ok, found, Basis(.eventTracked)))
    }

    /// Notes how times are stored, and that rows have no order of their own.
    mutating func noteTime() {
        guard subject.asksForTime else { return }
        note(
            "`time` is the device's clock when the event is tracked, in seconds since 1970 in UTC, "
                + "whenever it is uploaded: `TD_TIME_STRING(time, 's', 'JST')` shows it in another "
                + "time zone")
        note("rows have no order of their own: sort them by `time`; those of one second have none")
    }
}
