import PushModel
import PushPayload
import PushSimulation
import PushText

/// The link of the display: presented, presented quietly, or not at all.
extension ChainWalk {
    /// Adds the display: shown, shown quietly, held for a summary, or not shown.
    ///
    /// A push that asks for nothing visible has done its work and is skipped, not broken.
    mutating func walkDisplay() {
        guard let row else {
            pending(.display, .presented)
            return
        }
        if isActivity, row.state != .refused {
            walkActivityDisplay()
        } else if isPresented {
            shown(row)
        } else if let lost = lostInSummary {
            broken(.display, lost.cause, lost.found, Basis(lost.rule), cure: lost.cure)
        } else if isHeldForSummary {
            held()
        } else if status(.permission) == .broken || ![.ok, .notNeeded].contains(status(.gateway)) {
            pending(.display, .presented)
        } else if let done = doneUnseen {
            skipped(.display, done.rule, done.found)
        } else if let denied = deniedEffect {
            links.append(denied)
        } else if let fact = fact(saying: .notShown) {
            notPresented(fact)
        } else if fact(ofRules: [.foregroundWithoutText], [.called]) != nil {
            withoutText("\(content) has no alert text", Basis(.foregroundWithoutText))
        } else if let payload, row.pushType == "alert", payload.aps.hasInteraction {
            withoutText("\(content) has no alert text", Basis(.alertNeedsText))
        } else {
            skipped(.display, .backgroundWake, "a background push shows nothing")
            noteLocal()
        }
    }

    /// The place where the user could see it when it came.
    var place: PushNotification.Place? {
        if case .shown(let place, _)? = shownFact?.fact.occurrence { return place }
        return nil
    }

    /// Whether it came on the screen at once: as a banner, or on the lock screen.
    var wasOnScreen: Bool { place == .banner || place == .lockScreen }

    /// Adds a notification that was shown, with what made it less than its sender asked for.
    private mutating func shown(_ row: NotificationRow) {
        if let quietness {
            let spot = place == .summary ? "the scheduled summary" : "the list"
            let sentence =
                quietness.sentence
                ?? (wasOnScreen
                    ? "\(quietness.reason), so it arrived as an active notification"
                    : "\(quietness.reason), so it joined \(spot) silently")
            quiet(
                .display, quietness.cause,
                (wasOnScreen || quietness.cause == .pushReplaced ? "" : "no banner: ") + sentence,
                quietness.rule, cure: quietness.cure, reason: sentence)
        } else if isActivityMistyped {
            quiet(
                .display, .activityWrongType,
                mistypedActivity + ": it was shown as a notification", .activityUpdate,
                cure: mistypedActivityCure, reason: mistypedActivity)
        } else {
            let text = fact(.shown)?.text ?? "it was shown"
            let later = [.shown, .held].contains(row.state) ? "" : "; \(row.state.rawValue) since"
            ok(.display, text + later, .presented)
        }
        if let loweredBefore { note(loweredBefore) }
        if fact(saying: .previewHidden) != nil {
            if subject.symptom != .text {
                note("Show Previews hides its text: `why text` says more")
            }
        }
        if subject.symptom == .text { noteText(row) }
        // The answer about the text says it itself.
        if mayBeSummarised, subject.symptom != .text { note(Self.summaryNote) }
        noteStack(row)
    }

    /// Notes what is odd about the text itself.
    private mutating func noteText(_ row: NotificationRow) {
        let texts = [row.title, row.subtitle, row.body].compactMap(\.self)
        if let meant = texts.lazy.compactMap(Mojibake.meant).first {
            note("the text looks like UTF-8 that was read as Windows-1252: `\(meant)` was meant")
        }
        if let unfilled = fact(ofRules: [.localisedArguments], [.not]) { note(reason(unfilled)) }
        if fact(.ran) != nil, !keysInData.isEmpty {
            note(
                "the payload has keys in `data` that the extension looks for beside `aps`: "
                    + keysInData.joined(separator: ", "))
        }
    }

    /// The reason why a notification was less prominent than its sender asked.
    struct Quietness {
        var cause: Cause
        var reason: String
        var rule: RuleID
        var cure: String
        /// A sentence on how it was shown; nil if it joined the list silently.
        var sentence: String?
    }

    /// The obstacle that lowered the level of a notification before a newer one replaced it, as a
    /// sentence.
    private var loweredBefore: String? {
        guard row?.state == .replaced, let lowered = loweredLevel else { return nil }
        let reason =
            lostCritical?.reason
            ?? (lowered.fact.rule == .levelRefused ? Self.levelRefused : Self.notEntitled)
        return "until then it was an active notification, since \(reason)"
    }

    private static let levelRefused = "the user turned time-sensitive notifications off"
    private static let notEntitled = "the app is not entitled to time-sensitive notifications"

    /// The reason why it came without light and sound, or with less than its sender asked for.
    private var quietness: Quietness? {
        let silence = silence
        // With the level that it asked for, the newer one would have replaced it as well, and what
        // keeps every level from its place would have kept it.
        guard let lowered = loweredLevel, row?.state != .replaced,
            place != .list || [.focus, .focusFilter].contains(silence?.cause)
        else { return silence }
        let more = isHeldForSummary ? "" : silence.map { ", and \($0.reason)" } ?? ""
        if var critical = lostCritical {
            critical.reason += more
            return critical
        }
        if lowered.fact.rule == .levelRefused {
            return Quietness(
                cause: .timeSensitiveRefused,
                reason: Self.levelRefused + more,
                rule: lowered.fact.rule,
                cure: "the user allows them in Settings: `permission grant --time-sensitive on`")
        }
        return Quietness(
            cause: .entitlementMissing,
            reason: Self.notEntitled + more,
            rule: lowered.fact.rule,
            cure: "add the capability: `app set entitlement.time-sensitive on`")
    }

    /// The fact that another level applied than the payload asked for, with the reason if it is
    /// known.
    var loweredLevel: (fact: Fact, obstacle: Occurrence.LevelObstacle?)? {
        for entry in evidence.facts.reversed() {
            if case .levelLowered(let obstacle)? = entry.fact.occurrence {
                return (entry.fact, obstacle)
            }
        }
        return nil
    }

    /// The reason of its silence, by the rule of the fact that showed or held it.
    private var silence: Quietness? {
        if row?.state == .replaced {
            return Quietness(
                cause: .pushReplaced, reason: "a newer one replaced it", rule: .collapse,
                cure: replacedCure,
                sentence: "it was shown, until a newer one with its \(identifierName) replaced it")
        }
        return (fact(.shown) ?? fact(.held)).flatMap { silence(by: $0.rule) }
    }

    /// The way in which a rule silences a notification; nil for a rule that does not.
    func silence(by rule: RuleID) -> Quietness? {
        switch rule {
        case .focus:
            let unread = unreadLevel
            return Quietness(
                cause: .focus,
                reason: (unread.map { "\($0.found), and " } ?? "") + "a Focus is on",
                rule: .focus,
                cure: (unread.map {
                    "\($0.cure), which breaks through it\(needs(of: $0.meant)), or "
                } ?? "")
                    + "`device focus off`, or the user allows the app in it: "
                    + "`app set focus.allowed on`")
        case .focusFilter:
            let criteria = payload?.aps.filterCriteria.map { " `\($0)`" } ?? ""
            return Quietness(
                cause: .focusFilter,
                reason: "the app's Focus filter does not let\(criteria) through",
                rule: .focusFilter,
                cure: "`app set focus.filter none`, or send other `filter-criteria`")
        case .permissionProvisional:
            return Quietness(
                cause: .provisional, reason: "the permission is provisional",
                rule: .permissionProvisional, cure: Self.loudPermission)
        case .settingsSwitch:
            let name = switchOfPlace
            return Quietness(
                cause: .settingsSwitch, reason: "`\(name.rawValue)` is off in Settings",
                rule: .settingsSwitch,
                cure: "the user turns it on: `permission switch \(name.rawValue) on`",
                sentence: "`\(name.rawValue)` is off for the app in Settings, so it joined the list"
            )
        case .levelPassive where subject.symptom != nil:
            return Quietness(
                cause: .passiveLevel, reason: "its interruption level is passive",
                rule: .levelPassive, cure: "send it with `\"interruption-level\": \"active\"`")
        case .summaryHeld where subject.symptom != nil:
            return Quietness(
                cause: .heldForSummary, reason: "a summary is scheduled", rule: .summaryHeld,
                cure: "")
        default: return nil
        }
    }

    /// The remedy for quiet deliveries: the button Keep, which iOS offers with them, leaves them as
    /// quiet as they are (A-PERM).
    static let loudPermission =
        "the user turns on Lock Screen, Banners, Sounds and Badges for the app in Settings: "
        + "`permission grant`"

    /// The switch of Settings that kept the notification from its place when it came.
    ///
    /// Facts of older versions do not name it: then the place is guessed from the device as it is.
    var switchOfPlace: PermissionSwitch {
        if case .shown(_, let control?)? = shownFact?.fact.occurrence { return control }
        let off = app?.permission.turnedOff ?? []
        switch (off.contains(.banners), off.contains(.lockScreen)) {
        case (true, true): return device.status.isLocked ? .lockScreen : .banners
        case (true, false): return .banners
        case (false, true): return .lockScreen
        case (false, false): return .notificationCenter
        }
    }

    /// The switch that lets a notification be seen which no place took: what is only listed needs
    /// Notification Center.
    var switchToAllow: PermissionSwitch {
        guard let app = currentApp else { return switchOfPlace }
        if wasAsked {
            // The device may be locked by now, but in front there is no lock screen.
            return self.app?.settings.willPresent.contains(.banner) == true
                && app.permission.status != .provisional ? .banners : .notificationCenter
        }
        return isOnlyListed(app) ? .notificationCenter : switchOfPlace
    }

    /// Whether such a notification would only be listed, as app and device are now.
    func isOnlyListed(_ app: App) -> Bool {
        let level = loweredLevel == nil ? payload?.aps.interruptionLevel : nil
        let isLoud = level == .timeSensitive || level == .critical
        return app.permission.status == .provisional || level == .passive
            || device.status.focus && !app.settings.isAllowedInFocus && !isLoud
    }

    /// Adds a notification that waits for the scheduled summary.
    ///
    /// If its level was lowered, or not read, that is the cause: as meant it would not have waited.
    private mutating func held() {
        let fact = fact(saying: .heldForSummary)
        let text = fact?.text ?? "it waits for the scheduled summary"
        var cure = "\(waitForSummary), `device summary off`, or \(asTimeSensitive)"
        var cause = Cause.heldForSummary
        var reason = "it waits for the scheduled summary"
        if let lowered = quietness, loweredLevel != nil {
            (cause, cure) = (lowered.cause, lowered.cure)
            reason = "\(lowered.reason), so it waits for the scheduled summary"
        } else if let unread = unreadLevel {
            cure = "\(asTimeSensitive), or \(waitForSummary), or `device summary off`"
            reason = "\(unread.found), so it waits for the scheduled summary"
        }
        quiet(
            .display, cause, text, fact?.rule ?? .presented, cure: cure, reason: reason)
    }

    /// The reason why a notification never came that the scheduled summary held, and its cure; nil
    /// if it came, or still can.
    var lostInSummary: (found: String, cause: Cause, rule: RuleID, cure: String)? {
        guard wasHeldForSummary else { return nil }
        switch row?.state {
        case .replaced:
            return (
                "it waited for the scheduled summary, until a newer one with its "
                    + "\(identifierName) replaced it", .pushReplaced, .collapse, replacedCure
            )
        case .removed:
            return (
                "the app was deleted before the scheduled summary came", .appNotInstalled,
                .appUninstall, reinstalledCure
            )
        case .evicted:
            return (
                "Notification Center was full, and dropped it before the scheduled summary came",
                .notPresented, .summaryHeld, "send it again, or `device summary off`"
            )
        default: return nil
        }
    }

    /// The name of what a newer notification shares with the one that it replaces.
    var identifierName: String { isLocal ? "identifier" : "collapse ID" }

    /// The remedy that keeps a newer notification from replacing it.
    private var replacedCure: String {
        if pushBehind != nil { return "let the app post each with an identifier of its own" }
        return isLocal
            ? "schedule the newer one with another `--id`"
            : "send the newer one with another `--collapse-id`, or with none"
    }

    /// The command that installs the app again.
    var installing: String { app?.installCommand ?? App.installCommand(nil) }

    /// The remedy for what was lost with the app.
    var reinstalledCure: String {
        (currentApp?.state == .uninstalled ? installing + ", then " : "")
            + (currentApp?.isRunning == true
                ? "send the push again" : "`app launch`, and send the push again")
    }

    /// The remedy for who waits to answer what the scheduled summary holds.
    var heldCure: String {
        let wait = "\(waitForSummary), or `device summary off`"
        guard loweredLevel != nil, let lowered = quietness else { return wait }
        let cure = isLevelAllowed(lowered.cause) ? again : lowered.cure
        return "\(cure), which the summary does not hold; or \(wait)"
    }

    /// The remedy that lets a notification pass the scheduled summary: its level, and what else
    /// that needs.
    var asTimeSensitive: String {
        guard let unread = unreadLevel else {
            return "send it as time-sensitive" + needs(of: .timeSensitive)
        }
        return "\(unread.cure), which the summary does not hold" + needs(of: unread.meant)
    }

    /// The remedy that waits for the next scheduled summary, with its time.
    var waitForSummary: String {
        let now = world.surroundings.now
        let due = device.status.summaryTime(heldAt: row?.arrivedAt ?? now)
        guard due > now else { return "wait for the summary (`clock advance 24h`)" }
        let seconds = (due.milliseconds - now.milliseconds + 999) / 1000
        return "wait for the summary at \(InstantText.format(due.milliseconds)) "
            + "(`clock advance \(seconds)s`)"
    }

    /// Notes that newer notifications of its thread cover it, so that it is easily missed.
    private mutating func noteStack(_ row: NotificationRow) {
        guard let app,
            let stack = app.center.stacks.first(where: { stack in
                stack.notifications.contains { $0.sequence == row.sequence }
            }), let top = stack.notifications.first, top.sequence != row.sequence
        else { return }
        let name = stack.threadID.map { "the thread `\($0)`" } ?? "the app's stack"
        note("it is grouped in \(name), under `\(top.id)`: a tap on the stack expands it")
    }

    /// Reports that there is no alert text, or that the body could not be decrypted.
    private mutating func withoutText(_ found: String, _ basis: Basis) {
        if isActivityMistyped {
            return broken(
                .display, .activityWrongType,
                mistypedActivity + ": as a notification it has no text", basis,
                cure: mistypedActivityCure)
        }
        if let aps = payload?.root["aps"], aps.objectMembers == nil {
            return broken(
                .display, .noAlertText,
                "\(found): `aps` is \(aps.kindName), and iOS reads an object", basis,
                cure: "send `aps` as an object"
                    + (aps.stringValue == nil
                        ? "" : ": the provider's code makes it JSON twice, so that it is text"))
        }
        let warning = fact(ofRules: [.payloadText], [.warning])
        guard let warning, payload?.root.objectMembers?.isEmpty == true else {
            if let unread = unreadText {
                return broken(
                    .display, .noAlertText, "\(found): \(unread.found)", basis,
                    cure: unread.cure)
            }
            let unread = unreadTexts
            let isMessage =
                isByFCM
                && (payload?.root["td_campaign_id"] == nil || !unread.isEmpty)
            let place =
                isMessage && !unread.isEmpty
                ? ": \(unread.joined(separator: " and ")) \(unread.count == 1 ? "is" : "are") in "
                    + "`data`, where iOS does not look" : ""
            return broken(
                .display, .noAlertText, found + place, basis,
                cure: isMessage
                    ? "give the message a `notification`, or `apns.payload.aps` an alert"
                    : "put a title, subtitle or body into `aps.alert`")
        }
        broken(
            .display, .noAlertText, "\(warning.text), so none of it was read",
            Basis(warning.rule),
            cure: "send a JSON object: `lint FILE` shows where the provider's text breaks")
    }

    /// The texts that a message of FCM has in `data`, whose keys arrive beside `aps`.
    private var unreadTexts: [String] {
        ["title", "subtitle", "body"].filter {
            payload?.root[$0]?.stringValue?.isEmpty == false
        }.map { "`\($0)`" }
    }

    /// The other remedy where Notification Center would have taken what no banner showed: the end
    /// of a cure, or empty.
    private var orReturnList: String {
        guard wasAsked, let app, !app.settings.willPresent.contains(.list),
            !app.permission.turnedOff.contains(.notificationCenter)
        else { return "" }
        return "; or return `.list`: `app set will-present banner,list,sound,badge`"
    }

    /// The other remedy where a Focus alone leaves a notification no place but a list that is off:
    /// the end of a cure, or empty.
    private var orEndFocus: String {
        guard let app = currentApp, switchToAllow == .notificationCenter, !wasAsked,
            device.status.focus, app.permission.status == .authorized,
            payload?.aps.interruptionLevel != .passive,
            !app.permission.turnedOff.contains(device.status.isLocked ? .lockScreen : .banners)
        else { return "" }
        return "; or `device focus off`"
    }

    /// The remedy for something to see or hear that was sent with the push type `background`.
    static let asAlert = "send it with push type `alert`"

    /// Adds a notification that was not shown, with the cure for the rule that decided so.
    private mutating func notPresented(_ fact: Fact) {
        let cure: String
        var cause = Cause.notPresented
        switch fact.rule {
        case .foregroundNoDelegate:
            cure = "set a notification-centre delegate: `app set delegate on`"
        case .foregroundNoWillPresent:
            cure = "implement willPresent: `app set delegate.will-present on`"
        case .foregroundWillPresent:
            cure = "return `.banner` and `.list`: `app set will-present banner,list,sound,badge`"
        case .backgroundNeverShown: cure = Self.asAlert
        case .alertNeedsText:
            return withoutText("\(content) has no alert text", Basis(fact.rule))
        case .authorizationOption:
            cause = .authorizationOption
            cure = "ask for it in requestAuthorization: \(askCommand(for: .alert))"
        case .settingsSwitch:
            cause = .settingsSwitch
            cure =
                "the user allows a place in Settings: "
                + "`permission switch \(switchToAllow.rawValue) on`" + orReturnList + orEndFocus
        case .permissionProvisional:
            cause = .provisional
            cure = Self.loudPermission + orReturnList
        case .otherPushType:
            cure =
                "send it with push type `alert`, or handle it in the code that receives this type"
        default: cure = "`show \(fact.notification == nil ? "ID" : id ?? "ID")` shows its payload"
        }
        broken(.display, cause, reason(fact), Basis(fact.rule), cure: cure)
    }
}
