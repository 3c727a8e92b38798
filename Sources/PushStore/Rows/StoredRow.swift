import PushExplain
import PushModel

/// A row of `device.db` whose columns are listed once, in `visit`.
///
/// The texts that select and insert a row, its reading and binding, and its record all follow from
/// that list. Only the schema has a list of its own, since the steps of a
/// schema never change; a test holds both against each other.
protocol StoredRow {
    /// The table that has the columns.
    static var tableName: StaticString { get }
    /// A row without content, into which one is read.
    static var blank: Self { get }
    /// Shows each field to a visitor, in the order in which records keep them.
    mutating func visit(_ fields: inout some FieldVisitor)
}

/// Meets the fields of a row one after the other, each with the name of its column.
///
/// It takes the name, or the value, or puts a value in its place.
protocol FieldVisitor {
    mutating func field(_ column: StaticString, _ value: inout Int64)
    mutating func field(_ column: StaticString, _ value: inout Int64?)
    mutating func field(_ column: StaticString, _ value: inout String)
    mutating func field(_ column: StaticString, _ value: inout String?)
    /// A text that is often that of the row before.
    mutating func repeated(_ column: StaticString, _ value: inout String?)
    /// The registration token of an event, which the events of an app share.
    mutating func token(_ column: StaticString, _ value: inout String?)
    /// A case, kept by its name; `what` says in a refusal what has the name, such as `an event of
    /// the type`.
    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value, of what: StaticString)
    /// A case, kept by its name, or none.
    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value?, of what: StaticString)
}

/// A visitor that puts values in their places says itself how it reads a case.
extension FieldVisitor {
    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value, of what: StaticString
    ) {
        var text = value.rawValue
        field(column, &text)
    }

    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value?, of what: StaticString
    ) {
        var text = value?.rawValue
        field(column, &text)
    }

    mutating func repeated(_ column: StaticString, _ value: inout String?) {
        field(column, &value)
    }

    mutating func token(_ column: StaticString, _ value: inout String?) {
        repeated(column, &value)
    }

    /// An address is two fields.
    mutating func field(_ value: inout AppAddress) {
        field("device", &value.device)
        field("app", &value.bundleID)
    }

    /// Milliseconds since 1970.
    @inline(__always)
    mutating func field(_ column: StaticString, _ value: inout Tick) {
        var milliseconds = value.milliseconds
        field(column, &milliseconds)
        value = Tick(milliseconds: milliseconds)
    }

    @inline(__always)
    mutating func field(_ column: StaticString, _ value: inout Int) {
        var wide = Int64(value)
        field(column, &wide)
        value = Int(wide)
    }

    @inline(__always)
    mutating func field(_ column: StaticString, _ value: inout Int?) {
        var wide = value.map { Int64($0) }
        field(column, &wide)
        value = wide.map { Int($0) }
    }
}

extension NotificationRow: StoredRow {
    static let tableName: StaticString = "notifications"
    static let blank = NotificationRow(
        sequence: 0, id: "", app: .blank, arrivedAt: .scriptStart, state: .shown, payload: "")

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.field("sequence", &sequence)
        fields.field("id", &id)
        fields.field(&app)
        fields.field("arrived_ms", &arrivedAt)
        fields.name("state", &state, of: "a notification in the state")
        fields.field("title", &title)
        fields.field("subtitle", &subtitle)
        fields.field("body", &body)
        fields.field("campaign_id", &campaignID)
        fields.field("link", &link)
        fields.field("thread_id", &threadID)
        fields.field("category", &category)
        fields.field("collapse_id", &collapseID)
        fields.field("push_type", &pushType)
        fields.field("payload", &payload)
    }

    /// Shows the fields that `places` keeps, all but the level.
    mutating func visitPlace(_ fields: inout some FieldVisitor) {
        fields.name("place", &place, of: "a notification at the place")
        fields.field("attachment", &attachment)
    }

    /// Shows the level, which the records of older versions do not have.
    mutating func visitLevel(_ fields: inout some FieldVisitor) {
        fields.name("level", &level, of: "a notification of the level")
    }
}

/// The part of a notification that `places` keeps.
struct NotificationPlace: StoredRow {
    static let tableName: StaticString = "places"
    static let blank = NotificationPlace(row: .blank)

    var row: NotificationRow

    mutating func visit(_ fields: inout some FieldVisitor) {
        row.visitPlace(&fields)
        row.visitLevel(&fields)
    }
}

/// A notification from both tables.
struct PlacedNotification: StoredRow {
    static let tableName = NotificationRow.tableName
    static let blank = PlacedNotification(row: .blank)

    var row: NotificationRow

    mutating func visit(_ fields: inout some FieldVisitor) {
        row.visit(&fields)
        row.visitPlace(&fields)
        row.visitLevel(&fields)
    }
}

extension QueuedEvent: StoredRow {
    static let tableName: StaticString = "events"
    static let blank = QueuedEvent(sequence: 0, event: Event(kind: .delivery, uuid: "", time: 0))

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.field("sequence", &sequence)
        fields.name("type", &event.kind, of: "an event of the type")
        fields.field("uuid", &event.uuid)
        fields.field("time", &event.time)
        fields.repeated("campaign_id", &event.campaignID)
        fields.field("message_id", &event.messageID)
        fields.repeated("user_id", &event.userID)
        fields.field("value", &event.value)
        fields.token("fcm_token", &event.fcmToken)
    }
}

extension EventRecord: StoredRow {
    static let tableName = QueuedEvent.tableName
    static let blank = EventRecord(.blank)

    mutating func visit(_ fields: inout some FieldVisitor) {
        queued.visit(&fields)
        fields.name("state", &state, of: "an event in the state")
        fields.field("upload", &upload)
    }
}

extension TokenRow: StoredRow {
    static let tableName: StaticString = "tokens"
    static let blank = TokenRow(
        app: .blank, kind: "", token: "", scope: "", change: .issued, reason: "", at: .scriptStart)

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.field(&app)
        fields.field("kind", &kind)
        fields.field("token", &token)
        fields.field("scope", &scope)
        fields.name("change", &change, of: "a token with the change")
        fields.field("reason", &reason)
        fields.field("at_ms", &at)
    }
}

extension LinkRow: StoredRow {
    static let tableName: StaticString = "links"
    static let blank = LinkRow(
        app: .blank, at: .scriptStart, url: "", outcome: .screen, detail: "", notification: nil)

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.field(&app)
        fields.field("at_ms", &at)
        fields.field("url", &url)
        fields.name("outcome", &outcome, of: "a link with the outcome")
        fields.field("detail", &detail)
        fields.field("notification", &notification)
    }
}

/// Receipts are in a table of their own.
extension UploadRow: StoredRow {
    static let tableName: StaticString = "uploads"
    static let blank = UploadRow(
        sequence: 0, app: .blank, at: .scriptStart, endpoint: "", database: "", table: "",
        attempt: 0,
        events: 0, status: nil, accepted: 0, note: "", receipts: [])

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.field("sequence", &sequence)
        fields.field(&app)
        fields.field("at_ms", &at)
        fields.field("endpoint", &endpoint)
        fields.field("`database`", &database)
        fields.field("`table`", &table)
        fields.field("note", &note)
        fields.field("attempt", &attempt)
        fields.field("events", &events)
        fields.field("accepted", &accepted)
        fields.field("status", &status)
    }
}

extension AppAddress {
    fileprivate static let blank = AppAddress(device: "", bundleID: "")
}
