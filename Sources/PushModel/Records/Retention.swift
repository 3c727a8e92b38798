import PushText

/// The rule for how long, or how much, a database of the warehouse keeps.
public enum Retention: Equatable, Sendable {
    /// Records at most this many seconds old.
    case age(seconds: Int64)
    /// At most this many bytes; the oldest records go first.
    case size(bytes: Int64)

    /// The most days that a table's own rule keeps its records.
    public static let longestDays = 36_500

    private static let units: [(name: String, bytes: Int64)] = [
        ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000),
    ]

    /// Reads `30d`, `12h`, `500MB` and the like.
    ///
    /// Nil for anything else, or for less than an hour or a megabyte.
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
    /// Sets the rule.
    case keep(Retention)
    /// Removes the rule: everything is kept.
    case off
    /// Applies the rule at once.
    case now
}

/// The rule of a database, and what it just removed.
public struct RetentionReport: Equatable, Sendable {
    /// Records that were removed from a table.
    public struct Removal: Equatable, Sendable {
        /// The table.
        public var table: String
        /// The number of records removed.
        public var records: Int
        /// The time of the newest of them, in Unix seconds.
        public var through: Int64
        /// The table's own rule, if that removed them.
        public var rule: Retention?

        /// Makes a removal.
        public init(table: String, records: Int, through: Int64) {
            self.table = table
            self.records = records
            self.through = through
        }
    }

    /// The database.
    public var database: String
    /// Its rule; nil if everything is kept.
    public var rule: Retention?
    /// The records removed, by table.
    public var removed: [Removal]
    /// The reason why the rule was not applied, as a sentence; nil if it was.
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
