import Testing

@testable import PushText

/// A text with the value that it holds.
struct Reading: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSON
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ value: JSON) {
        self.text = text
        self.value = value
    }
}

/// A text with the error that it gets.
struct Refusal: Sendable, CustomTestStringConvertible {
    var text: String
    var kind: JSONError.Kind
    var span: ByteSpan
    var message: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ kind: JSONError.Kind, _ span: Range<Int>, _ message: String) {
        self.text = text
        self.kind = kind
        self.span = ByteSpan(start: span.lowerBound, end: span.upperBound)
        self.message = message
    }
}

@Suite struct JSONParserTests {
    static let readings: [Reading] = [
        Reading("{}", [:]), Reading(" [ ] ", []), Reading("null", nil), Reading("\"\"", ""),
        Reading("\t\r\n true", true), Reading("false ", false), Reading("0", 0),
        Reading("-0", .number("-0")), Reading("1.50", .number("1.50")),
        Reading("1E+2", .number("1E+2")), Reading("1e-999", .number("1e-999")),
        Reading("123456789012345678901234567890", .number("123456789012345678901234567890")),
        Reading(#"{"a":1,"b":[true,null,{"c":"d"}]}"#, ["a": 1, "b": [true, nil, ["c": "d"]]]),
        Reading(#"{"a":1,"a":2}"#, ["a": 1, "a": 2]), Reading(#"{"":0}"#, ["": 0]),
        Reading(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        Reading(#""\u0041\u00e9\u3042""#, "Aéあ"), Reading(#""\uD83D\uDE00 x""#, "😀 x"),
        Reading(#""\u0000""#, "\0"), Reading("\"お知らせ\"", "お知らせ"),
        Reading("\"a\u{7F}b\"", "a\u{7F}b"), Reading(#""a\nお""#, "a\nお"),
        Reading("[[[[]]],[]]", [[[[]]], []]),
        Reading(
            #"["a longer string that does not fit in sixteen bytes"]"#,
            ["a longer string that does not fit in sixteen bytes"]),
    ]

    @Test(arguments: readings) func `a text becomes the value it spells`(_ row: Reading) throws {
        #expect(try JSONParser.parse(Array(row.text.utf8)) == row.value)
        let document = try JSONParser.document(Array(row.text.utf8), .apple)
        #expect(document.root.json == row.value)
        #expect(document.tolerances.isEmpty)
    }

    /// Strings are looked at eight bytes at a time: what ends a run may be any byte of the eight.
    @Test(arguments: ["\\n", "\u{7F}", "é", "お", "\u{1}", "\"x"])
    func `a byte that is not plain is found wherever it stands`(_ special: String) {
        for before in 0..<20 {
            for after in 0..<20 {
                let start = String(repeating: "a", count: before)
                let text = "\"\(start)\(special)\(String(repeating: "~", count: after))\""
                let read = Result { () throws(JSONError) in
                    try JSONParser.parse(Array(text.utf8))
                }
                var fault: JSONError?
                if case .failure(let error) = read { fault = error }
                switch special {
                case "\u{1}":
                    #expect(fault?.kind == .controlCharacter)
                    #expect(fault?.span.start == before + 1)
                case "\"x":
                    #expect(fault?.kind == .trailingText)
                    #expect(fault?.span.start == before + 2)
                default:
                    let meant = special == "\\n" ? "\n" : special
                    let end = String(repeating: "~", count: after)
                    let value = try? read.get()
                    #expect(value == .string(start + meant + end))
                }
            }
        }
    }

    static let refusals: [Refusal] = [
        Refusal("", .empty, 0..<0, "found nothing, wanted a value"),
        Refusal("  ", .empty, 0..<2, "found nothing, wanted a value"),
        Refusal("[1,}", .unexpected, 3..<4, "found `}`, wanted a value"),
        Refusal("[1 2]", .unexpected, 3..<4, "found `2`, wanted `,` or `]`"),
        Refusal("[1", .truncated, 2..<2, "the text ends, wanted `,` or `]`"),
        Refusal("{\"a\" 1}", .unexpected, 5..<6, "found `1`, wanted `:`"),
        Refusal("{a:1}", .unexpected, 1..<2, "found `a`, wanted a key in quotes"),
        Refusal("{\"a\":1 \"b\"}", .unexpected, 7..<8, "found `\"`, wanted `,` or `}`"),
        Refusal("{\"a\":", .truncated, 5..<5, "the text ends, wanted a value"),
        Refusal("\"abc", .truncated, 4..<4, "the text ends, wanted `\"`"),
        Refusal("\"\\", .truncated, 2..<2, "the text ends, wanted `\"`"),
        Refusal("True", .unexpected, 0..<4, "found `True`, wanted a value"),
        Refusal("nul", .unexpected, 0..<3, "found `nul`, wanted a value"),
        Refusal("{} x", .trailingText, 3..<4, "found `x` after the value, wanted the end"),
        Refusal("[1,]", .trailingComma, 2..<3, "found a comma before the closing bracket"),
        Refusal("{\"a\":1,}", .trailingComma, 6..<7, "found a comma before the closing bracket"),
        Refusal("[/* x */]", .comment, 1..<3, "found a comment, wanted a value"),
        Refusal("{'a':1}", .wrongQuotes, 1..<2, "found `'`, wanted a key in quotes"),
        Refusal("{\u{201C}a\u{201D}:1}", .wrongQuotes, 1..<4, "found `“`, wanted a key in quotes"),
        Refusal(
            "\"a\nb\"", .controlCharacter, 2..<3, "found U+000A in a string, wanted it escaped"),
        Refusal("\"\0\"", .nul, 1..<2, "found a zero byte, wanted text"),
        Refusal(
            #""\x41""#, .invalidEscape, 1..<3, #"found the escape `\x`, wanted one that JSON has"#),
        Refusal(
            #""\u12g4""#, .invalidEscape, 1..<5,
            #"found the escape `\u12`, wanted one that JSON has"#),
        Refusal(
            #""\uD800""#, .loneSurrogate, 1..<7,
            "found half a surrogate pair, wanted a whole character"),
        Refusal(
            #""\uDC00x""#, .loneSurrogate, 1..<7,
            "found half a surrogate pair, wanted a whole character"),
        Refusal(
            #""\uD800\u0041""#, .loneSurrogate, 1..<7,
            "found half a surrogate pair, wanted a whole character"),
        Refusal(
            "[01]", .invalidNumber, 1..<3,
            "found the number `01`, wanted JSON's form, such as `-1.5e3`"),
        Refusal(
            "[.5]", .invalidNumber, 1..<3,
            "found the number `.5`, wanted JSON's form, such as `-1.5e3`"),
        Refusal(
            "[1.]", .invalidNumber, 1..<3,
            "found the number `1.`, wanted JSON's form, such as `-1.5e3`"),
        Refusal(
            "0x1F", .invalidNumber, 0..<4,
            "found the number `0x1F`, wanted JSON's form, such as `-1.5e3`"),
        Refusal(
            "1e400", .numberOutOfRange, 0..<5,
            "found the number `1e400`, wanted one that a double can hold"),
        Refusal("-", .truncated, 1..<1, "the text ends, wanted a digit"),
        Refusal("NaN", .notFinite, 0..<3, "found `NaN`, wanted a number"),
        Refusal("[-Infinity]", .notFinite, 1..<10, "found `-Infinity`, wanted a number"),
    ]

    @Test(arguments: refusals) func `what is not JSON gets a pointed error`(_ row: Refusal) {
        var found: JSONError?
        do throws(JSONError) { _ = try JSONParser.parse(Array(row.text.utf8)) } catch {
            found = error
        }
        found?.hint = nil
        #expect(found == JSONError(kind: row.kind, span: row.span, message: row.message))
    }

    @Test(
        arguments: [
            ([0x22, 0xFF, 0x22], 1), ([0x22, 0x61, 0xC0, 0x80, 0x22], 2), ([0xE9], 0),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0x5C, 0x6E, 0xE3, 0x81, 0x22], 3), ([0x22, 0xF0, 0x9F, 0x22], 1),
        ] as [([UInt8], Int)])
    func `a byte that is not UTF-8 is pointed at`(_ bytes: [UInt8], _ place: Int) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(error?.kind == .invalidUTF8)
        #expect(error?.span == ByteSpan(start: place, end: place + 1))
    }

    @Test func `nesting is read down to the limit and no deeper`() throws {
        let limit = JSONParser.depthLimit
        let deep = [UInt8](repeating: 0x5B, count: limit) + [UInt8](repeating: 0x5D, count: limit)
        #expect(try JSONParser.parse(deep).arrayValue?.count == 1)
        #expect(try JSONParser.document(deep, .strict).root.items?.count == 1)
        for (bracket, width) in [("[", 1), (#"{"":"#, 4)] {
            let bytes = Array(String(repeating: bracket, count: 100_000).utf8)
            let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
            #expect(error?.kind == .tooDeep)
            #expect(error?.span.start == limit * width)
        }
    }

    @Test func `every part of a document knows its place`() throws {
        let text = #"{"aps": {"badge": -3}, "k": ["é", null]}"#
        let root = try JSONParser.document(Array(text.utf8), .strict).root
        func words(_ span: ByteSpan?) -> String {
            let span = span ?? ByteSpan(start: 0, end: 0)
            return String(decoding: Array(text.utf8)[span.start..<span.end], as: UTF8.self)
        }
        #expect(words(root.span) == text)
        #expect(words(root.member("aps")?.keySpan) == #""aps""#)
        #expect(words(root["aps"]?.span) == #"{"badge": -3}"#)
        #expect(words(root["aps"]?["badge"]?.span) == "-3")
        #expect(root["k"]?.items?.map { words($0.span) } == [#""é""#, "null"])
    }

    @Test func `an object's keys are its own, however like the one before it is`() throws {
        let items = [
            #"{"type": "a", "user": 1}"#, #"{"type":"b","user":2}"#, #"{"type":"c","usex":3}"#,
            #"{"type":"d"}"#, #"{"typ":"e","user":4,"type":{"user":5,"type":[{"a":6},{"a":7}]}}"#,
            #"{}"#, #"{"\u0074ype":"f","us\"er":8}"#, #"{"\u0074ype":"g","us\"er":9}"#, #"[1]"#,
            #"{"typ":"h","user":10,"type":{"user":11}}"#, #"{"type":12,"type":13}"#,
        ]
        let found = try JSONParser.parse(Array("[\(items.joined(separator: ","))]".utf8))
        let each = try items.map { try JSONParser.parse(Array($0.utf8)) }
        #expect(found == .array(each))
    }

    @Test(arguments: [#"[{"a":1},{"a}]"#, #"[{"a":1},{"a"1}]"#, #"[{"ab":1},{"a"#])
    func `a key that only begins like the one before is refused as ever`(text: String) {
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
    }
}
