import PushModel
import PushPayload
import PushSimulation
import PushText

/// A walk along the chain for one question: the evidence, and the links found so far.
///
/// Each extension walks one part of the chain: it looks for the typed occurrence that recorded what
/// happened, and only without one judges by the world as it is now. Every stage gets exactly one
/// link, in the order of `ChainLink.Stage`; a later part reads the links of earlier ones, never
/// their sentences. Notes are remarks that change no verdict. The walk changes nothing: it can be
/// copied for a trial, as the search for lost events does.
struct ChainWalk {
    /// The world as it is now.
    let world: World
    /// The question.
    let subject: WhySubject
    /// The history, without what the question turned out not to be about.
    private(set) var evidence: Evidence
    /// The device that the push came to, else the one asked about.
    let device: Device
    /// The app that the question is about, with its settings as they were when the push came; nil
    /// on a device without apps.
    private(set) var app: App?
    /// The app as it is now, to which cures apply.
    let currentApp: App?
    /// The payload that arrived.
    private(set) var payload: Payload?
    /// The app that got the push in question, if the one that was asked about did not.
    private(set) var receiver: AppAddress?
    /// The message in question if the app was not in its audience.
    private(set) var unfollowedPush: UnfollowedPush?
    /// The push in question if it left no row.
    ///
    /// Whoever asks for one of its kinds would search all facts, so it is found once.
    private(set) var unarrived: Unarrived?
    /// The time at which the push was sent, with its place in the history; nil if it is unknown.
    ///
    /// Every fact is compared with it, and it takes a search of the facts, so it is found once.
    private(set) var moment: (at: Tick, place: Int64)?
    /// Whether a notification arrived, even if the question turned out to be about another push.
    private let hasArrival: Bool
    /// The links found so far, one for each stage that was walked.
    var links: [ChainLink] = []
    /// Further remarks, in the order in which they were found.
    private(set) var notes: [String] = []

    /// Begins a walk; `name` is the device asked about, nil for the current one.
    ///
    /// It decides which push is meant: a push that APNs keeps, dropped or refused, and one that the
    /// app was not in the audience of, are newer than the last arrival. The app then gets the
    /// settings and switches that it had at that time. `keeper` is the app for which APNs keeps a
    /// push of which the asked one knows nothing.
    init(
        _ world: World, _ subject: WhySubject, _ evidence: Evidence, on name: String? = nil,
        keptFor keeper: AppAddress? = nil
    ) {
        self.world = world
        self.subject = subject
        var evidence = evidence
        // A registration needs no push: what earlier pushes left behind says nothing about it.
        if !subject.needsPush { evidence.notification = nil }
        let asked = world.devices.first { $0.name == name } ?? world.device
        if let elsewhere = Self.receiver(besides: asked, subject, evidence, in: world) {
            receiver = elsewhere
            evidence.forgetPush()
        }
        hasArrival = evidence.notification != nil || receiver != nil
        self.evidence = evidence
        let address = evidence.notification?.app ?? keeper ?? evidence.owner
        let device =
            world.devices.first { $0.name == address?.device ?? name } ?? world.device
        self.device = device
        let named = device.apps.first { $0.address == address }
        let current =
            device.apps.indices.contains(device.currentApp) ? device.apps[device.currentApp] : nil
        currentApp = named ?? current
        app = currentApp
        self.evidence.forgetOthers(than: currentApp?.address, naming: subject.id)
        if subject.needsPush, let last = self.evidence.notification,
            hasNewer(than: last)
        {
            // A push that waits at APNs, or that it dropped or refused, is newer than the last
            // arrival.
            self.evidence.forgetPush()
        }
        unfollowedPush = findUnfollowedPush()
        if row != nil, subject.id == nil, !subject.asksForPast, unfollowedPush != nil {
            self.evidence.forgetPush()
            unfollowedPush = findUnfollowedPush()
        }
        unarrived = findUnarrived()
        moment = findMoment()
        payload = self.evidence.notification.flatMap {
            try? Payload(bytes: Array($0.payload.utf8))
        }
        if var then = currentApp, moment != nil {
            then.permission.turnedOff = switchesOff(of: then, isEarlier)
            then.settings = settings(of: then, isEarlier)
            app = then
        }
    }

    /// The name of the question's subject, as the answer repeats it.
    var name: String {
        if let event = subject.event { return event.rawValue }
        if let id = subject.id { return id }
        if isByHand, let link = evidence.links.last { return link.url }
        if subject.asksForEvents { return subject.symptom?.rawValue ?? "events" }
        if let missed = unfollowedPush { return missed.id }
        if isPushMissing, !isLocal, let refusedPush { return refusedPush.id ?? "the last push" }
        if let known = evidence.notification?.id ?? keptID { return known }
        return hasArrival || subject.isToCome ? "the newest notification" : "no notification"
    }

    /// The message ID that commands take.
    var id: String? { evidence.notification?.id ?? subject.id }

    /// The row of the push; nil if none arrived, or the question needs none.
    var row: NotificationRow? { evidence.notification }

    /// Whether the question needs a push to arrive; a link may also be opened without one.
    var needsPush: Bool {
        if isByHand { return false }
        guard subject.needsPush, row == nil, subject.event != nil else { return subject.needsPush }
        return expectedEvents.isEmpty
    }

    /// Whether the question is about a link that no notification brought.
    var isByHand: Bool {
        row == nil && subject.id == nil
            && (evidence.links.last.map { $0.notification == nil } ?? false)
    }

    /// Whether the question is about a link that a tap opens.
    var needsLink: Bool {
        subject.symptom == .link || [.linkOpen, .deeplinkOpen].contains(subject.event)
    }

    /// Whether the question is about something that only a tap causes.
    var needsTap: Bool {
        needsLink || subject.event == .open || subject.symptom == .tap
    }

    /// The events that the question is about.
    var expectedEvents: [EventRecord] {
        if subject.asksForEvents { return evidence.events }
        return evidence.events.filter { record in
            if let kind = subject.event, record.queued.event.kind != kind { return false }
            return !subject.needsPush
                || record.queued.event.messageID.map(ExactText.init) == id.map(ExactText.init)
        }
    }

    /// Whether the user has been able to see the notification, now or earlier.
    var isPresented: Bool {
        if fact(.shown) != nil { return true }
        guard let row, fact(saying: .heldForSummary) == nil else { return false }
        return ![.hidden, .silent, .refused, .stored, .held].contains(row.state)
    }

    /// Whether the scheduled summary holds it, or held it until it was lost.
    var wasHeldForSummary: Bool {
        fact(.shown) == nil && row?.state != .hidden
            && (row?.state == .held || fact(saying: .heldForSummary) != nil)
    }

    /// Whether it waits for the scheduled summary.
    var isHeldForSummary: Bool { wasHeldForSummary && row?.state.isOver != true }

    /// Whether the app posted it itself, so no gateway saw it.
    var isLocal: Bool {
        row?.pushType == "local" || row == nil && (scheduled != nil || unscheduled != nil)
    }

    /// Whether the push had nothing to show, play or count.
    var isSilent: Bool {
        guard let payload = payload ?? storedPush?.push.payload else {
            return row?.state == .silent
        }
        return !payload.aps.hasInteraction && payload.aps.contentAvailable
    }

    /// Whether an earlier link is broken, or waits for somebody to act.
    var isStopped: Bool { links.contains { $0.status == .broken || $0.isWaiting } }

    /// The link of a stage, if the walk has reached it.
    func link(_ stage: ChainLink.Stage) -> ChainLink? { links.first { $0.stage == stage } }

    /// The state of a stage's link; nil if the walk has not reached it.
    func status(_ stage: ChainLink.Stage) -> ChainLink.Status? { link(stage)?.status }

    /// The newest fact with a verb about the notification.
    func fact(_ verb: Fact.Verb) -> Fact? {
        evidence.facts.last { $0.fact.verb == verb }?.fact
    }

    /// The newest fact about the notification that one of the given rules made.
    func fact(ofRules rules: [RuleID], _ verbs: [Fact.Verb]) -> Fact? {
        evidence.facts.last { verbs.contains($0.fact.verb) && rules.contains($0.fact.rule) }?.fact
    }

    /// The newest fact about the notification whose occurrence passes a test.
    func fact(saying test: (Occurrence) -> Bool) -> Fact? {
        evidence.facts.last { $0.fact.occurrence.map(test) ?? false }?.fact
    }

    /// The newest fact about the notification that records an occurrence.
    func fact(saying occurrence: Occurrence) -> Fact? { fact { $0 == occurrence } }

    /// A fact's text without the message ID that it may start with.
    func reason(_ fact: Fact) -> String {
        id.map { fact.reason(about: $0) } ?? fact.text
    }

    /// Adds a link that holds.
    mutating func ok(_ stage: ChainLink.Stage, _ found: String, _ rule: RuleID) {
        links.append(ChainLink(stage, .ok, found, Basis(rule)))
    }

    /// Adds a link that does not hold, with its cause and cure; `reason` is the short form of
    /// `found`, and `mended` says that the fault is gone by now.
    mutating func broken(
        _ stage: ChainLink.Stage, _ cause: Cause, _ found: String, _ basis: Basis, cure: String,
        reason: String? = nil, mended: String? = nil, opening: String = ""
    ) {
        var link = ChainLink(
            stage, .broken, opening + found, basis, cause: cause, cure: cure, reason: reason)
        link.opening = opening
        link.mended = mended
        links.append(link)
    }

    /// Adds a link that did not hold then, and whose fault is gone by now, as `mended` says.
    mutating func brokenThen(
        _ stage: ChainLink.Stage, _ cause: Cause, _ found: String, _ basis: Basis,
        mended: String
    ) {
        broken(stage, cause, found, basis, cure: "\(mended): \(again)", mended: mended)
    }

    /// Adds a link whose notification came, but not as people expect.
    mutating func quiet(
        _ stage: ChainLink.Stage, _ cause: Cause, _ found: String, _ rule: RuleID, cure: String,
        reason: String
    ) {
        links.append(
            ChainLink(
                stage, .quiet, found, Basis(rule), cause: cause, cure: cure, reason: reason))
    }

    /// Adds a link that nothing has reached so far, without anybody's fault.
    mutating func pending(
        _ stage: ChainLink.Stage, _ rule: RuleID, _ found: String = "not reached"
    ) {
        links.append(ChainLink(stage, .notReached, found, Basis(rule)))
    }

    /// Adds a link that waits until somebody follows the cure.
    mutating func waiting(
        _ stage: ChainLink.Stage, _ cause: Cause, _ found: String, _ rule: RuleID, cure: String
    ) {
        links.append(
            ChainLink(stage, .notReached, found, Basis(rule), cause: cause, cure: cure))
    }

    /// Adds a link that this push or event does not use.
    mutating func skipped(_ stage: ChainLink.Stage, _ rule: RuleID, _ found: String) {
        links.append(ChainLink(stage, .notNeeded, found, Basis(rule)))
    }

    /// Adds a remark, one sentence without a full stop.
    mutating func note(_ text: String) { notes.append(text) }
}
