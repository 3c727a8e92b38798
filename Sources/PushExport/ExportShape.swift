/// The type of a column that a query tells, for files that have more types than texts and numbers.
public indirect enum ExportShape: Equatable, Sendable {
    case boolean
    /// Whole numbers of 8, 16, 32 or 64 bits.
    case whole(bits: Int)
    case float
    case double
    case string
    case binary
    /// Uuids, of 36 characters.
    case uuid
    /// Days since 1970-01-01.
    case date
    /// Microseconds since midnight.
    case time
    /// Microseconds since 1970-01-01 00:00 on a clock without a zone; the file has milliseconds
    /// unless `isMicro`.
    case timestamp(isMicro: Bool)
    /// Milliseconds since 1970-01-01 00:00 UTC.
    case instant
    /// Numbers in digits, such as `12.30`.
    case decimal(precision: Int, scale: Int)
    case list(ExportShape)
    /// Keys and values: a list of pairs, whose keys are never null.
    case map(ExportShape, ExportShape)
    /// The fields of a row, in their order.
    case group([Field])

    /// A field of a row.
    public struct Field: Equatable, Sendable {
        /// The name.
        public let name: String
        /// The type of the field's values.
        public let shape: ExportShape

        /// Describes a field.
        public init(_ name: String, _ shape: ExportShape) {
            self.name = name
            self.shape = shape
        }
    }

    /// Whether values are whole numbers that mean nothing else.
    var isWhole: Bool {
        if case .whole = self { true } else { false }
    }

    /// The deepest nesting of lists, maps and rows that a file has.
    static let depthLimit = 50

    /// The number of lists, maps and rows around the innermost value.
    var depth: Int {
        switch self {
        case .list(let element): element.depth + 1
        case .map(let key, let value): max(key.depth, value.depth) + 1
        case .group(let fields): (fields.map(\.shape.depth).max() ?? 0) + 1
        default: 0
        }
    }
}
