import PushExplain
import PushModel
import PushSimulation
import PushText

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
    case why(WhySubject)
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
    /// Shows, sets or carries out how much a database keeps.
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
    /// Write everything into a file, which may take the place of one that is there.
    case backUp(String, replaces: Bool)
    /// Make everything what such a file holds.
    case restore(String)
    /// Look for damage; mend it when it may.
    case repair(writes: Bool)
}

/// An order about copies of everything, for `undo` and `snapshot`.
public enum CopyInstruction: Equatable, Sendable {
    /// Take steps back; forced, also what something else did after them.
    case undo(Int, isForced: Bool)
    /// Do steps again.
    case redo(Int, isForced: Bool)
    case save(String)
    case list
    case go(String)
    case drop(String)
}

/// Which embedded services answer over HTTP, and where.
public struct ServeOptions: Equatable, Sendable {
    /// The port of the Ingest API; 0 = any that is free, nil = it does not listen.
    public var ingest: Int?
    /// The port of the REST API; 0 = any that is free, nil = it does not listen.
    public var api: Int?
    /// The port of Trino's protocol; 0 = any that is free, nil = it does not listen.
    public var trino: Int?
    /// The port of APNs' provider API; 0 = any that is free, nil = it does not listen.
    public var apns: Int?
    /// The port of FCM and of what its libraries ask beside it.
    public var fcm: Int?
    /// The port over which tests drive the shell.
    public var control: Int?
    /// The port on which APNs lets providers manage broadcast channels.
    public var channels: Int?
    /// The port of the proxy that leads to the gateways.
    public var proxy: Int?
    /// Whether APNs is answered without TLS, too.
    public var takesCleartext = false
    /// Streams of a connection to APNs at once; nil = 1 before its client is known, then 1000.
    public var maxStreams: Int?
    /// Whether the script goes on while the ports are open, and answers when it waits.
    public var isMeanwhile = false
    /// Whether only the variables are printed that lead other programs here.
    public var printsEnvironment = false
    /// The address that is listened on.
    public var host = "127.0.0.1"
    /// Where the one key that is taken is read; nil = one is made.
    public var key: KeySource?
    /// Where the keys are read that may only read; without any, there are none.
    public var queryKeys: [KeySource] = []
    /// Where the keys are read that may only upload; without any, there are none.
    public var writeKeys: [KeySource] = []
    /// Whether any key of the right form is taken.
    public var takesAnyKey = false
    /// Names that clients may ask for this machine by, beside those of the loopback.
    public var names: [String] = []
    /// Web pages that may ask, by their origins.
    public var origins: [String] = []

    /// Makes the defaults.
    public init() {}

    /// Whether a gateway, its proxy, Trino's protocol or the control port is asked for: then one
    /// line of JSON names every port.
    public var hasGateways: Bool {
        needsGateways || trino != nil || control != nil
    }

    /// Whether one of the gateways, or the proxy to them, is asked for.
    public var needsGateways: Bool {
        apns != nil || channels != nil || fcm != nil || proxy != nil
    }

    /// Whether something is asked for that answers over TLS.
    public var needsAuthority: Bool {
        needsGateways || trino != nil || api != nil
    }

    /// Asks for every service that was not given a port, on one that is free.
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

/// What `credential demo` writes, and where.
public struct CredentialOptions: Equatable, Sendable {
    /// Whom the credentials are for.
    public enum Gateway: String, CaseIterable, Sendable {
        case apns, fcm
    }

    /// The environment of a key.
    public enum Environment: String, CaseIterable, Sendable {
        case development, production
    }

    /// Whom they are for; nil = both gateways.
    public var gateway: Gateway?
    /// The directory of the files, as typed.
    public var directory: String
    /// The environment of the APNs key; nil = both.
    public var environment: Environment?
    /// The port of `serve --fcm`; nil = Google's own URL stands in the service account.
    public var tokenPort: Int?

    /// Makes the options.
    public init(
        gateway: Gateway? = nil, directory: String, environment: Environment? = nil,
        tokenPort: Int? = nil
    ) {
        self.gateway = gateway
        self.directory = directory
        self.environment = environment
        self.tokenPort = tokenPort
    }
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
    /// The app it is for; nil = the one that the payload names, else the current one.
    public var bundleID: String?
    /// A device's name, or the address of an app, in place of the one that the payload names.
    public var to: String?
    /// The broadcast channel that it is sent to; nil = it is for apps by their addresses.
    public var channel: String?
    /// Whether the payload is sent as it is, without what the sender's profile adds.
    public var isVerbatim = false
    /// Whether the text is a push as a gateway of `serve` took it, and no payload.
    public var isServed = false

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

/// What can be looked at without changing anything.
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
    /// Everything that a provider's table holds, with a line of names.
    case csv
}

/// What drives the shell itself.
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

/// What `.record` does.
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
