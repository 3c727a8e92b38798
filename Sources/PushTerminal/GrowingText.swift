/// The string of a text that mostly grows at its end, of which only what is new is converted.
///
/// A paste without brackets asks after each of its lines whether the entry is whole.
struct GrowingText {
    private var points: [UInt32] = []
    private var text = ""
    /// The code points that were converted since the start.
    private(set) var converted = 0

    /// The string of a text.
    mutating func string(of buffer: UnsafeBufferPointer<UInt32>) -> String {
        let isLonger =
            buffer.count >= points.count && points.elementsEqual(buffer.prefix(points.count))
        if !isLonger { (points, text) = ([], "") }
        let fresh = buffer[points.count...]
        converted += fresh.count
        text += UTF32Text.string(fresh)
        points += fresh
        return text
    }
}
