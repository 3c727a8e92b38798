/// A column of a typed result.
public struct QueryColumn: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// The type of its values.
    public var type: TrinoType
    /// Whether its name was given by AS, as DESCRIBE OUTPUT tells.
    public var isAliased: Bool

    /// Describes a column.
    public init(name: String, type: TrinoType, isAliased: Bool = false) {
        self.name = name
        self.type = type
        self.isAliased = isAliased
    }
}
