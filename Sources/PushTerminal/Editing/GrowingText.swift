import Glibc

/// The string of a text that mostly grows at its end; only the new part is converted.
///
/// A paste without brackets asks after each line whether the entry is complete.
struct GrowingText {
    private var points: [UInt32] = []
    private var text = ""
    /// The number of code points converted since the start.
    private(set) var converted = 0

    /// Returns the string of a text.
    mutating func string(of buffer: UnsafeBufferPointer<UInt32>) -> String {
        if !goesOn(in: buffer) { (points, text) = ([], "") }
        let fresh = UnsafeBufferPointer(rebasing: buffer[points.count...])
        converted += fresh.count
        text += UTF32Text.string(fresh)
        points.append(contentsOf: fresh)
        return text
    }

    /// Whether a text begins with the previous one.
    ///
    /// Bytes are compared: in an unoptimised build, comparing elements takes longer than all the
    /// rest.
    private func goesOn(in buffer: UnsafeBufferPointer<UInt32>) -> Bool {
        points.withUnsafeBytes { old in
            let new = UnsafeRawBufferPointer(buffer)
            guard old.count > 0 else { return true }
            guard new.count >= old.count, let start = new.baseAddress,
                let oldStart = old.baseAddress
            else { return false }
            return memcmp(start, oldStart, old.count) == 0
        }
    }
}
