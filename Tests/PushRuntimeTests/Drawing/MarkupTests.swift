import Testing

@testable import PushRuntime

@Suite struct MarkupTests {
    /// Beside a prefix of Arabic or Malayalam, or below an accent, a sign is one character with it.
    @Test(arguments: ["", "\u{600}", "\u{D4E}"], ["", "\u{301}"])
    func `markup is escaped whatever sign it joins`(before: String, after: String) {
        for (mark, wanted) in [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "&quot;")] {
            let escaped = Markup.entities(before + mark + after).unicodeScalars
            #expect(escaped.elementsEqual((before + wanted + after).unicodeScalars))
            let content = Markup.content(before + mark + after).unicodeScalars
            let between = before + (mark == "\"" ? mark : wanted) + after
            #expect(content.elementsEqual(between.unicodeScalars))
        }
    }

    @Test func `an attribute keeps its line ends`() {
        #expect(Markup.attribute("a\n\"b\"\u{1B}") == #"a&#10;&quot;b&quot;\e"#)
    }
}
