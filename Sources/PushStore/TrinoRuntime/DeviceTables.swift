import PushSQL

/// The device's own tables as a schema of Trino's catalog.
enum DeviceTables {
    static let schema = "device"

    /// The device side's internal tables.
    private static let hidden: Set = [
        "documents", "fact_subjects", "pending", "places", "receipt_runs",
        "recorded_facts", "settings",
    ]
    /// The computed columns of views that hold no text; the others have declarations.
    private static let integers: Set = [
        "badge", "notification", "position", "queued", "at_ms",
    ]
    private static let booleans: Set = ["locked", "online"]

    /// Without the internal ones; none if the list cannot be read.
    static func names(_ connection: Connection) -> [String] {
        let list = try? connection.statement(
            """
            SELECT name FROM main.sqlite_schema
            WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%-%'
            ORDER BY name
            """
        ).rows { $0.text(0) }
        return (list ?? []).filter { !hidden.contains($0) }
    }

    /// Returns the columns of a table or view; the device's side stores no value of another type in
    /// them.
    static func columns(
        of table: String, _ connection: Connection
    ) throws(StoreError) -> [TrinoColumn] {
        try connection.prepare(
            "SELECT name, type FROM pragma_table_xinfo(?, 'main') ORDER BY cid"
        ).bind(table).rows { row in
            TrinoColumn(name: row.text(0), type: type(of: row.text(0), declared: row.text(1)))
        }
    }

    private static func type(of column: String, declared: String) -> TrinoType {
        switch declared {
        case "INTEGER": .bigint
        case "" where integers.contains(column): .bigint
        case "" where booleans.contains(column): .boolean
        default: .varchar(nil)
        }
    }
}
