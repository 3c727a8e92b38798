import PushModel

/// The app's event queue: the number of waiting events, and the state of the uploader.
///
/// The events themselves are rows of the store, oldest first; the world only counts them, so
/// neither memory nor the cost of a step grows with the queue.
public struct EventQueue: Equatable, Sendable {
    /// The number of events that wait to be uploaded.
    public var count = 0
    /// The number of events dropped since the app was installed, because the queue was full.
    public var dropped = 0
    /// The upload in progress.
    public var upload: Upload?
    /// The time at which the app's upload timer was started, in an app that has one.
    public var timerSince: Tick?
    /// The targets of the queued events, oldest first; empty if all follow the app's settings.
    public var runs: [Run] = []

    /// Makes an empty queue.
    public init() {}

    /// The pauses before the second, third, fourth and fifth attempt, in seconds (design §5).
    static let waits: [Int64] = [4, 8, 16, 32]

    /// The time that a background task gives an app which leaves the screen, in milliseconds.
    static let backgroundTime: Int64 = 30_000
}

extension App {
    /// Writes an event into the queue if the app's tracker is set up.
    mutating func track(
        _ kind: Event.Kind, campaignID: String? = nil, messageID: String? = nil,
        value: String? = nil, notification: Int64? = nil, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard settings.usesTreasureData else { return }
        if let untracked = untracked(kind, notification: notification) {
            return step.report(untracked)
        }
        if queue.count >= world.config.effectiveQueueLimit {
            makeRoom(world.config.effectiveQueueLimit, dropping: world.config.dropCount, &step)
        }
        world.counters.event += 1
        let target: EventQueue.Target? =
            world.config.sdkProfile == .iosSDK12 ? .init(settings) : nil
        if queue.note(target, from: world.counters.event) { step.touch(.appState(address)) }
        queue.count += 1
        step.touch(.appNow(address))
        step.changes.append(
            .event(
                QueuedEvent(
                    sequence: world.counters.event,
                    event: Event(
                        kind: kind, uuid: world.random.uuid(), time: world.now.unixSeconds,
                        campaignID: campaignID, messageID: messageID, userID: userID,
                        value: value, fcmToken: tokens.published)),
                app: address))
        let about = value ?? messageID ?? userID.map { "user " + $0 } ?? ""
        step.report(
            Fact(
                .tracked, kind.rawValue, about, rule: .eventTracked, notification: notification,
                of: address))
    }

    /// The fact that an event was not tracked as the SDK is set up; nil if it is tracked.
    package func untracked(_ kind: Event.Kind, notification: Int64?) -> Fact? {
        let obstacle: Occurrence.Obstacle
        switch (settings.initializesTreasureData, settings.tracksCustomEvents) {
        case (false, _): obstacle = .notInitialised
        case (true, false): obstacle = .customEventsOff
        case (true, true): return nil
        }
        return Fact(
            .not, "tracked", "\(kind.rawValue): \(obstacle.reason(for: kind))",
            rule: .trackerSetup, notification: notification, .untracked(kind, obstacle),
            of: address)
    }

    /// Drops the oldest events of a full queue, and reports it (TD-05).
    private mutating func makeRoom(_ limit: Int, dropping number: Int, _ step: inout Step) {
        let excess = queue.count - limit + 1
        let count = min(queue.count, max(excess, number))
        queue.count -= count
        queue.dropped += count
        step.changes.append(.dropOldestEvents(count, app: address))
        step.report(
            Fact(
                .dropped, count == 1 ? "the oldest event" : "the \(count) oldest events",
                "because the queue is full (" + (String(limit) + ")"),
                rule: .queueOverflow))
    }
}
