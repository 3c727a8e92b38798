import PushPayload

/// A walk along the chain for one question: what is known, and the links found so far.
struct ChainWalk {
    let world: World
    let subject: WhySubject
    let evidence: Evidence
    let device: Device
    /// The app that the question is about; nil on a device without apps.
    let app: App?
    /// The payload that arrived.
    let payload: Payload?
    var links: [ChainLink] = []
    private(set) var notes: [String] = []

    init(
        _ world: World, _ subject: WhySubject, _ evidence: Evidence, on name: String? = nil
    ) {
        self.world = world
        self.subject = subject
        var evidence = evidence
        // A registration needs no push, so that none may speak for it.
        if !subject.needsPush { evidence.notification = nil }
        self.evidence = evidence
        let address = evidence.notification?.app
        let device =
            world.devices.first { $0.name == address?.device ?? name } ?? world.device
        self.device = device
        let named = device.apps.first { $0.address == address }
        let current =
            device.apps.indices.contains(device.currentApp) ? device.apps[device.currentApp] : nil
        app = named ?? current
        payload = evidence.notification.flatMap { try? Payload(bytes: Array($0.payload.utf8)) }
    }

    /// What the question was about, as the answer repeats it.
    var name: String {
        switch subject {
        case .message(let id): id
        case .event(let kind): kind.rawValue
        case .newest: evidence.notification?.id ?? "the newest notification"
        }
    }

    /// The message ID that commands take.
    var id: String? {
        if let row = evidence.notification { return row.id }
        if case .message(let id) = subject { return id }
        return nil
    }

    var row: NotificationRow? { evidence.notification }

    /// Whether a push has to arrive for what was asked about; a link may be opened without one.
    var needsPush: Bool {
        guard subject.needsPush, row == nil, subject.event != nil else { return subject.needsPush }
        return expectedEvents.isEmpty
    }

    /// The events that the question is about.
    var expectedEvents: [EventRecord] {
        evidence.events.filter { record in
            if let kind = subject.event, record.queued.event.kind != kind { return false }
            return !subject.needsPush || record.queued.event.messageID == id
        }
    }

    /// Whether the notification came before the user, now or earlier.
    var isPresented: Bool {
        if fact(.shown) != nil { return true }
        guard let row else { return false }
        return !["hidden", "silent", "refused", "stored", "held"].contains(row.state)
    }

    /// Whether it waits for the scheduled summary.
    var isHeldForSummary: Bool { row?.state == "held" && fact(.shown) == nil }

    /// Whether the push had nothing to show.
    var isSilent: Bool {
        guard let payload else { return row?.state == "silent" }
        return !payload.aps.hasVisibleAlert && payload.aps.contentAvailable
    }

    /// Whether a link before this one is broken.
    var isBroken: Bool { links.contains { $0.status == .broken } }

    /// The link of a stage that was walked already.
    func status(_ stage: ChainLink.Stage) -> ChainLink.Status? {
        links.first { $0.stage == stage }?.status
    }

    /// The newest fact of a verb about the notification.
    func fact(_ verb: Fact.Verb, _ subject: String? = nil) -> Fact? {
        evidence.facts.last {
            $0.fact.verb == verb && (subject == nil || $0.fact.subject == subject)
        }?.fact
    }

    /// The newest fact about the notification that a rule of a family made.
    func fact(ofRules prefixes: [String], _ verbs: [Fact.Verb]) -> Fact? {
        evidence.facts.last { entry in
            verbs.contains(entry.fact.verb)
                && prefixes.contains { entry.fact.rule.rawValue.hasPrefix($0) }
        }?.fact
    }

    /// A fact's text without the message ID that it may start with.
    func reason(_ fact: Fact) -> String {
        guard let id, fact.text.hasPrefix(id + ": ") else { return fact.text }
        return String(fact.text.dropFirst(id.count + 2))
    }

    mutating func ok(_ stage: ChainLink.Stage, _ found: String, _ rule: RuleID) {
        links.append(ChainLink(stage, .ok, found, Basis(rule)))
    }

    mutating func broken(
        _ stage: ChainLink.Stage, _ cause: Cause, _ found: String, _ basis: Basis, cure: String
    ) {
        links.append(ChainLink(stage, .broken, found, basis, cause: cause, cure: cure))
    }

    mutating func pending(
        _ stage: ChainLink.Stage, _ rule: RuleID, _ found: String = "nothing comes this far"
    ) {
        links.append(ChainLink(stage, .notReached, found, Basis(rule)))
    }

    mutating func skipped(_ stage: ChainLink.Stage, _ rule: RuleID, _ found: String) {
        links.append(ChainLink(stage, .notNeeded, found, Basis(rule)))
    }

    mutating func note(_ text: String) { notes.append(text) }
}
