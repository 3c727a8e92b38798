import PushCommands
import PushModel

extension ExportType {
    /// The largest whole number up to which a double represents every one.
    private static let exact: Int64 = 1 << 53

    /// Returns the narrowest type that holds both this type's values and a further one.
    func holding(_ cell: Cell) -> ExportType {
        switch (self, cell) {
        case (_, .null): self
        case (.string, _): .string
        case (.null, .integer), (.long, .integer): .long
        case (.double, .integer(let number)):
            number.magnitude <= Self.exact.magnitude ? .double : .string
        case (.null, .real), (.double, .real), (.long, .real): .double
        // Files count milliseconds.
        case (.timestamp, .integer(let seconds)):
            seconds.multipliedReportingOverflow(by: 1000).overflow ? .string : self
        case (.boolean, .integer(0)), (.boolean, .integer(1)): self
        case (.boolean, .text("true")), (.boolean, .text("false")): self
        default: .string
        }
    }
}

/// A column of an export.
public struct ExportColumn: Equatable, Sendable {
    /// The name.
    public var name: String
    /// The type of the column's values.
    public var type: ExportType
    /// Whether a person chose the type, so that a value of another type is an error.
    public var isChosen = false
    /// Whether the type comes from the query itself, so that values are no evidence of it.
    public var isTold = false
    /// The type that the query tells, where `type` has no word for it; values are of this type.
    public var shape: ExportShape?

    /// Describes a column.
    public init(
        _ name: String, _ type: ExportType, isChosen: Bool = false, isTold: Bool = false,
        shape: ExportShape? = nil
    ) {
        self.shape = shape
        self.name = name
        self.type = type
        self.isChosen = isChosen
        self.isTold = isTold
    }
}

/// A value that does not fit a column.
public struct ExportConflict: Error, Equatable, Sendable {
    /// The column's place.
    public var column: Int
    /// The type that the column must have to hold the value as well.
    public var wanted: ExportType
}
