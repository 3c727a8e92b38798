import PushTestSupport
import PushText
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
            (#"{aps: 1}"#, #"keys go in quotes: `"aps"`"#), (#"{1: 1}"#, nil),
            (#"{"a"= 1}"#, "write `:`"), ("{\"a\"：1}", "write `:`"),
            ("{\"a\":1，\"b\":2}", "write `,`"),
            ("{“a”:1}", "JSON's quotes are `\"`"), ("[！]", nil),
            (#"{"a":1 "b":2}"#, "a comma is missing before it"),
            ("[{}{}]", "a comma is missing before it"), (#"[1"a"]"#, nil),
            (#"["say "hi" now"]"#, #"a quote inside a text is written `\"`"#),
            (#"["a""b"]"#, nil), ("[1,,2]", "one comma too many"),
            ("{}}", "one `}` too many"), ("[]]", "one `]` too many"), ("{},", nil),
            ("{}\n{}", "the text has more than one value: give one at a time"),
            ("[\u{A0}1]", "write a plain space there, or none"),
            (#"["\q"]"#, #"the escapes are \" \\ \/ \b \f \n \r \t \uhhhh"#),
        ] as [(String, String?)])
    func `a hint is given where the cure is certain`(_ text: String, _ hint: String?) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(error?.hint == hint)
    }

    @Test(
        arguments: [
            (
                [0x1F, 0x8B, 8, 0], "found gzipped data, wanted text",
                "unpack it first, for example with `gunzip`"
            ),
            (
                [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "found UTF-32, wanted UTF-8",
                TextEncoding.saveHint
            ),
            // 日本 and セール in EUC-JP; the first alone might be any encoding of pairs.
            (
                Array("[\"".utf8) + [0xC6, 0xFC, 0xCB, 0xDC] + Array("\"]".utf8),
                "found the byte 0xC6, wanted UTF-8", nil
            ),
            (
                Array("[\"".utf8) + [0xA5, 0xBB, 0xA1, 0xBC, 0xA5, 0xEB] + Array("\"]".utf8),
                "found EUC-JP, wanted UTF-8", TextEncoding.saveHint
            ),
            (
                Array("[\"caf".utf8) + [0xE9] + Array("!\"]".utf8),
                "found the byte 0xE9, wanted UTF-8",
                "in Latin-1 it is `é`: save the file in UTF-8"
            ),
            (
                Array("[\"".utf8) + [0x1B, 0x24, 0x42, 0x25, 0x3B, 0x1B, 0x28, 0x42]
                    + Array("\"]".utf8),
                "found ISO-2022-JP, wanted UTF-8", TextEncoding.saveHint
            ),
        ] as [([UInt8], String, String?)])
    func `another encoding is named`(_ bytes: [UInt8], _ message: String, _ hint: String?) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes, .apple) }
        #expect(error?.message == message)
        #expect(error?.hint == hint)
    }

    @Test(arguments: [
        ("[\u{A0}]", "found U+00A0 (a no-break space), wanted a value"),
        ("[\u{3000}1]", "found U+3000 (a full-width space), wanted a value"),
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
