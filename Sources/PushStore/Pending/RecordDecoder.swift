import PushModel

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
        _ what: StaticString, else known: Value
    ) -> Value {
        let name = reader.text()
        if let value = Value(rawValue: name) { return value }
        if !reader.isTorn { refusal = .unknown(what.description, name) }
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
        case .notification, .placedNotification, .leveledNotification:
            return .change(.notification(notification(kind)))
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
        case .token: return .change(.token(.made(by: &self)))
        case .upload: return .change(.upload(upload()))
        case .link: return .change(.link(.made(by: &self)))
        case .plainLine: return .line(line(hasOccurrences: false))
        case .line: return .line(line(hasOccurrences: true))
        case .document:
            let key = DocumentKey(reader.text(), reader.text())
            return .document(key, reader.bytesOrNil().map { [UInt8]($0) } ?? [])
        }
    }

    /// Reads a notification with what its kind has of place and level.
    private mutating func notification(_ kind: RecordKind) -> NotificationRow {
        var row = NotificationRow.made(by: &self)
        if kind != .notification { row.visitPlace(&self) }
        if kind == .leveledNotification { row.visitLevel(&self) }
        return row
    }

    /// Reads an event that follows its app.
    mutating func queuedEvent() -> QueuedEvent { .made(by: &self) }

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
        var row = UploadRow.made(by: &self)
        row.receipts = (0..<reader.count()).map { _ in
            UploadReceipt(event: reader.integer(), error: reader.textOrNil())
        }
        return row
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

extension RecordDecoder: FieldVisitor {
    mutating func field(_ column: StaticString, _ value: inout Int64) { value = reader.integer() }

    mutating func field(_ column: StaticString, _ value: inout Int64?) {
        value = reader.integerOrNil()
    }

    mutating func field(_ column: StaticString, _ value: inout String) { value = reader.text() }

    mutating func field(_ column: StaticString, _ value: inout String?) {
        value = reader.textOrNil()
    }

    mutating func token(_ column: StaticString, _ value: inout String?) {
        eventToken()
        value = lastToken
    }

    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value, of what: StaticString
    ) { value = named(what, else: value) }

    /// A name that this version does not know is refused: the row would lose it.
    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value?, of what: StaticString
    ) {
        let name = reader.textOrNil()
        value = name.flatMap(Value.init)
        if let name, value == nil, !reader.isTorn { refusal = .unknown(what.description, name) }
    }
}
