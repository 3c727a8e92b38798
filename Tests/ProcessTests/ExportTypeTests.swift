import PushTestSupport
import Testing

/// TD-11: the types of a query, as pyarrow and DuckDB read them in a Parquet file.
@Suite(.serialized) struct ExportTypeTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// A row of values, a row of NULLs, and a row of edges, in every type of Trino's.
    static let query = """
        SELECT * FROM (VALUES
          (1, true, DATE '2024-02-29', DECIMAL '12.30', DECIMAL '123456789012.5',
            CAST('12345678901234567890.12' AS DECIMAL(38,2)), TIMESTAMP '2024-11-03 01:30:00.123',
            from_unixtime(1730613600.5, 'America/New_York'), TIMESTAMP '2024-01-01 00:00:00.123456',
            TIME '12:34:56.789', 1e0, REAL '1.5', TINYINT '7', SMALLINT '300', BIGINT '5', 'é',
            X'00ff', JSON '{"b":[1,2]}', ARRAY['a', NULL, 'é'],
            MAP(ARRAY['x', 'y'], ARRAY[1, NULL]),
            CAST(ROW(1, 'b') AS ROW(n BIGINT, s VARCHAR)), ROW(1, 'x'),
            ARRAY[CAST(ROW(DATE '2020-01-01', ARRAY[1.5]) AS ROW(d DATE, a ARRAY(DECIMAL(3, 1))))],
            ARRAY[ARRAY[1e0, nan()], ARRAY[], NULL, ARRAY[infinity()]],
            MAP(ARRAY[DATE '2024-01-01'], ARRAY[from_unixtime(1, 'Asia/Tokyo')])),
          (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
            NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
          (3, false, DATE '1969-12-31', DECIMAL '-0.05', DECIMAL '-0.5',
            CAST(-0.01 AS DECIMAL(38,2)),
            TIMESTAMP '1960-01-01 00:00:00.001', from_unixtime(0),
            TIMESTAMP '1969-12-31 23:59:59.999999', TIME '00:00:00.000', -1e300, REAL '0',
            TINYINT '-8', SMALLINT '-1', BIGINT '-9223372036854775808', '', X'', JSON 'null',
            ARRAY[], MAP(), CAST(ROW(NULL, NULL) AS ROW(n BIGINT, s VARCHAR)), ROW(2, 'y'),
            ARRAY[NULL], ARRAY[], MAP())
        ) AS t(i, b, d, short, middle, long, local, at, fine, clock, share, re, tiny, small, big,
          name, bin, j, list, map, named, unnamed, nest, lists, days)
        """

    static let read = #"""
        import datetime, decimal, duckdb, json, math, pyarrow.parquet as pq
        dec = decimal.Decimal
        def day(*a): return datetime.date(*a)
        def moment(*a, utc=False):
            return datetime.datetime(*a, tzinfo=datetime.timezone.utc if utc else None)
        rows = [
          (1, True, day(2024, 2, 29), dec("12.30"), dec("123456789012.5"),
           dec("12345678901234567890.12"), moment(2024, 11, 3, 1, 30, 0, 123000),
           moment(2024, 11, 3, 6, 0, 0, 500000, utc=True), moment(2024, 1, 1, 0, 0, 0, 123456),
           datetime.time(12, 34, 56, 789000), 1.0, 1.5, 7, 300, 5, "é", b"\x00\xff",
           '{"b":[1,2]}', ["a", None, "é"], {"x": 1, "y": None}, {"n": 1, "s": "b"},
           {"field0": 1, "field1": "x"}, [{"d": day(2020, 1, 1), "a": [dec("1.5")]}],
           [[1.0, "NaN"], [], None, [math.inf]],
           {day(2024, 1, 1): moment(1970, 1, 1, 0, 0, 1, utc=True)}),
          (2,) + (None,) * 24,
          (3, False, day(1969, 12, 31), dec("-0.05"), dec("-0.5"), dec("-0.01"),
           moment(1960, 1, 1, 0, 0, 0, 1000), moment(1970, 1, 1, utc=True),
           moment(1969, 12, 31, 23, 59, 59, 999999), datetime.time(0), -1e300, 0.0, -8, -1, -2**63,
           "", b"", "null", [], {}, {"n": None, "s": None}, {"field0": 2, "field1": "y"}, [None],
           [], {}),
        ]
        def same(value):
            if isinstance(value, float) and math.isnan(value): return "NaN"
            if isinstance(value, list): return [same(v) for v in value]
            return value
        def check(kind, got):
            for ours, theirs in zip(rows, got, strict=True):
                for name, a, b in zip(names, ours, theirs, strict=True):
                    assert a == same(b), (kind, name, a, b)
        table = pq.read_table("types.parquet", read_dictionary=[])
        names = table.column_names
        maps = [names.index("map"), names.index("days")]
        def mapped(row):
            return [dict(v) if i in maps and v is not None else v for i, v in enumerate(row)]
        check("pyarrow", [mapped(r) for r in zip(*[c.to_pylist() for c in table.columns])])
        for field in table.schema: print(field.name, field.type)
        duck = duckdb.connect()
        duck.execute("SET TimeZone = 'UTC'")
        found = duck.execute("SELECT * REPLACE (epoch_ms(\"at\") AS \"at\", "
            "map_from_entries([(e.key, epoch_ms(e.value)) FOR e IN map_entries(days)]) AS days) "
            "FROM 'types.parquet' ORDER BY i").fetchall()
        def instants(row):
            row, at, days = list(row), names.index("at"), names.index("days")
            utc = lambda v: datetime.datetime.fromtimestamp(v / 1000, datetime.timezone.utc)
            row[at] = row[at] if row[at] is None else utc(row[at])
            row[days] = row[days] and {k: utc(v) for k, v in row[days].items()}
            return row
        check("duckdb", [instants(row) for row in found])
        print(duck.execute("SELECT string_agg(column_type, ', ') FROM "
                           "(DESCRIBE FROM 'types.parquet')").fetchone()[0])
        print(duck.execute("SELECT count(*) FROM 'types.parquet' WHERE d < '1970-01-01'"
                           " AND small < 0 AND short < 0").fetchone())
        """#

    @Test(
        .enabled(if: ExportReaderTests.python != nil, "PyPI or its packages cannot be reached"),
        arguments: ["", " --gzip"])
    func `pyarrow and DuckDB read every type of a query`(option: String) throws {
        let python = try #require(ExportReaderTests.python)
        let sql = Self.query.replacing("\"", with: "\\\"")
        let run = try Pushsh.script(
            "psh 2\nexport \"\(sql)\" types.parquet\(option)\n", in: place)
        #expect(run.status == 0, "\(run)")
        try place.write(Self.read, to: "read.py")
        let read = try Shell.run(python, ["read.py"], directory: place.path, timeout: 120)
        #expect(read.stdout == Self.types, "\(read)")
    }

    static let uuids = #"""
        import duckdb
        print(duckdb.execute("SELECT typeof(u), u, typeof(l), l FROM 'u.parquet'").fetchall())
        """#

    @Test(.enabled(if: ExportReaderTests.python != nil, "PyPI or its packages cannot be reached"))
    func `a uuid is one for DuckDB, too`() throws {
        let python = try #require(ExportReaderTests.python)
        let id = "12151fd2-7586-11e9-8f9e-2a86e4085a59"
        let sql = "SELECT UUID '\(id)' AS u, ARRAY[UUID '\(id)', NULL] AS l"
        let files = ["u.parquet", "u.csv", "u.jsonl"].map { "export \"\(sql)\" \($0)\n" }
        let run = try Pushsh.script("psh 2\n" + files.joined(), in: place)
        #expect(run.status == 0, "\(run)")
        try place.write(Self.uuids, to: "read.py")
        let read = try Shell.run(python, ["read.py"], directory: place.path, timeout: 120)
        #expect(
            read.stdout
                == "[('UUID', UUID('\(id)'), 'UUID[]', [UUID('\(id)'), None])]\n", "\(read)")
        #expect(try place.text("u.csv") == "u,l\r\n\(id),\"[\"\"\(id)\"\",null]\"\r\n")
        #expect(try place.text("u.jsonl") == #"{"u":"\#(id)","l":["\#(id)",null]}"# + "\n")
    }

    static let types = """
        i int32
        b bool
        d date32[day]
        short decimal128(4, 2)
        middle decimal128(13, 1)
        long decimal128(38, 2)
        local timestamp[ms]
        at timestamp[ms, tz=UTC]
        fine timestamp[us]
        clock time64[us]
        share double
        re float
        tiny int8
        small int16
        big int64
        name string
        bin binary
        j string
        list list<element: string>
        map map<string, int32 ('map')>
        named struct<n: int64, s: string>
        unnamed struct<field0: int32, field1: string>
        nest list<element: struct<d: date32[day], a: list<element: decimal128(3, 1)>>>
        lists list<element: list<element: double>>
        days map<date32[day], timestamp[ms, tz=UTC] ('days')>
        INTEGER, BOOLEAN, DATE, DECIMAL(4,2), DECIMAL(13,1), DECIMAL(38,2), TIMESTAMP, \
        TIMESTAMP WITH TIME ZONE, TIMESTAMP, TIME, DOUBLE, FLOAT, TINYINT, SMALLINT, BIGINT, \
        VARCHAR, BLOB, VARCHAR, VARCHAR[], MAP(VARCHAR, INTEGER), STRUCT(n BIGINT, s VARCHAR), \
        STRUCT(field0 INTEGER, field1 VARCHAR), STRUCT(d DATE, a DECIMAL(3,1)[])[], DOUBLE[][], \
        MAP(DATE, TIMESTAMP WITH TIME ZONE)
        (1,)

        """

    @Test func `CSV and JSON Lines write values as Trino does`() throws {
        let sql = Self.query.replacing("\"", with: "\\\"")
        let run = try Pushsh.script(
            "psh 2\nexport \"\(sql)\" types.csv\nexport \"\(sql)\" types.jsonl\n", in: place)
        #expect(run.status == 0, "\(run)")
        #expect(try place.text("types.csv") == Self.csv.replacing("\n", with: "\r\n"))
        #expect(try place.text("types.jsonl") == Self.lines)
    }

    static let csv = #"""
        i,b,d,short,middle,long,local,at,fine,clock,share,re,tiny,small,big,name,bin,j,list,\#
        map,named,unnamed,nest,lists,days
        1,true,2024-02-29,12.30,123456789012.5,12345678901234567890.12,\#
        2024-11-03 01:30:00.123,2024-11-03 01:00:00.500 America/New_York,\#
        2024-01-01 00:00:00.123456,12:34:56.789,1.0,1.5,7,300,5,é,00ff,"{""b"":[1,2]}",\#
        "[""a"",null,""é""]","{""x"":1,""y"":null}","{""n"":1,""s"":""b""}","{""field0"":1,\#
        ""field1"":""x""}","[{""d"":""2020-01-01"",""a"":[1.5]}]","[[1.0,""NaN""],[],null,\#
        [""Infinity""]]","{""2024-01-01"":""1970-01-01 09:00:01.000 Asia/Tokyo""}"
        2,,,,,,,,,,,,,,,,,,,,,,,,
        3,false,1969-12-31,-0.05,-0.5,-0.01,1960-01-01 00:00:00.001,\#
        1970-01-01 00:00:00.000 UTC,1969-12-31 23:59:59.999999,00:00:00.000,-1.0E300,0.0,-8,\#
        -1,-9223372036854775808,"","",null,[],{},"{""n"":null,""s"":null}","{""field0"":2,\#
        ""field1"":""y""}",[null],[],{}

        """#

    static let lines = #"""
        {"i":1,"b":true,"d":"2024-02-29","short":12.30,"middle":123456789012.5,\#
        "long":12345678901234567890.12,"local":"2024-11-03 01:30:00.123",\#
        "at":"2024-11-03 01:00:00.500 America/New_York","fine":"2024-01-01 00:00:00.123456",\#
        "clock":"12:34:56.789","share":1.0,"re":1.5,"tiny":7,"small":300,"big":5,"name":"é",\#
        "bin":"00ff","j":{"b":[1,2]},"list":["a",null,"é"],"map":{"x":1,"y":null},\#
        "named":{"n":1,"s":"b"},"unnamed":{"field0":1,"field1":"x"},\#
        "nest":[{"d":"2020-01-01","a":[1.5]}],"lists":[[1.0,"NaN"],[],null,["Infinity"]],\#
        "days":{"2024-01-01":"1970-01-01 09:00:01.000 Asia/Tokyo"}}
        {"i":2,"b":null,"d":null,"short":null,"middle":null,"long":null,"local":null,\#
        "at":null,"fine":null,"clock":null,"share":null,"re":null,"tiny":null,"small":null,\#
        "big":null,"name":null,"bin":null,"j":null,"list":null,"map":null,"named":null,\#
        "unnamed":null,"nest":null,"lists":null,"days":null}
        {"i":3,"b":false,"d":"1969-12-31","short":-0.05,"middle":-0.5,"long":-0.01,\#
        "local":"1960-01-01 00:00:00.001","at":"1970-01-01 00:00:00.000 UTC",\#
        "fine":"1969-12-31 23:59:59.999999","clock":"00:00:00.000","share":-1.0E300,\#
        "re":0.0,"tiny":-8,"small":-1,"big":-9223372036854775808,"name":"","bin":"",\#
        "j":null,"list":[],"map":{},"named":{"n":null,"s":null},"unnamed":{"field0":2,\#
        "field1":"y"},"nest":[null],"lists":[],"days":{}}

        """#
}
