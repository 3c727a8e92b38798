import PushExplain
import PushModel
import PushRuntime
import PushStore
import PushText

/// The store's history, in the form in which the runtime asks for it.
final class LiveHistory: History {
    private let workspace: Workspace

    init(_ workspace: Workspace) { self.workspace = workspace }

    /// Returns the newest notification of an ID: the given app's, else that of any app.
    func notification(id: String, app: AppAddress?) throws(Failure) -> NotificationRow? {
        try read { (store) throws(StoreError) in
            if let app, let own = try store.notification(id: id, app: app) { return own }
            return try store.notification(id: id)
        }
    }

    func pushID(ofFCMMessage number: String) throws(Failure) -> String? {
        try read { (store) throws(StoreError) in try store.pushID(ofFCMMessage: number) }
    }

    func campaign(_ id: String, app: AppAddress?) throws(Failure) -> CampaignPushes? {
        try read { (store) throws(StoreError) in
            try store.campaign(id, app: app).map {
                CampaignPushes(
                    newest: $0.newest, count: $0.count, owner: $0.owner == app ? nil : $0.owner)
            }
        }
    }

    func evidence(for subject: WhySubject, app: AppAddress) throws(Failure) -> Evidence {
        do throws(StoreError) { return try workspace.evidence(for: subject, app: app) } catch {
            throw Failure(error)
        }
    }

    func lastFact() throws(Failure) -> Int64 {
        try read { (store) throws(StoreError) in try store.newestLine() }
    }

    func callbacks(after statement: Int64) throws(Failure) -> [String] {
        try read { (store) throws(StoreError) in
            try store.calls(after: statement)
        }
    }

    func lastEvent() throws(Failure) -> Int64 {
        try read { (store) throws(StoreError) in try store.lastEventSequence() }
    }

    func eventTypes(after sequence: Int64) throws(Failure) -> [String] {
        try read { (store) throws(StoreError) in
            try store.eventTypes(after: sequence).map(\.rawValue)
        }
    }

    /// Nil for a type that does not exist, as for one that has not happened.
    func event(type: String, after sequence: Int64) throws(Failure) -> QueuedEvent? {
        guard let kind = Event.Kind(rawValue: type) else { return nil }
        return try read { (store) throws(StoreError) in
            try store.lastEvent(kind, after: sequence)
        }
    }

    func queuedEvents(app: AppAddress, limit: Int) throws(Failure) -> [QueuedEvent] {
        try read { (store) throws(StoreError) in try store.queuedEvents(app: app, limit: limit) }
    }

    func uploads(last count: Int) throws(Failure) -> [UploadRow] {
        try read { (store) throws(StoreError) in try store.uploads(last: count) }
    }

    func allUploads() throws(Failure) -> [UploadRow] {
        try read { (store) throws(StoreError) in try store.allUploads() }
    }

    func receipts(upload: Int64) throws(Failure) -> [UploadReceipt] {
        try read { (store) throws(StoreError) in try store.receipts(upload: upload) }
    }

    func tokens(app: AppAddress) throws(Failure) -> [TokenRow] {
        try read { (store) throws(StoreError) in try store.tokens(app: app) }
    }

    func allTokens() throws(Failure) -> [TokenRow] {
        try read { (store) throws(StoreError) in try store.allTokens() }
    }

    func lastToken() throws(Failure) -> Int64 {
        try read { (store) throws(StoreError) in try store.lastTokenSequence() }
    }

    func tokenLinks() throws(Failure) -> [TokenLink] {
        try read { (store) throws(StoreError) in try store.tokenLinks() }
    }

    func allLinks() throws(Failure) -> [LinkRow] {
        try read { (store) throws(StoreError) in try store.allLinks() }
    }

    func refusals() throws(Failure) -> [JSON] {
        try read { (store) throws(StoreError) in try store.refusals() }
    }

    func journal(from sequence: Int64) throws(Failure) -> [JournalEntry] {
        try read { (store) throws(StoreError) in
            try store.journal(from: sequence).compactMap { row in
                row.text.isEmpty
                    ? nil
                    : JournalEntry(
                        at: row.at, device: row.device, text: row.text, status: row.status,
                        sequence: row.sequence)
            }
        }
    }

    /// Reads from the device's database.
    private func read<Value>(
        _ body: (DeviceStore) throws(StoreError) -> Value
    ) throws(Failure) -> Value {
        do throws(StoreError) { return try body(workspace.device) } catch {
            throw Failure(error)
        }
    }
}
