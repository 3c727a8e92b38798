import PushSimulation

extension CommandTable {
    private static let limit = Parameter<Int>.number(
        "max", "N", "Uploads at most N events.", in: 1...100_000_000)
    private static let uploadID = Parameter<Int>.positional(
        "id", "ID", "The number of an upload.", wants: "the number of an upload",
        isRequired: true, read: { Int($0).flatMap { $0 > 0 ? $0 : nil } })
    private static let region = Parameter<String>.positional(
        "endpoint", "NAME|URL",
        "A region, `embedded`, or an https URL; http only for this machine itself.",
        wants: "`embedded`, `us`, `tokyo`, `eu`, `korea`, `ap03` or an https URL",
        completion: .choice(Endpoint.regions.map(\.name)),
        read: { endpoint($0, postback: false) == nil ? nil : $0 })
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
                clock and take no real time.
                """,
            parameters: [limit.spec],
            examples: [.init("One batch.", "app launch\nflush")], errors: [.uploadFailed],
            serves: ["TD-06"]
        ) { .act(.flush(limit: $0[limit])) },
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
            parameters: [region.spec, postback.spec],
            examples: [.init("Tokyo.", "endpoint tokyo\nendpoint")], serves: ["TD-13"]
        ) {
            guard let name = $0[region] else { return .inspect(.endpoint) }
            guard let endpoint = endpoint(name, postback: $0.has(postback)) else {
                return .inspect(.endpoint)
            }
            return .act(.endpoint(endpoint))
        },
        Command(
            "config", .data, "Shows or changes the workspace's settings.",
            parameters: [configKey.spec, configValue.spec],
            examples: [.init("The column's name.", "config td.campaign_column both")],
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
                The warehouse's tables are named as in Treasure Data, `mobile.push_events`; the \
                device's are `notifications`, `events`, `uploads`, `tokens`, `links`, `facts`, and \
                `journal`: what was typed, without the texts where a script's workspace is \
                private. `help sql` lists Treasure Data's functions, which are there beside \
                SQLite's own. Statements can only read, and a query ends after 60 s.
                """,
            parameters: [sql.spec],
            examples: [
                .init(
                    "The guide's verification.",
                    """
                    app launch
                    flush
                    query "SELECT type, platform FROM mobile.push_events"
                    """)
            ], serves: ["TD-11"]
        ) {
            .query($0.need(sql), SourceText($0.argument(of: sql)?.span ?? .init(start: 0, end: 0)))
        },
        Command(
            "funnel", .data, "Shows delivery, open and link of each campaign as bars, with rates.",
            discussion: "It counts messages in the warehouse, so `flush` comes first.",
            parameters: [campaign.spec],
            examples: [.init("One campaign.", sample + "\ntap\nflush\nfunnel cmp-1")],
            serves: ["TD-04", "TD-11"]
        ) { .inspect(.funnel($0[campaign])) },
        Command(
            "tables", .data, "Lists the tables that SQL can read.",
            examples: [.init("A fresh workspace.", "tables")], serves: ["TD-11"]
        ) { _ in .inspect(.tables) },
        Command(
            "links", .data, "Lists the links that were opened or refused.",
            examples: [.init("One link.", "app launch\nopen myapp://coupons\nlinks")],
            serves: ["TD-07"]
        ) { _ in .inspect(.links) },
    ]

    private static func endpoint(_ name: String, postback: Bool) -> Endpoint? {
        if var known = Endpoint.regions.first(where: { $0.name == name }) {
            known.postback = postback
            return known
        }
        guard let link = Link(name), isAllowed(link) else { return nil }
        return Endpoint(name: name, url: name, postback: postback)
    }

    /// HTTPS only, but for this machine itself (TD-15).
    private static func isAllowed(_ link: Link) -> Bool {
        if link.scheme == "https" { return true }
        guard link.scheme == "http" else { return false }
        return ["//127.0.0.1", "//localhost", "//[::1]"].contains { start in
            guard link.rest.hasPrefix(start) else { return false }
            let next = link.rest.dropFirst(start.count).first
            return next == nil || next == ":" || next == "/"
        }
    }
}
