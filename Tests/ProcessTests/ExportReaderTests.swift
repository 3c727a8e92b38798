import PushTestSupport
import Testing

/// TD-11 TD-13: what `export` writes, read by other people's programs from PyPI: every value of it.
@Suite(.serialized) struct ExportReaderTests {
    /// Where the readers are installed; nil where Python or PyPI cannot be reached.
    static let python = PythonEnvironment.python(
        "export-readers", "duckdb==2.0.0 pyarrow==26.0.1")

    let place: TemporaryDirectory

    /// 30,000 rows of every type, with gaps, over four days; texts with everything in them.
    static let rows = #"""
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29999)
        SELECT iif(i % 1000 = 999, NULL, 1767225600 + i * 11) AS time, i - 15000 AS number,
          iif(i % 3 = 0, NULL, i * 0.37 - 5000) AS share,
          iif(i % 7 = 0, NULL, 'row ' || i || char(10) || ' ",é😀' || char(9)) AS name,
          iif(i % 5 = 0, '', 'x') AS short, NULL AS absent, i % 2 AS flag,
          iif(i % 11 = 0, NULL, 1700000000 + i) AS at, iif(i = 29998, 'late', i) AS mixed,
          9223372036854775807 - i AS large
        FROM n
        """#

    init() throws { place = try TemporaryDirectory() }

    /// Reads a file with a program, and compares it with what SQLite has.
    static let compare = #"""
        import sys, json, sqlite3, datetime, duckdb, pyarrow.parquet as pq
        sql, path = open(sys.argv[1]).read(), sys.argv[2]
        connection = sqlite3.connect(":memory:")
        rows = connection.execute(sql).fetchall()
        names = [d[0] for d in connection.execute(sql).description]
        utc = datetime.timezone.utc
        def wanted(name, value):
            if value is None: return None
            if name == "mixed": return str(value)
            if name == "flag": return bool(value)
            if name == "at": return datetime.datetime.fromtimestamp(value, utc)
            return value
        rows = [tuple(wanted(n, v) for n, v in zip(names, row)) for row in rows]
        def check(kind, got):
            got = sorted(got, key=lambda r: r[1])
            assert len(got) == len(rows), (kind, len(got))
            for ours, theirs in zip(rows, got):
                assert ours == theirs, (kind, ours, theirs)
        table = pq.read_table(path)
        assert table.column_names == names, table.column_names
        columns = [c.to_pylist() for c in table.columns]
        check("pyarrow", zip(*columns))
        print([str(f.type) for f in table.schema])
        duck = duckdb.connect()
        got = duck.execute('SELECT * REPLACE (epoch_ms("at") AS "at") '
                           f"FROM read_parquet('{path}')").fetchall()
        at = names.index("at")
        moment = lambda v: v and datetime.datetime.fromtimestamp(v / 1000, utc)
        check("duckdb", [row[:at] + (moment(row[at]),) + row[at + 1:] for row in got])
        facts = pq.ParquetFile(path).metadata
        print(facts.num_rows, facts.num_row_groups, facts.created_by)
        part = facts.row_group(0).column(1)
        print(part.statistics.min, part.statistics.max, part.statistics.null_count)
        print(duck.execute(f"SELECT count(*) FROM read_parquet('{path}') WHERE number > 0"
                           ).fetchone())
        """#

    @Test(
        .enabled(if: python != nil, "PyPI or its packages cannot be reached"),
        arguments: ["", " --gzip"])
    func `pyarrow and DuckDB read every value of a Parquet file`(option: String) throws {
        let python = try #require(Self.python)
        try place.write(Self.rows, to: "rows.sql")
        try place.write(Self.compare, to: "compare.py")
        let sql = Self.rows.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let run = try Pushsh.script(
            """
            export "\(sql)" rows.parquet --dialect sqlite --as flag:boolean,at:timestamp\(option)
            expect $.rows == 30000
            expect $.files == 1
            """, in: place)
        #expect(run.status == 0, "\(run)")
        let read = try Shell.run(
            python, ["compare.py", "rows.sql", "rows.parquet"], directory: place.path,
            timeout: 120)
        #expect(
            read.stdout == """
                ['int64', 'int64', 'double', 'string', 'string', 'string', 'bool', \
                'timestamp[ms, tz=UTC]', 'string', 'int64']
                30000 1 pushsh
                -15000 14999 0
                (14999,)

                """, "\(read)")
    }

    @Test(.enabled(if: python != nil, "PyPI or its packages cannot be reached"))
    func `DuckDB reads CSV, JSON Lines and days as the pages say`() throws {
        let python = try #require(Self.python)
        let run = try Pushsh.script(
            """
            app launch
            login u1
            clock advance 30h
            login u2
            flush
            export mobile.push_events e.csv
            export mobile.push_events e.jsonl.gz
            export mobile.push_events days --to parquet --by day
            expect $.files == 2
            export mobile.push_events events --to parquet --by day --gzip
            export mobile all --to parquet
            expect $.files == 1
            export mobile.push_events days --to parquet --by day --force
            !file_exists export mobile.push_events days --to parquet --by day
            export "SELECT 1 AS n WHERE 1 = 0" none.parquet
            """, in: place)
        #expect(run.status == 0, "\(run)")
        let read = try Shell.run(
            python,
            [
                "-c",
                """
                import duckdb, sys
                ask = lambda sql: print(duckdb.sql(sql).fetchall())
                same = "SELECT count(*), count(user_id), min(time), count(DISTINCT fcm_token) FROM "
                ask(same + "'e.csv'")
                ask(same + "'e.jsonl.gz'")
                ask(same + "'days/*/*.parquet'")
                ask(same + "'all/push_events.parquet'")
                ask("SELECT dt::VARCHAR, count(*) FROM "
                    "read_parquet('days/*/*.parquet', hive_partitioning = true) "
                    "GROUP BY 1 ORDER BY 1")
                ask("SELECT count(*) FROM 'none.parquet'")
                page = open(sys.argv[1]).read().split(".Ss DuckDB")[1]
                page = page.split("indent\\n")[1].split(".Ed")[0]
                for sql in page.replace("\\\\(aq", "'").replace("\\\\-", "-").split(";")[:-1]:
                    done = duckdb.sql(sql)
                    if "SELECT" in sql:
                        print([(str(r[0]),) + r[1:] for r in done.fetchall()])
                ask("SELECT count(*) FROM push_events")
                """,
                Repository.path("man/man7/pushsh-export.7"),
            ], directory: place.path, timeout: 120)
        #expect(
            read.stdout == """
                [(3, 2, 1767225600, 1)]
                [(3, 2, 1767225600, 1)]
                [(3, 2, 1767225600, 1)]
                [(3, 2, 1767225600, 1)]
                [('2026-01-01', 2), ('2026-01-02', 1)]
                [(0,)]
                [('2026-01-01', 'token_register', 2), ('2026-01-02', 'token_register', 1)]
                [(3,)]

                """, "\(read)")
    }

    @Test func `a directory that holds anything else is not replaced`() throws {
        try place.write("mine", to: "days/notes.txt")
        let run = try Pushsh.script(
            """
            !file_exists export mobile days --to csv --force
            !file_exists export "SELECT 1 AS one" days --to csv --force
            !no_table export nowhere x --to csv
            !no_table export mobile.nothing x.csv
            !invalid_sql export "SELECT absent" x.csv
            !invalid_value export "SELECT 'x' AS n" x.csv --as n:long
            !invalid_value export "SELECT 1 AS n, 2 AS n" x.csv
            !invalid_sql export "SELECT 1 AS n" x.csv --by day
            """, in: place)
        #expect(run.status == 0, "\(run)")
        #expect(try place.text("days/notes.txt") == "mine")
        #expect(try place.listing() == ["days", "days/notes.txt"])
    }

    @Test func `an error in a query that is wrapped points at its place`() throws {
        let run = try Pushsh.script(
            "export \"SELECT time, absent FROM events\" x --to csv --by day\n", in: place)
        #expect(run.status == 1)
        let wanted = "sql:1:14: error: COLUMN_NOT_FOUND: line 1:14: Column 'absent'"
        #expect(run.stderr.contains(wanted), "\(run)")
    }

    static let canMount = (try? Shell.run("unshare", ["-m", "true"]))?.status == 0

    @Test(.enabled(if: canMount, "a file system cannot be mounted here"))
    func `a disk that fills leaves nothing of an export`() throws {
        let sql = Self.rows.replacing("\"", with: "\\\"")
        try place.write("export \"\(sql)\" m/x.csv --dialect sqlite\n", to: "x.psh")
        let run = try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs -o size=500k tmpfs m || exit 100
                "$PUSHSH" x.psh; echo "status $?"; ls m'
            """, in: place)
        #expect(run.stdout == "status 3\n", "\(run)")
        #expect(run.stderr.contains("error: cannot write `m/x.csv`: no space left on device"))
    }
}
