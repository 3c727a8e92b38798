import PushBackends
import PushCrypto
import PushModel
import PushSimulation
import PushStore
import PushTestSupport
import PushText
import PushWire
import Testing

@testable import PushHost

/// TD-11: Trino's protocol as `serve --trino` answers for it.
@Suite struct ServedTrinoTests {
    private static let key = "1/" + String(repeating: "a", count: 40)
    private let host: ServedStage
    private let trino: ServedTrino

    init() throws {
        host = try ServedStage()
        trino = try ServedTrino(host.stage.workspace, Mailbox(limit: 100), host)
    }

    private func statement(
        _ sql: String, _ more: [(String, String)] = [], catalog: String = TrinoService.catalog,
        schema: String = "mobile"
    ) -> Asked {
        Asked(
            .trino, "POST", "/v1/statement",
            [
                ("X-Trino-User", Self.key), ("X-Trino-Catalog", catalog),
                ("X-Trino-Schema", schema), ("Host", "localhost:1"),
            ] + more, body: sql)
    }

    private func next(_ asked: Asked) throws -> Asked {
        let uri = try #require(asked.json?["nextUri"]?.stringValue)
        let path = try #require(uri.firstRange(of: "/v1/")).lowerBound
        return Asked(
            .trino, "GET", String(uri[path...]),
            [("X-Trino-User", Self.key), ("Host", "localhost:1")])
    }

    /// Asks until the query is over; its last answer, and all rows.
    private func run(
        _ sql: String, _ trino: ServedTrino, _ more: [(String, String)] = [],
        catalog: String = TrinoService.catalog, schema: String = "mobile"
    ) throws -> (last: Asked, rows: [JSON]) {
        var asked = statement(sql, more, catalog: catalog, schema: schema)
        trino.handle([asked.exchange])
        var rows: [JSON] = []
        var rounds = 0
        while rounds < 3000 {
            rounds += 1
            trino.proceed { [] }
            guard asked.answers.count == 1 else {
                host.stage.edge.wait(milliseconds: 5)
                trino.handle([])
                continue
            }
            rows += asked.json?["data"]?.arrayValue ?? []
            guard asked.json?["nextUri"] != nil else { break }
            asked = try next(asked)
            trino.handle([asked.exchange])
        }
        return (asked, rows)
    }

    @Test func `a query's rows come page by page`() throws {
        let found = try run("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y'", trino)
        #expect(found.rows == [[1, "x"], [2, "y"]])
        #expect(found.last.json?["stats"]?["state"] == "FINISHED")
        #expect(host.lines.count == 1 && host.lines[0].hasPrefix("queried "))
        #expect(host.lines[0].hasSuffix(": 2 rows"))
    }

    @Test func `values that are read as NULL are told as warnings`() throws {
        _ = try host.stage.workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["price": 5], ["price": "x"]],
            uuids: ["1", "2"], receivedAt: 5)
        let found = try run("SELECT price FROM push_events ORDER BY 1", trino)
        #expect(found.rows == [[5], [.null]])
        #expect(
            found.last.json?["warnings"] == [
                [
                    "warningCode": ["code": 16_777_217, "name": "VALUE_READ_AS_NULL"],
                    "message":
                        "values of another type were read as NULL in `price`, which is bigint",
                ]
            ])
        #expect(try run("SELECT 1", trino).last.json?["warnings"] == [])
    }

    /// Trino's grammar ends a statement with the text; its console takes the semicolon off.
    @Test(arguments: ["SELECT 1;", "SELECT 1 ; ", "EXECUTE IMMEDIATE 'SELECT 1;'"])
    func `a semicolon is no part of a statement`(text: String) throws {
        let error = try run(text, trino).last.json?["error"]
        #expect(error?["errorName"] == "SYNTAX_ERROR")
        let message = error?["message"]?.stringValue ?? ""
        #expect(message.contains(": mismatched input ';'. Expecting: "), "\(message)")
    }

    @Test func `the catalog is called as the client calls it`() throws {
        let sql = """
            SELECT current_catalog, table_catalog FROM information_schema.tables
            WHERE table_schema = 'mobile' AND table_name = 'push_events'
            """
        for name in ["td", "td-presto"] {
            #expect(try run(sql, trino, catalog: name).rows == [[.string(name), .string(name)]])
            let table = "mobile.push_events"
            let both = "SELECT count(*) FROM td.\(table), \"td-presto\".\(table)"
            #expect(try run(both, trino, catalog: name).rows == [[0]])
            let listed = try run("SHOW CATALOGS", trino, catalog: name).rows
            #expect(listed == [["system"], [.string(name)]])
            let unknown = try run("SELECT * FROM nope", trino, catalog: name).last.json
            #expect(
                unknown?["error"]?["message"]
                    == .string("line 1:15: Table '\(name).mobile.nope' does not exist"))
        }
    }

    @Test func `an unknown catalog matters to names alone`() throws {
        #expect(try run("SELECT 1", trino, catalog: "tpch").rows == [[1]])
        #expect(
            try run("SHOW CATALOGS", trino, catalog: "tpch").rows == [["system"], ["td-presto"]])
        let refused = try run("SELECT * FROM push_events", trino, catalog: "tpch").last.json
        #expect(
            refused?["error"]?["message"]
                == .string(
                    "line 1:15: Catalog 'tpch' not found (the catalog is `td-presto` or `td`)"))
        let used = try run("USE tpch.tiny", trino).last.json
        #expect(used?["error"]?["errorName"] == "CATALOG_NOT_FOUND")
    }

    @Test func `a browser of schemas walks from the catalogs to the columns`() throws {
        var walked = 0
        for catalog in try run("SHOW CATALOGS", trino).rows.compactMap({ $0.arrayValue?[0] }) {
            let name = "\"\(catalog.stringValue ?? "")\""
            for schema in try run("SHOW SCHEMAS FROM \(name)", trino).rows {
                let place = "\(name).\(schema.arrayValue?[0].stringValue ?? "")"
                for table in try run("SHOW TABLES FROM \(place)", trino).rows {
                    let full = "\(place).\(table.arrayValue?[0].stringValue ?? "")"
                    let columns = try run("DESCRIBE \(full)", trino).rows
                    let read = try run("SELECT * FROM \(full) LIMIT 0", trino).last.json
                    #expect(read?["columns"]?.arrayValue?.count == columns.count, "\(full)")
                    #expect(!columns.isEmpty, "\(full)")
                    walked += 1
                }
            }
        }
        #expect(walked > 40)
        #expect(try run("USE system.runtime", trino).last.json?["error"] == nil)
        #expect(
            try run("SELECT state FROM nodes", trino, catalog: "system", schema: "runtime").rows
                == [["active"]])
    }

    @Test func `a described column tells its table`() throws {
        let found = try run(
            "DESCRIBE OUTPUT d", trino,
            [("X-Trino-Prepared-Statement", "d=SELECT+type%2C+time%2B1+FROM+push_events")],
            catalog: "td")
        #expect(
            found.rows == [
                ["type", "td", "mobile", "push_events", "varchar", 0, false],
                ["_col1", "", "", "", "bigint", 8, false],
            ])
    }

    /// Statements with the one row of DESCRIBE OUTPUT; Trino's DescribeOutputRewrite.
    private static let described: [(text: String, row: JSON?)] = [
        ("INSERT INTO kept SELECT ?", ["rows", "", "", "", "bigint", 8, false]),
        (
            "CREATE TABLE other AS SELECT 1 + ? AS a",
            ["rows", "", "", "", "bigint", 8, false]
        ),
        ("CREATE TABLE other (a bigint)", nil), ("DROP TABLE kept", nil),
        ("ALTER TABLE kept RENAME TO other", nil), ("DROP TABLE IF EXISTS nope", nil),
        (
            "EXPLAIN ANALYZE SELECT * FROM kept WHERE a = ?",
            ["Query Plan", "", "", "", "varchar", 0, false]
        ),
    ]

    @Test(arguments: described.indices)
    func `a statement that is no query is described, and does nothing`(index: Int) throws {
        let (text, row) = Self.described[index]
        host.stage.run("app launch")
        host.stage.run("flush")
        let made = try run("CREATE TABLE kept (a bigint)", trino)
        #expect(made.last.json?["error"] == nil, "\(made.last.text)")
        let prepared = (
            "X-Trino-Prepared-Statement",
            "p="
                + text.replacing("+", with: "%2B").replacing(" ", with: "+")
                .replacing("=", with: "%3D")
        )
        let found = try run("DESCRIBE OUTPUT p", trino, [prepared])
        #expect(found.rows == (row.map { [$0] } ?? []), "\(found.last.text)")
        #expect(found.last.json?["error"] == nil, "\(found.last.text)")
        let marks = text.count { $0 == "?" }
        #expect(try run("DESCRIBE INPUT p", trino, [prepared]).rows.count == marks)
        #expect(try run("SHOW TABLES LIKE 'kept'", trino).rows == [["kept"]])
        #expect(try run("SHOW TABLES LIKE 'other'", trino).rows.isEmpty)
        #expect(try run("SELECT count(*) FROM kept", trino).rows == [[0]])
    }

    @Test func `the server's queries are a table, without the keys that sent them`() throws {
        let source = [("X-Trino-Source", "a dashboard")]
        _ = try run("SELECT 1", trino)
        _ = try run("SELECT nope", trino)
        let found = try run(
            """
            SELECT state, "user", source, query, error_type, error_code, "end" IS NOT NULL,
              created <= started, resource_group_id[1]
            FROM system.runtime.queries ORDER BY query_id
            """, trino, source)
        #expect(
            found.rows.map { $0.arrayValue?[0] } == ["FINISHED", "FAILED", "RUNNING"],
            "\(found.last.text)")
        let failed: JSON = [
            "FAILED", "pushsh", .null, "SELECT nope", "USER_ERROR", "COLUMN_NOT_FOUND", true, true,
            "global",
        ]
        #expect(found.rows.dropFirst().first == failed)
        #expect(found.rows[2].arrayValue?[2] == "a dashboard")
        #expect(!found.last.text.contains(Self.key))
    }

    @Test func `a key in a query's text is not shown to the clients that see the queries`() throws {
        let typed = "1/0123456789abcdef0123456789abcdef01234567"
        _ = try run("SELECT '\(typed)' FROM nosuch", trino)
        let found = try run(
            "SELECT query FROM system.runtime.queries WHERE query LIKE '%nosuch%'", trino)
        #expect(found.rows.first == ["SELECT '1/REDACTED' FROM nosuch"])
        #expect(!found.last.text.contains(typed))
    }

    @Test func `a client that reads no precision gets milliseconds`() throws {
        let times = """
            SELECT TIME '23:59:59.9996', TIMESTAMP '2020-01-02 03:04:05',
                ARRAY[TIMESTAMP '1969-12-31 23:59:59.123500'],
                TIMESTAMP '2020-01-02 03:04:05 Asia/Tokyo',
                MAP(ARRAY[TIME '01:02:03.4567'], ARRAY[TIME '01:02:03.4567'])
            """
        let bare = try run(times, trino)
        #expect(
            bare.rows == [
                [
                    "24:00:00.000", "2020-01-02 03:04:05.000", ["1969-12-31 23:59:59.124"],
                    "2020-01-02 03:04:05.000 Asia/Tokyo", ["01:02:03.4567": "01:02:03.457"],
                ]
            ])
        #expect(
            bare.last.json?["columns"]?.arrayValue?.map { $0["type"] } == [
                "time", "timestamp", "array(timestamp)", "timestamp with time zone",
                "map(time, time)",
            ])
        let full = try run(
            times, trino, [("X-Trino-Client-Capabilities", "PARAMETRIC_DATETIME")])
        #expect(
            full.rows == [
                [
                    "23:59:59.9996", "2020-01-02 03:04:05", ["1969-12-31 23:59:59.123500"],
                    "2020-01-02 03:04:05 Asia/Tokyo", ["01:02:03.4567": "01:02:03.4567"],
                ]
            ])
        #expect(full.last.json?["columns"]?.arrayValue?.first?["type"] == "time(4)")
    }

    @Test func `an error has Trino's name and place`() throws {
        let found = try run("SELECT nope", trino)
        let error = found.last.json?["error"]
        #expect(error?["errorName"] == "COLUMN_NOT_FOUND", "\(found.last.text)")
        #expect(error?["errorLocation"]?["lineNumber"] == 1)
        #expect(error?["errorLocation"]?["columnNumber"] == 8)
        #expect(host.lines.first?.hasPrefix("failed  ") == true)
    }

    @Test(arguments: [
        ("INPUT", [[0, "bigint"], [1, "varchar"], [2, "bigint"]] as JSON),
        ("OUTPUT", [["time", "td-presto", "mobile", "push_events", "bigint", 8, false]] as JSON),
    ])
    func `a prepared statement is described while its parameters have no values`(
        what: String, rows: JSON
    ) throws {
        host.stage.run("app launch")
        host.stage.run("flush")
        let text =
            "SELECT+time+FROM+push_events+WHERE+time+%3E+%3F+AND+type+LIKE+%3F+LIMIT+%3F"
        let prepared = ("X-Trino-Prepared-Statement", "p=\(text)")
        #expect(try run("DESCRIBE \(what) p", trino, [prepared]).rows == rows.arrayValue)
        let found = try run("EXECUTE p USING 0, 'token%', 5", trino, [prepared])
        #expect(found.rows.count == 1, "\(found.last.text)")
    }

    @Test func `a request waits for its query, and is answered when it is over`() throws {
        let first = statement("SELECT 1 AS a")
        trino.handle([first.exchange])
        var asked = first
        var waited = 0
        for _ in 0..<5 where asked.json?["nextUri"] != nil {
            asked = try next(asked)
            trino.handle([asked.exchange])
            if asked.answers.isEmpty {
                waited += 1
                #expect((0...1000).contains(trino.millisecondsLeft))
                trino.proceed { [] }
                #expect(asked.answers.count == 1)
            }
        }
        #expect(waited == 1)
    }

    @Test func `a body that was compressed is unpacked`() {
        func asked(_ coding: String) -> Asked {
            Asked(
                .trino, "POST", "/v1/statement",
                [
                    ("X-Trino-User", Self.key), ("X-Trino-Catalog", "td"),
                    ("X-Trino-Schema", "mobile"), ("Host", "localhost:1"),
                    ("Content-Encoding", coding),
                ], body: Gzip.compress(Array("SELECT 1".utf8)))
        }
        let (packed, other) = (asked("gzip"), asked("zstd"))
        trino.handle([packed, other].map(\.exchange))
        #expect(packed.status == 200 && packed.json?["nextUri"] != nil, "\(packed.text)")
        #expect(other.status == 415)
    }

    @Test func `a user without a key is refused, and the path of a query is not told`() {
        let nobody = Asked(.trino, "POST", "/v1/statement", body: "SELECT 1")
        let wrong = Asked(
            .trino, "POST", "/v1/statement", [("X-Trino-User", "no key")], body: "SELECT 1")
        let unknown = Asked(
            .trino, "GET", "/v1/statement/queued/20260101_000000_00001_abcde/secret/1",
            [("X-Trino-User", Self.key)])
        trino.handle([nobody, wrong, unknown].map(\.exchange))
        #expect(nobody.status == 400 && nobody.text == "User must be set")
        #expect(wrong.status == 401)
        #expect(unknown.status == 404)
        #expect(
            host.lines == [
                "refused POST /v1/statement 400", "refused POST /v1/statement 401",
                "refused GET /v1/statement 404",
            ])
    }

    @Test func `those who wait when the server ends are told`() throws {
        let first = statement("SELECT 1")
        trino.handle([first.exchange])
        var asked = first
        for _ in 0..<5 where !asked.answers.isEmpty {
            asked = try next(asked)
            trino.handle([asked.exchange])
        }
        #expect(asked.answers.isEmpty)
        trino.shut()
        #expect(asked.status == 503 && asked.text == "the server ends")
    }

    @Test func `queries of a workspace on disk run on threads of their own`() throws {
        let directory = try TemporaryDirectory()
        let disk = ServedStage(try Stage(try Workspace.open(directory: directory.path + "/w")))
        disk.stage.run("app launch")
        disk.stage.run("flush")
        let trino = try ServedTrino(disk.stage.workspace, Mailbox(limit: 100), disk)
        defer { trino.shut() }
        let found = try run("SELECT type FROM push_events", trino)
        #expect(found.rows == [["token_register"]], "\(found.last.text)")
        let made = try run("CREATE TABLE copy AS SELECT 1 AS a", trino)
        #expect(made.last.json?["error"] == nil, "\(made.last.text)")
        #expect(try run("SELECT a FROM copy", trino).rows == [[1]])
    }

    @Test func `nobody waits where nothing was asked`() {
        #expect(trino.millisecondsLeft == -1)
        trino.handle([])
        trino.proceed { [] }
        #expect(host.lines.isEmpty)
    }
}
