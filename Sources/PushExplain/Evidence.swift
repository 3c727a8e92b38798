import PushModel
import PushPayload
import PushSimulation

/// The history of the subject of a question to `why`, read from the store.
///
/// Everything is optional: missing parts are answered from the world as it is now. All lists are
/// oldest first, and a few dozen entries each are enough.
public struct Evidence: Equatable, Sendable {
    /// The notification: the newest with the ID asked for, else the newest of the current app.
    public var notification: NotificationRow?
    /// The app of the push that a question names though it needs none; nil for other questions.
    ///
    /// All the rest is about that app.
    public var owner: AppAddress?
    /// Every fact whose `notification` is that notification's sequence.
    ///
    /// They include what happened to it later, such as a tap.
    public var facts: [TimedFact] = []
    /// The refusal of a push with the same ID for another token of the same app; nil if there was
    /// none.
    public private(set) var refusedTarget: Fact?
    /// The place of the newest earlier notification with the same ID in the same app; nil if there
    /// was none.
    ///
    /// Reports up to there are that one's.
    package private(set) var namesakePlace: Int64?
    /// The events whose message ID is the notification's; for `token_register`, the newest one.
    public var events: [EventRecord] = []
    /// The app's recent uploads, at least from the earliest of these events on.
    ///
    /// The numbers of uploads are those that `EventRecord.upload` names.
    public var uploads: [UploadRow] = []
    /// The links of the app whose `notification` is the notification's ID.
    public var links: [LinkRow] = []
    /// Other apps whose events of the same message the service acknowledged, if the question is why
    /// something is there more than once; a few are enough.
    public var otherSenders: [AppAddress] = []
    /// The rows of a message in the warehouse that no app here tracked, if the question is why
    /// something is there more than once, or about a push that never came.
    public var strangeRows: [StrangeRows] = []
    /// The newest push to the app with the same bundle ID on another device, if none has come to
    /// the one in question.
    public var elsewhere: NotificationRow?
    /// The newest event in question without a user, if the question is about users.
    public var userless: EventRecord?
    /// Recent facts without a notification; and, from further back, those that last: choices,
    /// registration, tokens, logins, pushes that APNs kept or dropped.
    public var appFacts: [TimedFact] = []
    /// The place from which on `appFacts` has all facts, and not only those that last.
    public var recentPlace: Int64 = 0
    /// The reports of other pushes about the app's Live Activities, if the question is about one.
    public var activityFacts: [TimedFact] = []
    /// Whether no fact that lasts is missing in `appFacts`; what is not there then never was.
    public var hasEveryChoice = true
    /// The most records of each kind that are gathered, newest first.
    public static let limit = 50
    /// The most statements that are searched for facts that last, newest first.
    public static let searched = 10_000
    /// The most refused pushes that a session remembers.
    public static let rememberedRefusals = 200
    /// The history of the app's tokens, and of those of the notification's app.
    public var tokens: [TokenRow] = []
    /// The newest pushes that were refused; they leave no row, so the session remembers them.
    public var refusals: [RefusedPush] = []
    /// The region of the write key's account, by its endpoint's name, if known.
    public var accountRegion: String?
    /// The databases of the embedded warehouse; nil if it was not asked.
    public var databases: [String]?
    /// The tables of the embedded warehouse, as `mobile.push_events`; nil if it was not asked.
    public var tables: [String]?
    /// The finding at the write key's source if uploads go over the real network; nil otherwise,
    /// when the app's own setting decides.
    public var writeKey: KeyFinding?

    /// Makes empty evidence, for a subject without a history.
    public init() {}

    /// The place of the line up to which older facts are to be searched: the limit may have cut off
    /// that line's first facts.
    public var oldestPlace: Int64 { appFacts.first?.place ?? .max }

    /// Whether a fact holds until another one says otherwise, so that `why` reads it however many
    /// came after it.
    ///
    /// Whatever names its app or has an occurrence does. Older versions wrote neither into some of
    /// them, which are told by verb and rule. The store's query must find them all.
    public static func lasts(_ fact: Fact) -> Bool {
        if fact.app != nil || fact.occurrence != nil { return true }
        switch fact.verb {
        case .login, .screen, .token, .upload: return true
        case .tracked: return fact.subject == Event.Kind.tokenRegister.rawValue
        case .removed: return fact.rule == .localSchedule
        default: return [.appUninstall, .badgeByApp].contains(fact.rule)
        }
    }

    /// Whether `activityFacts` can matter to a question.
    package func concernsActivities(_ subject: WhySubject) -> Bool {
        subject.symptom == .activity || notification?.isForActivity == true
    }

    /// Adds facts from lines up to `oldestPlace`, except those that are already there.
    public mutating func add(older facts: [TimedFact]) {
        let known = appFacts.prefix { $0.place == oldestPlace }
        appFacts.insert(contentsOf: facts.filter { !known.contains($0) }, at: 0)
    }

    /// The upload that took an event from the queue; nil if none did.
    public func upload(of record: EventRecord) -> UploadRow? {
        uploads.first { $0.sequence == record.upload }
    }

    /// Takes in another notification with the same ID in the same app, with its facts: if one of
    /// the two was refused for its token, the question is about the other.
    public mutating func add(twin: NotificationRow, _ twinFacts: [TimedFact]) {
        guard let row = notification, (row.state == .refused) != (twin.state == .refused),
            let refusal = (row.state == .refused ? facts : twinFacts).last(where: \.isOfToken)
        else { return }
        refusedTarget = refusal.fact
        guard row.state == .refused else { return }
        notification = twin
        facts = twinFacts
    }

    /// Leaves out the events and links of an earlier notification with the same ID in the same app,
    /// by the facts of the two, unless the question is why something is there more than once.
    ///
    /// Rows of events and links have the ID alone.
    public mutating func leaveOut(namesake earlier: [TimedFact], for subject: WhySubject) {
        guard let row = notification else { return }
        namesakePlace = earlier.first?.place
        guard !subject.asksForCopies else { return }
        var told = facts.filter { $0.fact.verb == .tracked }
        let own = events.reversed().filter { record in
            let event = record.queued.event
            let report = told.lastIndex {
                $0.fact.subject == event.kind.rawValue && $0.at.unixSeconds == event.time
            }
            if let report { told.remove(at: report) }
            return report != nil
        }
        events = own.reversed()
        links.removeAll { link in
            link.at < row.arrivedAt
                || link.at == row.arrivedAt
                    && !facts.contains { Self.isReport($0.fact, of: link) }
        }
    }

    /// Forgets what happened to other apps; facts of older workspaces name none, and stay.
    ///
    /// A push that a question names by its ID may have been another app's: its facts stay, too,
    /// unless it also was this one's.
    mutating func forgetOthers(than app: AppAddress?, naming id: String?) {
        func isOther(_ entry: TimedFact) -> Bool { entry.fact.app.map { $0 != app } ?? false }
        func isNamed(_ entry: TimedFact) -> Bool { id.map(entry.fact.isOfPush) ?? false }
        let hasOwn = appFacts.contains { isNamed($0) && !isOther($0) }
        appFacts.removeAll { isOther($0) && (hasOwn || !isNamed($0)) }
        if let owner = notification?.app ?? app { tokens.removeAll { $0.app != owner } }
    }

    /// Forgets a push that the question is not about.
    mutating func forgetPush() {
        notification = nil
        facts = []
        namesakePlace = nil
        events = []
        links = []
    }

    /// Switches to the app's last link if a question about a link must mean that one: it was opened
    /// by hand after the last push came.
    ///
    /// - Returns: whether it switched; the caller must still read the events of such links.
    public mutating func turn(to last: LinkRow?, for subject: WhySubject) -> Bool {
        guard subject.symptom == .link, subject.id == nil, let last, last.notification == nil,
            isNewer(last),
            subject.event == nil || !last.outcome.isOpened || subject.event == last.outcome.event
        else { return false }
        forgetPush()
        links = [last]
        return true
    }

    /// Keeps those events that the link in question tracked: an earlier one of its kind is no proof
    /// of a link that was refused, or that the browser opened.
    public mutating func keepEventsOfLink() {
        guard let link = links.last else { return }
        events.removeAll { !link.outcome.isOpened || $0.queued.event.time < link.at.unixSeconds }
    }

    /// Whether a link that was opened by hand came after the last push; within one instant of a
    /// script the history of facts decides.
    private func isNewer(_ link: LinkRow) -> Bool {
        guard let notification, link.at <= notification.arrivedAt else { return true }
        guard link.at == notification.arrivedAt else { return false }
        let opened = appFacts.last { Self.isReport($0.fact, of: link) }?.place ?? 0
        return opened > facts.first?.place ?? 0
    }

    /// Whether a fact can be the report of what became of a link.
    private static func isReport(_ fact: Fact, of link: LinkRow) -> Bool {
        guard fact.app ?? link.app == link.app else { return false }
        return switch (link.outcome, fact.occurrence) {
        case (.refused, .linkRefused?), (.lost, .linkLost?): true
        case (.refused, _), (.lost, _): false
        case (.browser, _): fact.verb == .not && fact.rule == .universalAssociation
        default: fact.verb == .screen
        }
    }
}

extension Evidence {
    /// Takes in the pushes that were refused; a question without an ID is not about those to
    /// another device, or to another app of the device.
    public mutating func add(
        refusals all: [RefusedPush], for subject: WhySubject, to app: AppAddress,
        besides others: [AppAddress]
    ) {
        refusals = all.filter { refused in
            if subject.id != nil { return true }
            let isElsewhere = refused.device ?? app.device != app.device
            return !isElsewhere && !others.contains { $0.bundleID == refused.bundleID }
        }
    }

    /// The uuids of the events that wait, or were dropped.
    package var unsentUUIDs: [String] { events.filter(\.isUnsent).map(\.queued.event.uuid) }

    /// Adds to each of these events the upload by which another phone brought it.
    package mutating func addCopies(_ upload: (_ uuid: String) -> UploadRow?) {
        for index in events.indices where events[index].isUnsent {
            events[index].copy = upload(events[index].queued.event.uuid)
        }
    }
}

extension NotificationRow {
    /// Whether the push is for a Live Activity.
    package var isForActivity: Bool { pushType == PushType.liveactivity.rawValue }
}

extension Fact {
    /// Whether it reports that APNs kept or dropped the push with an ID.
    fileprivate func isOfPush(_ id: String) -> Bool {
        switch occurrence {
        case .stored?: subject.isExactly(id)
        case .lost(let loss, let lost, _)?: !loss.isOfLocal && lost.isExactly(id)
        default: false
        }
    }
}

/// The finding at the place of a key; the key itself is never evidence.
public enum KeyFinding: Equatable, Sendable {
    /// A key of Treasure Data's form.
    case there
    /// No key: the reason, and how to provide one.
    case missing(Refusal)
}

/// A fact with the instant it was reported.
///
/// Facts are ordered by their time, and within one instant by `place`: a script's clock may stand
/// still from one command to the next.
public struct TimedFact: Equatable, Sendable {
    /// The fact.
    public var fact: Fact
    /// The time of the report.
    public var at: Tick
    /// The place of its statement in the history, which grows; 0 if unknown.
    public var place: Int64

    /// Makes a fact with its instant.
    public init(_ fact: Fact, at: Tick, place: Int64 = 0) {
        self.fact = fact
        self.at = at
        self.place = place
    }
}

extension TimedFact {
    /// Whether it reports that a gateway refused the token that a push was sent to; another app's
    /// topic would be wrong for each of the app's tokens.
    fileprivate var isOfToken: Bool {
        guard case .refused(let reason, let fault)? = fact.occurrence,
            fault != nil || reason != GatewayRefusal.otherTopicReason
        else { return false }
        return fault?.isAddress
            ?? reason.flatMap(GatewayAnswer.init(reason:))?.isAboutTarget ?? false
    }
}

/// An event with its present state.
///
/// `storage` is asked for events that were acknowledged, or may have come without it, and only
/// where the tables can be read.
public struct EventRecord: Equatable, Sendable {
    /// The event and its place in the queue.
    public var queued: QueuedEvent
    /// The state of the event.
    public var state: EventState
    /// The upload that took it from the queue.
    public var upload: Int64?
    /// The upload by which another phone brought it, which has the same queue from a backup; nil if
    /// none did.
    public var copy: UploadRow?
    /// The outcome in the warehouse; nil if it was not queried.
    public var storage: Storage?
    /// The columns of its row that have its campaign; nil if there is none, or nobody asked.
    public var campaignColumn: CampaignColumn?

    /// Whether it waits, or was dropped, so that this phone has not brought it.
    fileprivate var isUnsent: Bool { state == .queued || state == .dropped }

    /// The outcome of an acknowledged event in the warehouse.
    public enum Storage: Equatable, Sendable {
        /// The number of equal rows.
        case copies(Int)
        case noTable
        case noDatabase
        /// A row without some of the event's fields, for which the table has no columns.
        case noColumns([String])
        /// No row: retention removed the rows of that time.
        ///
        /// With the rule that the database has now, and the days that the table itself keeps.
        case removed(rule: Retention?, expireDays: Int64?)
        /// No row, in a table that was created after the event was acknowledged, at that second.
        case newTable(created: Int64)
    }

    /// Whether the warehouse holds at least one row of it.
    var isStored: Bool {
        guard case .copies(let count)? = storage else { return false }
        return count > 0
    }

    /// Whether it was dropped from the queue, and is not in the warehouse either.
    var isLost: Bool { state == .dropped && !isStored }

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

/// Rows of one message in a table, of which another client must have uploaded some.
public struct StrangeRows: Equatable, Sendable {
    /// The message ID in the rows.
    public var id: String
    /// The type of event in the rows, as the column has it.
    public var type: String
    /// The number of rows.
    public var count: Int
    /// The number of such events that apps of this workspace tracked, fewer than the rows.
    public var known: Int
    /// The table, as `mobile.push_events`.
    public var table: String

    /// Makes a record of rows.
    public init(id: String, type: String, count: Int, known: Int, table: String) {
        self.id = id
        self.type = type
        self.count = count
        self.known = known
        self.table = table
    }
}

/// A push that the gateway refused.
///
/// It never reached a device, so that it has no row; the newest of them are kept with the session
/// and in the workspace (`RefusedPush+JSON`).
public struct RefusedPush: Equatable, Sendable {
    /// The message ID that its payload or its command gave.
    public var id: String?
    /// Whether it was a background push, of which nobody would have seen anything.
    public var isSilent = false
    /// Whether a gateway on the network refused it, so that no device here was to get it.
    public var isSentOut = false
    /// The ID in that gateway's answer, `apns-id`; nil if it gave none.
    public var sentID: String?
    /// The bundle ID it was sent to; nil if it named none.
    public var bundleID: String?
    /// The device it was sent to; nil if its address belongs to none, or is not known.
    public var device: String?
    /// The reason for the refusal.
    public var refusal: Refusal
    /// The time of the refusal.
    public var at: Tick
    /// The number of pushes that had arrived by then; nil if not counted.
    public var arrivals: Int64?
    /// The links of the app's address at that time; nil if not examined.
    public var addresses: [ChainLink]?
    /// The place of the last statement before it in the history, as facts have it; nil if unknown.
    public var place: Int64?

    /// Makes a record of a refusal.
    public init(
        id: String?, bundleID: String?, device: String? = nil, refusal: Refusal, at: Tick,
        arrivals: Int64? = nil, addresses: [ChainLink]? = nil, place: Int64? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.device = device
        self.refusal = refusal
        self.at = at
        self.arrivals = arrivals
        self.addresses = addresses
        self.place = place
    }
}
