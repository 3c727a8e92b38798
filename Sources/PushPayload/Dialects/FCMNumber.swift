import PushText

/// The numbers of `apns.payload`, whose type is a Struct of Protocol Buffers (FCM-DISC): it has no
/// others than doubles.
///
/// That FCM hands them to APNs as it read them follows from the type; Google does not say so.
enum FCMNumber {
    /// The nearest double of a whole number that is none, as JSON; nil for every other number.
    static func rounded(_ text: String) -> JSON? {
        guard text.utf8.count > 15,
            text.utf8.allSatisfy({ Ascii.isDigit($0) || $0 == Ascii.minus }),
            let value = Double(text), value.isFinite
        else { return nil }
        let isExact =
            Int64(text).map { Int64(exactly: value) == $0 }
            ?? UInt64(text).map { UInt64(exactly: value) == $0 } ?? false
        return isExact ? nil : .double(value)
    }

    /// A value with its numbers rounded; nil if all of them stay as they are.
    ///
    /// `first` is set to the first that does not, for a note.
    static func rounded(_ value: JSON, _ first: inout (from: String, to: String)?) -> JSON? {
        switch value {
        case .number(let text):
            guard let nearest = rounded(text) else { return nil }
            first = first ?? (text, nearest.text)
            return nearest
        case .array(let items):
            var changed: [JSON]?
            for (index, item) in items.enumerated() {
                guard let nearest = rounded(item, &first) else { continue }
                changed = changed ?? items
                changed?[index] = nearest
            }
            return changed.map { .array($0) }
        case .object(let members):
            var changed: [JSON.Member]?
            for (index, member) in members.enumerated() {
                guard let nearest = rounded(member.value, &first) else { continue }
                changed = changed ?? members
                changed?[index].value = nearest
            }
            return changed.map { .object($0) }
        case .null, .bool, .string: return nil
        }
    }
}
