import PushModel
import PushPayload
import PushSimulation
import PushText

/// The links on the way of the data: event and queue.
extension ChainWalk {
    /// Adds the links of the data: event, queue, upload and warehouse.
    mutating func walkData() {
        guard !isActivity else {
            return skipBehindActivity([.event, .queue, .upload, .warehouse])
        }
        guard let app = appAtAnswer, app.settings.usesTreasureData else {
            walkWithoutTracker()
            return
        }
        var records = expectedEvents
        walkEvent(app, records)
        if subject.asksForEvents { records = currentEvents(app, records) }
        walkQueue(records)
        // Waiting events are uploaded under the current settings, whatever was set when the push
        // came.
        walkUpload(currentApp ?? app, records)
        walkWarehouse(currentApp ?? app, records)
    }

    /// The app as it tracked, or will track, the event in question: an answer of the user's comes
    /// after the push, and so under later settings.
    private var appAtAnswer: App? {
        let answers: [Event.Kind] = [.open, .dismiss, .linkOpen, .deeplinkOpen]
        guard row != nil, let event = subject.event, answers.contains(event), var now = currentApp,
            now.state != .uninstalled
        else { return app }
        if let settings = settingsOfButtons { now.settings = settings }
        return now
    }

    /// Adds the links for an app that does not use Treasure Data; NCMB counts opens in its own way.
    private mutating func walkWithoutTracker() {
        let stages = [ChainLink.Stage.event, .queue, .upload, .warehouse]
        for stage in stages {
            if stage == .event, let app, app.settings.usesNCMB, !subject.asksForEvents,
                subject.event == nil || subject.event == .open
            {
                walkOpenCount(app)
            } else if stage == .event, app != nil, subject.asksForEvents {
                broken(
                    .event, .notTracking,
                    "the app tracks no event: it does not use Treasure Data",
                    Basis(.trackerSetup), cure: trackingCure)
            } else if stage == .event, app != nil, let kind = subject.event, !subject.namesToken {
                broken(
                    .event, .notTracking,
                    "the app does not track \(kind.rawValue): it does not use Treasure Data",
                    Basis(.trackerSetup), cure: trackingCure)
            } else {
                skipped(stage, .trackerSetup, "the app does not track events")
            }
        }
    }

    /// The remedy for an app that does not use Treasure Data.
    var trackingCure: String { "`app set td on`" }

    /// Adds the event: tracked, or what prevented it.
    ///
    /// A fact that says why comes first; then settings under which no event can be tracked; then
    /// what is still expected. A payload that asks for no code of the app is its sender's choice
    /// and no fault, unless the question names the event.
    private mutating func walkEvent(_ app: App, _ records: [EventRecord]) {
        if let (fact, kind, obstacle) = untracked(records) {
            let start = links.count
            notTracked(app, fact, obstacle, records)
            if let lost = lostRegistration { note(lost.remark) }
            for index in links.indices.dropFirst(start)
            where links[index].cause != nil && links[index].reason == nil {
                links[index].reason = obstacle.reason(for: kind, category: row?.category)
            }
        } else if subject.asksForEvents, !isStopped,
            let broken = trackerFailure(app.settings) ?? startLink(.event)
        {
            // Earlier events do not help: now nothing is tracked. An upload needs them alone.
            if subject.symptom == .upload, !records.isEmpty {
                ok(.event, "tracked " + Self.kinds(records), .eventTracked)
                note("\(broken.found), so no more events come: \(broken.cure ?? "")")
            } else {
                links.append(broken)
            }
        } else if !records.isEmpty {
            ok(.event, "tracked " + Self.kinds(records), .eventTracked)
        } else if isStopped {
            pending(.event, .eventTracked)
        } else if let broken = trackerFailure(app.settings) {
            links.append(broken)
        } else if subject.asksForEvents {
            noEventYet(app)
        } else if subject.event == .tokenRegister {
            broken(
                .event, .notTracked, "the app has not registered its token with Treasure Data",
                Basis(.userAssociation), cure: "`app kill`, then `app launch`; or `token refresh`")
        } else if let kind = subject.event {
            broken(
                .event, .notTracked, "no \(kind.rawValue) was tracked",
                Basis(kind == .delivery ? .deliveryNeedsCode : .eventTracked),
                // Code of the app runs for a background push, which merely has nothing to show.
                cure: isSilent
                    ? alertCure
                    : kind == .delivery
                        ? "let the app's code run: mutable-content and an extension that tracks"
                        : "send the push again, and answer it in the app that tracks it")
        } else {
            skipped(.event, .deliveryNeedsCode, "no event was tracked")
        }
    }

    /// Adds the first event, which is still to come.
    ///
    /// An app that was launched should have tracked `token_register`; without a token no push
    /// reaches it that could bring another event.
    private mutating func noEventYet(_ app: App) {
        var found = "the app has tracked no event yet"
        let cure: String
        if app.state == .uninstalled {
            cure = "it is deleted: \(app.installCommand), then `app launch`"
        } else if !app.wasLaunched {
            cure = "`app launch`"
        } else if let fault = tokenFault {
            found += ", not even token_register: \(fault.found)"
            cure = fault.cure ?? "`why token` says more"
        } else {
            cure = "`receive FILE`, then `tap`"
        }
        waiting(.event, .noEvents, found, .eventTracked, cure: cure)
    }

    /// The link of the app's address that `why token` would name; nil if the app has its tokens.
    private var tokenFault: ChainLink? {
        var trial = ChainWalk(world, .event(.tokenRegister), evidence, on: device.name)
        trial.walkAddresses()
        return Self.fault(trial.links)
    }

    /// The types of events, each once, with a count if there are several.
    private static func kinds(_ records: [EventRecord]) -> String {
        var names: [String] = []
        for record in records where !names.contains(record.queued.event.kind.rawValue) {
            names.append(record.queued.event.kind.rawValue)
        }
        return names.map { name in
            let count = records.count { $0.queued.event.kind.rawValue == name }
            return count == 1 ? name : "\(name) (\(count))"
        }.joined(separator: ", ") + (records.count < Evidence.limit ? "" : ", and perhaps others")
    }

    /// The fact that says that an event in question was not tracked.
    func untracked(
        _ records: [EventRecord]
    ) -> (Fact, Event.Kind, Occurrence.Obstacle)? {
        var choice: (Fact, Event.Kind, Occurrence.Obstacle)?
        if let coming = answerToCome,
            case .untracked(let kind, let obstacle)? = coming.occurrence
        {
            return (coming, kind, obstacle)
        }
        if subject.event == .tokenRegister, let lost = lostRegistration {
            return (lost.fact, .tokenRegister, lost.obstacle)
        }
        // An app's reports about itself at several launches count as of the last one.
        for entry in evidence.facts + (subject.needsPush ? [] : evidence.appFacts.reversed()) {
            guard case .untracked(let kind, let obstacle)? = entry.fact.occurrence,
                subject.event.map({ $0 == kind }) ?? (subject.id != nil || subject.needsPush),
                // An event that was tracked later needs no explanation.
                !records.contains(where: { $0.queued.event.kind == kind })
            else { continue }
            // The sender's choice is mentioned only if nothing is wrong with the app.
            guard obstacle == .noCode || obstacle == .noCategory else {
                return (entry.fact, kind, obstacle)
            }
            choice = choice ?? (entry.fact, kind, obstacle)
        }
        return choice
    }

    /// Adds the event of a login that registered no token with Treasure Data.
    mutating func walkLostLogin(_ fact: Fact, _ obstacle: Occurrence.Obstacle) {
        guard let app = currentApp else { return }
        notTracked(app, fact, obstacle, [])
    }

    /// Adds the event that a fact reports as not tracked, with the cure for the obstacle.
    private mutating func notTracked(
        _ app: App, _ fact: Fact, _ obstacle: Occurrence.Obstacle, _ records: [EventRecord]
    ) {
        let (found, basis) = ("not tracked: \(fact.text)", Basis(fact.rule))
        switch obstacle {
        case .customEventsOff: links.append(customEventsOff(found))
        case .notInitialised: links.append(notInitialised(found))
        case .noCode, .noCategory:
            guard subject.event != nil else {
                // The payload does not ask for code to run, which is its sender's choice.
                note(fact.text)
                if records.isEmpty {
                    skipped(.event, fact.rule, "no event is expected")
                } else {
                    ok(.event, "tracked " + Self.kinds(records), .eventTracked)
                }
                return
            }
            let now = currentApp?.settings ?? app.settings
            let cure =
                obstacle == .noCategory
                ? "name a category with customDismissAction in \(payloadName), as "
                    + (currentApp?.settings.dismissCategory.map {
                        "`\"category\": \"\($0.id)\"`"
                    } ?? changed("engage") { $0.customDismiss = true } + " registers")
                : now.hasServiceExtension && now.serviceExtensionTracksDelivery
                    ? "send \(extensionKey), so that the extension runs"
                    : trackingExtension(now) + ", and send \(extensionKey)"
            broken(
                .event, obstacle == .noCategory ? .dismissNotRegistered : .noCodeRuns, found, basis,
                cure: cure)
        case .noExtension:
            broken(
                .event, .extensionMissing, found, basis,
                cure: trackingExtension(currentApp?.settings ?? app.settings))
        case .extensionTooNew:
            broken(.event, .extensionTooNew, found, basis, cure: olderTargetCure)
        case .extensionSilent:
            broken(
                .event, .noCodeRuns, found, basis,
                cure: "let the extension track it: `app set nse.delivery on`")
        case .extensionKilled:
            broken(
                .event, .extensionFailed, found, basis,
                cure:
                    "load the image to disk, never all of it into memory: `app set nse.megabytes 8`"
            )
        case .protectedData:
            broken(
                .event, .noCodeRuns, found, basis,
                cure: "unlock the device once after its restart: `device unlock`")
        default: noHandler(fact, obstacle)
        }
    }

    /// The remedy for an app whose deliveries no extension tracks: the settings that it lacks.
    private func trackingExtension(_ settings: AppSettings) -> String {
        let tracking = "`app set nse.delivery on`"
        guard !settings.hasServiceExtension else {
            return "let the extension track it: " + tracking
        }
        return "add an extension that tracks it: `app set nse on`"
            + (settings.serviceExtensionTracksDelivery ? "" : ", " + tracking)
    }

    /// Reports a missing delegate, method or category, without which no code of the app is called.
    private mutating func noHandler(_ fact: Fact, _ obstacle: Occurrence.Obstacle) {
        let (found, basis) = ("not tracked: \(fact.text)", Basis(fact.rule))
        let next = answerToCome == nil ? "" : ", then " + answering
        switch obstacle {
        case .noMessagingDelegate:
            broken(
                .event, .messagingDelegateMissing,
                "not tracked: \(obstacle.reason(for: .tokenRegister))", basis,
                cure: messagingDelegateCure)
        case .noDelegate:
            broken(
                .event, .delegateMissing, found, basis,
                cure: "set a notification-centre delegate: `app set delegate on`" + next)
        case .noHandler:
            broken(
                .event, .responseHandlerMissing, found, basis,
                cure: "implement the delegate's didReceive: `app set delegate.did-receive on`"
                    + next)
        case .unknownCategory, .noCustomDismiss:
            let name = payload?.aps.category ?? "engage"
            let known = currentApp?.settings.categories.filter(\.customDismiss).map(\.id) ?? []
            let meant = known.contains(name) ? nil : near(name, among: known)
            broken(
                .event, .dismissNotRegistered, found, basis,
                cure: (meant.map { sending("category", $0) + "; or " } ?? "")
                    + "register the payload's category with customDismissAction: "
                    + changed(name) { $0.customDismiss = true } + next)
        default: preconditionFailure("notTracked explains \(obstacle)")
        }
    }

    /// The remedy for an app that set no `Messaging.delegate`: a launch reports the cached token,
    /// except by an SDK that forgets to.
    private var messagingDelegateCure: String {
        let settings = currentApp?.settings
        let set =
            settings?.hasMessagingDelegate == true
            ? "it is set now: " : "set it at launch: `app set firebase.delegate on`, then "
        guard let settings, settings.sdkForgetsDelegateAtLaunch else {
            return set + "`app kill` and `app launch`"
        }
        return set + onlineFirst
            + "`app kill`, `app launch` and `token refresh`, since Firebase SDK "
            + "\(settings.firebaseSDK) reports no cached token at launch; or update the package"
    }

    /// The setting under which no event is tracked at all; nil if there is none.
    func trackerFailure(_ settings: AppSettings) -> ChainLink? {
        if !settings.initializesTreasureData {
            return notInitialised("the Treasure Data SDK is not initialised")
        }
        return settings.tracksCustomEvents
            ? nil : customEventsOff("custom events are off (disableCustomEvent)")
    }

    /// The link of an SDK that was never initialised, or is by now.
    private func notInitialised(_ found: String) -> ChainLink {
        var link = ChainLink(
            .event, .broken, found, Basis(.trackerSetup), cause: .sdkNotInitialised,
            cure: "call TreasureData.initialize(withApiKey:) at launch: "
                + "`app set td.initialised on`")
        guard currentApp?.settings.initializesTreasureData == true else { return link }
        let mended = "it is initialised now"
        link.cure = mended + ": " + (subject.needsPush ? again : "`app kill` and `app launch`")
        if subject.needsPush { link.mended = mended }
        return link
    }

    /// The link of an SDK that tracks no custom events.
    ///
    /// A user who turned them off refused to be tracked, and nobody else may take that back.
    private func customEventsOff(_ found: String) -> ChainLink {
        guard row == nil, currentApp?.settings.tracksCustomEvents == true else {
            return ChainLink(
                .event, .broken, found, Basis(.trackerSetup), cause: .customEventsOff,
                cure: "if the user consents, call enableCustomEvent: "
                    + "`app set td.custom-events on`"
                    + (lostLogin != nil
                        ? ", then `token refresh`"
                        : answerToCome != nil
                            ? ", then " + answering
                            : "; what was not tracked meanwhile is lost"))
        }
        let then = "custom events were off then (disableCustomEvent)"
        return ChainLink(
            .event, .broken, "not tracked: " + then, Basis(.trackerSetup), cause: .customEventsOff,
            cure: "they are on now: "
                + (isByHand
                    ? "open the link again" : "`app kill` and `app launch`, or `token refresh`"),
            reason: then)
    }

    /// Adds the queue: how many events wait, or that one of them was dropped from it.
    mutating func walkQueue(_ records: [EventRecord]) {
        guard !records.isEmpty else {
            withoutEvents(.queue, .queueFlush)
            return
        }
        noteLosses()
        if let dropped = records.first(where: \.isLost) {
            walkDropped(dropped)
            return
        }
        let listed = records.count { $0.state == .queued }
        // Questions about all events read only the newest; the queue knows how many wait.
        let all = currentApp?.queue.count ?? 0
        let waiting = subject.needsPush ? listed : max(listed, all)
        if all >= limit {
            note("the queue is full (\(limit)): each new event drops the oldest")
        }
        ok(
            .queue,
            waiting == 0
                ? "no event is waiting"
                : "\(waiting) \(waiting == 1 ? "event is waiting" : "events are waiting") to be "
                    + "uploaded",
            .queueFlush)
    }

    /// Notes how many events a full queue dropped, if the question is about all of them.
    private mutating func noteLosses() {
        let lost = currentApp?.queue.dropped ?? 0
        guard lost > 0, subject.asksForEvents else { return }
        note(
            "\(lost) \(lost == 1 ? "event was" : "events were") dropped from a full queue, and no "
                + "upload brings \(lost == 1 ? "it" : "them") back")
    }

    /// Adds an event that is lost: deleted with the app's data, or dropped from a full queue.
    private mutating func walkDropped(_ record: EventRecord) {
        let kind = record.queued.event.kind.rawValue
        let deleted = deletion(of: record)
        if deleted.map({ wasFull(since: record, until: $0) }) ?? !evidence.hasEveryChoice {
            broken(
                .queue, .eventDropped,
                "\(kind) is no longer in the queue: a full queue dropped it, or it was deleted "
                    + "with the app's data", Basis(.queueOverflow),
                cure: "it cannot be recovered; next time `flush` before that")
            return
        }
        guard let deleted else {
            // The limit may have been another one then.
            let ample = 1000
            broken(
                .queue, .eventDropped, "\(kind) was dropped: the queue was full",
                Basis(.queueOverflow),
                cure: "it cannot be recovered; next time `flush` before the queue is full (its "
                    + "limit is \(limit) now)"
                    + (limit < ample ? ", or `config queue.limit \(ample)`" : ""))
            return
        }
        let time = InstantText.format(deleted.at.milliseconds)
        broken(
            .queue, .queueDeleted, "\(kind) was deleted with the queue at \(time)",
            Basis(.appUninstall),
            cure:
                "it cannot be recovered; next time upload before the app's data is deleted: `flush`"
        )
    }

    /// The number of events that the queue holds.
    private var limit: Int { world.surroundings.config.effectiveQueueLimit }

    /// Adds a later stage if there are no events: they may still come, or none are expected.
    mutating func withoutEvents(_ stage: ChainLink.Stage, _ rule: RuleID) {
        if status(.event) == .notNeeded {
            skipped(stage, rule, "no event is expected")
        } else {
            pending(stage, rule, "not reached")
        }
    }
}
