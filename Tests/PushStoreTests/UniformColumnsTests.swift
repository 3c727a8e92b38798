import PushModel
import PushText
import Testing

@testable import PushStore

/// TD-11: a column whose cells are all of its type is read as it is, and its first other cell ends
/// that, in one transaction with it.
@Suite struct UniformColumnsTests {
    let place = TemporaryDirectory()

    private func workspace(_ kind: Kind) throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
    }

    private func insert(_ members: JSON, into workspace: Workspace) throws {
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [members], uuids: [nil],
            receivedAt: 100)
    }

    private func rows(_ sql: String, _ workspace: Workspace) throws -> [[Cell]] {
        var options = QueryOptions(now: 0)
        options.dialect = .trino
        let collector = RowCollector()
        try workspace.query(sql, options: options, into: collector)
        return collector.rows
    }

    private struct NoPlan: Error {}

    /// Whether a query of a column reads its cells as they are.
    private func isBare(_ column: String, _ workspace: Workspace) throws -> Bool {
        let cell = try rows("EXPLAIN SELECT \(column) FROM push_events", workspace)[0][0]
        guard case .text(let text) = cell else { throw NoPlan() }
        return !text.contains("trino_column")
    }

    @Test(arguments: Kind.allCases) func `the first other cell ends it`(_ kind: Kind) throws {
        let workspace = try workspace(kind)
        try insert(["n": 1, "x": .number("1.5"), "s": "a", "b": true, "l": [1]], into: workspace)
        try insert(["n": .null, "x": .null, "s": .null, "l": ["a": 1]], into: workspace)
        for column in ["n", "x", "s", "b", "l", "time", "user_id"] {
            #expect(try isBare(column, workspace), "\(column)")
        }
        try insert(["n": "seven", "x": 2, "s": 3, "b": 4], into: workspace)
        for column in ["n", "x", "s", "b"] {
            #expect(try !isBare(column, workspace), "\(column)")
        }
        #expect(try isBare("l", workspace))
        #expect(
            try rows("SELECT n, s FROM push_events ORDER BY n", workspace)
                == [[.integer(1), .text("a")], [.null, .null], [.null, .text("3")]])
        #expect(try rows("SELECT sum(x) FROM push_events", workspace) == [[.json("3.5")]])
    }

    @Test func `numbers that are no whole ones of 64 bits are others`() throws {
        for lexeme in ["1.0", "9223372036854775808", "1e3", "-9223372036854775809"] {
            let workspace = Workspace.ephemeral()
            for whole in ["-9223372036854775808", "9223372036854775807", "0", "-1"] {
                try insert(["n": .number(whole)], into: workspace)
            }
            #expect(try isBare("n", workspace))
            try insert(["n": .number(lexeme)], into: workspace)
            #expect(try !isBare("n", workspace), "\(lexeme)")
        }
    }

    @Test func `what is taken back ends nothing, and what another process stores does`() throws {
        let one = try workspace(.directory)
        try insert(["n": 1], into: one)
        #expect(throws: (any Error).self) {
            try one.warehouse.group { () throws(StoreError) in
                do { try insert(["n": "odd"], into: one) } catch { Issue.record(error) }
                throw StoreError(.full, "taken back")
            }
        }
        #expect(try isBare("n", one))
        let other = try Workspace.open(directory: place.path)
        try insert(["n": "odd"], into: other)
        #expect(try !isBare("n", one))
        try insert(["n": 2], into: one)
        #expect(try !isBare("n", one))
        #expect(try rows("SELECT sum(n) FROM push_events", one) == [[.integer(3)]])
    }

    @Test func `a table of before is looked through once`() throws {
        do {
            let workspace = try workspace(.directory)
            try insert(["n": 1, "m": 1], into: workspace)
            try insert(["n": 2, "m": "odd"], into: workspace)
        }
        let file = place.path + "/warehouse/mobile.db"
        let connection = try Connection(path: file, .readWrite)
        try connection.execute("UPDATE \"pushsh-columns\" SET uniform = NULL")
        let workspace = try workspace(.directory)
        #expect(try isBare("n", workspace))
        #expect(try !isBare("m", workspace))
        let known = try connection.statement(
            "SELECT name, uniform FROM \"pushsh-columns\" WHERE name IN ('n', 'm') ORDER BY name"
        ).rows { [$0.text(0), String($0.integer(1))] }
        #expect(known == [["m", "0"], ["n", "1"]])
    }
}
