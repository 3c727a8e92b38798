/// A stretch of a text, as byte offsets; `end` is the first byte after it.
public struct ByteSpan: Equatable, Sendable {
    /// The offset of the first byte.
    public var start: Int
    /// The offset of the first byte after it.
    public var end: Int

    /// Creates the span from `start` up to, and without, `end`.
    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// The number of bytes covered.
    public var count: Int { end - start }
}
