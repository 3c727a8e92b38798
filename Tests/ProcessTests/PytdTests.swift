import Glibc
import PushTestSupport
import Testing

/// pytd from PyPI against `serve --api --trino`: every public call, by introspection, works or is
/// refused by pytd itself (issue 14).
struct PytdTests {
    static let python = TreasureDataClientTests.python

    static let session = #"""
        import sys, os, time, pandas, pytd, pytd.table, pytd.writer, pytd.query_engine, pytd.dbapi
        import pytd.pandas_td as ptd, tdclient
        from pytd.query_engine import PrestoQueryEngine, HiveQueryEngine
        url, port, key = sys.argv[1], sys.argv[2], "1/" + "a" * 40
        os.environ["TD_PRESTO_API"] = f"http://127.0.0.1:{port}"
        seen = set()
        class Watch:
            def __init__(self, kind, whole):
                self.kind, self.whole = kind, whole
            def __getattr__(self, name):
                seen.add((self.kind, name))
                return getattr(self.whole, name)
        def refused(what, call, words):
            start = time.time()
            try:
                print("not refused:", what, call())
            except BaseException as error:
                if words not in str(error) or time.time() - start > 10:
                    print(what, repr(error))
        client = pytd.Client(apikey=key, endpoint=url, database="shop", default_engine="presto")
        w = Watch("Client", client)
        w.create_database_if_not_exists("shop")
        w.create_database_if_not_exists("shop")
        print(w.exists("shop"), w.exists("nope"), w.exists("shop", "orders"))
        print(sorted(d.name for d in w.list_databases()))
        t = Watch("Table", w.get_table("shop", "orders"))
        print(t.exists)
        t.create(["a", "b"], ["bigint", "varchar"])
        print(client.get_table("shop", "orders").exists, [x.name for x in w.list_tables("shop")])
        frame = pandas.DataFrame({"a": [1, 2], "b": ["x", "y"], "time": [1700000000, 1700000001]})
        def rows(table="orders"):
            return client.query(f"SELECT * FROM {table} ORDER BY time, a")
        t.import_dataframe(frame, "bulk_import", if_exists="overwrite")
        print(rows())
        w.load_table_from_dataframe(frame, "shop.orders", writer="insert_into", if_exists="append")
        print(len(rows()["data"]))
        for if_exists in ("ignore",):
            w.load_table_from_dataframe(frame, "shop.orders", if_exists=if_exists)
        print(len(rows()["data"]))
        refused("load", lambda: w.load_table_from_dataframe(frame, "shop.orders"), "already exists")
        writers = {"BulkImportWriter": "bulk_import", "InsertIntoWriter": "insert_into"}
        for name, kind in writers.items():
            writer = Watch(name, getattr(pytd.writer, name)())
            made = writer.from_string(kind)
            writer.write_dataframe(frame, client.get_table("shop", "orders"), "append")
            writer.close()
            print(name, type(made).__name__, writer.closed, len(rows()["data"]))
        # Spark is no part of the service: without td_pyspark its writer says so itself.
        spark = Watch("SparkWriter", pytd.writer.SparkWriter())
        print(type(spark.from_string("spark")).__name__, spark.closed)
        refused("spark", lambda: spark.write_dataframe(
            frame, client.get_table("shop", "orders"), "append"), "td_pyspark")
        spark.close()
        print(w.query("SELECT 1 AS one", force_tdclient=True))
        job = w.list_jobs()[0]
        print(w.get_job(job.id).id == job.id)
        for kind in (PrestoQueryEngine, HiveQueryEngine):
            name = kind.__name__
            e = Watch(name, kind(key, url, "shop", True))
            print(name, e.user_agent.startswith("pytd/"), "pytd" in e.create_header("x"))
            if name == "PrestoQueryEngine":
                print(e.presto_api_host, e.execute("SELECT 2 AS two"))
                c = e.cursor()
                c.execute("SELECT 3")
                print(c.fetchall())
            else:
                refused("hive", lambda: e.execute("SELECT 2 AS two"), "job error")
                e.cursor()
            e.close()
        for name in ("apilevel", "threadsafety", "paramstyle"):
            seen.add(("dbapi", name))
        d = Watch("dbapi", pytd.dbapi).connect(client)
        x = Watch("Connection", d)
        cursor = x.cursor()
        cursor.execute("SELECT count(*) AS n FROM orders")
        print(cursor.fetchall(), [c[0] for c in cursor.description])
        for call in (x.commit, x.rollback):
            try:
                print("not refused:", call())
            except pytd.dbapi.NotSupportedError:
                pass
        x.close()
        p = Watch("pandas_td", ptd)
        con = p.connect(apikey=key, endpoint=url)
        engine = p.create_engine("presto:shop", con=con)
        one = "SELECT a, b FROM orders WHERE a = 1 LIMIT 1"
        print(p.read_td_query(one, engine).values.tolist())
        print(p.read_td("SELECT 1 AS x", engine).x.tolist())
        print(p.read_td_table("orders", engine, columns=["a"], limit=2).shape)
        print(p.read_td_job(int(job.id), engine).values.tolist())
        p.to_td(frame[["a", "b"]], "shop.made", con, if_exists="replace", index=False)
        print(sorted(map(str, rows("made")["columns"])), len(rows("made")["data"]))
        t.delete()
        print(client.get_table("shop", "orders").exists)
        # Without the address of Trino's port it takes that of the API, and port 443.
        del os.environ["TD_PRESTO_API"]
        lost = pytd.Client(apikey=key, endpoint=url, database="shop", default_engine="presto")
        refused("insert_into", lambda: lost.load_table_from_dataframe(
            frame, "shop.lost", writer="insert_into", if_exists="append"), ":443")
        w.close()
        kinds = {
            "Client": pytd.Client, "Table": pytd.table.Table,
            "BulkImportWriter": pytd.writer.BulkImportWriter,
            "InsertIntoWriter": pytd.writer.InsertIntoWriter,
            "SparkWriter": pytd.writer.SparkWriter,
            "PrestoQueryEngine": PrestoQueryEngine, "HiveQueryEngine": HiveQueryEngine,
            "Connection": pytd.dbapi.Connection,
        }
        every = {(k, n) for k, c in kinds.items() for n in dir(c) if n[0] != "_"}
        names = [n for n in dir(ptd) if n[0] != "_"]
        calls = {n for n in names if type(getattr(ptd, n)).__name__ == "function"}
        every |= {("pandas_td", n) for n in calls}
        every |= {("dbapi", n) for n in ("connect", "apilevel", "threadsafety", "paramstyle")}
        print(sorted(every ^ seen))
        """#

    @Test(
        .enabled(if: python != nil, "skipped: pytd cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `every call of pytd works, or is refused at once`(options: [String]) throws {
        let place = try TemporaryDirectory()
        try place.write(Self.session, to: "session.py")
        let server = try ServedProcess(
            "serve --api 0 --trino 0", options + ["--real-time"], in: place, services: 2)
        let api = try #require(server.ports["api"])
        let trino = try #require(server.ports["trino"])
        let run = try Shell.run(
            try #require(Self.python), ["session.py", "http://127.0.0.1:\(api)/", "\(trino)"],
            directory: place.path, timeout: 200)
        #expect(
            run.stdout == """
                True False False
                ['mobile', 'shop']
                False
                True ['orders']
                {'data': [[1700000000, 1, 'x'], [1700000001, 2, 'y']], \
                'columns': ['time', 'a', 'b']}
                4
                4
                BulkImportWriter BulkImportWriter True 6
                InsertIntoWriter InsertIntoWriter True 8
                SparkWriter False
                {'data': [[1]], 'columns': ['one']}
                True
                PrestoQueryEngine True True
                http://127.0.0.1:\(trino) {'data': [[2]], 'columns': ['two']}
                [[3]]
                HiveQueryEngine True True
                [[8]] ['n']
                [[1, 'x']]
                [1]
                (2, 1)
                [[1]]
                ['a', 'b', 'time'] 2
                False
                []

                """, "\(run.stderr)")
        #expect(server.end(SIGTERM).status == 0)
    }
}
