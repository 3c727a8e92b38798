import PushText

/// A column of the rows with which a reading operation answers: the query and the description of
/// its rows are made from the same list.
struct ControlColumn: Sendable {
    /// The name, which is the key in JSON.
    let name: String
    /// The SQL of its value.
    let sql: String
    /// The type of its value in JSON.
    let type: String
    /// Whether the value may be null.
    let isNullable: Bool

    private init(
        _ name: String, _ type: String = "string", orNull: Bool = false, sql: String? = nil
    ) {
        self.name = name
        self.sql = sql.map { "\($0) AS \(name)" } ?? name
        self.type = type
        isNullable = orNull
    }

    /// The columns of `events`.
    static let events = [
        ControlColumn("sequence", "integer"), ControlColumn("uuid"), ControlColumn("device"),
        ControlColumn("app"), ControlColumn("type"), ControlColumn("time", "integer"),
        ControlColumn("campaign_id", orNull: true), ControlColumn("message_id", orNull: true),
        ControlColumn("user_id", orNull: true), ControlColumn("value", orNull: true),
        ControlColumn("fcm_token", orNull: true), ControlColumn("state"),
        ControlColumn("upload", "integer", orNull: true),
    ]

    /// The columns of `facts`.
    static let facts = [
        ControlColumn("id", sql: "statement || '.' || position"),
        ControlColumn(
            "at", sql: "strftime('%Y-%m-%dT%H:%M:%fZ', at_ms / 1000.0, 'unixepoch')"),
        ControlColumn("device"), ControlColumn("verb"), ControlColumn("subject"),
        ControlColumn("text"), ControlColumn("rule", orNull: true),
    ]

    /// The list of a SELECT.
    static func selected(_ columns: [ControlColumn]) -> String {
        columns.map(\.sql).joined(separator: ", ")
    }

    /// The JSON Schema of a list of rows.
    static func listSchema(_ columns: [ControlColumn]) -> JSON {
        let properties = columns.map { column -> JSON.Member in
            let type: JSON = .string(column.type)
            return .init(
                key: column.name, value: ["type": column.isNullable ? [type, "null"] : type])
        }
        return [
            "type": "array",
            "items": [
                "type": "object", "required": .array(columns.map { .string($0.name) }),
                "properties": .object(properties),
            ],
        ]
    }
}
