import Foundation
import PushTestSupport
import Testing

/// What `stub` does to senders on the wire, and what `why` says of requests that were refused
/// (TD-14).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct GatewayFaultTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    @Test func `a stub refuses, delays, resets, ends the connection, or keeps silent`() throws {
        let server = try stage.serve(
            """
            stub apns reason=TooManyRequests retry-after=7 times=1
            stub apns delay=1s times=1
            stub apns reason=ServiceUnavailable delay=1s times=1
            stub apns reset times=1
            stub apns goaway=IdleTimeout times=1
            stub apns reason=Shutdown goaway times=1
            stub apns timeout times=1

            """)
        let text = try stage.send(
            "h2_sender.py", ["faults"], server, ["faults": 8, "delayed": [1, 2], "silent": 6])
        expectSameText(
            text,
            """
            429 TooManyRequests 7
            200 late
            503 ServiceUnavailable late
            reset
            200 goaway {"reason":"IdleTimeout"}
            503 Shutdown goaway {"reason":"Shutdown"}
            silence
            200

            """)
        #expect(try stage.arrivals() == 3)
        #expect(try stage.run("stub list\n").lines == ["none"])
    }

    @Test func `a stub of FCM refuses on the wire, with its Retry-After`() throws {
        let server = try stage.serve("stub fcm error=QUOTA_EXCEEDED retry-after=2 times=1\n")
        let port = server.ports["fcm"] ?? 0
        let message =
            #"{"message":{"token":"\#(stage.devices["phone"]?.registration ?? "")","#
            + #""notification":{"title":"Hi"},"data":{"message_id":"f-1"}}}"#
        func post(_ path: String, _ head: String, _ body: String) throws -> String {
            try server.ask(
                "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(head)"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", "fcm")
        }
        let path = "/v1/projects/example-push/messages:send"
        let unknown = try post(path, "Authorization: Bearer ya29.c.unknown\r\n", message)
        #expect(unknown.hasPrefix("HTTP/1.1 401 "))
        let why = try stage.run("why f-1\n")
        #expect(why.stdout.contains("FCM answers UNAUTHENTICATED (401)"), "\(why)")
        let text = try stage.send(
            "firebase_sender.py", ["fault"], server,
            ["token": stage.devices["phone"]?.registration ?? ""],
            variables: stage.proxy(of: server))
        expectSameText(text, "planted projects/example-push/messages\nwaited True\n")
        let rows = try stage.run(
            "query \"SELECT state FROM notifications WHERE id = 'p-1' ORDER BY state\"\n")
        #expect(rows.lines == ["state", "refused", "shown"])
    }

    @Test func `[TD-14] a quota that stays used up is the library's own error`() throws {
        let server = try stage.serve("stub fcm error=QUOTA_EXCEEDED retry-after=1\n")
        let text = try stage.send(
            "firebase_sender.py", ["exhausted"], server,
            ["token": stage.devices["phone"]?.registration ?? ""],
            variables: stage.proxy(of: server))
        expectSameText(text, "exhausted QuotaExceededError RESOURCE_EXHAUSTED 429\n")
    }

    @Test func `a stub chooses a topic and a connection, and lets a body come slowly`() throws {
        let server = try stage.serve(
            """
            stub apns reason=TooManyRequests topic=com.example.other
            stub apns reason=ServiceUnavailable connection=2 times=1
            stub apns reason=InternalServerError slow=1s connection=3 times=1
            stub apns slow=1s connection=3 times=1

            """)
        expectSameText(
            try stage.send("h2_sender.py", ["chosen"], server),
            """
            1 200
            1 200
            2 503 ServiceUnavailable
            2 200
            3 500 InternalServerError slow in pieces
            3 200 slow at once

            """)
        #expect(try stage.arrivals() == 4)
        #expect(
            try stage.run("stub list\n").lines
                == ["stub    apns reason=TooManyRequests topic=com.example.other"])
    }

    @Test func `HEAD is answered without content, a planted 410 with its timestamp`() throws {
        let server = try stage.serve("stub apns reason=Unregistered\n")
        #expect(
            try stage.send("h2_sender.py", ["head"], server)
                == "405 {} 0 True 410\n410 Unregistered True\n")
    }

    @Test func `a stub keeps APNs' SETTINGS from new connections until it is cleared`() throws {
        let server = try stage.serve("stub apns no-settings\n")
        #expect(
            try stage.send("h2_sender.py", ["silent"], server) == "200 False\n200 False\n")
        try stage.run("stub clear\n")
        // The next request shows the server what another process did.
        #expect(
            try stage.send("h2_sender.py", ["silent"], server) == "200 False\n200 False\n")
        #expect(try stage.send("h2_sender.py", ["silent"], server) == "200 True\n200 True\n")
    }

    @Test func `FCM's port ends connections and withholds SETTINGS over HTTP 2, too`() throws {
        let server = try stage.serve("stub fcm goaway times=1\n")
        #expect(try stage.send("h2_sender.py", ["google"], server) == "401 True ''\n")
        #expect(try stage.send("h2_sender.py", ["google"], server) == "401 True None\n")
        try stage.run("stub fcm no-settings\n")
        // The next request shows the server what another process did.
        #expect(try stage.send("h2_sender.py", ["google"], server) == "401 True None\n")
        #expect(try stage.send("h2_sender.py", ["google"], server) == "401 False None\n")
    }

    @Test func `a message to FCM beyond its device's quota is refused, and why says it`() throws {
        let server = try stage.serve()
        let text = try stage.send(
            "firebase_sender.py", ["quota"], server,
            ["token": stage.devices["phone"]?.registration ?? ""],
            variables: stage.proxy(of: server))
        expectSameText(
            text,
            """
            dry run 200
            collapsible 20
            429 RESOURCE_EXHAUSTED QUOTA_EXCEEDED True
            of its own 200
            gzip 200

            """)
        let why = try stage.run("why q-21\n")
        #expect(why.stdout.contains("FCM answers QUOTA_EXCEEDED (429)"), "\(why)")
        #expect(why.stdout.contains("one is let through every 3 minutes"), "\(why)")
    }

    @Test func `a body of FCM comes slowly over HTTP 1, for the chosen topic alone`() throws {
        let server = try stage.serve(
            "stub fcm error=INTERNAL topic=news slow=1s\nstub fcm error=UNAVAILABLE token=zzz\n")
        let port = server.ports["fcm"] ?? 0
        let text = try stage.send(
            "firebase_sender.py", ["slow"], server,
            ["token": stage.devices["phone"]?.registration ?? "", "port": port],
            variables: stage.proxy(of: server))
        expectSameText(text, "token 200\ntopic 500 slow\nanother topic 200\n")
    }

    @Test func `the header of an answer names the event that why explains`() throws {
        let server = try stage.serve()
        let sent = try answer(of: stage.send("h2_sender.py", ["once"], server))
        #expect(sent.status == 200)
        #expect(
            try stage.run("why \(sent.event)\n").stdout.contains(
                "ok      gateway             APNs delivered it, push type alert"))
        let dead = ["token": stage.devices["tablet"]?.token ?? ""]
        let refused = try answer(of: stage.send("h2_sender.py", ["once"], server, dead))
        #expect(refused.status == 410 && refused.event != sent.event)
        let why = try stage.run("@tablet why \(refused.event)\n")
        #expect(why.stdout.contains("APNs answers Unregistered (410)"), "\(why)")
        let unknown = ["token": String(repeating: "0", count: 64)]
        let lost = try answer(of: stage.send("h2_sender.py", ["once"], server, unknown))
        let lines = try stage.run("why \(lost.event)\n").lines
        #expect(
            lines.first == "broken  \(lost.event): gateway: APNs answers BadDeviceToken (400): "
                + "APNs never issued the token in this environment", "\(lines)")
    }

    private func answer(of text: String) throws -> (status: Int, event: String) {
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return (json?["status"] as? Int ?? 0, json?["event"] as? String ?? "")
    }
}
