/// The view for a table of events that links anonymous rows to users through equal tokens.
///
/// A row without `user_id` takes that of the nearest later row with the same `fcm_token`, else of
/// the nearest earlier one; `time` decides, and the order of arrival among equal times. An empty
/// user is nobody, and an empty token nobody's. Treasure Data resolves identities in this sense
/// over time; its exact rule is not documented.
enum ResolvedView {
    /// The view's name.
    ///
    /// A table of records that had this name first keeps it, and there is no view. While there is
    /// one, no table can take its name.
    static func name(of table: String) -> String { table + "_resolved" }

    /// Returns the statement that creates it; nil for a table without users or tokens.
    ///
    /// The view has the table's columns in their order, so it is made again after a new column.
    static func sql(of table: String, columns: [String], in place: String) -> String? {
        guard columns.contains("user_id"), columns.contains("fcm_token") else { return nil }
        let list = columns.map { column in
            guard column == "user_id" else { return WarehouseName.quoted(column) }
            return """
                CASE WHEN nullif(user_id, '') IS NULL AND fcm_token <> '' THEN coalesce(
                  max(nullif(user_id, '')) OVER (PARTITION BY fcm_token, "pushsh-later"),
                  max(nullif(user_id, '')) OVER (PARTITION BY fcm_token, "pushsh-earlier"),
                  user_id)
                ELSE user_id END AS user_id
                """
        }
        // The counts give an anonymous row the number of the one identified row that is next to it.
        return """
            CREATE VIEW \(place).\(WarehouseName.quoted(name(of: table))) AS
            SELECT \(list.joined(separator: ", ")) FROM (
              SELECT *,
                count(nullif(user_id, '')) OVER (
                  PARTITION BY fcm_token ORDER BY time DESC, _rowid_ DESC
                  ROWS UNBOUNDED PRECEDING) AS "pushsh-later",
                count(nullif(user_id, '')) OVER (
                  PARTITION BY fcm_token ORDER BY time, _rowid_
                  ROWS UNBOUNDED PRECEDING) AS "pushsh-earlier"
              FROM \(WarehouseName.quoted(table)))
            """
    }
}
