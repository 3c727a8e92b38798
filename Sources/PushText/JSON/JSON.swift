/// A JSON value that keeps the order of members, duplicate keys and the spelling of numbers.
public enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was written, such as `1.50`.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// One `"key": value` of an object.
    public struct Member: JSONKeyed, Equatable, Sendable {
        /// The key, with its escapes resolved.
        public var key: String
        /// The value of the key.
        public var value: JSON

        /// Creates a member.
        public init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        /// Keys are equal by their code points.
        public static func == (left: Member, right: Member) -> Bool {
            left.key.isExactly(right.key) && left.value == right.value
        }
    }

    /// Texts are equal by their code points, numbers by their spelling, objects by the order of
    /// their members.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.isExactly(other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// Creates a number from a whole number.
    public static func int(_ value: Int) -> JSON { .number(String(value)) }

    /// Creates a number from a 64-bit whole number.
    public static func int64(_ value: Int64) -> JSON { .number(String(value)) }

    /// Creates a number, or `null` for values that JSON cannot represent (NaN and the infinities).
    public static func double(_ value: Double) -> JSON {
        guard value.isFinite else { return .null }
        if let whole = Int(whole: value) { return .int(whole) }
        return .number("\(value)")
    }

    /// Creates what a query's output has for a number.
    ///
    /// Unlike in a document, infinity is a text and not `null`, and negative zero keeps its sign.
    public static func result(_ value: Double) -> JSON {
        guard value.isFinite else { return .string(FloatText.java(value)) }
        return value == 0 && value.sign == .minus ? .number("-0.0") : .double(value)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Creates a `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates an object that keeps the order, and the duplicates, of the literal.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }
}
