/// A script's text with its name, and the way from byte offsets to lines and columns.
public final class Source: Sendable {
    /// The name that diagnostics print, usually the file's path.
    public let name: String
    /// The text in UTF-8.
    public let bytes: [UInt8]
    /// The lines, and the first defect that keeps the text from being a script.
    package let survey: SourceSurvey

    /// The longest line that the parser takes, in bytes.
    public static let maximumLine = 1 << 20
    /// The longest script that the parser takes, in bytes.
    public static let maximumLength = 256 << 20

    /// Makes a source from bytes that need not be valid; the parser refuses those that are not.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        survey = SourceSurvey(of: bytes)
    }

    /// Makes a source from text.
    public convenience init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }

    /// The number of lines; an empty source has one.
    public var lineCount: Int { survey.lineCount }

    /// Finds the line and the columns of a byte offset; an offset past the end counts as the end.
    public func position(of offset: Int) -> Position {
        let offset = min(max(offset, 0), bytes.count)
        let line = survey.line(containing: offset, in: bytes)
        let start = survey.start(ofLine: line, in: bytes)
        let isPlain = bytes.withUnsafeBufferPointer { bytes in
            // Without an early exit the compiler checks many bytes in one step.
            var others: UInt8 = 0
            for index in start..<offset { others |= bytes[index] &- 0x20 < 0x5F ? 0 : 1 }
            return others == 0
        }
        if isPlain {
            let column = offset - start + 1
            return Position(line: line, column: column, cell: column)
        }
        let before = String(decoding: bytes[start..<offset], as: UTF8.self)
        return Position(
            line: line, column: before.count + 1, cell: DisplayWidth.of(before) + 1)
    }

    /// Finds the line, from 1, that holds a byte offset.
    public func lineNumber(of offset: Int) -> Int {
        survey.line(containing: min(max(offset, 0), bytes.count), in: bytes)
    }

    /// Returns the text of a line, from 1, without its line end; an unknown line is empty.
    public func line(_ number: Int) -> String {
        String(decoding: bytes[lineRange(number)], as: UTF8.self)
    }

    /// Finds the bytes of a line, from 1, without its line end.
    public func lineRange(_ number: Int) -> Range<Int> {
        guard number >= 1, number <= lineCount else { return bytes.count..<bytes.count }
        let start = survey.start(ofLine: number, in: bytes)
        var end = survey.end(ofLine: number, from: start, in: bytes)
        if end > start, bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
        return start..<end
    }

    /// Returns the text of a span, clipped to the source.
    public func text(of span: Span) -> String {
        String(decoding: bytes[span.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }
}
