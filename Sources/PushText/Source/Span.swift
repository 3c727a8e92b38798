/// A half-open range of byte offsets into one `Source`.
public struct Span: Equatable, Sendable {
    /// The offset of the first byte.
    public var start: UInt32
    /// The offset after the last byte.
    public var end: UInt32

    /// Makes the span of the bytes from `start` up to, not including, `end`.
    public init(start: UInt32, end: UInt32) {
        self.start = start
        self.end = end
    }

    /// Makes the span of a range of array indices.
    public init(_ range: Range<Int>) {
        self.init(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
    }

    /// The span as a range of array indices.
    public var range: Range<Int> { Int(start)..<Int(max(start, end)) }

    /// Whether the span covers no byte.
    public var isEmpty: Bool { end <= start }
}
