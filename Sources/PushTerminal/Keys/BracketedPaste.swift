/// A paste between the terminal's brackets, which is text and never keys.
struct BracketedPaste {
    /// The maximum length of a paste in code points.
    static let limit = 16 << 20
    /// The pause, in milliseconds, that ends a paste whose closing bracket is lost.
    static let patience: Int32 = 2000

    private static let closing: [UInt32] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private(set) var points: [UInt32] = []
    private var afterReturn = false

    /// Takes the next code point; true when it completes the closing bracket.
    mutating func take(_ point: UInt32) -> Bool {
        let isSecondOfPair = afterReturn && point == 0x0A
        afterReturn = point == 0x0D
        if isSecondOfPair || point == 0 { return false }
        points.append(point == 0x0D ? 0x0A : point)
        guard point == 0x7E && points.count >= 6 else { return points.count >= Self.limit }
        guard points[(points.count - 6)...].elementsEqual(Self.closing) else { return false }
        points.removeLast(6)
        return true
    }

    /// Returns the text, composed.
    func text() -> [UInt32] {
        var text = points
        Composition.normalise(&text)
        return text
    }
}
