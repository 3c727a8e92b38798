import PushModel
import PushPayload
import PushSimulation
import PushText

/// The answer to a question about a symptom, from the links that were walked.
extension ChainWalk {
    /// The answer, with the reason behind its first one; nil if the whole chain was asked for.
    var answer: Explanation.Answer? { firstAnswer.map(withNextReason) }

    /// The answer with its first reason.
    ///
    /// A complaint and the question whether the app was woken come before the symptom. What is a
    /// link of the chain is answered by the first one that fails on its way; text, sound, badge and
    /// buttons have answers of their own.
    private var firstAnswer: Explanation.Answer? {
        if let answer = answerBesides { return answer }
        guard let symptom = subject.symptom else { return nil }
        if let answer = activityAnswer(symptom) ?? unpostedAnswer(symptom) { return answer }
        switch symptom {
        case .banner: return bannerAnswer
        case .activity:
            return startTokenAnswer ?? staleAnswer ?? mistypedAnswer ?? notificationAnswer
                ?? reached(symptom, Self.arrival)
        case .text: return textAnswer
        case .button: return buttonAnswer
        case .sound: return withSecondReason(soundAnswer, symptom)
        case .badge:
            return badgeStays ?? badgeNotCounted ?? withSecondReason(badgeAnswer, symptom)
        case .stack: return stackAnswer
        case .image: return withSecondReason(extensionAnswer(symptom), symptom)
        case .serviceExtension: return extensionAnswer(symptom)
        case .tap: return callbackAnswer ?? reached(symptom, Self.arrival + [.tap])
        case .link:
            return richURLAnswer
                ?? withSecondReason(
                    reached(symptom, Self.arrival + [.tap, .link] + eventStages), symptom)
        case .delivery where isLocal && expectedEvents.isEmpty:
            return no(
                .delivery, "the app posted it itself, so no delivery is expected", .noCodeRuns,
                .localNotification, cure: "count it in the code that posts it")
        case .delivery, .open, .dismiss:
            if symptom == .open, let openCountAnswer { return openCountAnswer }
            // An app in the foreground tracks a push without text too: a break there comes first.
            let isBroken = links.contains {
                $0.status == .broken && $0.cause != .notTracked && $0.stage != .device
                    && (Self.arrival + [.event]).contains($0.stage)
            }
            if showsNothing, expectedEvents.isEmpty,
                symptom == .dismiss || symptom == .delivery && !isBroken
            {
                return nothingShown(symptom)
            }
            return reached(symptom, eventPath + eventStages)
        case .token:
            return refusedAskAnswer ?? changedTokenAnswer
                ?? reached(symptom, tokenPath + eventStages)
        case .upload:
            return untrackedAnswer(symptom) ?? withoutEvents(symptom)
                ?? reached(symptom, uploadPath + [.event, .queue, .upload])
        case .warehouse:
            if subject.asksForUser, let answer = userAnswer { return answer }
            if let answer = campaignAnswer ?? otherTableAnswer { return answer }
            // A lost answer leaves an event in the queue although the service has stored it.
            let isTracking = !subject.asksForEvents || status(.event) != .broken
            if isTracking, let stored = link(.warehouse), stored.status == .ok {
                return yes(symptom, stored.found + storedOnce, stored)
            }
            return untrackedAnswer(symptom) ?? withoutEvents(symptom)
                ?? reached(symptom, uploadPath + eventStages)
        }
    }

    /// The answer to a question that asks for something else than whether its symptom is there.
    private var answerBesides: Explanation.Answer? {
        startAnswer ?? timeAnswer ?? complaintAnswer ?? wakeAnswer ?? formerUserAnswer
            ?? oldPhoneAnswer ?? strangeRowsAnswer
    }

    /// The answer about a push's events if the app tracks none.
    private func untrackedAnswer(_ symptom: Symptom) -> Explanation.Answer? {
        guard subject.id != nil, row != nil, expectedEvents.isEmpty, let app,
            !app.settings.usesTreasureData
        else { return nil }
        return no(
            symptom, "the app tracks no event: it does not use Treasure Data", .notTracking,
            .trackerSetup, cure: trackingCure)
    }

    /// The answer about a push that arrived but tracked no event.
    private func withoutEvents(_ symptom: Symptom) -> Explanation.Answer? {
        guard subject.id != nil, row != nil, expectedEvents.isEmpty,
            !links.contains(where: { $0.status == .broken }), let event = link(.event)
        else { return nil }
        let isOpen = isPresented && row?.state != .dismissed
        var link = ChainLink(
            .event, .notReached,
            "no event of \(id ?? "it") was tracked"
                + (isOpen
                    ? ", and nobody tapped it"
                    : isHeldForSummary ? ", since it waits for the scheduled summary" : ""),
            event.basis)
        if isOpen {
            link.cause = .notTapped
            link.cure = "`tap \(id?.asWord ?? "")`, then `flush`"
        } else if isHeldForSummary {
            link.cause = .heldForSummary
            link.cure = heldCure
        }
        return without(symptom, link)
    }

    /// The stages of the app's address.
    static let addresses: [ChainLink.Stage] = [
        .permission, .deviceToken, .registrationToken,
    ]
    /// The stages until somebody can see the push.
    static let arrival: [ChainLink.Stage] = addresses + [.gateway, .device, .display]

    /// The stages from an event to the warehouse; a link that only had to open needs none of them.
    private var eventStages: [ChainLink.Stage] {
        subject.symptom == .link && subject.event == nil
            ? [] : [.event, .queue, .upload, .warehouse]
    }

    /// The symptoms whose event is all that they need; a token may be lost after its event came.
    private static let tracked: Set<Symptom> = [.delivery, .open, .dismiss, .link]

    /// The stages that give the app a token: an app that has one needs no permission for it
    /// (A-REGFN).
    private var tokenPath: [ChainLink.Stage] {
        let tokens: [ChainLink.Stage] = [.deviceToken, .registrationToken]
        let isAddressed = tokens.allSatisfy { [.ok, .notNeeded].contains(status($0)) }
        return isAddressed && status(.deviceToken) == .ok ? tokens : Self.addresses
    }

    /// The stages before the event was tracked; empty once it has been tracked.
    private var eventPath: [ChainLink.Stage] {
        guard expectedEvents.isEmpty else { return [] }
        return subject.event == .delivery ? Self.arrival : Self.arrival + [.tap, .link]
    }

    /// The stages before events exist at all; empty if some do, or if all events are meant.
    private var uploadPath: [ChainLink.Stage] {
        expectedEvents.isEmpty && !subject.asksForEvents ? Self.arrival : []
    }

    /// The answer that the first failing link of some stages gives, else the last link.
    func reached(
        _ symptom: Symptom, _ stages: [ChainLink.Stage]
    ) -> Explanation.Answer {
        let relevant = links.filter { stages.contains($0.stage) }
        // A broken link stays broken after the user's tap, which is all that the others wait for.
        let broken = relevant.first { $0.status == .broken }
        let hangsOnEvent =
            Self.tracked.contains(symptom) || symptom == .token && broken?.stage == .upload
        if hangsOnEvent, !expectedEvents.isEmpty, let stored = relevant.last,
            stored.stage == .warehouse, stored.status == .ok
        {
            // A lost answer leaves an event in the queue although the service has stored it.
            let times = subject.asksForCopies ? storedOnce : ""
            return yes(symptom, stored.found + times, stored)
        }
        if let broken = broken ?? relevant.first(where: \.isWaiting) {
            return without(symptom, broken)
        }
        if let pending = relevant.first(where: { $0.status == .notReached }) {
            return without(symptom, pending)
        }
        let last = relevant.last { $0.status == .ok } ?? relevant.last ?? links[0]
        let text = relevant.filter { $0.status == .ok }.suffix(1).map(\.found).joined()
        return yes(symptom, text.isEmpty ? last.found : text, last)
    }

    /// Makes the answer that a link gives which does not hold: no, or not yet if it is only
    /// pending.
    ///
    /// If the event is tracked and waits further on, the answer says so instead of denying it.
    func without(_ symptom: Symptom, _ link: ChainLink) -> Explanation.Answer {
        let isPending = link.status == .notReached
        var sentence =
            "\(absence(of: symptom))\(isPending ? " yet" : ""): \(untrackedReason(symptom, link))"
        if link.cause == .storedTwice {
            return Explanation.Answer(.no, about: symptom.rawValue, link)
        }
        // The answer must not deny a token that exists, or claim an event that the warehouse lacks.
        let event = symptom == .link ? subject.event : symptom.event
        let isTracked = event != nil && !expectedEvents.isEmpty
        if [.queue, .upload, .warehouse].contains(link.stage), isTracked {
            sentence =
                trackedPart(of: symptom)
                + ", and not stored\(isPending ? " yet" : ""): \(link.reason ?? link.found)"
        } else if symptom == .token, link.stage == .event {
            sentence =
                "token: registered with FCM, and not tracked: \(untrackedReason(symptom, link))"
        }
        return Explanation.Answer(
            verdict: isPending ? .notYet : .no, sentence: sentence, link: link)
    }

    /// The start of a negative answer, in the words of the complaint.
    private func absence(of symptom: Symptom) -> String {
        switch symptom {
        case .stack where subject.stacking == .twice: "not there twice"
        case .stack where subject.stacking == .collapse: "not replaced"
        case .activity where isOfShownActivity: "Live Activity unchanged"
        case .link where subject.event != nil: "no \(subject.event?.rawValue ?? "link")"
        default: symptom.absence
        }
    }

    /// The start of an answer about something whose event is tracked: what there is besides it.
    private func trackedPart(of symptom: Symptom) -> String {
        switch symptom {
        case .token: "token: registered with FCM; its event is tracked"
        case .link:
            "link: \(link(.link)?.found ?? "opened"); \(subject.event?.rawValue ?? "its event") is "
                + "tracked"
        default: "\(symptom.rawValue): tracked"
        }
    }

    /// A link's reason, limited to the event that the answer names.
    private func untrackedReason(_ symptom: Symptom, _ link: ChainLink) -> String {
        let isNamed = link.stage != .event || symptom.event != nil
        if !isNamed, let reason = link.reason, let (_, kind, _) = untracked(expectedEvents) {
            return "\(kind.rawValue) was not tracked, since \(reason)"
        }
        return (isNamed ? link.reason : nil) ?? link.found
    }

    /// Makes a positive answer; the link loses its cause, so that nothing counts as wrong.
    func yes(
        _ symptom: Symptom, _ text: String, _ link: ChainLink
    ) -> Explanation.Answer {
        var link = link
        link.cause = nil
        link.cure = nil
        return Explanation.Answer(
            verdict: .yes, sentence: "\(symptom.rawValue): \(text)", link: link)
    }

    /// Makes an answer that does not come from a link of the chain.
    func no(
        _ symptom: Symptom, _ reason: String, _ cause: Cause, _ rule: RuleID, cure: String
    ) -> Explanation.Answer {
        without(
            symptom,
            ChainLink(.display, .broken, reason, Basis(rule), cause: cause, cure: cure))
    }

    /// The first broken link before the display; nil if the push got there.
    var obstacle: ChainLink? {
        if isPresented || isHeldForSummary { return nil }
        let stages = Self.arrival
        let relevant = links.filter { stages.contains($0.stage) }
        return relevant.first { $0.status == .broken }
            ?? relevant.first { $0.status == .notReached }
    }

    /// The answer about the banner: shown where, or what came before it.
    private var bannerAnswer: Explanation.Answer {
        if let obstacle { return without(.banner, obstacle) }
        guard let display = link(.display) else { return reached(.banner, Self.arrival) }
        // On the lock screen there is no banner, whatever its level.
        if display.status == .quiet, !wasOnScreen { return without(.banner, display) }
        let id = id ?? "it"
        let lowered = display.status == .quiet ? "; \(display.found)" : ""
        switch place {
        case .lockScreen:
            let came = display.cause == .pushReplaced ? "came to" : "is on"
            if subject.namesLockScreen {
                // Who looks for it there misses no banner.
                let since = display.cause == .pushReplaced ? nil : end
                let text =
                    "\(id) \(since == nil ? came : "came to") the lock screen of `\(device.name)`"
                return yes(.banner, text + lowered + (since.map { "; " + $0 } ?? ""), display)
            }
            return no(
                .banner, "`\(device.name)` was locked, so \(id) \(came) the lock screen" + lowered,
                .deviceLocked, .presented, cure: "`device unlock`, then \(again)")
        case .list:
            return no(
                .banner, "willPresent returned `.list` without `.banner`, so \(id) is in the list",
                .willPresentOptions, .foregroundWillPresent,
                cure: "return `.banner`: `app set will-present banner,list,sound,badge`")
        case .summary:
            return no(
                .banner, "\(id) came with the scheduled summary", .heldForSummary, .summaryOrder,
                cure: "`device summary off`, or \(asTimeSensitive)")
        case .banner, nil:
            if display.status == .notNeeded {
                return nothingShown(.banner)
            }
            let time = (shownFact?.at ?? row?.arrivedAt).map { InstantText.format($0.milliseconds) }
            let more =
                display.cause == .pushReplaced
                ? "; a newer one with its collapse ID has replaced it"
                : !lowered.isEmpty
                    ? lowered : (end ?? afterBanner).map { "; " + $0 } ?? ""
            var shown = display
            shown.status = .ok
            return yes(.banner, "\(id) was shown as a banner at \(time ?? "")\(more)", shown)
        }
    }

    /// Whether the push came and is of a kind that shows nothing.
    var showsNothing: Bool { row != nil && link(.display)?.status == .notNeeded }

    /// The answer for a symptom that a background push can never have.
    func nothingShown(_ symptom: Symptom) -> Explanation.Answer {
        let isExtension = symptom == .serviceExtension
        let isAlert = row?.pushType == PushType.alert.rawValue
        let what = isAlert ? "an alert without text" : "a background push"
        let rule = isAlert ? RuleID.alertNeedsText : .backgroundNeverShown
        return no(
            symptom, what + (isExtension ? " does not run it" : " shows nothing"),
            .noAlertText, isExtension ? .extensionNeedsAlert : rule, cure: alertCure)
    }

    /// The answer if no key that the extension reads holds an address.
    var unnamedImage: Explanation.Answer {
        let keys = app?.settings.imageKeys ?? []
        let root = payload?.root
        var found = "the payload names none"
        let known = keys.first ?? "image_url"
        let flag =
            payload?.aps.mutableContent == true
            ? "" : ", and `\"mutable-content\": 1` into \(apsName)"
        if let near = nearAddress(among: keys) {
            return no(
                .image, "the extension does not read `\(near.key)`", .noImage,
                .extensionImageKeys, cure: "write `\(near.meant)`\(ownKeys)\(flag)")
        }
        let cure = "put an https URL into `\(known)`\(ownKeys)\(flag)"
        if let key = keys.first(where: { root?[$0] != nil }), let value = root?[key] {
            found =
                value.stringValue?.isEmpty == true
                ? "`\(key)` is empty" : "`\(key)` is \(value.kindName), not an address"
        }
        return no(.image, found, .noImage, .extensionImageKeys, cure: cure)
    }

    /// The answers about the image and about the service extension, which is a link of the chain.
    ///
    /// They differ if it ran without an image: then the extension is fine, and the image was not
    /// named.
    private func extensionAnswer(_ symptom: Symptom) -> Explanation.Answer {
        if symptom == .serviceExtension, let ranInVain { return ranInVain }
        if let obstacle { return without(symptom, obstacle) }
        if showsNothing { return nothingShown(symptom) }
        let isImage = symptom == .image
        if isLocal {
            return no(
                symptom, "the app posted it itself, and no service extension runs for it",
                isImage ? .noImage : .noCodeRuns, .localNotification,
                cure: isImage
                    ? "attach the picture to the content in the code that posts it"
                    : "change the content in the code that posts it")
        }
        guard let link = link(.serviceExtension) else { return reached(symptom, Self.arrival) }
        switch link.status {
        case .broken: return without(symptom, link)
        case .ok where !isImage || fact(.image) != nil: return yes(symptom, link.found, link)
        case .notReached: return without(symptom, link)
        default:
            if isImage {
                return unnamedImage
            }
            if let misplaced = misplacedKey("mutable-content") {
                return no(
                    symptom, "\(misplaced.found), so it did not run", .mutableContentMissing,
                    .extensionRuns, cure: misplaced.cure)
            }
            return no(
                symptom, "the payload has no `mutable-content`, so it did not run",
                .mutableContentMissing, .extensionRuns,
                cure: "add `\"mutable-content\": 1` to \(apsName)"
            )
        }
    }
}
