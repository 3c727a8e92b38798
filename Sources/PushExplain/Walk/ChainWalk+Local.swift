import PushModel
import PushSimulation
import PushText

/// Local notifications that have not fired, or never will.
extension ChainWalk {
    /// The scheduled notification that the question is about.
    var scheduled: LocalRequest? {
        guard let id = subject.id else { return nil }
        return app?.scheduled.first { $0.id.isExactly(id) }
    }

    /// The report that the notification in question was not scheduled, or not kept.
    var unscheduled: Fact? {
        guard let id = subject.id, scheduled == nil,
            let entry = evidence.appFacts.last(where: {
                $0.fact.unscheduledID?.isExactly(id) == true
            }), !wasSent(after: entry)
        else { return nil }
        return entry.fact
    }

    /// Whether the notification in question was scheduled, and gone before it was due.
    var wasUnscheduledLater: Bool {
        row == nil && unscheduled.map { $0.verb == .removed || $0.rule == .localLimit } ?? false
    }

    /// The ID of the last notification that was not scheduled, or not kept.
    var lastUnscheduledID: String? {
        evidence.appFacts.lazy.reversed().compactMap(\.fact.unscheduledID).first
    }

    /// The word for the content's holder: nobody sends a local notification, so it has no payload.
    var content: String { isLocal ? "the notification" : "the payload" }

    /// The command that schedules it, with what it lacks.
    func schedule(_ more: String = "--body TEXT") -> String {
        "local add --in 1m --id \((row?.id ?? subject.id)?.asWord ?? "ID") \(more)"
    }

    /// The cure if the app itself has to do what is otherwise the sender's job; nil if both are
    /// alike.
    func localCure(of cause: Cause) -> String? {
        if pushBehind != nil {
            switch cause {
            case .noSound, .noBadge, .categoryMissing:
                return "give it one in the code that posts it"
            case .noLink: return "send the silent push with a `deeplink` or `link`"
            default: break
            }
        }
        return switch cause {
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
            let wasDeleted = fact.rule == .appUninstall
            broken(
                .gateway, .notScheduled,
                wasDeleted
                    ? "the app was deleted before it was due"
                    : "the app removed it before it was due",
                Basis(fact.rule), cure: ableToSchedule + "schedule it again: `\(schedule())`")
            return
        }
        if fact.rule == .localInterval {
            return broken(
                .gateway, .notScheduled, "not scheduled: the app ended with an \(fact.text)",
                Basis(fact.rule),
                cure: ableToSchedule + "schedule it a minute ahead or more: `\(schedule())`")
        }
        let isOverLimit = fact.rule == .localLimit
        broken(
            .gateway, .notScheduled, "not scheduled: \(reason(fact))", Basis(fact.rule),
            cure: isOverLimit
                ? "schedule fewer at a time, and the next ones when the app runs: `local list`"
                : ableToSchedule
                    + "schedule it, with a text, a sound or a badge: `\(schedule())`")
    }

    /// The commands after which the app can schedule a notification, in front of that; empty if it
    /// can.
    private var ableToSchedule: String {
        guard let app = currentApp else { return "" }
        let isDeleted = app.state == .uninstalled
        var commands = isDeleted ? [installing] : []
        if !app.isRunning { commands.append("`app launch`") }
        switch app.permission.status {
        case .denied: commands.append("`permission grant`")
        case .notDetermined where app.isRunning || !app.settings.asksPermissionAtLaunch:
            commands.append("`permission ask`")
        case .notDetermined, .authorized, .provisional: break
        }
        return commands.map { $0 + ", then " }.joined()
    }
}

extension Fact {
    /// The ID of the local notification that, as it reports, was not scheduled, or not kept.
    fileprivate var unscheduledID: String? {
        switch occurrence {
        case .lost(let loss, let id, on: nil)? where loss.isOfLocal: id
        case nil where verb == .removed && [.localSchedule, .appUninstall].contains(rule): subject
        default: nil
        }
    }
}

/// Local notifications that the app posts for silent pushes (KD-02).
extension ChainWalk {
    /// The local notification that the app posted for the silent push in question.
    var postedID: String? {
        guard row?.state == .silent else { return nil }
        for entry in evidence.facts.reversed() {
            if case .posted(let id)? = entry.fact.occurrence { return id }
        }
        return nil
    }

    /// The silent push for which the app posted the local notification in question.
    var pushBehind: String? {
        guard isLocal, let row, row.collapseID == App.localIdentifier,
            row.id.hasSuffix(App.localEnding)
        else { return nil }
        return String(row.id.dropLast(App.localEnding.count))
    }

    /// Notes what the app made of a silent push, if the question is about the whole chain.
    mutating func noteLocal() {
        guard subject.symptom == nil, subject.event == nil else { return }
        if let postedID {
            note(
                "the app posted `\(postedID)` for it: "
                    + "`why \(postedID.asWord)` tells what became of that")
        } else if fact(saying: .notPosted) != nil, let lackOfTexts {
            note("the app posted no local notification for it, since the payload \(lackOfTexts)")
        }
    }

    /// The words for the texts of the app's local notification that the payload lacks.
    private var lackOfTexts: String? { payload.flatMap { App.lackOfLocalTexts(in: $0.root) } }

    /// The answer about a silent push for which the app was to post a local notification, and did
    /// not; nil for any other push, and for what no local notification has.
    func unpostedAnswer(_ symptom: Symptom) -> Explanation.Answer? {
        guard symptom.isOfLocal, showsNothing, fact(saying: .notPosted) != nil,
            symptom != .sound || payload?.aps.sound == nil, let lackOfTexts
        else { return nil }
        return no(
            symptom,
            "the app was to post a local notification for it, and the payload \(lackOfTexts)",
            .noAlertText, .localNotification,
            cure: "send both beside \(apsName), as "
                + "`\"data\": {\"newTitle\": \"TITLE\", \"newBody\": \"TEXT\"}`")
    }
}

extension WhySubject {
    /// Whether it is about something that a silent push has only by the local notification that its
    /// app posts for it.
    public var isOfLocal: Bool {
        id != nil && !asksForWake && symptom.map(\.isOfLocal) == true
    }
}

extension Symptom {
    /// Whether a local notification can have the symptom.
    fileprivate var isOfLocal: Bool {
        switch self {
        case .banner, .text, .sound, .image, .button, .stack, .tap, .link, .open, .dismiss: true
        case .badge, .activity, .serviceExtension, .delivery, .token, .upload, .warehouse: false
        }
    }
}
