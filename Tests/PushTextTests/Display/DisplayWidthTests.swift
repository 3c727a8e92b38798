import Testing

@testable import PushText

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc ~", 5), ("お知らせ", 8), ("ｱｲｳ", 3), ("ＡＢ", 4), ("한글", 4), ("中a文", 5),
        ("e\u{301}", 1), ("が", 2), ("か\u{3099}", 2), ("\u{200B}\u{200D}\u{FEFF}", 0),
        ("\t\n\u{1B}\u{7F}\u{9F}", 0), ("…“”±", 4), ("é", 1), ("\u{AD}", 1), ("🔔", 2), ("❤", 1),
        ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("🇯🇵", 2), ("🇯🇵🇫🇷", 4),
        ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("ก็", 1), ("𠮷", 2), ("\u{1FAE8}", 2), ("「」、。", 8), ("☎", 1), ("⌚", 2), ("ﾊﾟ", 2),
        ("\u{2028}", 0), ("\u{E000}", 1), ("א\u{5B0}", 1), ("क्ष", 2),
    ])
    func `a text takes cells`(_ text: String, _ cells: Int) {
        #expect(DisplayWidth.of(text) == cells)
    }

    @Test func `the tables are pairs in ascending order`() {
        for table in [WidthTable.zero, WidthTable.two] {
            #expect(table.count.isMultiple(of: 2))
            #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
        }
        #expect(WidthTable.zero.allSatisfy { !WidthTable.two.contains($0) })
    }

    @Test func `every character is as wide as its table says`() {
        let counts = (0...0x10FFFF as ClosedRange<UInt32>).reduce(into: [0, 0, 0]) {
            counts, value in
            if let scalar = Unicode.Scalar(value) { counts[DisplayWidth.of(scalar)] += 1 }
        }
        #expect(counts.reduce(0, +) == 0x110000 - 0x800)
        #expect(counts[0] > 2000 && counts[2] > 180_000)
    }

    @Test(arguments: [
        ("ab", 4, "ab  "), ("お知", 5, "お知 "), ("abc", 2, "abc"), ("", 2, "  "), ("a", -1, "a"),
    ])
    func `padding fills up to a width`(_ text: String, _ cells: Int, _ padded: String) {
        #expect(DisplayWidth.padded(text, to: cells) == padded)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("お知らせ", 8, "お知らせ"),
        ("お知らせ", 7, "お知ら…"), ("お知らせ", 6, "お知…"), ("お知らせ", 1, "…"), ("お", 0, ""),
        ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("", 0, ""),
    ])
    func `truncation never exceeds the width`(_ text: String, _ cells: Int, _ cut: String) {
        #expect(DisplayWidth.truncated(text, to: cells) == cut)
        #expect(DisplayWidth.of(cut) <= max(0, cells))
    }

    @Test func `a byte is repeated as often as asked, and never less than not at all`() {
        for count in [-1, 0, 1, 15, 16, 200] {
            let text = String(repeating: UInt8(ascii: "^"), count: count)
            #expect(text.utf8.elementsEqual(repeatElement(0x5E, count: max(0, count))))
        }
    }

    @Test(arguments: [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("the  quick", 4, ["the", "quic", "k"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("", 5, [""]), ("a\n\nb", 5, ["a", "", "b"]), ("  a b", 3, ["  a", "b"]),
        ("本日のクーポン", 6, ["本日の", "クーポ", "ン"]),
        ("今日は。明日", 6, ["今日", "は。明", "日"]), ("通知「本日」", 6, ["通知", "「本", "日」"]),
        ("push通知です", 6, ["push通", "知です"]), ("あいabc def", 6, ["あい", "abc", "def"]),
        ("ab cd", 5, ["ab cd"]), ("ab cd", 0, ["a", "b", "c", "d"]), ("、、、", 2, ["、", "、", "、"]),
        ("a         b", 4, ["a", "b"]), ("ab ", 5, ["ab"]), ("  ", 5, [" "]),
    ])
    func `wrapping breaks English at blanks and Japanese by its rules`(
        _ text: String, _ cells: Int, _ lines: [String]
    ) {
        #expect(DisplayWidth.wrapped(text, to: cells) == lines)
    }
}
