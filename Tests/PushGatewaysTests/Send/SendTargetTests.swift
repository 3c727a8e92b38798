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

    @Test func `a list has a token, a token with a payload, or one object per line`() throws {
        let text = """
            # a comment
            \(Self.token)\r

            \(Self.token)\t{"aps":{"alert":"a"}}
            {"to":"topic:news","payload":{"aps":{"alert":"b"}}}
            {"to":"\(Self.registration)"}
            """
        let entries = try SendList(Array(text.utf8)).entries
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
        #expect(try SendList(Array(lines.utf8)).entries == entries)
    }

    @Test(
        arguments: [
            ("hello", 1), ("\n\nhello", 3), (#"{"payload":{}}"#, 1), (#"{"to":"x","#, 1),
            (#"{"to":"topic:a","payload":5}"#, 1),
        ] as [(String, Int)])
    func `a line that is none is named by its number`(text: String, line: Int) throws {
        let list = try SendList(Array(text.utf8))
        #expect(list.entries.isEmpty)
        #expect(list.malformed.map(\.number) == [line])
    }

    @Test func `each line that is none is named with its bytes, and the others stay`() throws {
        let text = """
            hello
            # hello
            \(Self.token)\t{"aps":{}}
            no-token\t{"aps":{}}
            {"to":5}\r
            {"to":"topic:a"
            """
        var list = try SendList(Array(text.utf8))
        let bytes = Array(text.utf8)
        func at(_ span: Span) -> String {
            String(decoding: bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
        }
        #expect(list.entries.map(\.target) == [.device(Self.token)])
        #expect(list.malformed.map(\.number) == [1, 4, 5, 6])
        #expect(
            list.malformed.map { at($0.span) }
                == ["hello", "no-token", #"{"to":5}"#, #"{"to":"topic:a""#])
        #expect(list.malformed[1].text == "no-token\t{\"aps\":{}}")
        list.reject { _ in SendList.Objection("no", isPayload: true) }
        #expect(list.entries.isEmpty)
        #expect(list.malformed.map(\.number) == [1, 3, 4, 5, 6])
        #expect(at(list.malformed[1].span) == #"{"aps":{}}"#)
    }
}
