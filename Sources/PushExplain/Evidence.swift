import PushModel
import PushSimulation

/// What the history holds of the thing that `why` is asked about, read from the store.
///
/// Everything is optional: what is missing is answered from the world as it is now. All lists are
/// oldest first, and a few dozen entries each are enough.
public struct Evidence: Equatable, Sendable {
    /// The notification: the newest with the ID asked for, else the newest of the current app.
    public var notification: NotificationRow?
    /// Every fact whose `notification` is that notification's sequence.
    public var facts: [TimedFact] = []
    /// The events whose message ID is the notification's; for `token_register`, the newest one.
    public var events: [EventRecord] = []
    /// The app's recent uploads, those from the earliest of these events on among them.
    public var uploads: [UploadRow] = []
    /// The links whose `notification` is the notification's ID.
    public var links: [LinkRow] = []
    /// Recent facts without a notification: registration, permission, tokens, pushes APNs dropped.
    public var appFacts: [TimedFact] = []
    /// The history of the app's tokens.
    public var tokens: [TokenRow] = []
    /// Pushes that `receive` refused; they leave no row, so the session remembers them.
    public var refusals: [RefusedPush] = []
    /// The region of the write key's account, by its endpoint's name, where it is known.
    public var accountRegion: String?
    /// The databases of the embedded warehouse; nil where nobody looked.
    public var databases: [String]?
    /// The tables of the embedded warehouse, as `mobile.push_events`; nil where nobody looked.
    public var tables: [String]?
    /// Whether a write key is set; nil where nobody looked.
    public var hasWriteKey: Bool?

    /// Makes the evidence of something that nothing is known of.
    public init() {}

    /// Turns to the app's last link where that is what a question about a link means: somebody
    /// opened it by hand, after the last push came.
    ///
    /// - Returns: whether it did; the events of such links are still to be read.
    public mutating func turn(to last: LinkRow?, for subject: WhySubject) -> Bool {
        guard subject.symptom == .link, subject.id == nil, let last, last.notification == nil,
            notification.map({ last.at > $0.arrivedAt }) ?? true,
            subject.event == nil || !["screen", "safari"].contains(last.outcome)
        else { return false }
        notification = nil
        facts = []
        events = []
        links = [last]
        return true
    }
}

/// A fact with the instant it was reported.
public struct TimedFact: Equatable, Sendable {
    /// The fact.
    public var fact: Fact
    /// When it was reported.
    public var at: Tick
    /// The place of its statement in the history, which grows; 0 where that is not known.
    public var place: Int64

    /// Makes a fact with its instant.
    public init(_ fact: Fact, at: Tick, place: Int64 = 0) {
        self.fact = fact
        self.at = at
        self.place = place
    }
}

/// An event with what became of it.
public struct EventRecord: Equatable, Sendable {
    /// The event and its place in the queue.
    public var queued: QueuedEvent
    /// Where it stands.
    public var state: EventState
    /// The upload that took it from the queue.
    public var upload: Int64?
    /// What the warehouse has of it; nil where nobody looked.
    public var storage: Storage?

    /// What the warehouse has of an acknowledged event.
    public enum Storage: Equatable, Sendable {
        /// So many equal rows.
        case copies(Int)
        case noTable
        case noDatabase
        /// A row without some of the event's fields, whose columns the table lacks.
        case noColumns([String])
        /// No row: the database's retention removed those of its time.
        case removed
    }

    /// Whether the warehouse holds a row of it.
    var isStored: Bool {
        guard case .copies(let count)? = storage else { return false }
        return count > 0
    }

    /// Makes a record.
    public init(
        _ queued: QueuedEvent, state: EventState = .queued, upload: Int64? = nil,
        storage: Storage? = nil
    ) {
        self.queued = queued
        self.state = state
        self.upload = upload
        self.storage = storage
    }
}

/// A push that the gateway refused.
public struct RefusedPush: Equatable, Sendable {
    /// The message ID its payload or its command gave.
    public var id: String?
    /// The bundle ID it was sent to, where it named one.
    public var bundleID: String?
    /// Why it was refused.
    public var refusal: Refusal
    /// When.
    public var at: Tick
    /// The number of pushes that had arrived by then; nil where nobody counted.
    public var arrivals: Int64?
    /// Whether the app had an address then; nil where nobody looked.
    public var wasReachable: Bool?

    /// Makes a record of a refusal.
    public init(
        id: String?, bundleID: String?, refusal: Refusal, at: Tick, arrivals: Int64? = nil,
        wasReachable: Bool? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.refusal = refusal
        self.at = at
        self.arrivals = arrivals
        self.wasReachable = wasReachable
    }
}
