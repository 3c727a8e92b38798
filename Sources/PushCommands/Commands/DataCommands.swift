import PushModel
import PushSimulation
import PushText

/// The commands of the event queue, its uploads, and the queries over what was stored.
extension CommandTable {
    private static let limit = Parameter<Int>.number(
        "max", "N", "Uploads at most N events.", in: 1...100_000_000)
    private static let twice = Parameter<Bool>.flag(
        "twice", "Starts the upload in two places at once, as some apps do.")
    private static let uploadID = Parameter<Int>.positional(
        "id", "ID", "The number of an upload.", wants: "the number of an upload",
        isRequired: true, read: { Int(digits: $0).flatMap { $0 > 0 ? $0 : nil } })
    /// A region by its name, or the base URL of an Ingest endpoint; http only for this machine,
    /// since the write key goes with every request.
    private static let region = Parameter<String>.positional(
        "endpoint", "NAME|URL",
        "A region, `embedded`, or an https URL; http only for this machine.",
        wants: "`embedded`, `us`, `tokyo`, `eu`, `korea`, `ap03` or an https URL without user, "
            + "query or fragment",
        completion: .choice(Endpoint.regions.map(\.name)),
        read: { Endpoint($0) == nil ? nil : $0 })
    private static let postback = Parameter<Bool>.flag(
        "postback", "Uses the postback API, one record per request.")
    private static let configKey = Parameter<String>.positional(
        "key", "KEY", "A setting.", wants: "a setting that `config` lists",
        completion: .configKey,
        read: { key in Config.keys.contains { $0.name == key } ? key : nil })
    private static let configValue = Parameter<String>.word("value", "VALUE", "Its new value.")
    private static let sql = Parameter<String>.word(
        "sql", "SQL", "One or more SELECT statements.", wants: "a text", isRequired: true,
        completion: .sql)
    private static let remote = Parameter<Bool>.flag(
        "remote", "Asks your Treasure Data account, in Trino's SQL, under `network real`.")

    /// The dialect of a query; without it a script's version decides (decision 270).
    static let queryDialect = Parameter<QueryDialectName>.choice(
        "dialect", "DIALECT",
        "`trino` as at Treasure Data, or `sqlite` as in the store; `hive` is refused.")
    private static let campaign = Parameter<String>.word(
        "campaign", "CAMPAIGN", "A campaign's ID; defaults to every campaign.")

    static let dataCommands: [Command] = [
        Command(
            "queue", .data, "Shows the events waiting to be uploaded.",
            discussion: "It lists the oldest 20 and counts the others; `$.events` has them all.",
            examples: [.init("After a launch.", "app launch\nqueue")], serves: ["TD-05"]
        ) { _ in .inspect(.queue) },
        Command(
            "flush", .data, "Uploads the queued events, at most 500 per request.",
            discussion: """
                An event leaves the queue only after the service has acknowledged it. Time-outs, \
                408, 429 and 5xx are retried, five attempts in all; the waits pass on the virtual \
                clock and take no real time. 401 and 403 mean a problem with the write key, 404 a \
                missing database or table; `why upload` names it. Under `network real` the batches \
                go to the `endpoint`, with the key from `config td.write_key`, and the waits are \
                real; ^C ends them. `config td.sdk_profile ios-sdk-1.2` imitates the published \
                SDK, which ends with `onSuccess` or `onError`; the command succeeds whenever the \
                app would get `onSuccess`. On a phone only a running app uploads; the command \
                needs none, so that a script reaches what an extension tracked.
                """,
            parameters: [limit.spec, twice.spec],
            examples: [
                .init("One batch.", "app launch\nflush"),
                .init(
                    "The published SDK sends everything twice.",
                    "config td.sdk_profile ios-sdk-1.2\napp launch\nflush --twice"),
            ],
            errors: [.uploadFailed, .noKey, .needsRealNetwork, .notInstalled], serves: ["TD-06"]
        ) { .act(.flush(limit: $0[limit], isTwice: $0.has(twice))) },
        Command(
            "uploads", .data, "Lists the upload requests and what each one did.",
            discussion: """
                It prints the newest 20 and counts the others; its value, which `$` and the JSON \
                modes have, holds them all.
                """,
            examples: [.init("One request.", "app launch\nflush\nuploads")], serves: ["TD-06"]
        ) { _ in .inspect(.uploads) },
        Command(
            "receipts", .data, "Shows the service's receipt for each event of an upload.",
            parameters: [uploadID.spec],
            examples: [.init("Of the first upload.", "app launch\nflush\nreceipts 1")],
            serves: ["TD-06"]
        ) { .inspect(.receipts($0[uploadID] ?? 0)) },
        Command(
            "endpoint", .data, "Shows or sets where uploads go.",
            discussion: """
                The simulated network runs a region's service inside this process. A service on \
                this machine, such as `http://127.0.0.1:8080`, can only be reached under `network \
                real`. Ingest sends gzipped batches; postback sends one record per request.
                """,
            parameters: [region.spec, postback.spec],
            examples: [
                .init("Tokyo.", "endpoint tokyo\nendpoint"),
                .init(
                    "A port on this machine.",
                    "app launch\nendpoint http://127.0.0.1:8080\n!needs_real_network flush"),
            ], serves: ["TD-13", "TD-15"]
        ) { (arguments) throws(UsageError) in
            let usesPostback = arguments.argument(of: postback)
            guard let name = arguments[region],
                let endpoint = Endpoint(name, postback: usesPostback != nil)
            else {
                guard let usesPostback else { return .inspect(.endpoint) }
                throw UsageError(
                    .missingArgument, "`--postback` needs an endpoint: NAME or URL",
                    at: usesPostback.span, hint: "`endpoint` shows the one that is set")
            }
            return .act(.endpoint(endpoint))
        },
        Command(
            "config", .data, "Shows or changes the workspace's settings.",
            discussion: """
                Keys are never typed: `td.write_key` and `td.api_key` take `env:NAME`, or \
                `file:PATH` for a file that only its owner can read. `tls.pin` takes what curl's \
                `--pinnedpubkey` takes, or a certificate's SHA-256 as `cert:HEX`. The \
                environment names proxies: `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`.
                """,
            parameters: [configKey.spec, configValue.spec],
            examples: [
                .init("The column's name.", "config td.campaign_column both"),
                .init("The write key.", "config td.write_key env:MY_TD_KEY"),
            ],
            errors: [.badSetting], serves: ["TD-13"]
        ) { (arguments) throws(UsageError) in
            guard let key = arguments[configKey] else { return .inspect(.config(nil)) }
            guard let value = arguments[configValue] else { return .inspect(.config(key)) }
            if let refusal = Config.refusal(of: key, value) {
                throw UsageError(
                    .invalidValue, refusal.message, at: arguments.argument(of: configValue)?.span,
                    hint: refusal.hint)
            }
            return .act(.configure(key: key, value: value))
        },
        Command(
            "query", .data, "Runs SQL on the device and the warehouse.",
            discussion: """
                A query means what it means in Treasure Data's Trino: `LIKE` is case-sensitive, \
                NULLs come last, values have Trino's types, and errors have Trino's wording with \
                line and column. What cannot be translated exactly is refused. A column has the \
                type of its first value; a value of another type is read as NULL, and a note \
                says so. `EXPLAIN` before a query prints the SQL that the store gets, and `help \
                sql` lists the functions.

                The warehouse's tables are named as in Treasure Data, `mobile.push_events`; a bare \
                name means the database `mobile`. The device's tables are in the schema `device`, \
                which can be omitted if `mobile` has no table of that name: `devices`, `apps`, \
                `notifications`, `events`, `queue`, `uploads`, `receipts`, `tokens`, `links`, \
                `facts`, and `journal`, which has what was typed (not its text if a script's \
                workspace is private). Statements can only read, \
                and a query ends after 60 s.

                With `--dialect sqlite` the query is in SQLite's dialect, with functions named \
                like Treasure Data's; that is the default in a script that begins with `psh 1`. A \
                timestamp is a text there, which does not tell which of the two hours it is in \
                that a clock shows twice: the first is taken. With `--remote` your Treasure Data \
                account answers instead, with the key from \
                `config td.api_key`; ^C kills the job.
                """,
            parameters: [remote.spec, queryDialect.spec, sql.spec],
            examples: [
                .init(
                    "The guide's verification.",
                    """
                    app launch
                    flush
                    query "SELECT type, platform FROM mobile.push_events"
                    """),
                .init(
                    "Types and errors as in Treasure Data's Trino.",
                    "query \"SELECT 7e0 / 2 AS half, DATE '2026-01-02' AS day\""
                ),
                .init(
                    "The device's own tables.",
                    "app launch\nquery \"SELECT type, state FROM device.events\""),
                .init(
                    "The store's own SQL.",
                    "query --dialect sqlite \"SELECT 'Push' LIKE 'push' AS same\""),
                .init(
                    "The account's own tables need the real network.",
                    "!needs_real_network query --remote \"SELECT count(*) FROM push_events\""),
            ], errors: [.needsRealNetwork, .noKey], serves: ["TD-11"]
        ) { (arguments) throws(UsageError) in
            let place = SourceText(arguments.argument(of: sql)?.span ?? .init(start: 0, end: 0))
            guard let dialect = arguments[queryDialect] else {
                return arguments.has(remote)
                    ? .remoteQuery(arguments.need(sql), place) : .query(arguments.need(sql), place)
            }
            guard arguments.has(remote) else {
                return .dialectQuery(arguments.need(sql), dialect, place)
            }
            guard dialect == .trino else {
                throw UsageError(
                    .invalidValue,
                    "`--remote` and `--dialect \(dialect.rawValue)` cannot be used together",
                    hint: "your account is asked in Trino's SQL")
            }
            return .remoteQuery(arguments.need(sql), place)
        },
        Command(
            "funnel", .data, "Charts deliveries, opens and links of each campaign, with rates.",
            discussion: """
                It counts messages in the warehouse, so run `flush` first. A message that several \
                phones got, as one to a topic, counts for each of them.
                """,
            parameters: [campaign.spec],
            examples: [.init("One campaign.", sample + "\ntap\nflush\nfunnel cmp-1")],
            serves: ["TD-04", "TD-11"]
        ) { .inspect(.funnel($0[campaign])) },
        Command(
            "tables", .data,
            "Lists the tables that SQL can read, with columns, rows and sizes in bytes.",
            examples: [.init("A fresh workspace.", "tables")], serves: ["TD-11"]
        ) { _ in .inspect(.tables) },
        exportCommand,
        upload,
        serve,
        Command(
            "links", .data, "Lists the links that were opened or refused.",
            discussion: """
                It prints the newest 20 and counts the others; its value, which `$` and the JSON \
                modes have, holds them all.
                """,
            examples: [.init("One link.", "app launch\nopen myapp://coupons\nlinks")],
            serves: ["TD-07"]
        ) { _ in .inspect(.links) },
    ]
}
