import PushText

/// How long, or how much, a database of the warehouse keeps.
public enum Retention: Equatable, Sendable {
    /// Records whose time lies so many seconds back, at most.
    case age(seconds: Int64)
    /// So many bytes, at most; the oldest records go first.
    case size(bytes: Int64)

    private static let units: [(name: String, bytes: Int64)] = [
        ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000),
    ]

    /// Reads `30d`, `12h`, `500MB` and the like; nil for anything else, or for less than an hour
    /// or a megabyte.
    public init?(_ text: String) {
        if let milliseconds = DurationText.parse(text) {
            guard milliseconds >= 3_600_000, milliseconds % 1000 == 0 else { return nil }
            self = .age(seconds: milliseconds / 1000)
            return
        }
        guard let unit = Self.units.first(where: { text.hasSuffix($0.name) }),
            let count = Int64(text.dropLast(2)), count > 0, text.utf8.first != UInt8(ascii: "+")
        else { return nil }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: unit.bytes)
        guard !isTooLarge else { return nil }
        self = .size(bytes: bytes)
    }

    /// The rule as `init` reads it.
    public var text: String {
        switch self {
        case .age(let seconds): return DurationText.format(seconds * 1000)
        case .size(let bytes):
            let unit = Self.units.first { bytes % $0.bytes == 0 } ?? ("", 1)
            return "\(bytes / unit.bytes)\(unit.name)"
        }
    }
}

/// A request about a database's retention.
public enum RetentionOrder: Equatable, Sendable {
    /// Shows the rule.
    case show
    /// Keeps so much from now on.
    case keep(Retention)
    /// Keeps everything from now on.
    case off
    /// Removes at once what the rule does not keep.
    case now
}

/// The rule of a database, and what it removed just now.
public struct RetentionReport: Equatable, Sendable {
    /// Records that are gone from a table.
    public struct Removal: Equatable, Sendable {
        /// The table.
        public var table: String
        /// How many records went.
        public var records: Int
        /// The time of the newest of them, in Unix seconds.
        public var through: Int64

        /// Makes a removal.
        public init(table: String, records: Int, through: Int64) {
            self.table = table
            self.records = records
            self.through = through
        }
    }

    /// The database.
    public var database: String
    /// Its rule; nil = everything is kept.
    public var rule: Retention?
    /// The records removed, by table.
    public var removed: [Removal]
    /// Why the rule was not carried out, in a sentence; nil where it was.
    public var obstacle: String?

    /// Makes a report.
    public init(
        database: String, rule: Retention?, removed: [Removal] = [], obstacle: String? = nil
    ) {
        self.database = database
        self.rule = rule
        self.removed = removed
        self.obstacle = obstacle
    }
}
