import PushSQL
import PushModel
import PushText

/// Appends the MD5 digest of bytes, 16 bytes, to an output.
///
/// The edge brings it from a kept library: no cryptography is written here.
public typealias MD5Digest = @Sendable (UnsafeRawBufferPointer, inout [UInt8]) -> Void

/// The time, and the caches, that a statement's functions use beside their arguments.
///
/// One context belongs to one connection, and one thread uses it at a time. Every new statement
/// calls `beginStatement` first. Patterns, zones and windows that were read once are
/// kept, so that an argument which is the same in each row costs one comparison.
public final class SQLContext {
    /// The instant that `now()` gives, in unix seconds.
    public private(set) var now: Int64
    /// The instant that `td_scheduled_time()` gives, in unix seconds.
    public private(set) var scheduledTime: Int64

    /// Computes MD5; nil if the edge brings none.
    public var md5: MD5Digest?

    let zones: ZoneDatabase
    var windows = Memo<WindowKey, TimeWindow>()
    var patterns = Memo<String, TimePattern>()
    var percentPatterns = Memo<String, TimePattern>()
    var durations = Memo<String, Int64>()
    var agents = Memo<String, String>()
    var jsonPaths = Memo<String, JSONPath>()
    var sqlPaths = Memo<String, SQLJSONPath>()
    var regexes = Memo<String, RegexRunner>(limit: 16)
    var charsets = Memo<String, Charset>()
    /// The types that Trino's run time was handed as texts.
    var types = Memo<String, TrinoType>(limit: 1024)
    var likes = Memo<String, LikePattern>()
    /// Whether something failed inside Trino's `TRY`, which asks when it has its argument.
    var hasFailedTry = false
    /// The zones that values of the running connection have, by their keys.
    let zoneKeys = ZoneKeys()
    /// The instant that Trino's `now()` gives, in Unix milliseconds.
    var startMilliseconds: Int64 { now * 1000 + milliseconds }
    /// The thousandths of the second at which the statement began.
    var milliseconds: Int64 = 0
    /// The zone in which Trino's session reads clocks.
    var sessionZone = Zone.utc
    /// The digests that the edge brings, by name.
    var digests: [String: MD5Digest] = [:]
    var output: [UInt8] = []
    var digest: [UInt8] = []
    private var sessionCount: UInt64 = 0
    /// Whether the running statement has to end: its time is over, or someone interrupted it.
    ///
    /// SQLite asks between its own steps, and not while a function works.
    var mustStop: () -> Bool = { false }
    /// The work that functions did since someone was last asked.
    private var spent = 0
    private static let workBetweenChecks = 1 << 20

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

    /// Starts a statement: sets its time and starts the numbering of its sessions afresh.
    public func beginStatement(now: Int64, scheduledTime: Int64? = nil) {
        self.now = now
        self.scheduledTime = scheduledTime ?? now
        sessionCount = 0
        hasFailedTry = false
    }

    /// Numbers the sessions of a statement, from one.
    func nextSession() -> UInt64 {
        sessionCount += 1
        return sessionCount
    }

    /// Notes work, about as much as looking at this many bytes; throws where the statement has to
    /// end.
    func spend(_ work: Int) throws(SQLFunctionError) {
        spent &+= work
        guard spent >= Self.workBetweenChecks else { return }
        spent = 0
        // Whoever asked for the end reports the reason; `TRY` does not catch it.
        guard !mustStop() else { throw SQLFunctionError("interrupted") }
    }

    /// Finds a zone, with its failure as a function's error.
    func zone(named name: String) throws(SQLFunctionError) -> Zone {
        do {
            return try zones.zone(named: name)
        } catch {
            throw SQLFunctionError(error.message)
        }
    }
}
