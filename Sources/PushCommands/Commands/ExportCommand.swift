import PushSimulation

/// The command that writes rows as Parquet, CSV or JSON Lines.
extension CommandTable {
    private static let source = Parameter<String>.word(
        "source", "SOURCE", "A database, a table as `DATABASE.TABLE`, or a SELECT.",
        wants: "a database, a table or a SELECT", isRequired: true, completion: .sql)
    private static let path = Parameter<String>.positional(
        "path", "PATH", "The file; a directory for a database, and with `--by`.",
        wants: "a file or a directory", isRequired: true, completion: .file,
        read: { $0.isEmpty ? nil : $0 })
    private static let format = Parameter<ExportFormat>.choice(
        "to", "FORM", "`parquet`, `csv` or `jsonl`; by default inferred from the file's extension.")
    private static let partition = Parameter<String>.option(
        "by", "UNIT", "`day`: a directory for each day of `time` (UTC).", wants: "`day`",
        completion: .choice(["day"]), read: { $0 == "day" ? $0 : nil })
    private static let choices = Parameter<[ExportChoice]>.option(
        "as", "TYPES",
        "Column types such as `time:timestamp`; the rest are inferred from the values.",
        wants: "columns with types such as `time:timestamp,paid:boolean`",
        read: { ExportChoice.list($0) })
    private static let hasMark = Parameter<Bool>.flag(
        "bom", "Starts CSV with a byte-order mark, which some spreadsheets need.")
    private static let isPacked = Parameter<Bool>.flag("gzip", "Compresses the output with gzip.")
    private static let replaces = Parameter<Bool>.flag(
        "force", "Replaces an existing file, or the directory of an earlier export.")

    static let exportCommand = Command(
        "export", .data, "Exports a query, a table or a database to files for other engines.",
        discussion: """
            Rows are streamed, however many there are. A file gets its name only once it is \
            complete. A column's type is the narrowest that holds all its values; `--as \
            time:timestamp,paid:boolean` chooses among `long`, `double`, `string`, `boolean` and \
            `timestamp`. In CSV, NULL is an empty field and empty text is `""`. A SELECT means \
            what it means to `query`. pushsh-export(7) has recipes for DuckDB, Treasure Data, \
            ClickHouse and Spark.
            """,
        parameters: [
            source.spec, path.spec, format.spec, partition.spec, choices.spec, hasMark.spec,
            isPacked.spec, replaces.spec, queryDialect.spec,
        ],
        examples: [
            .init("A table.", "app launch\nflush\nexport mobile.push_events events.parquet"),
            .init(
                "A directory per day, for engines that run on many machines.",
                "app launch\nflush\nexport mobile.push_events events --to parquet --by day"),
            .init(
                "A query, for a spreadsheet.",
                "export \"SELECT 1 AS one\" one.csv --bom"),
        ], serves: ["TD-11", "TD-13"]
    ) { (arguments) throws(UsageError) in
        let path = arguments.need(path)
        guard let format = arguments[format] ?? ExportFormat(endOf: path) else {
            throw UsageError(
                .missingArgument, "`export` needs `--to parquet`, `--to csv` or `--to jsonl`",
                at: arguments.argument(of: Self.path)?.span,
                hint: "a file's name may end with the form: `events.parquet`")
        }
        guard format != .parquet || !path.hasSuffix(".gz") else {
            throw UsageError(
                .invalidValue, "a Parquet file is compressed inside, found `.gz` after its name",
                at: arguments.argument(of: Self.path)?.span,
                hint: "leave out `.gz`, and add `--gzip`")
        }
        var options = ExportOptions(
            source: arguments.need(source),
            place: SourceText(
                arguments.argument(of: source)?.span ?? .init(start: 0, end: 0)),
            path: path, format: format)
        options.isByDay = arguments[partition] != nil
        options.hasMark = arguments.has(hasMark)
        guard !options.hasMark || format == .csv else {
            throw UsageError(
                .invalidValue, "`--bom` is for CSV, found `\(format.rawValue)`",
                at: arguments.argument(of: hasMark)?.span)
        }
        options.isPacked = arguments.has(isPacked) || path.hasSuffix(".gz")
        options.replaces = arguments.has(replaces)
        options.choices = arguments[choices] ?? []
        options.dialect = arguments[queryDialect]
        return .export(options)
    }
}
