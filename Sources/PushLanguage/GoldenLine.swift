import PushText

/// A line that the preceding statement must print.
public struct GoldenLine: Equatable, Sendable {
    /// The stream that must carry the line.
    public enum Stream: Equatable, Sendable {
        /// Standard output, `| text`.
        case stdout
        /// Standard error, `|2 text`.
        case stderr
    }

    /// The stream that must carry the line.
    public let stream: Stream
    /// Whether the line is `|...`, which matches any number of lines.
    public let isEllipsis: Bool
    /// The expected text, after the bar and one space.
    public let textSpan: Span
    /// From the bar to the end of the line, without the line end.
    public let span: Span
    /// The blanks before the bar, which bless keeps.
    public let indentation: Span

    /// Reads the golden line whose bar is at `bar` and whose text ends at `end`.
    init(bar: Int, end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var start = bar
        while start > 0, Byte.isBlank(bytes[start - 1]) { start -= 1 }
        indentation = Span(start..<bar)
        span = Span(bar..<end)
        var index = bar + 1
        let isError = index < end && bytes[index] == Byte.two
        stream = isError ? .stderr : .stdout
        if isError { index += 1 }
        isEllipsis = Self.isEllipsis(bytes, index, end)
        if index < end, bytes[index] == Byte.space { index += 1 }
        textSpan = Span(index..<end)
    }

    /// Whether the bytes from `index` on are `...` and blanks.
    static func isEllipsis(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ end: Int) -> Bool {
        guard end - index >= 3 else { return false }
        for dot in index..<index + 3 where bytes[dot] != Byte.dot { return false }
        for blank in index + 3..<end where !Byte.isBlank(bytes[blank]) { return false }
        return true
    }
}
