import PushSQL
import PushText

/// Conditions of filters, which are true, false or unknown.
extension PathEvaluator {
    /// Nil means unknown, which a filter treats like false and `is unknown` finds.
    func holds(_ condition: SQLJSONPath.Condition, _ item: JSON, _ last: Int?) -> Bool? {
        switch condition {
        case .and(let left, let right):
            let (first, second) = (holds(left, item, last), holds(right, item, last))
            if first == false || second == false { return false }
            return first == nil || second == nil ? nil : true
        case .or(let left, let right):
            let (first, second) = (holds(left, item, last), holds(right, item, last))
            if first == true || second == true { return true }
            return first == nil || second == nil ? nil : false
        case .not(let inner): return holds(inner, item, last).map { !$0 }
        case .isUnknown(let inner): return holds(inner, item, last) == nil
        case .exists(let step): return (try? items(step, item, last)).map { !$0.isEmpty }
        case .comparison(let symbol, let left, let right):
            return any(left, right, item, last) { Self.compare(symbol, $0, $1) }
        case .startsWith(let left, let right):
            return any(left, right, item, last) { value, start in
                guard case .string(let text) = value, case .string(let prefix) = start else {
                    return nil
                }
                return text.utf8.starts(with: prefix.utf8)
            }
        }
    }

    /// Whether any pair of items from both sides satisfies a condition.
    ///
    /// A pair that cannot be compared leaves the result unknown; a lax path stops at the first pair
    /// that satisfies it.
    private func any(
        _ left: SQLJSONPath.Step, _ right: SQLJSONPath.Step, _ item: JSON, _ last: Int?,
        _ fits: (JSON, JSON) -> Bool?
    ) -> Bool? {
        guard let first = try? unwrapped(left, item, last),
            let second = try? unwrapped(right, item, last)
        else { return nil }
        var (isFound, isOpen) = (false, false)
        for one in first {
            // The code that began the path reports why it ended.
            guard (try? work.spend(second.count)) != nil else { return nil }
            for other in second {
                switch fits(one, other) {
                case true?: isFound = true
                case nil: isOpen = true
                case false?: break
                }
                if isFound, !path.isStrict { return true }
            }
        }
        return isOpen ? nil : isFound
    }

    private static func compare(_ symbol: String, _ left: JSON, _ right: JSON) -> Bool? {
        switch (left, right) {
        case (.null, .null): return symbol == "==" || symbol == "<=" || symbol == ">="
        case (.null, _), (_, .null):
            if case .array = left { return nil }
            if case .object = left { return nil }
            return symbol == "<>"
        case (.bool(let one), .bool(let other)):
            return fits(symbol, (one ? 1 : 0) - (other ? 1 : 0))
        case (.string(let one), .string(let other)):
            if one.utf8.elementsEqual(other.utf8) { return fits(symbol, 0) }
            return fits(symbol, one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1)
        case (.number, .number):
            guard let one = PathNumber(left), let other = PathNumber(right) else { return nil }
            return fits(symbol, one.order(other))
        default: return nil
        }
    }

    private static func fits(_ symbol: String, _ order: Int) -> Bool {
        switch symbol {
        case "==": order == 0
        case "<>": order != 0
        case "<": order < 0
        case "<=": order <= 0
        case ">": order > 0
        default: order >= 0
        }
    }
}

extension String {
    /// Whether a number in JSON has an exponent, which makes it a double.
    var isScientific: Bool { utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } }
}

/// A number in a path's arithmetic: whole as long as possible.
enum PathNumber {
    case whole(Int64)
    case real(Double)

    static let zero = PathNumber.whole(0)

    init?(_ value: JSON) {
        guard case .number(let lexeme) = value else { return nil }
        if let whole = Int64(lexeme) {
            self = .whole(whole)
        } else if let real = Double(lexeme) {
            self = .real(real)
        } else {
            return nil
        }
    }

    var double: Double {
        switch self {
        case .whole(let value): Double(value)
        case .real(let value): value
        }
    }

    var json: JSON {
        switch self {
        case .whole(let value): .int64(value)
        case .real(let value): .number(FloatText.java(value))
        }
    }

    func order(_ other: PathNumber) -> Int {
        if case .whole(let left) = self, case .whole(let right) = other {
            return left < right ? -1 : left == right ? 0 : 1
        }
        return double < other.double ? -1 : double == other.double ? 0 : 1
    }

    func combined(
        _ symbol: Character, _ other: PathNumber
    ) throws(Fault) -> JSON {
        if symbol == "/" || symbol == "%", other.double == 0 {
            throw Fault("division by zero")
        }
        guard case .whole(let left) = self, case .whole(let right) = other else {
            return PathNumber.real(Self.real(symbol, double, other.double)).json
        }
        let (result, isOver) =
            switch symbol {
            case "+": left.addingReportingOverflow(right)
            case "-": left.subtractingReportingOverflow(right)
            case "*": left.multipliedReportingOverflow(by: right)
            case "/": left.dividedReportingOverflow(by: right)
            default: left.remainderReportingOverflow(dividingBy: right)
            }
        guard !isOver else {
            throw Fault("the number is beyond what bigint holds")
        }
        return .int64(result)
    }

    private static func real(_ symbol: Character, _ left: Double, _ right: Double) -> Double {
        switch symbol {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        default: left.truncatingRemainder(dividingBy: right)
        }
    }

    func rounded(
        _ method: SQLJSONPath.Method
    ) throws(Fault) -> PathNumber {
        switch self {
        case .whole(let value):
            guard value != .min || method != .abs else {
                throw Fault("the number is beyond what bigint holds")
            }
            return .whole(method == .abs ? Swift.abs(value) : value)
        case .real(let value):
            switch method {
            case .abs: return .real(Swift.abs(value))
            case .ceiling: return .real(value.rounded(.up))
            default: return .real(value.rounded(.down))
            }
        }
    }
}
