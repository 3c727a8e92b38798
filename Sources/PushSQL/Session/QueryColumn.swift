/// A column of a typed result.
public struct QueryColumn: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// The type of its values.
    public var type: TrinoType

    /// Describes a column.
    public init(name: String, type: TrinoType) {
        self.name = name
        self.type = type
    }
}
