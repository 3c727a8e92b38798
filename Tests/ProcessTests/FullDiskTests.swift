import PushTestSupport
import Testing

/// A place that takes no more, or nothing at all: the command fails, and what was there stays.
@Suite struct FullDiskTests {
    let place: TemporaryDirectory
    static let canMount = (try? Shell.run("unshare", ["-m", "true"]))?.status == 0
    /// Root ignores permissions, so that the refusals are seen by another user.
    static let canChangeUser = (try? Shell.run("setpriv", nobody + ["true"]))?.status == 0
    static let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

    init() throws {
        place = try TemporaryDirectory()
        try place.write("repeat 20000\n  token refresh\nend\n", to: "grow.psh")
    }

    @Test(.enabled(if: canMount, "a file system cannot be mounted here"))
    func `a full disk fails the command with status 3, and loses nothing that was told`() throws {
        let run = try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs -o size=400k tmpfs m || exit 100
                "$PUSHSH" --workspace m/w -c "app launch" >/dev/null || exit 101
                "$PUSHSH" --workspace m/w grow.psh >grown.txt
                echo "status $?"
                "$PUSHSH" --workspace m/w -c "login a" 2>/dev/null; echo "status $?"
                mount -o remount,size=4m m
                "$PUSHSH" --workspace m/w --mode csv -c "query --dialect sqlite \\
                    \\"SELECT count(*) - 1 FROM events \\
                    WHERE type = \\\\\\"token_register\\\\\\"\\""
                grep -c "^tracked token_register" grown.txt
                "$PUSHSH" --workspace m/w -c "expect token exists"; echo "status $?"
                sqlite3 m/w/device.db "PRAGMA integrity_check"'
            """, in: place)
        #expect(
            run.stderr.hasPrefix(
                "grow.psh:2:3: error: cannot write `m/w/device.db`: the disk is full\n"))
        let lines = run.lines
        #expect(lines.prefix(2) == ["status 3", "status 3"], "\(run)")
        let told = Int(lines.dropLast(2).last ?? "") ?? 0
        #expect(told > 0 && lines.dropLast(3).last == String(told), "\(run)")
        #expect(lines.suffix(2) == ["status 0", "ok"], "\(run)")
    }

    /// What is asked of a workspace whose disk takes nothing; each line is told with its status.
    static let questions = """
        ask() { "$PUSHSH" --workspace m/w --mode csv -c "$1"; echo "status $?"; }
        ask "expect queue == 1"
        ask status | grep -c "^app "
        ask "why delivery" | tail -1
        ask "query \\"SELECT count(*) FROM mobile.push_events WHERE user_id IS NOT NULL\\""
        ask "export mobile.push_events out.csv"; wc -l <out.csv
        ask "backup out.tar" | tail -1
        ask "expect user == b"
        ask "login c"
        ask "flush"
        ask "database create shop"
        ask "restore out.tar"
        ask "serve --ingest 0" | tail -1
        """
    static let answers = """
        status 0
        1
        status 0
        _col0
        1
        status 0
        export  out.csv written: 2 rows in 1 file
        status 0
        3
        status 0
        status 0
        status 3
        status 3
        status 3
        status 3
        status 3

        """

    /// A workspace with a user in the warehouse and one in the queue, on a small file system.
    private func refusing(_ refuse: String, isLogged: Bool) throws -> Pushsh.Run {
        try place.write(Self.questions, to: "questions.bash")
        let killed = """
            serve --any-key --ingest 0" >served & \
            until grep -q serving served; do sleep 0.1; done; kill -9 $!; wait; :
            """
        return try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs -o size=3m tmpfs m || exit 100
                "$PUSHSH" --workspace m/w -c "app launch
                login a
                flush
                login b
                \(isLogged ? killed : "\" >/dev/null") || exit 101
                \(refuse)
                state() { find m -name "*.db" | sort | xargs sha256sum; cat m/w/*-wal | wc -c; }
                state >before 2>/dev/null
                . ./questions.bash
                state >after 2>/dev/null
                cmp before after'
            """, in: place)
    }

    @Test(
        .enabled(if: canMount, "skipped: a file system cannot be mounted here"),
        arguments: [false, true])
    func `a workspace on a read-only file system can be read, and says that it cannot be changed`(
        isLogged: Bool
    ) throws {
        let run = try refusing("mount -o remount,ro m", isLogged: isLogged)
        #expect(run.stdout == Self.answers, "\(run)")
        #expect(
            run.stderr.contains(
                "warning: cannot open `m/w/device.db`: the file system is read-only; it can be "
                    + "read but not changed\n"), "\(run)")
        #expect(
            run.stderr.contains("error: cannot open `m/w/device.db`: the file system is read-only"))
        #expect(run.status == 0, "\(run)")
    }

    @Test(.enabled(if: canMount, "skipped: a file system cannot be mounted here"))
    func `a workspace on a full file system can be read`() throws {
        let run = try refusing("cat /dev/zero >m/fill 2>/dev/null", isLogged: false)
        #expect(run.stdout == Self.answers, "\(run)")
        #expect(run.stderr.contains("the disk is full"), "\(run)")
    }

    /// Neither the authority nor a result finds room: small results stay in memory.
    @Test(.enabled(if: canMount, "skipped: a file system cannot be mounted here"))
    func `a full disk that also holds TMPDIR is served for reading`() throws {
        try place.write(
            """
            import json, os, subprocess, time, urllib.parse, urllib.request
            serve = "serve --any-key --api 0 --trino 0"
            shell = subprocess.Popen(
                [os.environ["PUSHSH"], "--workspace", "m/w", "-c", serve],
                text=True, stdout=subprocess.PIPE)
            ports = json.loads(shell.stdout.readline())
            def ask(url, method="GET", body=None, **headers):
                request = urllib.request.Request(url, method=method, data=body, headers=headers)
                with urllib.request.urlopen(request) as answer:
                    return answer.read().decode()
            api, key = "http://127.0.0.1:%d/v3/" % ports["api"], "TD1 1/" + "a" * 40
            for sql in ["SELECT count(*) FROM push_events", "SELECT 'a', 5"]:
                path = "job/issue/trino/mobile?query=" + urllib.parse.quote(sql)
                job = json.loads(ask(api + path, "POST", b"", Authorization=key))["job_id"]
                while True:
                    shown = json.loads(ask(api + "job/show/" + job, Authorization=key))
                    if shown["status"] not in ("queued", "running"):
                        break
                    time.sleep(0.05)
                print(shown["status"], shown["debug"]["stderr"])
                if shown["status"] == "success":
                    print(ask(api + "job/result/%s?format=csv" % job, Authorization=key).strip())
            url = "http://127.0.0.1:%d/v1/statement" % ports["trino"]
            user = {"X-Trino-User": key[4:]}
            answer = json.loads(ask(url, "POST", b"SELECT 1", **user))
            data = []
            while "nextUri" in answer:
                answer = json.loads(ask(answer["nextUri"], **user))
                data += answer.get("data", [])
            print(data, answer["stats"]["state"], "ca" in ports)
            shell.terminate()
            shell.wait()
            """, to: "read.py")
        let run = try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs -o size=5m tmpfs m || exit 100
                "$PUSHSH" --workspace m/w -c "app launch\nflush" >/dev/null || exit 101
                mkdir m/tmp; cat /dev/zero >m/fill 2>/dev/null
                export TMPDIR=$PWD/m/tmp; python3 read.py'
            """, in: place)
        #expect(
            run.lines == [
                "success ", "1", "success ", "a,5", "[[1]] FINISHED False",
            ], "\(run)")
        #expect(run.stderr.contains("warning: the disk is full: no client can learn"), "\(run)")
    }

    @Test(.enabled(if: canMount, "skipped: a file system cannot be mounted here"))
    func `a workspace that is not there is not made on a read-only file system`() throws {
        let run = try Pushsh.bash(
            """
            mkdir m
            exec unshare -m bash -c '
                mount -t tmpfs tmpfs m && mount -o remount,ro m || exit 100
                "$PUSHSH" --workspace m/n -c "queue"; echo "status $?"; ls m'
            """, in: place)
        #expect(run.stdout == "status 3\n")
        #expect(
            run.stderr
                == "pushsh: cannot make the workspace `m/n`: the file system is read-only\n")
    }

    @Test func `a limit on the size of files fails the command with status 3`() throws {
        try place.makeWorkspace("app launch\n")
        let run = try Pushsh.bash(
            "ulimit -f 300; pushsh --workspace w grow.psh >/dev/null", in: place)
        #expect(run.status == 3)
        #expect(
            run.stderr.hasPrefix(
                "grow.psh:2:3: error: cannot write `w/device.db`: it may not become larger "
                    + "(`ulimit -f` shows the limit of the process)\n"), "\(run)")
        #expect(try place.inWorkspace("expect token exists\n").status == 0)
        let check = try Shell.run(
            "sqlite3", [place.path + "/w/device.db", "PRAGMA integrity_check"])
        #expect(check.stdout == "ok\n")
    }

    @Test func `what a full disk refuses is not in the world of a process that goes on`() throws {
        try place.makeWorkspace("app launch\nlogin a\nflush\n")
        try place.write(
            """
            import json, os, subprocess, urllib.error, urllib.request
            shell = subprocess.Popen(
                [os.environ["PUSHSH"], "--workspace", "w", "-c", "serve --control 0"],
                text=True, stdout=subprocess.PIPE)
            port = json.loads(shell.stdout.readline())
            def ask(method, path, body=None):
                request = urllib.request.Request(
                    "http://127.0.0.1:%d/v1/%s" % (port["control"], path), method=method,
                    data=body and json.dumps(body).encode(),
                    headers={"Authorization": "Bearer " + port["token"],
                             "Content-Type": "application/json"})
                try:
                    with urllib.request.urlopen(request) as answer:
                        return json.load(answer)
                except urllib.error.HTTPError as error:
                    return json.load(error)
            def receive(name):
                payload = {"aps": {"alert": "x" * 1500}, "message_id": name}
                return ask("POST", "commands/receive", {"payload": json.dumps(payload)})
            stored, refused = [], None
            while not refused:
                name = "m%d" % len(stored)
                refused = receive(name).get("error", {}).get("code")
                if not refused:
                    stored.append(name)
            login = ask("POST", "commands/login", {"user": "gh"})
            print(refused, login.get("error", {}).get("code"), len(stored) > 0)
            for path in ["status", "devices", "events", "queue", "tokens", "facts"]:
                answer = ask("GET", path)
                print(path, "error" in answer and answer["error"]["code"])
            sql = "SELECT count(*) AS n FROM %s"
            for table in ["notifications", "mobile.push_events"]:
                print(ask("POST", "commands/query", {"sql": sql % table})[0]["n"] > 0)
            print(ask("POST", "commands/doctor", {}).get("error"))
            export = {"source": "SELECT * FROM notifications", "path": "seen.csv"}
            print(ask("POST", "commands/export", export)["rows"] == len(stored))
            print(ask("POST", "commands/backup", {"file": "kept.tar"})["databases"])
            shown = [push["id"] for push in ask("GET", "notifications")["shown"]]
            print(sorted(shown) == sorted(stored))
            print(ask("POST", "commands/whoami", {})["user"])
            shell.terminate()
            shell.wait()
            """, to: "fill.py")
        let run = try Pushsh.bash("ulimit -f 1000; python3 fill.py", in: place)
        #expect(
            run.lines == ["workspace_full workspace_full True"]
                + ["status", "devices", "events", "queue", "tokens", "facts"].map { $0 + " False" }
                + ["True", "True", "None", "True", "['mobile']", "True", "a"], "\(run)")
    }

    @Test func `a limit that a new workspace exceeds is named, too`() throws {
        let run = try Pushsh.bash(
            "ulimit -f 20; pushsh --workspace new -c 'app launch'; echo $?; ls new", in: place)
        #expect(run.stdout == "3\n", "\(run)")
        #expect(
            run.stderr
                == "pushsh: cannot write `new/device.db`: it may not become larger "
                + "(`ulimit -f` shows the limit of the process)\n")
    }

    /// Runs the binary as a user who may not write into the directory.
    func asNobody(_ arguments: String) throws -> Pushsh.Run {
        let quiet = Self.nobody.joined(separator: " ")
        return try Pushsh.bash(
            """
            chmod 755 .
            [[ $UID != 0 ]] || set -- setpriv \(quiet)
            "$@" "$PUSHSH" \(arguments)
            """,
            in: place)
    }

    @Test(
        .enabled(if: canChangeUser, "the user cannot be changed here"),
        arguments: [
            ("--workspace d -c 'login b'", "cannot make `d/device.db`: permission denied"),
            ("--workspace n -c 'login b'", "cannot make the workspace `n`: permission denied"),
            ("--report json=r.json -c ''", "cannot write `r.json`: permission denied"),
            ("secret.psh", "cannot read `secret.psh`: permission denied"),
        ])
    func `a place of someone else is refused and stays as it was`(
        arguments: String, words: String
    ) throws {
        try place.makeWorkspace("app launch\nflush\n")
        try place.write("", to: "d/x")
        try place.write("", to: "secret.psh")
        _ = try Pushsh.bash(
            """
            rm -f w/*-wal w/*-shm; chmod -R a-w,a+rX w d; chmod 000 secret.psh
            [[ $UID != 0 ]] || chown -R 65534 w
            """, in: place)
        let before = try place.contents()
        let run = try asNobody(arguments)
        let after = try place.contents()
        _ = try Pushsh.bash("chmod -R u+w .", in: place)
        #expect(run == Pushsh.Run(stderr: "pushsh: \(words)\n", status: 3))
        #expect(after == before)
    }

    @Test(.enabled(if: canChangeUser, "skipped: the user cannot be changed here"))
    func `a workspace of someone else can be read, and stays as it was`() throws {
        try place.makeWorkspace("app launch\nflush\n")
        _ = try Pushsh.bash(
            """
            rm -f w/*-wal w/*-shm w/warehouse/*-wal w/warehouse/*-shm; chmod -R a-w,a+rX w
            [[ $UID != 0 ]] || chown -R 65534 w
            """, in: place)
        let before = try place.contents()
        let asked = try asNobody(
            "--workspace w --mode csv -c 'query \"SELECT count(*) FROM mobile.push_events\"'")
        let changed = try asNobody("--workspace w -c 'login b'")
        let after = try place.contents()
        _ = try Pushsh.bash("chmod -R u+w .", in: place)
        let warning =
            "warning: cannot write `w/device.db`: it is read-only; it can be read but not changed\n"
        #expect(asked == Pushsh.Run(stdout: "_col0\n1\n", stderr: warning, status: 0))
        #expect(changed.status == 3)
        #expect(
            changed.stderr.hasPrefix(
                warning + "-c:1:1: error: cannot write `w/device.db`: it is read-only\n"),
            "\(changed)")
        #expect(after == before)
    }

    /// Reading still works where nothing can be written, over the ports of queries, too.
    @Test(.enabled(if: canChangeUser, "skipped: the user cannot be changed here"))
    func `the ports of queries answer for a workspace that can only be read`() throws {
        try place.makeWorkspace("app launch\nflush\n")
        try place.write(Self.asking, to: "ask.py")
        _ = try Pushsh.bash(
            """
            rm -f w/*-wal w/*-shm w/warehouse/*-wal w/warehouse/*-shm; chmod -R a-w,a+rX w .
            [[ $UID != 0 ]] || chown -R 65534 w
            """, in: place)
        let before = try place.contents()
        let asked = try asNobody("--version >/dev/null; \"$@\" python3 ask.py")
        let refused = try asNobody("--workspace w -c 'serve --api 0 --ingest 0'")
        let after = try place.contents()
        _ = try Pushsh.bash("chmod -R u+w .", in: place)
        #expect(
            asked.stdout == """
                query [[1]]
                insert READ_ONLY_VIOLATION cannot write `w/device.db`: it is read-only
                create READ_ONLY_VIOLATION cannot write `w/device.db`: it is read-only
                list 200 mobile
                database 403 cannot write `w/device.db`: it is read-only
                job success
                write error cannot write `w/device.db`: it is read-only
                export error cannot write `w/device.db`: it is read-only
                idle

                """, "\(asked)")
        #expect(refused.status == 3, "\(refused)")
        #expect(
            refused.stderr.contains(
                "hint: `serve --trino PORT` and `--api PORT` alone answer queries"), "\(refused)")
        #expect(after == before)
    }

    /// Asks both ports of one server, which it starts and ends.
    private static let asking = #"""
        import json, os, subprocess, time, urllib.error, urllib.parse, urllib.request
        server = subprocess.Popen(
            [os.environ["PUSHSH"], "--workspace", "w", "-c", "serve --any-key --api 0 --trino 0"],
            stdout=subprocess.PIPE, text=True)
        ports, key = json.loads(server.stdout.readline()), "1/" + "a" * 40
        def ask(port, method, path, body=None, headers={}):
            request = urllib.request.Request(
                "http://127.0.0.1:%d%s" % (ports[port], path), method=method, data=body,
                headers={"Authorization": "TD1 " + key, **headers})
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                return error.code, json.load(error)
        def trino(sql):
            names = {"User": key, "Catalog": "td", "Schema": "mobile"}
            headers = {"X-Trino-" + name: value for name, value in names.items()}
            found, rows = ask("trino", "POST", "/v1/statement", sql.encode(), headers)[1], []
            while "nextUri" in found:
                path = urllib.parse.urlparse(found["nextUri"]).path
                found = ask("trino", "GET", path, headers=headers)[1]
                rows += found.get("data") or []
            error = found.get("error")
            return rows if error is None else error["errorName"] + " " + error["message"]
        def job(**fields):
            body = urllib.parse.urlencode(fields).encode()
            number = ask("api", "POST", "/v3/job/issue/trino/mobile", body)[1]["job_id"]
            while True:
                found = ask("api", "GET", "/v3/job/show/" + number)[1]
                if found["status"] not in ("queued", "running"):
                    return found["status"] + " " + found["debug"]["stderr"]
                time.sleep(0.02)
        print("query", trino("SELECT count(*) FROM push_events"))
        print("insert", trino("INSERT INTO push_events SELECT * FROM push_events"))
        print("create", trino("CREATE TABLE copied AS SELECT 1 AS a"))
        status, found = ask("api", "GET", "/v3/database/list")
        print("list", status, found["databases"][0]["name"])
        status, found = ask("api", "POST", "/v3/database/create/shop")
        print("database", status, found["error"])
        print("job", job(query="SELECT * FROM push_events").strip())
        print("write", job(query="CREATE TABLE copied AS SELECT 1 AS a"))
        print("export", job(query="SELECT 1 AS a", result="td://@/mobile/copied"))
        def ticks():
            with open("/proc/%d/stat" % server.pid) as file:
                return sum(int(field) for field in file.read().split()[13:15])
        before = ticks()
        time.sleep(1)
        # Hundredths of a second: a server without a request waits.
        print("idle" if ticks() - before < 30 else "busy")
        server.terminate()
        """#

    @Test(.enabled(if: canChangeUser, "the user cannot be changed here"))
    func `a script that may not be rewritten is not blessed`() throws {
        try place.write("clock now\n| clock   never\n", to: "b.psh")
        let run = try asNobody("--bless b.psh")
        #expect(run.stderr == "pushsh: cannot write `b.psh`: permission denied\n")
        #expect(run.status == 3)
        #expect(try place.text("b.psh") == "clock now\n| clock   never\n")
        #expect(try place.listing() == ["b.psh", "grow.psh"])
    }
}
