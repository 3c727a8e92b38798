/// The value that SET SESSION gives to a property.
public struct SessionValue: Equatable, Sendable {
    /// The value: a literal's text, or an expression as it was written.
    public let text: String
    /// The expression as Trino prints it in messages.
    public let shown: String
    /// The type of a literal; nil for any other expression, which nobody computes.
    public let type: TrinoType?

    /// Describes a value.
    public init(text: String, shown: String, type: TrinoType?) {
        self.text = text
        self.shown = shown
        self.type = type
    }

    /// Takes an expression and its spelling.
    init(_ expression: Expression, spelled spelling: String) {
        if case .string(let literal) = expression.kind {
            text = literal
        } else {
            text = spelling
        }
        shown = expression.text
        type = Self.type(of: expression)
    }

    private static func type(of expression: Expression) -> TrinoType? {
        switch expression.kind {
        case .boolean: .boolean
        case .string(let text): .varchar(text.unicodeScalars.count)
        case .integer(let digits): Int64(digits).map { $0 > Int32.max ? .bigint : .integer }
        case .double: .double
        case .sign(_, let number): type(of: number)
        default: nil
        }
    }
}
