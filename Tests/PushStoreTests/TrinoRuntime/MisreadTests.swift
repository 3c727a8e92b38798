import PushModel
import PushSQL
import PushText
import Testing

@testable import PushStore

/// Values that are not of their column's type are read as NULL, and the query says so.
@Suite struct MisreadTests {
    /// Takes what a query reports about its columns.
    private final class Reports: RowSink {
        private(set) var columns: [String] = []

        func columns(_ names: [String]) {}
        func row(_ cells: [Cell]) -> Bool { true }
        func misread(_ columns: [QueryColumn]) {
            self.columns += columns.map { "\($0.name) \($0.type.text)" }
        }
    }

    /// In the third row of the table `mixed` is a text.
    @Test(arguments: [
        ("SELECT mixed FROM events", ["mixed bigint"]),
        ("SELECT count(*) FROM events WHERE mixed > 5", ["mixed bigint"]),
        ("SELECT 1 FROM events a JOIN events b ON a.mixed = b.mixed", ["mixed bigint"]),
        (
            "SELECT mixed FROM events; SELECT 1; SELECT max(mixed) FROM events",
            ["mixed bigint", "mixed bigint"]
        ),
        ("SELECT mixed FROM events WHERE number <> 3", []),
        ("SELECT user_id FROM events", []),
        ("SELECT mixed FROM events; SELECT 1", ["mixed bigint"]),
        ("EXPLAIN SELECT mixed FROM events", []),
    ])
    func `a query tells of values that it read as NULL`(sql: String, columns: [String]) throws {
        let bench = try CorrelatedQueryTests.bench(10)
        var options = QueryOptions(now: 0)
        options.dialect = .trino
        options.database = "mobile"
        options.isLocal = true
        let reports = Reports()
        try bench.workspace.query(sql, options: options, into: reports)
        #expect(reports.columns == columns)
    }

    /// A number in a column of texts is its text: nothing is lost, and the note does not say so.
    @Test func `only the columns that lost a value are named`() throws {
        let bench = try TrinoBench()
        let records: [JSON] = [
            ["time": 1, "x": 1, "y": "a"], ["time": 2, "x": "n", "y": 5],
            ["time": 3, "x": 2, "y": true],
        ]
        let warehouse = try bench.workspace.warehouse
        try warehouse.createTable("pairs", database: "mobile")
        try warehouse.addColumns(
            [(name: "x", type: "long"), (name: "y", type: "string")], to: "pairs",
            database: "mobile")
        _ = try warehouse.insert(
            database: "mobile", table: "pairs", records: records, uuids: records.map { _ in nil },
            receivedAt: 5)
        var options = QueryOptions(now: 0)
        options.dialect = .trino
        options.database = "mobile"
        for (sql, columns) in [
            ("SELECT x, y FROM pairs", ["x bigint"]), ("SELECT y FROM pairs", []),
            ("SELECT a.y, b.x FROM pairs a JOIN pairs b ON a.time = b.time", ["x bigint"]),
        ] {
            let reports = Reports()
            try bench.workspace.query(sql, options: options, into: reports)
            #expect(reports.columns == columns, "\(sql)")
        }
    }

    @Test(arguments: [
        ("CREATE TABLE kept AS SELECT mixed FROM events", ["mixed bigint"]),
        ("INSERT INTO events (number) SELECT mixed FROM events", ["mixed bigint"]),
        ("INSERT INTO events (number) SELECT number FROM events", []),
    ])
    func `a statement that stores such a NULL tells of it`(sql: String, columns: [String]) throws {
        let bench = try CorrelatedQueryTests.bench(10)
        var options = QueryOptions(now: 0)
        options.dialect = .trino
        options.database = "mobile"
        options.mayWrite = true
        let reports = Reports()
        try bench.workspace.query(sql, options: options, into: reports)
        #expect(reports.columns == columns)
    }
}
