import PushLanguage
import PushSimulation

/// What a statement asks of the session: a plain value, so that commands never call the runtime.
public enum Instruction: Equatable, Sendable {
    /// Apply an action to the world.
    case act(Action)
    /// Read a payload, compose it as its sender would, and let it arrive.
    case receive(PayloadInput, ReceiveOptions)
    /// Check a payload against every rule.
    case lint(PayloadInput, LintOptions)
    /// Move the virtual clock by milliseconds.
    case advance(Int64)
    /// Return to the system's clock.
    case realClock
    /// Report a part of the world or of its history.
    case inspect(Inspection)
    /// Open a notification's link, or a URL.
    case open(String)
    /// Answer SQL.
    case query(String, SourceText)
    /// Answer SQL on the account of Treasure Data.
    case remoteQuery(String, SourceText)
    /// Explain a notification or an event.
    case why(String?)
    /// Check the app against the implementation checklist.
    case doctor
    /// Read an app's property lists.
    case importSettings(PayloadInput)
    /// Put a `Localizable.strings` of a language into the app.
    case strings(PayloadInput, language: String)
    /// Update the app, maybe with another Firebase project from a property list.
    case update(version: String?, firebase: PayloadInput?)
    /// Log a user in, as they are or as a digest.
    case login(String, hash: String?)
    /// Let the embedded services answer over HTTP.
    case serve(ServeOptions)
    /// Choose where NCMB's keys come from.
    case ncmbKeys(String)
    /// Encrypt a text with the app's key, maybe with a nonce in hexadecimal.
    case encrypt(String, nonce: String?)
    /// Make or delete a database or table of the warehouse.
    case warehouse(WarehouseChange)
    /// Drive the shell itself.
    case shell(ShellInstruction)
}

/// Which embedded services answer over HTTP, and where.
public struct ServeOptions: Equatable, Sendable {
    /// The port of the Ingest API; 0 = any that is free, nil = it does not listen.
    public var ingest: Int?
    /// The port of the REST API; 0 = any that is free, nil = it does not listen.
    public var api: Int?
    /// The address that is listened on.
    public var host = "127.0.0.1"
    /// Where the one key that is taken is read; nil = any key.
    public var key: KeySource?

    /// Makes the defaults.
    public init() {}
}

/// Where a payload or a property list comes from.
public enum PayloadInput: Equatable, Sendable {
    case text(String, at: Span)
    case file(String, at: Span)
    case standardInput(at: Span)
}

/// The place of a text in the script, so that an error inside it can be pointed at.
public struct SourceText: Equatable, Sendable {
    /// Where the word stands.
    public var span: Span

    /// Makes a place.
    public init(_ span: Span) { self.span = span }
}

/// What `receive` takes beside the payload.
public struct ReceiveOptions: Equatable, Sendable {
    /// The message ID to use instead of the payload's.
    public var id: String?
    /// `apns-priority`: 10, 5 or 1.
    public var priority: Int?
    /// `apns-push-type`; nil = none is sent.
    public var pushType: String?
    /// `apns-collapse-id`, at most 64 bytes.
    public var collapseID: String?
    /// Seconds that APNs keeps it for a device that is away.
    public var timeToLive: Int?
    /// Whether the payload is sent as it is, without what the sender's profile adds.
    public var isVerbatim = false

    /// Makes the defaults.
    public init() {}
}

/// What `lint` takes beside the payload.
public struct LintOptions: Equatable, Sendable {
    /// The format to check against; nil = the one that the payload looks like.
    public var dialect: String?
    /// The header `apns-push-type` the payload would be sent with.
    public var pushType: String?
    /// The header `apns-priority` the payload would be sent with.
    public var priority: Int?
    /// Whether the findings are printed as JSON.
    public var isJSON = false

    /// Makes the defaults.
    public init() {}
}

/// What can be looked at without changing anything.
public enum Inspection: Equatable, Sendable {
    case whoami, token, tokenHistory, notifications, app, devices, queue, uploads, clock, seed
    case network, stubs, endpoint, tables, users, links
    case tokenAudit, installation, ncmbKeys, databases
    case show(String)
    case receipts(Int)
    case config(String?)
    case funnel(String?)
}

/// What drives the shell itself.
public enum ShellInstruction: Equatable, Sendable {
    case help(String?)
    case quit
    case mode(String?)
    case timer(Bool)
    case output(String?)
    case read(String)
    case record(RecordAction)
    case history(Int)
    case schema(String?)
    case tables
}

/// What `.record` does.
public enum RecordAction: Equatable, Sendable {
    case start(String)
    case stop
}
