import PushModel
import PushPayload
import PushSimulation
import PushText

/// The answers about sound and badge, which are not links of the chain.
extension ChainWalk {
    /// The first broken link of the way to the device; a badge and a sound need no text, and come
    /// with alerts off as well.
    private var stop: ChainLink? {
        let needed = links.filter { $0.cause != .alertsOff }
        if row != nil, row?.state != .refused {
            return needed.first { $0.stage == .permission && $0.status == .broken }
        }
        let stages: [ChainLink.Stage] = [
            .permission, .deviceToken, .registrationToken, .gateway, .device,
        ]
        return needed.first { stages.contains($0.stage) && $0.status == .broken }
            ?? needed.first { stages.contains($0.stage) && $0.status == .notReached }
    }

    /// Whether `willPresent` decided what to show, play and set.
    var wasAsked: Bool { fact(saying: .called(.willPresent)) != nil }

    /// The command that adds the payload's sound to the app, with the setting written out in full.
    var soundCure: String {
        let name = payload?.aps.sound?.name ?? ""
        let isPlain = name.utf8.allSatisfy { byte in
            byte > UInt8(ascii: " ") && byte < 0x7F && !"`,:$\\\"'".utf8.contains(byte)
        }
        guard isPlain, [".caf", ".aiff", ".aif", ".wav"].contains(where: name.hasSuffix) else {
            return "send the name of an aiff, wav or caf file in the app: `app show` lists them"
        }
        let others = (currentApp?.settings.sounds ?? []).filter { $0.name != name }
        let list = others.map { "\($0.name):\($0.seconds)" } + ["\(name):2"]
        // One that is too long would play the default sound as well.
        let playable = others.filter { $0.seconds < Sound.tooManySeconds }
        let near = near(name, among: playable.map(\.name))
        return (near.map { sending("sound", $0) + ", or " } ?? "")
            + "add a file shorter than \(Sound.tooManySeconds) s to the app: "
            + "`app set sounds \(list.joined(separator: ","))`"
    }

    /// The answer if a sound was played: the payload's, the default one, or a silent one.
    private var played: Explanation.Answer? {
        guard let fact = fact(.sound) else { return nil }
        let isCritical = fact.rule == .soundCritical
        var reason: String?
        if case .soundReplaced(let fault)? = fact.occurrence {
            reason = payload?.aps.sound?.name.map(fault.reason)
        }
        if fact.rule == .soundFallback || reason != nil {
            let lost = isCritical ? nil : lostCritical
            let more = lost.map { ", and not as a critical one: \($0.reason)" } ?? ""
            return Explanation.Answer(
                verdict: .yes,
                sentence: (reason.map { "sound: the default one was played, since \($0)" }
                    ?? "sound: \(fact.text)") + more,
                link: ChainLink(
                    .display, .quiet, fact.text + more, Basis(.soundFallback),
                    cause: .soundMissing,
                    cure: soundCure + (lost.map { "; and \($0.cure)" } ?? ""),
                    reason: reason.map { $0 + more }))
        }
        if !isCritical, let lost = lostCritical {
            return Explanation.Answer(
                verdict: .yes,
                sentence: "sound: \(fact.text) was played, but not as a critical one: "
                    + lost.reason,
                link: ChainLink(
                    .display, .quiet, lost.reason, Basis(lost.rule), cause: lost.cause,
                    cure: lost.cure))
        }
        return Explanation.Answer(
            verdict: .yes, sentence: "sound: \(fact.text) was played",
            link: ChainLink(.display, .ok, fact.text, Basis(fact.rule)))
    }

    /// The answer about the sound: played, or the first reason why not.
    ///
    /// The order is that of the way: the push, the mute switch, the permission, the payload, the
    /// Focus, the app's code, and the level.
    var soundAnswer: Explanation.Answer {
        if (fact(.sound) ?? fact(saying: .notPlayed))?.rule == .soundCritical,
            payload?.aps.sound?.volume == 0
        {
            return no(
                .sound, "its `volume` is 0, which is silent", .noSound, .soundCritical,
                cure: "send a `volume` above 0, up to 1")
        }
        if let played { return played }
        if let stop { return without(.sound, stop) }
        if let fact = fact(saying: .notPlayed), fact.rule == .muteSwitch {
            if let lost = lostCritical {
                return no(
                    .sound, "\(lost.reason), and the mute switch is on", lost.cause, lost.rule,
                    cure: lost.cure)
            }
            return no(
                .sound, "the mute switch is on", .muteSwitch, .muteSwitch,
                cure: "`device mute off`")
        }
        if let refused = unpermitted(.notPlayed, .sound, .sounds) { return refused }
        if link(.display)?.basis == Basis(.otherPushType), let display = link(.display) {
            return without(.sound, display)
        }
        if let unsent = unsentSound { return unsent }
        if let fact = fact(saying: .notPlayed), let silence = silence(by: fact.rule) {
            return no(.sound, silence.reason, silence.cause, silence.rule, cure: silence.cure)
        }
        if wasAsked, app?.settings.willPresent.contains(.sound) == false {
            return unreturned(.sound, .foregroundWillPresent)
        }
        if let display = link(.display), display.isTrouble {
            if display.cause == .focus, let lost = lostCritical {
                return no(
                    .sound, "\(lost.reason), and a Focus is on", lost.cause, lost.rule,
                    cure: lost.cure)
            }
            return quietInFront(.sound, display) ?? without(.sound, display)
        }
        if place == .summary {
            return no(
                .sound, "\(id ?? "it") came with the scheduled summary, which plays none",
                .heldForSummary, .summaryHeld,
                cure: "`device summary off`, or \(asTimeSensitive)")
        }
        if let fact = fact(.shown), fact.rule == .levelPassive {
            return no(
                .sound, "its interruption level is passive", .passiveLevel, .levelPassive,
                cure: "send it with `\"interruption-level\": \"active\"`")
        }
        if let refused = unallowed(.sound) { return refused }
        if wasAsked { return unreturned(.sound, .foregroundWillPresent) }
        if let unheard = undelegated(.sound) { return unheard }
        return no(
            .sound, "a push of type `\(row?.pushType ?? "background")` plays none", .notPresented,
            .backgroundNeverShown, cure: Self.asAlert + " and a text")
    }

    /// The answer if no sound was sent that iOS reads; nil if there is one.
    var unsentSound: Explanation.Answer? {
        if payload?.aps.sound != nil { return nil }
        if let value = payload?.root["aps"]?["sound"], value.stringValue == nil,
            value.objectMembers == nil
        {
            return no(
                .sound, "`sound` is \(value.kindName), not text", .noSound, .sound,
                cure: "send `\"sound\": \"default\"`, or the name of a file in the app")
        }
        if let misplaced = misplaced("sound", .sound, .noSound, .sound) { return misplaced }
        return no(
            .sound, "\(content) has no `sound`", .noSound, .sound,
            cure: "add `\"sound\": \"default\"` to \(apsName)")
    }

    /// Whether it is of the kind that plays a sound and sets a badge.
    var isAlert: Bool { row?.pushType == PushType.alert.rawValue || isLocal }

    /// The answer about an effect for which a notification needs no text, though the display misses
    /// one; nil if something else keeps the effect away.
    private func quietInFront(_ symptom: Symptom, _ display: ChainLink) -> Explanation.Answer? {
        guard display.cause == .noAlertText else { return nil }
        return unallowed(symptom) ?? undelegated(symptom)
    }

    /// The answer if the app had no code to ask when an alert came; nil if it had.
    ///
    /// Away from the front nobody is asked, and the effect that is missing would be there.
    private func undelegated(_ symptom: Symptom) -> Explanation.Answer? {
        guard isAlert, let settings = app?.settings else { return nil }
        if !settings.hasDelegate {
            return no(
                symptom, "the app is in front and has no notification-centre delegate",
                .notPresented, .foregroundNoDelegate,
                cure: "set a notification-centre delegate: `app set delegate on`")
        }
        guard !settings.implementsWillPresent else { return nil }
        return no(
            symptom, "the app is in front and its delegate has no willPresent", .notPresented,
            .foregroundNoWillPresent,
            cure: "implement willPresent: `app set delegate.will-present on`")
    }

    /// The answer if the permission at that time allowed an alert neither sound nor badge; nil for
    /// other types of push, which play and set nothing in any case.
    private func unallowed(_ symptom: Symptom) -> Explanation.Answer? {
        guard isAlert else { return nil }
        switch permissionAtArrival {
        case .provisional:
            return no(
                symptom, "the permission is provisional", .provisional, .permissionProvisional,
                cure: Self.loudPermission)
        case .denied:
            return no(
                symptom, "the permission is denied", .permissionDenied, .permissionDenied,
                cure: grantCure)
        case .notDetermined:
            return no(
                symptom, "the permission was never asked for", .permissionNotAsked,
                .permissionNotAsked,
                cure: registrationCure ?? askingForPermission)
        case .authorized, nil: return nil
        }
    }

    /// The permission when the push came; nil if there is no app.
    private var permissionAtArrival: Permission.Status? {
        if let shown = fact(.shown) {
            return shown.rule == .permissionProvisional ? .provisional : .authorized
        }
        guard let then = permissionThen else { return app?.permission.status }
        switch then {
        case .answered(.provisional): return .provisional
        case .answered(.denied): return .denied
        case .answered(.granted), .answered(.alertsOff): return .authorized
        case .notAsked, .notOpened: return .notDetermined
        }
    }

    /// The answer if `willPresent`, which was asked, left the sound or the badge out.
    private func unreturned(_ symptom: Symptom, _ rule: RuleID) -> Explanation.Answer {
        no(
            symptom, "willPresent did not return `.\(symptom.rawValue)`", .willPresentOptions, rule,
            cure: "return it: `app set will-present banner,list,sound,badge`")
    }

    /// The answer if a key of `aps` is outside it or in the alert, or is empty.
    private func misplaced(
        _ key: String, _ symptom: Symptom, _ cause: Cause, _ rule: RuleID
    ) -> Explanation.Answer? {
        if payload?.root["aps"]?[key]?.stringValue?.isEmpty == true, !isActivity {
            return no(
                symptom, "`\(key)` is empty", cause, rule,
                cure: "send `\"sound\": \"default\"` in \(apsName)")
        }
        return misplacedKey(key).map { no(symptom, $0.found, cause, rule, cure: $0.cure) }
    }

    /// The answer if the app never asked for a sound or a badge, or its user turned it off.
    private func unpermitted(
        _ occurrence: Occurrence, _ symptom: Symptom, _ control: PermissionSwitch
    ) -> Explanation.Answer? {
        let entry = evidence.facts.last {
            $0.fact.occurrence == occurrence
                && [.authorizationOption, .settingsSwitch].contains($0.fact.rule)
        }
        guard let fact = entry?.fact else { return nil }
        return fact.rule == .settingsSwitch
            ? no(
                symptom, reason(fact), .settingsSwitch, .settingsSwitch,
                cure: Self.turningOn(control))
            : no(
                symptom, reason(fact), .authorizationOption, .authorizationOption,
                cure: "ask for it in requestAuthorization: \(askCommand(for: .badge))")
    }

    /// The way to a switch in Settings.
    static func turningOn(_ control: PermissionSwitch) -> String {
        "the user turns it on in Settings: `permission switch \(control.rawValue) on`"
    }

    /// The answer about the badge: set, or the first reason why not.
    ///
    /// A badge needs no text, so that a push that shows nothing may set one.
    var badgeAnswer: Explanation.Answer {
        if let fact = fact(.badge) {
            let now = currentApp?.badge ?? 0
            let isKept = payload?.aps.badge.map { $0 == now } ?? true
            return Explanation.Answer(
                verdict: .yes,
                sentence: "badge: \(fact.text)"
                    + (isKept
                        ? ""
                        : "; the icon has \(now == 0 ? "none" : "\(now)") now"
                            + (isOwnBadge ? ", which the app itself set" : "")),
                link: ChainLink(.display, .ok, fact.text, Basis(fact.rule)))
        }
        if let numbered { return numbered }
        if let stop { return without(.badge, stop) }
        if let unsent = unsentBadge { return unsent }
        if let refused = unpermitted(.badgeNotSet, .badge, .badges) { return refused }
        if let refused = unallowed(.badge) { return refused }
        if wasAsked { return unreturned(.badge, .badgeForeground) }
        if let display = link(.display), display.isTrouble {
            return quietInFront(.badge, display) ?? without(.badge, display)
        }
        if let unheard = undelegated(.badge) { return unheard }
        return no(
            .badge, "a push of type `\(row?.pushType ?? "background")` sets none", .notPresented,
            .backgroundNeverShown, cure: Self.asAlert)
    }

    /// The answer of an icon that has a number, where no push is known; nil if it has none.
    private var numbered: Explanation.Answer? {
        guard subject.id == nil, row == nil, storedPush == nil, unarrived == nil,
            let app = currentApp,
            app.state != .uninstalled, app.badge > 0
        else { return nil }
        let text = "the icon shows \(app.badge)" + (isOwnBadge ? ", which the app itself set" : "")
        let rule = isOwnBadge ? RuleID.badgeByApp : .badge
        return yes(.badge, text, ChainLink(.display, .ok, text, Basis(rule)))
    }

    /// The answer if no badge was sent that iOS reads; nil if there is one.
    var unsentBadge: Explanation.Answer? {
        let value = payload?.root["aps"]?["badge"]
        if let unread = fact(saying: .badgeUnread).map(reason)
            ?? (payload?.aps.badge == nil ? value.map { "`badge` is \($0.kindName)" } : nil)
        {
            return no(
                .badge, unread, .badgeNotNumber, .badgeValue,
                cure: "send a whole number: `\"badge\": \(Self.takesBadgeOff(payload) ? 0 : 1)`")
        }
        if payload?.aps.badge != nil { return nil }
        if let misplaced = misplaced("badge", .badge, .noBadge, .badge) { return misplaced }
        return no(
            .badge, "\(content) has no `badge`, so the icon stays as it was", .noBadge, .badge,
            cure: "add `\"badge\": 1` to \(apsName)")
    }
}
