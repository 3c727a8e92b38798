/// A stretch of a text, as byte offsets; `end` is the first byte after it.
///
/// Offsets beyond 4 GiB are truncated: `JSONParser.sizeLimit` is far below, and wider offsets would
/// make a document of many small values half as large again.
public struct ByteSpan: Equatable, Sendable {
    private var first: UInt32
    private var afterLast: UInt32

    /// Creates the span from `start` up to, but not including, `end`.
    public init(start: Int, end: Int) {
        first = UInt32(clamping: start)
        afterLast = UInt32(clamping: end)
    }

    /// The offset of the first byte.
    public var start: Int {
        get { Int(first) }
        set { first = UInt32(clamping: newValue) }
    }

    /// The offset of the first byte after it.
    public var end: Int {
        get { Int(afterLast) }
        set { afterLast = UInt32(clamping: newValue) }
    }

    /// The number of bytes covered.
    public var count: Int { end - start }
}
