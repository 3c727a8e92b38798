import Testing

@testable import PushText

@Suite struct SourceTests {
    static let text = "tap\n\tお知らせ e\u{301} x\r\n\nend"

    @Test(arguments: [
        (0, Position(line: 1, column: 1, cell: 1)), (3, Position(line: 1, column: 4, cell: 4)),
        (4, Position(line: 2, column: 1, cell: 1)), (5, Position(line: 2, column: 2, cell: 1)),
        (17, Position(line: 2, column: 6, cell: 9)), (21, Position(line: 2, column: 8, cell: 11)),
        (25, Position(line: 3, column: 1, cell: 1)), (26, Position(line: 4, column: 1, cell: 1)),
        (29, Position(line: 4, column: 4, cell: 4)), (99, Position(line: 4, column: 4, cell: 4)),
        (-1, Position(line: 1, column: 1, cell: 1)),
    ])
    func `an offset has a line, a character's column and a cell`(
        _ offset: Int, _ position: Position
    ) {
        #expect(Source(name: "", text: Self.text).position(of: offset) == position)
    }

    @Test func `lines come without their ends`() {
        let source = Source(name: "", text: Self.text)
        #expect(source.lineCount == 4)
        #expect((0...5).map(source.line) == ["", "tap", "\tお知らせ e\u{301} x", "", "end", ""])
        #expect(Source(name: "", text: "").line(1) == "")
        #expect(Source(name: "", text: "a\n").lineCount == 2)
    }

    @Test func `lines far down are found as surely as near ones`() {
        let source = Source(name: "", text: (1...1000).map { "line \($0)\n" }.joined())
        for number in [1, 63, 64, 65, 128, 129, 777, 1000] {
            #expect(source.line(number) == "line \(number)")
            let start = source.lineRange(number).lowerBound
            #expect(source.lineNumber(of: start) == number)
            #expect(source.lineNumber(of: start + 5) == number)
        }
    }

    @Test func `long lines among short ones are found, and so are their ends`() {
        let long = String(repeating: "x", count: 5000)
        let lines = (1...200).map { $0 % 13 == 0 || $0 == 200 ? "\($0) \(long)" : "\($0)" }
        let source = Source(name: "", text: lines.joined(separator: "\n"))
        #expect(source.lineCount == 200)
        for (index, line) in lines.enumerated() {
            #expect(source.line(index + 1) == line)
            let range = source.lineRange(index + 1)
            #expect(source.lineNumber(of: range.lowerBound) == index + 1)
            #expect(source.lineNumber(of: range.upperBound) == index + 1)
            #expect(source.position(of: range.upperBound).column == line.count + 1)
        }
    }

    @Test func `a span is cut to what exists`() {
        let source = Source(name: "", text: "tap")
        #expect(source.text(of: Span(start: 1, end: 9)) == "ap")
        #expect(source.text(of: Span(start: 2, end: 1)) == "")
        #expect(Span(start: 2, end: 1).isEmpty && !Span(start: 1, end: 2).isEmpty)
    }

    @Test(
        arguments: [
            ([0x24], 1), ([0xC2, 0xA2], 2), ([0xE3, 0x81, 0x82], 3), ([0xF0, 0x9F, 0x94, 0x94], 4),
            ([0xF4, 0x8F, 0xBF, 0xBF], 4), ([0x80], 0), ([0xC1, 0x80], 0), ([0xE0, 0x9F, 0x80], 0),
            ([0xED, 0xA0, 0x80], 0), ([0xF0, 0x8F, 0x80, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
            ([0xF5, 0x80, 0x80, 0x80], 0), ([0xE3, 0x81], 0), ([0xE3, 0x81, 0x41], 0), ([0xC2], 0),
        ] as [([UInt8], Int)])
    func `a UTF-8 sequence is as long as it is well formed`(_ bytes: [UInt8], _ length: Int) {
        #expect(bytes.withUnsafeBufferPointer { UTF8Sequence.length(in: $0, at: 0) } == length)
    }
}
