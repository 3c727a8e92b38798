import PushText
import Testing

@testable import PushLanguage

@Suite struct ParserTests {
    static let guide = #"""
        #!/usr/bin/env -S pushsh -f
        # TD-12: the guide's expected sequence.
        psh 1
        clock set 2025-12-14T09:00:00+09:00
        seed 42

        test "a tap opens the link once" @td
          app launch
          receive <<JSON
            {"td_campaign_id": "cmp", "title": "お知らせ"}
            JSON
          |...
          | shown   msg-1 banner "お知らせ"
          tap msg-1
          expect events == [token_register, delivery, open]
          !already_handled tap msg-1
          expect queue == 0
        end
        """#

    @Test func `the script of the manual is read whole`() {
        let sample = Sample(Self.guide)
        #expect(sample.errors == "")
        #expect(
            sample.outline == #"""
                3 version 1
                4 command clock set 2025-12-14T09:00:00+09:00
                5 command seed 42
                7 test ~"a tap opens the link once" ^@td
                  8 command app launch
                  9 command receive =<<JSON
                    |...
                    | shown   msg-1 banner "お知らせ"
                  14 command tap msg-1
                  15 expect
                  16 command !already_handled tap msg-1
                  17 expect
                """#)
    }

    @Test(arguments: [
        ("", ""),
        ("\n \t\n# only comments", ""),
        ("\u{FEFF}tap", "1 command tap"),
        ("tap a\r\n| b\r\nlock\r\n", "1 command tap a\n  | b\n3 command lock"),
        ("tap a#b https://x/#top # c", "1 command tap a#b https://x/#top"),
        ("\t.mode json", "1 command .mode json"),
        ("!tap x", "1 command ! tap x"),
        ("! force-quit", "1 command ! force-quit"),
        ("!BadDeviceToken send f", "1 command !BadDeviceToken send f"),
        ("!505 token fetch", "1 command !505 token fetch"),
        ("!\"a b\" x", "1 command ! ~\"a b\" x"),
        ("? app kill", "1 command ? app kill"),
        ("?app kill", "1 command ? app kill"),
        ("[tty] [!network:real] !tap", "1 command [tty] [!network:real] ! tap"),
        ("[profile:td x] tap", "1 command [profile:td x] tap"),
        ("[tty] expect queue == 0", "1 expect [tty]"),
        ("@tablet tap m", "1 command @tablet tap m"),
        ("send @f.json a@b '@c' @ @\"a b\"", "1 command send ^@f.json a@b ~'@c' @ ^@\"a b\""),
        ("a < <= b<<c \"<<\"", "1 command a < <= b<<c ~\"<<\""),
        ("q 'a''b' \"\\\"#\" x'y z'${v.w}", "1 command q ~'a''b' ~\"\\\"#\" ~x'y z'${v.w}"),
        ("say 'a\nb' c\nd", "1 command say ~'a\nb' c\n3 command d"),
        ("tapend tests ends", "1 command tapend tests ends"),
        ("'end'", "1 command ~'end'"),
    ])
    func `a line is read as`(_ text: String, _ outline: String) {
        let sample = Sample(text)
        #expect(sample.errors == "")
        #expect(sample.outline == outline)
    }

    @Test(arguments: [
        ("tap\n| a\n|2 b\n|...\n|\n|2\n|2...\n|  c ", "| a,|2 b,|...,|,|2,|2...,|  c "),
        ("tap\n  # note\n\n  | ...", "| ..."),
        ("tap\n|... ", "|..."), ("tap\r\n| a\r\n| b\r", "| a,| b"),
        ("tap <<A\n| x\nA\n| y", "| y"),
        ("tap\n| 'a\n", "| 'a"),
    ])
    func `golden lines belong to the command before`(_ text: String, _ golden: String) {
        let sample = Sample(text)
        #expect(sample.errors == "")
        let lines = sample.script.goldenTexts(of: sample.first)
        #expect(lines.map(\.written).joined(separator: ",") == golden)
    }

    @Test func `blocks nest, and a body ends where its block does`() {
        let sample = Sample(
            """
            setup
              a
            end
            for x in 1..2
              test 'b' @t @u-1 # c
                repeat 3
                  d
                end
              end
            end
            teardown
            end
            e
            """)
        #expect(sample.errors == "")
        #expect(
            sample.outline == """
                1 setup
                  2 command a
                4 forLoop x in 1..2
                  5 test ~'b' ^@t ^@u-1
                    6 repeatLoop 3
                      7 command d
                11 teardown
                13 command e
                """)
    }

    @Test(arguments: [
        ("tap \"a", true), ("tap 'a\nb", true), ("receive <<JSON\n{", true),
        ("receive <<A <<B\nA\n", true), ("test 'a'\n tap", true), ("for x in a", true),
        ("tap", false), ("", false), ("tap <<A\nA", false), ("end", false),
        ("tap \"\\q", false), ("test 'a'\nend", false), ("repeat\n", false), ("\0\"", false),
    ])
    func `the prompt goes on while something is open`(_ text: String, _ goesOn: Bool) {
        #expect(Parser.needsMore(text) == goesOn)
    }

    @Test func `after twenty errors the parser stops`() {
        let sample = Sample(String(repeating: "end\n", count: 30))
        #expect(sample.result.errors.map(\.span.start) == (0..<20).map { $0 * 4 })
    }

    @Test func `blocks nest to their limit and no deeper`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "repeat 1\n", count: depth) + String(repeating: "end\n", count: depth)
        }
        #expect(Sample(nested(64)).errors == "")
        let error = "blocks are nested deeper than 64"
        #expect(Sample(nested(65)).result.errors.map(\.message) == [error])
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00], "a\n", 0..<1, ", and scripts are in UTF-8"),
            ([0xFE, 0xFF, 0x00, 0x61], "a", 0..<1, ", and scripts are in UTF-8"),
            ([0xFF, 0xFE], "", 0..<0, ", and scripts are in UTF-8"),
            ([0x61, 0x00, 0x62, 0x00], "ab", 0..<1, ", and scripts are in UTF-8"),
            ([0x00, 0x61, 0x00, 0x62], "ab", 0..<1, ", and scripts are in UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00, 0x0A], "a\u{FFFD}", 1..<4, ", and ends within a character"),
            (
                [0xFE, 0xFF, 0x30, 0x42, 0xD8, 0x3D], "あ\u{FFFD}", 3..<6,
                ", and ends within a character"
            ),
            (
                [0xFF, 0xFE, 0x00, 0xDC, 0x61, 0x00], "\u{FFFD}a", 0..<3,
                ", and has half a surrogate pair here"
            ),
        ] as [([UInt8], String, Range<Int>, String)])
    func `a script in UTF-16 is named, shown as text, and told its cure`(
        _ bytes: [UInt8], _ text: String, _ place: Range<Int>, _ words: String
    ) {
        let found = Parser.parse(Source(name: "a.psh", bytes: bytes))
        #expect(found.errors.map(\.message) == ["the script is in UTF-16" + words])
        #expect(found.errors.map(\.span) == [Span(place)])
        #expect(found.errors.first?.hint?.hasSuffix("save the file in UTF-8") == true)
        #expect(found.script.source.bytes == Array(text.utf8))
    }

    @Test(
        arguments: [
            ("login ", [0x83, 0x86, 0x81, 0x5B], "the script is in Shift_JIS", 6),
            ("login ", [0xA5, 0xE6, 0xA1, 0xBC], "the script is in EUC-JP", 6),
            ("login J", [0xFC, 0x72], "these bytes are not UTF-8", 7),
        ] as [(String, [UInt8], String, Int)])
    func `a script in another encoding is pointed at, with its cure`(
        _ start: String, _ rest: [UInt8], _ words: String, _ place: Int
    ) {
        let found = Parser.parse(Source(name: "", bytes: Array(start.utf8) + rest)).errors
        #expect(found.first?.message.hasPrefix(words) == true)
        #expect(found.first?.span == Span(place..<place + 1))
        #expect(found.first?.hint?.hasSuffix("save the file in UTF-8") == true)
    }

    @Test(arguments: [
        (Array("tap a\n\u{0}".utf8), "the script contains a zero byte", 6..<7),
        (Array("tap ".utf8) + [0xE3, 0x81], "these bytes are not UTF-8", 4..<5),
        (Array("tap ああ".utf8) + [0xE3, 0x81], "these bytes are not UTF-8", 10..<11),
        ([0xC0, 0x80], "these bytes are not UTF-8", 0..<1),
        ([0xED, 0xA0, 0x80], "these bytes are not UTF-8", 0..<1),
        (
            Array("a\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 20 | 1),
            "this line is longer than 1 MB", 2..<3
        ),
    ])
    func `text that is no script is refused as a whole`(
        _ bytes: [UInt8], _ message: String, _ place: Range<Int>
    ) {
        let result = Parser.parse(Source(name: "", bytes: bytes))
        #expect(result.errors.map(\.message) == [message])
        #expect(result.errors.map(\.span) == [Span(place)])
        #expect(result.script.statementCount == 0)
    }
}
