import PushText
import Testing

/// TD-14: what people paste for a payload, with something around it.
@Suite struct PastedTextTests {
    private static let alone = "give only the object, without what comes before and after it"

    @Test(
        arguments: [
            (
                #"curl -v -d '{"aps":{}}' https://api.push.apple.com/3/device/abc"#,
                "give only the body, which follows `-d` or `--data`"
            ),
            ("\n$ curl https://x", "give only the body, which follows `-d` or `--data`"),
            (
                "POST /3/device/abc HTTP/2\napns-topic: com.x\n\n{\"aps\":{}}",
                "give only the body, which follows the empty line"
            ),
            ("```json\n{\"aps\":{}}\n```", "leave out the lines with three backticks"),
            (
                "[AnyHashable(\"aps\"): {\n  alert = x;\n}]",
                "this is how Swift prints a dictionary; print it with `JSONSerialization`"
            ),
            (#"2026-11-01 10:00:00 [INFO] payload={"aps":{"alert":"} {"}} sent"#, alone),
            (#"payload: {"aps":{}}"#, "leave out what comes before the first `{`"),
            (#"{x} payload={"aps":{}}"#, nil), (#"log {x} payload={"aps":{}} "#, alone),
            (#"{"aps":{}} sent"#, "leave out what follows the object"),
            (#"{"aps":{}}}"#, nil), ("hello {world}", nil), ("hello", nil), ("", nil),
        ] as [(String, String?)])
    func `what stands around a payload is named`(_ text: String, _ cure: String?) {
        let bytes = Array(text.utf8)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes, .apple) }
        #expect(error.flatMap { PastedText.cure(of: $0, in: bytes) } == cure)
    }

    @Test(
        arguments: [
            (#""{\"aps\":{}}""#, "it is inside the quotes: give only the text of the string"),
            (#""hello""#, nil), (#"[{"aps":{}}]"#, "give only the object, without the brackets"),
            (#"[{},{}]"#, "give its objects one at a time"), ("[1]", nil), ("1", nil), ("{}", nil),
        ] as [(String, String?)])
    func `a value around a payload is named`(_ text: String, _ cure: String?) throws {
        #expect(PastedText.cure(of: try JSONParser.parse(Array(text.utf8))) == cure)
    }

    @Test func `a text of many braces is looked at three times and no more`() {
        let bytes = Array(("x" + String(repeating: "{", count: 200_000)).utf8)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(error.flatMap { PastedText.cure(of: $0, in: bytes) } == nil)
    }
}
