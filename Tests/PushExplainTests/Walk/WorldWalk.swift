import PushModel
import PushText
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// A walk of random actions through a world, with what must hold after each of them.
struct WorldWalk {
    private var world = World()
    private var actions: RandomAction
    private let seed: UInt64
    private var shown: Set<Int64> = []
    private var badges: [AppAddress: Int] = [:]
    private var queues: [AppAddress: [QueuedEvent]] = [:]
    private var memory = WalkMemory()
    private var lives = RowLives()
    /// The documents as a store has them that writes those that are named as changed.
    private var documents: [DocumentKey: JSON] = [:]
    /// How often each verb was reported, so that a walk that goes nowhere is seen.
    private(set) var verbs: [Fact.Verb: Int] = [:]

    init(seed: UInt64) {
        self.seed = seed
        actions = RandomAction(seed: seed)
        for key in world.documentKeys { documents[key] = world.document(key) }
    }

    /// Takes a step; returns what does not hold.
    mutating func advance(_ number: Int) -> [String] {
        let before = world
        let (action, device) = actions.next(in: world)
        var step = Step()
        var faults: [String] = []
        expectBadges(action, device)
        do {
            try world.reduce(action, on: device, into: &step)
        } catch {
            if world != before { faults.append("refused with \(error), yet the world changed") }
        }
        answer(step, on: device, &faults)
        expectAwakened(since: before)
        faults += invariants(step, since: before)
        if number % 5 == 0 { faults += roundTrip() }
        if number % 4 == 0 { faults += explanation(number) }
        return faults.map { "seed \(seed), step \(number), \(action): \($0)" }
    }

    /// Plays the store and the service for a flush.
    private mutating func answer(
        _ first: Step, on device: String?, _ faults: inout [String]
    ) {
        faults += take(first)
        var effects = first.effects
        while let effect = effects.popLast() {
            var step = Step()
            let action: Action
            switch effect {
            case .loadBatch(let app, let after, let limit, let ranges):
                let queue = (queues[app] ?? []).filter { event in
                    event.sequence > after
                        && ranges?.contains { $0.contains(event.sequence) } ?? true
                }
                action = .batchLoaded(Array(queue.prefix(limit)))
            case .ncmb(let request): action = .ncmbFinished(.accepting(request))
            case .decrypt(let request): action = .decrypted(.opening(request))
            case .wait: action = .waited(isInterrupted: false)
            case .download(let request):
                action = .downloaded(DownloadAnswer(request, .init()))
            case .upload(let request):
                let receipts = [String?](repeating: nil, count: request.events.count)
                action = .uploadFinished(
                    .status(200, receipts: receipts, retryAfter: nil, message: ""))
            }
            do {
                try world.reduce(action, on: device, into: &step)
            } catch {
                faults.append("an effect's answer was refused: \(error)")
            }
            faults += take(step)
            effects += step.effects
        }
    }

    private mutating func take(_ step: Step) -> [String] {
        for fact in step.facts { verbs[fact.verb, default: 0] += 1 }
        for key in step.documents + [.world] {
            for key in [key, key.now].compactMap({ $0 }) { documents[key] = world.document(key) }
        }
        for change in step.changes {
            memory.keep(change, at: world.surroundings.now)
            switch change {
            case .event(let event, let app): queues[app, default: []].append(event)
            case .dropOldestEvents(let count, let app):
                queues[app] = Array((queues[app] ?? []).dropFirst(count))
            case .eventState(let sequences, _, _):
                for app in Array(queues.keys) {
                    queues[app]?.removeAll { sequences.contains($0.sequence) }
                }
            default: break
            }
        }
        return lives.take(step.changes)
    }

    private mutating func invariants(
        _ step: Step, since before: World
    ) -> [String] {
        var faults: [String] = []
        if world.surroundings.now < before.surroundings.now { faults.append("time went back") }
        for fact in step.facts where fact.verb == .shown {
            guard let sequence = fact.notification else {
                faults.append("`\(fact.line)` names no notification")
                continue
            }
            if !shown.insert(sequence).inserted { faults.append("`\(fact.line)` again") }
        }
        faults += Self.causelessEvents(step)
        for device in world.devices
        where device.apps.count(where: { $0.state == .foreground }) > 1 {
            faults.append("two apps of `\(device.name)` are in front")
        }
        for app in world.devices.flatMap(\.apps) {
            let expected = badges[app.address] ?? 0
            if app.badge != expected { faults.append("badge \(app.badge), not \(expected)") }
            if app.center.waiting.count > PushNotification.capacity
                || app.background.recent.count > BackgroundBudget.limit
            {
                faults.append("memory grows")
            }
            let queued = queues[app.address]?.count ?? 0
            if app.queue.count != queued {
                faults.append("\(app.queue.count) events counted, \(queued) queued")
            }
        }
        return faults
    }

    /// Events without a fact before them that explains them, about the same notification.
    private static func causelessEvents(_ step: Step) -> [String] {
        var seen: [Fact] = []
        var faults: [String] = []
        for (index, change) in step.changes.enumerated() {
            if case .fact(let fact) = change { seen.append(fact) }
            guard case .event(let queued, _) = change else { continue }
            let verbs: [Fact.Verb] =
                switch queued.event.kind {
                case .delivery: [.called, .ran]
                case .open: [.opened]
                case .dismiss: [.called]
                case .linkOpen, .deeplinkOpen: [.screen]
                case .tokenRegister: [.token, .login]
                }
            guard case .fact(let tracked) = step.changes.dropFirst(index + 1).first else {
                faults.append("\(queued.event.kind) is not reported")
                continue
            }
            let hasCause = seen.contains {
                verbs.contains($0.verb) && $0.notification == tracked.notification
            }
            if !hasCause { faults.append("\(queued.event.kind) has no cause") }
        }
        return faults
    }

    /// Says what badges must follow from an action: the rules once more, in other words.
    private mutating func expectBadges(_ action: Action, _ name: String?) {
        guard let index = name.map({ world.deviceIndex($0) }) ?? world.currentDevice else { return }
        let device = world.devices[index]
        switch action {
        case .receive(let push)
        where device.status.isOnline && push.byteCount <= 4096
            && !(device.status.isLocked && push.priority == 1):
            let app =
                push.bundleID.map { id in
                    device.apps.first { $0.address.bundleID == id }
                } ?? device.apps.dropFirst(device.currentApp).first
            if let app { apply(push, to: app) }
        case .device(.online):
            for app in device.apps {
                guard let push = app.stored?.push, !device.status.isLocked || push.priority != 1
                else { continue }
                apply(push, to: app)
            }
        case .app(.uninstall), .app(.reinstall):
            guard let app = device.apps.dropFirst(device.currentApp).first,
                app.state != .uninstalled
            else { return }
            badges[app.address] = 0
        default: break
        }
    }

    /// Unlocking delivers what waited for an awake device.
    private mutating func expectAwakened(since before: World) {
        for old in before.devices where old.status.isLocked && old.status.isOnline {
            guard let device = world.devices.first(where: { $0.name == old.name }),
                !device.status.isLocked
            else { continue }
            for app in old.apps {
                guard let stored = app.stored,
                    let now = device.apps.first(where: { $0.address == app.address })
                else { continue }
                apply(stored.push, to: now)
            }
        }
    }

    private mutating func apply(_ push: Push, to app: App) {
        let aps = push.payload.aps
        guard let badge = aps.badge, app.state != .uninstalled, app.tokens.deviceToken != nil,
            app.permission.status == .authorized, [nil, "alert"].contains(push.pushType)
        else { return }
        if app.state == .foreground {
            // A push with nothing but a badge asks willPresent, too, as is observed; so does one
            // whose alert may not be shown.
            guard app.settings.hasDelegate, app.settings.implementsWillPresent,
                app.settings.willPresent.contains(.badge)
            else { return }
        }
        badges[app.address] = badge
    }

    /// Whatever is asked, `why` answers with every link and ends in a rule.
    private func explanation(_ number: Int) -> [String] {
        let kinds = Event.Kind.allCases.map(\.rawValue)
        let questions = [memory.id(0), memory.id(number % 7), nil, "token", "msg-99"] + kinds
        let question = questions[number / 4 % questions.count]
        let subject = WhyQuestion(question.map { [$0] } ?? []).reading { _ in false }.subject
        let answer = world.why(subject, evidence: memory.evidence(subject))
        let fault = ExplanationPropertyTests.fault(answer)
        return fault.map { ["`why \(question ?? "")`: \($0): \(answer.lines)"] } ?? []
    }

    /// The documents make the world again, but for what are rows.
    private func roundTrip() -> [String] {
        guard var copy = World(documents: documents) else { return ["the documents make no world"] }
        var original = world
        for device in original.devices.indices {
            for app in original.devices[device].apps.indices {
                original.devices[device].apps[app].center = NotificationCenter()
                original.devices[device].apps[app].queue.upload = nil
                copy.devices[device].apps[app].queue.upload = nil
            }
        }
        return copy == original ? [] : ["the documents do not make the same world"]
    }
}
