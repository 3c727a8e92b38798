import Foundation
import PushTestSupport
import Testing

/// KD-06 TD-01: a backend's own test, with the README's lines and unchanged libraries: from the
/// send to the row in the warehouse, and each refusal from the client's error to `why`.
@Suite(
    .serialized,
    .enabled(
        if: SenderStage.python != nil && TreasureDataClientTests.python != nil,
        "skipped: PyPI cannot be reached"))
struct BackendTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    /// Asks the warehouse as an analyst does.
    private static let analyst = """
        import sys, tdclient
        with tdclient.Client(apikey="1/" + "a" * 40, endpoint=sys.argv[1]) as td:
            sql = "SELECT type, message_id, campaign_id FROM push_events WHERE type = 'open'"
            job = td.query("mobile", sql, type="trino")
            job.wait(wait_interval=0.1)
            print(list(job.result()))
        """

    @Test func `what a backend sends ends in the warehouse, or is refused for its reason`() throws {
        let server = try ServedProcess(
            "serve --apns 0 --fcm 0 --api 0 --control 0 --proxy 0",
            ["--workspace", "w", "--real-time"], in: stage.place, services: 5)
        server.discardOutput()
        let sent = try stage.send(
            "backend.py", [], server,
            [
                "secret": server.announcement["token"] ?? "",
                "token": stage.devices["phone"]?.registration ?? "",
                "dead": stage.devices["tablet"]?.registration ?? "",
                "foreign": stage.devices["other"]?.registration ?? "",
            ], variables: try environment(server))
        let asked = try stage.send("h2_sender.py", ["events"], server)
        let lines = (sent + asked).split(separator: "\n").map { $0.split(separator: " ") }
        let told = lines.map { line in
            line.dropLast(line.last?.hasPrefix("m-") == true ? 1 : 0).joined(separator: " ")
        }
        #expect(
            told == [
                "living taken", "shown [('b-1', '20% off')]",
                "dead UnregisteredError 404 b-2", "another project SenderIdMismatchError 403 b-3",
                "expired 403 ExpiredProviderToken", "production 400 BadDeviceToken",
            ])
        let rows = try Shell.run(
            try #require(TreasureDataClientTests.python),
            ["-c", Self.analyst, "http://127.0.0.1:\(server.ports["api"] ?? 0)"], timeout: 60)
        #expect(rows.stdout == "[['open', 'b-1', 'summer']]\n", "\(rows)")
        #expect(server.end(SIGTERM).status == 0)
        for (line, reason) in zip(
            lines.suffix(4),
            [
                "is deleted on `tablet`", "SENDER_ID_MISMATCH", "ExpiredProviderToken",
                "BadDeviceToken",
            ])
        {
            let why = try stage.run("why \(line.last ?? "")\n", mode: "table")
            #expect(why.status == 0 && why.stdout.contains(reason), "\(reason): \(why)")
        }
        try expectNoSecret(of: server)
    }

    /// What `serve --print-env` says, as a shell would take it.
    private func environment(_ server: ServedProcess) throws -> [String: String] {
        let run = try stage.run("serve --print-env --proxy \(server.ports["proxy"] ?? 0)\n")
        var names: [String: String] = [:]
        for line in run.lines where line.hasPrefix("export ") {
            let parts = line.dropFirst("export ".count).split(separator: "=", maxSplits: 1)
            names[String(parts[0])] = parts[1].trimmingCharacters(in: ["'"])
        }
        #expect(!run.stderr.contains("the clock stands"), "nothing is served here")
        #expect(names["HTTPS_PROXY"] != nil && names["REQUESTS_CA_BUNDLE"] != nil, "\(run)")
        return names
    }

    /// Neither a key nor a token of a sender, nor that of the port, is in what is left behind.
    private func expectNoSecret(of server: ServedProcess) throws {
        // A web token begins with `alg`, `typ` or `kid`; a shorter beginning than that stands in
        // one of some hundred random registration tokens.
        var secrets = [
            "eyJhbGc", "eyJ0eXA", "eyJraWQ", "ya29.",
            try #require(server.announcement["token"] as? String),
        ]
        for name in ["keys/AuthKey_PUSHSH0001.p8", "keys/apns.pem", "keys/service-account.json"] {
            let text = try stage.place.text(name).replacing("\\n", with: "\n")
            let lines = text.split(separator: "\n")
            let start = try #require(lines.firstIndex { $0.contains("PRIVATE KEY-----") })
            secrets.append(String(lines[start + 1]))
        }
        let own = ["keys/", "production/", "w/gateway-ca.key"]
        for (name, data) in try stage.place.contents()
        where !own.contains(where: { name.hasPrefix($0) }) {
            for secret in secrets {
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret.prefix(20)) in \(name)")
            }
        }
    }
}
