import Foundation
import Glibc
import PushTestSupport
import Testing

/// `serve` as clients on the wire and the person at the terminal see it (TD-06, TD-11).
@Suite(.serialized) struct ServeTests {
    let place: TemporaryDirectory
    static let durable = ["--workspace", "w", "--real-time"]

    init() throws { place = try TemporaryDirectory() }

    /// The values in the warehouse of the workspace, in the order of their arrival.
    func values() throws -> [String] {
        let run = try place.inWorkspace("query \"SELECT value FROM mobile.push_events\"\n")
        #expect(run.status == 0, "\(run)")
        return Array(run.lines.dropFirst())
    }

    @Test func `what is uploaded is seen by another shell at once, and ^C ends serving`() throws {
        let server = try ServedProcess(
            "serve --ingest 0\nqueue", Self.durable, in: place)
        let answer = try server.ask(WireRequest.upload(WireRequest.event("one")))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains(#"{"receipts":[{"success":true,"uuid":""#))
        #expect(try values() == ["one"])
        let run = server.end(SIGINT)
        #expect(run.status == 0 && run.stderr == "")
        // The script goes on behind `serve`.
        #expect(
            Array(run.lines.dropFirst())
                == ["ingested 1 event into mobile.push_events", "the queue is empty"]
                || run.lines.contains("ingested 1 event into mobile.push_events"))
    }

    @Test func `a query says that a value is not of the type of its column's first one`() throws {
        let server = try ServedProcess("serve --ingest 0", Self.durable, in: place)
        for price in ["3", "1.5"] {
            let body = #"{"events":[{"price":\#(price)}]}"#
            #expect(try server.ask(WireRequest.upload(body)).hasPrefix("HTTP/1.1 200"))
        }
        #expect(server.end(SIGINT).status == 0)
        let note = "note: values of another type were read as NULL in `price`, which is bigint"
        for (columns, wanted) in [("count(price)", note), ("count(*)", "")] {
            let run = try place.inWorkspace("query \"SELECT \(columns) FROM push_events\"\n")
            #expect(run.status == 0)
            #expect(run.stderr.trimmingCharacters(in: .newlines) == wanted)
        }
    }

    @Test func `pushsh(1) names each file of a workspace that served`() throws {
        let server = try ServedProcess(
            "app launch\nsnapshot save a\nserve --ingest 0 --apns 0", Self.durable, in: place,
            services: 2)
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path + "/w")
        #expect(server.end(SIGTERM).status == 0)
        let page = try Repository.text("man/man1/pushsh.1").replacing("\\-", with: "-")
        let section = page.components(separatedBy: "\n.Sh ").first { $0.hasPrefix("FILES\n") }
        let lacking = files.filter { section?.contains("Pa \($0)") != true }
        #expect(files.contains("gateway-ca.key") && lacking == [])
    }

    /// The certificate of the run has the names and addresses by which other machines come.
    @Test func `other machines verify the certificate by a name and by an address`() throws {
        let server = try ServedProcess(
            "serve --trino 0 --host 0.0.0.0 --name my.example,192.0.2.2", ["--workspace", "w"],
            in: place)
        let port = try #require(server.ports["trino"])
        func ask(_ url: String, _ more: [String]) throws -> Shell.Outcome {
            try Shell.run(
                "curl",
                ["-sS", "--noproxy", "*", "--cacert", place.path + "/w/gateway-ca.pem"] + more
                    + ["https://\(url):\(port)/v1/info"], timeout: 60)
        }
        for name in ["my.example", "192.0.2.2"] {
            let run = try ask(name, ["--connect-to", "\(name):\(port):127.0.0.1:\(port)"])
            #expect(run.status == 0 && run.stdout.contains("\"environment\":\"pushsh\""), "\(run)")
        }
        // The addresses of this machine need no name.
        let own = try Shell.run("hostname", ["-I"]).stdout.split(whereSeparator: \.isWhitespace)
        for address in own where !address.contains(":") {
            #expect(try ask(String(address), []).status == 0, "\(address)")
        }
        let other = try ask(
            "other.example", ["--connect-to", "other.example:\(port):127.0.0.1:\(port)"])
        #expect(other.status == 60, "\(other)")
        let end = server.end(SIGTERM)
        #expect(end.stdout.contains("a name of this machine that the certificate lacks"), "\(end)")
    }

    @Test func `the Ingest API answers over TLS as well, and to a client that closes its side`()
        throws
    {
        let server = try ServedProcess("serve --ingest 0", Self.durable, in: place)
        let port = try #require(server.ports["ingest"])
        for version in ["--http1.1", "--http2"] {
            let run = try Shell.run(
                "curl",
                [
                    "-sS", version, "--noproxy", "*", "--cacert", place.path + "/w/gateway-ca.pem",
                    "-H", "Authorization: TD1 \(WireRequest.key)",
                    "-H", "Content-Type: application/vnd.treasuredata.v1+json",
                    "-d", WireRequest.event(version),
                    "https://localhost:\(port)/mobile/push_events",
                ])
            #expect(run.stdout.contains(#""success":true"#), "\(run)")
        }
        let connection = try server.connect("ingest")
        connection.send(WireRequest.upload(WireRequest.event("half")))
        connection.shutOutput()
        #expect(connection.readAnswer().contains(" 200 "))
        #expect(server.end(SIGTERM).status == 0)
        #expect(try values() == ["--http1.1", "--http2", "half"])
    }

    @Test(arguments: ["--http1.1", "--http2"])
    func `a batch of the Ingest API may have 5 MB, whatever the protocol`(version: String) throws {
        let server = try ServedProcess("serve --ingest 0", Self.durable, in: place)
        let port = try #require(server.ports["ingest"])
        let events = (0..<300).map { index in
            #"{"type":"open","n":\#(index),"pad":"\#(String(repeating: "x", count: 10_000))"}"#
        }
        for (events, status) in [(events, "200"), (events + events, "413")] {
            let body = #"{"events":[\#(events.joined(separator: ","))]}"#
            try Data(body.utf8).write(to: URL(filePath: place.path + "/batch.json"))
            let run = try Shell.run(
                "curl",
                [
                    "-sS", version, "--noproxy", "*", "--cacert", place.path + "/w/gateway-ca.pem",
                    "-H", "Authorization: TD1 \(WireRequest.key)",
                    "-H", "Content-Type: application/vnd.treasuredata.v1+json",
                    "--data-binary", "@" + place.path + "/batch.json",
                    "-o", "/dev/null", "-w", "%{http_code}",
                    "https://localhost:\(port)/mobile/push_events",
                ])
            #expect(run.stdout == status, "\(run)")
        }
        #expect(server.end(SIGTERM).status == 0)
    }

    /// A user namespace, in which a process has none of root's rights outside.
    static let hasNamespaces = (try? Shell.run("unshare", ["-r", "true"]))?.status == 0

    @Test(.enabled(if: hasNamespaces, "skipped: no user namespaces"))
    func `a server that is not root's answers, too`() throws {
        let run = try Pushsh.bash(
            """
            exec unshare -r bash -c '
                "$PUSHSH" --workspace w --real-time -c "serve --ingest 0" > serve.log 2>&1 &
                for try in {1..400}; do grep -qs ^serving serve.log && break; sleep 0.05; done
                url=$(sed -n "s/^serving ingest //p" serve.log)
                curl -sS -o answer -w "%{http_code}" "$url/mobile/push_events" -d "{}"
                kill %1; wait
            '
            """, in: place)
        #expect(run.stdout.count == 3 && run.stdout != "000", "\(run)")
    }

    @Test func `SIGTERM answers what is in progress and ends the process with 0`() throws {
        let server = try ServedProcess("serve --ingest 0\nnonsense", [], in: place)
        #expect(server.ports.isEmpty)
        #expect(server.end(SIGTERM).status == 2)
        let sound = try ServedProcess("serve --ingest 0", in: place)
        _ = try sound.ask(WireRequest.upload(WireRequest.event("x")))
        let run = sound.end(SIGTERM)
        #expect(run.status == 0)
        #expect(run.lines.last == "ingested 1 event into mobile.push_events")
        #expect(
            run.lines.first == "note    the clock stands still at 2026-01-01T00:00:00Z; "
                + "`clock real` starts it")
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal before the last statement is told, and the process dies of it`(
        signal: Int32
    ) throws {
        let server = try ServedProcess(
            "serve --ingest 0\nexpect queue == 99", ["--report", "json=r.json"], in: place)
        _ = try server.ask(WireRequest.upload(WireRequest.event("x")))
        let run = server.end(signal)
        #expect(run.status == -signal)
        let name = signal == SIGTERM ? "SIGTERM" : "SIGHUP"
        #expect(run.stderr.contains("\(name) at `serve` ended the run before this statement"))
        let report = try String(contentsOfFile: place.path + "/r.json", encoding: .utf8)
        #expect(report.contains(#""failed": 1"#) && report.contains(name), "\(report)")
    }

    @Test func `scripts that a signal at serve leaves out are named`() throws {
        try place.write("app launch\nexpect queue == 99\n", to: "second.psh")
        try place.write("serve --ingest 0\n", to: "first.psh")
        let run = try Pushsh.bash(
            """
            listens() {
                for file in /proc/$1/fd/*; do
                    socket=$(readlink "$file")
                    [[ $socket == socket:* ]] || continue
                    grep -q " 0A .* ${socket//[^0-9]/} " /proc/net/tcp && return
                done
                false
            }
            "$PUSHSH" first.psh second.psh > log 2>&1 &
            for try in {1..400}; do listens $! && break; sleep 0.05; done
            # It listens a moment before it takes signals for itself.
            sleep 0.5; kill -TERM $!; wait $!; echo $?; cat log
            """, in: place)
        #expect(run.lines.first == "143", "\(run)")
        #expect(run.stdout.contains("SIGTERM at `serve` ended the run before `second.psh`"))
        #expect(run.stdout.contains("1 passed, 0 failed, 1 skipped"), "\(run)")
    }

    @Test func `a port in use is told, with status 3`() throws {
        let server = try ServedProcess("serve --ingest 0", in: place)
        let port = try #require(server.ports["ingest"])
        let run = try Pushsh.run(["-c", "serve --ingest \(port)"], in: place)
        #expect(run.status == 3)
        #expect(
            run.stderr.contains(
                "error: cannot listen on 127.0.0.1:\(port): the port is in use"))
        #expect(server.end(SIGTERM).status == 0)
        let twice = try Pushsh.run(["-c", "serve --ingest \(port) --api \(port)"], in: place)
        #expect(
            twice.stderr.contains("hint: `--ingest` has that port: each service needs one of its"))
    }

    @Test func `an address that is not this machine's is told as such, and warned of by nobody`()
        throws
    {
        let run = try Pushsh.run(["-c", "serve --ingest 0 --host nowhere.invalid"], in: place)
        #expect(run.status == 3)
        #expect(run.stderr.contains("error: cannot listen on nowhere.invalid: the address is"))
        #expect(run.stderr.contains("hint: listen on an address of this machine, such as `--host"))
        #expect(!run.stderr.contains("warning:"), "\(run)")
    }

    @Test func `a key is made at start and told, and no other is taken`() throws {
        let server = try ServedProcess(
            "serve --ingest 0 --api 0", in: place, services: 2, takesAnyKey: false)
        let key = try #require(server.key)
        #expect(key.hasPrefix("1/") && key.utf8.count == 34)
        let upload = WireRequest.upload(WireRequest.event("x"))
        #expect(try server.ask(upload).hasPrefix("HTTP/1.1 403 "))
        #expect(try server.ask(upload.replacing(WireRequest.key, with: key)).contains(" 200 "))
        let list = "GET /v3/database/list HTTP/1.1\r\nHost: localhost\r\nAuthorization: TD1 "
        #expect(try server.ask(list + WireRequest.key + "\r\n\r\n", "api").contains(" 403 "))
        #expect(try server.ask(list + key + "\r\n\r\n", "api").contains(" 200 "))
        let other = try ServedProcess("serve --ingest 0", in: place, takesAnyKey: false)
        #expect(other.key != key)
        #expect(other.end(SIGTERM).status == 0)
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `a web page gets nothing, unless it is let in`() throws {
        let server = try ServedProcess(
            "serve --ingest 0 --api 0 --origin https://app.example", in: place, services: 2)
        let postback = WireRequest.upload(
            #"{"value":"x"}"#, path: "/postback/v3/event/mobile/push_events")
        for field in ["Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"]
        {
            let answer = try server.ask(
                postback.replacing("Content-Length", with: "\(field)\r\nContent-Length"))
            #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
        }
        let rebound = try server.ask(
            postback.replacing("Host: localhost", with: "Host: evil.example:8080"))
        #expect(rebound.hasPrefix("HTTP/1.1 403 "), "\(rebound)")
        let permitted = try server.ask(
            "OPTIONS /v3/database/list HTTP/1.1\r\nHost: localhost\r\n"
                + "Origin: https://app.example\r\n"
                + "Access-Control-Request-Method: GET\r\n"
                + "Access-Control-Request-Headers: authorization\r\n\r\n", "api")
        #expect(permitted.hasPrefix("HTTP/1.1 204 "), "\(permitted)")
        #expect(permitted.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
        let answer = try server.ask(
            WireRequest.upload(WireRequest.event("y"), more: "Origin: https://app.example\r\n"))
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        #expect(answer.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
        #expect(server.end(SIGTERM).status == 0)
    }

    /// The page's script would take any answer for one of its own server.
    @Test func `FCM is asked for by names of this machine and of Google, or by those given`()
        throws
    {
        let server = try ServedProcess("serve --fcm 0 --name push.test", in: place)
        func status(_ host: String) throws -> String {
            let answer = try server.ask(
                "POST /v1/projects/example-push/messages:send HTTP/1.1\r\nHost: \(host)\r\n"
                    + "Content-Length: 2\r\n\r\n{}", "fcm")
            return String(answer.dropFirst(9).prefix(3))
        }
        for host in [
            "localhost:1", "127.0.0.1:1", "[::1]:1", "fcm.googleapis.com", "push.test:8080",
        ] {
            #expect(try status(host) == "401", "\(host)")
        }
        // A name of Google's that does not answer this call.
        #expect(try status("oauth2.googleapis.com") == "404")
        for host in ["evil.example", "evil.example:80", "api.push.apple.com"] {
            #expect(try status(host) == "403", "\(host)")
        }
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `results of many jobs and idle connections leave descriptors for others`() throws {
        let server = try ServedProcess(
            "serve --ingest 0 --api 0", Self.durable, in: place, services: 2,
            wrapper: ["prlimit", "--nofile=128:128"])
        server.discardOutput()
        let head = "Host: localhost\r\nAuthorization: TD1 \(WireRequest.key)\r\n"
        let query = "query=SELECT+7+AS+n"
        let issue =
            "POST /v3/job/issue/trino/mobile HTTP/1.1\r\n\(head)"
            + "Content-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: \(query.utf8.count)\r\n\r\n\(query)"
        let connection = try server.connect("api")
        for job in 1...100 {
            connection.send(issue)
            #expect(connection.readAnswer().contains(" 200 "))
            var state = ""
            repeat {
                connection.send("GET /v3/job/status/\(job) HTTP/1.1\r\n\(head)\r\n")
                state = connection.readAnswer()
            } while state.contains("queued") || state.contains("running")
            #expect(state.contains("success"), "\(job): \(state)")
        }
        let idle = try (0..<150).map { _ in try server.connect() }
        #expect(try server.ask(WireRequest.upload(WireRequest.event("x"))).contains(" 200 "))
        let result = try server.ask(
            "GET /v3/job/result/1?format=csv HTTP/1.1\r\n\(head)\r\n", "api")
        #expect(result.contains(" 200 ") && result.hasSuffix("7\r\n") || result.hasSuffix("7\n"))
        withExtendedLifetime(idle) {}
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `another address than this machine's is warned of`() throws {
        let server = try ServedProcess("serve --ingest 0 --host 0.0.0.0", in: place)
        #expect(
            server.end(SIGTERM).stderr
                == "warning: every machine that reaches this one can use these ports\n")
        // The control port stays on this machine, whatever the address of the others.
        let control = try ServedProcess("serve --control 0 --host 0.0.0.0", in: place)
        #expect(!control.end(SIGTERM).stderr.contains("every machine"))
    }

    @Test func `one key is taken where one is named, and it is never shown`() throws {
        let key = "7/" + String(repeating: "b", count: 40)
        let server = try ServedProcess(
            "serve --ingest 0 --key env:TD_TEST_KEY", in: place,
            variables: ["TD_TEST_KEY": key])
        let wrong = try server.ask(WireRequest.upload(WireRequest.event("x")))
        #expect(wrong.hasPrefix("HTTP/1.1 403 "))
        let right = WireRequest.upload(WireRequest.event("x"))
            .replacing(WireRequest.key, with: key)
        #expect(try server.ask(right).hasPrefix("HTTP/1.1 200 "))
        let run = server.end(SIGTERM)
        #expect(!run.stdout.contains("bbbb") && !wrong.contains("bbbb"))
        let missing = try Pushsh.run(["-c", "serve --key env:TD_NO_SUCH_KEY"], in: place)
        #expect(missing.status == 1)
        #expect(missing.stderr.contains("the variable `TD_NO_SUCH_KEY` is not set"))
        let other = try Pushsh.run(["-c", "serve --key env:PATH"], in: place)
        #expect(other.status == 1 && other.stderr.contains("found no key in `env:PATH`"))
    }

    @Test func `planted faults meet the clients on the wire, and are used up`() throws {
        let server = try ServedProcess(
            """
            stub ingest status=503 times=1 retry-after=7
            stub ingest reset times=1
            stub ingest drop-response times=1
            stub ingest receipts fail=2 error=InvalidPropertyNameError times=1
            serve --ingest 0
            stub list
            """, Self.durable, in: place)
        let refused = try server.ask(WireRequest.upload(WireRequest.event("503")))
        #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Retry-After: 7"))
        let reset = try server.connect()
        reset.send(WireRequest.upload(WireRequest.event("reset")))
        #expect(reset.readAnswer() == "" && reset.failure == ECONNRESET)
        let dropped = try server.connect()
        dropped.send(WireRequest.upload(WireRequest.event("stored")))
        #expect(dropped.readAnswer() == "" && dropped.failure == 0)
        let partial = try server.ask(
            WireRequest.upload(#"{"events":[{"value":"a"},{"value":"b"},{"value":"c"}]}"#))
        #expect(partial.hasPrefix("HTTP/1.1 206 "))
        #expect(partial.contains("InvalidPropertyNameError"))
        #expect(try values() == ["stored", "a", "c"])
        let run = server.end(SIGINT)
        #expect(run.lines.last == "none")
    }

    @Test func `a stub that another shell sets or clears counts from the next request on`() throws {
        try place.makeWorkspace("stub ingest status=503\n")
        let server = try ServedProcess("serve --ingest 0\nstub list", Self.durable, in: place)
        func statuses(_ script: String) throws -> [Substring] {
            let other = try place.inWorkspace(script)
            #expect(other.status == 0, "\(other)")
            return try (1...2).map { _ in
                try server.ask(WireRequest.upload(WireRequest.event("e"))).dropFirst(9).prefix(3)
            }
        }
        #expect(try statuses("clock now") == ["503", "503"])
        #expect(try statuses("stub clear") == ["200", "200"])
        #expect(try statuses("stub ingest status=500 times=1") == ["500", "200"])
        // What a request met is gone for every shell, while the server still serves.
        #expect(try place.inWorkspace("stub list").lines == ["none"])
        #expect(try statuses("stub ingest status=429 times=3") == ["429", "429"])
        #expect(server.end(SIGINT).lines.last?.hasSuffix("(1 left)") == true)
    }

    @Test func `a late answer is late on the wire, and a planted body is the file`() throws {
        let body = "<html>\(String(repeating: "é", count: 100))</html>\n"
        try place.write(body, to: "portal.html")
        let server = try ServedProcess(
            """
            stub ingest delay=1s times=1
            stub ingest status=200 file=@portal.html times=1
            stub ingest status=429 retry-after=9 file=@portal.html delay=10ms times=1
            serve --ingest 0
            stub list
            """, Self.durable, in: place)
        let slow = try server.connect()
        slow.send(WireRequest.upload(WireRequest.event("slow")))
        // What comes later is answered first: only the late answer waits.
        var portal = ""
        repeat {
            portal = try server.ask(WireRequest.upload(WireRequest.event("portal")))
        } while !portal.contains("<html>")
        #expect(portal.hasPrefix("HTTP/1.1 200 ") && portal.hasSuffix("\r\n\r\n" + body))
        #expect(portal.contains("Content-Type: text/plain; charset=utf-8\r\n"))
        let refused = try server.ask(WireRequest.upload(WireRequest.event("429")))
        #expect(refused.hasPrefix("HTTP/1.1 429 ") && refused.contains("Retry-After: 9\r\n"))
        #expect(slow.readAnswer().hasPrefix("HTTP/1.1 200 "))
        #expect(try values() == ["slow"])
        let run = server.end(SIGINT)
        #expect(
            run.lines.contains(
                "ingested 1 event into mobile.push_events, the answer is 1000 ms late"), "\(run)")
        #expect(run.lines.last == "none")
    }

    /// SH-01: a program reads each line of `jsonl` by itself.
    @Test(arguments: ["json", "jsonl"])
    func `in the forms of JSON each line of a server is an object`(mode: String) throws {
        let server = try ServedProcess(
            "serve --ingest 0\nquery 'SELECT 7 AS n'", ["--mode", mode], in: place)
        _ = try server.ask(WireRequest.upload(WireRequest.event("x")))
        let run = server.end(SIGINT)
        #expect(run.status == 0, "\(run)")
        #expect(run.lines.first?.hasPrefix(#"{"ingest":"#) == true, "\(run)")
        #expect(
            run.lines.contains(
                #"{"type":"told","text":"ingested 1 event into mobile.push_events"}"#))
        #expect(!run.stdout.contains("requests"))
        #expect(run.lines.last == (mode == "json" ? #"[{"n":7}]"# : #"{"n":7}"#), "\(run)")
    }

    @Test func `a stub that never answers is silent until the end`() throws {
        let server = try ServedProcess("stub ingest timeout\nserve --ingest 0", in: place)
        let connection = try server.connect()
        connection.send(WireRequest.upload(WireRequest.event("x")))
        let second = try server.connect()
        second.send(WireRequest.upload(WireRequest.event("y")))
        #expect(server.end(SIGTERM).status == 0)
        #expect(connection.readAll() == "" && second.readAll() == "")
    }

    @Test(arguments: 0..<5) func `a killed server loses nothing that it acknowledged`(
        round: Int
    ) throws {
        let server = try ServedProcess("serve --ingest 0", Self.durable, in: place)
        var acknowledged: [String] = []
        let connection = try server.connect()
        for index in 0..<(20 + round * 13) {
            connection.send(WireRequest.upload(WireRequest.event("v\(index)")))
            if connection.readAnswer().hasPrefix("HTTP/1.1 200 ") {
                acknowledged.append("v\(index)")
            }
        }
        // One more is on its way when the process dies.
        connection.send(WireRequest.upload(WireRequest.event("last")))
        #expect(server.end(SIGKILL).status == -SIGKILL)
        let stored = try values()
        #expect(stored.filter { $0 != "last" } == acknowledged)
        #expect(acknowledged.count == 20 + round * 13)
    }
}
