import PushText

/// A path of SQL/JSON: `lax $.a[*] ? (@.b > 1)`.
///
/// This is the parsed path; the runtime evaluates it on JSON.
public struct SQLJSONPath: Equatable, Sendable {
    /// Whether a mismatch is an error; `lax` paths find nothing there instead.
    public let isStrict: Bool
    /// The expression that the path evaluates.
    public let root: Step
    /// The names of the variables in it.
    public let variables: Set<String>

    /// A part of a path that finds any number of items.
    public indirect enum Step: Equatable, Sendable {
        case root
        /// `@`, the item that a filter looks at.
        case item
        /// `last`, the number of an array's last element.
        case last
        /// `$name`, passed in by PASSING.
        case variable(String)
        case literal(JSON)
        /// A member of objects; nil is `.*`.
        case member(Step, String?)
        /// Members of a name at any depth.
        case descendant(Step, String)
        /// Elements of arrays; nil is `[*]`.
        case elements(Step, [Range]?)
        case method(Step, Method)
        case filter(Step, Condition)
        case sign(isMinus: Bool, Step)
        case arithmetic(Character, Step, Step)
    }

    /// Elements from a number to another.
    public struct Range: Equatable, Sendable {
        /// The first element.
        public let lower: Step
        /// The last one; nil is the first one.
        public let upper: Step?
    }

    /// A method that a path can call on an item.
    public enum Method: String, Sendable, CaseIterable {
        case type
        case size
        case double
        case ceiling
        case floor
        case abs
        case keyvalue
    }

    /// The condition of a filter.
    public indirect enum Condition: Equatable, Sendable {
        case and(Condition, Condition)
        case or(Condition, Condition)
        case not(Condition)
        case isUnknown(Condition)
        /// One of `==`, `<>`, `<`, `<=`, `>` and `>=`.
        case comparison(String, Step, Step)
        case startsWith(Step, Step)
        case exists(Step)
    }

    /// The message about a word that Trino reads and the runtime lacks.
    static func lack(of word: String) -> String {
        "\(word.hasSuffix("(") ? word + ")" : word) is not supported in a path"
    }

    /// The name of arithmetic with a literal such as `3.0`, whose type is a decimal.
    static let decimalArithmetic = "arithmetic with a decimal"

    /// Behind a passed variable's name: its value is a decimal, or a double.
    public static let (decimalMark, doubleMark) = (":m", ":e")

    /// Whether a fault tells of a part of the language that is missing here.
    static func isLack(_ message: String) -> Bool {
        ["like_regex", "datetime(", decimalArithmetic].contains { lack(of: $0) == message }
    }

    /// Reads a path, which begins with `lax` or `strict`; the place of a fault counts characters
    /// from 1.
    ///
    /// `decimals` are the variables whose values are decimals: arithmetic with them is refused.
    public init(_ text: String, decimals: Set<String> = []) throws(PushText.Fault) {
        var reader = SQLJSONPathReader(text, decimals: decimals)
        (isStrict, root) = try reader.path()
        variables = reader.variables
    }
}

extension SQLJSONPath.Step {
    /// Whether it is a decimal: a literal with a point and without an exponent, one of the
    /// variables, or what the methods make of one.
    public func isDecimal(_ variables: Set<String> = []) -> Bool {
        switch self {
        case .sign(_, let step), .filter(let step, _), .method(let step, .abs),
            .method(let step, .ceiling), .method(let step, .floor):
            step.isDecimal(variables)
        case .literal(.number(let digits)):
            digits.utf8.contains(Ascii.dot) && !digits.utf8.contains(UInt8(ascii: "e"))
        case .variable(let name): variables.contains(name)
        default: false
        }
    }
}
