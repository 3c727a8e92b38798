import PushModel

extension CommandTable {
    private static let databaseName = Parameter<String>.word(
        "name", "NAME", "A database: `[0-9a-z_]{3,128}`.", isRequired: true)
    private static let tableName = Parameter<(database: String, table: String)>.positional(
        "name", "DATABASE.TABLE", "A table, as SQL names it.",
        wants: "a table such as `mobile.push_events`", isRequired: true, completion: .sql,
        read: { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            return (String(parts[0]), String(parts[1]))
        })

    private static let retentionRule = Parameter<RetentionOrder>.positional(
        "rule", "RULE", "An age (`30d`), a size (`1GB`), `off`, or `now`, which carries it out.",
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
            "database list", .data, "Lists the databases of the warehouse with what they hold.",
            examples: [.init("A fresh workspace.", "database list")], serves: ["TD-13"]
        ) { _ in .inspect(.databases) },
        Command(
            "database create", .data, "Makes a database in the embedded warehouse.",
            discussion: """
                An upload to a database or table that is missing is answered with 404, as Treasure \
                Data's Ingest API answers; the owner makes them first.
                """,
            parameters: [databaseName.spec],
            examples: [
                .init(
                    "Of another app.",
                    "database create shop\ntable create shop.push_events\napp set td.database shop"
                )
            ], serves: ["TD-13", "TD-14"]
        ) { .warehouse(.createDatabase($0.need(databaseName))) },
        Command(
            "database delete", .data, "Deletes a database with all its tables.",
            parameters: [databaseName.spec],
            examples: [.init("As made.", "database create shop\ndatabase delete shop")],
            serves: ["TD-13"]
        ) { .warehouse(.deleteDatabase($0.need(databaseName))) },
        Command(
            "database retention", .data, "Shows or sets how much of its records a database keeps.",
            discussion: """
                By age: records whose `time` lies further back than that on the workspace's clock \
                go. By size: the oldest records go until the pages of records, with an index of \
                their times, hold at most so many bytes; the file keeps its length, and uses the \
                room again. The rule is carried out when it is set, by `now`, after each `flush` \
                that uploaded something, when `serve` starts and once an hour while it answers, \
                and each time what went is told. The record of a table that came last stays. A \
                transaction removes all of it or nothing. `why` says of an event that retention \
                has removed it.
                """,
            parameters: [databaseName.spec, retentionRule.spec],
            examples: [
                .init("The last 30 days.", "database retention mobile 30d"),
                .init("Everything again.", "database retention mobile off"),
            ], serves: ["TD-06"]
        ) { .retention($0[retentionRule] ?? .show, database: $0.need(databaseName)) },
        Command(
            "table create", .data, "Makes a table in a database of the embedded warehouse.",
            discussion: """
                A table called `push_events` starts with the columns of the Push Events Table, any \
                other with `time` alone. Columns come by themselves as records bring new keys, at \
                most 512.
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
