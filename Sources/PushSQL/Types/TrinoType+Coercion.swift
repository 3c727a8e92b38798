/// The implicit conversions between types.
///
/// They follow Trino's `TypeCoercion`: nothing converts between texts and anything else, a decimal
/// converts to a floating-point number but not back, and lengths and precisions grow.
extension TrinoType {
    var isInteger: Bool { integerBits != nil }

    /// The width of an integer type.
    var integerBits: Int? {
        switch self {
        case .tinyint: 8
        case .smallint: 16
        case .integer: 32
        case .bigint: 64
        default: nil
        }
    }

    var isFloating: Bool { self == .real || self == .double }

    var isDecimal: Bool {
        if case .decimal = self { true } else { false }
    }

    var isNumeric: Bool { isInteger || isFloating || isDecimal }

    var isVarchar: Bool {
        if case .varchar = self { true } else { false }
    }

    var isChar: Bool {
        if case .char = self { true } else { false }
    }

    var isText: Bool { isChar || isVarchar }

    /// Whether values of the type can be ordered.
    var isOrderable: Bool {
        switch self {
        case .json, .map: false
        case .array(let element): element.isOrderable
        case .row(let fields): fields.allSatisfy(\.type.isOrderable)
        default: true
        }
    }

    /// The decimal type that holds every value of an integer type.
    var decimalOfInteger: TrinoType? {
        switch self {
        case .tinyint: .decimal(precision: 3, scale: 0)
        case .smallint: .decimal(precision: 5, scale: 0)
        case .integer: .decimal(precision: 10, scale: 0)
        case .bigint: .decimal(precision: 19, scale: 0)
        default: nil
        }
    }

    /// Returns the smallest type to which both convert; nil if there is none.
    ///
    /// CASE, UNION, IN and comparisons take it. A `char` and a varchar meet in a varchar, as since
    /// release 482; two rows keep the names of fields that are the same on both sides.
    static func common(_ left: TrinoType, _ right: TrinoType) -> TrinoType? {
        if left == right { return left }
        if left == .unknown { return right }
        if right == .unknown { return left }
        if left.isNumeric, right.isNumeric { return commonNumber(left, right) }
        return commonText(left, right) ?? commonTime(left, right) ?? commonNested(left, right)
    }

    /// Returns the wider integer, the floating-point type if either side has one, else a decimal.
    ///
    /// The decimal has room for the digits of both before and behind the point, but at most 38.
    private static func commonNumber(_ left: TrinoType, _ right: TrinoType) -> TrinoType? {
        if let leftBits = left.integerBits, let rightBits = right.integerBits {
            return leftBits > rightBits ? left : right
        }
        if left == .double || right == .double { return .double }
        if left == .real || right == .real { return .real }
        guard
            case .decimal(let leftPrecision, let leftScale) = left.decimalOfInteger ?? left,
            case .decimal(let rightPrecision, let rightScale) = right.decimalOfInteger ?? right
        else { return nil }
        let scale = max(leftScale, rightScale)
        let whole = max(leftPrecision - leftScale, rightPrecision - rightScale)
        return .decimal(precision: min(38, whole + scale), scale: scale)
    }

    /// Returns the longer text type; a varchar without a limit is the longest.
    private static func commonText(_ left: TrinoType, _ right: TrinoType) -> TrinoType? {
        switch (left, right) {
        case (.varchar(let left), .varchar(let right)):
            guard let left, let right else { return .varchar(nil) }
            return .varchar(max(left, right))
        case (.char(let left), .char(let right)): return .char(max(left, right))
        case (.char(let length), .varchar(let other)), (.varchar(let other), .char(let length)):
            return .varchar(other.map { max($0, length) })
        default: return nil
        }
    }

    /// Returns the type with a date and the zone if either side has them, at the finer precision.
    private static func commonTime(_ left: TrinoType, _ right: TrinoType) -> TrinoType? {
        switch (left, right) {
        case (.date, .timestamp), (.date, .timestampWithZone): return right
        case (.timestamp, .date), (.timestampWithZone, .date): return left
        case (.timestamp(let left), .timestamp(let right)): return .timestamp(max(left, right))
        case (.timestampWithZone(let left), .timestampWithZone(let right)),
            (.timestamp(let left), .timestampWithZone(let right)),
            (.timestampWithZone(let left), .timestamp(let right)):
            return .timestampWithZone(max(left, right))
        case (.time(let left), .time(let right)): return .time(max(left, right))
        default: return nil
        }
    }

    /// Returns the array, map or row of the parts' common types.
    private static func commonNested(_ left: TrinoType, _ right: TrinoType) -> TrinoType? {
        switch (left, right) {
        case (.array(let left), .array(let right)): return common(left, right).map { .array($0) }
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            guard let key = common(leftKey, rightKey), let value = common(leftValue, rightValue)
            else { return nil }
            return .map(key, value)
        case (.row(let left), .row(let right)):
            guard left.count == right.count else { return nil }
            var fields: [Field] = []
            for (left, right) in zip(left, right) {
                guard let type = common(left.type, right.type) else { return nil }
                let name = left.name == right.name ? left.name : nil
                fields.append(Field(name: name, type: type))
            }
            return .row(fields)
        default: return nil
        }
    }

    /// Whether values convert implicitly: the common type of both is the target itself.
    ///
    /// The names of a row's fields do not matter.
    public func isCoercible(to target: TrinoType) -> Bool {
        if self == target { return true }
        if case .row(let fields) = self, case .row(let targets) = target {
            return fields.count == targets.count
                && zip(fields, targets).allSatisfy { $0.type.isCoercible(to: $1.type) }
        }
        return TrinoType.common(self, target) == target
    }

    /// Whether CAST takes values of this type to another; a single value may still fail.
    ///
    /// For all types, everything that converts implicitly can be cast as well.
    func isCastable(to target: TrinoType) -> Bool {
        if self == .unknown || isCoercible(to: target) { return true }
        switch (self, target) {
        case (.array(let element), .array(let other)): return element.isCastable(to: other)
        case (.map(let key, let value), .map(let otherKey, let otherValue)):
            return key.isCastable(to: otherKey) && value.isCastable(to: otherValue)
        case (.row(let fields), .row(let others)):
            return fields.count == others.count
                && zip(fields, others).allSatisfy { $0.type.isCastable(to: $1.type) }
        case (_, .json): return isJSONSource
        case (.json, _): return target.isJSONTarget
        default: return isScalarCastable(to: target)
        }
    }

    /// Whether CAST takes values of a type without parts; dates and numbers never become each
    /// other.
    private func isScalarCastable(to target: TrinoType) -> Bool {
        if self == .uuid { return target.isVarchar || target == .varbinary }
        if target == .uuid { return isVarchar || self == .varbinary }
        let isNumber = isNumeric || self == .boolean
        if isNumber, target.isNumeric || target == .boolean { return true }
        // Only texts are cast to `char`: Trino has no such operator for other types.
        if target.isChar { return isText }
        if target.isVarchar { return isNumber || isText || isMoment || isInterval }
        if isText {
            return target.isNumeric || target == .boolean || target.isMoment
                || target == .varbinary
        }
        switch (self, target) {
        case (.timestamp, .date), (.timestampWithZone, .date), (.timestamp, .time),
            (.timestampWithZone, .time), (.timestamp, .timestamp),
            (.timestampWithZone, .timestamp), (.timestampWithZone, .timestampWithZone),
            (.timestamp, .timestampWithZone), (.date, .timestamp), (.date, .timestampWithZone),
            (.time, .time):
            return true
        default: return false
        }
    }

    /// Whether it is a date, a time or both.
    var isMoment: Bool {
        switch self {
        case .date, .time, .timestamp, .timestampWithZone: true
        default: false
        }
    }

    var isInterval: Bool { self == .intervalDayToSecond || self == .intervalYearToMonth }

    /// Whether values can be cast to JSON; keys of maps must have a text.
    private var isJSONSource: Bool {
        switch self {
        case .array(let element): element == .unknown || element.isJSONSource
        case .map(let key, let value):
            (key.isVarchar || key.isNumeric || key == .boolean || key == .unknown)
                && (value == .unknown || value.isJSONSource)
        case .row(let fields): fields.allSatisfy { $0.type == .unknown || $0.type.isJSONSource }
        case .boolean, .varchar, .json, .date, .timestamp, .timestampWithZone: true
        default: isNumeric
        }
    }

    /// Whether JSON can be cast to the type: dates and times are not among them.
    private var isJSONTarget: Bool {
        switch self {
        case .array(let element): element.isJSONTarget
        case .map(let key, let value):
            (key.isVarchar || key.isNumeric || key == .boolean) && value.isJSONTarget
        case .row(let fields): fields.allSatisfy(\.type.isJSONTarget)
        case .boolean, .varchar, .json: true
        default: isNumeric
        }
    }
}
