import PushExplain
import PushModel
import PushText

/// The stored history of notifications: their states, facts and links.
public protocol NotificationHistory: AnyObject {
    /// The newest state of a notification; nil if there is none with that ID.
    func notification(id: String, app: AppAddress?) throws(Failure) -> NotificationRow?
    /// The ID of the newest push that FCM sent as a message with this number; nil if none came.
    func pushID(ofFCMMessage number: String) throws(Failure) -> String?
    /// The pushes of a campaign that came to an app, else those to the app that got the newest; nil
    /// if none has come.
    func campaign(_ id: String, app: AppAddress?) throws(Failure) -> CampaignPushes?
    /// The evidence that `why` needs for a subject.
    func evidence(for subject: WhySubject, app: AppAddress) throws(Failure) -> Evidence
    /// The number of the newest fact.
    func lastFact() throws(Failure) -> Int64
    /// The names of the callbacks after a fact, in order.
    func callbacks(after fact: Int64) throws(Failure) -> [String]
    /// The links that were opened or refused, oldest first.
    func allLinks() throws(Failure) -> [LinkRow]
    /// The refused pushes that a workspace keeps, in any order.
    func refusals() throws(Failure) -> [JSON]
}

/// The stored history of events and their uploads.
public protocol EventHistory: AnyObject {
    /// The number of the newest event.
    func lastEvent() throws(Failure) -> Int64
    /// The types of the events after a number, in order.
    func eventTypes(after sequence: Int64) throws(Failure) -> [String]
    /// The newest event of a type after a number; nil if there is none.
    func event(type: String, after sequence: Int64) throws(Failure) -> QueuedEvent?
    /// The events waiting in an app's queue, oldest first.
    func queuedEvents(app: AppAddress, limit: Int) throws(Failure) -> [QueuedEvent]
    /// The most recent upload requests, oldest first.
    func uploads(last count: Int) throws(Failure) -> [UploadRow]
    /// All upload requests, oldest first, without their receipts.
    func allUploads() throws(Failure) -> [UploadRow]
    /// The receipt of each event in the answer to a request.
    func receipts(upload: Int64) throws(Failure) -> [UploadReceipt]
}

/// The stored history of tokens.
public protocol TokenHistory: AnyObject {
    /// The tokens of an app.
    func tokens(app: AppAddress) throws(Failure) -> [TokenRow]
    /// The tokens of all apps.
    func allTokens() throws(Failure) -> [TokenRow]
    /// The number of the newest of them.
    func lastToken() throws(Failure) -> Int64
    /// The pairs of device tokens and registration tokens that FCM knew.
    func tokenLinks() throws(Failure) -> [TokenLink]
}

/// The whole stored history, and the journal.
public protocol History: NotificationHistory, EventHistory, TokenHistory {
    /// The commands from a place in the journal on, oldest first.
    func journal(from sequence: Int64) throws(Failure) -> [JournalEntry]
}

extension NotificationHistory {
    /// Returns nothing: not every history outlives its session.
    public func refusals() throws(Failure) -> [JSON] { [] }

    /// Returns nothing: not every history can be searched.
    public func pushID(ofFCMMessage number: String) throws(Failure) -> String? { nil }

    /// Returns nothing: not every history keeps campaigns.
    public func campaign(_ id: String, app: AppAddress?) throws(Failure) -> CampaignPushes? { nil }
}

extension TokenHistory {
    /// Returns nothing: not every history keeps the tokens of all apps.
    public func allTokens() throws(Failure) -> [TokenRow] { [] }

    /// Returns 0: not every history numbers the tokens of all apps.
    public func lastToken() throws(Failure) -> Int64 { 0 }

    /// Returns nothing: not every history keeps events.
    public func tokenLinks() throws(Failure) -> [TokenLink] { [] }
}
