import PushModel
import PushSimulation
import PushText

/// The answers about a push that came all the same: late, or gone again since.
extension ChainWalk {
    /// The answer to a complaint; nil if there is none, or nothing is known that explains it.
    var complaintAnswer: Explanation.Answer? {
        guard subject.symptom == nil || subject.symptom == .banner || subject.symptom == .delivery
        else { return nil }
        switch subject.complaint {
        case .late: return lateAnswer
        case .gone: return goneAnswer
        case .stays, .changed, .sameNumber, .stuck, nil: return nil
        }
    }

    /// Adds what is left to say if the complaint is not explained.
    mutating func noteComplaint() {
        let data: [Symptom?] = [.open, .dismiss, .upload, .warehouse]
        guard !data.contains(subject.symptom) else {
            if subject.complaint == .late, let lateUpload { note(lateUpload) }
            return
        }
        guard let row, let complaint = subject.complaint, complaintAnswer == nil else { return }
        switch complaint {
        case .late
        where ![.refused, .held].contains(row.state) && lostInSummary == nil
            && (row.state == .silent ? status(.device) != .broken : isPresented || isActivity):
            let time = InstantText.format(row.arrivedAt.milliseconds)
            // The sender of a background push has no choice.
            let chosenToWait = fact(saying: .mayWait) != nil && !isSilent
            note(
                "nothing held it back: it came at \(time)"
                    + (chosenToWait
                        ? "; pushsh plays no delay for priority 5 (`normal` at FCM), which may "
                            + "wait until it suits the battery, so send what is urgent with "
                            + "priority 10"
                        : ""))
        case .gone where row.state == .shown && isPresented:
            note("nothing has removed it: it is still in Notification Center")
        default: break
        }
    }

    /// The place of a notification whose banner has gone by itself; nil while it may be there.
    ///
    /// Apple gives no time. Temporary banners, which are the default, stay for about five seconds.
    var afterBanner: String? {
        if let unlisted { return unlisted.reason }
        guard let row, row.state == .shown,
            world.surroundings.now.milliseconds - row.arrivedAt.milliseconds >= 10_000
        else { return nil }
        return "banners go by themselves after some seconds, and it is still in Notification Center"
    }

    /// The reason why Notification Center did not keep what was shown; nil if it did.
    ///
    /// The switch in Settings and willPresent may both have kept it out. The cure is what is left
    /// to do of both, so that the next notification is not lost in the same way.
    var unlisted: Quietness? {
        guard row?.state == .shown || row?.state == .over,
            wasOnScreen
        else { return nil }
        let list = PermissionSwitch.notificationCenter
        let inSettings = Quietness(
            cause: .settingsSwitch, reason: "`\(list.rawValue)` is off for the app in Settings",
            rule: .settingsSwitch,
            cure: "the user turns it on: `permission switch \(list.rawValue) on`")
        let inCode = Quietness(
            cause: .willPresentOptions, reason: "willPresent returned `.banner` without `.list`",
            rule: .foregroundWillPresent,
            cure: "return `.list`: `app set will-present banner,list,sound,badge`")
        let isOff = app?.permission.turnedOff.contains(list) == true
        let isLeftOut =
            fact(saying: .called(.willPresent)) != nil
            && app?.settings.willPresent.contains(.list) != true
        let then = (isOff ? [inSettings] : []) + (isLeftOut ? [inCode] : [])
        let left = then.filter {
            $0.cause == .settingsSwitch
                ? currentApp?.permission.turnedOff.contains(list) != false
                : currentApp?.settings.willPresent.contains(.list) != true
        }
        guard var found = left.first ?? then.last else { return nil }
        let only = place == .banner ? "it was only a banner" : "it was only on the lock screen"
        found.reason = "\(only): " + then.map(\.reason).joined(separator: ", and ")
        if left.count > 1 { found.cure = left.map(\.cure).joined(separator: "; and ") }
        return found
    }

    /// The answer to "late": who kept the push, from when until when, and why.
    ///
    /// The longest delay decides, or the scheduled summary that still holds it; each has a cure of
    /// its own.
    private var lateAnswer: Explanation.Answer? {
        let delays = delays
        guard let first = delays.first else { return nil }
        var parts = ["\(first.holder) \(id ?? "it") \(first.time), since \(first.reason)"]
        parts += delays.dropFirst().map { "\($0.holder) it \($0.time), since \($0.reason)" }
        let longest = longest(delays) ?? first
        var link = ChainLink(
            longest.stage, .quiet,
            "\(longest.holder) it \(longest.time), since \(longest.reason)",
            Basis(longest.rule), cause: longest.cause,
            cure: delays.count == 1
                ? longest.cure : delays.map(\.cure).joined(separator: "; and "))
        var sentence = "late: " + parts.joined(separator: "; then ")
        if isHeldForSummary, let display = self.link(.display) {
            sentence += "; and now it waits for the scheduled summary"
            link = display
        }
        return Explanation.Answer(verdict: .no, sentence: sentence, link: link)
    }
}

extension ChainWalk {
    /// Something that kept a push from its user, and let it through later.
    struct Delay {
        var stage: ChainLink.Stage
        var cause: Cause
        /// Who kept it, with a verb that takes an object.
        var holder: String
        var reason: String
        var rule: RuleID
        var cure: String
        var from: Tick
        var until: Tick

        /// Its length.
        var milliseconds: Int64 { until.milliseconds - from.milliseconds }

        /// The time in words.
        var time: String {
            "from \(InstantText.format(from.milliseconds)) until "
                + InstantText.format(until.milliseconds)
        }
    }

    /// The delays of the push in question, in the order of its way, without those that hardly
    /// matter beside the longest.
    private var delays: [Delay] {
        let all = [apnsDelay, wakeDelay, extensionDelay, summaryDelay].compactMap(\.self)
        let most = longest(all)?.milliseconds ?? 0
        return all.filter { $0.milliseconds >= most / 10 }
    }

    /// The longest of some delays; nil without any.
    private func longest(_ delays: [Delay]) -> Delay? {
        delays.max { $0.milliseconds < $1.milliseconds }
    }

    /// The time that the push spent at APNs, which kept it for the device.
    var apnsDelay: Delay? {
        guard let row, row.state != .refused, fact(ofRules: [.sameMessageID], [.note]) == nil,
            let entry = storedBefore(row), entry.at < row.arrivedAt
        else { return nil }
        let isAsleep = entry.fact.rule == .powerPriority
        guard isAsleep || entry.fact.rule == .storeAndForward else { return nil }
        let drop = "with `--ttl SECONDS` (apns-expiration), after which APNs drops it"
        return Delay(
            stage: .gateway, cause: isAsleep ? .deviceAsleep : .deviceOffline, holder: "APNs kept",
            reason: "`\(device.name)` was "
                + (isAsleep ? "locked, and priority 1 does not wake it" : "offline"),
            rule: entry.fact.rule,
            cure: isAsleep
                ? "send it with priority \(Self.wakingPriority(of: row.pushType)), which does not "
                    + "wait for the user, or \(drop)"
                : "what is of no use later is sent \(drop)",
            from: entry.at, until: row.arrivedAt)
    }

    /// The report that APNs kept a push before it came, unless that one was lost, or was an earlier
    /// one with its ID.
    func storedBefore(_ row: NotificationRow) -> TimedFact? {
        let place = evidence.facts.first?.place ?? 0
        for entry in evidence.appFacts.reversed() {
            guard isEarlier(entry), place == 0 || entry.place < place else { continue }
            if let namesake = evidence.namesakePlace, entry.place <= namesake { return nil }
            switch entry.fact.occurrence {
            case .lost(_, let lost, let addressee)?
            where lost.isExactly(row.id) && addressee?.device ?? device.name == device.name:
                return nil
            case .stored(let name)? where entry.fact.subject.isExactly(row.id):
                // Rows of older versions do not say on which of several devices.
                let isHere = name.map { $0 == device.name } ?? (world.devices.count == 1)
                if isHere { return entry }
            default: break
            }
        }
        return nil
    }

    /// The IDs of the pushes that gave way to one another at APNs until one came, oldest first, and
    /// whether they are all that did.
    func replaced(before row: NotificationRow) -> (ids: [String], isWhole: Bool) {
        guard fact(ofRules: [.sameMessageID], [.note]) == nil, var stored = storedBefore(row) else {
            return ([], true)
        }
        let (all, kept) = exchanges
        var lost = all
        var ids: [String] = []
        var known: Set<ExactText> = []
        // The one that took a push's place was stored by the statement that dropped it.
        while let entry = lost[stored.place]?.popLast() {
            guard entry.at <= stored.at, known.insert(entry.id).inserted else { continue }
            ids.append(entry.id.text)
            guard let earlier = kept[entry.id]?.last(where: { $0.at <= stored.at }) else {
                return (ids.reversed(), false)
            }
            stored = earlier
        }
        return (ids.reversed(), true)
    }

    /// The pushes that APNs dropped for newer ones, by their statements, and the reports that it
    /// kept one, by its ID.
    private var exchanges:
        (lost: [Int64: [(id: ExactText, at: Tick)]], kept: [ExactText: [TimedFact]])
    {
        var lost: [Int64: [(id: ExactText, at: Tick)]] = [:]
        var kept: [ExactText: [TimedFact]] = [:]
        for entry in evidence.appFacts {
            switch entry.fact.occurrence {
            case .lost(.replaced, let id, let addressee)?
            where addressee?.device ?? device.name == device.name:
                lost[entry.place, default: []].append((ExactText(id), entry.at))
            case .stored(let name)? where name ?? device.name == device.name:
                kept[ExactText(entry.fact.subject), default: []].append(entry)
            default: break
            }
        }
        return (lost, kept)
    }

    /// The time for which iOS held a background push before it ran the app.
    var wakeDelay: Delay? {
        let held = evidence.facts.last {
            if case .wakeHeld? = $0.fact.occurrence { true } else { false }
        }
        let run = evidence.facts.last { $0.fact.occurrence == .called(.remoteNotification) }
        guard let held, let run, run.at > held.at else { return nil }
        let isThrottled = held.fact.rule == .backgroundThrottled
        return Delay(
            stage: .device, cause: .notWoken, holder: "iOS held back",
            reason: pastReason(of: held.fact), rule: held.fact.rule,
            cure: isThrottled
                ? Self.fewerWakes
                : "send what cannot wait as an alert: iOS promises no time for background pushes",
            from: held.at, until: run.at)
    }

    /// The time for which the service extension worked on it, which iOS shows afterwards.
    private var extensionDelay: Delay? {
        guard let row, let app, fact(.ran) != nil, let shown = shownFact, shown.at > row.arrivedAt,
            shown.fact.occurrence != .shown(.summary)
        else { return nil }
        let url = payload.flatMap { imageURL($0, app.settings) }
        let work = app.settings.serviceExtensionMilliseconds
        let isLoading = url != nil && shown.at.milliseconds - row.arrivedAt.milliseconds > 2 * work
        return Delay(
            stage: .serviceExtension, cause: isLoading ? .imageTimeout : .extensionFailed,
            holder: "the service extension held",
            reason: isLoading ? "it loaded \(url ?? "")" : "it worked that long",
            rule: .extensionTimeout,
            cure: isLoading
                ? "serve the image faster, or a smaller one: iOS waits up to 30 s for the extension"
                : "do less in the extension, for which iOS waits up to 30 s" + lessWork,
            from: row.arrivedAt, until: shown.at)
    }

    /// The report that the user could see it.
    var shownFact: TimedFact? {
        evidence.facts.last { if case .shown? = $0.fact.occurrence { true } else { false } }
    }

    /// The time for which the scheduled summary held it.
    private var summaryDelay: Delay? {
        guard let held = evidence.facts.last(where: { $0.fact.occurrence == .heldForSummary }),
            let shown = evidence.facts.last(where: { $0.fact.occurrence == .shown(.summary) }),
            shown.at > held.at
        else { return nil }
        return Delay(
            stage: .display, cause: .heldForSummary, holder: "the scheduled summary held",
            reason: "it was neither time-sensitive nor critical", rule: .summaryHeld,
            cure: "`device summary off`, or \(asTimeSensitive)", from: held.at, until: shown.at)
    }
}

extension ChainWalk {
    /// The end of a notification that was shown, and is no longer; nil if it is still there.
    var end: String? {
        switch row?.state {
        case .dismissed: "the user dismissed it" + time(of: .removed)
        case .tapped where fact(saying: .called(.button)) != nil && fact(.opened) == nil:
            "the user pressed a button, which removes it"
        case .tapped: "the user tapped it" + time(of: .opened) + ", which removes it"
        case .cleared: "the app itself removed it" + time(of: .removed)
        case .removed: "it was removed when the app was deleted"
        case .replaced:
            "a newer one with its \(identifierName) replaced it" + time(of: .removed) + heir
        case .evicted: "it was removed as the oldest, since Notification Center was full"
        case .over where unlisted == nil:
            "its banner went by itself, and Notification Center did not keep it"
        default: nil
        }
    }

    /// The notification that is in its place now, as a sentence goes on; empty without one.
    private var heir: String {
        guard let collapseID = row?.collapseID,
            let heir = currentApp?.center.waiting.last(where: {
                $0.collapseID?.isExactly(collapseID) == true
            })
        else { return "" }
        return "; \(heir.id) is there in its place"
    }

    /// The time of the last fact with a verb, as a sentence goes on; empty if none is known.
    private func time(of verb: Fact.Verb) -> String {
        evidence.facts.last { $0.fact.verb == verb }
            .map { " at " + InstantText.format($0.at.milliseconds) } ?? ""
    }

    /// The remedy for an app that removes its own notifications.
    var clearedCure: String {
        let cure =
            "let the app remove single ones (`removeDeliveredNotifications(withIdentifiers:)`), or "
            + "none: `app set clears-notifications never`"
        guard currentApp?.settings.clearing == .never else { return cure }
        return "the app has since stopped it: send the push again"
    }

    /// The answer about a notification that was there and is gone.
    private var goneAnswer: Explanation.Answer? {
        guard isPresented, var display = link(.display),
            let reason = end ?? unlisted?.reason
        else { return nil }
        let place =
            switch place {
            case .banner, nil: "as a banner"
            case .lockScreen: "on the lock screen"
            case .list: "in Notification Center"
            case .summary: "with the scheduled summary"
            }
        let time = shownFact?.at ?? row?.arrivedAt ?? world.surroundings.now
        let replaced = display
        display.status = .ok
        var answer = yes(
            .banner,
            "\(id ?? "it") was shown \(place) at \(InstantText.format(time.milliseconds)); "
                + reason, display)
        if replaced.cause == .pushReplaced { answer.link = replaced }
        if row?.state == .cleared {
            answer.link = ChainLink(
                .display, .quiet, "the app removed it", Basis(.appClears), cause: .clearedByApp,
                cure: clearedCure)
        }
        if end == nil, let unlisted {
            answer.link = ChainLink(
                .display, .quiet, unlisted.reason, Basis(unlisted.rule), cause: unlisted.cause,
                cure: unlisted.cure)
        }
        return answer
    }
}

extension Occurrence {
    /// Whether APNs keeps a push for a device; older rows name none.
    func isStored(on device: String) -> Bool {
        guard case .stored(let name) = self else { return false }
        return name ?? device == device
    }
}
