import PushModel

/// The commands that create and delete databases and tables, and set their retention.
extension CommandTable {
    private static let databaseName = Parameter<String>.word(
        "name", "NAME", "A database: `[0-9a-z_]{3,128}`.", isRequired: true)
    /// A table with its database; which characters the names may have, the warehouse says.
    private static let tableName = Parameter<(database: String, table: String)>.positional(
        "name", "DATABASE.TABLE", "A table, as SQL names it.",
        wants: "a table such as `mobile.push_events`", isRequired: true, completion: .table,
        read: { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            return (String(parts[0]), String(parts[1]))
        })

    private static let retentionRule = Parameter<RetentionOrder>.positional(
        "rule", "RULE", "An age (`30d`), a size (`1GB`), `off`, or `now`, which applies the rule.",
        wants: "an age of an hour or more (`30d`), a size in `MB`, `GB` or `TB`, `off` or `now`",
        completion: .choice(["30d", "1GB", "off", "now"]),
        read: { text in
            switch text {
            case "off": .off
            case "now": .now
            default: Retention(text).map(RetentionOrder.keep)
            }
        })

    static let warehouseCommands: [Command] = [
        Command(
            "database list", .data, "Lists the warehouse's databases and what they hold.",
            examples: [.init("A fresh workspace.", "database list")], serves: ["TD-13"]
        ) { _ in .inspect(.databases) },
        Command(
            "database create", .data, "Creates a database in the embedded warehouse.",
            discussion: """
                An upload to a missing database or table is answered with 404, as by Treasure \
                Data's Ingest API; create them first.
                """,
            parameters: [databaseName.spec],
            examples: [
                .init(
                    "For another app.",
                    "database create shop\ntable create shop.push_events\napp set td.database shop"
                )
            ], serves: ["TD-13", "TD-14"]
        ) { .warehouse(.createDatabase($0.need(databaseName))) },
        Command(
            "database delete", .data, "Deletes a database with all its tables.",
            discussion: """
                A database whose file is damaged is deleted as well. Until then, or until \
                `repair` saves what can be read, everything that does not name it works without \
                it, with a warning; only backups and snapshots fail, since they would not be whole.
                """,
            parameters: [databaseName.spec],
            examples: [.init("As made.", "database create shop\ndatabase delete shop")],
            serves: ["TD-13"]
        ) { .warehouse(.deleteDatabase($0.need(databaseName))) },
        Command(
            "database retention", .data, "Shows or sets how many records a database keeps.",
            discussion: """
                By age: removes records whose `time` is older than that on the workspace's clock. \
                By size: removes the oldest records until the pages with records and an index of \
                their times hold at most that many bytes; the file keeps its length and reuses the \
                space. The rule is applied when it is set, by `now`, after each `flush` that \
                uploaded something, when `serve` starts and once an hour while it runs; each time, \
                it reports what was removed. The record that was stored last in a table is always \
                kept, even if it is too old, since the numbers of later ones follow its own: it \
                goes once another has been stored. Everything is removed in one transaction. If \
                retention removed an event, `why` says so.
                """,
            parameters: [databaseName.spec, retentionRule.spec],
            examples: [
                .init("The last 30 days.", "database retention mobile 30d"),
                .init("Everything again.", "database retention mobile off"),
            ], serves: ["TD-06"]
        ) { .retention($0[retentionRule] ?? .show, database: $0.need(databaseName)) },
        Command(
            "table create", .data, "Creates a table in a database of the embedded warehouse.",
            discussion: """
                A table called `push_events` starts with the columns of the Push Events Table, any \
                other with just `time`. Columns are added automatically when records have new \
                keys, up to 512.
                """,
            parameters: [tableName.spec],
            examples: [.init("A second table.", "table create mobile.test_events\ntables")],
            serves: ["TD-13", "TD-14"]
        ) {
            let name = $0[tableName] ?? ("", "")
            return .warehouse(.createTable(name.table, database: name.database))
        },
        Command(
            "table delete", .data, "Deletes a table with its records.",
            parameters: [tableName.spec],
            examples: [.init("Every event.", "table delete mobile.push_events")],
            serves: ["TD-13"]
        ) {
            let name = $0[tableName] ?? ("", "")
            return .warehouse(.deleteTable(name.table, database: name.database))
        },
    ]
}
