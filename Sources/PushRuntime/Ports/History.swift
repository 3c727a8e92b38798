import PushExplain
import PushModel

/// What the store remembers of notifications, and of what happened to them.
public protocol NotificationHistory: AnyObject {
    /// The newest state of a notification; nil where there is none of that ID.
    func notification(id: String) throws(EdgeError) -> NotificationRow?
    /// What `why` reads of a subject.
    func evidence(for subject: WhySubject, app: AppAddress) throws(EdgeError) -> Evidence
    /// The number of the newest fact.
    func lastFact() throws(EdgeError) -> Int64
    /// The names of the callbacks behind a fact, in order.
    func callbacks(after fact: Int64) throws(EdgeError) -> [String]
    /// The links that were opened last, newest first.
    func links(last count: Int) throws(EdgeError) -> [LinkRow]
}

/// What the store remembers of events and their uploads.
public protocol EventHistory: AnyObject {
    /// The number of the newest event.
    func lastEvent() throws(EdgeError) -> Int64
    /// The types of the events behind a number, in order.
    func eventTypes(after sequence: Int64) throws(EdgeError) -> [String]
    /// The newest event of a type behind a number; nil where there is none.
    func event(type: String, after sequence: Int64) throws(EdgeError) -> QueuedEvent?
    /// The events that wait in an app's queue, oldest first.
    func queuedEvents(app: AppAddress, limit: Int) throws(EdgeError) -> [QueuedEvent]
    /// The last requests of uploads.
    func uploads(last count: Int) throws(EdgeError) -> [UploadRow]
    /// What a request's answer said of each of its events.
    func receipts(upload: Int64) throws(EdgeError) -> [UploadReceipt]
}

/// What the store remembers of tokens.
public protocol TokenHistory: AnyObject {
    /// The tokens of an app.
    func tokens(app: AppAddress) throws(EdgeError) -> [TokenRow]
    /// The tokens of all apps.
    func allTokens() throws(EdgeError) -> [TokenRow]
    /// The pairs of device tokens and registration tokens that FCM knew.
    func tokenLinks() throws(EdgeError) -> [TokenLink]
}

/// What the store remembers of what happened.
public protocol History: NotificationHistory, EventHistory, TokenHistory {
    /// The commands, oldest first.
    func journal() throws(EdgeError) -> [JournalEntry]
}

extension TokenHistory {
    /// Knows nothing: not every history keeps tokens of all apps.
    public func allTokens() throws(EdgeError) -> [TokenRow] { [] }

    /// Knows nothing: not every history keeps events.
    public func tokenLinks() throws(EdgeError) -> [TokenLink] { [] }
}
