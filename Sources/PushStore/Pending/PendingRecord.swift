import PushModel
import PushPayload
import PushText

/// A change made to a store that is not in its tables yet.
enum PendingRecord: Equatable {
    /// Any change but a fact, which waits for its line.
    case change(Change)
    case line(PendingLine)
    /// A whole document, as JSON.
    case document(DocumentKey, [UInt8])
}

/// A line of the journal with the facts of its command.
struct PendingLine: Equatable {
    /// The world's clock when the command began.
    var at: Tick
    var device: String
    /// The command as it was typed, without secrets.
    var text: String
    /// The command's exit status.
    var status: Int64
    var facts: [PendingFact] = []
}

/// A fact as the store keeps it: with names instead of cases, which are faster to read back.
struct PendingFact: Equatable {
    /// The raw value of `Fact.Verb`; a name that this version does not know is kept.
    var verb: String
    var subject: String
    var text: String
    /// The raw value of `RuleID`, under the same rule.
    var rule: String
    /// The sequence of the notification that it is about; nil for the app or the device.
    var notification: Int64?
    /// The time, in milliseconds since 1970; nil for the start of its command.
    var at: Int64?
    /// `Fact.code`: the app and the occurrence; empty if it has neither.
    var code = ""
}

/// A fact as a record holds it, without texts of its own; valid as long as the record's bytes.
struct FactBytes {
    var verb: UnsafeBufferPointer<UInt8>
    var subject: UnsafeBufferPointer<UInt8>
    var text: UnsafeBufferPointer<UInt8>
    var rule: UnsafeBufferPointer<UInt8>
    var notification: Int64?
    /// Milliseconds since 1970; nil for the start of its command.
    var at: Int64?
    /// `Fact.code`; empty if it has none.
    var code: UnsafeBufferPointer<UInt8>
}

/// The first byte of a record.
///
/// Workspaces hold records: a kind keeps its number and its form.
enum RecordKind: UInt8 {
    /// A notification without its place, as older versions write it.
    case notification = 0
    /// Their content is read in the order in which `RecordEncoder` writes it; texts and numbers
    /// follow each other without names, and no length precedes the record.
    case notificationState, event, eventState, dropOldest, token, upload, link
    /// A line whose facts have no occurrences, as older versions write it.
    case plainLine
    /// A document is kind, key and body; a line has its facts' occurrences.
    case document, line
    /// A notification with its place and attachment.
    case placedNotification
    /// A notification with its place, its attachment and its level.
    case leveledNotification
}

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
            write(row.app)
            for text in [row.kind, row.token, row.scope, row.change.rawValue, row.reason] {
                buffer.write(text)
            }
            buffer.write(row.at.milliseconds)
        case .upload(let row): encode(row)
        case .link(let row):
            write(.link)
            write(row.app)
            buffer.write(row.at.milliseconds)
            buffer.write(row.url)
            buffer.write(row.outcome.rawValue)
            buffer.write(row.detail)
            buffer.write(row.notification)
        }
    }

    /// A row without a level has the kind that ends before it.
    private func encode(_ row: NotificationRow) {
        write(row.level == nil ? .placedNotification : .leveledNotification)
        buffer.write(row.sequence)
        buffer.write(row.id)
        write(row.app)
        buffer.write(row.arrivedAt.milliseconds)
        buffer.write(row.state.rawValue)
        buffer.write(row.title)
        buffer.write(row.subtitle)
        buffer.write(row.body)
        buffer.write(row.campaignID)
        buffer.write(row.link)
        buffer.write(row.threadID)
        buffer.write(row.category)
        buffer.write(row.collapseID)
        buffer.write(row.pushType)
        buffer.write(row.payload)
        buffer.write(row.place?.rawValue)
        buffer.write(row.attachment)
        if let level = row.level { buffer.write(level.rawValue) }
    }

    /// Writes the token only if it differs from the last event's: the events of an app usually
    /// share one.
    private mutating func encode(_ queued: QueuedEvent, _ app: AppAddress) {
        let event = queued.event
        write(.event)
        write(app)
        eventBody = buffer.count
        buffer.write(queued.sequence)
        buffer.write(event.kind.rawValue)
        buffer.write(event.uuid)
        buffer.write(event.time)
        buffer.write(event.campaignID)
        buffer.write(event.messageID)
        buffer.write(event.userID)
        buffer.write(event.value)
        let isKnown = event.fcmToken == lastToken
        buffer.write(UInt8(isKnown ? 1 : 0))
        guard !isKnown else { return }
        buffer.write(event.fcmToken)
        lastToken = event.fcmToken
    }

    private func encode(_ row: UploadRow) {
        write(.upload)
        buffer.write(row.sequence)
        write(row.app)
        buffer.write(row.at.milliseconds)
        for text in [row.endpoint, row.database, row.table, row.note] { buffer.write(text) }
        for number in [row.attempt, row.events, row.accepted] { buffer.write(Int64(number)) }
        buffer.write(row.status.map(Int64.init))
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

/// Reads records back, in the order they were written.
///
/// Its bytes may come from a file: `isTorn` and `refusal` say after each record if it can be
/// trusted. A record that was read before either was set is complete.
struct RecordDecoder {
    var reader: RecordReader
    /// The token of the last event that was read.
    private(set) var lastToken: String?
    /// The refusal of a record whose kind this version does not know.
    private(set) var refusal: StoreError? {
        didSet { isRefused = refusal != nil }
    }
    /// Kept beside `refusal`, since it is asked after every record.
    private var isRefused = false

    /// Starts at the beginning of one encoder's output, or continues where a decoder stopped.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0, lastToken: String? = nil) {
        reader = RecordReader(bytes, from: offset)
        self.lastToken = lastToken
    }

    private mutating func tick() -> Tick { Tick(milliseconds: reader.integer()) }

    private mutating func app() -> AppAddress {
        AppAddress(device: reader.text(), bundleID: reader.text())
    }

    /// Reads the name of a case; the record of one that this version does not know is refused.
    ///
    /// `known` only fills the place: the caller checks `isIntact` before it uses the record.
    private mutating func named<Value: RawRepresentable<String>>(
        _ what: String, else known: Value
    ) -> Value {
        let name = reader.text()
        if let value = Value(rawValue: name) { return value }
        if !reader.isTorn { refusal = .unknown(what, name) }
        return known
    }

    /// Whether the bytes are not an encoder's output.
    var isTorn: Bool { reader.isTorn }

    /// Returns the next record; nil at the end, and if the bytes are corrupt.
    ///
    /// The caller tells the end from a fault by `isTorn` and `refusal`.
    mutating func next() -> PendingRecord? {
        guard let kind = nextKind() else { return nil }
        let record = record(kind)
        return isIntact ? record : nil
    }

    /// Returns the kind of the next record, whose content must be read next; nil at the end, and if
    /// the bytes are corrupt.
    mutating func nextKind() -> RecordKind? {
        guard !reader.isAtEnd else { return nil }
        let kind = RecordKind(rawValue: reader.byte())
        if kind == nil { reader.tear() }
        return kind
    }

    /// Whether everything so far was read, and understood.
    var isIntact: Bool { !reader.isTorn && !isRefused }

    /// Reads the content of a record; unless `isIntact` is true afterwards, it means nothing.
    mutating func record(_ kind: RecordKind) -> PendingRecord {
        switch kind {
        case .notification: return .change(.notification(notification()))
        case .placedNotification: return .change(.notification(placedNotification()))
        case .leveledNotification:
            var row = placedNotification()
            row.level = named("a notification of the level", else: InterruptionLevel.active)
            return .change(.notification(row))
        case .notificationState:
            return .change(
                .notificationState(
                    sequence: reader.integer(),
                    state: named("a notification in the state", else: .shown), at: tick()))
        case .event:
            let app = app()
            return .change(.event(queuedEvent(), app: app))
        case .eventState:
            let state = named("an event in the state", else: EventState.queued)
            let upload = reader.integerOrNil()
            let sequences = (0..<reader.count()).map { _ in reader.integer() }
            return .change(.eventState(sequences, state, upload: upload))
        case .dropOldest:
            return .change(.dropOldestEvents(Int(reader.integer()), app: app()))
        case .token:
            return .change(
                .token(
                    TokenRow(
                        app: app(), kind: reader.text(), token: reader.text(),
                        scope: reader.text(),
                        change: named("a token with the change", else: .issued),
                        reason: reader.text(),
                        at: tick())))
        case .upload: return .change(.upload(upload()))
        case .link:
            return .change(
                .link(
                    LinkRow(
                        app: app(), at: tick(), url: reader.text(),
                        outcome: named("a link with the outcome", else: .screen),
                        detail: reader.text(), notification: reader.textOrNil())))
        case .plainLine: return .line(line(hasOccurrences: false))
        case .line: return .line(line(hasOccurrences: true))
        case .document:
            let key = DocumentKey(reader.text(), reader.text())
            return .document(key, reader.bytesOrNil().map { [UInt8]($0) } ?? [])
        }
    }

    private mutating func notification() -> NotificationRow {
        NotificationRow(
            sequence: reader.integer(), id: reader.text(), app: app(), arrivedAt: tick(),
            state: named("a notification in the state", else: .shown),
            title: reader.textOrNil(), subtitle: reader.textOrNil(),
            body: reader.textOrNil(), campaignID: reader.textOrNil(), link: reader.textOrNil(),
            threadID: reader.textOrNil(), category: reader.textOrNil(),
            collapseID: reader.textOrNil(), pushType: reader.text(), payload: reader.text())
    }

    /// A place that this version does not know reads as none.
    private mutating func placedNotification() -> NotificationRow {
        var row = notification()
        row.place = reader.textOrNil().flatMap(PushNotification.Place.init)
        row.attachment = reader.textOrNil()
        return row
    }

    /// Reads an event that follows its app.
    mutating func queuedEvent() -> QueuedEvent {
        let (sequence, kind) = eventHead()
        var event = Event(
            kind: kind, uuid: reader.text(),
            time: reader.integer(), campaignID: reader.textOrNil(),
            messageID: reader.textOrNil(), userID: reader.textOrNil(), value: reader.textOrNil(),
            fcmToken: nil)
        eventToken()
        event.fcmToken = lastToken
        return QueuedEvent(sequence: sequence, event: event)
    }

    /// Reads an event's first two fields, for readers that need no more.
    mutating func eventHead() -> (sequence: Int64, kind: Event.Kind) {
        (reader.integer(), named("an event of the type", else: Event.Kind.delivery))
    }

    /// Reads the end of an event: its token, unless it is the last event's.
    ///
    /// It must be read even if nobody wants it: later events refer to it.
    mutating func eventToken() {
        if reader.byte() == 0 { lastToken = reader.textOrNil() }
    }

    private mutating func upload() -> UploadRow {
        let sequence = reader.integer()
        let app = app()
        let at = tick()
        let texts = (0..<4).map { _ in reader.text() }
        let numbers = (0..<3).map { _ in Int(reader.integer()) }
        let status = reader.integerOrNil().map { Int($0) }
        let receipts = (0..<reader.count()).map { _ in
            UploadReceipt(event: reader.integer(), error: reader.textOrNil())
        }
        return UploadRow(
            sequence: sequence, app: app, at: at, endpoint: texts[0], database: texts[1],
            table: texts[2], attempt: numbers[0], events: numbers[1], status: status,
            accepted: numbers[2], note: texts[3], receipts: receipts)
    }

    private mutating func line(hasOccurrences: Bool) -> PendingLine {
        var line = lineHead()
        forEachFact(hasOccurrences: hasOccurrences) { fact in
            line.facts.append(
                PendingFact(
                    verb: String(decoding: fact.verb, as: UTF8.self),
                    subject: String(decoding: fact.subject, as: UTF8.self),
                    text: String(decoding: fact.text, as: UTF8.self),
                    rule: String(decoding: fact.rule, as: UTF8.self),
                    notification: fact.notification, at: fact.at,
                    code: String(decoding: fact.code, as: UTF8.self)))
        }
        return line
    }

    /// Reads a line up to its facts.
    mutating func lineHead() -> PendingLine {
        PendingLine(
            at: tick(), device: reader.text(), text: reader.text(), status: reader.integer())
    }

    /// Reads the facts of a line.
    ///
    /// A `FactBytes` is valid as long as the decoder's bytes.
    mutating func forEachFact(hasOccurrences: Bool, _ body: (FactBytes) -> Void) {
        for _ in 0..<reader.count() { body(fact(hasOccurrence: hasOccurrences)) }
    }

    /// Reads one fact; records of older versions have none after the time.
    mutating func fact(hasOccurrence: Bool) -> FactBytes {
        FactBytes(
            verb: reader.textBytes(), subject: reader.textBytes(), text: reader.textBytes(),
            rule: reader.textBytes(), notification: reader.integerOrNil(),
            at: reader.integerOrNil(),
            code: hasOccurrence
                ? reader.textBytes() : UnsafeBufferPointer(start: nil, count: 0))
    }
}
