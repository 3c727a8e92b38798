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

    /// Skips exactly the fields that `record` reads.
    ///
    /// A kind that gets a field must be changed in both.
    private mutating func entry(
        _ kind: RecordKind, _ names: inout CallNames
    ) -> ChronicleEntry {
        switch kind {
        case .event:
            reader.skipTexts(2)
            return eventEntry()
        case .plainLine: return .line(calls: calls(hasOccurrences: false, &names))
        case .line: return .line(calls: calls(hasOccurrences: true, &names))
        case .notification: skipNotification(texts: 11)
        case .placedNotification: skipNotification(texts: 13)
        case .leveledNotification: skipNotification(texts: 14)
        case .notificationState:
            _ = reader.integer()
            reader.skipTexts(1)
            _ = reader.integer()
        case .dropOldest:
            _ = reader.integer()
            reader.skipTexts(2)
        case .link:
            reader.skipTexts(2)
            _ = reader.integer()
            reader.skipTexts(4)
        case .eventState, .token, .upload, .document: _ = record(kind)
        }
        return .other
    }

    /// Notes the place behind the app and the token before it, from which `queuedEvent` can start.
    private mutating func eventEntry() -> ChronicleEntry {
        let (start, token) = (reader.offset, lastToken)
        let (sequence, kind) = eventHead()
        reader.skipTexts(1)
        _ = reader.integer()
        reader.skipTexts(4)
        eventToken()
        return .event(sequence: sequence, kind, start: start, tokenBefore: token)
    }

    /// Skips the sequence, ID and app, the time, and the texts that the kind has.
    private mutating func skipNotification(texts: Int) {
        _ = reader.integer()
        reader.skipTexts(3)
        _ = reader.integer()
        reader.skipTexts(texts)
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
