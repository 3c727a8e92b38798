/// The texts that were killed, for ^Y and Alt-y.
///
/// Only the keys that kill add to it: text removed by undo, Delete, completion or composition stays
/// out.
struct KillRing {
    /// The maximum number of texts kept.
    static let limit = 60

    private var texts: [[UInt32]] = []
    private var position = 0

    /// The text that ^Y inserts.
    var current: [UInt32]? { texts.isEmpty ? nil : texts[position] }

    /// Keeps a text; one that was killed right after the last joins it, on the side where it was.
    mutating func keep(_ text: [UInt32], joining: Bool, atStart: Bool) {
        guard !text.isEmpty else { return }
        position = 0
        if joining, let last = texts.first {
            texts[0] = atStart ? text + last : last + text
        } else {
            texts.insert(text, at: 0)
            if texts.count > Self.limit { texts.removeLast() }
        }
    }

    /// Goes on to the text that was killed before, and returns it.
    mutating func older() -> [UInt32]? {
        guard !texts.isEmpty else { return nil }
        position = (position + 1) % texts.count
        return texts[position]
    }
}
