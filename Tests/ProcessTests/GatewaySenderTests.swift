import Foundation
import PushTestSupport
import Testing

/// Other people's senders, unchanged, against `serve --apns` and `--fcm` (KD-06, TD-01).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct GatewaySenderTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    @Test func `a request is refused for Apple's reason, in Apple's order`() throws {
        let server = try stage.serve()
        let text = try stage.send("h2_sender.py", ["refusals", "credentials"], server)
        expectSameText(
            text,
            """
            accepted 200
            echoed 200 True True
            4096 bytes 200 36 None
            GET 405 MethodNotAllowed
            another path 404 BadPath
            no token 400 MissingDeviceToken
            no hexadecimal 400 BadDeviceToken
            unknown token 400 BadDeviceToken
            dead token 410 Unregistered timestamp
            no topic 400 MissingTopic
            another topic 400 DeviceTokenNotForTopic
            no bundle ID 400 BadTopic
            push type 400 InvalidPushType
            background at 10 400 BadPriority
            priority 7 400 BadPriority
            expiration 400 BadExpirationDate
            message ID 400 BadMessageId
            collapse ID 400 BadCollapseId
            twice 400 DuplicateHeaders
            no body 400 PayloadEmpty
            4097 bytes 413 PayloadTooLarge
            no credentials 403 MissingProviderToken
            damaged 403 InvalidProviderToken
            two hours old 403 ExpiredProviderToken
            another team 403 InvalidProviderToken
            forged 403 InvalidProviderToken
            first token 200
            another token 429 TooManyProviderTokenUpdates
            another key 403 UnrelatedKeyIdInToken
            a second team 403 Forbidden
            its own link 400 TopicDisallowed
            a key of two topics 400 TopicDisallowed
            sandbox 200
            the old name 200
            production 400 BadDeviceToken
            a production key 403 BadEnvironmentKeyInToken
            unique ID 200 True

            """)
        #expect(try stage.arrivals() == 7)
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `an access token of FCM's outlives the server that made it`() throws {
        let first = try stage.serve()
        #expect(try stage.send("kept_token.py", ["fetch", "kept"], first) == "token 200\n")
        #expect(first.end(SIGKILL).status == -SIGKILL)
        let second = try stage.serve()
        #expect(try stage.send("kept_token.py", ["send", "kept"], second) == "sent 200\n")
        #expect(second.end(SIGTERM).status == 0)
        #expect(try stage.arrivals() == 1)
    }

    @Test func `a certificate stands for a provider token, and no ALPN for HTTP/2`() throws {
        let server = try stage.serve()
        let text = try stage.send("h2_sender.py", ["certificates"], server)
        expectSameText(
            text,
            """
            certificate 200
            without topic 400 MissingTopic
            another topic 400 TopicDisallowed
            location 400 TopicDisallowed
            voip 200
            liveactivity 400 TopicDisallowed
            no ALPN 200
            HTTP/1.1 alone True

            """)
    }

    @Test func `a certificate that is not valid is refused in the answer, whatever the TLS`()
        throws
    {
        let server = try stage.serve()
        let text = try stage.send("h2_sender.py", ["strangers"], server)
        let lines = text.split(separator: "\n").map(String.init)
        expectSameText(
            lines.dropLast().joined(separator: "\n"),
            """
            foreign TLSv1.2 403 BadCertificate
            foreign TLSv1.3 403 BadCertificate
            over 403 BadCertificate
            a server's 403 BadCertificate
            ours 200
            foreign with a token 200
            localhost 200
            api.sandbox.push.apple.com 403 BadCertificateEnvironment
            api.push.apple.com 400 BadDeviceToken
            """)
        let why = try stage.run("why \(try #require(lines.last))\n")
        #expect(
            why.stdout.contains("found `a certificate that gateway-ca.pem did not sign`"), "\(why)")
        #expect(why.stdout.contains("`apns.pem` from `credential demo`"), "\(why)")
    }

    @Test func `TLS from 1.2 and the gateways' own names alone are let in`() throws {
        let server = try stage.serve(ports: "--apns 0 --fcm 0 --proxy 0 --max-streams 3")
        let text = try stage.send("h2_sender.py", ["doors"], server)
        expectSameText(
            text,
            """
            1.1 refused by the server
            1.2 TLSv1.2 h2
            CONNECT example.com:443 HTTP/1.1 403
            CONNECT localhost:22 HTTP/1.1 403
            GET http://example.com/ HTTP/1.1 405
            CONNECT 400
            the gateway's own name 200 True
            streams 1 200 3
            before the limit is known 20

            """)
    }

    @Test func `topics are made by the ending Instance ID calls, too`() throws {
        let server = try stage.serve()
        let text = try stage.send(
            "firebase_sender.py", ["legacy"], server,
            [
                "token": stage.devices["phone"]?.registration ?? "",
                "dead": stage.devices["tablet"]?.registration ?? "",
                "another": stage.devices["other"]?.registration ?? "",
            ],
            variables: stage.proxy(of: server))
        expectSameText(
            text,
            """
            batchAdd 200 {'results': [{}, {'error': 'NOT_FOUND'}, {'error': 'INVALID_ARGUMENT'}]}
            sent 200
            batchRemove 200 {'results': [{}]}
            sent 200
            no topic 400

            """)
        #expect(try stage.arrivals() == 1)
    }

    @Test func `a burst before the first SETTINGS and 1,000 streams at once all arrive`() throws {
        let server = try stage.serve()
        let text = try stage.send("h2_sender.py", ["many"], server)
        expectSameText(text, "burst 300\nstreams 1 1000\nat once 1000 1000\n")
        #expect(try stage.arrivals() == 1301)
    }

    @Test func `a channel is made over HTTP/2, and a push to it reaches who subscribed`() throws {
        try stage.run(
            """
            device add tram --os 18.0
            @tram app install
            @tram app set activities on
            @tram app launch

            """)
        let server = try stage.serve(ports: "--apns 0 --channels 0 --proxy 0")
        let made = try stage.send("h2_sender.py", ["channels"], server)
        let lines = made.split(separator: "\n").map(String.init)
        let channel = try #require(lines.last)
        expectSameText(
            lines.dropLast().joined(separator: "\n"),
            """
            create 201
            read 200
            {'message-storage-policy': 1, 'push-type': 'LiveActivity'}
            list 200
            True True
            no body 400 PayloadEmpty
            a push 404 BadPath
            """)
        try stage.run(
            "@tram activity start BusAttributes --state '{\"stops\": 3}' --channel '\(channel)'\n")
        let sent = try stage.send("h2_sender.py", ["channels"], server, ["channel": channel])
        let event = sent.firstMatch(of: /ChannelNotRegistered ([^ \n]+)\n/)?.1 ?? "none"
        let why = try stage.run("why \(event)\n")
        #expect(why.stdout.contains("APNs answers ChannelNotRegistered (400)"), "\(why)")
        expectSameText(
            sent,
            """
            broadcast 200 8d4d6d0c-0000-4000-8000-000000000001 True
            unknown 400 ChannelNotRegistered \(event)
            management on the port of pushes 404 BadPath
            delete 204
            read 400 ChannelNotRegistered

            """)
        let run = try stage.run("@tram activity list\n")
        #expect(run.stdout.contains(#"Dynamic Island: {"stops":2}"#), "\(run)")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `aioapns sends with key and certificate`() throws {
        let server = try stage.serve()
        let text = try stage.send(
            "aioapns_sender.py", [], server,
            variables: ["SSL_CERT_FILE": stage.place.path + "/w/gateway-ca.pem"])
        expectSameText(
            text,
            """
            accepted 200
            background 200
            unknown 400 BadDeviceToken
            dead 410 Unregistered timestamp
            another topic 400 DeviceTokenNotForTopic
            too large 413 PayloadTooLarge
            background at 10 400 BadPriority
            at once 1000
            certificate 200

            """)
    }

    @Test func `Node's http2 sends with key and certificate`() throws {
        let server = try stage.serve()
        let text = try stage.send(
            "node_sender.mjs", [], server,
            variables: ["NODE_EXTRA_CA_CERTS": stage.place.path + "/w/gateway-ca.pem"])
        expectSameText(
            text,
            """
            accepted 200
            unknown 400 BadDeviceToken
            dead 410 Unregistered
            another topic 400 DeviceTokenNotForTopic
            at once 1000
            certificate 200

            """)
    }

    @Test func `firebase-admin sends through the proxy, with nothing but its environment`() throws {
        let server = try stage.serve()
        let more = [
            "token": stage.devices["phone"]?.registration ?? "",
            "dead": stage.devices["tablet"]?.registration ?? "",
            "foreign": stage.devices["other"]?.registration ?? "",
        ]
        let text = try stage.send(
            "firebase_sender.py", [], server, more,
            variables: stage.proxy(of: server))
        expectSameText(
            text,
            """
            token projects/example-push/messages
            dry run projects/example-push/messages
            dead UnregisteredError NOT_FOUND 404
            another project SenderIdMismatchError PERMISSION_DENIED 403
            no token InvalidArgumentError INVALID_ARGUMENT 400
            reserved data InvalidArgumentError INVALID_ARGUMENT 400
            subscribe 1 made, 1 failed
            topic projects/example-push/messages
            condition projects/example-push/messages
            malformed InvalidArgumentError INVALID_ARGUMENT 400
            unsubscribe 1 made, 0 failed
            too large for a topic InvalidArgumentError INVALID_ARGUMENT 400
            apns-expiration InvalidArgumentError INVALID_ARGUMENT 400
            apns-priority InvalidArgumentError INVALID_ARGUMENT 400
            apns-collapse-id InvalidArgumentError INVALID_ARGUMENT 400
            apns-push-type InvalidArgumentError INVALID_ARGUMENT 400
            nobody projects/example-push/messages
            background projects/example-push/messages
            android projects/example-push/messages
            at once 999 1

            """)
        let run = try stage.run(
            "query \"SELECT id, state <> 'refused' AS came FROM notifications "
                + "WHERE id LIKE 'f-%' ORDER BY id\"\n"
                + "why f-1\n")
        // Those after them have filled the notification centre.
        #expect(run.lines.prefix(4) == ["id,came", "f-1,true", "f-2,true", "f-3,true"], "\(run)")
        #expect(run.stdout.contains("ok      gateway             APNs delivered it"), "\(run)")
    }
}

/// The names of Apple and Google themselves lead here in a namespace of its own.
///
/// Its user has none of root's rights outside: a server that needs them cannot answer there.
@Suite struct RealNameTests {
    /// Whether this machine lets the tests have such a namespace.
    static let hasNamespaces =
        (try? Shell.run("unshare", ["-rmn", "--propagation", "private", "true"]))?.status == 0

    /// Runs a sender's program behind a server on port 443, where names lead to this machine.
    private func run(
        _ sender: String, against ports: String, names: String, _ stage: SenderStage
    ) throws -> Pushsh.Run {
        try stage.place.write("127.0.0.1 localhost \(names)\n", to: "hosts")
        try stage.place.write(sender, to: "sender.py")
        // A new network has its loopback down, and `ip` need not be installed.
        try stage.place.write(
            """
            import fcntl, socket, struct
            link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            fcntl.ioctl(link, 0x8914, struct.pack("16sh14x", b"lo", 65))

            """, to: "loopback.py")
        return try Pushsh.bash(
            """
            exec unshare -rmn --propagation private bash -c '
                mount --bind hosts /etc/hosts
                "$0" loopback.py
                "$PUSHSH" --workspace w --real-time -c "serve \(ports)" > serve.log 2>&1 &
                for try in {1..400}; do grep -qs \\"ca\\" serve.log && break; sleep 0.05; done
                export SSL_CERT_FILE=w/gateway-ca.pem REQUESTS_CA_BUNDLE=w/gateway-ca.pem
                "$0" sender.py "$1" "$2"
                kill %1; wait; cat serve.log >&2
            ' \(try #require(SenderStage.python)) \(stage.devices["phone"]?.token ?? "") \
                \(stage.devices["phone"]?.registration ?? "")
            """, in: stage.place)
    }

    @Test(
        .enabled(if: hasNamespaces, "NOT SHOWN on this machine: it forbids namespaces"),
        .enabled(if: SenderStage.python != nil, "skipped: no PyPI"))
    func `aioapns sends to api.sandbox.push.apple.com, port and all`() throws {
        let run = try run(
            """
            import asyncio, logging, sys
            from aioapns import APNs, NotificationRequest
            logging.disable(logging.CRITICAL)
            async def main():
                for sandbox in (True, False):
                    client = APNs(client_cert="keys/apns.pem", use_sandbox=sandbox)
                    message = {"aps": {"alert": "Hello"}}
                    answer = await client.send_notification(
                        NotificationRequest(device_token=sys.argv[1], message=message))
                    print(answer.status, answer.description)
                    client.pool.close()
            asyncio.run(main())

            """, against: "--apns 443",
            names: "api.development.push.apple.com api.push.apple.com", try SenderStage())
        #expect(run.stdout == "200 None\n400 BadDeviceToken\n", "\(run)")
    }

    @Test(
        .enabled(if: hasNamespaces, "NOT SHOWN on this machine: it forbids namespaces"),
        .enabled(if: SenderStage.python != nil, "skipped: no PyPI"))
    func `libraries with fixed hosts send, however they write the time of their token`() throws {
        let run = try run(
            try Repository.text("Tests/Fixtures/senders/libraries.py"), against: "--apns 443",
            names: "api.development.push.apple.com api.sandbox.push.apple.com", try SenderStage())
        #expect(
            run.stdout == """
                kalyke-apns sent
                kalyke-apns BadDeviceToken
                pyapns-client3 sent
                pyapns-client3 BadDeviceTokenException

                """, "\(run)")
    }

    @Test(
        .enabled(if: hasNamespaces, "NOT SHOWN on this machine: it forbids namespaces"),
        .enabled(if: SenderStage.python != nil, "skipped: no PyPI"))
    func `firebase-admin asks Google's names on 443, its asynchronous calls too`() throws {
        let stage = try SenderStage()
        let run = try run(
            """
            import asyncio, json, sys
            import firebase_admin
            from firebase_admin import credentials, messaging
            account = json.load(open("keys/service-account.json"))
            # As Google's console writes it.
            account["token_uri"] = "https://oauth2.googleapis.com/token"
            firebase_admin.initialize_app(credentials.Certificate(account))
            alert = messaging.Notification(title="Hello")
            def message(**options):
                return messaging.Message(notification=alert, **options)
            token = sys.argv[2]
            print(messaging.send(message(token=token)).rsplit("/", 1)[0])
            print(messaging.subscribe_to_topic([token], "news").success_count)
            batch = [message(token=token) for _ in range(50)]
            batch += [message(token="abc"), message(topic="news")]
            answer = asyncio.run(messaging.send_each_async(batch))
            print(answer.success_count, answer.failure_count)
            print(type(answer.responses[50].exception).__name__)

            """, against: "--fcm 443",
            names: "fcm.googleapis.com oauth2.googleapis.com iid.googleapis.com", stage)
        #expect(
            run.stdout == """
                projects/example-push/messages
                1
                51 1
                InvalidArgumentError

                """, "\(run)")
        #expect(try stage.arrivals() == 52)
    }
}
