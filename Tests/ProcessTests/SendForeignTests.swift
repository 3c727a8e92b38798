import Foundation
import PushTestSupport
import Testing

/// `send` against a server that is written with another HTTP/2 library (KD-06).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct SendForeignTests {
    let stage: SendStage

    init() throws { stage = try SendStage() }

    private func send(_ words: String, to server: ForeignAPNs) throws -> Pushsh.Run {
        let text =
            SendStage.credentials
            + "send {\"aps\":{\"alert\":\"Sale\"},\"message_id\":\"f\"} \(words) "
            + "--host 127.0.0.1:\(server.port) --ca foreign-ca.pem --yes\n"
        return try Pushsh.run(
            ["--mode", "jsonl", "-f", "-"], input: Array(text.utf8), in: stage.place, timeout: 120)
    }

    private func token(_ kind: Int, _ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(kind) + String(repeating: "0", count: 63 - digits.count) + digits
    }

    private func verdicts(_ run: Pushsh.Run) -> [String] {
        run.lines.compactMap { line in
            let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let verdict = json?["verdict"] as? String else { return nil }
            return "\(json?["status"] as? Int ?? 0) \(verdict) \(json?["attempts"] as? Int ?? 0)"
        }
    }

    @Test func `one connection, one provider token, and Apple's headers`() throws {
        let server = try ForeignAPNs(stage)
        let list = (0..<2000).map { token(0, $0) }.joined(separator: "\n")
        try stage.place.write(list, to: "list.txt")
        let run = try send("--to @list.txt --jobs 50 --ttl 0 --collapse-id c", to: server)
        #expect(run.status == 0, "\(run.stderr)")
        let seen = try server.end()
        #expect(seen["connections"] as? Int == 1 && seen["requests"] as? Int == 2000)
        #expect(seen["taken"] as? Int == 2000 && seen["twice"] as? Int == 0)
        #expect(seen["jwts"] as? Int == 1 && seen["unsigned"] as? Int == 0)
        #expect(seen["issuer"] as? String == "PUSHSHTEAM" && seen["key"] as? String == "PUSHSH0001")
        #expect(seen["names"] as? [String] == ["api.sandbox.push.apple.com"])
        let most = seen["most_at_once"] as? Int ?? 0
        #expect((2...50).contains(most), "\(most)")
        let head = try #require((seen["heads"] as? [[String: String]])?.first)
        #expect(head[":method"] == "POST" && head["apns-topic"] == "com.example.myapp")
        #expect(head["apns-push-type"] == "alert" && head["apns-expiration"] == "0")
        #expect(head["apns-collapse-id"] == "c" && head["apns-id"]?.count == 36)
        #expect(seen["body"] as? String == #"{"aps":{"alert":"Sale"},"message_id":"f"}"#)
    }

    @Test func `verdicts and pauses follow the answers`() throws {
        let server = try ForeignAPNs(stage)
        let list = (0...8).map { token($0, 1) }.joined(separator: "\n")
        try stage.place.write(list, to: "list.txt")
        let start = Date()
        let run = try send("--to @list.txt --dead dead.txt --failed failed.txt", to: server)
        #expect(run.status == 1, "\(run)")
        #expect(Date().timeIntervalSince(start) < 30)
        #expect(
            verdicts(run) == [
                "200 sent 1", "410 dead 1", "400 dead 1", "200 sent 2", "503 retry 1",
                "500 retry 1", "413 fix 1", "502 retry 1", "200 sent 2",
            ], "\(run)")
        #expect(try stage.place.text("dead.txt") == "\(token(1, 1))\n\(token(2, 1))\n")
        #expect(
            try stage.place.text("failed.txt")
                == "\(token(4, 1))\n\(token(5, 1))\n\(token(7, 1))\n")
        _ = try server.end()
    }

    @Test func `a GOAWAY in the middle loses nothing, and sends nothing twice`() throws {
        let server = try ForeignAPNs(stage, goAwayAfter: 200)
        let list = (0..<500).map { token(0, $0) }.joined(separator: "\n")
        try stage.place.write(list, to: "list.txt")
        let run = try send("--to @list.txt --jobs 40 --failed failed.txt", to: server)
        let sent = verdicts(run).count { $0.hasPrefix("200 sent") }
        let failed = try stage.place.text("failed.txt").split(separator: "\n")
        // What was on its way when the connection ended may have arrived: a person sends it again.
        #expect(sent + failed.count == 500 && failed.count <= 40, "\(sent), \(failed.count)")
        if !failed.isEmpty {
            let again = try send("--to @failed.txt", to: server)
            #expect(again.status == 0, "\(again)")
        }
        let seen = try server.end()
        #expect(seen["twice"] as? Int == 0 && seen["taken"] as? Int == 500, "\(seen)")
    }

    /// Streams beyond a GOAWAY's last, and those reset with REFUSED_STREAM, were never looked at
    /// (RFC 9113, 6.8 and 8.7), so each is sent again; all others are answered.
    @Test(arguments: ["below", "twice", "close", "body", "few", "first", "refused"])
    func `every target is sent once, whenever the gateway leaves`(moment: String) throws {
        for (seed, jobs) in [10, 40, 150].enumerated() {
            let server = try ForeignAPNs(stage, leaving: moment, seed: seed)
            let list = (0..<300).map { token(0, $0) }.joined(separator: "\n")
            try stage.place.write(list, to: "list.txt")
            let run = try send("--to @list.txt --jobs \(jobs)", to: server)
            let sent = verdicts(run).count { $0.hasPrefix("200 sent") }
            let seen = try server.end()
            #expect(run.status == 0 && sent == 300, "\(seed): \(sent), \(seen)")
            #expect(seen["twice"] as? Int == 0 && seen["taken"] as? Int == 300, "\(seen)")
            let turns = moment == "refused" ? seen["refused"] : seen["left"]
            #expect(turns as? Int ?? 0 > 0, "\(seen)")
        }
    }
}
