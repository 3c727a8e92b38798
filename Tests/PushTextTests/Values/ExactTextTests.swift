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
}
