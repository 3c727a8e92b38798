/// The catalog `system`.
extension MetadataTables {
    private static let properties = "catalog_name property_name default_value type description"

    /// The columns of each table, by its schema and name.
    static let systemColumns: [String: String] = [
        "jdbc.attributes": """
        type_cat type_schem type_name attr_name data_type:bigint attr_type_name \
        attr_size:bigint decimal_digits:bigint num_prec_radix:bigint nullable:bigint remarks \
        attr_def sql_data_type:bigint sql_datetime_sub:bigint char_octet_length:bigint \
        ordinal_position:bigint is_nullable scope_catalog scope_schema scope_table \
        source_data_type:bigint
        """,
        "jdbc.catalogs": "table_cat",
        "jdbc.columns": """
        table_cat table_schem table_name column_name data_type:bigint type_name \
        column_size:bigint buffer_length:bigint decimal_digits:bigint num_prec_radix:bigint \
        nullable:bigint remarks column_def sql_data_type:bigint sql_datetime_sub:bigint \
        char_octet_length:bigint ordinal_position:bigint is_nullable scope_catalog \
        scope_schema scope_table source_data_type:bigint is_autoincrement is_generatedcolumn
        """,
        "jdbc.procedure_columns": """
        procedure_cat procedure_schem procedure_name column_name column_type:bigint \
        data_type:bigint type_name precision:bigint length:bigint scale:bigint radix:bigint \
        nullable:bigint remarks column_def sql_data_type:bigint sql_datetime_sub:bigint \
        char_octet_length:bigint ordinal_position:bigint is_nullable specific_name
        """,
        "jdbc.procedures": """
        procedure_cat procedure_schem procedure_name remarks procedure_type:bigint \
        specific_name
        """,
        "jdbc.pseudo_columns": """
        table_cat table_schem table_name column_name data_type:bigint column_size:bigint \
        decimal_digits:bigint num_prec_radix:bigint column_usage remarks \
        char_octet_length:bigint is_nullable:bigint
        """,
        "jdbc.schemas": "table_schem table_catalog",
        "jdbc.super_tables": "table_cat table_schem table_name supertable_name",
        "jdbc.super_types": """
        type_cat type_schem type_name supertype_cat supertype_schem supertype_name
        """,
        "jdbc.table_primarykeys": """
        table_cat table_schem table_name column_name key_seq:bigint pk_name
        """,
        "jdbc.table_types": "table_type",
        "jdbc.tables": """
        table_cat table_schem table_name table_type remarks type_cat type_schem type_name \
        self_referencing_col_name ref_generation
        """,
        "jdbc.types": """
        type_name data_type:bigint precision:bigint literal_prefix literal_suffix \
        create_params nullable:bigint case_sensitive:boolean searchable:bigint \
        unsigned_attribute:boolean fixed_prec_scale:boolean auto_increment:boolean \
        local_type_name minimum_scale:bigint maximum_scale:bigint sql_data_type:bigint \
        sql_datetime_sub:bigint num_prec_radix:bigint
        """,
        "jdbc.udts": "type_cat type_schem type_name class_name data_type remarks base_type",
        "metadata.analyze_properties": properties,
        "metadata.catalogs": "catalog_name connector_id connector_name state",
        "metadata.column_properties": properties,
        "metadata.materialized_view_properties": properties,
        "metadata.materialized_views": """
        catalog_name schema_name name storage_catalog storage_schema storage_table freshness \
        last_fresh_time:moment comment definition
        """,
        "metadata.schema_properties": properties,
        "metadata.table_comments": "catalog_name schema_name table_name comment",
        "metadata.table_properties": properties,
        "runtime.nodes": "node_id http_uri node_version coordinator:boolean state",
        "runtime.queries": """
        query_id state user source query resource_group_id:texts queued_time_ms:bigint \
        analysis_time_ms:bigint planning_time_ms:bigint created:moment started:moment \
        last_heartbeat:moment end:moment error_type error_code
        """,
        "runtime.tasks": """
        node_id task_id stage_id query_id state splits:bigint queued_splits:bigint \
        running_splits:bigint completed_splits:bigint split_scheduled_time_ms:bigint \
        split_cpu_time_ms:bigint split_blocked_time_ms:bigint raw_input_bytes:bigint \
        raw_input_rows:bigint processed_input_bytes:bigint processed_input_rows:bigint \
        output_bytes:bigint output_rows:bigint physical_input_bytes:bigint \
        physical_written_bytes:bigint created:moment start:moment last_heartbeat:moment \
        end:moment
        """,
        "runtime.transactions": """
        transaction_id isolation_level read_only:boolean auto_commit_context:boolean \
        create_time:moment idle_time_secs:bigint written_catalog catalogs:texts
        """,
    ]

    /// Returns the rows of a table, by its schema and name.
    ///
    /// There is one node, this process. The version is that of the release whose SQL this is.
    func systemRows(_ name: String) -> [[String]] {
        switch name {
        case "runtime.nodes":
            [[cell("pushsh"), cell("http://localhost"), cell("483"), "1", cell("active")]]
        case "runtime.queries": catalog.runtimeQueries.map(queryRow)
        case "metadata.catalogs":
            server.map { one in
                let connector = one.label == Self.system ? one.label : "pushsh"
                return [cell(one.label), cell(one.label), cell(connector), cell("ACTIVE")]
            }
        case "metadata.table_comments":
            server.flatMap(\.tables).map { cells(of: $0) + ["NULL"] }
        case "jdbc.catalogs": server.map { [cell($0.label)] }
        case "jdbc.schemas":
            server.flatMap { one in one.schemas.map { [cell($0), cell(one.label)] } }
        case "jdbc.table_types": [[cell("TABLE")], [cell("VIEW")]]
        case "jdbc.tables":
            server.flatMap(\.tables).map {
                cells(of: $0) + [cell("TABLE")] + Array(repeating: "NULL", count: 6)
            }
        case "jdbc.columns": server.flatMap { one in one.tables.flatMap(one.columnRows(of:)) }
        case "jdbc.types": Self.types.map { typeRow($0.name, $0.type) }
        default: []
        }
    }

    /// The length of a query's text that is shown: the texts of all queries go into a statement,
    /// which SQLite limits.
    private static let shownText = 1000

    /// The user is not shown: it is an API key.
    private func queryRow(_ query: RuntimeQuery) -> [String] {
        func moment(_ milliseconds: Int64?) -> String {
            milliseconds.map { "trino_from_unixtime(\($0) / 1000.0, 'UTC')" } ?? "NULL"
        }
        let start = query.text.prefix(Self.shownText)
        return [
            cell(query.id), cell(query.state), cell("pushsh"), query.source.map(cell) ?? "NULL",
            cell(start.endIndex < query.text.endIndex ? start + "…" : String(start)),
            cell(#"["global"]"#), "\(query.queuedMilliseconds)", "0", "0",
            moment(query.createdAt), moment(query.startedAt), moment(query.askedAt),
            moment(query.endedAt), query.errorType.map(cell) ?? "NULL",
            query.errorName.map(cell) ?? "NULL",
        ]
    }

    /// Returns the rows of java.sql.DatabaseMetaData.getColumns about one table.
    private func columnRows(of table: TablePlace) -> [[String]] {
        let columns = columns(of: table.table, in: table.schema) ?? []
        return columns.enumerated().map { index, column in
            let kind = Self.jdbc(column.type)
            return cells(of: table) + [
                cell(column.name), kind.type, cell(column.type.text), kind.size, "NULL", "NULL",
                kind.radix, "1", "NULL", "NULL", "NULL", "NULL", kind.octets, "\(index + 1)",
                cell("YES"), "NULL", "NULL", "NULL", "NULL", "NULL", "NULL",
            ]
        }
    }

    /// The types; of those with parameters Trino tells neither number nor size.
    private static let types: [(name: String, type: TrinoType?)] =
        [
            .boolean, .tinyint, .smallint, .integer, .bigint, .real, .double, .varbinary, .date,
            .json, .uuid, .intervalDayToSecond, .intervalYearToMonth,
        ].map { (type: TrinoType) -> (name: String, type: TrinoType?) in (type.text, type) }
        + [
            "decimal", "varchar", "char", "time", "timestamp", "timestamp with time zone", "array",
            "map", "row",
        ].map { (name: $0, type: nil) }

    /// Returns a row of java.sql.DatabaseMetaData.getTypeInfo.
    private func typeRow(_ name: String, _ type: TrinoType?) -> [String] {
        let kind = Self.jdbc(type ?? .unknown)
        return [
            cell(name), name == "array" ? "2003" : kind.type, kind.size, "NULL", "NULL", "NULL",
            "1", "0", type == nil ? "0" : "3", "NULL", "0", "NULL", "NULL", "0", "0", "NULL",
            "NULL", kind.radix,
        ]
    }

    /// Returns the constant of java.sql.Types, and the size as Trino reports it.
    ///
    /// The size of a number is in digits of the radix, that of a text in characters.
    private static func jdbc(
        _ type: TrinoType
    ) -> (type: String, size: String, radix: String, octets: String) {
        switch type {
        case .boolean: ("16", "NULL", "NULL", "NULL")
        case .tinyint: ("-6", "3", "10", "NULL")
        case .smallint: ("5", "5", "10", "NULL")
        case .integer: ("4", "10", "10", "NULL")
        case .bigint: ("-5", "19", "10", "NULL")
        case .real: ("7", "24", "2", "NULL")
        case .double: ("8", "53", "2", "NULL")
        case .decimal(let precision, _): ("3", "\(precision)", "10", "NULL")
        case .char(let length): ("1", "\(length)", "NULL", "\(length)")
        case .varbinary: ("-3", "2147483647", "NULL", "2147483647")
        case .date: ("91", "14", "NULL", "NULL")
        case .time(let digits): ("92", "\(8 + min(digits, 1) + digits)", "NULL", "NULL")
        case .timestamp(let digits): ("93", "\(21 + min(digits, 1) + digits)", "NULL", "NULL")
        case .timestampWithZone: ("2014", "NULL", "NULL", "NULL")
        case .array: ("2003", "NULL", "NULL", "NULL")
        case .varchar(let length?): ("12", "\(length)", "NULL", "\(length)")
        case .varchar(nil): ("12", "2147483647", "NULL", "2147483647")
        default: ("2000", "NULL", "NULL", "NULL")
        }
    }
}
