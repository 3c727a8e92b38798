import PushTestSupport
import Testing

@testable import PushText

/// All matches of a pattern in a text, and the work that they may cost together.
struct RegexMatcherTests {
    private func count(_ pattern: String, _ text: String) throws -> Int? {
        var matcher = RegexMatcher(try RegexProgram(pattern))
        var count = 0
        let isDone = text.withBytes { matcher.forEachMatch(in: $0) { _ in count += 1 } }
        return isDone ? count : nil
    }

    @Test func `every match is found, an empty one too`() throws {
        #expect(try count("a", "banana") == 3)
        #expect(try count("", "日本") == 3)
        #expect(try count("[0-9]+", String(repeating: "12 ", count: 100_000)) == 100_000)
    }

    /// Each search reads to the end of the text for a `z`, and then takes the first letter.
    @Test func `searches that read the whole text again and again are given up`() throws {
        #expect(try count("a.*z|a", String(repeating: "a", count: 1000)) == 1000)
        #expect(try count("a.*z|a", String(repeating: "a", count: 400_000)) == nil)
    }
}
