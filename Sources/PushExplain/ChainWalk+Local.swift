import PushModel
import PushSimulation

/// Local notifications that have not fired, or never will.
extension ChainWalk {
    /// The scheduled notification that the question is about.
    var scheduled: LocalRequest? {
        guard let id = subject.id else { return nil }
        return app?.scheduled.first { $0.id == id }
    }

    /// The report that the notification in question was not scheduled, or not kept.
    var unscheduled: Fact? {
        guard let id = subject.id, scheduled == nil else { return nil }
        return evidence.appFacts.last {
            $0.fact.occurrence == .lost(.overLimit, id)
                || $0.fact.occurrence == .lost(.notAllowed, id)
                || $0.fact.verb == .removed && $0.fact.rule == .localSchedule
                    && $0.fact.subject == id
        }?.fact
    }

    mutating func notScheduled(_ fact: Fact) {
        guard fact.verb != .removed else {
            broken(
                .gateway, .notScheduled, "the app took it back before it was due",
                Basis(fact.rule), cure: "schedule it again: `local add`")
            return
        }
        let isOverLimit = fact.rule == .localLimit
        broken(
            .gateway, .notScheduled, "not scheduled: \(reason(fact))", Basis(fact.rule),
            cure: isOverLimit
                ? "schedule fewer at a time, and the next ones when the app runs: `local list`"
                : "`permission grant`, give it a text, and schedule it again: `local add`")
    }
}
