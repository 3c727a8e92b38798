import PushPayload
import PushText

/// A notification that was presented and waits for the user.
public struct PushNotification: Equatable, Sendable {
    /// A place where a notification can be seen.
    public enum Place: String, CaseIterable, Sendable {
        /// At the top of the screen for a moment, then in Notification Center.
        case banner
        case list = "Notification Center"
        case lockScreen = "lock screen"
        /// Held for the scheduled summary.
        case summary
    }

    /// Its place in the history of arrivals.
    public var sequence: Int64
    /// The message ID that commands use.
    public var id: String
    /// The time of arrival at the device, which is before a summary shows it.
    public var arrivedAt: Tick
    /// The title, localised and as the extension left it.
    public var title: String?
    /// The subtitle, likewise.
    public var subtitle: String?
    /// The body, likewise.
    public var body: String?
    /// The campaign that its events will name.
    public var campaignID: String?
    /// The link that a tap opens.
    public var link: String?
    /// The `thread-id`, which forms stacks.
    public var threadID: String?
    /// The category, which brings buttons and `customDismissAction`.
    public var category: String?
    /// The `apns-collapse-id`; a later push with the same one replaces it.
    public var collapseID: String?
    /// The place where it can be seen now.
    public var place: Place
    /// The effective level, after entitlements and the user's refusals.
    public var level: InterruptionLevel
    /// From 0 to 1; 0 when the payload has no score, which Apple does not document.
    public var relevance: Double
    /// The attachment, as a person would describe it: `image/png, 24 KB`.
    public var attachment: String?
    /// Whether it came with content-available, so that it may have called the app on arrival.
    public var contentAvailable = false
    /// The payload, kept for an app that reads it at a tap (NC-03).
    public var payload: JSON?

    /// Makes a notification.
    package init(
        sequence: Int64, id: String, arrivedAt: Tick, title: String? = nil, subtitle: String? = nil,
        body: String? = nil, campaignID: String? = nil, link: String? = nil,
        threadID: String? = nil, category: String? = nil, collapseID: String? = nil, place: Place,
        level: InterruptionLevel, relevance: Double, attachment: String? = nil,
        contentAvailable: Bool = false, payload: JSON? = nil
    ) {
        self.sequence = sequence
        self.id = id
        self.arrivedAt = arrivedAt
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.campaignID = campaignID
        self.link = link
        self.threadID = threadID
        self.category = category
        self.collapseID = collapseID
        self.place = place
        self.level = level
        self.relevance = relevance
        self.attachment = attachment
        self.contentAvailable = contentAvailable
        self.payload = payload
    }

    /// The text that output quotes: the title, else the subtitle, else the body.
    public var headline: String { title ?? subtitle ?? body ?? "" }
}

extension PushNotification {
    /// The number of an app's notifications that Notification Center keeps; beyond it the oldest
    /// goes.
    ///
    /// Apple documents no number; the limit keeps the world's memory bounded.
    public static let capacity = 1000

    /// Makes the notification that a row of the history describes; nil unless it waits.
    ///
    /// Fields that a row does not keep come from its payload, as does the sender's own level if the
    /// row has none.
    public init?(_ row: NotificationRow) {
        guard row.state.isWaiting else { return nil }
        let payload = try? Payload(bytes: Array(row.payload.utf8))
        let aps = payload?.aps ?? APS()
        self.init(
            sequence: row.sequence, id: row.id, arrivedAt: row.arrivedAt, title: row.title,
            subtitle: row.subtitle, body: row.body, campaignID: row.campaignID, link: row.link,
            threadID: row.threadID, category: row.category, collapseID: row.collapseID,
            place: row.state == .held ? .summary : row.place ?? .list,
            level: row.level ?? aps.interruptionLevel ?? .active, relevance: aps.relevance,
            attachment: row.attachment,
            contentAvailable: aps.contentAvailable,
            payload: payload?.root)
    }
}

extension APS {
    /// The score within Apple's range of 0 to 1; a score outside it counts as 0.
    @inlinable package var relevance: Double {
        guard let score = relevanceScore, (0...1).contains(score) else { return 0 }
        return score
    }
}
