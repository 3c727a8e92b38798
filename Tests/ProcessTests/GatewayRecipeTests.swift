import Foundation
import PushTestSupport
import Testing

/// The README's recipes for other people's senders, run as printed but for the port (KD-06).
@Suite(.serialized) struct GatewayRecipeTests {
    /// The lines of a recipe of the README.
    private static func recipe(_ name: String) throws -> String {
        let lines = try Repository.text("README.md")
            .split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "<!-- recipe: \(name) -->" })
        return lines[(start + 2)...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    }

    /// A port that nobody listens on.
    private static func freePort() throws -> String {
        let run = try Shell.run(
            "python3",
            [
                "-c",
                "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); "
                    + "print(s.getsockname()[1])",
            ])
        return run.stdout.filter(\.isNumber)
    }

    /// Runs a recipe in a directory; `pushsh` is the binary, and its server only tells a file.
    private func run(
        _ recipe: String, in place: TemporaryDirectory, python: String? = nil
    ) throws -> Pushsh.Run {
        try FileManager.default.createDirectory(
            atPath: place.path + "/bin", withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(
            atPath: place.path + "/bin/pushsh", withDestinationPath: PushshBinary.path)
        let folders = [place.path + "/bin"] + (python.map { [$0] } ?? [])
        let path = folders.joined(separator: ":") + ":" + (Pushsh.environment["PATH"] ?? "")
        let text = recipe.replacing("' &\n", with: "' > serve.log 2>&1 &\n") + "wait\n"
        let outcome = try Shell.run(
            "/bin/bash", ["-c", text],
            environment: Pushsh.environment.merging(["PATH": path]) { $1 },
            directory: place.path, timeout: 120)
        #expect(!outcome.timedOut)
        return Pushsh.Run(
            stdout: outcome.stdout, stderr: outcome.stderr, status: outcome.status)
    }

    @Test func `curl sends with a certificate and with a key`() throws {
        let place = try TemporaryDirectory()
        let recipe = try Self.recipe("curl").replacing("2197", with: Self.freePort())
        let run = try run(recipe, in: place)
        let lines = run.lines.drop { !$0.hasPrefix("200") }
        #expect(
            lines.prefix(3) == ["200", "200", #"{"reason":"BadPriority"}"#], "\(run)")
        for wanted in ["curl-1", "curl-2"] {
            #expect(lines.contains { $0.contains("\(wanted) banner") }, "\(run)")
        }
        #expect(
            lines.suffix(2) == [
                "broken  curl-3: gateway: APNs answers BadPriority (400): found `7`: "
                    + "`apns-priority` is not 10, 5 or 1, or it is 10 for a background push",
                "cure    send 10, 5 or 1 in `apns-priority`, and 5 with "
                    + "`apns-push-type: background`",
            ], "\(run)")
    }

    /// Python from 3.13 on verifies as strictly as RFC 5280 is written, and so does urllib3.
    @Test func `certificates pass OpenSSL's strict checks`() throws {
        let place = try TemporaryDirectory()
        let made = try Pushsh.script(
            "app launch\ncredential demo keys --for apns\n", ["--workspace", "w", "-f", "-"],
            in: place)
        #expect(made.status == 0, "\(made)")
        let server = try ServedProcess("serve --apns 0", ["--workspace", "w"], in: place)
        let port = try #require(server.ports["apns"])
        let verified = try Shell.run(
            "/bin/bash",
            [
                "-ec",
                """
                openssl s_client -connect 127.0.0.1:\(port) -servername localhost </dev/null \\
                    2>/dev/null | openssl x509 >leaf.pem
                strict="-x509_strict -CAfile w/gateway-ca.pem"
                openssl verify $strict -purpose sslserver leaf.pem
                openssl verify $strict -purpose sslclient keys/apns.pem
                """,
            ], directory: place.path)
        #expect(verified.status == 0 && verified.stdout.contains("apns.pem: OK"), "\(verified)")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test(arguments: ["1.2", "1.3"])
    func `curl reads why its certificate is refused, whatever the TLS`(version: String) throws {
        let place = try TemporaryDirectory()
        let server = try ServedProcess("serve --apns 0", ["--workspace", "w"], in: place)
        let port = server.ports["apns"] ?? 0
        let run = try Shell.run(
            "/bin/bash",
            [
                "-c",
                """
                openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out own.pem \\
                    -subj /UID=com.example.myapp -days 1 2> /dev/null
                curl -sS --tls-max \(version) --cacert w/gateway-ca.pem --cert own.pem \\
                    --key key.pem -w ' %{http_code}' -d '{"aps":{}}' \\
                    https://localhost:\(port)/3/device/aa
                """,
            ], directory: place.path, timeout: 60)
        #expect(run.stdout == #"{"reason":"BadCertificate"} 403"#, "\(run.stderr)")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `without TLS APNs takes HTTP/2 alone, and only where it is asked to`() throws {
        let place = try TemporaryDirectory()
        let server = try ServedProcess("serve --apns 0 --cleartext --fcm 0", in: place, services: 2)
        let strict = try ServedProcess("serve --apns 0", in: place)
        func curl(_ option: String, _ server: ServedProcess) throws -> Shell.Outcome {
            let url = "http://127.0.0.1:\(server.ports["apns"] ?? 0)/3/device/aa"
            return try Shell.run("curl", ["-sS", option, "-d", "{}", url], timeout: 60)
        }
        let answer = try curl("--http2-prior-knowledge", server)
        #expect(answer.stdout == #"{"reason":"MissingProviderToken"}"#, "\(answer.stderr)")
        #expect(try curl("--http1.1", server).status != 0)
        #expect(try curl("--http2-prior-knowledge", strict).status != 0)
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test(.enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
    func `firebase-admin sends through the proxy`() throws {
        let place = try TemporaryDirectory()
        try place.write("", to: "empty")
        _ = try Pushsh.script(
            "app launch\ncredential demo keys --for fcm\n",
            ["--workspace", "w", "--real-time", "-f", "-"], in: place)
        let recipe = try Self.recipe("firebase").replacing("8888", with: Self.freePort())
            .replacing("pip install firebase-admin\n", with: "")
        let python = try #require(SenderStage.python)
        let run = try run(recipe, in: place, python: String(python.dropLast("/python".count)))
        #expect(run.stdout.contains("gateway             APNs delivered it"), "\(run)")
    }
}
