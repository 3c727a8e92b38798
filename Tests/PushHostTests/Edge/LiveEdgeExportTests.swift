import PushCommands
import PushCrypto
import PushRuntime
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// TD-11: rows in files that other engines read.
@Suite struct LiveEdgeExportTests {
    private let stage: Stage
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        stage = try Stage(directory: directory.path)
        stage.run("database create shop")
        stage.run("table create shop.orders")
        try stage.insert([
            ["time": 1_767_225_600, "name": "a", "price": 1], ["time": 1_767_312_000, "name": "b"],
        ])
    }

    private func order(
        _ source: String, _ path: String, _ format: ExportFormat = .csv,
        _ adjust: (inout ExportOptions) -> Void = { _ in }
    ) -> ExportOptions {
        var options = ExportOptions(
            source: source, place: .init(Span(start: 0, end: 0)),
            path: directory.path + "/" + path, format: format)
        adjust(&options)
        return options
    }

    private func export(_ order: ExportOptions) throws(Failure) -> ExportSummary {
        try stage.edge.export(order, now: .scriptStart)
    }

    @Test func `a table is a file`() throws {
        let summary = try export(order("shop.orders", "out.csv"))
        #expect(summary.rows == 2 && summary.files == 1)
        #expect(try directory.listing() == ["out.csv"])
        let lines = try directory.text("out.csv").split(whereSeparator: \.isNewline)
        #expect(lines.count == 3 && lines[0] == "time,name,price")
        #expect(lines[1] == "1767225600,a,1")
        let size = try directory.text("out.csv").utf8.count
        #expect(summary.bytes == Int64(size))
    }

    @Test func `an export tells of values that it read as NULL`() throws {
        try stage.insert([["time": 1_767_398_400, "price": "x"]])
        let sql = "SELECT price FROM shop.orders ORDER BY time"
        #expect(
            try export(order(sql, "query.csv")).notes == [
                "values of another type were read as NULL in `price`, which is bigint"
            ])
        #expect(try export(order("SELECT name FROM shop.orders", "names.csv")).notes.isEmpty)
    }

    @Test func `a column of doubles stays one, though NaN is kept as a text`() throws {
        try stage.insert([
            ["time": 1_767_398_400, "ratio": .number("NaN")],
            ["time": 1_767_398_401, "ratio": .number("0.5"), "name": "NaN"],
        ])
        _ = try export(order("shop.orders", "out.parquet", .parquet))
        let chosen = try export(
            order("shop.orders", "chosen.csv") {
                $0.choices = [ExportChoice(column: "ratio", type: .double)]
            })
        #expect(chosen.rows == 4)
        #expect(
            try directory.text("chosen.csv").split(whereSeparator: \.isNewline).suffix(2) == [
                "1767398400,,,NaN", "1767398401,NaN,,0.5",
            ])
    }

    @Test func `an empty table has the types of its labels`() throws {
        stage.run("table create shop.empty")
        _ = try export(order("shop.empty", "table.parquet", .parquet))
        _ = try export(order("SELECT time FROM shop.empty", "query.parquet", .parquet))
        #expect(try directory.text("table.parquet") == directory.text("query.parquet"))
    }

    @Test func `a query is one file`() throws {
        let summary = try export(order("SELECT 1 AS a, 'x' AS b", "out.jsonl", .jsonl))
        #expect(summary.rows == 1 && summary.files == 1)
        #expect(try directory.text("out.jsonl") == "{\"a\":1,\"b\":\"x\"}\n")
    }

    @Test func `a database is a file a table, and an empty one no file`() throws {
        stage.run("table create shop.empty")
        let summary = try export(order("shop", "out"))
        #expect(summary.rows == 2)
        #expect(try directory.listing().contains("out/orders.csv"))
        stage.run("database create bare")
        let bare = try export(order("bare", "bare"))
        #expect(bare.rows == 0 && bare.files == 0)
        #expect(try directory.listing().contains("bare"))
    }

    @Test func `each day has its folder`() throws {
        let summary = try export(order("shop.orders", "days") { $0.isByDay = true })
        #expect(summary.files == 2)
        #expect(
            try directory.listing().filter { $0.hasSuffix(".csv") } == [
                "days/dt=2026-01-01/part-00000.csv", "days/dt=2026-01-02/part-00000.csv",
            ])
        let query = try export(
            order("SELECT time, name FROM shop.orders; ", "query") { $0.isByDay = true })
        #expect(query.files == 2)
        #expect(
            try directory.listing().contains("query/dt=2026-01-02/part-00000.csv"))
    }

    /// SQLite sorts rows without a time before all others, and texts behind them.
    @Test func `rows without a day lose none of the others, wherever they are sorted`() throws {
        let sql = """
            SELECT column1 AS id, column2 AS time FROM (VALUES (1, NULL), (2, 86400),
              (3, 86400.5), (4, 86401), (5, 172800), (6, 'soon'))
            """
        let summary = try export(order(sql, "out") { ($0.isByDay, $0.dialect) = (true, .sqlite) })
        #expect(summary.rows == 6 && summary.files == 6)
        let missing = "dt=__HIVE_DEFAULT_PARTITION__"
        #expect(
            try ["0", "1", "2"].map { try directory.text("out/\(missing)/part-0000\($0).csv") }
                == ["id,time\r\n1,\r\n", "id,time\r\n3,86400.5\r\n", "id,time\r\n6,soon\r\n"])
        #expect(
            try ["0", "1"].map { try directory.text("out/dt=1970-01-02/part-0000\($0).csv") }
                == ["id,time\r\n2,86400\r\n", "id,time\r\n4,86401\r\n"])
        #expect(
            try directory.text("out/dt=1970-01-03/part-00000.csv")
                == "id,time\r\n5,172800\r\n")
    }

    @Test func `an error of a query by day has its place in the text that was typed`() {
        let error = failure { () throws(Failure) in
            _ = try export(order("SELECT nope FROM shop.orders", "x") { $0.isByDay = true })
        }
        #expect(error?.offset == 7)
        #expect(error?.message.contains("line 1:8") != false, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ("SELECT 1 AS x", "there is no column `time` to take the day from", nil),
            ("SELECT 1 AS time, 2 AS time;", "two columns are called `time`; `AS` gives one", nil),
            (
                "SELECT 1 AS time; SELECT 2 AS time", "found two statements, expected one SELECT",
                nil
            ),
            ("SHOW TABLES", "there is no column `time` to take the day from", nil),
            ("SELECT 1 AS x WHERE", "SYNTAX_ERROR: line 1:20: mismatched input '<EOF>'.", 19),
            ("SELECT 1 AS time)", "SYNTAX_ERROR: line 1:17: mismatched input ')'.", 16),
            ("SELECT 1 AS time,\n  nope", "COLUMN_NOT_FOUND: line 2:3: Column 'nope'", 20),
            ("SELECT map() AS time", "TYPE_MISMATCH: line 1:1: Type map(unknown, unknown)", nil),
        ] as [(String, String, Int?)])
    func `a query that cannot be ordered by time says why in its own text`(
        sql: String, message: String, offset: Int?
    ) {
        let error = failure { () throws(Failure) in
            _ = try export(order(sql, "x") { $0.isByDay = true })
        }
        #expect(error?.code.name == "invalid_sql" && error?.offset == offset)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `files are packed where that was asked for`() throws {
        _ = try export(order("shop", "out") { $0.isPacked = true })
        let bytes = try Files.read(directory.path + "/out/orders.csv.gz")
        let text = String(decoding: try Gzip.decompress(bytes, limit: 1 << 20), as: UTF8.self)
        #expect(text.hasPrefix("time,name,price"))
        let parquet = try export(
            order("shop.orders", "p.parquet", .parquet) { $0.isPacked = true })
        #expect(parquet.rows == 2)
        let written = try Files.read(directory.path + "/p.parquet")
        #expect(written.starts(with: "PAR1".utf8) && written.suffix(4).elementsEqual("PAR1".utf8))
    }

    @Test func `a column whose later values need another type is written anew`() throws {
        let sql = "SELECT 1 AS time, CAST(x AS varchar) AS v FROM UNNEST(ARRAY[1, 2]) AS t(x)"
        #expect(try export(order(sql, "a.parquet", .parquet)).rows == 2)
        try stage.insert([["time": 1_767_312_001, "name": "c", "price": "much"]])
        #expect(try export(order("shop.orders", "b", .parquet)).rows == 3)
    }

    @Test func `a chosen type that a value has not is refused, and nothing is left`() throws {
        let error = failure { () throws(Failure) in
            _ = try export(
                order("shop.orders", "out", .parquet) {
                    $0.choices = [ExportChoice(column: "name", type: .long)]
                })
        }
        #expect(error?.code.name == "invalid_value")
        #expect(try directory.listing().isEmpty)
    }

    @Test(arguments: [
        ("nope", "no database `nope` in the warehouse"),
        ("nope.t_1", "no database `nope` in the warehouse"),
        ("shop.nope", "no table `nope` in the database `shop`"),
    ])
    func `a source that is not there is told`(source: String, message: String) throws {
        let error = failure { () throws(Failure) in _ = try export(order(source, "out")) }
        #expect(error?.code.name == "no_table" && error?.message == message)
        #expect(try directory.listing().isEmpty)
    }

    @Test func `an export that is stopped leaves nothing`() throws {
        stage.edge.limitTime(-1)
        let error = failure { () throws(Failure) in
            _ = try export(
                order("SELECT x FROM UNNEST(sequence(1, 9000)) AS t(x)", "out.csv"))
        }
        stage.edge.limitTime(nil)
        #expect(error?.code.name == "query_interrupted")
        #expect(try directory.listing().isEmpty)
    }

    @Test func `booleans, JSON and what is no number keep their meaning`() throws {
        let sql = """
            SELECT true AS b, CAST('[1,2]' AS json) AS j, nan() AS n, 0.5E0 AS d,
            CAST(NULL AS bigint) AS e
            """
        _ = try export(order(sql, "out.jsonl", .jsonl))
        let json = try JSONParser.parse(Array(directory.text("out.jsonl").utf8))
        #expect(json["b"] == true || json["b"] == "true", "\(json.text)")
        #expect(json["d"]?.text == "0.5")
        #expect(json["e"] == nil || json["e"] == .null)
    }
}

extension Stage {
    /// Stores records in `shop.orders`.
    fileprivate func insert(_ records: [JSON]) throws {
        _ = try workspace.warehouse.insert(
            database: "shop", table: "orders", records: records,
            uuids: records.map { _ in nil }, receivedAt: 1_767_225_600)
    }
}
