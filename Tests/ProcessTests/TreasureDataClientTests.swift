import Glibc
import PushTestSupport
import Testing

/// Treasure Data's own clients from PyPI, as their users run them, against `serve --api` (TD-11).
@Suite(.serialized) struct TreasureDataClientTests {
    /// Where the clients are installed; nil where Python or PyPI cannot be reached.
    static let python = PythonEnvironment.python(
        "treasure-data-clients", "td-client==1.7.0 pytd==2.4.0")

    static let session = #"""
        import sys, time, tdclient, pytd
        url, key = sys.argv[1], "1/" + "a" * 40
        with tdclient.Client(apikey=key, endpoint=url) as td:
            print([d.name for d in td.databases()], [t.name for t in td.tables("mobile")])
            sql = "SELECT value, count(*) AS n, 0.5 AS h, NULL AS u FROM push_events GROUP BY 1"
            job = td.query("mobile", sql, type="trino")
            job.wait(wait_interval=0.1)
            print(job.status(), job.num_records, list(job.result()), job.result_schema)
            print(list(job.result_format("json")))
            print(list(job.result_format("msgpack", store_tmpfile=True)))
            job = td.query("mobile", "SELECT valeu FROM push_events", type="trino")
            job.wait(wait_interval=0.1)
            print(job.status(), job.debug["stderr"])
            job = td.query("mobile", "SELEC 1")
            job.wait(wait_interval=0.1)
            print(job.status(), job.debug["stderr"])
            td.create_database("other")
            td.create_log_table("other", "things")
            td.update_schema("other", "things", [["a", "long"], ["b", "string"]])
            print([(t.name, t.schema) for t in td.tables("other")])
            print(td.delete_table("other", "things"), len(td.jobs()))
            made = {d.name: d.created_at for d in td.databases()}
            print([abs(made[n].timestamp() - time.time()) < 3600 for n in ("mobile", "other")])
            tail = td.table("mobile", "push_events").tail(5)
            print([sorted(r) for r in tail], [r["value"] for r in tail])
            print(td.tail("mobile", "push_events", 0))
            td.create_log_table("other", "more")
            print(td.delete_database("other"), [d.name for d in td.databases()])
            td.create_database("other")
            print(td.tables("other"), td.database("other").created_at.tzname())
            for call in (
                lambda: td.create_database("other"), lambda: td.tables("nope"),
                lambda: td.delete_database("nope"), lambda: td.tail("mobile", "nope", 3),
            ):
                try:
                    call()
                except Exception as error:
                    print(type(error).__name__)
            endless = "SELECT count(*) FROM UNNEST(sequence(1, 10000)) AS a(x), "
            endless += "UNNEST(sequence(1, 10000)) AS b(y), UNNEST(sequence(1, 10000)) AS c(z)"
            job = td.query("mobile", endless, type="trino")
            job.kill()
            job.wait(wait_interval=0.1)
            print(job.status())
        try:
            with tdclient.Client(apikey="bad", endpoint=url) as td:
                td.databases()
        except Exception as error:
            print(type(error).__name__)
        with tdclient.connect(
            apikey=key, endpoint=url, db="mobile", type="presto", wait_interval=0.1
        ) as connection:
            cursor = connection.cursor()
            cursor.execute("SELECT value FROM push_events")
            print([column[0] for column in cursor.description], cursor.fetchall())
        client = pytd.Client(apikey=key, endpoint=url, database="mobile", default_engine="presto")
        print(client.query("SELECT value, 1 AS one FROM push_events", force_tdclient=True))
        """#

    @Test(
        .enabled(if: python != nil, "skipped: td-client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `td-client and pytd work unchanged`(options: [String]) throws {
        let place = try TemporaryDirectory()
        try place.write(Self.session, to: "session.py")
        let server = try ServedProcess(
            "serve --ingest 0 --api 0", options + ["--real-time"], in: place, services: 2)
        _ = try server.ask(WireRequest.upload(WireRequest.event("v")))
        let port = try #require(server.ports["api"])
        let run = try Shell.run(
            try #require(Self.python), ["session.py", "http://127.0.0.1:\(port)/"],
            directory: place.path, timeout: 120)
        #expect(
            run.stdout == """
                ['mobile'] ['push_events']
                success 1 [['v', 1, '0.5', None]] [['value', 'varchar'], ['n', 'bigint'], \
                ['h', 'decimal(1,1)'], ['u', 'unknown']]
                [['v', 1, '0.5', None]]
                [['v', 1, '0.5', None]]
                error COLUMN_NOT_FOUND: line 1:8: Column 'valeu' cannot be resolved \
                (did you mean `value`?)
                error Hive queries are not supported: wanted Trino's, by a job of the type `trino`
                [('things', [['a', 'long', 'a'], ['b', 'string', 'b']])]
                log 3
                [True, True]
                [['time', 'value']] ['v']
                []
                True ['mobile']
                [] UTC
                AlreadyExistsError
                NotFoundError
                NotFoundError
                NotFoundError
                killed
                AuthError
                ['value'] [['v']]
                {'data': [['v', 1]], 'columns': ['value', 'one']}

                """, "\(run.stderr)")
        #expect(server.end(SIGTERM).status == 0)
    }

    /// Imports, bulk imports and changes of tables, with the client's own calls.
    static let imports = #"""
        import gzip, io, json, re, sys, msgpack, tdclient
        url, key = sys.argv[1], "1/" + "a" * 40
        def count(td, table):
            job = td.query("mobile", f"SELECT count(*) FROM {table}", type="trino")
            job.wait(wait_interval=0.1)
            return list(job.result())[0][0]
        with tdclient.Client(apikey=key, endpoint=url) as td:
            td.create_log_table("mobile", "orders")
            rows = [{"time": 1700000000 + i, "name": "お%d" % i, "n": i} for i in range(1000)]
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            print(td.import_file("mobile", "orders", "json", io.BytesIO(lines.encode())) >= 0)
            for _ in range(2):
                packed = gzip.compress(b"".join(map(msgpack.packb, rows[:10])))
                td.import_data("mobile", "orders", "msgpack.gz", packed, len(packed), "once")
            print(count(td, "orders"))
            td.create_bulk_import("b1", "mobile", "orders")
            bulk = td.bulk_import("b1")
            bulk.upload_file("part1", "json", io.BytesIO(lines.encode()))
            packed = gzip.compress(msgpack.packb({"name": "no time"}))
            bulk.upload_part("part2", io.BytesIO(packed), len(packed))
            print(bulk.list_parts(), [b.name for b in td.bulk_imports()])
            bulk.freeze()
            bulk.perform(wait=True, wait_interval=0.1)
            bulk.update()
            print(bulk.status, bulk.valid_records, bulk.error_records)
            print(list(bulk.error_record_items()))
            bulk.commit(wait=True, wait_interval=0.1)
            print(count(td, "orders"), bulk.delete())
            td.create_log_table("mobile", "staging")
            print(td.swap_table("mobile", "orders", "staging"))
            print(count(td, "staging"), count(td, "orders"))
            print([u.name for u in td.users()], td.api.list_apikeys("pushsh") == [key])
            print(td.server_status())
            for call in (
                lambda: td.import_data("mobile", "orders", "msgpack.gz", packed, len(packed)),
                lambda: td.import_data("mobile", "orders", "csv.gz", packed, len(packed)),
                lambda: td.swap_table("mobile", "orders", "nope"),
            ):
                try:
                    print("no refusal of", call())
                except Exception as error:
                    found = re.search(r'"error":"([^"]*)"', str(error))
                    print(found.group(1) if found else repr(error))
        """#

    @Test(
        .enabled(if: python != nil, "skipped: td-client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `files are imported, in one piece and in parts`(options: [String]) throws {
        let place = try TemporaryDirectory()
        try place.write(Self.imports, to: "imports.py")
        let server = try ServedProcess(
            "serve --api 0", options + ["--real-time"], in: place, services: 1)
        let port = try #require(server.ports["api"])
        let run = try Shell.run(
            try #require(Self.python), ["imports.py", "http://127.0.0.1:\(port)/"],
            directory: place.path, timeout: 120)
        #expect(
            run.stdout == """
                True
                1010
                ['part1', 'part2'] ['b1']
                ready 1000 1
                [{'name': 'no time'}]
                2010 True
                True
                2010 0
                ['pushsh'] True
                ok
                nothing is stored, since 1 of 1 records cannot be: record 1: `time` is missing, \
                wanted whole Unix seconds
                found the format `csv.gz`, wanted `msgpack.gz`
                no table `nope` in the database `mobile`

                """, "\(run.stderr)")
        let metrics = try Shell.run(
            "curl", ["-s", "http://127.0.0.1:\(port)/metrics"], directory: place.path)
        #expect(
            metrics.stdout.contains(
                #"pushsh_warehouse_records{database="mobile",table="staging"} 2010"#))
        #expect(metrics.stdout.contains("# TYPE pushsh_answers_total counter\n"))
        let counted = metrics.stdout.split(separator: "\n").contains {
            $0.hasPrefix(#"pushsh_answers_total{service="api",status="200"} "#)
        }
        #expect(counted)
        // Monitors ask with HEAD.
        let head = try Shell.run(
            "curl", ["-sI", "http://127.0.0.1:\(port)/status"], directory: place.path)
        #expect(head.stdout.hasPrefix("HTTP/1.1 200 "))
        let status = try Shell.run(
            "curl", ["-s", "http://127.0.0.1:\(port)/status"], directory: place.path)
        #expect(status.stdout.hasPrefix(#"{"status":"ok","version":""#))
        #expect(server.end(SIGTERM).status == 0)
    }

    /// Every public call of td-client, called once: it works, or it is refused at once.
    static let everything = #"""
        import gzip, io, json, sys, time, msgpack, tdclient
        url, key = sys.argv[1], "1/" + "a" * 40
        td = tdclient.Client(apikey=key, endpoint=url)
        seen = set()
        class Watch:
            def __getattr__(self, name):
                seen.add(name)
                return getattr(td, name)
        w = Watch()
        w.api, w.apikey, w.server_status(), w.databases(), w.users(), w.list_apikeys("pushsh")
        w.create_database("shop"), w.database("shop"), w.create_log_table("shop", "orders")
        w.create_log_table("shop", "other"), w.update_schema("shop", "orders", [["a", "long"]])
        w.tables("shop"), w.table("shop", "orders"), w.swap_table("shop", "orders", "other")
        packed = gzip.compress(msgpack.packb({"time": 1700000000, "a": 1}))
        w.import_data("shop", "orders", "msgpack.gz", packed, len(packed))
        w.import_file("shop", "orders", "json", io.BytesIO(b'{"time": 1700000001, "a": 2}\n'))
        print(w.tail("shop", "orders", 2))
        job = w.query("shop", "SELECT a FROM orders ORDER BY a", type="trino",
            result_url="td://@/shop/copied?mode=replace")
        job.wait(wait_interval=0.1)
        print(w.job_status(job.id), w.job(job.id).result_url, len(w.jobs()))
        print(w.job_result(job.id), list(w.job_result_each(job.id)))
        print(w.job_result_format(job.id, "json"), list(w.job_result_format_each(job.id, "json")))
        print(w.download_job_result(job.id, "rows.msgpack.gz"), w.kill(job.id))
        def rows(sql, **more):
            job = td.query("shop", sql, type="trino", **more)
            job.wait(wait_interval=0.1)
            # job.result() takes the address of an export for rows.
            return td.job_result(job.id) if job.success() else job.debug["stderr"]
        print(rows("SELECT a FROM copied"))
        appended = '{"type": "table", "table": "copied"}'
        print(rows("SELECT 7 AS a, DATE '2020-01-01' AS d", result_url=appended))
        print(rows("SELECT a, d FROM copied ORDER BY a"))
        print(rows("INSERT INTO copied (a) SELECT 8"), rows("SELECT count(*) FROM copied"))
        print(rows("CREATE TABLE made AS SELECT 1 AS a"), rows("DROP TABLE made"))
        aged = {"time": 1, "a": 1}, {"time": int(time.time()), "a": 2}
        aged = gzip.compress(b"".join(map(msgpack.packb, aged)))
        w.create_log_table("shop", "aged")
        w.import_data("shop", "aged", "msgpack.gz", aged, len(aged))
        print(w.update_expire("shop", "aged", 30), rows("SELECT a FROM aged"))
        print([table._expire_days for table in w.tables("shop") if table.name == "aged"])
        for name in ("b1", "b2"):
            w.create_bulk_import(name, "shop", "orders")
        w.bulk_import("b1"), w.bulk_imports(), w.delete_bulk_import("b2")
        w.bulk_import_upload_part("b1", "p1", io.BytesIO(packed), len(packed))
        w.bulk_import_upload_file("b1", "p2", "json", io.BytesIO(b'{"time": 1700000001}\n'))
        w.list_bulk_import_parts("b1"), w.bulk_import_delete_part("b1", "p2")
        w.freeze_bulk_import("b1"), w.unfreeze_bulk_import("b1"), w.freeze_bulk_import("b1")
        w.perform_bulk_import("b1"), list(w.bulk_import_error_records("b1"))
        w.commit_bulk_import("b1"), w.delete_table("shop", "other"), w.delete_database("shop")
        refused = {
            "add_apikey": ("pushsh",), "remove_apikey": ("pushsh", "1/b"),
            "add_user": ("n", "o", "e@x", "p"), "remove_user": ("n",),
            "change_database": ("mobile", "push_events", "shop"),
            "export_data": ("mobile", "push_events", "s3"),
            "create_result": ("r", "td://@/a/b"), "delete_result": ("r",), "results": (),
            "create_schedule": ("s", {"cron": "@daily", "query": "SELECT 1"}),
            "delete_schedule": ("s",), "schedules": (),
            "update_schedule": ("s", {}), "history": ("s",), "run_schedule": ("s", 1700000000),
        }
        def refuse(name, call, arguments):
            start = time.time()
            try:
                print("not refused:", name, call(*arguments))
            except Exception as error:
                if "not supported" not in str(error) or time.time() - start > 3:
                    print(name, repr(error))
        for name, arguments in refused.items():
            refuse(name, getattr(w, name), arguments)
        # The client has no call of its own for these: GET and DELETE repeat after any 5xx, and
        # after one a POST has no explanation.
        connectors = {
            "connector_guess": ({},), "connector_preview": ({},), "connector_list": (),
            "connector_issue": ("mobile", "push_events", {}), "connector_show": ("c",),
            "connector_create": ("c", "mobile", "push_events", {}),
            "connector_update": ("c", {}), "connector_delete": ("c",),
            "connector_history": ("c",), "connector_run": ("c",),
        }
        for name, arguments in connectors.items():
            refuse(name, getattr(w.api, name), arguments)
        known = {n for n in dir(td.api) if n.startswith("connector_")}
        print(sorted(known ^ set(connectors)))
        w.close()
        print(sorted({n for n in dir(tdclient.Client) if n[0] != "_"} ^ seen))
        """#

    @Test(
        .enabled(if: python != nil, "skipped: td-client cannot be installed from PyPI"),
        arguments: [["--workspace", "w"], []])
    func `every call of td-client works, or is refused at once`(options: [String]) throws {
        let place = try TemporaryDirectory()
        try place.write(Self.everything, to: "everything.py")
        let server = try ServedProcess(
            "serve --api 0", options + ["--real-time"], in: place, services: 1)
        let port = try #require(server.ports["api"])
        let run = try Shell.run(
            try #require(Self.python), ["everything.py", "http://127.0.0.1:\(port)/"],
            directory: place.path, timeout: 120)
        #expect(
            run.stdout == """
                [{'time': 1700000001, 'a': 2}, {'time': 1700000000, 'a': 1}]
                success td://@/shop/copied?mode=replace 1
                [[1], [2]] [[1], [2]]
                [[1], [2]] [[1], [2]]
                True success
                [[1], [2]]
                [[7, '2020-01-01']]
                [[1, None], [2, None], [7, '2020-01-01']]
                [[1]] [[4]]
                [[1]] []
                True [[2]]
                [30]
                []
                []

                """, "\(run.stderr)")
        #expect(server.end(SIGTERM).status == 0)
    }
}
