import PushModel
import PushPayload
import PushSimulation
import PushText

/// The links of the user's answer: tap, link.
extension ChainWalk {
    /// Adds the tap and the link; both are skipped if the question is about events alone.
    mutating func walkResponse() {
        guard !isActivity else { return skipBehindActivity([.tap, .link]) }
        if subject.asksForEvents {
            skipped(.tap, .tap, "no tap is needed")
        } else if needsPush || subject.event == .tokenRegister {
            walkTap()
        } else {
            skipped(.tap, .tap, "it was opened by hand")
        }
        walkLink()
    }

    /// The questions about what a tap should have brought, for one that asks why it has no effect:
    /// its link, then its event.
    var effectsOfTap: [WhySubject] {
        guard subject.asksForEffect, row != nil, !isActivity, status(.tap) == .ok else { return [] }
        func effect(_ symptom: Symptom) -> WhySubject {
            var effect = subject
            (effect.symptom, effect.event, effect.asksForEffect) = (symptom, symptom.event, false)
            return effect
        }
        return (status(.link) == .notNeeded ? [] : [effect(.link)]) + [effect(.open)]
    }

    /// Whether the user has opened it.
    var wasTapped: Bool {
        // NCMB's SDK opens a page, for which nobody has to tap.
        row?.state == .tapped
            || evidence.facts.contains { $0.fact.verb == .opened && $0.fact.rule != .ncmbRichPush }
    }

    /// Adds the answer of the user that the question is about: a tap, a dismissal, or none.
    private mutating func walkTap() {
        switch subject.event {
        case .delivery, .tokenRegister:
            skipped(.tap, .tap, "\(name) needs none")
        case .dismiss: walkDismissal()
        default: walkTapItself()
        }
    }

    /// Adds the tap.
    ///
    /// An untapped notification waits only if the question needs the tap.
    private mutating func walkTapItself() {
        if wasPressed {
            walkButton()
        } else if let app, let launchFailure, wasAnswered {
            doesNotLaunch(
                .tap, "it was \((row?.state ?? .tapped).rawValue), and the app did not launch", app,
                launchFailure.rule)
        } else if wasTapped {
            ok(.tap, "tapped", .tap)
        } else if row?.state == .silent {
            nothingToTap()
        } else if isHeldForSummary {
            waitingForSummary()
        } else if !isPresented {
            if showsNothing {
                skipped(.tap, .alertNeedsText, "it shows nothing to tap")
            } else {
                pending(.tap, .tap)
            }
        } else if row?.state == .dismissed {
            if needsTap {
                broken(
                    .tap, .notTapped, "the user dismissed it without a tap", Basis(.tap),
                    cure: "send it again, and `tap` it")
            } else {
                ok(.tap, "dismissed", .dismiss)
            }
        } else if needsTap, let gone {
            broken(.tap, gone.cause, gone.found, Basis(gone.rule), cure: gone.cure)
        } else if needsTap, let app = currentApp, let startFault {
            awaitsAnswer("the user has not tapped it", app, startFault)
        } else if needsTap, answerToCome != nil {
            pending(.tap, .tap, "the user has not tapped it")
        } else if needsTap {
            waiting(
                .tap, .notTapped, "the user has not tapped it", .tap,
                cure: answering)
        } else if let gone {
            skipped(.tap, gone.rule, gone.found)
            // The display has told of a newer one.
            if gone.cause != .pushReplaced { note(gone.found) }
        } else {
            pending(.tap, .tap, "the user has not tapped it")
        }
    }

    /// Whether a button was pressed, which is the user's whole answer.
    var wasPressed: Bool {
        (fact(saying: .called(.button)) ?? unheardButton) != nil && fact(.opened) == nil
    }

    /// Adds a button that was pressed: it opens no link, and maybe no code of the app heard of it.
    private mutating func walkButton() {
        if needsTap, subject.callback == nil {
            broken(.tap, .notTapped, Self.onlyButton, Basis(.tapButton), cure: wholeTap)
        } else if let unheardButton {
            let handler = missingHandler(unheardButton.rule)
            broken(
                .tap, handler.cause, unheardButton.text, Basis(unheardButton.rule),
                cure: handler.cure)
        } else {
            ok(.tap, "a button was pressed", .tapButton)
        }
    }

    private static let onlyButton =
        "a button was pressed, and only the default action opens the link"
    private var wholeTap: String { again + ", and tap the notification itself" }

    /// Reports that a background push is never shown, so nobody can tap it.
    private mutating func nothingToTap() {
        let found = "a background push shows nothing to tap"
        if needsTap {
            broken(
                .tap, .notTapped, found, Basis(.backgroundNeverShown),
                cure: "send an alert: a payload with `aps.alert`")
        } else {
            skipped(.tap, .backgroundNeverShown, found)
        }
    }

    /// Reports that nobody can answer what the scheduled summary holds.
    private mutating func waitingForSummary() {
        let found = "it waits for the scheduled summary"
        guard needsTap || subject.event == .dismiss else {
            pending(.tap, .summaryHeld, found)
            return
        }
        waiting(
            .tap, .heldForSummary, found, .summaryHeld,
            cure: heldCure)
    }

    /// The reason why nobody can answer a notification that was shown, and its cure; nil if it is
    /// still there.
    private var gone: (found: String, cause: Cause, rule: RuleID, cure: String)? {
        switch row?.state {
        case .replaced:
            (
                "a newer one replaced it before the user \(answered) it", .pushReplaced, .collapse,
                "`\(action)` the newer one; `notifications` lists it"
            )
        case .removed:
            (
                "the app was deleted before the user \(answered) it", .appNotInstalled,
                .appUninstall, reinstalledCure
            )
        case .cleared:
            (
                "the app removed it before the user \(answered) it", .clearedByApp, .appClears,
                clearedCure
            )
        case .evicted:
            (
                "Notification Center was full, and dropped it before the user \(answered) it",
                subject.event == .dismiss ? .notDismissed : .notTapped,
                subject.event == .dismiss ? .dismiss : .tap,
                "send it again, and `\(action)` it"
            )
        case .over:
            (
                "its banner was over before the user \(answered) it"
                    + (unlisted.map { ", and \($0.reason)" } ?? ""),
                unlisted?.cause ?? (subject.event == .dismiss ? .notDismissed : .notTapped),
                .bannerUnlisted,
                unlisted?.cure ?? "send it again, and `\(action)` it while it is there"
            )
        default: nil
        }
    }

    /// The user's answer that the question needs, as a command.
    private var action: String { subject.event == .dismiss ? "dismiss" : "tap" }
    private var answered: String { subject.event == .dismiss ? "dismissed" : "tapped" }

    /// Adds the dismissal that the event `dismiss` needs; a tap is another answer.
    private mutating func walkDismissal() {
        if isHeldForSummary {
            waitingForSummary()
        } else if !isPresented {
            pending(.tap, .dismiss)
        } else if row?.state == .dismissed {
            ok(.tap, "dismissed", .dismiss)
        } else if let gone {
            broken(.tap, gone.cause, gone.found, Basis(gone.rule), cure: gone.cure)
        } else if wasTapped {
            waiting(
                .tap, .notDismissed, "it was tapped, not dismissed", .dismiss,
                cure: "send it again, and `dismiss` it")
        } else if let app = currentApp, let startFault {
            awaitsAnswer("the user has not dismissed it", app, startFault)
        } else if answerToCome != nil {
            // To dismiss it would track nothing; the event says why.
            pending(.tap, .dismiss, "the user has not dismissed it")
        } else {
            waiting(
                .tap, .notDismissed, "the user has not dismissed it", .dismiss, cure: answering)
        }
    }

    /// The command for the answer that a notification waits for.
    var answering: String { "`\(action) \(id?.asWord ?? "")`" }

    /// The report that an answer was not tracked, as it would be made of a notification that waits
    /// for one; nil if it would be tracked.
    var answerToCome: Fact? {
        guard subject.event == .dismiss || subject.event == .open, let kind = subject.event,
            let row, isPresented, !isHeldForSummary, gone == nil, !wasTapped, !wasPressed,
            row.state != .dismissed, let now = currentApp, now.settings.usesTreasureData
        else { return nil }
        let unheard =
            kind == .dismiss
            ? now.unheardDismissal(
                of: row.id, category: row.category, notification: row.sequence) : nil
        return unheard ?? now.untracked(kind, notification: row.sequence)
    }

    /// Adds the link: opened, refused, lost on its way, or not reached.
    ///
    /// The newest row of the link decides; the app's settings only explain a refusal.
    private mutating func walkLink() {
        guard !subject.asksForEvents, subject.event == nil || needsLink else {
            skipped(.link, .linkRouted, "\(name) needs none")
            return
        }
        if row?.state == .silent, !needsLink {
            skipped(.link, .linkRouted, "only a tap opens a link")
            return
        }
        guard let link = row?.link ?? evidence.links.last?.url else {
            walkWithoutLink()
            return
        }
        // The history keeps no user name and password.
        let kept = Link(link)?.publicText ?? link
        let opened = evidence.links.last { $0.url == link || $0.url == kept }
        if let refused = refusal(opened) {
            refusedLink(link, refused)
        } else if let opened, opened.outcome == .browser {
            unconfirmedLink(opened)
        } else if let opened, opened.outcome == .lost {
            lostLink(opened)
        } else if opened != nil || fact(.screen) != nil {
            openedLink(link)
        } else if !wasTapped {
            pending(
                .link, .linkRouted,
                isPresented ? "it opens after a tap" : "not reached")
        } else if let launchFailure {
            pending(.link, launchFailure.rule, "the app did not launch")
        } else if wasPressed {
            pending(.link, .tapButton, Self.onlyButton)
        } else if let unheardTap {
            unopened(link, unheardTap)
        } else if needsLink {
            broken(
                .link, .linkNotOpened, "the tap stopped before its link (`--no-link`)",
                Basis(.linkRouted), cure: "`open \((id ?? link).asWord)`")
        } else {
            pending(.link, .linkRouted, "the tap stopped before its link (`--no-link`)")
        }
    }

    /// The report of a link that the app did not open because none of its code received the tap.
    private var unheardTap: Fact? { fact(saying: .notCalled(.response)) }

    /// Adds a link that stayed closed because no code of the app learned of the tap.
    private mutating func unopened(_ link: String, _ fact: Fact) {
        guard needsLink else {
            pending(.link, fact.rule, "no code of the app learned of the tap")
            return
        }
        let handler = missingHandler(fact.rule)
        broken(.link, handler.cause, fact.text, Basis(fact.rule), cure: handler.cure)
    }

    /// The cause and the cure of a tap of which no code of the app learned, by its rule.
    func missingHandler(_ rule: RuleID) -> (cause: Cause, cure: String) {
        rule == .tapWithoutDelegate
            ? (.delegateMissing, "set a notification-centre delegate: `app set delegate on`")
            : (
                .responseHandlerMissing,
                "implement the delegate's didReceive: `app set delegate.did-receive on`"
            )
    }

    /// Adds the link of a push that has none under the keys that the app reads.
    private mutating func walkWithoutLink() {
        if app?.settings.usesNCMB == true,
            let url = payload?.root[NCMBKey.richURL]?.stringValue
        {
            walkRichURL(url)
        } else if row == nil, let tracked = expectedEvents.last?.queued.event {
            // Somebody opened it by hand, and its event holds its URL.
            ok(.link, tracked.value.map { "opened \($0)" } ?? "it was opened", .linkRouted)
        } else if row == nil {
            pending(.link, .linkRouted)
        } else if let key = payload.flatMap({ ForeignKey.linkInAPS(of: $0.root) }) {
            broken(
                .link, .linkKeyUnread,
                "`\(key)` is in `aps`, which only iOS reads; the app reads `deeplink` and `link` "
                    + "next to it",
                Basis(.linkRouted), cure: linkCure(isInAPS: true))
        } else if needsLink || app?.settings.usesNCMB != true,
            let key = payload.flatMap({ ForeignKey.link(in: $0.root) })
        {
            broken(
                .link, .linkKeyUnread,
                "the payload has `\(key)`; the app reads only `deeplink` and `link`",
                Basis(.linkRouted), cure: "send it as `deeplink` or `link`")
        } else if needsLink, let near = nearAddress(among: ["deeplink", "link"]) {
            broken(
                .link, .linkKeyUnread,
                "the payload has `\(near.key)`; the app reads only `deeplink` and `link`",
                Basis(.linkRouted), cure: "write `\(near.meant)`")
        } else if needsLink {
            broken(
                .link, .noLink, "\(content) has no link", Basis(.linkRouted),
                cure: linkCure(isInAPS: false))
        } else {
            skipped(.link, .linkRouted, "\(content) has no link")
        }
    }

    /// Adds a link that opened; one that tracks the other event is at fault.
    private mutating func openedLink(_ link: String) {
        let isWeb = Link(link)?.isWeb == true && evidence.links.last?.outcome != .screen
        if let event = subject.event, needsLink, isWeb != (event == .linkOpen) {
            broken(
                .link, .otherLinkKind,
                isWeb
                    ? "\(link) is a web link, which tracks link_open"
                    : "\(link) is an app link, which tracks deeplink_open",
                Basis(.linkRouted),
                cure: isWeb ? "send a link of the app's own scheme" : "send an https link")
            return
        }
        let place = fact(.screen)?.subject ?? evidence.links.last?.detail ?? ""
        ok(.link, place.isEmpty ? "opened \(link)" : "\(link) led to \(place)", .linkRouted)
        noteOlderSystems(link)
        if !isWeb { noteBrowser(link) }
        if isWeb, let last = evidence.links.last, last.notification == nil,
            let missing = nearDomain(of: link) ?? missingDomain(of: link)
        {
            note(missing)
        } else if isWeb, let app, let host = Link(link)?.host,
            UniversalLink.domain(of: host, in: app.settings.associatedDomains) != nil
        {
            note(
                "`\(host)` is the app's own domain; iOS does not treat what the app itself opens "
                    + "as a universal link, so route it to a screen in the app"
            )
        } else if isWeb, subject.symptom == .link, subject.event == nil {
            let scheme = currentApp?.settings.schemes.first ?? "myapp"
            note(
                "a web link opens the in-app Safari; a link of the app's own scheme opens a "
                    + "screen: `\"deeplink\": \"\(scheme)://SCREEN\"`")
        }
    }

    /// The reason why the link was refused, as it was recorded.
    private func refusal(_ opened: LinkRow?) -> String? {
        if let opened { return opened.outcome == .refused ? opened.detail : nil }
        return fact(saying: .linkRefused).map { $0.text }
    }
}
