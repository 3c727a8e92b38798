import PushModel
import PushPayload
import PushSimulation
import PushText

/// The answers about a push to a Live Activity, which is not a notification.
extension ChainWalk {
    /// The answer about a symptom; nil if the chain answers, since the push changed nothing.
    func activityAnswer(_ symptom: Symptom) -> Explanation.Answer? {
        guard isActivity, symptom != .activity, let display = link(.display),
            display.status == .ok
        else { return nil }
        switch symptom {
        case .banner, .sound: return lightAnswer(symptom, display)
        case .text: return yes(.text, display.found, display)
        case .badge:
            return none(.badge, "it sets none", .noBadge, "send an alert with `\"badge\": 1`")
        case .button:
            return none(
                .button, "its buttons come from the app's widget", .noButtons,
                "add a `Button` with an App Intent to the widget")
        case .image:
            return none(
                .image, "no service extension runs for it", .noImage,
                "let the widget draw the picture, from its assets or the app group's files")
        case .serviceExtension:
            return none(
                symptom, "it runs for notifications only", .noCodeRuns,
                "put the whole content into `content-state`")
        case .stack:
            return none(
                .stack, "it is not a notification", .notStacked,
                "iOS orders Live Activities by their `relevance-score`")
        case .tap:
            return none(
                .tap, "it leaves no notification to tap", .notTapped,
                "a tap on the Live Activity opens the app by its `widgetURL`")
        case .link:
            return none(
                .link, "its link is the widget's, not the payload's", .noLink,
                "give the widget a `widgetURL`, or its parts a `Link`")
        default:
            return none(
                symptom, "none of it is tracked", .notTracked,
                "track it where the app or its server changes the Live Activity")
        }
    }

    /// The answer about an effect that a push to a Live Activity never has.
    private func none(
        _ symptom: Symptom, _ reason: String, _ cause: Cause, _ cure: String
    ) -> Explanation.Answer {
        no(
            symptom, "the push is for a Live Activity, and \(reason)", cause, .activityUpdate,
            cure: cure)
    }

    /// The answer about the alert, which lights the screen and plays a sound; an update may omit
    /// it.
    private func lightAnswer(
        _ symptom: Symptom, _ display: ChainLink
    ) -> Explanation.Answer {
        guard let lit = fact(ofRules: [.activityAlert], [.live]) else {
            if let textless = textlessAlert {
                return no(
                    symptom, textless, .noAlertText, .activityAlert,
                    cure: "send `alert` as an object with `title` and `body`, and `sound` in it")
            }
            return no(
                symptom, "a push without an alert only redraws the Live Activity", .noAlertText,
                .activityAlert,
                cure: "give `aps` an `alert` with `title`, `body` and `sound`, which lights the "
                    + "screen")
        }
        guard symptom == .sound else {
            return yes(
                .banner, "\(lit.subject) \(lit.text), and leaves no notification", display)
        }
        let aps = payload?.root["aps"]
        if let sound = aps?["alert"]?["sound"]?.stringValue, !sound.isEmpty {
            if fact(saying: .notPlayed) != nil {
                return no(
                    .sound, "the mute switch is on", .muteSwitch, .muteSwitch,
                    cure: "`device mute off`")
            }
            let doubt = fact(
                ofRules: [.focus, .settingsSwitch, .authorizationOption], [.note])
            return yes(
                .sound,
                "\(sound), with the alert of \(lit.subject)"
                    + (doubt.map { "; but " + reason($0) } ?? ""), display)
        }
        let isBeside = aps?["sound"] != nil
        return no(
            .sound,
            isBeside
                ? "`sound` is next to `alert`, and a Live Activity's must be inside it"
                : "the alert has no `sound`",
            .noSound, .activityAlert,
            cure: isBeside
                ? "move it into `aps.alert`" : "add `\"sound\": \"default\"` to `aps.alert`")
    }

    /// The device's remark on an alert that lit no screen, since it has no text where those of Live
    /// Activities have theirs; nil if there is none.
    var textlessAlert: String? { fact(ofRules: [.activityAlert], [.note]).map(reason) }

    /// Whether the question is about the Live Activity on the screen, which no push has changed.
    var isActivityByApp: Bool {
        guard subject.symptom == .activity, subject.id == nil, refusedPush == nil,
            app?.activities.stored.isEmpty != false
        else { return false }
        if let missed = unfollowedPush, missed.isFollowed { return hasStarted(since: missed) }
        if let (_, fact) = lostPush,
            let started = evidence.appFacts.last(where: Self.isOfActivity),
            let lost = evidence.appFacts.last(where: { $0.fact == fact })
        {
            return Self.isBefore(lost, started)
        }
        return row == nil || hasStartedSince
    }

    /// Whether the app started one after a message to a channel that it has not subscribed to.
    private func hasStarted(since missed: UnfollowedPush) -> Bool {
        guard let started = evidence.appFacts.last(where: Self.isOfActivity) else { return false }
        return started.at == missed.at
            ? started.place > missed.place : started.at > missed.at
    }

    /// Whether the app started one after the last push, which had changed none.
    private var hasStartedSince: Bool {
        guard !evidence.facts.contains(where: Self.isOfActivity),
            let started = evidence.appFacts.last(where: Self.isOfActivity),
            let arrived = evidence.facts.first
        else { return false }
        return Self.isBefore(arrived, started)
    }

    private static func isOfActivity(_ entry: TimedFact) -> Bool {
        if case .activity? = entry.fact.occurrence { true } else { false }
    }

    /// The Live Activity that the app itself started, if there is one.
    mutating func walkActivityByApp() {
        for stage in ChainLink.Stage.allCases {
            guard stage == .display else {
                skipped(stage, .activityVisibility, "no push has changed one")
                continue
            }
            if subject.asksForStartToken {
                walkStartToken()
            } else if let shown = app?.activities.all.last(where: \.isRunning) {
                let text = "\(shown.id) shows \(shown.attributesType): \(shown.content.text)"
                if shown.state == .stale {
                    stale(shown, text)
                } else {
                    ok(.display, text, .activityVisibility)
                }
            } else if let ended = activityEnd() {
                activityOver(ended, again: "start another one: \(toFront)\(activityStart)")
            } else if let refused = startRefusal {
                broken(
                    .display, refused.obstacle.explanation, refused.found, Basis(.activitySupport),
                    cure: refused.obstacle.cure)
            } else {
                broken(
                    .display, .activityMissing, "none was started", Basis(.activityVisibility),
                    cure: "start one while the app is in front: \(toFront)\(activityStart), "
                        + "or by a push with `event` `start`"
                        + (startsByPush
                            ? "" : ", for which `\(device.name)` needs iOS \(App.startVersion)"))
            }
        }
    }

    /// Whether the system starts Live Activities by a push.
    private var startsByPush: Bool { !(Version(device.os) < Version(App.startVersion)) }

    /// Adds the token for such pushes, which the app gets when it is launched.
    private mutating func walkStartToken() {
        guard let app = currentApp else { return }
        if let token = app.activities.startToken {
            ok(
                .display,
                "the app has the push-to-start token \(TokenText.short(token)): "
                    + "`activity tokens` lists it", .activityToken)
        } else if let refused = startRefusal, refused.obstacle != .turnedOff {
            broken(
                .display, refused.obstacle.explanation, refused.found, Basis(.activitySupport),
                cure: refused.obstacle.cure)
        } else if !startsByPush {
            broken(
                .display, .activitySystemTooOld,
                "a start by push needs iOS \(App.startVersion), and `\(device.name)` has "
                    + device.os, Basis(.activitySupport), cure: ActivityObstacle.systemTooOld.cure)
        } else {
            let launch = app.isRunning ? "`app kill` and `app launch`" : "`app launch`"
            broken(
                .display, .activityUnaddressed, "the app gets it when it is launched",
                Basis(.activityToken),
                cure: beforeStartToken(app)
                    + (app.state == .uninstalled ? app.installCommand + ", then " : "") + launch)
        }
    }

    /// The answer about that token; nil if the question is not about it.
    var startTokenAnswer: Explanation.Answer? {
        guard subject.asksForStartToken, isActivityByApp, let display = link(.display) else {
            return nil
        }
        guard display.status == .ok else {
            return Explanation.Answer(
                verdict: .no, sentence: "no push-to-start token: \(display.found)", link: display)
        }
        return yes(.activity, display.found, display)
    }

    /// The launch without which the app's code cannot start a Live Activity, in front of its start.
    var toFront: String {
        guard let app = currentApp, app.state != .uninstalled, app.state != .foreground else {
            return ""
        }
        return "`app launch`, then "
    }

    /// Reports a Live Activity whose content is outdated.
    mutating func stale(_ shown: Activity, _ text: String) {
        let time = shown.staleAt.map { " " + InstantText.format($0.milliseconds) } ?? ""
        let reason = "its stale-date\(time) has passed, and nothing newer came"
        quiet(
            .display, .activityStale, "\(text), and is stale: \(reason)", .activityStale,
            cure: "push `event` `update` with a newer `timestamp` and a later `stale-date`, or "
                + "`activity update`", reason: reason)
    }

    /// The answer about a Live Activity that is shown, but stale; nil if it is not.
    var staleAnswer: Explanation.Answer? {
        guard let display = link(.display), display.cause == .activityStale else { return nil }
        return Explanation.Answer(.yes, about: "activity", display)
    }

    /// The reason why a Live Activity cannot start now, whoever starts it: the app, the system or
    /// its user; nil if it can.
    private var startRefusal: (found: String, obstacle: ActivityObstacle)? {
        guard let app = currentApp else { return nil }
        if !app.settings.supportsActivities {
            return ("the app's Info.plist has no NSSupportsLiveActivities", .unsupported)
        }
        if Version(device.os) < Version(App.activityVersion) {
            return (
                "it needs iOS \(App.activityVersion), the device has \(device.os)", .systemTooOld
            )
        }
        return app.permission.turnedOff.contains(.liveActivities)
            ? ("the user turned Live Activities off for the app", .turnedOff) : nil
    }

    /// Reports a Live Activity that has ended, with what would refuse the next one.
    mutating func activityOver(_ end: (found: String, rule: RuleID), again: String) {
        if let running = runningCure {
            return broken(.display, .activityOver, end.found, Basis(end.rule), cure: running)
        }
        let refused = startRefusal
        // The switch that ended it keeps others from starting, too.
        let more = end.rule == .activitySwitch ? nil : refused
        broken(
            .display, .activityOver,
            end.found + (more.map { "; and no other can start: \($0.found)" } ?? ""),
            Basis(end.rule), cure: (refused.map { $0.obstacle.cure + ", then " } ?? "") + again)
    }

    /// Reports a push that was refused since the Live Activity of its token is over.
    mutating func refusedAsOver(_ refusal: Fact) {
        let end = endBeforePush?.found
        let again =
            runningCure
            ?? (startRefusal.map { $0.obstacle.cure + ", then " } ?? "") + "start another one"
        broken(
            .gateway, .activityOver, reason(refusal) + (end.map { "; " + $0 } ?? ""),
            Basis(refusal.rule), cure: again + "; " + RequestFault.activityEnded.cure, reason: end)
    }

    /// The remedy for a push that was refused since the app, and with it the token, was gone.
    var goneWithAppCure: String {
        payload?.aps.event == .start
            ? RequestFault.startTokenRetired.cure
            : "start another Live Activity, \(activityStart), since the one that it was for went "
                + "with the app; then send the push to the new one's token"
    }

    /// The remedy for a push to one that is over while another is shown; nil if none is.
    private var runningCure: String? {
        guard let app = currentApp, let shown = app.activities.all.last(where: \.isRunning) else {
            return nil
        }
        let sending = "send it to `\(shown.id)`, which is shown now"
        guard shown.token == nil, shown.channel == nil else { return sending }
        return onlineFirst + relaunch(app)
            + ", by which the app learns the token of `\(shown.id)`; then " + sending
    }

    /// The end of the last Live Activity, if none has started since; or of the one with an ID.
    ///
    /// The reports of other pushes count only where nothing else tells the end.
    func activityEnd(
        of name: String? = nil, byAnyPush: Bool = false
    ) -> (found: String, rule: RuleID)? {
        let known =
            evidence.appFacts + evidence.facts + (byAnyPush ? evidence.activityFacts : [])
        for entry in known.sorted(by: Self.isBefore).reversed() {
            guard case .activity(let event, let id)? = entry.fact.occurrence,
                name?.isExactly(id) ?? true
            else { continue }
            let time = InstantText.format(entry.at.milliseconds)
            switch event {
            case .dismissed where entry.fact.rule == .activitySwitch:
                return (
                    "`\(id)` ended at \(time): the user turned Live Activities off for the app",
                    entry.fact.rule
                )
            case .dismissed:
                return ("the user swiped `\(id)` away at \(time), which ended it", entry.fact.rule)
            case .ended:
                let isSystem = entry.fact.rule == .activityLife
                return (
                    "`\(id)` ended at \(time)"
                        + (isSystem ? ": the system ends one after 8 hours" : ""), entry.fact.rule
                )
            case .started, .updated, .stale: return nil
            }
        }
        return nil
    }

    /// The end of the Live Activity for which a push came too late; nil if nothing is known of it,
    /// or if it may be one of several.
    var endBeforePush: (found: String, rule: RuleID)? {
        if fact(saying: .activityUnchanged(.missing)) != nil {
            return activityEnd(byAnyPush: true)
        }
        let late = evidence.facts.last {
            if case .refused? = $0.fact.occurrence { return $0.fact.rule == .activityToken }
            return $0.fact.occurrence == .activityUnchanged(.over)
        }
        guard let late else { return nil }
        var names: [String] = []
        for entry in evidence.appFacts + evidence.activityFacts
        where Self.isBefore(entry, late) {
            guard case .activity(let event, let name)? = entry.fact.occurrence,
                event == .ended || event == .dismissed, !names.contains(name)
            else { continue }
            names.append(name)
        }
        return names.count == 1 ? activityEnd(of: names[0], byAnyPush: true) : nil
    }

    /// The order of facts: by time, and within an instant by their statement.
    static func isBefore(_ one: TimedFact, _ other: TimedFact) -> Bool {
        one.at == other.at ? one.place < other.place : one.at < other.at
    }
}
