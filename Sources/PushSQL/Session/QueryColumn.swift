/// A column of a typed result.
public struct QueryColumn: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// The type of its values.
    public var type: TrinoType
    /// Whether its name was given by AS, as DESCRIBE OUTPUT tells.
    public var isAliased: Bool
    /// The table that it is a column of, if it is, as DESCRIBE OUTPUT tells.
    public var origin: TablePlace?

    /// Describes a column.
    public init(
        name: String, type: TrinoType, isAliased: Bool = false, origin: TablePlace? = nil
    ) {
        self.name = name
        self.type = type
        self.isAliased = isAliased
        self.origin = origin
    }

    /// Takes a translated query's column.
    public init(_ column: ResultColumn) {
        self.init(
            name: column.name, type: column.type, isAliased: column.isAliased,
            origin: column.origin)
    }
}
