import PushPayload

/// A notification that was presented and waits for the user.
public struct PushNotification: Equatable, Sendable {
    /// Where it can be seen.
    public enum Place: String, CaseIterable, Sendable {
        /// On the screen for a moment, and not kept.
        case banner
        case list = "Notification Center"
        case lockScreen = "lock screen"
        /// Waits for the scheduled summary.
        case summary
    }

    /// Its place in the history of arrivals.
    public var sequence: Int64
    /// The message ID commands use.
    public var id: String
    public var arrivedAt: Tick
    public var title: String?
    public var subtitle: String?
    public var body: String?
    public var campaignID: String?
    public var link: String?
    public var threadID: String?
    public var category: String?
    public var collapseID: String?
    public var place: Place
    public var level: InterruptionLevel
    public var relevance: Double
    /// What was attached, as a person would say it: `image/png, 24 KB`.
    public var attachment: String?

    /// The text a line of output quotes: the title, else the subtitle, else the body.
    public var headline: String { title ?? subtitle ?? body ?? "" }
}

/// What of an app's notifications is on the screen, oldest first.
public struct NotificationCenter: Equatable, Sendable {
    /// The notifications that wait, oldest first.
    public private(set) var delivered: [PushNotification] = []
    /// Index of the first one that still waits; those before it are gone but not yet removed.
    private var first = 0

    /// Notifications that are kept; the oldest leaves when one more arrives.
    ///
    /// Apple documents no number; the limit keeps the world's memory bounded.
    public static let capacity = 1000

    /// Makes an empty one.
    public init() {}

    /// The notifications that wait, oldest first.
    public var waiting: ArraySlice<PushNotification> { delivered[first...] }

    /// Adds a notification; returns the one that had to leave.
    mutating func add(_ notification: PushNotification) -> PushNotification? {
        delivered.append(notification)
        guard delivered.count - first > Self.capacity else { return nil }
        let oldest = delivered[first]
        first += 1
        if first >= Self.capacity {
            delivered.removeFirst(first)
            first = 0
        }
        return oldest
    }

    /// The newest notification with an ID, or the newest of all.
    func find(_ id: String?) -> PushNotification? {
        guard let id else { return waiting.last }
        return waiting.last { $0.id == id }
    }

    /// Removes a notification.
    mutating func remove(_ sequence: Int64) {
        guard let index = waiting.lastIndex(where: { $0.sequence == sequence }) else { return }
        delivered.remove(at: index)
    }

    /// Removes everything and says what was there.
    mutating func removeAll() -> [PushNotification] {
        let all = Array(waiting)
        delivered.removeAll()
        first = 0
        return all
    }

    public static func == (left: NotificationCenter, right: NotificationCenter) -> Bool {
        left.waiting == right.waiting
    }
}

extension PushNotification {
    /// The states of rows that still wait for the user.
    public static let waitingStates = ["shown", "listed", "held"]
}

extension World {
    /// Puts the notifications that still wait back into an app's Notification Center, oldest first.
    public mutating func restore(_ rows: [NotificationRow], to address: AppAddress) {
        guard let device = deviceIndex(address.device),
            let app = devices[device].apps.firstIndex(where: { $0.address == address })
        else { return }
        for row in rows { _ = devices[device].apps[app].center.add(PushNotification(row)) }
    }
}

extension PushNotification {
    /// A notification as its row describes it; what the row lacks is read from the payload.
    init(_ row: NotificationRow) {
        let payload = (try? JSONParser.parse(Array(row.payload.utf8))).map(Payload.init(root:))
        self.init(
            sequence: row.sequence, id: row.id, arrivedAt: row.arrivedAt, title: row.title,
            subtitle: row.subtitle, body: row.body, campaignID: row.campaignID, link: row.link,
            threadID: row.threadID, category: row.category, collapseID: row.collapseID,
            place: row.state == "held" ? .summary : .list,
            level: payload?.aps.interruptionLevel ?? .active,
            relevance: payload?.aps.relevanceScore ?? 0, attachment: nil)
    }
}
