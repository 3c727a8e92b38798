import PushCommands
import PushModel
import PushPayload
import PushText

/// An upload of the warehouse in which everything is decided but the contents of the workspace.
public struct UploadOrder: Sendable {
    /// The options as they were typed.
    public var options: UploadOptions
    /// The base URL of the REST API, without a slash at its end.
    public var site: String
    /// The source of the key.
    public var key: KeySource
    /// The settings for the connection.
    public var wire: WireSettings
}

/// The work of an upload for one table: planned, or done.
public struct TableUpload: Equatable, Sendable {
    /// The table, `DATABASE.TABLE`.
    public var source: String
    /// The table at Treasure Data, `DATABASE.TABLE`.
    public var target: String
    /// The records that are not there yet; after the upload, the number that it stored.
    public var records = 0
    /// The number of those that an unfinished bulk import already has.
    public var sent = 0
    /// The name of that bulk import; nil if none was begun.
    public var session: String?
    /// The remarks on this table for the person.
    public var notes: [String] = []

    /// Begins with a table that has nothing to send.
    public init(source: String, target: String) {
        self.source = source
        self.target = target
    }
}

/// Brings the records of the warehouse to Treasure Data.
public protocol WarehouseUploader: AnyObject {
    /// The work to do for each table; asks nobody, and changes nothing.
    func plan(_ order: UploadOrder) throws(Failure) -> [TableUpload]
    /// Carries out the upload; reports each table as it is done.
    func run(
        _ order: UploadOrder, each: (TableUpload) -> Void
    ) throws(Failure)
}

extension Session {
    /// Brings the records of the warehouse to Treasure Data.
    func upload(_ options: UploadOptions) throws(Failure) {
        guard let uploader = edge.uploader else {
            throw Failure(.notSupported, "this session cannot do that")
        }
        let order = try order(of: options)
        let plan: [TableUpload]
        let key: String
        plan = try uploader.plan(order)
        key = options.isDryRun ? "" : try edge.shownKey(order.key, setting: "td.api_key")
        let count = plan.reduce(0) { $0 + $1.records }
        guard !options.isDryRun else {
            for table in plan { say(Self.intention(table, at: order.site)) }
            last.value = Self.json(plan, at: order.site)
            return
        }
        try confirm(
            "\(Self.records(count)) of \(options.source) to \(order.site) with the key \(key)",
            order)
        var done: [TableUpload] = []
        defer { last.value = Self.json(done, at: order.site) }
        try uploader.run(order) { table in
            done.append(table)
            for note in table.notes { say("upload  " + note) }
            say(Self.outcome(table))
        }
    }

    private func order(of options: UploadOptions) throws(Failure) -> UploadOrder {
        let network = world.surroundings.network.mode
        guard options.isDryRun || network == .real else {
            throw Failure(
                .needsRealNetwork,
                "`upload` sends to Treasure Data, but the network is \(network.rawValue)",
                hint: "`network real` uses the wire; `--dry-run` shows what would be sent")
        }
        guard options.isDryRun || edge.isDurable else {
            throw Failure(
                .notSupported,
                "an ephemeral workspace cannot keep track of what was uploaded",
                hint: "`--workspace DIR` keeps it")
        }
        let config = world.surroundings.config
        let named = options.site.map { Endpoint($0)?.queryURL ?? $0 }
        let known = named ?? config.wire.apiEndpoint ?? config.endpoint.queryURL
        guard var site = known ?? (options.isDryRun ? "Treasure Data" : nil) else {
            throw Failure(
                .noAnswer, "no REST API is known for the endpoint `\(config.endpoint.name)`",
                hint: "`--site` names a region or a URL, `endpoint us` a region for everything")
        }
        while site.hasSuffix("/") { site.removeLast() }
        return UploadOrder(
            options: options, site: site, key: options.key ?? config.wire.apiKey,
            wire: config.wire)
    }

    /// Asks before any other machine is contacted.
    private func confirm(_ what: String, _ order: UploadOrder) throws(Failure) {
        // Without TLS the only machine that may be contacted is this one.
        let isOwn = Link(order.site).map { Loopback.hosts.contains($0.host) } ?? false
        let isAsked =
            order.site.lowercased().hasPrefix("https:") && !isOwn && !order.options.isConfirmed
        if isAsked, !settings.isAnswered || edge.sending == nil {
            throw Failure(
                .notConfirmed, "nothing was uploaded: this would send \(what)",
                hint: "confirm with `--yes`")
        }
        if !settings.printsValues { tell(["upload  " + what]) }
        guard isAsked, let port = edge.sending else { return }
        guard port.confirm("this reaches Treasure Data; upload? [y/N] ") else {
            throw Failure(.notConfirmed, "nothing was uploaded")
        }
    }

    private static func intention(_ table: TableUpload, at site: String) -> String {
        let names = "\(table.source) to \(table.target)"
        var text = "upload  \(names): "
        text += table.records == 0 ? "nothing new" : "\(records(table.records)) would go to \(site)"
        if let session = table.session {
            text += "; bulk import \(session) has \(table.sent) of them already"
        }
        return text
    }

    private static func outcome(_ table: TableUpload) -> String {
        guard table.records > 0 else {
            return "upload  \(table.source): nothing new since the last upload"
        }
        return "upload  \(table.source): \(records(table.records)) stored in \(table.target)"
    }

    private static func records(_ count: Int) -> String {
        count.counted("record", "records")
    }

    private static func json(_ tables: [TableUpload], at site: String) -> JSON {
        [
            "site": .string(site),
            "tables": .array(
                tables.map { table -> JSON in
                    [
                        "table": .string(table.source), "to": .string(table.target),
                        "records": .int(table.records), "sent": .int(table.sent),
                        "bulk_import": table.session.map { .string($0) } ?? .null,
                    ]
                }),
        ]
    }
}
