import Glibc
import PushTestSupport
import Testing

/// The `trino` client from PyPI and pytd's own engine, as their users run them, against
/// `serve --trino` (issue 14, part 3).
@Suite(.serialized) struct TrinoClientTests {
    static let python = TreasureDataClientTests.python

    /// What every script begins with: the client, and a call that prints what a statement answers.
    static let head = #"""
        import sys, datetime, decimal, threading, time, os, trino
        port, key = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1/" + "a" * 40
        def connect(**more):
            return trino.dbapi.connect(**{**dict(
                host="127.0.0.1", port=port, user=key, catalog="td-presto", schema="mobile"),
                **more})
        c = connect().cursor()
        def run(sql, params=None):
            try:
                c.execute(sql, params)
                rows = c.fetchall()
                print(rows, [d[1] for d in c.description], c.update_type, c.rowcount)
            except trino.exceptions.TrinoQueryError as e:
                print(type(e).__name__, e.error_name, e.error_code, e.message)

        """#

    func run(
        _ script: String, _ arguments: String = "", options: [String] = ["--workspace", "w"],
        serve: String = "serve --trino 0", more: [String] = [], keys: [String: String] = [:]
    ) throws -> String {
        let place = try TemporaryDirectory()
        try place.write(Self.head + script, to: "session.py")
        let server = try ServedProcess(
            serve, options + ["--real-time"], in: place, variables: keys)
        let port = try #require(server.ports["trino"])
        let run = try Shell.run(
            try #require(Self.python), ["session.py", "\(port)"] + more,
            directory: place.path, timeout: 120)
        #expect(run.status == 0, "\(run.stderr)")
        #expect(server.end(SIGTERM).status == 0)
        return run.stdout
    }

    static let types = #"""
        run("SELECT 1, 'x', 2.50, true, NULL, 1.5e0, infinity(), X'00ff'")
        run("SELECT DATE '2020-01-02', TIMESTAMP '2020-01-02 03:04:05.678', TIME '01:02:03.5'")
        run("SELECT TIMESTAMP '2020-01-02 03:04:05 Asia/Tokyo', INTERVAL '2' DAY")
        run("SELECT ARRAY[1,2], MAP(ARRAY['a'],ARRAY[1.5]), JSON '{\"a\": 1}'")
        run("SELECT CAST('ab' AS char(3))")
        run("SELECT ROW(1,'x'), CAST(ROW(1, 'y') AS ROW(a bigint, b varchar))")
        run("SELECT ?, ?, ?, ?, ?, ?", (1, "it's", 1.5, None, decimal.Decimal("1.50"),
            datetime.datetime(2020, 1, 2, 3, 4, 5, 678000)))
        c = connect(legacy_prepared_statements=True).cursor()
        run("SELECT value FROM push_events WHERE value = ? LIMIT ?", ("x", 1))
        print([tuple(d) for d in c.describe("SELECT value AS v FROM push_events WHERE time > ?")])
        """#

    @Test(
        .enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `values have their types, and parameters their values`(options: [String]) throws {
        #expect(
            try run(Self.types, options: options) == """
                [[1, 'x', Decimal('2.50'), True, None, 1.5, inf, b'\\x00\\xff']] ['integer', \
                'varchar(1)', 'decimal(3, 2)', 'boolean', 'unknown', 'double', 'double', \
                'varbinary'] None -1
                [[datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5, 678000), \
                datetime.time(1, 2, 3, 500000)]] ['date', 'timestamp(3)', 'time(1)'] None -1
                [[datetime.datetime(2020, 1, 2, 3, 4, 5, \
                tzinfo=zoneinfo.ZoneInfo(key='Asia/Tokyo')), datetime.timedelta(days=2)]] \
                ['timestamp(0) with time zone', 'interval day to second'] None -1
                [[[1, 2], {'a': Decimal('1.5')}, '{"a":1}']] ['array(integer)', \
                'map(varchar(1), decimal(2, 1))', 'json'] None -1
                [['ab ']] ['char(3)'] None -1
                [[(1, 'x'), (a: 1, b: 'y')]] ['row(integer, varchar(1))', \
                'row(a bigint, b varchar)'] None -1
                [[1, "it's", 1.5, None, Decimal('1.50'), datetime.datetime(2020, 1, 2, 3, 4, 5, \
                678000)]] ['integer', 'varchar(4)', 'double', 'unknown', 'decimal(3, 2)', \
                'timestamp(6)'] None -1
                [] ['varchar'] None -1
                [('v', 'td-presto', 'mobile', 'push_events', 'varchar', 0, True)]

                """)
    }

    static let transactions = #"""
        from trino.transaction import IsolationLevel
        run("CREATE TABLE tab1 AS SELECT 1 AS a")
        with connect(isolation_level=IsolationLevel.READ_COMMITTED) as own:
            c = own.cursor()
            run("SELECT count(*) FROM tab1")
            run("SELECT a FROM tab1 WHERE a = ?", (1,))
        print(own.transaction)
        own = connect(isolation_level=IsolationLevel.SERIALIZABLE)
        c = own.cursor()
        run("INSERT INTO tab1 (a) VALUES (2)")
        run("SELECT 1")
        own.rollback()
        c = own.cursor()
        run("SELECT 1")
        own.commit()
        c = connect().cursor()
        run("SELECT count(*) FROM tab1")
        run("START TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        run("COMMIT")
        """#

    @Test(
        .enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `a client's transactions read, and write nothing`(options: [String]) throws {
        #expect(
            try run(Self.transactions, options: options) == """
                [[1]] ['bigint'] CREATE TABLE 1
                [[1]] ['bigint'] None -1
                [[1]] ['bigint'] None -1
                None
                TrinoUserError AUTOCOMMIT_WRITE_CONFLICT 25 Catalog only supports writes using \
                autocommit: td-presto (COMMIT, and write outside of a transaction)
                TrinoUserError TRANSACTION_ALREADY_ABORTED 22 Current transaction is aborted, \
                commands ignored until end of transaction block (ROLLBACK ends it)
                [[1]] ['integer'] None -1
                [[1]] ['bigint'] None -1
                TrinoUserError UNSUPPORTED_ISOLATION_LEVEL 26 Connector supported isolation level \
                READ COMMITTED does not meet requested isolation level SERIALIZABLE (each \
                statement reads what is committed when it begins)
                TrinoUserError NOT_IN_TRANSACTION 21 No transaction in progress (each statement \
                commits by itself)

                """)
    }

    static let statements = #"""
        run("CREATE TABLE tab1 AS SELECT 1 AS a, 'x' AS b, 2.5e0 AS c, 1700000000 AS time")
        run("INSERT INTO tab1 (a, b) VALUES (2, 'y'), (?, NULL)", (3,))
        run("SELECT a, b, c, time > 1700000000 FROM tab1 ORDER BY a")
        run("CREATE TABLE tab1 AS SELECT 1 AS a")
        run("CREATE TABLE IF NOT EXISTS tab1 AS SELECT 1 AS a")
        run("CREATE TABLE tab2 (a bigint, b varchar(20))")
        run("INSERT INTO tab2 VALUES ('a')")
        run("INSERT INTO tab2 VALUES (5, 'a')")
        run("SELECT a, b, time > 1700000000 FROM tab2")
        run("INSERT INTO tab1 (c) SELECT nan()")
        run("ALTER TABLE tab2 RENAME TO tab3")
        run("ALTER TABLE tab3 RENAME TO tab1")
        run("DROP TABLE tab3")
        run("DROP TABLE IF EXISTS tab2")
        run("DELETE FROM tab1")
        c.executemany("INSERT INTO tab1 (a) VALUES (?)", [(7,), (8,)])
        run("SELECT count(*) FROM tab1")
        run("SHOW TABLES LIKE 'tab%'")
        run("SELECT valeu FROM push_events")
        run("SELECT ? / 0\n+ bad", (1,))
        run("SELECT 1/0")
        run("USE nope")
        run("START TRANSACTION")
        run("SELECT coordinator, state FROM system.runtime.nodes")
        os.environ["TD_PRESTO_API"] = f"http://127.0.0.1:{port}"
        import pytd
        client = pytd.Client(
            apikey=key, endpoint="http://127.0.0.1:1/", database="mobile",
            default_engine="presto")
        print(client.query("SELECT a, b FROM tab1 WHERE a < 3 ORDER BY a"))
        """#

    @Test(
        .enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `statements fill tables, and errors have Trino's names`(options: [String]) throws {
        #expect(
            try run(Self.statements, options: options) == """
                [[1]] ['bigint'] CREATE TABLE 1
                [[2]] ['bigint'] INSERT 2
                [[1, 'x', 2.5, False], [2, 'y', None, True], [3, None, None, True]] ['bigint', \
                'varchar', 'double', 'boolean'] None -1
                TrinoUserError TABLE_ALREADY_EXISTS 50 Table 'td-presto.mobile.tab1' already exists
                [[0]] ['bigint'] CREATE TABLE 0
                [[True]] ['boolean'] CREATE TABLE -1
                TrinoUserError TYPE_MISMATCH 58 line 1:1: Insert query has mismatched column \
                types: Table: [bigint, bigint, varchar], Query: [varchar(1)]
                [[1]] ['bigint'] INSERT 1
                [[5, 'a', True]] ['bigint', 'varchar', 'boolean'] None -1
                [[1]] ['bigint'] INSERT 1
                [[True]] ['boolean'] RENAME TABLE -1
                TrinoUserError TABLE_ALREADY_EXISTS 50 line 1:1: Target table \
                'td-presto.mobile.tab1' already exists
                [[True]] ['boolean'] DROP TABLE -1
                [[True]] ['boolean'] DROP TABLE -1
                TrinoUserError NOT_SUPPORTED 13 line 1:1: DELETE is not supported (rows cannot be \
                changed; on a port of `serve`, CREATE TABLE AS what is to stay, and drop the old \
                table)
                [[6]] ['bigint'] None -1
                [['tab1']] ['varchar'] None -1
                TrinoUserError COLUMN_NOT_FOUND 47 line 1:8: Column 'valeu' cannot be resolved \
                (did you mean `value`?)
                TrinoUserError COLUMN_NOT_FOUND 47 line 2:3: Column 'bad' cannot be resolved \
                (there is no FROM here; text goes in single quotes: 'bad')
                TrinoUserError DIVISION_BY_ZERO 8 Division by zero
                TrinoUserError SCHEMA_NOT_FOUND 45 line 1:1: Schema 'nope' does not exist
                [[True]] ['boolean'] START TRANSACTION -1
                [[True, 'active']] ['boolean', 'varchar'] None -1
                {'data': [[1, 'x'], [2, 'y']], 'columns': ['a', 'b']}

                """)
    }

    static let paging = #"""
        own = connect(catalog="td").cursor()
        own.execute("SELECT x, current_catalog FROM UNNEST(sequence(1, 10000)) AS t(x) "
            "CROSS JOIN UNNEST(sequence(1, 3)) AS u(y)")
        count = len(own.fetchmany(15000))
        for _ in range(205):
            c.execute("SELECT 1")
            c.fetchall()
        rows = own.fetchall()
        print(count + len(rows), rows[0][1])
        crossed = "UNNEST(sequence(1, 10000)) AS t(x) CROSS JOIN UNNEST(sequence(1, %d)) AS u(y)"
        c.execute("SELECT x, y FROM " + crossed % 3)
        count = 0
        while rows := c.fetchmany(1000):
            count += len(rows)
        print(count, c.stats["state"])
        def cancel():
            time.sleep(1.5)
            c.cancel()
        thread = threading.Thread(target=cancel)
        start = time.time()
        thread.start()
        run("SELECT count(*) FROM " + crossed % 10000
            + " CROSS JOIN UNNEST(sequence(1, 10000)) AS v(z)")
        thread.join()
        print(time.time() - start < 30)
        run("SELECT 1")
        """#

    @Test(
        .enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `long results come in pages, and long queries are cancelled`(options: [String]) throws {
        #expect(
            try run(Self.paging, options: options) == """
                30000 td
                30000 FINISHED
                TrinoUserError USER_CANCELED 3 Query was canceled
                True
                [[1]] ['integer'] None -1

                """)
    }

    static let beside = #"""
        crossed = "UNNEST(sequence(1, 10000)) AS {0}(x)"
        long = "SELECT count(*) FROM " + ", ".join(crossed.format(n) for n in "abc")
        def begin():
            try:
                connect().cursor().execute(long)
            except Exception:
                pass
        for _ in range(2):
            threading.Thread(target=begin, daemon=True).start()
        time.sleep(2)
        start = time.time()
        run("SELECT 2")
        run("SELECT ?", (datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc),))
        print(time.time() - start < 60, flush=True)
        # The queries that run are left alone.
        os._exit(0)
        """#

    @Test(.enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"))
    func `a long query holds up nobody, and its server ends all the same`() throws {
        let found = try run(Self.beside)
        #expect(found.hasPrefix("[[2]] ['integer'] None -1\n[[datetime.datetime(2020, 1, 2, "))
        #expect(found.hasSuffix("\nTrue\n"), "\(found)")
    }

    static let rights = #"""
        run("CREATE TABLE tab1 AS SELECT 1 AS a")
        run("SELECT 1")
        auth = trino.auth.BasicAuthentication(key, "")
        os.environ["REQUESTS_CA_BUNDLE"] = "w/gateway-ca.pem"
        c = connect(http_scheme="https", auth=auth).cursor()
        run("SELECT 2")
        for other in ("1/" + "u" * 40, "1/other"):
            try:
                connect(user=other).cursor().execute("SELECT 1")
            except trino.exceptions.HttpError as e:
                print(e)
        """#

    @Test(.enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"))
    func `keys have rights, and TLS is that of the workspace`() throws {
        let read = "1/" + String(repeating: "r", count: 40)
        let found = try run(
            Self.rights,
            serve: "serve --trino 0 --key env:FULL --query-key env:READ --write-key env:WRITE",
            more: [read],
            keys: [
                "FULL": "1/" + String(repeating: "f", count: 40), "READ": read,
                "WRITE": "1/" + String(repeating: "u", count: 40),
            ])
        #expect(
            found == """
                TrinoUserError PERMISSION_DENIED 4 Access Denied: this API key may only read
                [[1]] ['integer'] None -1
                [[2]] ['integer'] None -1
                error 403: b'Access Denied: this API key may only upload'
                error 401: b'Access Denied: the user is not an API key of this account'

                """)
    }

    static let writer = #"""
        try:
            run("CREATE TABLE large AS SELECT x, y FROM UNNEST(sequence(1, 10000)) AS t(x) "
                "CROSS JOIN UNNEST(sequence(1, 20)) AS u(y)")
        except Exception:
            pass
        """#

    @Test(.enabled(if: python != nil, "skipped: the client cannot be installed from PyPI"))
    func `a kill leaves all of a statement, or nothing`() throws {
        let place = try TemporaryDirectory()
        try place.write(Self.head + Self.writer, to: "writer.py")
        try place.write(
            Self.head + "run('SELECT 1')\nrun('SELECT count(*) FROM large')\n",
            to: "reader.py")
        let python = try #require(Self.python)
        for tenths in 1...6 {
            let server = try ServedProcess(
                "serve --trino 0", ["--workspace", "w"], in: place)
            let port = try #require(server.ports["trino"])
            _ = try Shell.run(
                "/bin/bash",
                [
                    "-c",
                    "'\(python)' writer.py \(port) & sleep 0.\(tenths + 3); "
                        + "kill -9 \(server.identifier); wait",
                ], directory: place.path, timeout: 60)
            _ = server.end(SIGKILL)
            let next = try ServedProcess("serve --trino 0", ["--workspace", "w"], in: place)
            let nextPort = try #require(next.ports["trino"])
            let found = try Shell.run(
                python, ["reader.py", "\(nextPort)"], directory: place.path, timeout: 60)
            let isNone = found.stdout.contains("TABLE_NOT_FOUND")
            let isWhole = found.stdout.contains("[[200000]]")
            #expect(isNone || isWhole, "\(found.stdout) \(found.stderr)")
            _ = next.end(SIGTERM)
            if isWhole { return }
        }
    }
}
