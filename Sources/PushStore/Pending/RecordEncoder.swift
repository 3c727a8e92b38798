import PushModel
import PushText

/// Writes records; a registration token shared by many events is written once.
///
/// One encoder writes one part of a log from its beginning. Since a decoder starts without a token,
/// parts of different encoders cannot be joined.
struct RecordEncoder {
    let buffer: RecordBuffer
    /// The token of the last event; a decoder that has read as far has the same one.
    private(set) var lastToken: String?
    /// The place in the buffer where the last event's record goes on behind its app.
    private(set) var eventBody = 0

    init(_ buffer: RecordBuffer, lastToken: String? = nil) {
        self.buffer = buffer
        self.lastToken = lastToken
    }

    private func write(_ kind: RecordKind) { buffer.write(kind.rawValue) }

    private func write(_ app: AppAddress) {
        buffer.write(app.device)
        buffer.write(app.bundleID)
    }

    /// Writes a change other than a fact.
    ///
    /// A fact is skipped: it belongs to its line.
    mutating func encode(_ change: Change) {
        switch change {
        case .fact: return
        case .notification(let row): encode(row)
        case .notificationState(let sequence, let state, let at):
            write(.notificationState)
            buffer.write(sequence)
            buffer.write(state.rawValue)
            buffer.write(at.milliseconds)
        case .event(let queued, let app): encode(queued, app)
        case .eventState(let sequences, let state, let upload):
            write(.eventState)
            buffer.write(state.rawValue)
            buffer.write(upload)
            buffer.write(Int64(sequences.count))
            for sequence in sequences { buffer.write(sequence) }
        case .dropOldestEvents(let count, let app):
            write(.dropOldest)
            buffer.write(Int64(count))
            write(app)
        case .token(let row):
            write(.token)
            row.show(to: &self)
        case .upload(let row): encode(row)
        case .link(let row):
            write(.link)
            row.show(to: &self)
        }
    }

    /// A row without a level has the kind that ends before it.
    private mutating func encode(_ row: consuming NotificationRow) {
        write(row.level == nil ? .placedNotification : .leveledNotification)
        row.visit(&self)
        row.visitPlace(&self)
        if row.level != nil { row.visitLevel(&self) }
    }

    private mutating func encode(_ queued: consuming QueuedEvent, _ app: AppAddress) {
        write(.event)
        write(app)
        eventBody = buffer.count
        queued.show(to: &self)
    }

    private mutating func encode(_ row: UploadRow) {
        write(.upload)
        row.show(to: &self)
        buffer.write(Int64(row.receipts.count))
        for receipt in row.receipts {
            buffer.write(receipt.event)
            buffer.write(receipt.error)
        }
    }

    /// Writes a line of the journal whose facts were written with `encode(_:to:)`.
    ///
    /// `facts` must hold as many facts as `count` says.
    func encode(
        at: Tick, device: String, text: String, status: Int, facts: RecordBuffer, count: Int
    ) {
        write(.line)
        buffer.write(at.milliseconds)
        buffer.write(device)
        buffer.write(text)
        buffer.write(Int64(status))
        buffer.write(Int64(count))
        buffer.append(facts.bytes)
    }

    /// Writes a document; `body` is JSON in UTF-8.
    func encode(_ key: DocumentKey, _ body: UnsafeBufferPointer<UInt8>) {
        write(.document)
        buffer.write(key.kind)
        buffer.write(key.key)
        buffer.write(utf8: UnsafeRawBufferPointer(body))
    }

    /// Writes a fact in the form of a line's facts; must equal the other encoder field by field.
    static func encode(_ fact: PendingFact, to buffer: RecordBuffer) {
        buffer.write(fact.verb)
        buffer.write(fact.subject)
        buffer.write(fact.text)
        buffer.write(fact.rule)
        buffer.write(fact.notification)
        buffer.write(fact.at)
        buffer.write(fact.code)
    }

    /// Writes a fact of today's types, by their names.
    static func encode(_ fact: Fact, to buffer: RecordBuffer) {
        buffer.write(fact.verb.rawValue)
        buffer.write(fact.subject)
        buffer.write(fact.text)
        buffer.write(fact.rule.rawValue)
        buffer.write(fact.notification)
        buffer.write(fact.at?.milliseconds)
        buffer.write(fact.code)
    }
}

extension RecordEncoder: FieldVisitor {
    func field(_ column: StaticString, _ value: inout Int64) { buffer.write(value) }
    func field(_ column: StaticString, _ value: inout Int64?) { buffer.write(value) }
    func field(_ column: StaticString, _ value: inout String) { buffer.write(value) }
    func field(_ column: StaticString, _ value: inout String?) { buffer.write(value) }

    /// Writes the token only if it differs from the last event's: the events of an app usually
    /// share one.
    mutating func token(_ column: StaticString, _ value: inout String?) {
        let isKnown = value == lastToken
        buffer.write(UInt8(isKnown ? 1 : 0))
        guard !isKnown else { return }
        buffer.write(value)
        lastToken = value
    }
}
