import Glibc
import PushTestSupport
import Testing

/// Clients that are broken, slow or malicious: the right status, bounded memory, and no end.
@Suite(.serialized) struct ServeHostileTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    static let requests: [(String, String, String)] = [
        ("a wrong method", WireRequest.upload("", method: "GET"), "405"),
        ("an unknown method", WireRequest.upload("", method: "BREW"), "501"),
        ("an unknown path", WireRequest.upload("{}", path: "/a"), "404"),
        (
            "an unknown table", WireRequest.upload(WireRequest.event("x"), path: "/mobile/nope"),
            "404"
        ),
        ("neither HTTP nor TLS", "\u{2}\u{3}\u{1}\r\n\r\n", "400"),
        (
            "a body that is no gzip", WireRequest.upload("x", more: "Content-Encoding: gzip\r\n"),
            "400"
        ),
        ("an unknown coding", WireRequest.upload("x", more: "Content-Encoding: br\r\n"), "415"),
        (
            "a large body",
            "POST /a/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n", "413"
        ),
        (
            "an endless field", "GET / HTTP/1.1\r\nx: " + String(repeating: "y", count: 200_000),
            "431"
        ),
    ]

    @Test func `each wrong request has its status, and the next one is served`() throws {
        let server = try ServedProcess("serve --ingest 0 --api 0", in: place, services: 2)
        for (name, request, status) in Self.requests {
            let answer = try server.ask(request)
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(name): \(answer.prefix(80))")
            #expect(!answer.contains("\u{2}"))
        }
        #expect(try server.ask(WireRequest.upload("", method: "GET"), "api").contains(" 404 "))
        #expect(
            try server.ask(WireRequest.upload(WireRequest.event("x"))).hasPrefix("HTTP/1.1 200 "))
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `a body that unpacks to more than the limit is refused in little memory`() throws {
        let packed = try Shell.run(
            "/bin/bash", ["-c", "head -c 200000000 /dev/zero | gzip -1"]
        ).output
        let server = try ServedProcess("serve --ingest 0", in: place)
        let connection = try server.connect()
        let head = WireRequest.upload("", more: "Content-Encoding: gzip\r\n")
            .replacing("Content-Length: 0", with: "Content-Length: \(packed.count)")
        connection.send(Array(head.utf8) + packed)
        #expect(connection.readAnswer().hasPrefix("HTTP/1.1 413 "))
        #expect(server.residentBytes < 150 << 20)
        #expect(server.end(SIGTERM).status == 0)
    }

    /// A client that does not trust the authority, and one that sends too much, are seen without
    /// its own log.
    @Test func `what the connections refuse by themselves is printed and counted`() throws {
        let server = try ServedProcess("serve --ingest 0 --api 0", in: place, services: 2)
        let ingest = try #require(server.ports["ingest"])
        let api = try #require(server.ports["api"])
        let run = try Pushsh.bash(
            """
            head -c 6000000 /dev/zero >large
            for i in 1 2 3; do
                curl -s -o answer -w '%{http_code} ' -H Expect: --data-binary @large \
                    http://127.0.0.1:\(ingest)/mobile/push_events?key=hidden
            done
            curl -s https://127.0.0.1:\(ingest)/ || echo untrusted
            sleep 1.5
            curl -s http://127.0.0.1:\(api)/metrics | grep '^pushsh_.*{service="ingest"'
            """, in: place)
        #expect(
            run.stdout == """
                413 413 413 untrusted
                pushsh_answers_total{service="ingest",status="413"} 3
                pushsh_connections_refused_total{service="ingest",reason="handshake"} 1

                """, "\(run)")
        let output = server.end(SIGTERM).stdout
        let line = "refused POST /mobile/push_events 413: the body has 6000000 bytes, wanted"
        #expect(output.contains(line + " at most 5000000\n"), "\(output)")
        #expect(output.contains("refused ingest: the client does not trust"), "\(output)")
    }

    /// D12: refusing 50 MB once took 1.6 GB.
    @Test func `50 MB are refused on every port in little memory`() throws {
        let server = try ServedProcess(
            "serve --ingest 0 --api 0 --trino 0", in: place, services: 3)
        let made = try Shell.run(
            "/bin/bash", ["-c", "head -c 50000000 /dev/zero | tr '\\0' a > large"],
            directory: place.path)
        #expect(made.status == 0)
        let key = "Authorization: TD1 1/" + String(repeating: "a", count: 40)
        for (service, method, path) in [
            ("ingest", "POST", "mobile/push_events"),
            ("api", "PUT", "v3/table/import/mobile/push_events/msgpack.gz"),
            ("api", "PUT", "v3/bulk_import/upload_part/session/part"),
            ("api", "POST", "v3/job/issue/trino/mobile"), ("trino", "POST", "v1/statement"),
        ] {
            let port = try #require(server.ports[service])
            let run = try Shell.run(
                "curl",
                [
                    "-s", "-o", "answer", "-w", "%{http_code}", "-X", method, "-H", key,
                    "-H", "Expect:", "-H", "X-Trino-User: 1/" + String(repeating: "a", count: 40),
                    "--data-binary", "@large", "http://127.0.0.1:\(port)/\(path)",
                ], directory: place.path)
            #expect(run.stdout == "413", "\(path): \(run)")
            #expect(server.residentBytes < 100 << 20)
        }
        #expect(try server.ask(WireRequest.upload(WireRequest.event("x"))).contains(" 200 "))
        #expect(server.end(SIGTERM).status == 0)
    }

    static let hasHTTP2 =
        (try? Shell.run("curl", ["--version"]))?.stdout.contains("HTTP2") == true

    /// The first megabyte is enough for APNs, which looks at a body last.
    @Test(.enabled(if: hasHTTP2, "skipped: curl without HTTP/2"))
    func `APNs says why a body is refused before its end`() throws {
        let server = try ServedProcess("serve --apns 0", in: place)
        let port = try #require(server.ports["apns"])
        let run = try Pushsh.bash(
            """
            head -c 3000000 /dev/zero | tr '\\0' a >large
            curl -s -i -k --http2 --data-binary @large https://127.0.0.1:\(port)/3/device/ab
            curl -s -i -k --http2 -H 'Origin: https://page.example' -d {} \
                https://127.0.0.1:\(port)/3/device/ab
            """, in: place)
        let heads = run.stdout.components(separatedBy: "HTTP/2 ").dropFirst()
        #expect(heads.map { String($0.prefix(3)) } == ["403", "403"], "\(run)")
        #expect(heads.allSatisfy { $0.contains("\r\napns-id: ") }, "\(run)")
        #expect(run.stdout.contains(#"{"reason":"MissingProviderToken"}"#), "\(run)")
        #expect(server.end(SIGTERM).status == 0)
    }

    /// What comes of a body that was refused uses up the window of the whole connection.
    @Test(arguments: ["apns", "fcm"])
    func `a connection lives on after bodies that were refused before their end`(
        service: String
    ) throws {
        let server = try ServedProcess("serve --\(service) 0", in: place)
        let port = try #require(server.ports[service])
        let address = "https://127.0.0.1:\(port)/3/device/ab"
        let options = "-s -o told -k -w '%{http_code} %{num_connects}\\n' -m 20"
        let pair =
            "\(options) --data-binary @large \(address) --next \(options) -d {} \(address)"
        let run = try Pushsh.bash(
            """
            head -c 3000000 /dev/zero | tr '\\0' a >large
            curl --http2 \(Array(repeating: pair, count: 4).joined(separator: " --next "))
            """, in: place)
        let (large, small) = service == "apns" ? ("403", "403 0") : ("413", "404 0")
        let pairs = [large + " 1", small] + (1..<4).flatMap { _ in [large + " 0", small] }
        #expect(run.lines == pairs, "\(run)")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `random damage to requests never ends the server`() throws {
        let server = try ServedProcess("serve --ingest 0 --api 0", in: place, services: 2)
        var generator: UInt64 = 42
        func next(_ limit: Int) -> Int {
            generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((generator >> 33) % UInt64(limit))
        }
        let sources = [
            WireRequest.upload(WireRequest.event("x"), more: "Connection: close\r\n"),
            "POST /v3/job/issue/trino/mobile?query=SELECT+1 HTTP/1.1\r\nHost: localhost\r\n"
                + "Connection: close\r\n"
                + "Authorization: TD1 1/abc\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\n\r\n",
        ]
        for round in 0..<400 {
            var bytes = Array(sources[round % 2].utf8)
            for _ in 0...next(4) { bytes[next(bytes.count)] = UInt8(next(256)) }
            let connection = try server.connect(round % 2 == 0 ? "ingest" : "api")
            connection.send(bytes)
            connection.shutOutput()
            let answer = connection.readAll()
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."), "\(answer.prefix(60))")
        }
        #expect(
            try server.ask(WireRequest.upload(WireRequest.event("x"))).hasPrefix("HTTP/1.1 200 "))
        #expect(server.residentBytes < 150 << 20)
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `ten thousand idle connections leave room for one that asks`() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(10_000, Int(limit.rlim_cur) - 500)
        let server = try ServedProcess("serve --ingest 0", in: place)
        var idle: [RawConnection] = []
        for index in 0..<count {
            let connection = try server.connect()
            if index % 3 == 0 { connection.send("POST /mobile/push_events HTTP/1.1\r\nHo") }
            idle.append(connection)
        }
        #expect(idle.count == count)
        #expect(
            try server.ask(WireRequest.upload(WireRequest.event("x"))).hasPrefix("HTTP/1.1 200 "))
        #expect(server.residentBytes < 150 << 20)
        #expect(server.end(SIGTERM).status == 0)
    }
}
