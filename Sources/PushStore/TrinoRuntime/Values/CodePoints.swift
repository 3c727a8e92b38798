import PushText

/// Texts by their code points, which are what Trino counts.
enum CodePoints {
    /// Returns the number of code points of a text.
    static func count(_ text: String) -> Int {
        text.withBytes { bytes in bytes.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) } }
    }

    /// Returns the first code points of a text.
    static func prefix(_ text: String, _ count: Int) -> String {
        guard text.utf8.count > count else { return text }
        return String(text.unicodeScalars.prefix(count))
    }

    /// Returns the text of code points.
    static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
