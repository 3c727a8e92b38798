import PushModel
import PushSimulation

extension CommandTable {
    private static let limit = Parameter<Int>.number(
        "max", "N", "Uploads at most N events.", in: 1...100_000_000)
    private static let twice = Parameter<Bool>.flag(
        "twice", "Starts the upload at two places at once, as some apps do.")
    private static let uploadID = Parameter<Int>.positional(
        "id", "ID", "The number of an upload.", wants: "the number of an upload",
        isRequired: true, read: { Int($0).flatMap { $0 > 0 ? $0 : nil } })
    private static let region = Parameter<String>.positional(
        "endpoint", "NAME|URL",
        "A region, `embedded`, or an https URL; http only for this machine itself.",
        wants: "`embedded`, `us`, `tokyo`, `eu`, `korea`, `ap03` or an https URL without a user",
        completion: .choice(Endpoint.regions.map(\.name)),
        read: { Endpoint($0) == nil ? nil : $0 })
    private static let postback = Parameter<Bool>.flag(
        "postback", "Uses the postback API, one record a request.")
    private static let configKey = Parameter<String>.positional(
        "key", "KEY", "A setting.", wants: "a setting that `config` lists",
        completion: .configKey,
        read: { key in Config.keys.contains { $0.name == key } ? key : nil })
    private static let configValue = Parameter<String>.word("value", "VALUE", "Its new value.")
    private static let sql = Parameter<String>.word(
        "sql", "SQL", "One or more SELECT statements.", wants: "a text", isRequired: true,
        completion: .sql)
    private static let remote = Parameter<Bool>.flag(
        "remote", "Asks the account of Treasure Data, in Trino's SQL, under `network real`.")

    static let queryDialect = Parameter<QueryDialectName>.choice(
        "dialect", "DIALECT",
        "`trino` as Treasure Data answers, `sqlite` as the store does, or `hive`.")
    private static let campaign = Parameter<String>.word(
        "campaign", "CAMPAIGN", "A campaign's ID; every campaign when not given.")

    static let dataCommands: [Command] = [
        Command(
            "queue", .data, "Shows the events that wait to be uploaded.",
            examples: [.init("After a launch.", "app launch\nqueue")], serves: ["TD-05"]
        ) { _ in .inspect(.queue) },
        Command(
            "flush", .data, "Uploads what waits, at most 500 events a request.",
            discussion: """
                An event leaves the queue only after the service acknowledged it. Time-outs, 408, \
                429 and 5xx are tried again, five times in all; the waits pass on the virtual \
                clock and take no real time. 401 and 403 are about the write key, and 404 about a \
                database or table that is missing; `why upload` names it. Under `network real` the \
                batches go to the `endpoint`, with the key that `config td.write_key` names, and \
                the waits are real; ^C ends them. `config td.sdk_profile ios-sdk-1.2` imitates \
                the published SDK, which ends with `onSuccess` or `onError`; the command is a \
                success whenever the app would hear of one.
                """,
            parameters: [limit.spec, twice.spec],
            examples: [
                .init("One batch.", "app launch\nflush"),
                .init(
                    "The published SDK sends everything twice.",
                    "config td.sdk_profile ios-sdk-1.2\napp launch\nflush --twice"),
            ],
            errors: [.uploadFailed, .noKey, .needsRealNetwork], serves: ["TD-06"]
        ) { .act(.flush(limit: $0[limit], isTwice: $0.has(twice))) },
        Command(
            "uploads", .data, "Lists the requests and what each one did.",
            examples: [.init("One request.", "app launch\nflush\nuploads")], serves: ["TD-06"]
        ) { _ in .inspect(.uploads) },
        Command(
            "receipts", .data, "Shows what the service said of each event of an upload.",
            parameters: [uploadID.spec],
            examples: [.init("Of the first upload.", "app launch\nflush\nreceipts 1")],
            serves: ["TD-06"]
        ) { .inspect(.receipts($0[uploadID] ?? 0)) },
        Command(
            "endpoint", .data, "Shows or sets where uploads go.",
            discussion: """
                The simulated network plays a region's service inside this process. A service on \
                this machine, such as `http://127.0.0.1:8080`, is there only under `network real`. \
                Ingest sends batches, packed with gzip; postback sends one record a request.
                """,
            parameters: [region.spec, postback.spec],
            examples: [
                .init("Tokyo.", "endpoint tokyo\nendpoint"),
                .init(
                    "A port of this machine.",
                    "app launch\nendpoint http://127.0.0.1:8080\n!needs_real_network flush"),
            ], serves: ["TD-13", "TD-15"]
        ) {
            guard let name = $0[region] else { return .inspect(.endpoint) }
            guard let endpoint = Endpoint(name, postback: $0.has(postback)) else {
                return .inspect(.endpoint)
            }
            return .act(.endpoint(endpoint))
        },
        Command(
            "config", .data, "Shows or changes the workspace's settings.",
            discussion: """
                Keys are never typed: `td.write_key` and `td.api_key` take `env:NAME`, or \
                `file:PATH` with a file that its owner alone can read. `tls.pin` takes what curl's \
                `--pinnedpubkey` takes, or a certificate's SHA-256 as `cert:HEX`. Proxies come \
                from `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`.
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
            "query", .data, "Answers SQL over the device and the warehouse.",
            discussion: """
                A query means what it means in Treasure Data's Trino: `LIKE` tells letters apart, \
                NULLs come last, values have Trino's types, and what is wrong is told in Trino's \
                words with its line and column. What cannot be translated exactly is refused. \
                `EXPLAIN` before a query prints the SQL that the store gets, and `help sql` lists \
                the functions.

                The warehouse's tables are named as in Treasure Data, `mobile.push_events`; a \
                name alone means the database `mobile`. The device's tables are in the schema \
                `device`, which can be left out where `mobile` has no table of the name: \
                `notifications`, `events`, `uploads`, `tokens`, `links`, `facts`, and `journal`: \
                what was typed, without the texts where a script's workspace is private. \
                Statements can only read, and a query ends after 60 s.

                With `--dialect sqlite` the query is SQLite's own, with functions named as \
                Treasure Data's; queries of a script that begins with `psh 1` are read so where \
                they name no dialect. With `--remote` the account of Treasure Data answers \
                instead, with the key that `config td.api_key` names; ^C kills the job.
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
                    "Types and errors as Treasure Data's Trino has them.",
                    "query \"SELECT 7e0 / 2 AS half, DATE '2026-01-02' AS day\""
                ),
                .init(
                    "The device's own tables.",
                    "app launch\nquery \"SELECT type, state FROM device.events\""),
                .init(
                    "The store's own SQL.",
                    "query --dialect sqlite \"SELECT 'Push' LIKE 'push' AS same\""),
                .init(
                    "The account's own tables are on the real network.",
                    "!needs_real_network query --remote \"SELECT count(*) FROM push_events\""),
            ], errors: [.needsRealNetwork, .noKey], serves: ["TD-11"]
        ) {
            let place = SourceText($0.argument(of: sql)?.span ?? .init(start: 0, end: 0))
            if let dialect = $0[queryDialect], !$0.has(remote) {
                return .dialectQuery($0.need(sql), dialect, place)
            }
            return $0.has(remote)
                ? .remoteQuery($0.need(sql), place) : .query($0.need(sql), place)
        },
        Command(
            "funnel", .data, "Shows delivery, open and link of each campaign as bars, with rates.",
            discussion: "It counts messages in the warehouse, so `flush` comes first.",
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
            examples: [.init("One link.", "app launch\nopen myapp://coupons\nlinks")],
            serves: ["TD-07"]
        ) { _ in .inspect(.links) },
    ]
}
