import Foundation
import PushTestSupport
import Testing

/// `serve --control` as a program on this machine sees it (KD-06, TD-01, TD-11).
@Suite(.serialized) struct ControlTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// A server with its token.
    private struct Server {
        let process: ServedProcess
        let token: String

        init(_ script: String, _ options: [String] = [], in place: TemporaryDirectory) throws {
            process = try ServedProcess(script, options, in: place)
            token = try #require(process.announcement["token"] as? String)
        }

        func head(_ method: String, _ path: String, _ length: Int, _ more: String = "") -> String {
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
                + "\(more)Content-Length: \(length)\r\n\r\n"
        }

        /// A request that runs a text.
        func runRequest(_ text: String) -> String {
            head("POST", "/v1/run", text.utf8.count, "Content-Type: text/plain\r\n") + text
        }

        /// Has a text run, and gives the connection that waits for the answer.
        func send(_ text: String) throws -> RawConnection {
            let connection = try process.connect("control")
            connection.send(runRequest(text))
            return connection
        }

        /// The status and the body of an answer.
        func ask(
            _ method: String, _ path: String, _ body: String = "", type: String = "application/json"
        ) throws -> (status: String, body: String) {
            let head = head(
                method, "/v1/" + path, body.utf8.count, "Content-Type: \(type)\r\n")
            let answer = try process.ask(head + body, "control")
            let parts = answer.components(separatedBy: "\r\n\r\n")
            let status = String(answer.dropFirst(9).prefix(3))
            return (status, parts.dropFirst().joined(separator: "\r\n\r\n"))
        }

        func run(_ text: String) throws -> [String: Any] {
            let (status, body) = try ask("POST", "run", text, type: "text/plain")
            #expect(status == "200", "\(body)")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
        }
    }

    @Test func `the ready line names port and token, and nothing that TLS needs`() throws {
        let server = try Server("serve --control 0", in: place)
        #expect(Set(server.process.announcement.keys) == ["control", "token"])
        let run = server.process.end(SIGTERM)
        // The test that drives it moves the clock: nothing warns that it stands still.
        #expect(run.status == 0 && run.stderr.isEmpty, "\(run)")
    }

    @Test(arguments: [[], ["--workspace", "w", "--real-time"]])
    func `statements run in the world that is served, and are seen there`(
        options: [String]
    ) throws {
        let server = try Server("serve --ingest 0 --control 0\nwhoami", options, in: place)
        let launched = try server.run("app launch\nlogin cust-1")
        #expect(launched["exit_status"] as? Int == 0)
        #expect((launched["output"] as? [Any])?.count == 2)
        _ = try server.process.ask(WireRequest.upload(WireRequest.event("outside")))
        let rows = try server.ask(
            "POST", "commands/query", #"{"sql": "SELECT value FROM mobile.push_events"}"#)
        #expect(rows == ("200", #"[{"value":"outside"}]"#))
        let failed = try server.run("tap nothing")
        #expect(failed["exit_status"] as? Int == 1)
        #expect(try server.ask("GET", "status?device=phone").body.contains(#""user":"cust-1""#))
        #expect(try server.ask("GET", "queue").body.contains("register"))
        let missing = try server.ask("GET", "queue?device=nobody")
        #expect(missing.status == "409" && missing.body.contains(#""code":"no_device""#))
        // The script goes on in the world that the requests left.
        let run = server.process.end(SIGINT)
        #expect(run.status == 0 && run.lines.contains("user    cust-1"), "\(run)")
    }

    @Test(arguments: [[], ["--workspace", "w"]])
    func `reset puts phone, queue and warehouse back, and what is uploaded then is kept`(
        options: [String]
    ) throws {
        let server = try Server("serve --ingest 0 --api 0 --control 0", options, in: place)
        _ = try server.run("app launch\nsnapshot save fresh")
        let before = try server.ask("GET", "queue").body
        for value in ["one", "two"] {
            _ = try server.run(
                "receive {\"aps\":{\"alert\":\"a\"},\"message_id\":\"m-1\"}\ntap m-1")
            _ = try server.process.ask(WireRequest.upload(WireRequest.event(value)))
            let rows = try server.ask(
                "POST", "commands/query", #"{"sql": "SELECT value FROM mobile.push_events"}"#)
            #expect(rows.body == #"[{"value":"\#(value)"}]"#)
            let reset = try server.ask("POST", "reset", #"{"snapshot": "fresh"}"#)
            #expect(reset == ("200", #""fresh""#))
            #expect(try server.ask("GET", "queue").body == before)
        }
        let unknown = try server.ask("POST", "reset", #"{"snapshot": "frsh"}"#)
        #expect(unknown.status == "409" && unknown.body.contains("did you mean `fresh`?"))
        #expect(server.process.end(SIGTERM).status == 0)
    }

    /// Whoever waits for the line would else wait for the script that came behind it.
    @Test func `what was told before a script is handed on before it runs`() throws {
        let server = try Server("serve --ingest 0 --control 0", in: place)
        _ = try server.process.ask(WireRequest.upload(WireRequest.event("one")))
        _ = try server.run("whoami")
        #expect(server.process.end(SIGKILL).stdout.contains("ingested 1 event"))
    }

    @Test func `who has no token, or comes from a page, is refused and changes nothing`() throws {
        let server = try Server(
            "serve --control 0 --name rebound.example --origin http://evil.example\nwhoami",
            in: place)
        let body = "app launch"
        func ask(_ fields: [String]) throws -> String {
            let head =
                ["POST /v1/run HTTP/1.1"] + fields
                + ["Content-Type: text/plain", "Content-Length: \(body.utf8.count)"]
            let answer = try server.process.ask(
                head.joined(separator: "\r\n") + "\r\n\r\n" + body, "control")
            return String(answer.dropFirst(9).prefix(3))
        }
        let bearer = "Authorization: Bearer " + server.token
        #expect(try ask(["Host: 127.0.0.1"]) == "401")
        #expect(try ask(["Host: 127.0.0.1", bearer + "x"]) == "401")
        #expect(try ask(["Host: rebound.example", bearer]) == "403")
        #expect(try ask(["Host: 127.0.0.1", bearer, "Origin: http://evil.example"]) == "403")
        // A page that the port itself could have is none; `--origin` is for the other ports.
        let own = "Origin: http://127.0.0.1:\(server.process.ports["control"] ?? 0)"
        let here = String(own.dropFirst("Origin: http://".count))
        #expect(try ask(["Host: \(here)", bearer, own + "0"]) == "403")
        let page = "GET /v1/status HTTP/1.1\r\nHost: \(here)\r\n\(bearer)\r\n\(own)\r\n\r\n"
        #expect(try server.process.ask(page, "control").hasPrefix("HTTP/1.1 200"))
        let large = String(repeating: "#", count: 1 << 20) + "\n"
        #expect(try server.ask("POST", "run", large, type: "text/plain").status == "413")
        let run = server.process.end(SIGINT)
        #expect(run.lines.contains { $0.hasPrefix("app ") && $0.contains("not running") }, "\(run)")
        #expect(run.lines.contains("refused POST /v1/run 401"))
    }

    @Test func `what happens is streamed, from where a client left off`() throws {
        let server = try Server("serve --ingest 0 --control 0", in: place)
        let first = try server.process.connect("control")
        first.send(server.head("GET", "/v1/follow", 0))
        #expect(first.text(until: ": pushsh").contains("text/event-stream"))
        _ = try server.run("app launch")
        let events = first.text(until: "event: told")
        #expect(events.contains("event: fact\ndata: {\"id\":\"1.1\""), "\(events)")
        #expect(events.contains(#""verb":"app""#))
        _ = try server.process.ask(WireRequest.upload(WireRequest.event("one")))
        #expect(first.text(until: "ingested 1 event").contains("event: told"))
        let second = try server.process.connect("control")
        second.send(server.head("GET", "/v1/follow", 0, "Last-Event-ID: 1.1\r\n"))
        // The facts may come with the head or behind it.
        var later = second.text(until: ": pushsh")
        _ = try server.run("whoami")
        later += second.text(until: "event: told")
        #expect(later.contains("id: 1.2@0\n") && !later.contains("id: 1.1@0\n"), "\(later)")
        #expect(server.process.end(SIGTERM).status == 0)
        #expect(second.readAll().hasSuffix("0\r\n\r\n"))
    }

    /// More than a client may leave unread, and more than one page.
    @Test func `a history of any size is streamed, and others are answered meanwhile`() throws {
        let server = try Server("serve --control 0", in: place)
        let title = String(repeating: "T", count: 3500)
        let push = #"receive {"aps":{"alert":{"title":"\#(title)"}}}"#
        let run = try server.run("app launch\nrepeat 300\n\(push)\nend\nlogin last-7")
        #expect(run["exit_status"] as? Int == 0)
        let follower = try server.process.connect("control")
        follower.send(server.head("GET", "/v1/follow?after=0", 0))
        #expect(try server.ask("GET", "devices").status == "200")
        let text = follower.text(until: "last-7")
        #expect(text.contains("last-7") && text.utf8.count > 1 << 20)
        let places = text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
        #expect(places.count > 900 && Set(places).count == places.count)
        #expect(server.process.end(SIGTERM).status == 0)
    }

    @Test func `a query is answered with every row, or says how many there are`() throws {
        let server = try Server("serve --control 0", in: place)
        func rows(_ select: String) throws -> (status: String, body: String) {
            let sql =
                "SELECT \(select) FROM unnest(sequence(1, 10000)) AS a (x)"
                + " CROSS JOIN unnest(sequence(1, 2)) AS b (y)"
            return try server.ask("POST", "commands/query", #"{"sql": "\#(sql)"}"#)
        }
        let all = try rows("x")
        #expect(all.status == "200" && all.body.split(separator: "{").count == 20_001)
        let large = try rows("lpad('', 2000, 'x') AS t")
        #expect(large.status == "409" && large.body.contains("too_many_rows"), "\(large.body)")
        #expect(large.body.contains("the query found 20000 rows"), "\(large.body)")
        #expect(server.process.end(SIGTERM).status == 0)
    }

    /// A client that waits for a delayed notification asks for nothing in the meantime.
    @Test(arguments: ["", "app background\n"])
    func `what falls due happens while nobody asks`(first: String) throws {
        let server = try Server(
            "app launch\n\(first)serve --control 0", ["--workspace", "w", "--real-time"], in: place)
        let follower = try server.process.connect("control")
        follower.send(server.head("GET", "/v1/follow", 0))
        #expect(follower.text(until: ": pushsh").contains("text/event-stream"))
        _ = try server.run("local add --id later --in 1s --title Later")
        #expect(try !server.ask("GET", "notifications").body.contains("later"))
        let facts = follower.text(until: "is due, as scheduled")
        #expect(facts.contains("event: fact\ndata: "), "\(facts)")
        #expect(try server.ask("GET", "notifications").body.contains("later"))
        #expect(server.process.end(SIGTERM).stdout.contains("later"))
    }

    @Test func `a request that runs too long ends, and so does one when the server is ended`()
        throws
    {
        let server = try Server("serve --control 0", in: place)
        let endless = "repeat 100000000\n  whoami\nend\n"
        let (status, body) = try server.ask(
            "POST", "run?timeout=200ms", endless, type: "text/plain")
        #expect(status == "200" && body.contains(#""exit_status":3"#))
        #expect(body.contains("took longer than 200ms"), "\(body)")
        #expect(body.contains(#""code":"timeout""#), "\(body)")
        let connection = try server.process.connect("control")
        let head = server.head(
            "POST", "/v1/run?timeout=1h", endless.utf8.count, "Content-Type: text/plain\r\n")
        connection.send(head + endless)
        // The signal may come before the request does: then the server is simply gone.
        #expect(server.process.end(SIGTERM).status == 0)
    }

    @Test(arguments: ["expect within 60s badge == 78", "repeat 100000000\n  whoami\nend"])
    func `a request ends when its client hangs up, and the next one is answered`(
        text: String
    ) throws {
        let server = try Server("serve --control 0", in: place)
        // A client that only closes its side of the connection still reads the answer.
        let patient = try server.send("expect within 200ms badge == 78")
        patient.shutOutput()
        #expect(patient.text(until: "tests").contains("HTTP/1.1 200 OK"))
        let gone = try server.send(text)
        Thread.sleep(forTimeInterval: 0.3)
        gone.hangUp()
        // The answer would come too late for this client's 20 seconds.
        #expect(try server.run("whoami")["exit_status"] as? Int == 0)
        let run = server.process.end(SIGTERM)
        #expect(run.lines.contains("control POST /v1/run ended: its client hung up"), "\(run)")
    }

    @Test func `a client that hangs up is noticed with its next request sent`() throws {
        let server = try Server("serve --control 0", in: place)
        let connection = try server.process.connect("control")
        let requests = ["expect within 60s badge == 78", "login extra"].map(server.runRequest)
        connection.send(requests.joined())
        Thread.sleep(forTimeInterval: 0.3)
        connection.hangUp()
        // The answer would come too late for this client's 20 seconds.
        #expect(try server.run("whoami")["exit_status"] as? Int == 0)
        let run = server.process.end(SIGTERM)
        #expect(run.lines.contains("control POST /v1/run ended: its client hung up"), "\(run)")
    }

    /// The first client would else be kept waiting by the second, whom it may have to help.
    @Test func `an answer does not wait for the request behind it`() throws {
        let server = try Server("serve --control 0", in: place)
        // While the first one waits, the two behind it come together.
        let busy = try server.send("expect within 700ms badge == 78")
        Thread.sleep(forTimeInterval: 0.2)
        let short = try server.send("whoami")
        let long = try server.send("expect within 15s badge == 78")
        let start = Date()
        #expect(busy.text(until: "tests").contains(#""exit_status":1"#))
        #expect(short.text(until: "tests").contains(#""exit_status":0"#))
        #expect(Date().timeIntervalSince(start) < 8)
        long.hangUp()
        #expect(server.process.end(SIGTERM).status == 0)
    }

    @Test func `a recording over the port begins with what the script did`() throws {
        let server = try Server("app launch\nlogin before\nserve --control 0", in: place)
        let run = try server.run(".record start r.psh\nlogin after\n.record stop")
        #expect(run["exit_status"] as? Int == 0, "\(run)")
        #expect(server.process.end(SIGTERM).status == 0)
        #expect(try place.text("r.psh").contains("\napp launch\nlogin before\n"))
        #expect(try Pushsh.run(["-f", "r.psh"], in: place).status == 0)
    }

    /// A message for the phone, as a backend sends it to FCM; no account is known, so that every
    /// assertion of the right form counts.
    private func push(
        _ id: String, to token: String, _ server: Server, more: String = ""
    ) throws -> String {
        func base64(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
        }
        func post(_ path: String, _ body: String, _ more: String) throws -> String {
            try server.process.ask(
                "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(more)"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", "fcm")
        }
        let now = Int(Date().timeIntervalSince1970)
        let claims =
            #"{"iss":"a@b","aud":"https://oauth2.googleapis.com/token","iat":\#(now),"#
            + #""exp":\#(now + 60),"scope":"https://www.googleapis.com/auth/cloud-platform"}"#
        let assertion = [base64(#"{"alg":"RS256"}"#), base64(claims), "AQID"]
        let answer = try post(
            "/token",
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion="
                + assertion.joined(separator: "."),
            "Content-Type: application/x-www-form-urlencoded\r\n")
        let access = answer.components(separatedBy: #""access_token":""#).last?
            .prefix { $0 != "\"" }
        let message =
            #"{"message":{"token":"\#(token)","notification":{"title":"T"},\#(more)"#
            + #""data":{"message_id":"\#(id)"}}}"#
        return try post(
            "/v1/projects/example-push/messages:send", message,
            "Authorization: Bearer \(access ?? "")\r\n")
    }

    /// The registration token of the app, which has been launched.
    private func registration(_ server: Server) throws -> String {
        let tokens = try server.ask("GET", "tokens").body
        return String(
            try #require(
                tokens.components(separatedBy: #""registration":""#).last?.prefix { $0 != "\"" }))
    }

    /// FCM takes 20 messages of this kind in a burst, and each test sends one.
    @Test func `a test has quotas that those before it have not used`() throws {
        let server = try Server("serve --fcm 0 --control 0", ["--real-time"], in: place)
        _ = try server.run("app launch\nsnapshot save fresh")
        let token = try registration(server)
        let more = #""apns":{"headers":{"apns-collapse-id":"c"}},"#
        for number in 1...22 {
            #expect(try server.ask("POST", "reset", #"{"snapshot": "fresh"}"#).status == "200")
            let answer = try push("q-\(number)", to: token, server, more: more)
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(number): \(answer)")
        }
        #expect(server.process.end(SIGTERM).status == 0)
    }

    @Test func `a follower learns what another process did`() throws {
        let options = ["--workspace", "w", "--real-time"]
        let server = try Server("serve --control 0", options, in: place)
        _ = try server.run("app launch")
        let follower = try server.process.connect("control")
        follower.send(server.head("GET", "/v1/follow", 0))
        #expect(follower.text(until: ": pushsh").contains("text/event-stream"))
        let run = try Pushsh.run(["--workspace", "w", "-c", "login other-7"], in: place)
        #expect(run.status == 0, "\(run)")
        #expect(follower.text(until: "other-7").contains("event: fact"))
        #expect(server.process.end(SIGTERM).status == 0)
    }

    /// Nothing but the request's own statement happens meanwhile.
    @Test func `a follower learns what a request did before it waits`() throws {
        let server = try Server("serve --control 0", ["--real-time"], in: place)
        _ = try server.run("app launch")
        let follower = try server.process.connect("control")
        follower.send(server.head("GET", "/v1/follow", 0))
        _ = follower.text(until: ": pushsh")
        let waiting = try server.send("login before-7\nexpect within 60s shown == [c-1]\n")
        #expect(follower.text(until: "before-7").contains("event: fact"))
        waiting.hangUp()
        #expect(server.process.end(SIGTERM).status == 0)
    }

    /// The numbers of the facts come again, so their places have to differ.
    @Test func `a follower learns that another process restored a copy`() throws {
        let options = ["--workspace", "w", "--real-time"]
        let server = try Server("serve --control 0", options, in: place)
        func run(_ text: String) throws {
            let run = try Pushsh.run(["--workspace", "w", "-c", text], in: place)
            #expect(run.status == 0, "\(run)")
        }
        try run("app launch\nsnapshot save fresh\nlogin first-7\nlogin first-8")
        let follower = try server.process.connect("control")
        follower.send(server.head("GET", "/v1/follow?after=0", 0))
        _ = follower.text(until: "first-8")
        try run("snapshot go fresh\nlogin second-7")
        let later = follower.text(until: "second-7")
        #expect(later.contains("event: reset\ndata: "), "\(later)")
        #expect(later.contains("@1\nevent: fact\n"), "\(later)")
        #expect(server.process.end(SIGTERM).status == 0)
    }

    @Test func `a push that comes while a request waits for it is answered, and seen`() throws {
        let server = try Server("serve --fcm 0 --control 0", ["--real-time"], in: place)
        _ = try server.run("app launch")
        let token = try registration(server)
        let text = "expect within 60s shown == [c-1]\nexpect within 60s shown contains c-2\n"
        let waiting = try server.process.connect("control")
        let head = server.head("POST", "/v1/run", text.utf8.count, "Content-Type: text/plain\r\n")
        waiting.send(head + text)
        #expect(try push("c-1", to: token, server).hasPrefix("HTTP/1.1 200"))
        // Who only asks is answered while it waits, and who has no token is refused.
        #expect(try server.ask("GET", "notifications").body.contains("c-1"))
        let page = "GET /v1/queue HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"
        #expect(try server.process.ask(page, "control").hasPrefix("HTTP/1.1 401"))
        // Another script waits for the end of this one.
        let other = try server.process.connect("control")
        let next = "expect shown contains c-2"
        other.send(
            server.head("POST", "/v1/run", next.utf8.count, "Content-Type: text/plain\r\n") + next)
        #expect(try push("c-2", to: token, server).hasPrefix("HTTP/1.1 200"))
        let answer = waiting.text(until: "tests")
        #expect(answer.contains(#""exit_status":0,"output":[],"messages":[]"#), "\(answer)")
        #expect(other.text(until: "tests").contains(#""exit_status":0"#))
        let run = server.process.end(SIGTERM)
        #expect(run.lines.contains { $0.hasPrefix("shown   c-1") }, "\(run)")
    }

    @Test func `the end of a request leaves the ports of a script that waits`() throws {
        let server = try Server(
            "serve --control 0 --meanwhile\nexpect within 60s shown contains m-2", in: place)
        for text in ["app launch", #"receive {"aps": {"alert": "A"}, "message_id": "m-2"}"#] {
            let run = try server.run(text)
            #expect(run["exit_status"] as? Int == 0, "\(run)")
        }
        // No signal: it ends by itself.
        #expect(server.process.end(0).status == 0)
    }

    @Test func `a recording of what requests did replays without them`() throws {
        let server = try Server(
            ".record start r.psh\nserve --control 0\nwhoami\n.record stop", in: place)
        _ = try server.run("app launch\nlogin cust-7\n.mode csv\n? tap nothing")
        _ = try server.ask("POST", "commands/device/lock")
        _ = try server.ask("GET", "queue")
        #expect(server.process.end(SIGINT).status == 0)
        let script = try place.text("r.psh")
        #expect(script.contains("login cust-7\n!no_notification tap nothing\n|2 error: "))
        #expect(script.contains("\ndevice lock\n"))
        #expect(script.contains("# serve --any-key --control 0\n"))
        #expect(!script.contains("\nqueue") && !script.contains(".mode"), "\(script)")
        let replay = try Pushsh.run(["-f", "r.psh"], in: place)
        #expect(replay.status == 0 && replay.lines.contains("user    cust-7"), "\(replay)")
    }

    @Test func `the statements of a request cannot take standard input`() throws {
        let server = try Server("serve --control 0", in: place)
        for text in ["receive -", ".read -", "lint -"] {
            let answer = try server.run(text)
            #expect(answer["exit_status"] as? Int != 0)
            let failures = answer["failures"] as? [[String: Any]]
            #expect(failures?.first?["code"] as? String == "not_supported", "\(answer)")
        }
        #expect(server.process.end(SIGTERM).status == 0)
    }
}

extension RawConnection {
    /// Reads until a text has come, or until the other side has closed.
    func text(until wanted: String) -> String {
        var bytes: [UInt8] = []
        // A stream of events stays open, and shows by a comment now and then that it is alive.
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end, let piece = readPiece() {
            // What came before cannot have it: streams may be long.
            let tail = bytes.suffix(wanted.utf8.count) + piece
            bytes += piece
            if String(decoding: tail, as: UTF8.self).contains(wanted) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
