import PushCommands
import PushModel

extension ExportType {
    /// The largest whole number below which a double has every one.
    private static let exact: Int64 = 1 << 53

    /// The narrowest type that holds what this one does, and a value.
    func holding(_ cell: Cell) -> ExportType {
        switch (self, cell) {
        case (_, .null): self
        case (.string, _): .string
        case (.null, .integer), (.long, .integer): .long
        case (.double, .integer(let number)):
            number.magnitude <= Self.exact.magnitude ? .double : .string
        case (.null, .real), (.double, .real), (.long, .real): .double
        case (.timestamp, .integer), (.boolean, .integer(0)), (.boolean, .integer(1)): self
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
    /// Whether a person chose the type, so that a value of another one is an error.
    public var isChosen = false
    /// Whether the query itself has the type, so that values are no evidence of it.
    public var isTold = false

    /// Describes a column.
    public init(
        _ name: String, _ type: ExportType, isChosen: Bool = false, isTold: Bool = false
    ) {
        self.name = name
        self.type = type
        self.isChosen = isChosen
        self.isTold = isTold
    }

    /// Whether texts show its values as those of its type.
    var isTyped: Bool { isChosen || isTold }
}

/// A value that a column cannot take.
public struct ExportConflict: Error, Equatable, Sendable {
    /// The column's place.
    public var column: Int
    /// The type that the column must have to take the value, too.
    public var wanted: ExportType
}
