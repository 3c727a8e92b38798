import Foundation
import PushTestSupport
import Testing

/// KD-06 TD-01: a backend developer with httpx and the platforms' documents, one mistake at a time.
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct GatewayStrangerTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    @Test func `APNs refuses each broken part of a provider token, and why cures that part`()
        throws
    {
        let server = try stage.serve()
        let text = try stage.send("httpx_sender.py", ["apns"], server)
        let lines = text.split(separator: "\n").map(String.init)
        let invalid = [
            "no bearer", "no token's form", "HS256", "no kid", "no iss", "no iat", "milliseconds",
            "unknown key", "another team", "another key",
        ]
        expectSameText(
            lines.dropLast().joined(separator: "\n"),
            """
            a token HTTP/2 200\u{20}
            in capitals HTTP/2 200\u{20}
            two blanks HTTP/2 200\u{20}
            no token HTTP/2 403 MissingProviderToken
            nothing HTTP/2 403 MissingProviderToken
            \(invalid.map { "\($0) HTTP/2 403 InvalidProviderToken" }.joined(separator: "\n"))
            no suffix HTTP/2 400 DeviceTokenNotForTopic
            a slash more HTTP/2 400 BadDeviceToken
            PUT elsewhere HTTP/2 404 BadPath
            """)
        #expect(server.end(SIGTERM).status == 0)
        let events = try #require(lines.last).split(separator: " ")
        let run = try stage.run(
            events.map { "why \($0)\n" }.joined(), mode: "jsonl")
        let cures = run.lines.compactMap { line in
            let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return json?["cure"] as? String
        }
        #expect(cures.count == 11 && Set(cures).count == 11, "\(run)")
    }

    @Test func `a reason is spelled as on Apple's page where that is asked for`() throws {
        let server = try stage.serve("config apns.reasons documented\n")
        let text = try stage.send("h2_sender.py", ["credentials"], server)
        #expect(text.contains("a production key 403 BadEnvironmentKeyIdInToken\n"), "\(text)")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `FCM takes what HTTP allows, and tells where a body breaks`() throws {
        let server = try stage.serve()
        let text = try stage.send(
            "httpx_sender.py", ["fcm"], server,
            ["registration": stage.devices["phone"]?.registration ?? "", "number": "123456789012"])
        let lines = text.split(separator: "\n").map(String.init)
        let realm = "Bearer realm=\"https://accounts.google.com/\""
        expectSameText(
            lines.dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
                .joined(separator: "\n"),
            """
            by ID 200
            by number 200
            another project 403 PERMISSION_DENIED
            a slash more 404 NOT_FOUND
            names in capitals 200
            packed 200
            in pieces 200
            on demand 200
            nobody 401 UNAUTHENTICATED \(realm)
            somebody else 401 UNAUTHENTICATED \(realm), error="invalid_token"
            no JSON 400 INVALID_ARGUMENT
            """)
        #expect(try stage.arrivals() == 6)
        let run = try stage.run("why \(try #require(lines.last))\n")
        #expect(run.stdout.contains("the body is not JSON: byte 13"), "\(run)")
    }
}
