import PushCommands
import PushExplain
import PushManual
import PushModel
import PushSimulation
import PushText

/// What only the outside can do for a session: the store, files, the clock, the network.
///
/// The runtime decides, the edge does; tests and the program bring their own.
public protocol Edge: AnyObject {
    /// Whether commands outlive the process.
    var isDurable: Bool { get }

    /// Whether another process wrote since the last transaction; never waits.
    func hasNews() -> Bool
    /// Starts the transaction of a command; true when another process wrote since the last one.
    func begin() throws(EdgeError) -> Bool
    /// Writes rows.
    func apply(_ changes: [Change]) throws(EdgeError)
    /// Writes a document.
    func save(_ key: DocumentKey, _ body: JSON) throws(EdgeError)
    /// Writes what was typed.
    func journal(at: Tick, device: String, text: String, status: Int) throws(EdgeError)
    /// Ends the transaction; what it wrote survives a crash.
    func commit() throws(EdgeError)
    /// Forgets the transaction.
    func rollback()
    /// The world as the store has it; nil in a fresh workspace.
    func loadWorld() throws(EdgeError) -> World?
    /// A private copy of the store, gone when it is released.
    func fork() throws(EdgeError) -> any Edge

    /// Answers an effect of the world.
    func perform(_ effect: Effect, now: Tick) throws(EdgeError) -> Action
    /// What the store remembers.
    var history: any History { get }
    /// The shelf that keeps copies of everything; nil where there are none.
    var copies: (any CopyShelf)? { get }
    /// What keeps the workspace against loss; nil where nothing does.
    var keeper: (any WorkspaceKeeper)? { get }
    /// What brings the warehouse to Treasure Data; nil where nothing does.
    var uploader: (any WarehouseUploader)? { get }
    /// Answers SQL; rows go to the sink as they come.
    func query(
        _ sql: String, in dialect: QueryDialectName, now: Tick, into sink: any RowConsumer
    ) throws(EdgeError)
    /// Answers SQL on the account of Treasure Data; rows go to the sink as they come.
    func remoteQuery(_ query: RemoteQuery, into sink: any RowConsumer) throws(EdgeError)
    /// Writes rows to files that other engines read.
    func export(_ order: ExportOptions, now: Tick) throws(EdgeError) -> ExportSummary
    /// Lets the embedded services answer over HTTP, until someone ends it.
    func serve(_ options: ServeOptions, for host: any ServiceHost) throws(EdgeError) -> ServeEnd
    /// Opens the ports of the embedded services while a script goes on.
    func openServices(
        _ options: ServeOptions, for host: any ServiceHost
    ) throws(EdgeError) -> any OpenServices
    /// What a person should know of SQL that runs, but means something else elsewhere.
    func remark(onQuery sql: String) -> String?
    /// The tables that SQL can read; rows and bytes are counted only when `isMeasured`.
    func tables(isMeasured: Bool) throws(EdgeError) -> [TableListing]
    /// The databases of the warehouse.
    func databases() throws(EdgeError) -> [DatabaseListing]
    /// Makes or deletes a database or table of the warehouse; it is done when this returns.
    func change(_ change: WarehouseChange, now: Tick) throws(EdgeError)
    /// Shows, sets or carries out what a database keeps; nil stands for all of them.
    func retain(
        _ order: RetentionOrder, database: String?, now: Tick
    ) throws(EdgeError) -> [RetentionReport]
    /// Makes what is committed from now on survive a loss of power, or leaves that to the system.
    func surviveLossOfPower(_ isWanted: Bool)

    /// The functions that SQL can call beside SQLite's own.
    var functions: [FunctionEntry] { get }

    /// The SHA-256 digest of bytes.
    func digest(_ bytes: [UInt8]) throws(EdgeError) -> [UInt8]
    /// Reads a property list, XML or binary, as JSON with sorted keys.
    func propertyList(_ bytes: [UInt8]) throws(EdgeError) -> JSON
    /// Shows NCMB's keys of a source, each by its name and its first characters.
    func ncmbKeys(_ source: String) throws(EdgeError) -> [(name: String, shown: String)]
    /// Encrypts a text with an app's key.
    func seal(_ request: SealingRequest) throws(EdgeError) -> SealedBody

    /// Writes the files of new credentials, none of which may exist; a refusal leaves none.
    func makeCredentials(_ order: CredentialOrder) throws(EdgeError) -> [MadeCredential]

    /// The outside of `send`; nil where there is none.
    var sending: (any SendPort)? { get }

    /// Shows a key of Treasure Data by its account and first characters.
    func shownKey(_ source: KeySource) throws(EdgeError) -> String

    /// Reads a file whole.
    func read(_ path: String) throws(EdgeError) -> [UInt8]
    /// Reads standard input to its end.
    func readStandardInput() throws(EdgeError) -> [UInt8]
    /// Replaces a file at once, or not at all.
    func write(_ bytes: [UInt8], to path: String) throws(EdgeError)
    /// Makes an empty file where there is none; `file_exists` where there is one.
    func create(_ path: String) throws(EdgeError)
    /// Writes at the end of a file.
    func append(_ bytes: [UInt8], to path: String) throws(EdgeError)
    /// The system's clock.
    func wallClock() -> Tick
    /// Real time, to measure how long tests take; nil where nothing is measured.
    func realTime() -> RealTime?
    /// A number from the system's chance, for the seed of a workspace that people use.
    func entropy() -> UInt64
    /// Keeps other processes from sending the workspace's events until `releaseUploads`; false
    /// when one of them does so now.
    func holdUploads() -> Bool
    /// Lets other processes send events again.
    func releaseUploads()
    /// Whether `wait` takes real time.
    var canWait: Bool { get }
    /// Waits so long, or until ^C.
    func wait(milliseconds: Int64)
    /// Shows a person at a terminal how many events of a flush are done; nil takes it away.
    func show(progress: (done: Int, total: Int)?)
    /// Whether ^C was pressed since the command began, or the time is over.
    func isInterrupted() -> Bool
    /// Limits the real time from now on, in milliseconds; nil lifts the limit.
    func limitTime(_ milliseconds: Int64?)
    /// Whether the time is over.
    func isOverTime() -> Bool
}

/// A moment in real time.
public struct RealTime: Sendable {
    /// Milliseconds since 1970.
    public var date: Int64
    /// Microseconds since some moment; they never go back.
    public var stopwatch: Int64

    /// Makes a moment.
    public init(date: Int64, stopwatch: Int64) {
        self.date = date
        self.stopwatch = stopwatch
    }
}

/// What the store remembers of what happened.
public protocol History: AnyObject {
    func notification(id: String) throws(EdgeError) -> NotificationRow?
    func evidence(for subject: WhySubject, app: AppAddress) throws(EdgeError) -> Evidence
    func lastFact() throws(EdgeError) -> Int64
    func callbacks(after fact: Int64) throws(EdgeError) -> [String]
    func lastEvent() throws(EdgeError) -> Int64
    func eventTypes(after sequence: Int64) throws(EdgeError) -> [String]
    func event(type: String, after sequence: Int64) throws(EdgeError) -> QueuedEvent?
    func queuedEvents(app: AppAddress, limit: Int) throws(EdgeError) -> [QueuedEvent]
    func uploads(last count: Int) throws(EdgeError) -> [UploadRow]
    func receipts(upload: Int64) throws(EdgeError) -> [UploadReceipt]
    func tokens(app: AppAddress) throws(EdgeError) -> [TokenRow]
    func allTokens() throws(EdgeError) -> [TokenRow]
    func tokenLinks() throws(EdgeError) -> [TokenLink]
    func links(last count: Int) throws(EdgeError) -> [LinkRow]
    func journal() throws(EdgeError) -> [JournalEntry]
}

extension Edge {
    /// None: not every edge keeps copies.
    public var copies: (any CopyShelf)? { nil }

    /// None: not every edge has files.
    public var keeper: (any WorkspaceKeeper)? { nil }

    /// None: not every edge has a real network.
    public var uploader: (any WarehouseUploader)? { nil }

    /// None: not every edge reaches Apple and Google.
    public var sending: (any SendPort)? { nil }

    /// None: not every edge measures.
    public func realTime() -> RealTime? { nil }

    /// No: not every edge has a clock that runs.
    public var canWait: Bool { false }

    /// Returns at once.
    public func wait(milliseconds: Int64) {}

    /// Never: nobody else writes.
    public func hasNews() -> Bool { false }

    /// None: not every edge answers SQL.
    public var functions: [FunctionEntry] { [] }

    /// Refuses: not every edge has a real network.
    public func remoteQuery(
        _ query: RemoteQuery, into sink: any RowConsumer
    ) throws(EdgeError) { throw .notSupported }

    /// Refuses: not every edge has a real network.
    public func shownKey(_ source: KeySource) throws(EdgeError) -> String { throw .notSupported }

    /// Refuses: not every edge has files.
    public func export(_ order: ExportOptions, now: Tick) throws(EdgeError) -> ExportSummary {
        throw .notSupported
    }

    /// Refuses: not every edge has sockets.
    public func serve(
        _ options: ServeOptions, for host: any ServiceHost
    ) throws(EdgeError) -> ServeEnd {
        throw .notSupported
    }

    /// Refuses: not every edge has sockets.
    public func openServices(
        _ options: ServeOptions, for host: any ServiceHost
    ) throws(EdgeError) -> any OpenServices { throw .notSupported }

    /// Holds nothing: no other process is there.
    public func holdUploads() -> Bool { true }

    /// Holds nothing, and so has nothing to let go.
    public func releaseUploads() {}

    /// Shows nothing: nobody looks.
    public func show(progress: (done: Int, total: Int)?) {}

    /// Refuses: not every edge can do this.
    public func databases() throws(EdgeError) -> [DatabaseListing] { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func change(_ change: WarehouseChange, now: Tick) throws(EdgeError) {
        throw .notSupported
    }

    /// Keeps everything: not every edge has a warehouse.
    public func retain(
        _ order: RetentionOrder, database: String?, now: Tick
    ) throws(EdgeError) -> [RetentionReport] { [] }

    /// Does nothing: what is private is gone with the power anyway.
    public func surviveLossOfPower(_ isWanted: Bool) {}

    /// Says nothing: not every edge knows the other dialects of SQL.
    public func remark(onQuery sql: String) -> String? { nil }

    /// Refuses: not every edge can do this.
    public func digest(_ bytes: [UInt8]) throws(EdgeError) -> [UInt8] { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func propertyList(_ bytes: [UInt8]) throws(EdgeError) -> JSON { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func ncmbKeys(_ source: String) throws(EdgeError) -> [(name: String, shown: String)] {
        throw .notSupported
    }

    /// Refuses: not every edge can do this.
    public func makeCredentials(
        _ order: CredentialOrder
    ) throws(EdgeError) -> [MadeCredential] { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func seal(_ request: SealingRequest) throws(EdgeError) -> SealedBody {
        throw .notSupported
    }
}

extension History {
    /// Knows nothing: not every history keeps tokens of all apps.
    public func allTokens() throws(EdgeError) -> [TokenRow] { [] }

    /// Knows nothing: not every history keeps events.
    public func tokenLinks() throws(EdgeError) -> [TokenLink] { [] }
}

extension EdgeError {
    /// What an edge answers that cannot do a thing.
    static let notSupported = EdgeError("not_supported", "this session cannot do that")
}

/// A command as it was typed.
public struct JournalEntry: Equatable, Sendable {
    /// The world's clock when the command began.
    public var at: Tick
    /// The device that was current.
    public var device: String
    /// The statement as it was typed; empty where the runtime keeps no texts.
    public var text: String
    /// 0 for success, 1 for a failure that left a trace.
    public var status: Int

    /// Makes an entry.
    public init(at: Tick, device: String, text: String, status: Int) {
        self.at = at
        self.device = device
        self.text = text
        self.status = status
    }
}

/// Takes the rows of a query.
public protocol RowConsumer: AnyObject {
    /// A statement's columns, before its rows.
    func columns(_ names: [String])
    /// One row; false stops the query.
    func row(_ cells: [Cell]) -> Bool
    /// The end of a statement's rows.
    func end()
    /// Whether the rows go on as they come, so that there may be any number of them.
    var isStream: Bool { get }
}

extension RowConsumer {
    /// Most consumers hold what they are given.
    public var isStream: Bool { false }
}

/// A table that SQL can read.
public struct TableListing: Equatable, Sendable {
    /// `device`, or the name of a Treasure Data database.
    public var database: String
    /// The table's name inside its database.
    public var table: String
    /// The columns in order, each with its declared type.
    public var columns: [(name: String, type: String)]
    /// The number of rows; nil for a view, and where nobody counted.
    public var rows: Int?
    /// The bytes of its pages, indexes included; nil for a view, and where nobody measured.
    public var bytes: Int64?

    /// The name that a query takes: the device's tables have plain ones.
    public var name: String { database == "device" ? table : "\(database).\(table)" }

    /// Makes a listing.
    public init(
        database: String, table: String, columns: [(name: String, type: String)],
        rows: Int? = nil, bytes: Int64? = nil
    ) {
        self.database = database
        self.table = table
        self.columns = columns
        self.rows = rows
        self.bytes = bytes
    }

    /// Compares column by column, for tuples are not `Equatable`.
    public static func == (left: TableListing, right: TableListing) -> Bool {
        left.database == right.database && left.table == right.table
            && left.rows == right.rows && left.bytes == right.bytes
            && left.columns.elementsEqual(right.columns) { $0 == $1 }
    }
}

/// A database of the warehouse.
public struct DatabaseListing: Equatable, Sendable {
    /// The name.
    public var name: String
    /// How many tables it has.
    public var tables: Int
    /// How many records they hold together.
    public var records: Int
    /// When it was made, in Unix seconds; nil where nobody knows.
    public var createdAt: Int64?
    /// When it last got a record, in Unix seconds; nil before the first.
    public var updatedAt: Int64?

    /// Makes a listing.
    public init(
        name: String, tables: Int, records: Int, createdAt: Int64? = nil, updatedAt: Int64? = nil
    ) {
        self.name = name
        self.tables = tables
        self.records = records
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// Why the outside could not do something.
public struct EdgeError: Error, Equatable, Sendable {
    /// The stable name scripts match, as `file_not_found`.
    public var code: String
    /// What was found and what was wanted.
    public var message: String
    /// The remedy, where it is certain.
    public var hint: String?
    /// Where in a SQL text it is, in bytes.
    public var offset: Int?
    /// Whether it is the environment's fault and not the script's.
    public var isRuntime: Bool

    /// Makes an error.
    public init(
        _ code: String, _ message: String, hint: String? = nil, offset: Int? = nil,
        isRuntime: Bool = true
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.offset = offset
        self.isRuntime = isRuntime
    }
}
