/// The tables of the catalog `system`, which drivers and BI tools query about a server.
extension Translator {
    /// Whether a name is one in the catalog `system`.
    ///
    /// It takes all three parts, as `system.jdbc.tables`.
    static func isSystem(_ table: QualifiedName) -> Bool {
        table.parts.count == 3 && table.parts[0].key == "system"
    }

    /// Returns a table of the catalog `system`, as it is at translation time.
    func systemTable(_ table: QualifiedName, _ alias: String) throws(Fault) -> Source {
        let name = "\(table.parts[1].key).\(table.last.key)"
        guard let found = systemTable(name) else {
            throw Fault(
                .tableNotFound, "Table '\(table.key)' does not exist", at: table.start,
                to: table.end
            ).hinting("in `system` there are \(Self.systemTables.joined(separator: ", "))")
        }
        return constant(found.columns, found.rows, self.alias(alias), table)
    }

    /// The tables that exist, as the hint on an unknown one lists them.
    static let systemTables = [
        "runtime.nodes", "metadata.catalogs", "metadata.table_comments", "jdbc.catalogs",
        "jdbc.schemas", "jdbc.tables", "jdbc.table_types", "jdbc.columns",
    ]

    /// A table: its columns, and rows of cells in SQLite's text.
    private typealias Rows = (columns: [(name: String, type: TrinoType)], rows: [[String]])

    /// Returns a table by its schema and name; nil if there is none.
    ///
    /// There is one node, this process. The version is that of the release whose SQL this is.
    private func systemTable(_ name: String) -> Rows? {
        let own = text(catalog.name)
        switch name {
        case "runtime.nodes":
            return (
                texts("node_id", "http_uri", "node_version") + [("coordinator", .boolean)]
                    + texts("state"),
                [[text("pushsh"), text("http://localhost"), text("483"), "1", text("active")]]
            )
        case "metadata.catalogs":
            return (
                texts("catalog_name", "connector_id", "connector_name", "state"),
                [[own, own, text("pushsh"), text("ACTIVE")]]
            )
        case "metadata.table_comments":
            return (
                texts("catalog_name", "schema_name", "table_name", "comment"),
                tables.map { [own, text($0.schema), text($0.table), "NULL"] }
            )
        case "jdbc.catalogs": return (texts("table_cat"), [[own]])
        case "jdbc.schemas":
            return (
                texts("table_schem", "table_catalog"),
                catalog.schemas().map { [text($0), own] }
            )
        case "jdbc.table_types":
            return (texts("table_type"), [[text("TABLE")], [text("VIEW")]])
        case "jdbc.tables": return jdbcTables
        case "jdbc.columns": return jdbcColumns
        default: return nil
        }
    }

    /// Every table of the catalog.
    private var tables: [(schema: String, table: String)] {
        catalog.schemas().flatMap { schema in
            (catalog.tables(in: schema) ?? []).map { (schema, $0) }
        }
    }

    /// The columns of java.sql.DatabaseMetaData.getTables.
    private var jdbcTables: Rows {
        let names = texts(
            "table_cat", "table_schem", "table_name", "table_type", "remarks", "type_cat",
            "type_schem", "type_name", "self_referencing_col_name", "ref_generation")
        let rows = tables.map {
            [text(catalog.name), text($0.schema), text($0.table), text("TABLE")]
                + Array(repeating: "NULL", count: 6)
        }
        return (names, rows)
    }

    /// The columns of java.sql.DatabaseMetaData.getColumns.
    private var jdbcColumns: Rows {
        let names =
            texts("table_cat", "table_schem", "table_name", "column_name")
            + [("data_type", .bigint)] + texts("type_name")
            + ["column_size", "buffer_length", "decimal_digits", "num_prec_radix", "nullable"].map {
                ($0, .bigint)
            } + texts("remarks", "column_def")
            + ["sql_data_type", "sql_datetime_sub", "char_octet_length", "ordinal_position"].map {
                ($0, .bigint)
            } + texts("is_nullable", "scope_catalog", "scope_schema", "scope_table")
            + [("source_data_type", .bigint)] + texts("is_autoincrement", "is_generatedcolumn")
        var rows: [[String]] = []
        for (schema, table) in tables {
            for (index, column) in (catalog.columns(of: table, in: schema) ?? []).enumerated() {
                let kind = Self.jdbc(column.type)
                rows.append(
                    [
                        text(catalog.name), text(schema), text(table), text(column.name),
                        kind.type, text(column.type.text), kind.size, "NULL", "NULL", kind.radix,
                        "1", "NULL", "NULL", "NULL", "NULL", kind.octets, "\(index + 1)",
                        text("YES"), "NULL", "NULL", "NULL", "NULL", "NULL", "NULL",
                    ])
            }
        }
        return (names, rows)
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

    /// Returns columns of texts.
    private func texts(_ names: String...) -> [(name: String, type: TrinoType)] {
        names.map { ($0, .varchar(nil)) }
    }

    /// Returns a text as a cell.
    private func text(_ text: String) -> String { SQLText.string(text) }

    /// Makes a relation of rows known at translation time.
    private func constant(
        _ columns: [(name: String, type: TrinoType)], _ rows: [[String]], _ alias: String,
        _ table: QualifiedName
    ) -> Source {
        let nothing =
            "SELECT \(columns.map { "NULL AS \(SQLText.name($0.name))" }.joined(separator: ", ")) "
            + "WHERE 0"
        let list = rows.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
        let body = rows.isEmpty ? nothing : "\(nothing) UNION ALL VALUES \(list)"
        let named = columns.map { column in
            Scope.Column(
                name: column.name, qualifiers: table.parts.map(\.key),
                term: Term(
                    "\(SQLText.name(alias)).\(SQLText.name(column.name))", column.type))
        }
        return Source(sql: "(\(body)) AS \(SQLText.name(alias))", columns: named)
    }
}
