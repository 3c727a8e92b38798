import PushModel
import PushSQL
import PushText

/// Compares values as Trino does, by their type.
enum RuntimeOrder {
    /// Returns −1, 0 or 1 by Trino's order; NULL is last, and NaN above every number, or below
    /// every number (decision 661).
    static func compare(
        _ left: Cell, _ right: Cell, _ type: TrinoType, _ context: SQLContext,
        isNaNLeast: Bool = false
    ) throws(SQLFunctionError) -> Int {
        switch (left.isNull, right.isNull) {
        case (true, true): return 0
        case (true, false): return 1
        case (false, true): return -1
        default: break
        }
        switch type {
        case .double, .real:
            return compare(try number(left), try number(right), isNaNLeast)
        case .decimal:
            return try Decimal.compare(decimal(left), decimal(right))
        case .timestampWithZone:
            return sign(instant(left), instant(right))
        case .char: return text(trimmed(left), trimmed(right))
        case .array(let element):
            guard case .text(let first) = left, case .text(let second) = right else { return 0 }
            return try sequence(first, second, context, isNaNLeast, noNull: arrayNull) { _ in
                element
            }
        case .row(let fields):
            guard case .text(let first) = left, case .text(let second) = right else { return 0 }
            return try sequence(first, second, context, isNaNLeast, noNull: rowNull) {
                $0 < fields.count ? fields[$0].type : .unknown
            }
        default: return plain(left, right)
        }
    }

    static let arrayNull = SQLFunctionError(
        .notSupported, "ARRAY comparison not supported for arrays with null elements")
    static let rowNull = SQLFunctionError(
        .notSupported, "ROW comparison not supported for fields with null elements")

    /// Compares element by element; the first that differ decide, and before them none may be
    /// NULL.
    private static func sequence(
        _ left: String, _ right: String, _ context: SQLContext, _ isNaNLeast: Bool,
        noNull: SQLFunctionError, _ type: (Int) -> TrinoType
    ) throws(SQLFunctionError) -> Int {
        let first = try ElementCodec.cells(left, type)
        let second = try ElementCodec.cells(right, type)
        for index in 0..<min(first.count, second.count) {
            guard !first[index].isNull, !second[index].isNull else { throw noNull }
            let order = try compare(
                first[index], second[index], type(index), context, isNaNLeast: isNaNLeast)
            if order != 0 { return order }
        }
        return sign(Int64(first.count), Int64(second.count))
    }

    /// Numbers by value, texts by their bytes.
    private static func plain(_ left: Cell, _ right: Cell) -> Int {
        if OrderedCell(left) < OrderedCell(right) { return -1 }
        return OrderedCell(right) < OrderedCell(left) ? 1 : 0
    }

    private static func sign(_ left: Int64, _ right: Int64) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }

    private static func text(_ left: String, _ right: String) -> Int {
        if left.utf8.elementsEqual(right.utf8) { return 0 }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }

    private static func compare(_ left: Double, _ right: Double, _ isNaNLeast: Bool) -> Int {
        if left.isNaN || right.isNaN {
            guard left.isNaN != right.isNaN else { return 0 }
            return left.isNaN == isNaNLeast ? -1 : 1
        }
        return left < right ? -1 : left == right ? 0 : 1
    }

    /// Zones do not matter: only the instant is compared.
    private static func instant(_ cell: Cell) -> Int64 {
        guard case .integer(let value) = cell else { return 0 }
        return value >> ZoneKeys.bits
    }

    /// Returns a char's text without blanks at its end.
    static func trimmed(_ cell: Cell) -> String {
        guard case .text(let text) = cell else { return "" }
        guard text.utf8.last == 0x20 else { return text }
        return String(Substring(text.utf8.trimmingEnd { $0 == Ascii.space }))
    }

    /// Returns a number's cell as a double, NaN and infinities from their texts.
    static func number(_ cell: Cell) throws(SQLFunctionError) -> Double {
        switch cell {
        case .real(let value): return value
        case .integer(let value): return Double(value)
        case .text("NaN"): return .nan
        case .text("Infinity"): return .infinity
        case .text("-Infinity"): return -.infinity
        default: throw .encoding(cell, "number")
        }
    }

    /// Returns a decimal from its digits, or from a whole number's cell.
    static func decimal(_ cell: Cell) throws(SQLFunctionError) -> Decimal {
        switch cell {
        case .text(let text):
            if let decimal = Decimal(text) { return decimal }
        case .integer(let value): return Decimal(value)
        default: break
        }
        throw .encoding(cell, "decimal")
    }
}

extension RuntimeOrder {
    /// Whether values are equal; nil if a NULL inside them leaves it open.
    static func areEqual(
        _ left: Cell, _ right: Cell, _ type: TrinoType, _ context: SQLContext
    ) throws(SQLFunctionError) -> Bool? {
        if left.isNull || right.isNull { return nil }
        switch type {
        case .double, .real: return try number(left) == number(right)
        case .array(let element):
            return try areEqual(left, right, context) { _ in element }
        case .row(let fields):
            return try areEqual(left, right, context) {
                $0 < fields.count ? fields[$0].type : .unknown
            }
        case .map(let key, let value):
            return try mapsAreEqual(left, right, key, value, context)
        default: return try compare(left, right, type, context) == 0
        }
    }

    private static func areEqual(
        _ left: Cell, _ right: Cell, _ context: SQLContext, _ type: (Int) -> TrinoType
    ) throws(SQLFunctionError) -> Bool? {
        guard case .text(let first) = left, case .text(let second) = right else { return false }
        let left = try ElementCodec.cells(first, type)
        let right = try ElementCodec.cells(second, type)
        guard left.count == right.count else { return false }
        var isOpen = false
        for index in left.indices {
            switch try areEqual(left[index], right[index], type(index), context) {
            case false?: return false
            case nil: isOpen = true
            case true?: break
            }
        }
        return isOpen ? nil : true
    }

    private static func mapsAreEqual(
        _ left: Cell, _ right: Cell, _ key: TrinoType, _ value: TrinoType,
        _ context: SQLContext
    ) throws(SQLFunctionError) -> Bool? {
        guard case .text(let first) = left, case .text(let second) = right else { return false }
        let left = try ElementCodec.pairs(first, key, value)
        let right = try ElementCodec.pairs(second, key, value)
        guard left.count == right.count else { return false }
        var known: [CellKey: Cell] = [:]
        for pair in right { known[try CellKey(pair.key, key)] = pair.value }
        var isOpen = false
        for pair in left {
            guard let other = known[try CellKey(pair.key, key)] else { return false }
            switch try areEqual(pair.value, other, value, context) {
            case false?: return false
            case nil: isOpen = true
            case true?: break
            }
        }
        return isOpen ? nil : true
    }

    /// Whether values differ, with NULL as a value like others and NaN equal to itself.
    static func areDistinct(
        _ left: Cell, _ right: Cell, _ type: TrinoType
    ) throws(SQLFunctionError) -> Bool {
        try CellKey(left, type) != CellKey(right, type)
    }
}

/// A key for finding equal values: those that `GROUP BY` puts together have equal keys.
enum CellKey: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case notANumber
    case text(ExactText)
    case blob([UInt8])
    case list([CellKey])
    case pairs(Set<[CellKey]>)

    init(_ cell: Cell, _ type: TrinoType) throws(SQLFunctionError) {
        switch (cell, type) {
        case (.null, _): self = .null
        case (.text, .double), (.text, .real), (.real, _):
            let number = try RuntimeOrder.number(cell)
            self = number.isNaN ? .notANumber : .real(number)
        case (.integer(let value), .double), (.integer(let value), .real):
            self = .real(Double(value))
        case (.integer(let value), .timestampWithZone):
            self = .integer(value >> ZoneKeys.bits)
        case (.integer(let value), _): self = .integer(value)
        case (.blob(let bytes), _): self = .blob(bytes)
        case (.text, .char): self = .text(ExactText(RuntimeOrder.trimmed(cell)))
        case (.text(let text), .array(let element)):
            self = try CellKey.list(text) { _ in element }
        case (.text(let text), .row(let fields)):
            self = try CellKey.list(text) { $0 < fields.count ? fields[$0].type : .unknown }
        case (.text(let text), .map(let key, let value)):
            var pairs: Set<[CellKey]> = []
            for pair in try ElementCodec.pairs(text, key, value) {
                pairs.insert([try CellKey(pair.key, key), try CellKey(pair.value, value)])
            }
            self = .pairs(pairs)
        case (.text(let text), _), (.json(let text), _): self = .text(ExactText(text))
        case (.boolean(let value), _): self = .integer(value ? 1 : 0)
        }
    }

    /// Whether the value is or contains NULL, so that equality with it stays open.
    var isIndeterminate: Bool {
        switch self {
        case .null: true
        case .list(let keys): keys.contains(where: \.isIndeterminate)
        case .pairs(let pairs): pairs.contains { $0.contains(where: \.isIndeterminate) }
        default: false
        }
    }

    private static func list(
        _ text: String, _ type: (Int) -> TrinoType
    ) throws(SQLFunctionError) -> CellKey {
        var keys: [CellKey] = []
        for (index, cell) in try ElementCodec.cells(text, type).enumerated() {
            keys.append(try CellKey(cell, type(index)))
        }
        return .list(keys)
    }
}
