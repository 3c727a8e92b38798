import PushSimulation
import PushText
import Testing

@testable import PushStore

/// One row of the table below: when, which token, who, and who it becomes.
private typealias Row = (time: Int64, token: String?, user: String?, resolved: String?)

@Suite struct ResolvedViewTests {
    private func resolve(_ rows: [Row]) throws -> [String?] {
        let workspace = Workspace.ephemeral()
        let records: [JSON] = rows.map { row in
            [
                "time": .int64(row.time), "fcm_token": row.token.map(JSON.string) ?? nil,
                "user_id": row.user.map(JSON.string) ?? nil,
            ]
        }
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: records,
            uuids: records.map { _ in nil }, receivedAt: 1)
        let sink = RowCollector()
        try workspace.query(
            "SELECT user_id FROM mobile.push_events_resolved ORDER BY time",
            options: QueryOptions(now: 0), into: sink)
        return sink.rows.map { row in
            if case .text(let user)? = row.first { user } else { nil }
        }
    }

    @Test func `an anonymous row takes the next user of its token, else the last`() throws {
        let rows: [Row] = [
            (1, "A", nil, "ann"), (2, "B", nil, "bob"), (3, "A", nil, "ann"),
            (4, "A", "ann", "ann"), (5, nil, nil, nil), (6, "A", nil, "cat"),
            (7, "B", "bob", "bob"), (8, "A", "cat", "cat"), (9, "A", nil, "cat"),
            (10, "B", nil, "bob"), (11, "C", nil, nil), (12, nil, "dan", "dan"),
        ]
        #expect(try resolve(rows) == rows.map(\.resolved))
    }

    @Test func `[TD-03] an empty user is nobody, and an empty token nobody's`() throws {
        let rows: [Row] = [
            (1, "", nil, nil), (2, "", "ann", "ann"), (3, "", nil, nil), (4, "A", nil, "bob"),
            (5, "A", "", "bob"), (6, "A", "bob", "bob"), (7, "B", "", ""), (8, "B", nil, nil),
        ]
        #expect(try resolve(rows) == rows.map(\.resolved))
    }

    @Test func `random rows agree with the rule read literally`() throws {
        var seed: UInt64 = 42
        func random(_ bound: UInt64) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((seed >> 33) % bound)
        }
        var rows: [Row] = []
        for time in 0..<400 {
            let token = ["A", "B", "C", "D", nil][random(5)]
            rows.append((Int64(time), token, random(4) == 0 ? "u\(random(3))" : nil, nil))
        }
        let wanted = rows.indices.map { index -> String? in
            let row = rows[index]
            guard row.user == nil, let token = row.token else { return row.user }
            let same = { (other: Row) in other.token == token && other.user != nil }
            return rows[index...].first(where: same)?.user ?? rows[..<index].last(where: same)?.user
        }
        #expect(try resolve(rows) == wanted)
    }
}
