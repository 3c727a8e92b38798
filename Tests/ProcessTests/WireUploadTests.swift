import Foundation
import PushTestSupport
import Testing
import WireTestSupport

/// TD-06, TD-13, TD-15: uploads of the built binary to a service on a socket.
@Suite struct WireUploadTests {
    static let key = "1/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// A service that takes what it gets, as Treasure Data's Ingest API answers.
    static func taking(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
        // The body is packed; two events wait after a launch, and more receipts do no harm.
        .status(200, body: receipts(500))
    }

    static func receipts(_ count: Int, failing: [Int: String] = [:]) -> String {
        let items = (1...count).map { position in
            failing[position].map { #"{"success":false,"error":{"name":"\#($0)"}}"# }
                ?? #"{"success":true}"#
        }
        return #"{"receipts":["# + items.joined(separator: ",") + "]}"
    }

    func run(
        _ text: String, to server: ScriptedServer, variables: [String: String]? = nil,
        _ arguments: [String] = ["-f", "-"]
    ) throws -> Pushsh.Run {
        let text = text.replacing("URL", with: server.url)
        return try Pushsh.run(
            arguments, input: Array(text.utf8), in: place,
            variables: variables ?? ["TD_WRITE_KEY": Self.key])
    }

    @Test func `a flush on the real network is the documented request`() throws {
        let server = try ScriptedServer([.status(200, body: Self.receipts(2))])
        let run = try run(
            "app launch\nlogin ann\nendpoint URL\nnetwork real\nflush\nqueue\nuploads\n", to: server
        )
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.contains("upload  2 events to mobile.push_events: 200, 2 accepted"))
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect("\(request.method) \(request.path)" == "POST /mobile/push_events")
        #expect(request.headers["authorization"] == "TD1 " + Self.key)
        #expect(request.headers["content-type"] == "application/vnd.treasuredata.v1+json")
        #expect(request.headers["content-encoding"] == "gzip")
        #expect(request.headers["user-agent"] == "pushsh (iOS 17.5)")
        #expect(request.body.starts(with: [0x1f, 0x8b]))
    }

    @Test func `a log says what was answered, and how long the flush waits, before it waits`()
        throws
    {
        let server = try ScriptedServer(then: { _ in
            .status(429, headers: ["Retry-After": "3600"])
        })
        let run = try Pushsh.bash(
            """
            TD_WRITE_KEY=\(Self.key) "$PUSHSH" --real-time -c 'app launch
            endpoint \(server.url)
            network real
            flush' > log 2>&1 & process=$!
            for try in {1..800}; do grep -q "after 3600 s" log && break; sleep 0.05; done
            kill -0 $process && echo waits
            kill $process
            wait
            grep -c ": 429$" log
            grep -c "after 3600 s" log
            """, in: place)
        // What was printed early is not printed again when the flush ends.
        #expect(run.stdout == "waits\n1\n1\n", "\(run) \((try? place.text("log")) ?? "")")
    }

    @Test func `the SDK's profile names itself as the SDK does`() throws {
        let server = try ScriptedServer([.status(200, body: Self.receipts(2))])
        let run = try run(
            "config td.sdk_profile ios-sdk-1.2\napp launch\nlogin ann\n"
                + "endpoint URL\nnetwork real\nflush\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        #expect(
            server.requests.first?.headers["user-agent"] == "TD-iOS-SDK/1.2.1 (iOS 17.5)")
    }

    @Test func `postback sends one record a request`() throws {
        let server = try ScriptedServer(then: { _ in .status(200, body: "{}") })
        let run = try run(
            "app launch\nlogin ann\n"
                + "endpoint URL --postback\nnetwork real\nflush\nexpect queue == 0\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.count == 2)
        #expect(
            server.requests.allSatisfy {
                $0.path == "/postback/v3/event/mobile/push_events"
                    && $0.headers["x-td-write-key"] == Self.key
                    && $0.headers["authorization"] == nil && $0.body.first == UInt8(ascii: "{")
            })
        #expect(server.connections == 1)
    }

    @Test func `a key that is missing or malformed is refused before anything is sent`() throws {
        let server = try ScriptedServer()
        let script = """
            app launch
            login ann
            endpoint URL
            network real
            !no_key flush
            expect queue == 2
            uploads

            """
        for variables in [[:], ["TD_WRITE_KEY": ""], ["TD_WRITE_KEY": "nonsense-of-a-key"]] {
            let run = try run(script, to: server, variables: variables)
            #expect(run.status == 0, "\(run)")
            #expect(!run.description.contains("nonsense"))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a key's file is its owner's alone`() throws {
        let server = try ScriptedServer(then: Self.taking)
        let path = try place.write(Self.key + "\n", to: "key.txt")
        let script =
            "app launch\nlogin ann\nendpoint URL\nnetwork real\nconfig td.write_key file:\(path)\n"
        let refused = try Pushsh.bash("chmod 644 key.txt", in: place)
        #expect(refused.status == 0)
        let open = try run(script + "!no_key flush\n", to: server, variables: [:])
        #expect(open.status == 0, "\(open)")
        #expect(server.requests.isEmpty)
        _ = try Pushsh.bash("chmod 600 key.txt", in: place)
        let run = try run(
            script + "flush\nconfig td.write_key\n", to: server, variables: [:])
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.first?.headers["authorization"] == "TD1 " + Self.key)
        #expect(run.stderr.hasSuffix("key     1/0a…**\n") && !run.stdout.contains("1/0a"))
    }

    @Test func `a key is left nowhere, though the service repeats it`() throws {
        let said = #"{"message":"the key \#(Self.key) is of another account"}"#
        let server = try ScriptedServer([.status(403, body: said)])
        let run = try run(
            """
            .record start recording.psh
            app launch
            endpoint URL
            network real
            !upload_failed flush
            uploads
            .record stop

            """, to: server,
            ["--workspace", "w", "--report", "json=report.json", "-f", "-"])
        #expect(run.status == 0, "\(run)")
        let secret = Self.key.dropFirst(2)
        #expect(!run.description.contains(secret))
        #expect(run.stdout.contains("403 (the key …** is of another account)"), "\(run)")
        let contents = try place.contents()
        #expect(contents.keys.contains("recording.psh") && contents.keys.contains("w/device.db"))
        for (name, data) in contents {
            #expect(!String(decoding: data, as: UTF8.self).contains(secret), "\(name)")
        }
    }

    @Test func `a port of this machine is not reachable on the simulated network`() throws {
        let server = try ScriptedServer()
        let run = try run(
            "app launch\nlogin ann\nendpoint URL\n!needs_real_network flush\nexpect queue == 2\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.isEmpty)
    }

    @Test func `embedded stays in this process on the real network, too`() throws {
        let run = try Pushsh.script(
            "app launch\nnetwork real\nflush\nexpect queue == 0\n", in: place)
        #expect(run.status == 0, "\(run)")
    }

    @Test func `a planted status is not sent, and a lost answer is of a request that was`() throws {
        let server = try ScriptedServer(then: Self.taking)
        let script = "app launch\nlogin ann\nendpoint URL\nnetwork real\n"
        let planted = try run(
            script + "stub ingest status=404 times=1\n!upload_failed flush\n", to: server)
        #expect(planted.status == 0, "\(planted)")
        #expect(server.requests.isEmpty)
        let lost = try run(
            script + "stub ingest drop-response times=1\nflush\nexpect queue == 0\n", to: server)
        #expect(lost.status == 0, "\(lost)")
        #expect(lost.stdout.contains("no answer (the response was lost)"))
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.body == server.requests.last?.body)
    }

    @Test func `failed receipts keep or discard their events`() throws {
        let failing = [1: "InternalError", 2: "InvalidPropertyNameError"]
        let server = try ScriptedServer([.status(206, body: Self.receipts(2, failing: failing))])
        let run = try run(
            "app launch\nlogin ann\n"
                + "endpoint URL\nnetwork real\n!upload_failed flush\nexpect queue == 1\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.contains("InvalidPropertyNameError: discarded"))
        #expect(run.stdout.contains("InternalError: stays in the queue"))
    }

    @Test func `a batch that is too large is halved until it fits`() throws {
        let server = try ScriptedServer(
            [.status(413), .status(413)], then: { _ in .status(200, body: Self.receipts(2)) })
        let run = try run(
            """
            app launch
            login z
            login a
            login b
            login c
            login d
            login e
            login f
            expect queue == 8
            endpoint URL
            network real
            flush
            expect queue == 0

            """, to: server)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.count == 2 + 4)
    }

    @Test(arguments: [301, 307, 400, 401, 403, 404, 422])
    func `other answers keep the events and are final`(status: Int) throws {
        let other = try ScriptedServer()
        let server = try ScriptedServer([.status(status, headers: ["Location": other.url])])
        let run = try run(
            "app launch\nlogin ann\n"
                + "endpoint URL\nnetwork real\n!upload_failed flush\nexpect queue == 2\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.count == 1)
        #expect(other.requests.isEmpty)
    }

    @Test func `a service that is away is tried again after a real pause`() throws {
        let server = try ScriptedServer(
            [.status(503, headers: ["Retry-After": "1"])], then: Self.taking)
        let run = try run(
            "app launch\nlogin ann\nendpoint URL\nnetwork real\nflush\nexpect queue == 0\nclock\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.count == 2)
        #expect(run.stdout.contains("attempt 2 of 5 after 4 s"))
        #expect(run.lines.last?.contains("2026-01-01T00:00:04Z") == true)
    }

    @Test func `a network without an answer is the environment's fault, a refusal is not`() throws {
        let server = try ScriptedServer([.status(403)])
        let script = "app launch\nlogin ann\nendpoint URL\nnetwork real\nflush\n"
        #expect(try run(script, to: server).status == 1)
        // Plain text shows no certificate that a pin could name.
        let pin = "config tls.pin sha256//" + String(repeating: "A", count: 43) + "=\n"
        let lost = try run(pin + script, to: server)
        #expect(lost.status == 3, "\(lost)")
    }

    @Test(arguments: [ScriptedServer.Reply.silence, .status(503)])
    func `an interrupt ends a request or a pause, and keeps the events`(
        reply: ScriptedServer.Reply
    ) throws {
        let path = place.path
        let server = try ScriptedServer(then: { _ in
            // The request itself says when to interrupt: no clock is needed.
            let text = (try? String(contentsOfFile: path + "/pid", encoding: .utf8)) ?? ""
            if let process = pid_t(text.prefix(while: \.isNumber)) { kill(process, SIGINT) }
            return reply
        })
        try place.write(
            "app launch\nlogin ann\nendpoint \(server.url)\nnetwork real\nflush\n", to: "s.psh")
        let run = try Pushsh.bash(
            """
            export TD_WRITE_KEY=\(Self.key)
            echo $$ > pid
            exec "$PUSHSH" --workspace w -f s.psh
            """, in: place)
        #expect(run.status == -SIGINT, "\(run)")
        #expect(server.requests.count == 1)
        let after = try place.inWorkspace("expect queue == 2\n")
        #expect(after.status == 0, "\(after)")
    }
}

/// TD-15: a key in the place of its source.
@Suite struct TypedKeyTests {
    @Test(arguments: ["td.write_key", "td.api_key"])
    func `a key that is typed is refused and not repeated`(setting: String) throws {
        let run = try Pushsh.script("config \(setting) \(WireUploadTests.key)\n")
        #expect(run.status == 2)
        #expect(run.stderr.contains("`\(setting)` takes `env:NAME` or `file:PATH`"), "\(run)")
        #expect(!run.description.contains(WireUploadTests.key.dropFirst(5)))
    }
}
