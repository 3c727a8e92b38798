import PushModel
import PushSQL
import PushText

/// Appends the MD5 digest of bytes, 16 bytes, to an output.
///
/// The edge provides it from a maintained library: no cryptography is written here.
public typealias MD5Digest = @Sendable (UnsafeRawBufferPointer, inout [UInt8]) -> Void

/// The time, and the caches, that a statement's functions use in addition to their arguments.
///
/// One context belongs to one connection, and one thread uses it at a time. Every new statement
/// calls `beginStatement` first. Parsed patterns, zones and windows are kept, so that an argument
/// which is the same in each row costs one comparison.
public final class SQLContext {
    /// The instant that `now()` gives, in unix seconds.
    public private(set) var now: Int64
    /// The instant that `td_scheduled_time()` gives, in unix seconds.
    public private(set) var scheduledTime: Int64

    /// Computes MD5; nil if the edge provides none.
    public var md5: MD5Digest?

    let zones: ZoneDatabase
    var windows = Memo<WindowKey, TimeWindow>()
    var patterns = Memo<ExactText, TimePattern>()
    var percentPatterns = Memo<ExactText, TimePattern>()
    var durations = Memo<ExactText, Int64>()
    var agents = Memo<ExactText, String>()
    var jsonPaths = Memo<ExactText, JSONPath>()
    var sqlPaths = Memo<ExactText, SQLJSONPath>()
    var regexes = Memo<ExactText, RegexRunner>(limit: 16)
    var charsets = Memo<ExactText, Charset>()
    /// The types that were passed to Trino's runtime as texts.
    var types = Memo<ExactText, TrinoType>(limit: 1024)
    var likes = Memo<ExactText, LikePattern>()
    var chains = Memo<ExactText, [TrinoChain.Step]>()
    /// The arrays that are being walked through.
    var walks = ArrayWalks()
    /// Whether something failed inside Trino's `TRY`, which checks this once it has its argument.
    var hasFailedTry = false
    /// The numbers of the columns of which a cell was read as NULL, since it is not of their type.
    var misread: Set<Int64> = []
    /// The error that the collation of ORDER BY met and could not throw.
    var orderFailure: SQLFunctionError?
    /// The bytes that the states of aggregates keep.
    var keptBytes = 0
    /// The zones of values of the connection, by their keys.
    let zoneKeys = ZoneKeys()
    /// The instant that Trino's `now()` gives, in Unix milliseconds.
    var startMilliseconds: Int64 { now * 1000 + milliseconds }
    /// The thousandths of the second at which the statement began.
    private var milliseconds: Int64 = 0
    /// The zone in which Trino's session reads clocks.
    var sessionZone = Zone.utc
    /// The place where the values drawn by the text begin.
    private var seed: UInt64 = 0
    /// The number of values drawn so far by the statements of the text.
    private var drawn: UInt64 = 0
    /// The digests that the edge provides, by name.
    var digests: [String: MD5Digest] = [:]
    /// The buffer in which functions build texts, reused from call to call.
    var output: [UInt8] = []
    /// The buffer for a digest's bytes.
    var digest: [UInt8] = []
    /// The number of sessions that the statement has begun.
    private var sessionCount: UInt64 = 0
    /// Whether the running statement must end: its time is over, or it was interrupted.
    ///
    /// SQLite asks between its own steps, and not while a function works.
    var mustStop: () -> Bool = { false }
    /// Whether it has been told so, which costs nothing to ask.
    var isStopping: () -> Bool = { false }
    /// The work done by functions since the last check.
    private var spent = 0
    /// The work between two questions to `mustStop`: about a megabyte examined.
    private static let workBetweenChecks = 1 << 20
    /// The work on a row of an aggregate: some 4,000 of them pass between two checks.
    private static let workOnRow = 256

    /// Creates a context for statements issued at an instant in unix seconds.
    ///
    /// The scheduled time is the instant of issue unless given, as in Treasure Data.
    public init(now: Int64, scheduledTime: Int64? = nil) {
        self.now = now
        self.scheduledTime = scheduledTime ?? now
        zones = ZoneDatabase()
    }

    /// Creates a context whose zones come from other directories.
    init(now: Int64, zoneDirectories: [String]) {
        self.now = now
        scheduledTime = now
        zones = ZoneDatabase(directories: zoneDirectories)
    }

    /// Starts a statement: sets its time and restarts the numbering of its sessions.
    public func beginStatement(
        now: Int64, milliseconds: Int64 = 0, scheduledTime: Int64? = nil
    ) {
        self.now = now
        self.milliseconds = milliseconds
        self.scheduledTime = scheduledTime ?? now
        sessionCount = 0
        hasFailedTry = false
        orderFailure = nil
        walks.removeAll()
    }

    /// Returns the next session number of a statement, from one.
    func nextSession() -> UInt64 {
        sessionCount += 1
        return sessionCount
    }

    /// Starts a text of one or more statements, whose values of `uuid()` follow from the seed.
    func beginText(seed: UInt64) {
        self.seed = seed
        drawn = 0
    }

    /// Draws a uuid: another one each time, and the same ones for the same seed.
    func drawUUID() -> String {
        drawn += 1
        var place = SplitMix64(seed: drawn)
        var random = SplitMix64(seed: seed &+ place.next())
        let high = random.next()
        return UUIDText.version4(high, random.next(), digits: Hex.lower)
    }

    /// Counts work, in units of about one byte examined; throws if the statement must end.
    func spend(_ work: Int) throws(SQLFunctionError) {
        spent &+= work
        guard spent >= Self.workBetweenChecks else { return }
        spent = 0
        // The party that asked for the end reports the reason; `TRY` does not catch it.
        guard !mustStop() else { throw SQLFunctionError("interrupted") }
    }

    /// Counts the work on one of the rows that an aggregate looks at when it has them all.
    func spendOnRow() throws(SQLFunctionError) { try spend(Self.workOnRow) }

    /// Sorts the rows of an aggregate, unless the statement must end meanwhile.
    func sort<Row>(
        _ rows: inout [Row], by isBefore: (Row, Row) throws -> Bool
    ) throws(SQLFunctionError) {
        do {
            try rows.sort { first, second in
                try spendOnRow()
                return try isBefore(first, second)
            }
        } catch {
            throw error as? SQLFunctionError ?? SQLFunctionError("\(error)")
        }
    }

    /// Finds a zone; a failure becomes a function's error.
    func zone(named name: String) throws(SQLFunctionError) -> Zone {
        do {
            return try zones.zone(named: name)
        } catch {
            throw SQLFunctionError(error.message)
        }
    }
}
