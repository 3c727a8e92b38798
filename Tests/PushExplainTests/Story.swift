import PushModel
import PushPayload
import PushText
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// A world with a memory: it keeps the history that the store would keep, and answers its effects.
struct Story {
    var world = World()
    /// What the ingest service answers, in turn; 200 for everything when it is empty.
    var answers: [UploadAnswer] = []
    var refusals: [RefusedPush] = []
    var accountRegion: String?
    private var notifications: [NotificationRow] = []
    private var facts: [TimedFact] = []
    private var events: [EventRecord] = []
    private var uploads: [UploadRow] = []
    private var links: [LinkRow] = []
    private var tokens: [TokenRow] = []
    /// The number of things that were done.
    private var place: Int64 = 0

    init() {}

    /// Does things one after the other; a refused one leaves its refusal.
    init(_ actions: [Action]) {
        for action in actions { act(action) }
    }

    mutating func act(_ action: Action) {
        var step = Step()
        place += 1
        do {
            try world.reduce(action, into: &step)
        } catch {
            guard case .receive(let push) = action else { return }
            refusals.append(
                RefusedPush(
                    id: push.id ?? push.payload.messageID,
                    bundleID: push.bundleID ?? push.payload.simulatorBundleID, refusal: error,
                    at: world.surroundings.now, arrivals: world.surroundings.counters.notification,
                    addresses: world.addressLinks { evidence(.newest) }, place: place - 1))
            return
        }
        for change in step.changes { keep(change) }
        for effect in step.effects { act(answer(effect)) }
    }

    /// Gives every fact other words, as another version of the messages would.
    ///
    /// The subject of some lines is a word of the sentence too, as in `not played`.
    mutating func reword() {
        for index in facts.indices {
            let fact = facts[index].fact
            let isSentence = [.not, .asked, .granted, .refused].contains(fact.verb)
            facts[index].fact = Fact(
                fact.verb, isSentence ? "something" : fact.subject, "in other words",
                rule: fact.rule, notification: fact.notification, fact.occurrence, of: fact.app)
            facts[index].fact.at = fact.at
        }
    }

    func why(_ text: String? = nil, on device: String? = nil) -> Explanation {
        let words = text.map { $0.split(separator: " ").map(String.init) } ?? []
        let reading = WhyQuestion(words).reading(
            { id in
                notifications.contains { $0.id == id } || refusals.contains { $0.id == id }
            }, naming: world.whyName)
        var subject = reading.subject
        let device = device ?? reading.device
        if let push = subject.ofRefusingGateway,
            world.isRefused(push, evidence(push, on: device), on: device)
        {
            subject = push
        }
        let known = evidence(subject, on: device)
        if let local = world.localNotification(postedFor: subject, known, on: device) {
            subject.id = local
        }
        var answer = world.why(subject, evidence: evidence(subject, on: device), on: device)
        answer.notes.insert(contentsOf: reading.notes, at: 0)
        return answer
    }

    /// What the session's queries will find.
    func evidence(_ subject: WhySubject, on device: String? = nil) -> Evidence {
        var evidence = Evidence()
        evidence.refusals = refusals
        evidence.accountRegion = accountRegion
        let matching = notifications.filter { row in subject.id.map { row.id == $0 } ?? true }
        let mine = matching.filter { $0.app.device == device ?? world.device.name }
        let own = mine.last(where: subject.concerns) ?? mine.last
        // With one device, whatever came last is meant, even to an app that is gone.
        let isAny = subject.id != nil || world.devices.count == 1
        evidence.notification = isAny ? own ?? matching.last : own
        if !subject.needsPush { evidence.notification = nil }
        let row = evidence.notification
        evidence.facts = facts.filter {
            row != nil && $0.fact.notification == row?.sequence
        }
        evidence.appFacts = facts.filter { $0.fact.notification == nil }
        evidence.tokens = tokens
        evidence.links = links.filter { $0.notification == row?.id }
        if subject.needsPush {
            evidence.events = events.filter { $0.queued.event.messageID == row?.id }
        } else {
            evidence.events =
                subject.event == nil
                ? events : events.filter { $0.queued.event.kind == .tokenRegister }.suffix(1)
        }
        evidence.uploads = uploads
        if evidence.turn(to: links.last, for: subject) {
            evidence.events = events.filter {
                [.linkOpen, .deeplinkOpen].contains($0.queued.event.kind)
                    && $0.queued.event.messageID == nil
            }.suffix(1)
        }
        return evidence
    }

    private mutating func keep(_ change: Change) {
        switch change {
        case .notification(let row): notifications.append(row)
        case .notificationState(let sequence, let state, _):
            let index = notifications.firstIndex { $0.sequence == sequence }
            if let index { notifications[index].state = state }
        case .event(let queued, _): events.append(EventRecord(queued))
        case .eventState(let sequences, let state, let upload):
            for index in events.indices where sequences.contains(events[index].queued.sequence) {
                events[index].state = state
                events[index].upload = upload
            }
        case .dropOldestEvents(let count, _):
            let queued = events.indices.filter { events[$0].state == .queued }
            for index in queued.prefix(count) { events[index].state = .dropped }
        case .token(let row): tokens.append(row)
        case .upload(let row): uploads.append(row)
        case .link(let row): links.append(row)
        case .fact(let fact):
            // The store keeps the app and the occurrence as a code, by whose mark it finds what
            // lasts.
            let parts = Fact.parts(of: fact.code)
            precondition(parts.app == fact.app && parts.occurrence == fact.occurrence)
            precondition(
                fact.notification != nil || !Evidence.lasts(fact) || fact.code.hasPrefix("@"))
            facts.append(TimedFact(fact, at: world.surroundings.now, place: place))
        }
    }

    private mutating func answer(_ effect: Effect) -> Action {
        switch effect {
        case .loadBatch(_, let after, let limit, let ranges):
            let waiting = events.filter { event in
                let sequence = event.queued.sequence
                return event.state == .queued && sequence > after
                    && ranges?.contains { $0.contains(sequence) } ?? true
            }
            return .batchLoaded(waiting.prefix(limit).map(\.queued))
        case .ncmb(let request): return .ncmbFinished(.accepting(request))
        case .decrypt(let request): return .decrypted(.opening(request))
        case .wait: return .waited(isInterrupted: false)
        case .download(let request): return .downloaded(DownloadAnswer(request, .init()))
        case .upload(let request):
            if !answers.isEmpty { return .uploadFinished(answers.removeFirst()) }
            return .uploadFinished(
                .status(
                    200, receipts: request.events.map { _ in nil }, retryAfter: nil, message: ""))
        }
    }
}

extension Action {
    /// A payload as the current app's provider sends it.
    static func push(
        _ json: String, type: String? = nil, priority: Int? = nil, to bundleID: String? = nil,
        byFCM: Bool = false
    ) -> Action {
        let payload = (try? Payload(bytes: Array(json.utf8))) ?? Payload(root: .null)
        var push = Push(
            payload: payload, byteCount: json.utf8.count, pushType: type, priority: priority,
            bundleID: bundleID)
        push.isSentByFCM = byFCM
        return .receive(push)
    }

    static func set(_ key: String, _ value: String) -> Action {
        .app(.set(key: key, value: value))
    }

    static let launch = Action.app(.launch)
    static let flush = Action.flush(limit: nil)
    static let tapIt = Action.tap(id: nil, button: nil, opensLink: true)
    static let plain = push(#"{"message_id": "m1", "aps": {"alert": "Sale"}}"#)

    static func image(_ url: String, mutable: Bool = true) -> Action {
        let flag = mutable ? #", "mutable-content": 1"# : ""
        return push(
            "{\"message_id\": \"m1\", \"image_url\": \"\(url)\", "
                + "\"aps\": {\"alert\": \"Sale\"\(flag)}}")
    }

    static func link(_ url: String) -> Action {
        push("{\"message_id\": \"m1\", \"deeplink\": \"\(url)\", \"aps\": {\"alert\": \"Sale\"}}")
    }
}
