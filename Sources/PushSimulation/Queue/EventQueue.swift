import PushModel

/// The app's event queue: how many events wait, and what the uploader is doing with them.
///
/// The events themselves are rows of the store, oldest first; the world only counts them, so that
/// neither memory nor the cost of a step grows with the queue.
public struct EventQueue: Equatable, Sendable {
    /// Events that wait to be uploaded.
    public var count = 0
    /// Events dropped since the app was installed, because the queue was full.
    public var dropped = 0
    /// The upload in progress.
    public var upload: Upload?
    /// When the app's upload timer was started, in an app that has one.
    public var timerSince: Tick?

    /// Makes an empty queue.
    public init() {}

    /// A flush in progress: `loading` a batch, then `sending` it, until nothing is left to send.
    public struct Upload: Equatable, Sendable {
        /// Events this flush was to send when it began.
        public var total: Int
        /// Events this flush may still send.
        public var remaining: Int
        /// Events whose receipt failed stay behind; the next batch starts after this sequence.
        public var after: Int64 = 0
        /// The batch on its way; nil while it is being loaded.
        public var batch: [QueuedEvent] = []
        /// The try of this batch, from 1.
        public var attempt = 1
        /// Records a request may carry now: halved by 413.
        public var batchLimit: Int
        /// Where the batch went: settings may change while it is on its way.
        public var destination = Destination()
        /// Events of the batch that left the queue while it was on its way.
        public var gone: Set<Int64> = []
        /// The status of the last answer; nil when none came.
        public var lastStatus: Int?
        /// The last error of any request, as the SDK's callback gets it; nil while there is none.
        public var lastError: String?
        /// Batches that a second upload, started at the same time, read, too; nil = there is none.
        public var repeated: [[QueuedEvent]]?
        /// Whether that second upload is the one in progress.
        public var isSecond = false
        /// Events of these batches that have left the queue.
        public var settled: Set<Int64> = []
        /// Whether the app's timer started it, and no command.
        public var isTimed = false
        /// Events sent and acknowledged so far.
        public var accepted = 0
        /// Events that stayed in the queue.
        public var kept = 0

        /// What a request is for.
        public struct Destination: Equatable, Sendable {
            /// The endpoint's name.
            public var endpoint = ""
            /// The Treasure Data database.
            public var database = ""
            /// The table.
            public var table = ""
        }

        /// The failure of a flush that left events behind.
        func failure(kept: Int) -> Refusal {
            Refusal(
                .uploadFailed,
                "\(kept) \(kept == 1 ? "event stays" : "events stay") in the queue")
        }
    }

    /// Waits before the second, third, fourth and fifth try, in seconds (design §5).
    static let waits: [Int64] = [4, 8, 16, 32]
}

extension App {
    /// Writes an event into the queue, if the app's tracker is set up.
    mutating func track(
        _ kind: Event.Kind, campaignID: String? = nil, messageID: String? = nil,
        value: String? = nil, notification: Int64? = nil, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard settings.usesTreasureData else { return }
        guard settings.initializesTreasureData else {
            reportUntracked(
                kind, .notInitialised, "the Treasure Data SDK is not initialised", notification,
                &step)
            return
        }
        guard settings.tracksCustomEvents else {
            reportUntracked(
                kind, .customEventsOff, "custom events are off (disableCustomEvent)", notification,
                &step)
            return
        }
        makeRoom(in: world, &step)
        world.counters.event += 1
        queue.count += 1
        step.touch(.appNow(address))
        let event = Event(
            kind: kind, uuid: world.random.uuid(), time: world.now.unixSeconds,
            campaignID: campaignID, messageID: messageID, userID: userID, value: value,
            fcmToken: tokens.published)
        step.changes.append(
            .event(QueuedEvent(sequence: world.counters.event, event: event), app: address))
        let about = value ?? messageID ?? userID.map { "user " + $0 } ?? ""
        step.report(
            Fact(
                .tracked, kind.rawValue, about, rule: .eventTracked, notification: notification))
    }

    private func reportUntracked(
        _ kind: Event.Kind, _ obstacle: Occurrence.Obstacle, _ reason: String,
        _ notification: Int64?, _ step: inout Step
    ) {
        step.report(
            Fact(
                .not, "tracked", "\(kind.rawValue): \(reason)", rule: .trackerSetup,
                notification: notification, .untracked(kind, obstacle)))
    }

    /// Drops the oldest events when the queue is full, and says so (TD-05).
    private mutating func makeRoom(in world: Surroundings, _ step: inout Step) {
        let limit = world.config.effectiveQueueLimit
        guard queue.count >= limit else { return }
        let excess = queue.count - limit + 1
        let count = min(queue.count, max(excess, world.config.dropCount))
        queue.count -= count
        queue.dropped += count
        step.changes.append(.dropOldestEvents(count, app: address))
        step.report(
            Fact(
                .dropped, count == 1 ? "the oldest event" : "the \(count) oldest events",
                "because the queue is full (" + String(limit) + ")",
                rule: .queueOverflow))
    }
}
