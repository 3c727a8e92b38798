/// The line of a source that a diagnostic shows, and where its carets go.
struct SourceExcerpt {
    /// The line, with control characters made visible; a long one is cut around the place.
    let text: String
    /// The margin before the first caret: blanks, and the line's own tabs.
    let margin: String
    let caretCount: Int

    init(_ source: Source, _ span: Span, maximumWidth: Int) {
        let number = source.lineNumber(of: Int(span.start))
        let line = source.lineRange(number)
        let start = min(max(Int(span.start), line.lowerBound), line.upperBound)
        let end = min(max(Int(span.end), start), line.upperBound)
        let secrets = SecretScanner.secrets(onLine: line, near: start..<end, of: source)
        let visible = { Self.visible(source.bytes, $0, without: secrets) }
        // Cutting far from the place first keeps a line of a megabyte cheap.
        let reach = maximumWidth * 4
        let first = Self.boundary(source.bytes, max(line.lowerBound, start - reach), in: line)
        let last = Self.boundary(
            source.bytes, min(line.upperBound, max(end, start) + reach), in: line)
        var before = visible(first..<start)
        var place = visible(start..<end)
        var after = visible(end..<last)
        var whole = before + place + after
        if DisplayWidth.of(whole) > maximumWidth {
            before = Self.lastCells(before, maximumWidth / 3)
            place = DisplayWidth.truncated(place, to: maximumWidth / 3)
            after = DisplayWidth.truncated(after, to: maximumWidth / 3)
            whole = before + place + after
        }
        text = whole
        margin =
            DisplayWidth.asciiWidth(before).map { String(repeating: Ascii.space, count: $0) }
            ?? String(before.flatMap(Self.blank))
        caretCount = max(1, DisplayWidth.of(place) + place.utf8.count { $0 == Ascii.tab })
    }

    /// The text of a place, with as many stars for a secret as it has cells.
    ///
    /// What is cut later, or drawn beside the text, may not change what is known as a secret.
    private static func visible(
        _ bytes: [UInt8], _ place: Range<Int>, without secrets: [SecretScanner.Secret]
    ) -> String {
        var text = ""
        var end = place.lowerBound
        for secret in secrets where secret.hidden.overlaps(place) {
            let hidden = secret.hidden.clamped(to: place)
            let cells = DisplayWidth.of(visible(bytes[hidden]))
            text += visible(bytes[end..<hidden.lowerBound]) + String(repeating: "*", count: cells)
            end = hidden.upperBound
        }
        return text + visible(bytes[end..<place.upperBound])
    }

    private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return VisibleText.escape(Array(bytes))
        }
        return VisibleText.escapeKeepingTabs(text)
    }

    private static func blank(_ character: Character) -> String {
        character == "\t"
            ? "\t" : String(repeating: " ", count: DisplayWidth.of(character))
    }

    /// Moves an offset back to the start of the character that contains it.
    private static func boundary(_ bytes: [UInt8], _ offset: Int, in line: Range<Int>) -> Int {
        var offset = offset
        while offset > line.lowerBound, offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 {
            offset -= 1
        }
        return offset
    }

    private static func lastCells(_ text: String, _ cells: Int) -> String {
        if DisplayWidth.of(text) <= cells { return text }
        var kept: [Character] = []
        var width = 1
        for character in text.reversed() {
            width += DisplayWidth.of(character)
            if width > cells { break }
            kept.append(character)
        }
        return "…" + String(kept.reversed())
    }
}
