import PushSQL
import Testing

/// DESCRIBE INPUT: the types that parameters take where they stand.
struct DescribedInputTests {
    @Test(arguments: [
        ("SELECT ? FROM events WHERE time = ? AND user_id < ?", "unknown, bigint, varchar"),
        ("SELECT count(*) + ? FROM events", "bigint"),
        ("SELECT '?' -- ?\nFROM events", ""),
        ("SELECT * FROM events WHERE amount BETWEEN ? AND ? OR NOT ?", "double, double, boolean"),
        ("SELECT * FROM events WHERE ? OFFSET ? LIMIT ?", "boolean, bigint, bigint"),
        ("SELECT 1 FETCH FIRST ? ROWS ONLY", "bigint"),
        (
            "SELECT * FROM events WHERE type IN (?, ?) AND time IN (SELECT ?)",
            "varchar, varchar, unknown"
        ),
        (
            "SELECT ? IN (SELECT time FROM events), ? > ALL (SELECT amount FROM events)",
            "bigint, double"
        ),
        (
            "SELECT substr(type, ?), sqrt(?), td_time_format(?, ?) FROM events",
            "bigint, double, bigint, varchar"
        ),
        (
            "SELECT time FROM events WHERE td_time_range(time, '2024-01-01', ?, ?)",
            "unknown, varchar"
        ),
        ("SELECT type LIKE ?, type || ?, ? || X'00' FROM events", "varchar, varchar, varbinary"),
        (
            "SELECT CASE time WHEN ? THEN ? ELSE 1.5 END, if(?, ?, 'ab') FROM events",
            "bigint, decimal(2,1), boolean, varchar(2)"
        ),
        (
            "SELECT coalesce(?, DATE '2024-01-01'), ARRAY[1, ?], DATE '2024-01-01' = ?",
            "date, integer, date"
        ),
        (
            "SELECT CAST(? AS bigint), ? IS NULL, count(*) FILTER (WHERE ?) FROM events",
            "unknown, unknown, boolean"
        ),
        ("SELECT transform(ARRAY[1e0], x -> x * ?)", "double"),
        (
            "SELECT a.time FROM events a JOIN events b ON a.time = b.time + ? AND ?",
            "bigint, boolean"
        ),
        (
            "INSERT INTO campaigns VALUES (?, ?), ('c', ?)",
            "varchar(1), unknown, unknown"
        ),
        ("VALUES (1), (?)", "integer"), ("SELECT 1e0 < ((?))", "double"),
        ("VALUES (1, 'ab'), (?, ?), (2.5, ?)", "decimal(11,1), varchar(2), varchar(2)"),
        ("SELECT * FROM (VALUES ?, DATE '2024-01-01') AS t(d)", "date"),
        ("CREATE TABLE made (a bigint)", ""), ("DROP TABLE campaigns", ""),
        (
            "INSERT INTO events (time, type) SELECT ?, ? FROM campaigns WHERE name = ?",
            "unknown, unknown, varchar"
        ),
    ])
    func `parameters have the types to which their places convert`(
        text: String, types: String
    ) throws {
        var session = TrinoSession(zone: "UTC", start: 0)
        session.description = .input
        let query = try Trino.translate(text, catalog: SampleCatalog(), session: session)
        let rows = types.split(separator: ", ").enumerated().map { "(\($0), '\($1)')" }
        let values = "VALUES \(rows.joined(separator: ", "))"
        #expect(query.sql == (rows.isEmpty ? "SELECT NULL, NULL WHERE 0" : values))
        #expect(query.columns.map(\.name) == ["Position", "Type"])
    }

    @Test func `what is wrong with the statement is told where it was written`() {
        var session = TrinoSession(zone: "UTC", start: 0)
        session.description = .input
        #expect {
            _ = try Trino.translate(
                "SELECT ?, nope FROM events", catalog: SampleCatalog(), session: session)
        } throws: { error in
            (error as? TrinoError)?.text == "line 1:11: Column 'nope' cannot be resolved"
        }
    }
}
