import PushSQL
import PushText

/// A number in a path: a whole one in JSON has the type integer or bigint, every other one double,
/// and a decimal is written in the path or passed to it (decisions 1006 and 1021).
enum PathNumber {
    case whole(Int64)
    case real(Double)
    case decimal(Decimal)

    /// Behind the digits of a decimal, since JSON's own numbers are never decimals.
    private static let mark = "m"

    /// Returns a number of JSON as the decimal that it stands for.
    static func marked(_ value: JSON) -> JSON {
        guard case .number(let lexeme) = value, let number = Decimal(lexeme) else { return value }
        return PathNumber.decimal(number).json
    }

    init?(_ value: JSON) {
        guard case .number(let lexeme) = value else { return nil }
        if lexeme.hasSuffix(Self.mark), let number = Decimal(lexeme.dropLast()) {
            self = .decimal(number)
        } else if let whole = Int64(lexeme) {
            self = .whole(whole)
        } else if lexeme.utf8.allSatisfy({ $0 == Ascii.minus || Ascii.isDigit($0) }) {
            // Beyond bigint a whole number has no SQL value.
            return nil
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
        case .decimal(let value): value.double
        }
    }

    var json: JSON {
        switch self {
        case .whole(let value): .int64(value)
        case .real(let value): .number(FloatText.java(value))
        case .decimal(let value): .number(value.text + Self.mark)
        }
    }

    /// The number as a decimal; nil for a double.
    private var exact: Decimal? {
        switch self {
        case .whole(let value): Decimal(value)
        case .real: nil
        case .decimal(let value): value
        }
    }

    func order(_ other: PathNumber) -> Int {
        if case .whole(let left) = self, case .whole(let right) = other {
            return left < right ? -1 : left == right ? 0 : 1
        }
        // Only beside a double does a decimal become one.
        if let left = exact, let right = other.exact { return Decimal.compare(left, right) }
        return double < other.double ? -1 : double == other.double ? 0 : 1
    }

    func negated() throws(Fault) -> JSON {
        if case .decimal(let value) = self { return PathNumber.decimal(value.negated).json }
        return try PathNumber.whole(0).combined("-", self)
    }

    func combined(
        _ symbol: Character, _ other: PathNumber
    ) throws(Fault) -> JSON {
        guard case .whole(let left) = self, case .whole(let right) = other else {
            return PathNumber.real(Self.real(symbol, double, other.double)).json
        }
        guard right != 0 || symbol != "/" && symbol != "%" else {
            throw Fault("Division by zero")
        }
        let (result, isOver) =
            switch symbol {
            case "+": left.addingReportingOverflow(right)
            case "-": left.subtractingReportingOverflow(right)
            case "*": left.multipliedReportingOverflow(by: right)
            case "/": left.dividedReportingOverflow(by: right)
            default: right == -1 ? (0, false) : left.remainderReportingOverflow(dividingBy: right)
            }
        // Two integers make an integer.
        let isNarrow = Int32(exactly: left) != nil && Int32(exactly: right) != nil
        guard !isOver, !isNarrow || Int32(exactly: result) != nil else {
            throw Fault("the number is beyond what \(isNarrow ? "integer" : "bigint") holds")
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
            guard method != .abs || value != .min && value != Int64(Int32.min) else {
                let type = value == .min ? "bigint" : "integer"
                throw Fault("the number is beyond what \(type) holds")
            }
            return .whole(method == .abs ? Swift.abs(value) : value)
        case .real(let value):
            switch method {
            case .abs: return .real(Swift.abs(value))
            case .ceiling: return .real(value.rounded(.up))
            default: return .real(value.rounded(.down))
            }
        case .decimal(let value):
            guard method != .abs else { return .decimal(value.isNegative ? value.negated : value) }
            let whole = value.truncated(0)
            let isCut = Decimal.compare(whole, value) != 0
            guard isCut, value.isNegative == (method == .floor) else { return .decimal(whole) }
            return .decimal(
                Decimal(
                    magnitude: whole.magnitude + 1, isNegative: value.isNegative, scale: 0))
        }
    }
}

extension Decimal {
    /// The type of a literal with these digits.
    var type: TrinoType {
        .decimal(precision: max(String(magnitude).utf8.count, scale, 1), scale: scale)
    }
}
