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

    @Test func `a whole number beyond 64 bits keeps its digits`() throws {
        let workspace = Workspace.ephemeral()
        let long = ["18446744073709551615", "-9223372036854775809"]
        for lexeme in long { try insert(["l": .number(lexeme)], into: workspace) }
        #expect(try isBare("l", workspace))
        try insert(["n": 1, "l": 1], into: workspace)
        try insert(["n": .number(long[0])], into: workspace)
        #expect(
            try rows("SELECT l FROM push_events WHERE l IS NOT NULL ORDER BY l", workspace)
                == [[.text(long[1])], [.text("1")], [.text(long[0])]])
        #expect(
            try rows("SELECT n FROM push_events ORDER BY n", workspace)
                == [[.integer(1)], [.null], [.null], [.null]])
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

    /// What comparisons say of a column's numbers.
    private func numbers(_ workspace: Workspace) throws -> [[Cell]] {
        try rows(
            """
            SELECT count(x), count_if(is_nan(x)), count_if(is_infinite(x)), count_if(x > 1),
              count_if(x = x), min(x) = -infinity() FROM push_events
            """, workspace)
    }

    @Test(arguments: Kind.allCases) func `a double may be infinite or no number`(
        _ kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        try insert(["x": .number("1.5"), "s": "NaN"], into: workspace)
        #expect(try isBare("x", workspace))
        for text in ["nan", "inf", "-inf"] { try insert(["x": .number(text)], into: workspace) }
        #expect(try isBare("s", workspace))
        let wanted: [[Cell]] = [[4, 1, 2, 2, 3].map { .integer($0) } + [.boolean(true)]]
        #expect(try numbers(workspace) == wanted)
        try insert(["x": "odd"], into: workspace)
        #expect(try numbers(workspace) == wanted)
        let newest = try workspace.warehouse.tail(
            of: "push_events", database: "mobile", count: 5, bytes: 1000)
        let values = newest.compactMap { row -> Double? in
            guard case .real(let value)? = row.first(where: { $0.name == "x" })?.value else {
                return nil
            }
            return value
        }
        #expect(values.map(\.description) == ["-inf", "inf", "nan", "1.5"])
    }

    @Test func `a text is no infinite number`() throws {
        let workspace = Workspace.ephemeral()
        try insert(["x": .number("1.5")], into: workspace)
        for text in ["Infinity", "1e999", "2.5"] {
            try insert(["x": .string(text)], into: workspace)
        }
        #expect(try rows("SELECT sum(x) FROM push_events", workspace) == [[.json("4.0")]])
    }

    @Test func `numbers that are not finite are found in a table of before`() throws {
        do {
            let workspace = try workspace(.directory)
            try insert(["x": .number("inf"), "y": .number("nan")], into: workspace)
            try insert(["x": .number("0.5"), "y": .number("0.5")], into: workspace)
        }
        let file = place.path + "/warehouse/mobile.db"
        let connection = try Connection(path: file, .readWrite)
        try connection.execute("UPDATE \"pushsh-columns\" SET uniform = NULL")
        let workspace = try workspace(.directory)
        #expect(
            try rows(
                "SELECT count_if(is_infinite(x)), count_if(is_nan(y)) FROM push_events", workspace)
                == [[.integer(1), .integer(1)]])
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

    @Test func `rows that leave the warehouse have NaN as the number that it was`() throws {
        let workspace = Workspace.ephemeral()
        try insert(["x": .number("1.5"), "s": "NaN"], into: workspace)
        try insert(["x": .number("nan")], into: workspace)
        let warehouse = try workspace.warehouse
        var found: [String] = []
        try warehouse.eachRow(of: "push_events", database: "mobile", after: 0, through: 9) {
            let cells = Dictionary(uniqueKeysWithValues: zip($1, $2))
            found.append("\(cells["x"] ?? .null) \(cells["s"] ?? .null)")
            return true
        }
        #expect(found == ["real(1.5) text(\"NaN\")", "real(nan) null"])
    }
}
