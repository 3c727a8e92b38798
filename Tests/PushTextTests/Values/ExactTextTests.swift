import PushText
import Testing

@Suite struct ExactTextTests {
    @Test(arguments: [
        ("é", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"),
        ("が", "か\u{3099}"), ("", "a"),
    ])
    func `texts that only look the same differ`(one: String, other: String) {
        #expect(!one.isExactly(other))
        #expect(one.isExactly(one))
        #expect(ExactText(one) != ExactText(other))
        #expect(Set([ExactText(one), ExactText(other), ExactText(one)]).count == 2)
    }

    @Test func `a text ends with bytes, not with what looks like them`() {
        #expect("lost:é".endsExactly(with: ":é"))
        #expect(!"lost:e\u{301}".endsExactly(with: ":é"))
        #expect(!"é".endsExactly(with: "an é"))
    }

    @Test func `an ID that only looks the same is spelled out`() {
        let hint = "an ID that looks the same has other bytes: "
        #expect("é".lookalikeHint(among: ["a", "é", "e\u{301}"]) == hint + #"`"e\u{301}"`"#)
        #expect(
            "\"$\\\u{212B}".lookalikeHint(among: ["\"$\\\u{C5}"], for: "why ")
                == hint + #"`why "\"\$\\\u{c5}"`"#)
        #expect("é".lookalikeHint(among: ["é", "e", "E\u{301}"]) == nil)
    }
}
