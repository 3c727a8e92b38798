import PushSQL

/// A warehouse with two tables, as the tests know it.
struct SampleCatalog: TrinoCatalog {
    var name: String { "td" }
    var otherNames: [String] = []
    var defaultCatalog = "td"
    var defaultSchema: String? = "mobile"
    let runtimeQueries = [
        RuntimeQuery(id: "q", state: "RUNNING", text: "SELECT 1", createdAt: 1, askedAt: 2)
    ]

    static let tables: [String: [TrinoColumn]] = [
        "events": [
            TrinoColumn(name: "time", type: .bigint, isNeverNull: true),
            TrinoColumn(name: "user_id", type: .varchar(nil)),
            TrinoColumn(name: "type", type: .varchar(nil)),
            TrinoColumn(name: "campaign_id", type: .varchar(nil)),
            TrinoColumn(name: "amount", type: .double),
            TrinoColumn(name: "mixed", type: .bigint, isUniform: false),
        ],
        "campaigns": [
            TrinoColumn(name: "campaign_id", type: .varchar(nil)),
            TrinoColumn(name: "name", type: .varchar(nil)),
        ],
    ]

    func schemas() -> [String] { ["mobile"] }

    func tables(in schema: String) -> [String]? {
        schema == "mobile" ? Self.tables.keys.sorted() : nil
    }

    func columns(of table: String, in schema: String) -> [TrinoColumn]? {
        schema == "mobile" ? Self.tables[table] : nil
    }

    func source(of table: String, in schema: String) -> String { "\(schema).\(table)" }

    func isTimestampWithZone(_ text: String) -> Bool { !text.hasSuffix("Mars/Base") }

    func hint(forTable name: String) -> String? {
        name == "pushes" ? "`pushes` is one of the device's tables" : nil
    }

    static func translate(
        _ text: String, _ catalog: SampleCatalog = SampleCatalog()
    ) throws(TrinoError) -> TranslatedQuery {
        try Trino.translate(
            text, catalog: catalog, session: TrinoSession(zone: "UTC", start: 0))
    }

    /// The types of a query's columns, or its error as `CODE: line L:C: message`.
    static func answer(_ text: String, _ catalog: SampleCatalog = SampleCatalog()) -> String {
        do {
            return try translate(text, catalog).columns.map(\.type.text).joined(separator: " | ")
        } catch {
            return "\(error.code.rawValue): \(error.text)"
        }
    }

    /// The text for SQLite, or the error.
    static func sql(_ text: String) -> String {
        do {
            return try translate(text).sql
        } catch {
            return error.text
        }
    }
}
