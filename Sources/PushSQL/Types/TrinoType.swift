/// A type of Trino, as far as values of it can come up here.
///
/// The cells that hold them in SQLite are those of decision 210. The number of a time is the digits
/// of a second: up to six, and three with a zone.
public indirect enum TrinoType: Hashable, Sendable {
    /// The type of NULL alone.
    case unknown
    case boolean
    case tinyint
    case smallint
    case integer
    case bigint
    case real
    case double
    case decimal(precision: Int, scale: Int)
    /// Text; the length is nil if there is no limit.
    case varchar(Int?)
    case char(Int)
    case varbinary
    case json
    case uuid
    case date
    case time(Int)
    case timestamp(Int)
    case timestampWithZone(Int)
    case intervalDayToSecond
    case intervalYearToMonth
    case array(TrinoType)
    case map(TrinoType, TrinoType)
    case row([Field])

    /// A field of a row, which may lack a name.
    public struct Field: Hashable, Sendable {
        /// The name, if it has one.
        public let name: String?
        /// The type of the field's values.
        public let type: TrinoType

        /// Describes a field.
        public init(name: String?, type: TrinoType) {
            self.name = name
            self.type = type
        }
    }
}

extension TrinoType {
    /// The names of a row's fields in files: those without a name are numbered, or all if two are
    /// the same.
    public static func names(of fields: [Field]) -> [String] {
        let names = fields.enumerated().map { $1.name ?? "field\($0)" }
        guard Set(names.map { $0.lowercased() }).count < names.count else { return names }
        return fields.indices.map { "field\($0)" }
    }
}
