import Testing

@testable import PushText

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("お知らせ 🔔 é", "お知らせ 🔔 é"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{1B}[2J", "\\e[2J"),
        ("\u{0}\u{7}\u{7F}\u{85}\u{9B}", "\\u{00}\\u{07}\\u{7F}\\u{85}\\u{9B}"),
        ("a\u{202E}b\u{2066}c\u{200F}", "a\\u{202E}b\\u{2066}c\\u{200F}"), ("\\n", "\\n"),
        ("\u{2028}\u{2029}\u{61C}\u{FEFF}", "\\u{2028}\\u{2029}\\u{61C}\\u{FEFF}"), ("", ""),
        ("\u{FFFE}\u{FFFF}\u{FFFD}", "\\u{FFFE}\\u{FFFF}\u{FFFD}"),
        ("e\u{301}\u{1B}\u{301}", "e\u{301}\\e\u{301}"),
    ])
    func `what a terminal would obey becomes visible`(_ text: String, _ visible: String) {
        #expect(VisibleText.escape(text) == visible)
        #expect(VisibleText.escape(visible) == visible)
        #expect(VisibleText.escape(Array(text.utf8)) == visible)
    }

    @Test(arguments: [
        ("0\u{200B}", "0\\u{200B}"), ("Zug\u{AD}fahrt", "Zug\\u{AD}fahrt"),
        ("a\u{2060}b\u{2064}", "a\\u{2060}b\\u{2064}"), ("a\u{200D}b", "a\\u{200D}b"),
        ("\u{200C}", "\\u{200C}"), ("あ\u{200D}い", "あ\\u{200D}い"),
        ("👩\u{200D}", "👩\\u{200D}"), ("👩\u{200D}x", "👩\\u{200D}x"),
        ("a\u{E0041}\u{E007F}", "a\\u{E0041}\\u{E007F}"), ("\u{3164}", "\\u{3164}"),
        ("1\u{FE0F}", "1\\u{FE0F}"), ("é\u{FE0F}", "é\\u{FE0F}"),
        ("葛\u{E0100}\u{E0101}", "葛\u{E0100}\\u{E0101}"), ("か\u{E0100}", "か\\u{E0100}"),
        // A flag of no country could carry any text.
        ("🏴\u{E0068}\u{E0069}", "🏴\\u{E0068}\\u{E0069}"),
        ("🏴\u{E0068}\u{E007F}", "🏴\\u{E0068}\\u{E007F}"),
        ("🚩\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "🚩\\u{E0067}\\u{E0062}\\u{E0065}\\u{E007F}"),
    ])
    func `what nobody sees becomes visible, and emoji stay`(_ text: String, _ visible: String) {
        #expect(VisibleText.escape(text) == visible)
        #expect(VisibleText.escape(Array(text.utf8)) == visible)
        #expect(VisibleText.escapeHarmful(text) == text)
    }

    @Test(arguments: [
        "👩‍💻", "👨‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "👍🏽", "🧑🏽‍🚀", "1️⃣", "☎︎", "🇯🇵",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!", "葛\u{E0100}城", "辻\u{FE00}",
        "。\u{FE00}", "∩\u{FE00}", "ᠠ\u{180B}", "می\u{200C}خواهم", "क्\u{200D}ष", "ه\u{200D}",
        "א\u{5B8}\u{34F}\u{5BD}", "\u{2800}\u{3000}\u{A0}",
    ])
    func `emoji, variants and joined letters stay as they are`(_ text: String) {
        #expect(VisibleText.escape(text) == text)
        #expect(VisibleText.escape("あ" + text + "z") == "あ" + text + "z")
    }

    @Test func `no character that Unicode lets a reader ignore is left, whatever comes in`() {
        func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isDefaultIgnorableCodePoint
                || (0xFFF9...0xFFFB).contains(scalar.value)
        }
        var count = 0
        for value in (0xA0...0x10FFFF as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value), isUnseen(scalar) else { continue }
            count += 1
            for before in ["", "a", "é", "あ", "1", "\u{1F600}\u{200D}"] {
                for after in ["", "b"] {
                    let text = "a" + before + String(scalar) + after
                    let visible = VisibleText.escape(text)
                    let rest = visible.unicodeScalars.filter(isUnseen)
                    #expect(rest.isEmpty, "U+\(String(value, radix: 16)) in \(text)")
                    #expect(VisibleText.escape(visible) == visible)
                }
            }
        }
        #expect(count > 4000)
    }

    @Test func `in JSON a number has four digits, or two times four`() {
        let text = "\"a\u{E0041}\u{200B}\u{1F600}\""
        #expect(VisibleText.escapeInJSON(text) == "\"a\\udb40\\udc41\\u200b\u{1F600}\"")
        #expect(VisibleText.escapeHarmful(text) == text)
    }

    @Test func `what a terminal would obey is found wherever it stands`() {
        for length in 0...50 {
            let text = String(repeating: "~", count: length)
            for after in ["", " ", String(repeating: "~", count: 20)] {
                #expect(VisibleText.escape(text + "\u{1B}" + after) == text + "\\e" + after)
                #expect(VisibleText.escape(text + "\u{9B}" + after) == text + "\\u{9B}" + after)
                #expect(VisibleText.escape(text + after) == text + after)
            }
        }
    }

    @Test(arguments: [
        ("a\nb\u{1B}\tc", "a\nb\\e\\tc"), ("\n\n", "\n\n"), ("a\r\nb", "a\\r\\nb"), ("", ""),
        ("\u{1B}", "\\e"),
    ])
    func `only line feeds are kept`(_ text: String, _ visible: String) {
        #expect(VisibleText.escapeKeepingLines(text) == visible)
    }

    @Test func `bytes that are no UTF-8 become visible`() {
        #expect(VisibleText.escape([0x61, 0xFF, 0xE3, 0x81, 0x82, 0xE3]) == "a\\xFFあ\\xE3")
        #expect(VisibleText.escape([0x0A, 0x80]) == "\\n\\x80")
    }

    @Test func `no control character is left, whatever comes in`() {
        for value in (0...0x3000 as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let visible = VisibleText.escape(String(Character(scalar))).unicodeScalars
            let isHarmless = visible.allSatisfy { scalar in
                scalar.properties.generalCategory != .control
                    && !(0x202A...0x202E).contains(scalar.value)
                    && !(0x2066...0x2069).contains(scalar.value)
            }
            #expect(isHarmless, "U+\(String(value, radix: 16))")
        }
    }
}
