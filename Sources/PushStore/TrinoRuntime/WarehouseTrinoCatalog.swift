import PushSQL
import PushText

/// The warehouse as Trino's catalog: its databases are schemas.
final class WarehouseTrinoCatalog: TrinoCatalog {
    let name = "td-presto"
    let defaultSchema: String?
    private let connection: Connection
    private var known: [String: [String: [TrinoColumn]]] = [:]
    private var names: [String: [String]] = [:]
    private lazy var databases = attached()

    init(_ connection: Connection, database: String?) {
        self.connection = connection
        defaultSchema = database
    }

    private func attached() -> [String] {
        let list = try? connection.statement(
            "SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp') ORDER BY name"
        ).rows { $0.text(0) }
        return list ?? []
    }

    func schemas() -> [String] { databases }

    func tables(in schema: String) -> [String]? {
        guard databases.contains(schema) else { return nil }
        if let known = names[schema] { return known }
        let list = try? connection.prepare(
            """
            SELECT name FROM \(WarehouseName.quoted(schema)).sqlite_schema
            WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%-%'
            ORDER BY name
            """
        ).rows { $0.text(0) }
        names[schema] = list ?? []
        return list
    }

    func columns(of table: String, in schema: String) -> [TrinoColumn]? {
        if let known = known[schema]?[table] { return known }
        guard tables(in: schema)?.contains(table) == true else { return nil }
        let columns = (try? read(table, schema)) ?? []
        known[schema, default: [:]][table] = columns
        return columns
    }

    private func read(_ table: String, _ schema: String) throws(StoreError) -> [TrinoColumn] {
        let place = WarehouseName.quoted(schema)
        // A view has no labels of its own: it shows the columns of the table beside it.
        let suffix = ResolvedView.name(of: "")
        let base = table.hasSuffix(suffix) ? String(table.dropLast(suffix.count)) : table
        let labels = try connection.prepare(
            """
            SELECT c.name, c.type FROM \(place)."pushsh-columns" AS c
            JOIN \(place)."pushsh-tables" AS t ON t.id = c.table_id WHERE t.name IN (?, ?)
            """
        ).bind(table).bind(base).rows { ($0.text(0), $0.text(1)) }
        let types = Dictionary(labels, uniquingKeysWith: { first, _ in first })
        return try connection.prepare(
            "SELECT name FROM pragma_table_xinfo(?, ?) ORDER BY cid"
        ).bind(table).bind(schema).rows { row in
            let name = row.text(0)
            let type: TrinoType =
                switch types[name] {
                case "INTEGER": .bigint
                case "REAL": .double
                default: .varchar(nil)
                }
            // The table itself promises whole numbers there alone.
            let isTime = name == "time"
            return TrinoColumn(
                name: name, type: isTime ? .bigint : type, isUniform: isTime, isNeverNull: isTime)
        }
    }

    func source(of table: String, in schema: String) -> String {
        "\(WarehouseName.quoted(schema)).\(WarehouseName.quoted(table))"
    }

    func hint(forTable name: String) -> String? {
        let count = try? connection.prepare(
            "SELECT count(*) FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name = ?"
        ).bind(name).firstInteger()
        guard let count, count > 0 else { return nil }
        return "`\(name)` is one of the device's tables: `query --dialect sqlite` reads it"
    }
}
