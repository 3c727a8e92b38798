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

    /// The word for the content's holder: nobody sends a local notification, so it has no payload.
    var content: String { isLocal ? "the notification" : "the payload" }

    /// The command that schedules it, with what it lacks.
    func schedule(_ more: String = "--body TEXT") -> String {
        "local add --in 1m --id \(row?.id ?? subject.id ?? "ID") \(more)"
    }

    /// The cure if the app itself has to do what is otherwise the sender's job; nil if both are
    /// alike.
    func localCure(of cause: Cause) -> String? {
        switch cause {
        case .noSound: "schedule it with one: `\(schedule("--body TEXT --sound default"))`"
        case .noBadge: "schedule it with one: `\(schedule("--body TEXT --badge 1"))`"
        case .noAlertText: "schedule it with a title or a text: `\(schedule())`"
        case .categoryMissing:
            "schedule it with one that has buttons: `"
                + schedule("--body TEXT --category \(known ?? "engage")") + "`"
        case .noLink: "schedule it with one: `\(schedule("--body TEXT --link URL"))`"
        case .heldForSummary where isHeldForSummary:
            "\(waitForSummary), or `device summary off`"
        case .heldForSummary: "`device summary off`"
        default: nil
        }
    }

    /// Adds a local notification that was refused, over the limit, or removed.
    mutating func notScheduled(_ fact: Fact) {
        guard fact.verb != .removed else {
            broken(
                .gateway, .notScheduled, "the app removed it before it was due",
                Basis(fact.rule), cure: "schedule it again: `\(schedule())`")
            return
        }
        let isOverLimit = fact.rule == .localLimit
        broken(
            .gateway, .notScheduled, "not scheduled: \(reason(fact))", Basis(fact.rule),
            cure: isOverLimit
                ? "schedule fewer at a time, and the next ones when the app runs: `local list`"
                : (currentApp?.permission.status == .authorized ? "" : "`permission grant`; then ")
                    + "schedule it, with a text, a sound or a badge: `\(schedule())`")
    }
}
