/// A value of Trino as the evaluator of the fuzzer holds it; nothing here is the product's.
enum FuzzValue: Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(String)
    /// Digits without the point, and how many of them stand behind it.
    case decimal(Int64, scale: Int)
    /// Days since 1970-01-01.
    case date(Int64)
    /// Milliseconds since 1970 and the zone in which they are written.
    case instant(Int64, zone: String)
    case array([FuzzValue])

    var isNull: Bool { self == .null }

    /// What groups, DISTINCT and set operations find equal values by.
    var identity: FuzzValue {
        switch self {
        case .double(let value):
            // Every NaN is one; so are the two zeros.
            value.isNaN ? .text("NaN") : .double(value == 0 ? 0 : value)
        case .instant(let value, _): .int(value)
        case .array(let values): .array(values.map(\.identity))
        default: self
        }
    }

    /// How two values that are not NULL compare; nil where one is NaN.
    static func compare(_ left: FuzzValue, _ right: FuzzValue) -> Int? {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): return sign(left ? 1 : 0, right ? 1 : 0)
        case (.int(let left), .int(let right)): return sign(left, right)
        case (.date(let left), .date(let right)): return sign(left, right)
        case (.instant(let left, _), .instant(let right, _)): return sign(left, right)
        case (.decimal(let left, let scale), .decimal(let right, let other)):
            let most = max(scale, other)
            return sign(scaled(left, most - scale), scaled(right, most - other))
        case (.double(let left), .double(let right)):
            if left.isNaN || right.isNaN { return nil }
            return left < right ? -1 : left == right ? 0 : 1
        case (.text(let left), .text(let right)):
            return sign(
                Array(left.unicodeScalars.map(\.value)), Array(right.unicodeScalars.map(\.value)))
        case (.array(let left), .array(let right)):
            for (first, second) in zip(left, right) {
                guard let order = compare(first, second) else { return nil }
                if order != 0 { return order }
            }
            return sign(Int64(left.count), Int64(right.count))
        default: return nil
        }
    }

    /// The order of values: NaN is above every number, or below every number for `max`,
    /// `greatest` and NULLS FIRST.
    static func order(
        _ left: FuzzValue, _ right: FuzzValue, isNaNLeast: Bool = false
    ) -> Int {
        if case .double(let first) = left, case .double(let second) = right {
            if first.isNaN && second.isNaN { return 0 }
            if first.isNaN || second.isNaN { return first.isNaN == isNaNLeast ? -1 : 1 }
        }
        return compare(left, right) ?? 0
    }

    static func scaled(_ digits: Int64, _ more: Int) -> Int64 {
        (0..<more).reduce(digits) { value, _ in value * 10 }
    }

    private static func sign(_ left: Int64, _ right: Int64) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }

    private static func sign(_ left: [UInt32], _ right: [UInt32]) -> Int {
        if left == right { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }
}

/// An error that Trino raises while a query runs, by its code.
struct FuzzFailure: Error {
    let code: String

    static let zero = FuzzFailure(code: "DIVISION_BY_ZERO")
    static let range = FuzzFailure(code: "NUMERIC_VALUE_OUT_OF_RANGE")
    static let cast = FuzzFailure(code: "INVALID_CAST_ARGUMENT")
    static let rows = FuzzFailure(code: "SUBQUERY_MULTIPLE_ROWS")
}

/// The types that the generator knows.
enum FuzzType: Hashable {
    case bool
    case integer
    case bigint
    case double
    case text
    case decimal(precision: Int, scale: Int)
    case date
    case instant
    case array

    static let scalars: [FuzzType] = [
        .bool, .integer, .bigint, .double, .text, .decimal(precision: 5, scale: 2), .date,
    ]

    var isNumber: Bool { [.integer, .bigint, .double].contains(self) }

    /// How CAST names it.
    var name: String {
        switch self {
        case .bool: "boolean"
        case .integer: "integer"
        case .bigint: "bigint"
        case .double: "double"
        case .text: "varchar"
        case .decimal(let precision, let scale): "decimal(\(precision),\(scale))"
        case .date: "date"
        case .instant: "timestamp(0) with time zone"
        case .array: "array(bigint)"
        }
    }
}

/// The calendar, by counting.
enum FuzzCalendar {
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        var days = 0
        for past in min(year, 1970)..<max(year, 1970) {
            days += (isLeap(past) ? 366 : 365) * (year < 1970 ? -1 : 1)
        }
        for past in 1..<month { days += length(past, year) }
        return Int64(days + day - 1)
    }

    static func parts(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        var left = Int(days)
        var year = 1970
        while left < 0 {
            year -= 1
            left += isLeap(year) ? 366 : 365
        }
        while left >= (isLeap(year) ? 366 : 365) {
            left -= isLeap(year) ? 366 : 365
            year += 1
        }
        var month = 1
        while left >= length(month, year) {
            left -= length(month, year)
            month += 1
        }
        return (year, month, left + 1)
    }

    static func text(_ days: Int64) -> String {
        let (year, month, day) = parts(days)
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    static func length(_ month: Int, _ year: Int) -> Int {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
