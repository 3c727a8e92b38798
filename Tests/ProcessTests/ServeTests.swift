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

    @Test func `SIGTERM answers what is in progress and ends the process with 0`() throws {
        let server = try ServedProcess("serve --ingest 0\nnonsense", [], in: place)
        #expect(server.ports.isEmpty)
        #expect(server.end(SIGTERM).status == 2)
        let sound = try ServedProcess("serve --ingest 0\nquery 'SELECT 1'", in: place)
        _ = try sound.ask(WireRequest.upload(WireRequest.event("x")))
        let run = sound.end(SIGTERM)
        #expect(run.status == 0)
        #expect(run.lines.last == "ingested 1 event into mobile.push_events")
        #expect(
            run.lines.first == "note    the clock stands at 2026-01-01T00:00:00Z; "
                + "`clock real` lets it go")
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
    }

    @Test func `another address than this machine's is warned of`() throws {
        let server = try ServedProcess("serve --ingest 0 --host 0.0.0.0", in: place)
        #expect(
            server.end(SIGTERM).stderr
                == "warning: every machine that reaches 0.0.0.0 can upload, query and push\n")
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
        #expect(missing.stderr.contains("the variable `TD_NO_SUCH_KEY` of the key is not set"))
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

    @Test(arguments: ["json", "jsonl"])
    func `in the forms of JSON a person sees who uploads, too`(mode: String) throws {
        let server = try ServedProcess(
            "serve --ingest 0\nquery 'SELECT 7 AS n'", ["--mode", mode], in: place)
        _ = try server.ask(WireRequest.upload(WireRequest.event("x")))
        let run = server.end(SIGINT)
        #expect(run.status == 0, "\(run)")
        #expect(run.lines.contains { $0.hasPrefix("serving ingest http://127.0.0.1:") })
        #expect(run.lines.contains("ingested 1 event into mobile.push_events"))
        #expect(!run.stdout.contains("requests"))
        #expect(run.stdout.contains(#""n":7"#) || run.stdout.contains(#""n": 7"#), "\(run)")
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
