/// A column of a typed result.
public struct QueryColumn: Equatable, Sendable {
    /// Its name; `_col0` and so on if the statement gives none.
    public var name: String
    /// The type of its values, which determines how cells are encoded.
    public var type: TrinoType
    /// Whether its name was given by AS, as DESCRIBE OUTPUT tells.
    public var isAliased: Bool
    /// The table that it is a column of, if it is, as DESCRIBE OUTPUT tells.
    public var origin: TablePlace?

    /// The reason why it cannot be a table's column `time`; nil if it can, or has another name.
    package var timeFault: String? {
        guard name.lowercased() == "time", !type.isInteger else { return nil }
        return "column 'time' holds unix seconds: expected bigint, found \(type.text)"
    }

    /// The facts that the translation relies on, as in `Term`; tests hold the values to them.
    var claims = Claims()

    struct Claims: Equatable, Sendable {
        var isNullable = true
        var mayBeNaN = true
        var isFinite = false
        var bounds: ClosedRange<Int64>?
    }

    /// Describes a column.
    public init(
        name: String, type: TrinoType, isAliased: Bool = false, origin: TablePlace? = nil
    ) {
        self.name = name
        self.type = type
        self.isAliased = isAliased
        self.origin = origin
    }
}
