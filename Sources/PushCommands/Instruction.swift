import PushExplain
import PushModel
import PushSimulation
import PushText

/// A request of a statement to the session: a plain value, so commands never call the runtime.
public indirect enum Instruction: Equatable, Sendable {
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
    /// Schedule a local notification; an empty identifier gets the next free one.
    case schedule(LocalRequest)
    /// Open a notification's link, or a URL.
    case open(String)
    /// Answer SQL.
    case query(String, SourceText)
    /// Answer SQL of another dialect than SQLite's.
    case dialectQuery(String, QueryDialectName, SourceText)
    /// Answer SQL on the account of Treasure Data.
    case remoteQuery(String, SourceText)
    /// Explain a notification or an event.
    case why(WhyQuestion)
    /// Check the app against the implementation checklist.
    case doctor
    /// Play a push through in every state of the app, and change nothing.
    case whatIf(PayloadInput, WhatIfOptions)
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
    /// Write what a sender needs to reach the gateways.
    case credential(CredentialOptions)
    /// Add, list, test or remove the credentials that `send` uses.
    case sender(SenderInstruction)
    /// Send a payload to addresses of APNs or FCM; nil = each address brings its own.
    case send(PayloadInput?, SendAddress, SendOptions)
    /// Choose where NCMB's keys come from.
    case ncmbKeys(String)
    /// Encrypt a text with the app's key, maybe with a nonce in hexadecimal.
    case encrypt(String, nonce: String?)
    /// Make or delete a database or table of the warehouse.
    case warehouse(WarehouseChange)
    /// Show, set or carry out the limits of a database's retention.
    case retention(RetentionOrder, database: String)
    /// Keep copies of everything, or bring one back.
    case copies(CopyInstruction)
    /// Write rows to files that other engines read.
    case export(ExportOptions)
    /// Bring the warehouse's records to Treasure Data.
    case upload(UploadOptions)
    /// Keep the workspace against loss.
    case keep(KeepInstruction)
    /// Drive the shell itself.
    case shell(ShellInstruction)
}

/// An order about backups and damage.
public enum KeepInstruction: Equatable, Sendable {
    /// Write everything into a file, replacing an existing one only if `replaces` is set.
    case backUp(String, replaces: Bool)
    /// Replace everything with the contents of such a file.
    case restore(String)
    /// Looks for damage, and repairs it if `writes` is set.
    case repair(writes: Bool)
}

/// An order about copies of everything, for `undo` and `snapshot`.
public enum CopyInstruction: Equatable, Sendable {
    /// Take steps back; if forced, also discard later changes made by something else.
    case undo(Int, isForced: Bool)
    /// Redoes undone steps.
    case redo(Int, isForced: Bool)
    case save(String)
    case list
    case go(String)
    case drop(String)
}

/// The embedded services that answer over HTTP, and their addresses.
public struct ServeOptions: Equatable, Sendable {
    /// The port of the Ingest API; 0 = any that is free, nil = it does not listen.
    public var ingest: Int?
    /// The port of the REST API; 0 = any that is free, nil = it does not listen.
    public var api: Int?
    /// The port of Trino's protocol; 0 = any that is free, nil = it does not listen.
    public var trino: Int?
    /// The port of APNs' provider API; 0 = any that is free, nil = it does not listen.
    public var apns: Int?
    /// The port of FCM and of the other services that its libraries call.
    public var fcm: Int?
    /// The port over which tests drive the shell.
    public var control: Int?
    /// Whether that port was asked for by name: somebody drives the session over it.
    public var isDriven = false
    /// The port on which APNs lets providers manage broadcast channels.
    public var channels: Int?
    /// The port of the proxy that leads to the gateways.
    public var proxy: Int?
    /// Whether APNs also answers without TLS.
    public var takesCleartext = false
    /// Streams of a connection to APNs at once; nil = 1 before its client is known, then 1000.
    public var maxStreams: Int?
    /// Whether the script continues while the ports are open, and answers when it waits.
    public var isMeanwhile = false
    /// Whether only the variables are printed that direct other programs to these services.
    public var printsEnvironment = false
    /// Whether the output is read as JSON, in which one line names the ports of any services.
    public var printsValues = false
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The source of the one accepted key; nil = a new key is made.
    public var key: KeySource?
    /// The sources of the keys that may only read; if empty, there are none.
    public var queryKeys: [KeySource] = []
    /// The sources of the keys that may only upload; if empty, there are none.
    public var writeKeys: [KeySource] = []
    /// Whether any well-formed key is accepted.
    public var takesAnyKey = false
    /// Names by which clients may address this machine, besides those of the loopback.
    public var names: [String] = []
    /// The origins of web pages that may send requests.
    public var origins: [String] = []

    /// Makes the defaults.
    public init() {}

    /// Whether a gateway, its proxy, Trino's protocol or the control port was requested.
    public var hasGateways: Bool {
        needsGateways || trino != nil || control != nil
    }

    /// Whether one line of JSON names every port.
    public var announcesInJSON: Bool { hasGateways || printsValues }

    /// Whether one of the gateways, or the proxy to them, was requested.
    public var needsGateways: Bool {
        apns != nil || channels != nil || fcm != nil || proxy != nil
    }

    /// Whether only services were requested that also answer where nothing can be written.
    public var onlyAnswersQueries: Bool {
        (trino != nil || api != nil) && ingest == nil && control == nil && !needsGateways
    }

    /// Whether a requested service answers over TLS.
    public var needsAuthority: Bool {
        needsGateways || trino != nil || api != nil || ingest != nil
    }

    /// Requests every service that was not given a port, on a free one.
    public mutating func openAll() {
        ingest = ingest ?? 0
        api = api ?? 0
        trino = trino ?? 0
        apns = apns ?? 0
        channels = channels ?? 0
        fcm = fcm ?? 0
        control = control ?? 0
        proxy = proxy ?? 0
    }
}

/// The credentials that `credential demo` writes, and their directory.
public struct CredentialOptions: Equatable, Sendable {
    /// The gateway that the credentials are for.
    public enum Gateway: String, CaseIterable, Sendable {
        case apns, fcm
    }

    /// The environment of a key.
    public enum Environment: String, CaseIterable, Sendable {
        case development, production
    }

    /// The gateway that they are for; nil = both gateways.
    public var gateway: Gateway?
    /// The directory of the files, as typed.
    public var directory: String
    /// The environment of the APNs key; nil = both.
    public var environment: Environment?
    /// The bundle IDs that the APNs key is for; empty = all of the team's.
    public var topics: [String]
    /// The team of the APNs key; nil = the one of every demo key.
    public var team: String?
    /// The port of `serve --fcm`; nil = the service account names Google's own URL.
    public var tokenPort: Int?

    /// Makes the options.
    public init(
        gateway: Gateway? = nil, directory: String, environment: Environment? = nil,
        topics: [String] = [], team: String? = nil, tokenPort: Int? = nil
    ) {
        self.gateway = gateway
        self.directory = directory
        self.environment = environment
        self.topics = topics
        self.team = team
        self.tokenPort = tokenPort
    }
}

/// The source of a payload or a property list.
public enum PayloadInput: Equatable, Sendable {
    case text(String, at: Span)
    case file(String, at: Span)
    case standardInput(at: Span)
}

/// The place of a text in the script, for errors that point inside it.
public struct SourceText: Equatable, Sendable {
    /// The place of the word.
    public var span: Span

    /// Makes a place.
    public init(_ span: Span) { self.span = span }
}

/// The options of `receive`.
public struct ReceiveOptions: Equatable, Sendable {
    /// The message ID to use instead of the payload's.
    public var id: String?
    /// `apns-priority`: 10, 5 or 1.
    public var priority: Int?
    /// `apns-push-type`; nil = none is sent.
    public var pushType: String?
    /// `apns-collapse-id`, at most 64 bytes.
    public var collapseID: String?
    /// Seconds for which APNs keeps it for a device that cannot be reached.
    public var timeToLive: Int?
    /// The app it is for; nil = the one that the payload names, else the current one.
    public var bundleID: String?
    /// A device's name, or the address of an app, in place of the one that the payload names.
    public var to: String?
    /// The broadcast channel that it is sent to; nil = it is for apps by their addresses.
    public var channel: String?
    /// Whether the payload is sent unchanged, without the additions of the sender's profile.
    public var isVerbatim = false
    /// Whether the text is a push that a gateway of `serve` accepted, instead of a payload.
    public var isServed = false

    /// Makes the defaults.
    public init() {}
}

/// The options of `lint`.
public struct LintOptions: Equatable, Sendable {
    /// The format to check against; nil = the one that the payload looks like.
    public var dialect: String?
    /// The header `apns-push-type` the payload would be sent with.
    public var pushType: String?
    /// The header `apns-priority` the payload would be sent with.
    public var priority: Int?
    /// Whether the findings are printed as JSON.
    public var isJSON = false
    /// Whether the keys are compared with what the installed app reads.
    public var isForApp = false
    /// Whether certain fixes are applied: to the file, else in what is printed.
    public var fixes = false

    /// Makes the defaults.
    public init() {}
}

/// The options of `try`.
public struct WhatIfOptions: Equatable, Sendable {
    /// Circumstances that are tried in addition to the device as it is.
    public var conditions: [WhatIfCondition] = []
    /// The form of the answer.
    public var form = WhatIfForm.text
    /// `apns-priority`: 10, 5 or 1.
    public var priority: Int?
    /// `apns-push-type`; nil = none is sent.
    public var pushType: String?

    /// Makes the defaults.
    public init() {}
}

/// The forms in which `try` answers.
public enum WhatIfForm: String, CaseIterable, Sendable {
    case text, json, markdown, html
}

/// The parts of the world that can be inspected without changing anything.
public enum Inspection: Equatable, Sendable {
    case status, whoami, token, tokenHistory, notifications, app, devices, queue, uploads, clock
    case seed, network, stubs, endpoint, tables, users, links
    case activities, activityTokens, channels
    case scheduled, tokenAudit, installationAudit, installation, ncmbKeys, databases, topics
    case tokenExport(TokenFormat)
    case show(String)
    case receipts(Int)
    case config(String?)
    case funnel(String?)
}

/// The forms in which `tokens export` writes the addresses of the apps.
public enum TokenFormat: String, CaseIterable, Sendable {
    /// A device token a line.
    case apns
    /// A registration token a line.
    case fcm
    /// Every field of a provider's table, with a header line.
    case csv
}

/// The orders to the shell itself.
public enum ShellInstruction: Equatable, Sendable {
    case help(String?)
    case tutorial(String?)
    case quit
    case mode(String?)
    case timer(Bool)
    case output(String?)
    case read(String)
    case record(RecordAction)
    case report(String)
    case history(Int)
    case schema(String?)
    case tables
}

/// An order to the recorder, given by `.record`.
public enum RecordAction: Equatable, Sendable {
    /// Starts a recording to a file; `replaces` allows one that exists.
    case start(String, replaces: Bool)
    case stop
}

/// The dialects of SQL that `query --dialect` names.
public enum QueryDialectName: String, CaseIterable, Sendable {
    case trino
    case sqlite
    case hive
}
