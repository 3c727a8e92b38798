import PushPayload

/// A piece of state kept as one small JSON document, rewritten whole when it changes.
public struct DocumentKey: Hashable, Comparable, Sendable {
    /// The kind of document, such as `world`, `device` or `app`.
    public var kind: String
    /// The key: a device's name, `device/bundle` for an app; empty for a single document.
    public var key: String

    /// Names a document.
    public init(_ kind: String, _ key: String = "") {
        self.kind = kind
        self.key = key
    }

    /// Orders by kind, then by key, so that documents are written in one order.
    public static func < (left: DocumentKey, right: DocumentKey) -> Bool {
        (left.kind, left.key) < (right.kind, right.key)
    }
}

/// The stage that an event has reached on its way to the warehouse.
public enum EventState: String, CaseIterable, Sendable {
    case queued, uploaded, dropped, poisoned
}

/// One row that the history gains, or one change to an existing row.
///
/// Changes are what a step writes; the store applies all changes of a command in one transaction.
///
/// Large values are boxed: most changes are facts, and each takes the space of the largest case.
public enum Change: Equatable, Sendable {
    indirect case notification(NotificationRow)
    /// A notification's state changed, for example to `tapped`, `dismissed` or `replaced`.
    case notificationState(sequence: Int64, state: NotificationRow.State, at: Tick)
    indirect case event(QueuedEvent, app: AppAddress)
    /// Events left the queue, by sequence.
    case eventState([Int64], EventState, upload: Int64?)
    /// The oldest queued events of an app were dropped to make room (TD-05).
    case dropOldestEvents(Int, app: AppAddress)
    indirect case token(TokenRow)
    indirect case upload(UploadRow)
    indirect case link(LinkRow)
    case fact(Fact)
}

/// The address of an app: its device and its bundle ID.
public struct AppAddress: Hashable, Sendable {
    /// The device's name.
    public var device: String
    /// The app's bundle ID.
    public var bundleID: String

    /// Makes an address.
    public init(device: String, bundleID: String) {
        self.device = device
        self.bundleID = bundleID
    }
}

/// A notification as the history keeps it.
public struct NotificationRow: Equatable, Sendable {
    /// The order of arrival on this workspace, from 1.
    public var sequence: Int64
    /// The message ID that commands use; several rows may share it.
    public var id: String
    /// The app it was for.
    public var app: AppAddress
    /// The time of arrival at the device.
    public var arrivedAt: Tick
    /// Its state so far.
    public var state: State
    /// The title as shown, localised and as the extension left it.
    public var title: String?
    /// The subtitle as shown.
    public var subtitle: String?
    /// The body as shown.
    public var body: String?
    /// The campaign the payload names.
    public var campaignID: String?
    /// The link that a tap opens.
    public var link: String?
    /// The `thread-id`, which forms stacks.
    public var threadID: String?
    /// The category, which brings buttons and `customDismissAction`.
    public var category: String?
    /// The `apns-collapse-id` it came with.
    public var collapseID: String?
    /// The effective `apns-push-type`.
    public var pushType: String
    /// The payload as it reached the device, compact JSON.
    public var payload: String
    /// The place where the user first saw it; nil for Notification Center, if nobody saw it, and in
    /// rows of older versions.
    public var place: PushNotification.Place?
    /// The attachment, as a person would describe it: `image/png, 24 KB`.
    public var attachment: String?
    /// The interruption level that applied when it came; nil for an active one whose payload asks
    /// for nothing else, if nobody saw it, and in rows of older versions.
    public var level: InterruptionLevel?

    /// Makes a row; unknown values are nil.
    public init(
        sequence: Int64, id: String, app: AppAddress, arrivedAt: Tick, state: State,
        title: String? = nil, subtitle: String? = nil, body: String? = nil,
        campaignID: String? = nil, link: String? = nil, threadID: String? = nil,
        category: String? = nil, collapseID: String? = nil, pushType: String = "alert",
        payload: String, place: PushNotification.Place? = nil, attachment: String? = nil,
        level: InterruptionLevel? = nil
    ) {
        self.sequence = sequence
        self.id = id
        self.app = app
        self.arrivedAt = arrivedAt
        self.state = state
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.campaignID = campaignID
        self.link = link
        self.threadID = threadID
        self.category = category
        self.collapseID = collapseID
        self.pushType = pushType
        self.payload = payload
        self.place = place
        self.attachment = attachment
        self.level = level
    }
}

extension NotificationRow {
    /// Whether it has a text to show.
    public var hasText: Bool { title != nil || subtitle != nil || body != nil }
}

/// One moment in the life of a token: issued, published, deleted, expired or replaced.
public struct TokenRow: Equatable, Sendable {
    /// The app whose token it is.
    public var app: AppAddress
    /// `device` (APNs) or `registration` (FCM).
    public var kind: String
    /// The whole token; output shortens it.
    public var token: String
    /// The sender ID of a registration token, the environment of a device token.
    public var scope: String
    /// The change to the token.
    public var change: Change
    /// The reason, as a sentence.
    public var reason: String
    /// The time of the change.
    public var at: Tick

    /// The reason of a token that the app deleted, by the method that it called.
    public static let deleteToken = "deleteToken"
    /// The reason of a token that the app deleted with all of Messaging's data.
    public static let deleteData = "deleteData"

    /// Whether the app's own code deleted the token.
    public var isDeletion: Bool { [Self.deleteToken, Self.deleteData].contains(reason) }

    /// Makes a row.
    public init(
        app: AppAddress, kind: String, token: String, scope: String, change: Change,
        reason: String, at: Tick
    ) {
        self.app = app
        self.kind = kind
        self.token = token
        self.scope = scope
        self.change = change
        self.reason = reason
        self.at = at
    }
}

/// One upload request and its outcome.
public struct UploadRow: Equatable, Sendable {
    /// The number of the request in this workspace, from 1; each attempt has its own.
    public var sequence: Int64
    /// The app whose queue was sent.
    public var app: AppAddress
    /// The time of the answer, or when its absence was noticed.
    public var at: Tick
    /// The endpoint's name, as it was given to `endpoint`.
    public var endpoint: String
    /// The Treasure Data database.
    public var database: String
    /// The table.
    public var table: String
    /// The attempt for this batch, from 1 to 5.
    public var attempt: Int
    /// The number of events in the request.
    public var events: Int
    /// The HTTP status; nil if no answer came.
    public var status: Int?
    /// The number of events that the service acknowledged.
    public var accepted: Int
    /// The service's message, or the reason why no answer came.
    public var note: String
    /// The outcome of each event by position: its sequence and `ok` or the error's name.
    public var receipts: [UploadReceipt]

    /// Whether its answer says that the service stored an event, by the event's sequence.
    public func stored(_ event: Int64) -> Bool {
        receipts.contains { $0.event == event && $0.error == nil }
    }

    /// Makes a row.
    public init(
        sequence: Int64, app: AppAddress, at: Tick, endpoint: String, database: String,
        table: String, attempt: Int, events: Int, status: Int?, accepted: Int, note: String,
        receipts: [UploadReceipt]
    ) {
        self.sequence = sequence
        self.app = app
        self.at = at
        self.endpoint = endpoint
        self.database = database
        self.table = table
        self.attempt = attempt
        self.events = events
        self.status = status
        self.accepted = accepted
        self.note = note
        self.receipts = receipts
    }
}

/// The service's answer to one event of an upload.
public struct UploadReceipt: Equatable, Sendable {
    /// The event's sequence.
    public var event: Int64
    /// The error's name; nil for success.
    public var error: String?

    /// Makes a receipt.
    public init(event: Int64, error: String?) {
        self.event = event
        self.error = error
    }
}

/// A link that was opened or refused.
public struct LinkRow: Equatable, Sendable {
    /// The app that opened or refused it.
    public var app: AppAddress
    /// The time at which it was opened or refused.
    public var at: Tick
    /// The link as it came, before anything was decoded.
    public var url: String
    /// The outcome of opening it.
    public var outcome: Outcome
    /// The screen, or the reason of a refusal.
    public var detail: String
    /// The notification it came from.
    public var notification: String?

    /// Makes a row.
    public init(
        app: AppAddress, at: Tick, url: String, outcome: Outcome, detail: String,
        notification: String?
    ) {
        self.app = app
        self.at = at
        self.url = url
        self.outcome = outcome
        self.detail = detail
        self.notification = notification
    }
}

extension DocumentKey {
    /// The clock, randomness, counters and settings.
    public static let world = DocumentKey("world")

    /// A device.
    public static func device(_ name: String) -> DocumentKey { DocumentKey("device", name) }

    /// An app's settings, which seldom change.
    public static func app(_ address: AppAddress) -> DocumentKey {
        DocumentKey("app", address.device + "/" + address.bundleID)
    }

    /// An app's state, which changes with nearly every command.
    public static func appState(_ address: AppAddress) -> DocumentKey {
        DocumentKey("app-state", address.device + "/" + address.bundleID)
    }

    /// The part of the world that changes with almost every command: time, randomness and counters.
    public static let worldNow = DocumentKey("world-now")

    /// The part of an app that changes with almost every command.
    public static func appNow(_ address: AppAddress) -> DocumentKey {
        DocumentKey("app-now", address.device + "/" + address.bundleID)
    }

    /// The kind of the documents that hold refused pushes.
    public static let refusal = "refusal"

    /// One of the places for refused pushes, which take turns.
    public static func refusal(_ place: Int64) -> DocumentKey {
        DocumentKey(refusal, String(place))
    }

    /// The small document that holds the frequently changing part of a large one.
    public var now: DocumentKey? {
        switch kind {
        case "world": .worldNow
        case "app-state": DocumentKey("app-now", key)
        default: nil
        }
    }
}
