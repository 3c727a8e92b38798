import PushText

/// The contents of a `test` line.
public struct TestHeader: Equatable, Sendable {
    /// The title; it may hold variables.
    public let title: Word
    /// The tags without their `@`, in order.
    public let tags: [String]
}

/// The contents of a `for` line.
public struct ForHeader: Equatable, Sendable {
    /// The values that the variable takes in turn.
    public enum Values: Equatable, Sendable {
        /// The words after `in`.
        case words([Word])
        /// Whole numbers, both ends included.
        case range(ClosedRange<Int>)
    }

    /// The variable's name.
    public let name: String
    /// The place of the name.
    public let nameSpan: Span
    /// The values that the variable takes in turn.
    public let values: Values
}

/// The contents of an `include` line.
public struct IncludeHeader: Equatable, Sendable {
    /// A `name=value` after `with`.
    public struct Parameter: Equatable, Sendable {
        /// The name before the `=`.
        public let name: String
        /// The place of the name.
        public let nameSpan: Span
        /// The value after the `=`.
        public let value: Word
    }

    /// The file, relative to the script.
    public let path: Word
    /// The parameters, in order.
    public let parameters: [Parameter]
    /// The name under which the file's captures are returned.
    public let namespace: String?
}

/// The contents of a `let` line.
public struct LetHeader: Equatable, Sendable {
    /// The variable's name.
    public let name: String
    /// The place of the name.
    public let nameSpan: Span
    /// The query whose value the variable takes.
    public let query: Query
}
