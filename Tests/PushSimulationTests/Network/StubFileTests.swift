import PushModel
import PushText
import Testing

@testable import PushSimulation

/// TD-06, TD-08: what a file says that stands for the body of a planted answer.
@Suite struct StubFileTests {
    private func words(_ text: String, _ path: String, _ bytes: [UInt8]) throws -> [String] {
        let words = text.split(separator: " ").map(String.init)
        #expect(StubText.filePath(words)?.path == path)
        return try StubText.words(of: words, path: path, bytes: bytes)
    }

    @Test func `an answer of the service is its text, and stays one word`() throws {
        let text = #"{"receipts": [{"success": true}], "名": "100 %"}"#
        let found = try words("ingest status=200 file=@a.json", "a.json", Array(text.utf8))
        #expect(found.count == 1 && !found[0].contains(" "))
        let kind = try StubText.read(["ingest", "status=200"] + found).kind
        #expect(kind == .ingest(.answer(200, retryAfter: nil, body: text)))
        #expect(StubText.parse("ingest status=200 " + found[0]) == kind)
    }

    @Test(
        arguments: [
            ("a.png", "image/png"), ("dir/B.JPEG", "image/jpeg"), ("page.html", "text/html"),
            ("x.webp", "image/webp"), ("noname", "application/octet-stream"),
            ("x.png.bin", "application/octet-stream"),
        ])
    func `a loaded file has the type that its name says`(path: String, type: String) throws {
        let found = try words("https://x/* file=@\(path)", path, [0xFF, 0xD8, 0x00])
        #expect(found == ["size=3", "type=" + type])
        let named = try words("https://x/* type=image/gif file=@\(path)", path, [])
        #expect(named == ["size=0"])
    }

    @Test func `too much, and what is no text, is pointed at`() throws {
        let limit = StubText.bodyLimit
        #expect(limit == 65_536)
        let full = [UInt8](repeating: 0x61, count: limit)
        #expect(try words("ingest status=200 file=@a", "a", full).first?.utf8.count == limit + 5)
        let large = #expect(throws: Fault.self) {
            try words("ingest status=200 file=@a", "a", full + [0x61])
        }
        #expect(
            large
                == Fault(
                    "`a` has 65537 bytes, and an answer of `ingest` has at most 65536", at: 2))
        let binary = #expect(throws: Fault.self) {
            try words("ingest file=@b.png status=200", "b.png", [0x89, 0x50])
        }
        #expect(
            binary
                == Fault(
                    "`b.png` is not UTF-8 text, as an answer of `ingest` must be", at: 1))
    }

    @Test func `a stub without a file names none`() {
        #expect(StubText.filePath(["ingest", "status=200"]) == nil)
        #expect(StubText.filePath(["file=@x"]) == nil)
        #expect(StubText.filePath([]) == nil)
    }
}

/// TD-06: what a client makes of an answer, wherever it comes from.
@Suite struct UploadAnswerTests {
    private func read(
        _ status: Int, _ body: String, events: Int = 2, toPostback: Bool = false
    ) -> UploadAnswer {
        UploadAnswer(
            status: status, body: Array(body.utf8), retryAfter: 7, events: events,
            toPostback: toPostback
        ) { "<\($0)>" }
    }

    @Test func `receipts count with 200 and 206 only`() {
        let body = #"{"receipts":[{"success":"true"},{"success":false}]}"#
        for status in [200, 206] {
            #expect(
                read(status, body)
                    == .status(
                        status, receipts: [nil, "InternalError"], retryAfter: 7, message: ""))
        }
        #expect(read(500, body) == .status(500, receipts: [], retryAfter: 7, message: "<>"))
    }

    @Test func `a 200 without receipts takes nothing, but over postback`() {
        for body in ["", "{}", "<html>", #"{"receipts": 3}"#] {
            let isJSON = body.hasPrefix("{")
            let message = isJSON ? "the answer has no receipts" : "the answer is not JSON"
            #expect(
                read(200, body)
                    == .status(200, receipts: [], retryAfter: 7, message: message))
            #expect(
                read(200, body, toPostback: true)
                    == .status(200, receipts: [nil, nil], retryAfter: nil, message: ""))
        }
        #expect(
            read(403, #"{"error":"no"}"#)
                == .status(403, receipts: [], retryAfter: 7, message: "<no>"))
    }

    @Test func `a planted body is read like one from the wire, and shown in short`() {
        let long = String(repeating: "x", count: 300)
        #expect(
            UploadAnswer(
                .answer(422, retryAfter: nil, body: #"{"message":"\#(long)"}"#), events: 1)
                == .status(
                    422, receipts: [], retryAfter: nil, message: String(long.prefix(200))))
        #expect(
            UploadAnswer(.answer(200, retryAfter: 1, body: "{}"), events: 1, toPostback: true)
                == .status(200, receipts: [nil], retryAfter: nil, message: ""))
    }
}
