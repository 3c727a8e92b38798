import PushText

/// An `expect` statement: `expect [within DURATION] QUERY [not] [unordered] PREDICATE [VALUE]`.
public struct ExpectStatement: Equatable, Sendable {
    /// The time the expectation has to come true, in milliseconds of the virtual clock.
    public let within: Int64?
    /// The source of the value.
    public let query: Query
    /// Whether `not` precedes the predicate.
    public let isNegated: Bool
    /// Whether the elements are compared as a set.
    public let isUnordered: Bool
    /// The condition that must hold.
    public let predicate: Predicate
    /// The value to compare with; nil for `exists` and `empty` only.
    public let operand: Operand?
    /// From `expect` to the last word.
    public let span: Span
}

/// A condition that an `expect` sets for a value.
public enum Predicate: String, Equatable, Sendable, CaseIterable {
    /// The value is the operand.
    case equal = "=="
    /// The value is not the operand.
    case notEqual = "!="
    /// The value is less than the operand.
    case less = "<"
    /// The value is at most the operand.
    case lessOrEqual = "<="
    /// The value is greater than the operand.
    case greater = ">"
    /// The value is at least the operand.
    case greaterOrEqual = ">="
    /// The text contains the operand, or the list has it as an element.
    case contains
    /// The text starts with the operand.
    case startsWith
    /// The text ends with the operand.
    case endsWith
    /// The text contains a match of the operand.
    case matches
    /// The query finds a value.
    case exists
    /// The value is an empty text, list or object, or there is none.
    case empty

    /// Whether a value must follow.
    public var takesValue: Bool { self != .exists && self != .empty }
}

/// The value that a query's value is compared with.
public struct Operand: Equatable, Sendable {
    /// The forms of an operand.
    public indirect enum Kind: Equatable, Sendable {
        /// A bare or quoted word, a file or a here-document.
        case word(Word)
        /// A JSON number; its text is the span.
        case number
        /// `true` or `false`.
        case bool(Bool)
        /// `null`.
        case null
        /// `[a, b, "c d"]`; rows are lists within a list.
        case list([Operand])
        /// `/text/` or `/text/i`; the pattern is the source between the slashes, `\/` kept.
        case regex(pattern: Span, ignoresCase: Bool)
    }

    /// The form.
    public let kind: Kind
    /// The place of the operand.
    public let span: Span
}
