extension ManPage {
    /// Renders pushsh-export(7): how to use the warehouse's data in other engines.
    public static var export: String {
        var page = Mdoc(
            title: "pushsh-export", section: 7,
            summary: "the warehouse in DuckDB, Treasure Data, ClickHouse and Spark")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            The warehouse is for one machine. `export` writes its content, or the result of a \
            query, to files that larger engines can read without further information. Rows are \
            streamed, so memory use stays flat, and a file gets its name only once it is complete \
            and on disk.

            Parquet is the format for engines: every column optional, plain values, pages \
            compressed with gzip if `--gzip` is given. `--by day` makes a directory for each day \
            of the column `time` in UTC, `dt=2026-01-31/part-00000.parquet`, which engines read as \
            a column `dt`; rows without a time are in `dt=__HIVE_DEFAULT_PARTITION__`.

            CSV follows RFC 4180 exactly: NULL is an empty field, empty text is `""`, and text is \
            never changed. With a single column a NULL is an empty line, which some readers \
            (pandas) skip: JSON Lines and Parquet keep such rows everywhere. JSON Lines has one \
            object per line. Doubles are as Trino writes them, `1.0` or `1.0E10`.
            """)
        types(&page)
        page.raw(".Sh RECIPES")
        for recipe in recipes {
            page.macro("Ss", recipe.engine)
            page.prose(recipe.text)
            page.literal(recipe.lines)
        }
        page.raw(".Sh UPLOAD TO TREASURE DATA")
        page.prose(upload)
        page.raw(".Sh FILES")
        page.prose(
            "`uploads.json` in the workspace: what was uploaded, by site and table. Without it "
                + "everything is uploaded again.")
        page.raw(".Sh EXAMPLES")
        page.prose("Every day of a table, and a query for a spreadsheet:")
        page.literal(exportScript)
        seeAlso(from: "pushsh-export(7)", &page)
        return page.text
    }

    /// Adds the types of a file by those of the query (decision 490).
    private static func types(_ page: inout Mdoc) {
        page.raw(".Sh TYPES")
        page.prose(
            """
            A column of a table, or of a query in SQLite's dialect, has the narrowest type that \
            holds all its values: `long` (64 bits), `double`, or else `string`. In CSV and JSON \
            Lines, too, every value has the form of that type. Booleans in records are the texts \
            `true` and `false`, and `time` is whole Unix seconds, as in Treasure Data. \
            `--as time:timestamp,paid:boolean` overrides that; a value that does not fit the \
            chosen type ends the export. A column without values has the type that the \
            warehouse labels it with, or is a string column in the result of a query.

            A query in Trino's dialect tells the types of its columns, and they are in a Parquet \
            file as follows:
            """)
        page.raw(".Bl -tag -width Ds")
        for row in typeRows {
            page.macro("It Sy", row.type)
            page.prose(row.file)
        }
        page.raw(".El")
        page.prose(
            """
            In CSV and JSON Lines, dates, times and decimals are the texts of Trino's results; in \
            JSON Lines, decimals are numbers, and arrays, maps, rows and the type `json` are JSON. \
            CSV has the same JSON as text. `varbinary` is in hexadecimal digits. The fields of a \
            row have their names; fields without names, and all of a row in which two are the \
            same, are `field0`, `field1` and so on. A time with a zone keeps its zone in CSV and \
            JSON Lines; in Parquet it is the instant in UTC.
            """)
    }

    /// Trino's types, and the Parquet types that they are written as.
    private static let typeRows: [(type: String, file: String)] = [
        ("boolean", "BOOLEAN."), ("tinyint", "INT(8) in INT32."),
        ("smallint", "INT(16) in INT32."), ("integer", "INT32."), ("bigint", "INT64."),
        ("real", "FLOAT."), ("double", "DOUBLE."),
        ("decimal(p,s)", "DECIMAL, in INT32, INT64, or fixed bytes for more than 18 digits."),
        ("date", "DATE."), ("time(p)", "TIME in microseconds, without a zone."),
        (
            "timestamp(p)",
            "TIMESTAMP without a zone, in milliseconds; in microseconds if p is over 3."
        ), ("timestamp(p) with time zone", "TIMESTAMP in UTC, in milliseconds."),
        ("uuid", "UUID, in 16 bytes."),
        ("varchar, char(n)", "STRING."), ("varbinary", "Bytes."),
        ("json", "STRING; Trino reads it as varchar, which `json_parse` takes."),
        ("interval", "STRING."), ("array(T)", "LIST of three levels."), ("map(K,V)", "MAP."),
        ("row(F)", "A group with the fields F."),
    ]

    /// The facts about `upload` that its help page leaves out.
    private static let upload = """
        `upload` sends a database, or one table, by bulk import: parts of at most 16 MB as gzipped \
        MessagePack, which the service checks with a job and then stores together. A bulk import \
        has at most 500,000 records; the rest goes into the next one. A database or table missing \
        there is created. Columns keep their names; NULLs are left out.

        The workspace records each step on disk before anything depends on it. If it is stopped by \
        ^C, killed, or cut off, the same `upload` first asks the service for its state and \
        continues after the last part that arrived; a part that was not recorded replaces the one \
        of the same name. Once the commit has been requested, nothing is sent again. If the \
        service then does not know the bulk import, there is no way to tell from here what became \
        of it: the command fails with `upload_uncertain`, and `--settle stored` or `--settle lost` \
        continues after you have counted the records. Records that the service cannot read are \
        reported before the commit, and nothing is stored. `--restart` abandons what was started.

        The next `upload` to the same place sends the records added since. The last record sent is \
        remembered by its digest: a table that was restored from a backup or undone with `undo` is \
        refused, and can be sent to another table with `--to`. A copy of a workspace \
        elsewhere, such as a restored backup, has no upload record and sends everything.

        The key is read from where `td.api_key` or `--key` says, and written nowhere. Before \
        sending to anything but this machine, `upload` asks for confirmation; in a script, use \
        `--yes`. `--dry-run` shows what would be sent without contacting the service. You can \
        rehearse without an account against `serve --api` of another workspace.
        """

    /// The statements of the page's example.
    private static let exportScript = """
        app launch
        flush
        export mobile.push_events events --to parquet --by day --gzip
        export "SELECT type, count(*) AS n FROM mobile.push_events GROUP BY 1" types.csv --bom
        """

    /// A recipe that reads an export with an engine.
    ///
    /// The lines go into the engine's own shell.
    struct ExportRecipe {
        let engine: String
        let text: String
        let lines: String
    }

    /// The recipes; a test runs DuckDB's.
    static let recipes = [
        ExportRecipe(
            engine: "DuckDB",
            text: "DuckDB reads the files in place; `dt` is a column.",
            lines: """
                SELECT dt, type, count(*) FROM
                  read_parquet('events/*/*.parquet', hive_partitioning = true)
                GROUP BY 1, 2 ORDER BY 1, 2;
                CREATE TABLE push_events AS FROM read_parquet('events/*/*.parquet');
                """),
        ExportRecipe(
            engine: "Treasure Data",
            text: "`upload` fills a table for the account's Trino; see below. Then you can query "
                + "the account from here.",
            lines: """
                pushsh --workspace w -c $'network real\\nupload mobile.push_events --site us'
                pushsh --workspace w -c $'network real\\nendpoint us\\nquery --remote "SELECT type,
                  count(*) FROM push_events WHERE TD_INTERVAL(time, \\'-7d\\') GROUP BY 1"'
                """),
        ExportRecipe(
            engine: "ClickHouse",
            text: "Without a server, and into one.",
            lines: """
                clickhouse local -q "SELECT type, count() FROM
                  file('events/*/*.parquet', Parquet) GROUP BY type"
                CREATE TABLE push_events ENGINE = MergeTree ORDER BY time
                  AS SELECT * FROM file('events/*/*.parquet', Parquet)
                  SETTINGS allow_nullable_key = 1;
                INSERT INTO push_events FROM INFILE 'events/*/*.parquet' FORMAT Parquet;
                """),
        ExportRecipe(
            engine: "Spark",
            text: "The directories become the column `dt`.",
            lines: """
                spark.read.parquet("events").groupBy("dt", "type").count().show()
                spark.read.parquet("events").write.partitionBy("dt") \\
                  .saveAsTable("push_events")
                """),
    ]
}
