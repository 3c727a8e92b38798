import PushText
import PushTestSupport
import Testing

@testable import PushText

@Suite struct JSONFaultTests {
    @Test(
        arguments: [
            ("[True]", "the names are `true`, `false` and `null`"),
            ("[None]", "the names are `true`, `false` and `null`"),
            ("[maybe]", nil), ("{'a':1}", "JSON's quotes are `\"`"), ("[1,]", "remove the comma"),
            ("[1] // x", "JSON has no comments"), ("[#x]", "JSON has no comments"),
            ("[\"a\nb\"]", #"write it as `\n`"#),
            ("{\"a\": \"b,\n \"c\": 1}", #"close the string with `"`"#),
            ("{\"a\": \"b\n}", #"close the string with `"`"#), ("[1]#", nil),
            ("[1] # x", "JSON has no comments"), ("[\"a\tb\"]", #"write it as `\t`"#),
            ("[NaN]", "JSON has no NaN and no infinity"), ("[", nil),
            (#"["\q"]"#, #"the escapes are \" \\ \/ \b \f \n \r \t \uhhhh"#),
        ] as [(String, String?)])
    func `a hint is given where the cure is certain`(_ text: String, _ hint: String?) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(error?.hint == hint)
    }

    @Test(arguments: [
        ("[\u{9B}31m]", "found `\\u{009B}`, wanted a value"),
        ("[\u{1B}]", "found U+001B, wanted a value"),
        ("[1] ”", "found `”` after the value, wanted the end"),
        ("[\u{7F}]", "found U+007F, wanted a value"),
    ])
    func `no control character reaches a message`(_ text: String, _ message: String) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(error?.message == message)
    }

    @Test func `a text beyond the size limit is refused unread`() {
        let bytes = [UInt8](repeating: 0x20, count: JSONParser.sizeLimit + 1)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(error?.kind == .tooLarge)
        #expect(error?.message == "found 67108865 bytes, wanted at most 67108864")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a damaged text is read or refused at a place inside it`(_ seed: UInt64) {
        var random = RandomJSON(seed: seed)
        var strays: [[UInt8]] = []
        for _ in 0..<500 {
            let value = random.value(depth: 4)
            var bytes: [UInt8] = Array(value.pretty().utf8)
            if random.below(8) == 0 { bytes = bytes.flatMap { [$0, 0] } }
            bytes = random.damaged(bytes)
            for dialect in [JSONParser.Dialect.strict, .apple] {
                do throws(JSONError) { _ = try JSONParser.parse(bytes, dialect) } catch {
                    let span = error.span
                    if span.start < 0 || span.end < span.start || span.end > bytes.count {
                        strays.append(bytes)
                    }
                }
            }
        }
        #expect(strays == [])
    }
}
