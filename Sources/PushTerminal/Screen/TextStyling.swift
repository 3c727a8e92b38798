/// The assistant's highlighting and suggestion for the last text, so that each is computed once.
struct TextStyling {
    /// The longest text, in code points, that is highlighted and completed by suggestion.
    static let limit = 16384

    private var points: [UInt32]?
    private(set) var styles: [TextStyle] = []
    private(set) var ghost: String?

    /// Updates the styles for a text.
    mutating func update(_ text: UnsafeBufferPointer<UInt32>, with reader: any LineReader) {
        if let points, points.count == text.count, points.elementsEqual(text) { return }
        guard text.count <= TextStyling.limit else {
            (points, styles, ghost) = (nil, [], nil)
            return
        }
        points = Array(text)
        let string = UTF32Text.string(text)
        styles = Self.spread(reader.highlight(string), over: text)
        ghost = text.isEmpty ? nil : reader.suggestion(for: string).flatMap(Self.firstLine)
    }

    /// Forgets the text, because the assistant may now answer differently.
    mutating func forget() {
        points = nil
    }

    private static func firstLine(_ suggestion: String) -> String? {
        let line = suggestion.unicodeScalars.prefix { $0 != "\n" }
        return line.isEmpty ? nil : String(line)
    }

    /// Turns runs of UTF-8 offsets into a style per code point.
    private static func spread(
        _ runs: [HighlightRun], over text: UnsafeBufferPointer<UInt32>
    ) -> [TextStyle] {
        var styles = [TextStyle](repeating: .plain, count: text.count)
        var offset = 0
        var run = runs.startIndex
        for index in text.indices {
            while run < runs.endIndex && runs[run].range.upperBound <= offset { run += 1 }
            guard run < runs.endIndex else { break }
            if runs[run].range.contains(offset) { styles[index] = runs[run].style }
            offset += UTF32Text.length(text[index])
        }
        return styles
    }
}
