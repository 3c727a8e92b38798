/// A column of a table in the warehouse.
public struct TrinoColumn: Equatable, Sendable {
    /// The name as stored.
    public let name: String
    /// The column's type, as Trino names it.
    public let type: TrinoType
    /// Whether every cell is of the column's type or NULL, so that it can be read directly.
    public let isUniform: Bool
    /// Whether no cell is NULL.
    public let isNeverNull: Bool
    /// Whether no cell is read as NaN or as an infinite number; true for all uniform columns.
    public let isFinite: Bool

    /// Describes a column.
    public init(
        name: String, type: TrinoType, isUniform: Bool = true, isNeverNull: Bool = false,
        isFinite: Bool = true
    ) {
        self.name = name
        self.type = type
        self.isUniform = isUniform
        self.isNeverNull = isNeverNull
        self.isFinite = isFinite
    }
}

/// The time zones that a literal can name.
///
/// A catalog implements it, since the rules of zones are data that only the edge has.
public protocol TrinoZones {
    /// Whether the zone of a timestamp is known, and its clocks show that time on that day.
    func isTimestampWithZone(_ text: String) -> Bool
}

/// The names of a catalog, and the meaning of those without a catalog or schema.
public protocol TrinoNames {
    /// The catalog's own name, such as `td`, in lower case; of several the session's.
    var name: String { get }
    /// The other names by which a statement can call it, in lower case.
    var otherNames: [String] { get }
    /// The catalog of names without one: the own one, `system`, or one that does not exist.
    var defaultCatalog: String { get }
    /// The schema of unqualified tables.
    var defaultSchema: String? { get }
}

/// The tables that a statement can name, and the zones of its literals.
///
/// Names come in lower case, or as the catalog itself gave them. It must answer equally throughout
/// one translation.
public protocol TrinoCatalog: TrinoZones, TrinoNames {
    /// The names of all schemas.
    func schemas() -> [String]
    /// The names of a schema's tables; nil if there is no such schema.
    func tables(in schema: String) -> [String]?
    /// The columns of a table; nil if there is no such table.
    func columns(of table: String, in schema: String) -> [TrinoColumn]?
    /// The table in SQLite's text, such as `"mobile"."push_events"`.
    func source(of table: String, in schema: String) -> String
    /// Returns advice about a name that is not a table; nil if there is none.
    func hint(forTable name: String) -> String?
    /// The schema of an unqualified table that is not in the default schema; nil if unknown.
    func home(ofTable name: String) -> String?
    /// The queries of `system.runtime.queries`, the oldest first.
    var runtimeQueries: [RuntimeQuery] { get }
}

/// A query as a server remembers it; times are in Unix milliseconds.
public struct RuntimeQuery: Equatable, Sendable {
    /// The ID.
    public var id: String
    /// The state, such as `RUNNING`.
    public var state: String
    /// The program that sent it, as that calls itself.
    public var source: String?
    /// The text as it was sent.
    public var text: String
    /// The time for which it waited.
    public var queuedMilliseconds: Int64
    /// The time when it arrived.
    public var createdAt: Int64
    /// The time when it began to run.
    public var startedAt: Int64?
    /// The time when its client last asked for it.
    public var askedAt: Int64
    /// The time when it ended.
    public var endedAt: Int64?
    /// Who is at fault if it failed, such as `USER_ERROR`.
    public var errorType: String?
    /// The name of its error.
    public var errorName: String?

    /// Describes a query that waits.
    public init(id: String, state: String, text: String, createdAt: Int64, askedAt: Int64) {
        self.id = id
        self.state = state
        self.text = text
        self.createdAt = createdAt
        self.askedAt = askedAt
        queuedMilliseconds = 0
    }
}

extension TrinoCatalog {
    /// None.
    public var otherNames: [String] { [] }

    /// None: there is no server.
    public var runtimeQueries: [RuntimeQuery] { [] }

    /// The catalog itself.
    public var defaultCatalog: String { name }

    /// Nil: Trino itself looks in one schema alone.
    public func home(ofTable name: String) -> String? { nil }
}

/// The settings that a statement takes from the session.
public struct TrinoSession: Equatable, Sendable {
    /// The name of the session's time zone.
    public let zone: String
    /// The time at which the statement started, in unix milliseconds.
    public let start: Int64
    /// Whether sums of whole numbers are written so that an overflow names its operands: SQLite's
    /// own are faster, but report only that it occurred.
    public var tellsOverflow = false
    /// The form in which the statement is written.
    public var form = Form.indexed
    /// The question of DESCRIBE about the statement, whose parameters have no values then.
    public var description: TrinoDescription?
    /// The place at which the statement begins in the text of which it is a part.
    public var origin = TextPlace()

    /// The forms of a text for SQLite, each shorter or less deep than the one before.
    public enum Form: Sendable {
        /// Correlated subqueries are written so that SQLite makes indexes for them.
        case indexed
        /// Without these.
        case plain
        /// As little as possible nests (decision 787).
        case flat
    }

    /// Describes a session.
    public init(zone: String, start: Int64) {
        self.zone = zone
        self.start = start
    }
}

/// The questions of DESCRIBE about a prepared statement.
public enum TrinoDescription: Sendable {
    /// The types that its parameters take where they stand.
    case input
    /// Its columns.
    case output
}
