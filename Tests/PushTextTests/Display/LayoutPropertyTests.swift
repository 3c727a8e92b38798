import Foundation
import PushTestSupport
import Testing

@testable import PushText

@Suite struct LayoutPropertyTests {
    static let pieces = [
        "a", "word", " ", "  ", "お", "知らせ", "。", "「", "」", "ー", "🔔", "👨‍👩‍👧", "🇯🇵", "e\u{301}", "한글",
        "\u{200B}", "(", ")", "ｱ", "…",
    ]

    @Test func `what is padded or cut has its width exactly, or less by half a character`() {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<3000 {
            let text = random.text(of: Self.pieces)
            let cells = random.below(14)
            let cut = DisplayWidth.truncated(text, to: cells)
            #expect(DisplayWidth.of(cut) <= cells, "\(text)")
            let fits = DisplayWidth.of(text) <= cells
            #expect(fits ? cut == text : DisplayWidth.of(cut) >= cells - 1, "\(text) in \(cells)")
            let padded = DisplayWidth.padded(cut, to: cells)
            #expect(DisplayWidth.of(padded) == cells, "\(text)")
        }
    }

    @Test func `wrapping loses nothing but blanks, and no line is too wide`() {
        var random = SeededGenerator(seed: 32)
        for _ in 0..<3000 {
            let text = random.text(of: Self.pieces)
            let cells = 2 + random.below(10)
            let lines = DisplayWidth.wrapped(text, to: cells)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= cells }, "\(text) in \(cells)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            if DisplayWidth.of(text) <= cells { #expect(lines.count == 1) }
        }
    }

    @Test func `a command in back-quotes stays on one line where it fits into one`() {
        let text = "or the user allows it: `app set focus.allowed on`, then `flush`; 許可は`app set x`"
        for cells in 27...100 {
            let lines = DisplayWidth.wrapped(text, to: cells, keepsCommands: true)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= cells }, "\(cells): \(lines)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            for command in ["`app set focus.allowed on`", "`flush`", "`app set x`"] {
                #expect(lines.contains { $0.contains(command) }, "\(cells): \(lines)")
            }
        }
        // One that is too long is broken between its words.
        #expect(
            DisplayWidth.wrapped("`app set focus.allowed on`", to: 16, keepsCommands: true)
                == ["`app set", "focus.allowed", "on`"])
        #expect(
            DisplayWidth.wrapped("a ` and one two three", to: 8, keepsCommands: true)
                == ["a", "` and", "one two", "three"])
    }

    @Test func `wrapping with commands loses nothing but blanks, and no line is too wide`() {
        var random = SeededGenerator(seed: 34)
        for _ in 0..<3000 {
            let text = random.text(of: Self.pieces + ["`", " `"])
            let cells = 2 + random.below(10)
            let lines = DisplayWidth.wrapped(text, to: cells, keepsCommands: true)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= cells }, "\(text) in \(cells)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
    }

    @Test func `no line starts with a closing mark where a break before it was possible`() {
        let text = "お知らせ、本日のクーポンです。「今日」だけ（限定）。"
        for cells in 6...40 {
            for line in DisplayWidth.wrapped(text, to: cells) {
                #expect(!"、。」）ー".contains(line.first ?? " "), "\(cells): \(line)")
                #expect(!"「（".contains(line.last ?? " "), "\(cells): \(line)")
            }
        }
    }

    @Test func `the carets of an excerpt start below their text`() {
        var random = SeededGenerator(seed: 33)
        for _ in 0..<2000 {
            let texts = (0..<3).map { _ in random.text(of: Self.pieces) + "x" }
            let source = Source(name: "", text: texts.joined())
            let start = UInt32(texts[0].utf8.count)
            let span = Span(start: start, end: start + UInt32(texts[1].utf8.count))
            let excerpt = SourceExcerpt(source, span, maximumWidth: 500)
            let parts = texts.map { VisibleText.escape($0) }
            #expect(excerpt.text == parts.joined())
            #expect(excerpt.margin.utf8.count == DisplayWidth.of(parts[0]))
            #expect(excerpt.caretCount == DisplayWidth.of(parts[1]))
        }
    }

    @Test func `an excerpt of a long line keeps its place in sight`() {
        var random = SeededGenerator(seed: 34)
        for _ in 0..<200 {
            let before = (0..<random.below(300)).map { _ in random.pick(Self.pieces) }.joined()
            let after = (0..<random.below(300)).map { _ in random.pick(Self.pieces) }.joined()
            let source = Source(name: "", text: before + "HERE" + after)
            let start = UInt32(before.utf8.count)
            let excerpt = SourceExcerpt(
                source, Span(start: start, end: start + 4), maximumWidth: 90)
            #expect(DisplayWidth.of(excerpt.text) <= 90)
            #expect(excerpt.caretCount == 4)
            let shown = excerpt.text.range(of: "HERE").map { excerpt.text[..<$0.lowerBound] }
            #expect(shown.map { DisplayWidth.of(String($0)) } == excerpt.margin.utf8.count)
        }
    }

    @Test func `durations survive being written and read`() {
        var random = SeededGenerator(seed: 35)
        for _ in 0..<3000 {
            let milliseconds = Int64(random.next() % 250_000_000_000_000)
            #expect(DurationText.parse(DurationText.format(milliseconds)) == milliseconds)
        }
    }
}
