import PushModel
import Testing

@testable import PushStore

/// TD-11: EXPLAIN ANALYZE runs a query and says what SQLite did.
@Suite struct AnalysisTests {
    private let workspace = Workspace.ephemeral()

    private func ask(_ sql: String) throws -> [String] {
        var options = QueryOptions(now: 0)
        options.dialect = .trino
        let sink = RowCollector()
        try workspace.query(sql, options: options, into: sink)
        #expect(sink.names == ["Query Plan"] && sink.rows.count == 1)
        guard case .text(let text)? = sink.rows.first?.first else { return [] }
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `it counts rows and steps, and shows the plan`() throws {
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events",
            records: [["time": 3], ["time": 1], ["time": 2]], uuids: [nil, nil, nil],
            receivedAt: 0)
        let sql = "SELECT time FROM push_events WHERE time > 1 ORDER BY time DESC"
        let lines = try ask("EXPLAIN ANALYZE " + sql)
        #expect(lines.first == "Rows: 2")
        #expect(lines.contains { $0.hasPrefix("Steps of SQLite: ") && !$0.hasSuffix(" 0") })
        #expect(lines.contains { $0.hasPrefix("  SCAN") })
        #expect(lines.contains("  USE TEMP B-TREE FOR ORDER BY"))
        // The second run begins to count at zero, and equal statements have equal answers.
        #expect(try ask("EXPLAIN ANALYZE " + sql) == lines)
        let more = try ask("EXPLAIN ANALYZE VERBOSE " + sql)
        #expect(more.contains("Rows read without an index: 2"), "\(more)")
        #expect(more.contains("Sorts: 1"))
        #expect(Array(more.drop { $0 != "Plan:" }.prefix(3)) == lines.suffix(3))
    }

    @Test func `a query that fails has its own error`() {
        #expect {
            _ = try ask("EXPLAIN ANALYZE SELECT 1 / 0")
        } throws: { error in
            (error as? StoreError)?.trino?.name == "DIVISION_BY_ZERO"
        }
    }
}
