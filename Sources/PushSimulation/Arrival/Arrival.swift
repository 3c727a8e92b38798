import PushModel
import PushPayload
import PushText

/// A push on its way through one device, with its details gathered once.
struct Arrival: Equatable, Sendable {
    var push: Push
    let campaignID: String?
    let link: String?
    var sequence: Int64
    var id: String
    var at: Tick
    /// The content as it will be shown; the extension may replace it.
    var title: String?
    var subtitle: String?
    var body: String?
    var attachment: String?
    /// Whether the app itself posted it.
    var isLocal = false
    /// The place where it was put; nil if it was not presented.
    var place: PushNotification.Place?
    /// The interruption level with which it was presented; nil if it was not.
    var level: InterruptionLevel?
    /// Whether it was put at a place where the user sees it.
    var isShown = false
    /// Whether the extension got as far as tracking a delivery.
    var extensionRan = false
    /// Whether protected files and keychain items are out of reach, because nobody has unlocked the
    /// device since it restarted.
    var lacksProtectedData = false
    /// The way in which its extension makes a URL of a text.
    var urlReading = URLReading.encoding
    /// Whether a delivery has been tracked, which happens only once.
    var isTracked = false

    init(_ push: Push, sequence: Int64, id: String, at: Tick) {
        self.push = push
        campaignID = push.payload.campaignID
        link = push.payload.link
        self.sequence = sequence
        self.id = id
        self.at = at
    }

    /// The part of its payload that iOS reads; reading one value of it does not copy the others.
    var aps: APS { _read { yield push.payload.aps } }

    /// A fact about this push.
    func fact(
        _ verb: Fact.Verb, _ subject: String, _ text: String = "", _ rule: RuleID,
        _ occurrence: Occurrence? = nil
    ) -> Fact {
        Fact(verb, subject, text, rule: rule, notification: sequence, occurrence)
    }

    /// The row of the history.
    func row(of app: AppAddress, state: NotificationRow.State) -> NotificationRow {
        NotificationRow(
            sequence: sequence, id: id, app: app, arrivedAt: at, state: state, title: title,
            subtitle: subtitle, body: body, campaignID: campaignID, link: link,
            threadID: aps.threadID, category: aps.category, collapseID: push.collapseID,
            pushType: isLocal ? "local" : push.effectiveType,
            payload: push.payload.text, place: place == .list || place == .summary ? nil : place,
            attachment: attachment, level: asksForLevel ? level : nil)
    }

    /// Whether another level than active can apply to it.
    private var asksForLevel: Bool {
        aps.interruptionLevel != nil || aps.sound?.critical == true
    }
}
