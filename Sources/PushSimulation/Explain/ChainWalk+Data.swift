/// The links of the data's way: event, queue, upload, warehouse.
extension ChainWalk {
    mutating func walkData() {
        guard let app, app.settings.usesTreasureData else {
            walkWithoutTracker()
            return
        }
        let records = expectedEvents
        walkEvent(app, records)
        walkQueue(records)
        walkUpload(app, records)
        walkWarehouse(app, records)
    }

    private mutating func walkWithoutTracker() {
        let stages = [ChainLink.Stage.event, .queue, .upload, .warehouse]
        for stage in stages {
            if stage == .event, app != nil, let kind = subject.event {
                broken(
                    .event, .notTracking,
                    "the app does not track \(kind.rawValue): it does not use Treasure Data",
                    Basis(.trackerSetup), cure: "`app set td on`")
            } else {
                skipped(stage, .trackerSetup, "the app does not track events")
            }
        }
    }

    private mutating func walkEvent(_ app: App, _ records: [EventRecord]) {
        if let fact = untracked(records) {
            notTracked(app, fact)
        } else if !records.isEmpty {
            let kinds = records.map(\.queued.event.kind.rawValue).joined(separator: ", ")
            ok(.event, "tracked \(kinds)", .eventTracked)
        } else if isBroken {
            pending(.event, .eventTracked)
        } else if let broken = trackerFailure(app.settings) {
            links.append(broken)
        } else if subject.event == .tokenRegister {
            broken(
                .event, .notTracked, "the app has not registered its token with Treasure Data",
                Basis(.userAssociation), cure: "`app kill`, then `app launch`; or `token refresh`")
        } else if let kind = subject.event {
            broken(
                .event, .notTracked, "no \(kind.rawValue) was tracked",
                Basis(kind == .delivery ? .deliveryNeedsCode : .eventTracked),
                cure: "let the app's code run: mutable-content and an extension that tracks")
        } else {
            skipped(.event, .deliveryNeedsCode, "nothing of it is tracked")
        }
    }

    /// The fact that says that an event in question was not tracked.
    private func untracked(_ records: [EventRecord]) -> Fact? {
        evidence.facts.first { entry in
            guard entry.fact.verb == .not, entry.fact.subject == "tracked" else { return false }
            guard let kind = subject.event else { return true }
            return records.isEmpty && names(kind, entry.fact.text)
        }?.fact
    }

    /// Whether the text of a fact is about an event of a type: `open msg-1: …` or `open: …`.
    private func names(_ kind: Event.Kind, _ text: String) -> Bool {
        text.hasPrefix(kind.rawValue + " ") || text.hasPrefix(kind.rawValue + ":")
    }

    private mutating func notTracked(_ app: App, _ fact: Fact) {
        let found = "not tracked: \(fact.text)"
        switch fact.rule {
        case .trackerSetup:
            let isLogging = fact.text.contains("logging")
            links.append(isLogging ? loggingOff(found) : notInitialised(found))
        case .deliveryNeedsCode:
            broken(
                .event, .noCodeRuns, found, Basis(fact.rule),
                cure: app.settings.hasServiceExtension
                    && app.settings.serviceExtensionTracksDelivery
                    ? "send `\"mutable-content\": 1`, so that the extension runs"
                    : "add an extension that tracks it: `app set nse on`, `app set nse.delivery on`"
            )
        case .tapWithoutDelegate:
            broken(
                .event, .delegateMissing, found, Basis(fact.rule),
                cure: "set a notification-centre delegate: `app set delegate on`")
        case .tapWithoutDidReceive:
            broken(
                .event, .responseHandlerMissing, found, Basis(fact.rule),
                cure: "implement the delegate's didReceive: `app set delegate.did-receive on`")
        case .dismiss:
            broken(
                .event, .dismissNotRegistered, found, Basis(fact.rule),
                cure: "register the payload's category with customDismissAction: "
                    + "`app set categories`")
        default:
            broken(
                .event, .notTracked, found, Basis(fact.rule),
                cure: "`doctor` checks the app's setup")
        }
    }

    private func trackerFailure(_ settings: AppSettings) -> ChainLink? {
        if !settings.initializesTreasureData {
            return notInitialised("the Treasure Data SDK is not initialised")
        }
        return settings.logsEvents ? nil : loggingOff("event logging is off")
    }

    private func notInitialised(_ found: String) -> ChainLink {
        ChainLink(
            .event, .broken, found, Basis(.trackerSetup), cause: .sdkNotInitialised,
            cure: "call TreasureData.initialize(withApiKey:) at launch: `app set td.initialised on`"
        )
    }

    private func loggingOff(_ found: String) -> ChainLink {
        ChainLink(
            .event, .broken, found, Basis(.trackerSetup), cause: .loggingOff,
            cure: "turn event logging on: `app set td.logging on`")
    }

    private mutating func walkQueue(_ records: [EventRecord]) {
        guard !records.isEmpty else {
            withoutEvents(.queue, .queueFlush)
            return
        }
        if let dropped = records.first(where: { $0.state == .dropped }) {
            broken(
                .queue, .eventDropped,
                "\(dropped.queued.event.kind.rawValue) was dropped: the queue was full or deleted",
                Basis(.queueOverflow), cure: "`flush` before \(limit) events wait")
            return
        }
        let waiting = records.count { $0.state == .queued }
        ok(
            .queue,
            waiting == 0
                ? "nothing of it waits"
                : "\(waiting) \(waiting == 1 ? "event waits" : "events wait") to be uploaded",
            .queueFlush)
    }

    private var limit: Int { world.surroundings.config.effectiveQueueLimit }

    /// A later stage of a question without events: they may still come, or none are due.
    private mutating func withoutEvents(_ stage: ChainLink.Stage, _ rule: RuleID) {
        if status(.event) == .notNeeded {
            skipped(stage, rule, "no event is due")
        } else {
            pending(stage, rule, "no event comes this far")
        }
    }

    private mutating func walkWarehouse(_ app: App, _ records: [EventRecord]) {
        let target = targets(app, records)
        guard !records.isEmpty else {
            withoutEvents(.warehouse, .uploadReceipts)
            return
        }
        if let lost = records.first(where: { $0.state == .uploaded && $0.isStored == false }) {
            broken(
                .warehouse, .notStored,
                "\(lost.queued.event.kind.rawValue) was acknowledged, and \(target) lacks it",
                .warehouse,
                cure: "`tables` shows where it went: `td.database` may have changed since")
        } else if records.allSatisfy({ $0.state == .uploaded }) {
            links.append(ChainLink(.warehouse, .ok, "stored in \(target)", .warehouse))
        } else {
            pending(.warehouse, .uploadReceipts, "not all of it is stored yet")
        }
    }

    /// Where the uploads of events brought them, which the app's settings may have left since.
    private func targets(_ app: App, _ records: [EventRecord]) -> String {
        var targets: [String] = []
        for record in records {
            guard let upload = evidence.uploads.first(where: { $0.sequence == record.upload })
            else { continue }
            let target = "\(upload.database).\(upload.table)"
            if !targets.contains(target) { targets.append(target) }
        }
        return targets.isEmpty
            ? "\(app.settings.database).\(app.settings.table)" : targets.joined(separator: ", ")
    }
}
