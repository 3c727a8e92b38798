import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// KD-06: addresses of both gateways, one by one and in lists.
@Suite struct SendTargetTests {
    private static let token = String(repeating: "0f", count: 32)
    private static let fid = "cQot7IkCXMabcdefghijkl"
    private static let registration = fid + ":APA91b" + String(repeating: "x", count: 120)

    @Test func `an address is told by its form`() {
        #expect(SendTarget(Self.token.uppercased()) == .device(Self.token))
        #expect(SendTarget(Self.registration) == .registration(Self.registration))
        #expect(SendTarget(Self.fid) == .installation(Self.fid))
        #expect(SendTarget("topic:news") == .topic("news"))
        #expect(SendTarget("condition:'a' in topics") == .condition("'a' in topics"))
        #expect(SendTarget("channel:dGVzdA==") == .channel("dGVzdA=="))
        for target in [Self.token, Self.registration, "topic:news", "channel:dGVzdA=="] {
            #expect(SendTarget(target)?.text == target)
        }
    }

    @Test(
        arguments: [
            "", "phone", "0f0", String(repeating: "0", count: 65), "topic:a b", "condition:x",
            "channel:", "channel:a/../b c", "condition:",
        ])
    func `another text is none`(text: String) { #expect(SendTarget(text) == nil) }

    @Test func `a list has a token, a token with a payload, or an object a line`() throws {
        let text = """
            # a comment
            \(Self.token)\r

            \(Self.token)\t{"aps":{"alert":"a"}}
            {"to":"topic:news","payload":{"aps":{"alert":"b"}}}
            {"to":"\(Self.registration)"}
            """
        let entries = try SendEntry.list(Array(text.utf8))
        #expect(
            entries.map(\.target) == [
                .device(Self.token), .device(Self.token), .topic("news"),
                .registration(Self.registration),
            ])
        let payloads = entries.map { $0.payload.map { String(decoding: $0, as: UTF8.self) } }
        #expect(
            payloads == [nil, #"{"aps":{"alert":"a"}}"#, #"{"aps":{"alert":"b"}}"#, nil])
        // A line is written into `--failed` as it was read, so that it can be sent again.
        let lines = entries.map(\.line).joined(separator: "\n")
        #expect(try SendEntry.list(Array(lines.utf8)) == entries)
    }

    @Test(
        arguments: [
            ("hello", 1), ("\n\nhello", 3), (#"{"payload":{}}"#, 1), (#"{"to":"x","#, 1),
            (#"{"to":"topic:a","payload":5}"#, 1),
        ] as [(String, Int)])
    func `a line that is none is named by its number`(text: String, line: Int) {
        #expect {
            _ = try SendEntry.list(Array(text.utf8))
        } throws: { error in
            (error as? Fault)?.place == line
        }
    }
}
