import PushLanguage
import PushText

/// Decides whether a value meets an expectation.
enum Comparison {
    /// Judges a predicate that compares two values; nil if it asks for an order that they lack.
    static func holds(
        _ predicate: Predicate, _ actual: JSON?, _ wanted: JSON, isUnordered: Bool
    ) -> Bool? {
        switch predicate {
        case .equal: return equal(actual ?? .null, wanted, isUnordered: isUnordered)
        case .notEqual: return !equal(actual ?? .null, wanted, isUnordered: isUnordered)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard let actual, let order = order(actual, wanted) else { return nil }
            switch predicate {
            case .less: return order < 0
            case .lessOrEqual: return order <= 0
            case .greater: return order > 0
            default: return order >= 0
            }
        case .contains: return contains(actual ?? .null, wanted)
        case .startsWith:
            guard let actual = text(actual), let wanted = text(wanted) else { return false }
            return actual.utf8.starts(with: wanted.utf8)
        case .endsWith:
            guard let actual = text(actual), let wanted = text(wanted) else { return false }
            return actual.utf8.reversed().starts(with: wanted.utf8.reversed())
        case .matches, .exists, .empty: return false
        }
    }

    /// Whether one of the rows that SQL found has a value in one of its columns, as a whole.
    ///
    /// Rows of several columns are lists of them. Nil if a single row has the value only as a part
    /// of its one text: its negation does not hold either.
    static func hasRow(_ actual: JSON?, with wanted: JSON) -> Bool? {
        let actual = actual ?? .null
        switch actual {
        case .array(let rows):
            return rows.contains { row in
                equal(row, wanted) || row.arrayValue?.contains { equal($0, wanted) } == true
            }
        case .object: return contains(actual, wanted)
        case .string:
            if equal(actual, wanted) { return true }
            return contains(actual, wanted) ? nil : false
        default: return equal(actual, wanted)
        }
    }

    /// The reason why neither a predicate nor its negation says anything of a value; nil if one
    /// does.
    static func fault(of predicate: Predicate, on actual: JSON?, with wanted: JSON?) -> String? {
        switch (predicate, actual) {
        case (.matches, .array), (.startsWith, .array), (.endsWith, .array):
            return "a list, but `\(predicate.rawValue)` needs a text"
        case (.matches, .object), (.startsWith, .object), (.endsWith, .object):
            return "an object, but `\(predicate.rawValue)` needs a text"
        case (.contains, .string), (.contains, .number), (.contains, .bool):
            guard let wanted, text(wanted.onlyItem ?? wanted) == nil else { return nil }
            return "\(actual?.kindName ?? ""), and no text contains \(wanted.kindName)"
        case (.contains, .array(let items)):
            guard case .array(let parts) = wanted, parts.count > 1,
                !items.contains(where: { $0.arrayValue != nil })
            else { return nil }
            return "a list without lists in it: write an `expect` for each item"
        case (.equal, .array(let items)) where items.count == 1,
            (.notEqual, .array(let items)) where items.count == 1:
            return fault(of: predicate, on: items[0], with: wanted)
        case (.equal, .array), (.notEqual, .array):
            guard case .array = written(wanted) else { return nil }
            return "a list, but it is compared with a text, which no list equals"
        case (.equal, .object), (.notEqual, .object):
            guard case .object = written(wanted) else { return nil }
            return "an object, but it is compared with a text, which no object equals"
        case (.equal, .number) where wanted?.onlyItem != nil,
            (.notEqual, .number) where wanted?.onlyItem != nil:
            return fault(of: predicate, on: actual, with: wanted?.onlyItem)
        case (.equal, .string), (.notEqual, .string), (.equal, .bool), (.notEqual, .bool):
            return kindFault(actual, wanted)
        case (.equal, .number), (.notEqual, .number):
            guard case .string(let text) = wanted, isMiswritten(text) else {
                return kindFault(actual, wanted)
            }
            return
                "a number; `\(text)` is a text, since a number has no plus, no comma, no zero in "
                + "front, and digits on both sides of a point"
        default: return nil
        }
    }

    /// The reason why a text, a number or a boolean never equals a value of another kind; nil if it
    /// may.
    private static func kindFault(_ actual: JSON?, _ wanted: JSON?) -> String? {
        guard let actual else { return nil }
        switch wanted {
        case .array(let items) where items.count != 1: break
        case .object: break
        case .string("true"), .string("false"):
            guard case .bool = actual else { return nil }
        default: return nil
        }
        return "\(actual.kindName), which never equals \(wanted?.kindName ?? "")"
    }

    /// The value that a text is as JSON; nil for all that is no text, or no JSON.
    private static func written(_ wanted: JSON?) -> JSON? {
        guard case .string(let text) = wanted else { return nil }
        return try? JSONParser.parse(Array(text.utf8))
    }

    /// Whether a text would be a number if JSON allowed a plus, commas between digits, zeros in
    /// front and a bare point, also with an exponent behind them.
    private static func isMiswritten(_ text: String) -> Bool {
        let plain = text.replacing(",", with: "")
        var rest = plain.utf8[...]
        dropSign(&rest)
        if let mark = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            var exponent = rest[mark...].dropFirst()
            dropSign(&exponent)
            guard !exponent.isEmpty, exponent.allSatisfy(Ascii.isDigit)
            else { return false }
            rest = rest[..<mark]
        }
        let digits = rest.count(where: Ascii.isDigit)
        let points = rest.count { $0 == UInt8(ascii: ".") }
        guard digits > 0, points <= 1, digits + points == rest.count else { return false }
        return (try? JSONParser.parse(Array(text.utf8))) == nil
    }

    private static func dropSign(_ number: inout Substring.UTF8View) {
        let signs = [UInt8(ascii: "-"), UInt8(ascii: "+")]
        if let first = number.first, signs.contains(first) { number.removeFirst() }
    }

    /// Equality as a script means it: numbers by value, a number like its text, objects by key,
    /// texts by their bytes, as in SQL and in payloads, and a list of one item like that item.
    static func equal(_ left: JSON, _ right: JSON, isUnordered: Bool = false) -> Bool {
        switch (left, right) {
        case (.array(let first), .array(let second)):
            guard first.count == second.count else { return false }
            if !isUnordered { return zip(first, second).allSatisfy { equal($0, $1) } }
            var rest = second
            for item in first {
                guard let place = rest.firstIndex(where: { equal(item, $0) }) else {
                    return false
                }
                rest.remove(at: place)
            }
            return true
        case (.object(let first), .object(let second)):
            return first.count == second.count && first.allSatisfy { isMember($0, of: second) }
        case (.number, .number):
            if left == right { return true }
            if let (one, other) = writtenNumbers(left, right) { return one == other }
            guard let one = left.doubleValue, let other = right.doubleValue else { return false }
            return one == other
        case (.array(let one), _) where one.count == 1: return equal(one[0], right)
        case (_, .array(let other)) where other.count == 1: return equal(left, other[0])
        case (.number(let lexeme), .string(let text)), (.string(let text), .number(let lexeme)):
            return lexeme.isExactly(text)
        case (.string(let one), .string(let other)): return one.isExactly(other)
        default: return left == right
        }
    }

    /// -1, 0 or 1; nil if the two cannot be ordered.
    private static func order(_ left: JSON, _ right: JSON) -> Int? {
        // Counts, which scripts compare most, need no exact decimals.
        if case .number(let one) = left, case .number(let other) = right,
            let one = Int(one), let other = Int(other)
        {
            return one < other ? -1 : one > other ? 1 : 0
        }
        if let (one, other) = writtenNumbers(left, right) {
            return one < other ? -1 : one > other ? 1 : 0
        }
        if case .number = left, case .number = right,
            let one = left.doubleValue, let other = right.doubleValue
        {
            return one < other ? -1 : one > other ? 1 : 0
        }
        if case .string(let one) = left, case .string(let other) = right {
            if one.isExactly(other) { return 0 }
            return one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
        }
        // The value of a variable is a text.
        if let one = left.onlyItem ?? left.writtenNumber { return order(one, right) }
        if let other = right.onlyItem ?? right.writtenNumber { return order(left, other) }
        return nil
    }

    /// Whether an object has a member with this key and value; the last of several equal keys wins.
    private static func isMember(_ member: JSON.Member, of members: [JSON.Member]) -> Bool {
        members.last { $0.key.isExactly(member.key) }.map { equal(member.value, $0.value) } ?? false
    }

    /// Two numbers as they are written; a Double would round whole numbers from 2^53 on, and
    /// decimals of more than 15 digits.
    private static func writtenNumbers(
        _ left: JSON, _ right: JSON
    ) -> (WrittenNumber, WrittenNumber)? {
        guard case .number(let one) = left, case .number(let other) = right,
            let one = WrittenNumber(one), let other = WrittenNumber(other)
        else { return nil }
        return (one, other)
    }

    /// A list contains an item, an object a key or some of its members.
    private static func contains(_ value: JSON, _ part: JSON) -> Bool {
        switch value {
        case .array(let items): return items.contains { equal($0, part) }
        case .object(let members):
            if case .string(let key) = part { return members.contains { $0.key.isExactly(key) } }
            guard case .object(let wanted) = part else { return false }
            return wanted.allSatisfy { isMember($0, of: members) }
        default:
            guard let text = text(value), let part = Self.text(part.onlyItem ?? part) else {
                return false
            }
            return part.isEmpty || text.utf8.contains(part.utf8)
        }
    }

    /// A value as text to search in; nil for lists and objects.
    static func text(_ value: JSON?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let lexeme): lexeme
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}

extension JSON {
    /// The item of a list that has only one.
    fileprivate var onlyItem: JSON? {
        guard case .array(let items) = self, items.count == 1 else { return nil }
        return items[0]
    }

    /// The number that a text is as a whole; nil for other texts and values.
    fileprivate var writtenNumber: JSON? {
        guard case .string(let text) = self, let first = text.utf8.first,
            first == Ascii.minus || Ascii.isDigit(first), text.utf8.last.map(Ascii.isDigit) == true,
            case .number(let lexeme)? = try? JSONParser.parse(Array(text.utf8))
        else { return nil }
        return .number(lexeme)
    }
}
