import Testing

@testable import PushText

/// RFC 8259's grammar, production by production, in the manner of nst/JSONTestSuite.
@Suite struct JSONGrammarTests {
    static let accepted: [String] = [
        "[]", "[ ]", "[\n]", "[\"\"]", "[null, 1, \"1\", {}]", "[1\n]", " [1]", "[1,null,null,2]",
        "[2] ", "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000000000001]",
        "[20e1]", "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]",
        "[123.456e78]", "[1e-2]", "[1e+2]", "[123]", "[123.456789]", "{\"a\":\"b\",\"a\":\"c\"}",
        "{\"a\":\"b\",\"a\":\"b\"}", "{}", "{\"\":0}", "{\"foo\\u0000bar\": 42}",
        "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }", "{\"x\":[{\"id\": \"xxxxxxxxxx\"}]}",
        "{\n\"a\": \"b\"\n}", "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]",
        "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]",
        "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]", "[\"\\\\a\"]", "[\"\\\\n\"]", "[\"\\u0012\"]",
        "[\"\\uFFFF\"]", "[\"asd\"]", "[ \"asd\"]", "[\"\\uDBFF\\uDFFF\"]", "[\"new\\u00A0line\"]",
        "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"π\"]",
        "[\"\u{1BFFF}\"]", "[\"asd \"]", "\" \"", "[\"\\uD834\\uDd1e\"]", "[\"\\u0821\"]",
        "[\"\\u0123\"]", "[\"\u{2028}\"]", "[\"\u{2029}\"]", "[\"\\u0061\\u30af\\u30EA\\u30b9\"]",
        "[\"new\\u000Aline\"]", "[\"\u{7F}\"]", "[\"\\uA66D\"]", "[\"\\u005C\"]", "[\"⍂㈴⍂\"]",
        "[\"\\u200B\"]", "[\"\\u2064\"]", "[\"\\uFDD0\"]", "[\"\\u0022\"]", "[\"aa\u{7F}\"]",
        "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]",
        "\t[] \r\n",
    ]

    @Test func `the grammar's texts are accepted and survive writing`() throws {
        var lost: [String] = []
        for text in Self.accepted {
            let value = try? JSONParser.parse(Array(text.utf8))
            let again = try? JSONParser.parse(Array((value ?? .null).text.utf8))
            if value == nil || value != again { lost.append(text) }
        }
        #expect(lost == [])
    }

    static let refused: [String] = [
        "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]",
        "[\"x\"", "[x", "[3[4]]", "[1,]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[*]",
        "[\"\"", "[1,", "[1,\n1\n,1", "[{}", "[fals]", "[nul]", "[tru]", "[++1234]", "[+1]",
        "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]",
        "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]",
        "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[１]",
        "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]", "[-123.123foo]", "[-Infinity]",
        "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]", "[1.2a-3]",
        "[1.8011670033376514H-308]", "[012]", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}",
        "{\"a\":\"a\" 123}", "{key: 'value'}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":",
        "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}",
        "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//", "{\"a\":\"b\",,\"c\":\"d\"}",
        "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", " ",
        "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]",
        "[\"\\\u{0}\"]", "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]",
        "[\"\\uD834\\uDd\"]", "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]", "[\"\\uqqqq\"]",
        "[\\u0020\"asd\"]",
        "[\\n]", "\"", "['single quote']", "abc", "[\"\\", "[\"a\u{0}a\"]", "[\"new\nline\"]",
        "[\"\t\"]", "\"\\UA66D\"", "\"\"x", "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå",
        "[True]", "1]", "{\"x\": true,", "[][]", "]", "{\"\":", "{]", "[a\u{0C}]",
        "{\"a\":/*c*/\"b\"}",
        "{\"a\": true} \"x\"", "['", "[\"a", "[\"a\"", "[{", "[1", "{", "{[", "{,", "{'a'", "{\"b",
        "{\"a\":\"a\"}}", "*", "{\"a\":\"b\"}#{}", "[\\u000A\"\"]", "[1\"]", "\\u0022", "[\u{A0}1]",
        "[\u{2060}]", "\u{FEFF}", "\u{FEFF}{}",
    ]

    @Test func `what leaves the grammar is refused at a place in the text`() {
        var accepted: [String] = []
        var misplaced: [String] = []
        for text in Self.refused {
            do throws(JSONError) {
                _ = try JSONParser.parse(Array(text.utf8))
                accepted.append(text)
            } catch {
                let isInside = 0 <= error.span.start && error.span.end <= text.utf8.count
                if !isInside || error.message.isEmpty { misplaced.append(text) }
            }
        }
        #expect(accepted == [])
        #expect(misplaced == [])
    }

    @Test func `the Apple dialect refuses the same but for trailing commas and marks`() {
        let tolerated = Self.refused.filter {
            (try? JSONParser.parse(Array($0.utf8), .apple)) != nil
        }
        #expect(tolerated == ["[\"\",]", "[1,]", "{\"id\":0,}", "\u{FEFF}{}"])
    }

    @Test(
        arguments: [
            [0x5B, 0xFF, 0x5D], [0x5B, 0x31, 0xE5, 0x5D],
            [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x30, 0x7D],
            [0xE5], [0x5B, 0x22, 0x5C, 0xE5, 0x22, 0x5D], [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D],
            [0x5B, 0x22, 0xF8, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5D],
            [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D],
            [0x5B, 0x22, 0x81, 0x22, 0x5D], [0x5B, 0x22, 0xE0, 0x80, 0x80, 0x22, 0x5D],
            [0xEF, 0xBB],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(throws: JSONError.self) { try JSONParser.parse(bytes, .apple) }
    }
}
