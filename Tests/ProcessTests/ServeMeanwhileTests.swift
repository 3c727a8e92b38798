import Foundation
import PushTestSupport
import Testing

/// Ports inside a test of a script, and what came from a port in a recording (TD-01, KD-06, SH-03).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct ServeMeanwhileTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    /// Runs a script in the workspace, and a sender as soon as the script has told its ports.
    private func run(_ script: String, _ sender: String) throws -> Pushsh.Run {
        try stage.place.write(script, to: "t.psh")
        return try Pushsh.bash(
            """
            "$PUSHSH" --workspace w -f t.psh > out 2> err &
            SCRIPT=$!
            for try in {1..400}; do grep -qs '"apns"' out err && break; sleep 0.05; done
            PORT=$(cat out err | grep -o '"apns":[0-9]*' | head -1 | cut -d: -f2)
            push() {
                curl -sS -o answer -w '%{http_code}\\n' --http2 --cacert w/gateway-ca.pem \\
                    --cert keys/apns.pem -H 'apns-topic: com.example.myapp' -d "$2" \\
                    "https://localhost:$PORT/3/device/$1" >> sent
            }
            TOKEN=\(stage.devices["phone"]?.token ?? "")
            \(sender)
            wait $SCRIPT; status=$?; cat out sent; cat err >&2; exit $status
            """, in: stage.place)
    }

    private static let payload = #"{"aps":{"alert":"Hello"},"message_id":"a-1"}"#

    @Test func `a test waits for a push, and its clock does not`() throws {
        let run = try run(
            """
            psh 1
            test "a sender pushes, and the phone shows it"
              clock advance 1h
              serve --apns 0
              let port = $.apns
              expect var port > 0
              whoami
              expect within 20s shown == [a-1]
              expect output not contains shown
              expect sql "SELECT count(*) FROM journal" > 0
              show a-1
              expect output contains "state   shown at"
            end
            test "the next one begins without it"
              expect shown empty
            end

            """, "sleep 0.3; push $TOKEN '\(Self.payload)'")
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.hasSuffix("2 passed, 0 failed\n200\n"), "\(run)")
    }

    @Test func `[TD-14] a failed wait shows the requests that came, and why they failed`() throws {
        let run = try run(
            """
            psh 2
            test "a backend sends"
              permission deny
              serve --apns 0
              expect within 3s shown == [a-1]
            end

            """, "sleep 0.3; push $(printf 'ab%.0s' {1..32}) '{}'; push $TOKEN '\(Self.payload)'")
        #expect(run.status == 1, "\(run)")
        #expect(run.stdout.hasSuffix("400\n200\n"), "\(run)")
        #expect(
            run.stderr.contains("  expect within 3s shown == [a-1]\n  | refused "), "\(run)")
        #expect(run.stderr.contains("BadDeviceToken (400)"), "\(run)")
        #expect(run.stderr.contains("  | not     shown a-1: "), "\(run)")
    }

    @Test func `the variables for open ports name their authority in any workspace`() throws {
        let run = try Pushsh.script(
            """
            !not_supported serve --print-env --proxy 1
            serve --apns 0 --meanwhile
            let ca = $.ca
            serve --print-env --proxy 1
            expect output contains "${ca}"

            """, ["-f", "-"], in: try TemporaryDirectory())
        #expect(run.status == 0, "\(run)")
    }

    @Test func `a port of the same process is refused at once, and not waited for`() throws {
        let place = try TemporaryDirectory()
        let run = try Pushsh.script(
            """
            psh 2
            test "a port of this process"
              app launch
              permission grant
              credential demo k
              credential add demo --p8 k/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM
              serve --apns 0 --ingest 0 --any-key
              let port = $.apns
              let ingest = $.ingest
              network real
              !not_supported send {"aps": {"alert": "Self"}} --to phone \
            --host 127.0.0.1:${port} --yes --sandbox
              |2 error: this process serves port [..], and it only answers while \
            the script waits
              |2 hint: the simulated network needs no port; or run `serve` in \
            another process
              endpoint http://127.0.0.1:${ingest}
              |...
              ! flush
              |...
              |2 error: this process serves port [..], and it only answers while \
            the script waits
              |2 hint: the simulated network needs no port; or run `serve` in \
            another process
            end

            """, in: place)
        #expect(run.status == 0, "\(run)")
    }

    @Test func `an account made while the ports are open has their token endpoint`() throws {
        let place = try TemporaryDirectory()
        let run = try Pushsh.script(
            """
            psh 2
            test "the open port"
              serve --fcm 0
              let port = $.fcm
              credential demo open --for fcm
              expect $.token_uri == "http://127.0.0.1:${port}/token"
              credential demo named --for fcm --port 8443
              expect $.token_uri == http://127.0.0.1:8443/token
            end
            test "no port"
              credential demo closed --for fcm
              expect $.token_uri == https://oauth2.googleapis.com/token
            end

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let written = try place.text("open/service-account.json")
        #expect(written.contains("\"token_uri\":\"http://127.0.0.1:"), "\(written)")
    }

    @Test func `what never comes lets the script's time pass, and fails then`() throws {
        let run = try run(
            """
            psh 1
            test "nobody sends"
              clock
              let before = $
              serve --apns 0
              expect within 1s shown == [a-1]
            end

            """, "sleep 2.5; push $TOKEN '\(Self.payload)' 2> /dev/null")
        #expect(run.status == 1, "\(run)")
        #expect(run.stdout.contains("0 passed, 1 failed"), "\(run)")
        #expect(run.stderr.contains("the expectation does not hold"), "\(run)")
    }

    @Test func `a script of its own goes on with --meanwhile, and serves once`() throws {
        let run = try run(
            """
            psh 1
            serve --apns 0 --meanwhile
            expect within 20s shown == [a-1]
            tap a-1
            !already_serving serve --apns 0 --meanwhile

            """, "push $TOKEN '\(Self.payload)'")
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.contains("opened  a-1"), "\(run)")
        #expect(run.stdout.hasSuffix("200\n"), "\(run)")
    }

    @Test func `by the system's clock things become due while a script waits`() throws {
        let place = try TemporaryDirectory()
        try place.write(
            """
            psh 2
            clock real
            app launch
            app background
            serve --fcm 0 --meanwhile
            local add --in 1s --id a --title T
            expect within 8s shown == [a]

            """, to: "t.psh")
        let run = try Pushsh.run(["-f", "t.psh"], in: place)
        #expect(run.status == 0, "\(run)")
    }

    /// Replays a recording twice where there is nothing else.
    private func replay(_ name: String) throws -> Pushsh.Run {
        let recording = try stage.place.text(name)
        var runs: [Pushsh.Run] = []
        for _ in 0..<2 {
            let empty = try TemporaryDirectory()
            try empty.write(recording, to: "r.psh")
            runs.append(try Pushsh.run(["-f", "r.psh"], in: empty))
        }
        expectSameText(runs[0].stdout, runs[1].stdout)
        #expect(runs[0].status == 0 && runs[1].status == 0, "\(runs[0])\n\(recording)")
        return runs[0]
    }

    @Test func `a served session replays without a network, refusals and all`() throws {
        let server = try stage.serve(".record start r.psh\n")
        _ = try stage.send("h2_sender.py", ["refusals"], server)
        let more = [
            "token": stage.devices["phone"]?.registration ?? "",
            "dead": stage.devices["tablet"]?.registration ?? "",
            "foreign": stage.devices["other"]?.registration ?? "",
        ]
        _ = try stage.send(
            "firebase_sender.py", [], server, more,
            variables: stage.proxy(of: server))
        #expect(server.end(SIGTERM).status == 0)
        let recording = try stage.place.text("r.psh")
        #expect(!recording.contains("# a request to FCM"))
        for wanted in [
            "FCM answers INVALID_ARGUMENT (400)", "FCM answers SENDER_ID_MISMATCH (403)",
            "APNs answers Unregistered (410)", "APNs answers BadPriority (400): found `7`",
            "receive --verbatim --type alert --bundle com.example.myapp",
        ] {
            #expect(recording.contains(wanted), "\(wanted)")
        }
        let again = try replay("r.psh")
        #expect(again.stdout.contains("SENDER_ID_MISMATCH"))
        let rows = "SELECT id, device, state, title, payload FROM notifications ORDER BY sequence"
        let before = try stage.run("query \"\(rows)\"\n")
        try stage.place.write(
            try stage.place.text("r.psh") + "\nquery \"\(rows)\"\n", to: "asked.psh")
        let empty = try TemporaryDirectory()
        try empty.write(try stage.place.text("asked.psh"), to: "r.psh")
        let after = try Pushsh.run(["--mode", "csv", "-f", "r.psh"], in: empty)
        #expect(after.stdout.hasSuffix(before.stdout), "\(after)\n\(before)")
    }

    @Test func `a refusal that another shell planted replays as one`() throws {
        let run = try run(
            """
            psh 2
            .record start r.psh
            serve --apns 0 --meanwhile
            expect within 20s shown == [a-1]
            .record stop

            """,
            """
            "$PUSHSH" --workspace w -c 'stub apns reason=TooManyRequests times=1' > planted
            push $TOKEN '{"aps":{"alert":"Refused"},"message_id":"s-1"}'
            push $TOKEN '\(Self.payload)'
            """)
        #expect(run.status == 0 && run.stdout.hasSuffix("429\n200\n"), "\(run)")
        let again = try replay("r.psh")
        #expect(again.stdout.contains("s-1: APNs answers TooManyRequests (429)"), "\(again)")
        #expect(again.stdout.contains("shown   a-1"), "\(again)")
    }
}
