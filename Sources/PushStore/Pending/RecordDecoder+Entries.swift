import PushModel

/// The part of a record that concerns events and calls.
enum ChronicleEntry {
    /// An event, and where its record goes on behind its app: most are replaced by newer ones of
    /// their type before a script asks, so that their texts are never needed.
    case event(sequence: Int64, Event.Kind, start: Int, tokenBefore: String?)
    /// A command's line, with the indices of the called names, in order.
    case line(calls: [Int])
    /// Any other record, whose content has been skipped.
    case other
}

extension RecordDecoder {
    /// Reads the events and calls of the next record; nil at the end, and if the bytes are corrupt.
    ///
    /// Most of a log is texts that no script's own word asks for, which are skipped.
    mutating func nextEntry(_ names: inout CallNames) -> ChronicleEntry? {
        guard let kind = nextKind() else { return nil }
        let entry = entry(kind, &names)
        return isIntact ? entry : nil
    }

    private mutating func entry(
        _ kind: RecordKind, _ names: inout CallNames
    ) -> ChronicleEntry {
        switch kind {
        case .event:
            reader.skipTexts(2)
            return eventEntry()
        case .plainLine: return .line(calls: calls(hasOccurrences: false, &names))
        case .line: return .line(calls: calls(hasOccurrences: true, &names))
        case .notification: skip(.notification)
        case .placedNotification: skip(.placedNotification)
        case .leveledNotification: skip(.leveledNotification)
        case .token: skip(.token)
        case .link: skip(.link)
        case .notificationState:
            _ = reader.integer()
            reader.skipTexts(1)
            _ = reader.integer()
        case .dropOldest:
            _ = reader.integer()
            reader.skipTexts(2)
        case .eventState, .upload, .document: _ = record(kind)
        }
        return .other
    }

    /// Notes the place behind the app and the token before it, from which `queuedEvent` can start.
    ///
    /// Passes the fields of `QueuedEvent` by hand, since it wants the first two.
    private mutating func eventEntry() -> ChronicleEntry {
        let (start, token) = (reader.offset, lastToken)
        let (sequence, kind) = eventHead()
        reader.skipTexts(1)
        _ = reader.integer()
        reader.skipTexts(4)
        eventToken()
        return .event(sequence: sequence, kind, start: start, tokenBefore: token)
    }

    private mutating func skip(_ form: RowForm) {
        for step in form.steps {
            switch step {
            case .number: _ = reader.integer()
            case .optionalNumber: _ = reader.integerOrNil()
            case .texts(let count): reader.skipTexts(count)
            }
        }
    }

    /// Returns the names in facts with the verb `called`; every other fact is skipped.
    private mutating func calls(hasOccurrences: Bool, _ names: inout CallNames) -> [Int] {
        var places: [Int] = []
        _ = reader.integer()
        reader.skipTexts(2)
        _ = reader.integer()
        for _ in 0..<reader.count() {
            let isCall = reader.isNext(Fact.Verb.called.rawValue)
            if let name = reader.bytesOrNil(), isCall { places.append(names.place(of: name)) }
            reader.skipTexts(2)
            _ = reader.integerOrNil()
            _ = reader.integerOrNil()
            if hasOccurrences { reader.skipTexts(1) }
        }
        return places
    }
}

/// The kinds of values that the fields of a row have in its record, in order.
private struct RowForm {
    enum Step {
        case number, optionalNumber
        /// As many texts, each of which may be missing.
        case texts(Int)
    }

    private(set) var steps: [Step] = []

    static let notification = RowForm(NotificationRow.self)
    static let placedNotification: RowForm = {
        var form = notification
        var row = NotificationRow.blank
        row.visitPlace(&form)
        return form
    }()
    static let leveledNotification = RowForm(PlacedNotification.self)
    static let token = RowForm(TokenRow.self)
    static let link = RowForm(LinkRow.self)

    private init<Row: StoredRow>(_ row: Row.Type) { _ = Row.made(by: &self) }

    private mutating func addText() {
        guard case .texts(let count)? = steps.last else { return steps.append(.texts(1)) }
        steps[steps.count - 1] = .texts(count + 1)
    }
}

extension RowForm: FieldVisitor {
    mutating func field(_ column: StaticString, _ value: inout Int64) { steps.append(.number) }

    mutating func field(_ column: StaticString, _ value: inout Int64?) {
        steps.append(.optionalNumber)
    }

    mutating func field(_ column: StaticString, _ value: inout String) { addText() }
    mutating func field(_ column: StaticString, _ value: inout String?) { addText() }
}
