extension ManPage {
    /// Renders pushsh-export(7): how to use the warehouse's data in other engines.
    public static var export: String {
        var page = Mdoc(
            title: "pushsh-export", section: 7,
            summary: "the warehouse in DuckDB, Treasure Data, ClickHouse and Spark")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            The warehouse is for one machine. `export` writes what it holds, or the answer of a \
            query, to files that larger engines read without being told anything about them. Rows \
            are written as they come, so that memory stays flat, and nothing has its name before \
            it is whole and on the disk.

            Parquet is the form for engines: flat, every column optional, values plain, pages \
            packed with gzip where `--gzip` asks for it. `--by day` makes a directory for each day \
            of the column `time` in UTC, `dt=2026-01-31/part-00000.parquet`, which engines take as \
            a column `dt`; rows without a time are in `dt=__HIVE_DEFAULT_PARTITION__`.

            CSV is that of RFC 4180, exact: NULL is an empty field, an empty text is `""`, and \
            nothing in a text is changed. JSON Lines has an object a line.
            """)
        page.raw(".Sh TYPES")
        page.prose(
            """
            A column has the narrowest type that holds all its values: `long` (64 bits), `double`, \
            else `string`. Booleans of records are the texts `true` and `false`, and `time` is \
            whole Unix seconds, as in Treasure Data. `--as time:timestamp,paid:boolean` chooses \
            otherwise; a value that the chosen type cannot take ends the export. A column with \
            nothing but NULL is one of strings.
            """)
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
                + "everything is uploaded anew.")
        page.raw(".Sh EXAMPLES")
        page.prose("Every day of a table, and a query for a spreadsheet:")
        page.literal(exportScript)
        seeAlso(from: "pushsh-export(7)", &page)
        return page.text
    }

    private static let upload = """
        `upload` sends a database, or one table, by bulk import: parts of at most 16 MB as \
        MessagePack, packed with gzip, which the service checks with a job and then stores \
        together. A bulk import has at most 500,000 records; what is more goes with the next \
        one. A database or table that is missing there is made. Columns keep their names; values \
        that are NULL are left out.

        The workspace notes each step, on the disk, before anything depends on it. Stopped by ^C, \
        killed, or cut off, the same `upload` goes on from the last part that arrived, and asks \
        the service first how far it is; a part that was not noted takes the place of the one \
        that has its name. Once the commit was asked for, nothing is sent again. Where the \
        service knows no bulk import by then, nobody can tell from here what became of it: \
        `upload_uncertain` says so, and `--settle stored` or `--settle lost` goes on after you \
        have counted. What the service cannot read is told before the commit, and nothing is \
        stored. `--restart` gives up what was begun.

        The next `upload` to the same place sends what came since. The last record that was sent \
        is remembered by its digest: a table that was restored from a backup, taken back with \
        `undo`, or made anew is refused, and goes to another table with `--to`. A copy of a \
        workspace elsewhere, such as a restored backup, has no note and sends everything.

        The key is read where `td.api_key` or `--key` says, and written nowhere. Before anything \
        but this machine is reached `upload` asks; in a script `--yes` is the answer. \
        `--dry-run` tells what would be sent and asks nobody. Against `serve --api` of another \
        workspace it is rehearsed without an account.
        """

    private static let exportScript = """
        app launch
        flush
        export mobile.push_events events --to parquet --by day --gzip
        export "SELECT type, count(*) AS n FROM mobile.push_events GROUP BY 1" types.csv --bom
        """

    /// A recipe that reads an export with an engine.
    struct ExportRecipe {
        let engine: String
        let text: String
        let lines: String
    }

    /// The recipes; a test runs DuckDB's.
    static let recipes = [
        ExportRecipe(
            engine: "DuckDB",
            text: "It reads the files where they are; `dt` is a column.",
            lines: """
                SELECT dt, type, count(*) FROM
                  read_parquet('events/*/*.parquet', hive_partitioning = true)
                GROUP BY 1, 2 ORDER BY 1, 2;
                CREATE TABLE push_events AS FROM read_parquet('events/*/*.parquet');
                """),
        ExportRecipe(
            engine: "Treasure Data",
            text: "`upload` fills a table for the account's Trino; see below. The account is then "
                + "asked from here.",
            lines: """
                pushsh --workspace w -c $'network real\\nupload mobile.push_events --site us'
                pushsh --workspace w -c $'network real\\nquery --remote "SELECT type, count(*)
                  FROM push_events WHERE TD_INTERVAL(time, \'-7d\') GROUP BY 1"'
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
