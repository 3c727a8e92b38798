/// A table whose rows are known when a statement is translated.
struct ConstantTable {
    typealias Column = (name: String, type: TrinoType)

    /// Its columns; those that `*` leaves out come last.
    let columns: [Column]
    /// The number of those that `*` leaves out.
    var hidden = 0
    /// Returns its rows, whose cells are in SQLite's text.
    let rows: () -> [[String]]

    /// The columns that `*` and DESCRIBE show.
    var shown: [Column] { Array(columns.dropLast(hidden)) }

    /// Reads a list of columns: names separated by blanks, each with a colon and its type unless
    /// that is varchar.
    static func columns(_ text: String) -> [Column] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: ":")
            return (String(parts[0]), parts.count == 1 ? .varchar(nil) : type(parts[1]))
        }
    }

    private static func type(_ word: Substring) -> TrinoType {
        switch word {
        case "bigint": .bigint
        case "boolean": .boolean
        case "moment": .timestampWithZone(3)
        case "texts": .array(.varchar(nil))
        default: .unknown
        }
    }
}

/// The schemas and tables of one catalog, with those that describe the others.
///
/// These are `information_schema` in every catalog, and the whole catalog `system`, which drivers
/// and BI tools query about a server. They have the columns of Trino's; those for what does not
/// exist here, such as materialized views and procedures, are empty.
struct MetadataTables {
    static let information = "information_schema"
    static let system = "system"

    let catalog: any TrinoCatalog
    /// The catalog, by the name that the statement or the session has for it.
    let label: String

    private var isSystem: Bool { label == Self.system }

    /// Whether the tables of a schema are among those that describe others.
    func describes(_ schema: String) -> Bool { isSystem || schema == Self.information }

    /// The names of all schemas.
    var schemas: [String] {
        let others =
            isSystem
            ? Set(Self.systemColumns.keys.map { String($0.prefix { $0 != "." }) }).sorted()
            : catalog.schemas()
        return others + [Self.information]
    }

    /// Returns the names of a schema's tables; nil if there is no such schema.
    func tables(in schema: String) -> [String]? {
        guard describes(schema) else { return catalog.tables(in: schema) }
        if schema == Self.information { return Self.informationColumns.keys.sorted() }
        guard schemas.contains(schema) else { return nil }
        return Self.systemColumns.keys.filter { $0.hasPrefix(schema + ".") }
            .map { String($0.dropFirst(schema.utf8.count + 1)) }.sorted()
    }

    /// Returns the columns that `*` shows; nil if there is no such table.
    func columns(of table: String, in schema: String) -> [ConstantTable.Column]? {
        guard describes(schema) else {
            return catalog.columns(of: table, in: schema)?.map { ($0.name, $0.type) }
        }
        return self.table(table, in: schema)?.shown
    }

    /// Returns a table that describes others; nil if there is no such one.
    func table(_ table: String, in schema: String) -> ConstantTable? {
        if schema == Self.information {
            guard let columns = Self.informationColumns[table] else { return nil }
            return ConstantTable(
                columns: ConstantTable.columns(columns), hidden: table == "columns" ? 2 : 0
            ) { informationRows(table) }
        }
        let name = "\(schema).\(table)"
        guard isSystem, let columns = Self.systemColumns[name] else { return nil }
        return ConstantTable(columns: ConstantTable.columns(columns)) { systemRows(name) }
    }

    /// Every table of the catalog.
    var tables: [TablePlace] {
        schemas.flatMap { schema in
            (tables(in: schema) ?? []).map {
                TablePlace(catalog: label, schema: schema, table: $0)
            }
        }
    }

    /// Every catalog of the server.
    var server: [MetadataTables] {
        [Self.system, catalog.name].map { MetadataTables(catalog: catalog, label: $0) }
    }

    /// Returns a text as a cell.
    func cell(_ text: String) -> String { SQLText.string(text) }
}

/// `information_schema`.
extension MetadataTables {
    private static let informationColumns: [String: String] = [
        "applicable_roles": "grantee grantee_type role_name is_grantable",
        "columns": """
        table_catalog table_schema table_name column_name ordinal_position:bigint \
        column_default is_nullable data_type comment extra_info
        """,
        "enabled_roles": "role_name",
        "roles": "role_name",
        "schemata": "catalog_name schema_name",
        "table_privileges": """
        grantor grantor_type grantee grantee_type table_catalog table_schema table_name \
        privilege_type is_grantable with_hierarchy
        """,
        "tables": "table_catalog table_schema table_name table_type",
        "views": "table_catalog table_schema table_name view_definition",
    ]

    /// Nobody has a role or a privilege of a table: an API key may do what it may do everywhere.
    private func informationRows(_ table: String) -> [[String]] {
        switch table {
        case "tables": tables.map { cells(of: $0) + [cell("BASE TABLE")] }
        case "schemata": schemas.map { [cell(label), cell($0)] }
        case "columns":
            tables.flatMap { table in
                let columns = columns(of: table.table, in: table.schema) ?? []
                return columns.enumerated().map { index, column in
                    cells(of: table) + [
                        cell(column.name), "\(index + 1)", "NULL", cell("YES"),
                        cell(column.type.text), "NULL", "NULL",
                    ]
                }
            }
        default: []
        }
    }

    /// Returns the full name of a table as cells.
    func cells(of table: TablePlace) -> [String] {
        [cell(table.catalog), cell(table.schema), cell(table.table)]
    }
}

extension Translator {
    /// Returns the schemas and tables of a catalog, by one of its names.
    func metadata(_ label: String) -> MetadataTables {
        MetadataTables(catalog: catalog, label: label)
    }

    /// Makes a relation of a table whose rows are known.
    func constant(_ found: ConstantTable, _ name: String, _ place: TablePlace) -> Source {
        let alias = SQLText.name(alias(name))
        let names = found.columns.map { SQLText.name($0.name) }
        let nothing = "SELECT \(names.map { "NULL AS \($0)" }.joined(separator: ", ")) WHERE 0"
        let rows = found.rows()
        let list = rows.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
        let body = rows.isEmpty ? nothing : "\(nothing) UNION ALL VALUES \(list)"
        let columns = found.columns.enumerated().map { index, column in
            Scope.Column(
                name: column.name, qualifiers: [place.catalog, place.schema, place.table],
                term: Term("\(alias).\(names[index])", column.type),
                isHidden: index >= found.columns.count - found.hidden, origin: place)
        }
        return Source(sql: "(\(body)) AS \(alias)", columns: columns)
    }
}
