import PushModel
import PushPayload
import PushSimulation
import PushText

extension World {
    /// Plays a push through in one situation; this world stays unchanged.
    ///
    /// - Parameters:
    ///   - push: the push as its sender made it.
    ///   - situation: the state of the app, and what else is different.
    ///   - device: the device it is sent to; nil for the current one.
    ///   - evidence: what the history knows about the app, for the reasons.
    ///   - answer: answers requests to the outside, such as loading an image; nil for those that
    ///     `try` leaves out.
    /// - Returns: the observed effects, with the reasons.
    /// - Throws: a refusal if the situation is impossible, such as an app that is not installed.
    public func whatIf(
        _ push: Push, _ situation: WhatIfSituation, on device: String? = nil,
        evidence: Evidence = Evidence(), answer: (Effect, Tick) -> Action?
    ) throws(Refusal) -> WhatIfOutcome {
        var run = WhatIfRun(self, evidence, device: try index(of: device))
        try run.prepare(situation, for: push, answer)
        return run.play(push, situation, answer)
    }
}

/// A copy of the world in which `try` lets one push arrive and taps it.
///
/// The copy shares nothing with the world it was made from. What the history knows about other
/// pushes is left out, so that `why` explains this one alone.
struct WhatIfRun {
    var world: World
    private var step = Step()
    /// The evidence for `why`: the history, and what happens in the copy.
    private(set) var evidence: Evidence
    private let device: Int
    /// The ID of the push that is to arrive; nil for the first that does.
    private var awaited: String?

    /// Copies a world, with the given device as the current one.
    init(_ world: World, _ evidence: Evidence, device: Int) {
        self.world = world
        self.world.currentDevice = device
        self.device = device
        self.evidence = evidence
        self.evidence.forgetPush()
        self.evidence.refusals = []
    }

    /// The number of effects after which an unending step is given up.
    private static let effectLimit = 10_000

    /// The app that the push is for; nil on a device without apps.
    private var app: App? {
        let device = world.devices[device]
        return device.apps.indices.contains(device.currentApp)
            ? device.apps[device.currentApp] : nil
    }

    /// Brings app and device into the situation.
    ///
    /// The app's state comes first and the lock after it, since an app cannot come to the
    /// foreground of a locked device. The condition is last, so that it meets the app as it is
    /// then.
    mutating func prepare(
        _ situation: WhatIfSituation, for push: Push, _ answer: (Effect, Tick) -> Action?
    ) throws(Refusal) {
        turn(to: push)
        let wasLocked = world.devices[device].status.isLocked
        for action in situation.state.actions { try act(.app(action), answer) }
        if wasLocked { try act(.device(.lock), answer) }
        if let condition = situation.condition { try act(condition.action, answer) }
    }

    /// Makes the app that a push is for the current one.
    private mutating func turn(to push: Push) {
        guard let bundleID = push.bundleID ?? push.payload.simulatorBundleID else { return }
        let app = world.devices[device].apps.firstIndex { $0.address.bundleID == bundleID }
        if let app { world.devices[device].currentApp = app }
    }

    /// Carries out actions before the push is sent; what is impossible is left out.
    mutating func carryOut(_ actions: [Action]) {
        for action in actions { try? act(action) { _, _ in nil } }
    }

    /// Lets a push that APNs keeps arrive by the actions that it waits for, maybe with others; what
    /// is impossible is left out.
    mutating func letArrive(
        _ id: String?, after actions: [Action], _ answer: (Effect, Tick) -> Action?
    ) {
        awaited = id
        for action in actions where (try? act(action, answer)) != nil { keepEvidence() }
    }

    /// Lets a push arrive in the world as it is, and gives the user's answer to what is shown; what
    /// is impossible is left out.
    mutating func playAgain(
        _ push: Push, answer response: Action?, _ answer: (Effect, Tick) -> Action?
    ) {
        turn(to: push)
        let notification = receive(push, answer)
        guard let response, let notification, notification.place != .summary else { return }
        guard (try? act(response, answer)) != nil else { return }
        keepEvidence()
    }

    /// Lets a push arrive, and returns the notification that is shown for it.
    private mutating func receive(
        _ push: Push, _ answer: (Effect, Tick) -> Action?
    ) -> PushNotification? {
        let before = world.surroundings.counters.notification
        do throws(Refusal) {
            try act(.receive(push), answer)
        } catch {
            evidence.refusals = [
                RefusedPush(
                    id: push.id ?? push.payload.messageID,
                    bundleID: push.bundleID ?? push.payload.simulatorBundleID, refusal: error,
                    at: world.surroundings.now)
            ]
        }
        keepEvidence()
        return app?.center.waiting.last { $0.sequence > before }
    }

    /// Lets the push arrive, taps what is shown, and records the results.
    ///
    /// A refusal of the arrival or of the tap is an outcome, not an error.
    mutating func play(
        _ push: Push, _ situation: WhatIfSituation, _ answer: (Effect, Tick) -> Action?
    ) -> WhatIfOutcome {
        var outcome = WhatIfOutcome(situation)
        let notification = receive(push, answer)
        outcome.place = notification?.place
        outcome.called = called
        outcome.tracked = step.trackedKinds
        outcome.badge = app?.badge ?? 0
        var reader = WhatIfReader(
            world: world, evidence: evidence, step: step, push: push,
            notification: notification, app: app)
        outcome.cells = [
            reader.shown, reader.image, reader.sound, reader.badge, reader.code, reader.events,
        ]
        guard let notification, notification.place != .summary else {
            outcome.cells.append(WhatIfCell("nothing to tap"))
            return outcome
        }
        do throws(Refusal) {
            try act(.tap(id: notification.id, button: nil, opensLink: true), answer)
        } catch {
            outcome.cells.append(WhatIfCell(error.message))
            return outcome
        }
        keepEvidence()
        outcome.trackedByTap = step.trackedKinds
        (reader.world, reader.evidence, reader.step, reader.app) = (world, evidence, step, app)
        outcome.cells.append(reader.tap)
        return outcome
    }

    /// The methods that were called, the extension's start among them.
    private var called: [String] {
        step.facts.filter { $0.verb == .called }.map(\.subject)
    }

    /// Applies an action, and answers its requests to the outside until there are none left.
    ///
    /// A step that waits for a later time is continued there at once: `try` takes no real time.
    private mutating func act(
        _ action: Action, _ answer: (Effect, Tick) -> Action?
    ) throws(Refusal) {
        step.clear()
        step.beginCommand()
        try world.reduce(action, into: &step)
        var count = 0
        while count < Self.effectLimit {
            while !step.effects.isEmpty, count < Self.effectLimit {
                count += 1
                let effect = step.effects.removeFirst()
                guard let next = answer(effect, world.surroundings.now) else { continue }
                try world.reduce(next, into: &step)
            }
            guard step.isPaused else { return }
            try world.passRest(into: &step)
        }
    }

    /// Adds the results of the last step to the evidence, as the store would have kept them.
    private mutating func keepEvidence() {
        let now = world.surroundings.now
        for change in step.changes {
            switch change {
            case .notification(let row)
            where evidence.notification == nil && (awaited.map(row.id.isExactly) ?? true):
                evidence.notification = row
            case .notificationState(let sequence, let state, _)
            where evidence.notification?.sequence == sequence:
                evidence.notification?.state = state
            case .event(let queued, _): evidence.events.append(EventRecord(queued))
            case .link(let row): evidence.links.append(row)
            default: break
            }
        }
        for fact in step.facts {
            let timed = TimedFact(fact, at: fact.at ?? now)
            if fact.notification == nil {
                evidence.appFacts.append(timed)
            } else if fact.notification == evidence.notification?.sequence {
                evidence.facts.append(timed)
            }
        }
    }
}

extension Effect {
    /// Whether only the outside can answer it: a file of the real network, or a key.
    var isForOutside: Bool {
        switch self {
        case .download, .decrypt: true
        case .loadBatch, .upload, .wait, .ncmb: false
        }
    }

    /// The answer that a copy of the world gives itself, which sends nothing; nil for none.
    public var answerInTrial: Action? {
        switch self {
        case .loadBatch: .batchLoaded([])
        case .wait: .waited(isInterrupted: false)
        case .upload: .uploadFinished(.noAnswer("`try` sends nothing"))
        case .download, .decrypt, .ncmb: nil
        }
    }
}
