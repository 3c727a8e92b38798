import PushText
import Testing

@testable import PushBackends

/// The forms of a body, and the exact words for one that is none of them.
@Suite struct IngestFormTests {
    private func refusal(_ body: () throws(ServiceRefusal) -> Void) -> String? {
        do throws(ServiceRefusal) { try body() } catch { return "\(error.status) \(error.message)" }
        return nil
    }

    static let types: [(String, IngestForm)] = [
        ("application/vnd.treasuredata.v1+json", .batch),
        ("application/vnd.treasuredata.v1.js+json", .batch),
        ("application/vnd.treasuredata.v1.mobile+json", .mobile),
        ("application/vnd.treasuredata.v1.single+json", .single),
    ]

    @Test(arguments: types) func `the media type tells the form`(
        _ type: String, _ form: IngestForm
    ) throws {
        #expect(try IngestForm(contentType: type) == form)
    }

    @Test(arguments: [
        ("", "no `Content-Type`"), ("application/json", "`application/json`"),
        ("application/vnd.treasuredata.v2+json", "`application/vnd.treasuredata.v2+json`"),
        ("a\u{1B}[31m\u{9F}", "`a\u{FFFD}[31m\u{FFFD}`"),
        (String(repeating: "x", count: 90), "`" + String(repeating: "x", count: 80) + "`"),
    ])
    func `another type is refused, shown short and without control characters`(
        _ type: String, _ shown: String
    ) {
        let found = refusal { () throws(ServiceRefusal) in _ = try IngestForm(contentType: type) }
        #expect(found == "415 found \(shown), wanted `application/vnd.treasuredata.v1+json`")
    }

    @Test(
        arguments: [
            (["events": [["a": 1]]], 1, nil), (["records": [1, 2]], 2, nil),
            // Both names: the newer one counts.
            (["records": [1, 2], "events": [1]], 1, nil), (["events": []], 0, nil),
            ([], nil, "422 the body is an array, wanted an object"),
            ("x", nil, "422 the body is a string, wanted an object"),
            ([:], nil, "422 the body has neither `events` nor `records`"),
            (["event": []], nil, "422 the body has neither `events` nor `records`"),
            (["events": ["a": 1]], nil, "422 the events are an object, wanted an array"),
            (["events": .null], nil, "422 the events are null, wanted an array"),
        ] as [(JSON, Int?, String?)])
    func `a batch has its records in an array`(
        _ body: JSON, _ count: Int?, _ message: String?
    ) {
        var found: Int?
        let told = refusal { () throws(ServiceRefusal) in
            found = try IngestForm.batch.records(body).count
        }
        #expect(found == count)
        #expect(told == message)
    }

    @Test func `a single record is the body itself, whatever its keys`() throws {
        #expect(try IngestForm.single.records(["events": [1, 2]]) == [["events": [1, 2]]])
    }
}
