import PushText
import Testing

@testable import PushRuntime

struct SessionReceiveTests {
    private static let fcm = #"""
        {"message": {"token": "t", "notification": {"title": "T", "body": "B"},
         "data": {"message_id": "f-1"}}}
        """#

    /// A payload, the message ID it arrives under, and the place of its campaign.
    static let dialects: [(name: String, payload: String, id: String)] = [
        ("apns", #"{"aps": {"alert": "A"}, "message_id": "a-1"}"#, "a-1"),
        ("td", #"{"td_campaign_id": "c", "title": "T", "body": "B", "message_id": "t-1"}"#, "t-1"),
        ("bare aps", #"{"alert": {"title": "T"}}"#, "m-000001"),
        ("fcm", fcm, "f-1"),
        (
            "ncmb", #"{"message": "B", "immediateDeliveryFlag": true}"#, "m-000001"
        ),
        ("trailing comma", #"{"aps": {"alert": "A",},}"#, "m-000001"),
        ("byte-order mark", "\u{FEFF}{\"aps\": {\"alert\": \"A\"}}", "m-000001"),
    ]

    @Test(arguments: dialects.map(\.name)) func `a dialect is recognised`(_ name: String) throws {
        let entry = try #require(Self.dialects.first { $0.name == name })
        let trial = try ScriptTrial(
            "app launch\nreceive --to phone push.json\nexpect shown == [\(entry.id)]",
            files: ["push.json": entry.payload])
        #expect(trial.failures == [])
    }

    @Test(arguments: [
        #"--bundle com.example.myapp {"aps": {"alert": "A"}}"#,
        #"{"aps": {"alert": "A"}, "Simulator Target Bundle": "com.example.myapp"}"#,
    ]) func `a sender adds what the addressed app needs, not the current one`(
        _ words: String
    ) throws {
        let trial = try ScriptTrial(
            """
            app launch
            app install --profile minimal
            app launch
            receive \(words)
            expect output contains "added   aps.category"
            expect sql "SELECT app, category FROM notifications" == [[com.example.myapp, engage]]
            receive {"aps": {"alert": "A"}}
            expect output not contains "added   aps.category"
            """)
        #expect(trial.failures == [])
    }

    static let refused: [(payload: String, code: String, message: String)] = [
        ("[]", "invalid_payload", "the payload is "), ("7", "invalid_payload", "the payload is "),
        ("", "invalid_payload", ""), ("{", "invalid_payload", ""),
        (#"{"aps": 7}"#, "invalid_payload", "the payload has no `aps` object"),
        (
            #"{"aps": {}, "Simulator Target Bundle": "x.y"}"#, "not_installed",
            "`x.y` is not installed"
        ),
        (#"{"message": {"notification": {}}}"#, "invalid_payload", "found no target"),
    ]

    @Test(arguments: refused.map(\.payload))
    func `what is no payload is refused, and nothing is kept`(_ payload: String) throws {
        let entry = try #require(Self.refused.first { $0.payload == payload })
        let trial = try ScriptTrial(
            """
            app launch
            !\(entry.code) receive --verbatim push.json
            expect error.message startsWith "\(entry.message)"
            expect sql "SELECT count(*) FROM notifications" == 0
            expect queue == 1
            """, files: ["push.json": payload])
        #expect(trial.failures == [])
    }

    @Test func `ten thousand equal keys are told a hundred times, and counted`() throws {
        let members = String(repeating: "\"a\":1,", count: 10_000)
        let trial = try ScriptTrial(
            """
            ? lint push.json
            expect output contains "and 9900 more"
            ? lint --format json push.json
            expect $.omitted == 9900
            """, files: ["push.json": "{\(members)\"aps\":{\"alert\":\"x\"}}"])
        #expect(trial.failures == [])
    }

    @Test func `a file is mended, and the difference is shown`() throws {
        let text = "{\"aps\": {\n  \"alert\": \"x\",\n  \"badge\": \"3\"\n}}\n"
        let trial = try ScriptTrial(
            """
            lint --fix push.json
            expect output contains "-  \\"badge\\": \\"3\\""
            expect output contains "+  \\"badge\\": 3"
            expect output contains "1 finding fixed"
            lint push.json
            expect output contains "no problems found"
            """, files: ["push.json": text])
        #expect(trial.failures == [])
    }

    @Test func `a JSON object is a word, over several lines, with variables in it`() throws {
        let trial = try ScriptTrial(
            """
            app launch
            let name = 'the \"big\" sale'
            receive {"aps": {"alert": "Hello, ${name}"},
              "message_id": "m-1"}
            expect shown == [m-1]
            show m-1
            expect output contains 'the \"big\" sale'
            """)
        #expect(trial.failures == [])
    }

    @Test func `the size is looked at before anything is read`() throws {
        let trial = try ScriptTrial(
            """
            app launch
            !payload_too_large receive push.json
            expect error.message startsWith "the payload has 300000 bytes"
            """, files: ["push.json": String(repeating: "[", count: 300_000)])
        #expect(trial.failures == [])
    }

    @Test func `a mark that reorders text is written as an escape for tools`() throws {
        let trial = try ScriptTrial(
            """
            ? lint --format json push.json
            expect output contains "\\\\u202e"
            expect output not contains "\u{202E}"
            """, files: ["push.json": "{\"aps\":{\"alert\":\"x\",\"a\u{202E}b\":1}}"])
        #expect(trial.failures == [])
    }

    @Test(arguments: [(4096, true), (4097, false)])
    func `4096 bytes are the limit`(_ count: Int, _ isTaken: Bool) throws {
        let frame = #"{"aps":{"alert":""},"message_id":"big"}"#
        let text = String(repeating: "x", count: count - frame.utf8.count)
        let payload = frame.replacing(#""alert":"""#, with: #""alert":"\#(text)""#)
        #expect(payload.utf8.count == count)
        let mark = isTaken ? "" : "!payload_too_large "
        let trial = try ScriptTrial(
            "app launch\n\(mark)receive --verbatim push.json", files: ["push.json": payload])
        #expect(trial.failures == [])
    }

    @Test func `the sender's additions are said, and verbatim adds nothing`() throws {
        let payload =
            #"{"aps": {"alert": "A"}, "message_id": "a-1", "image_url": "https://a.example/i.png"}"#
        let trial = try ScriptTrial(
            """
            app launch
            receive push.json
            expect output contains "added   aps.category"
            expect output contains "added   aps.mutable-content"
            show a-1
            expect output contains "engage"
            receive --verbatim --id a-2 push.json
            expect output not contains added
            show a-2
            expect output not contains "engage"
            """, files: ["push.json": payload])
        #expect(trial.failures == [])
    }

    @Test func `a file that is not there stops nothing else`() throws {
        let trial = try ScriptTrial("!file_not_found receive nothing.json\nclock")
        #expect(trial.failures == [])
    }
}
