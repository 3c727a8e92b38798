extension DisplayWidth {
    /// Fills a text with blanks on the right up to a number of cells; longer text stays as it is.
    public static func padded(_ text: String, to cells: Int) -> String {
        text + String(repeating: Ascii.space, count: cells - of(text))
    }

    /// Cuts a text that is wider than a number of cells, and marks the cut.
    ///
    /// The result never exceeds `cells`; if not even the mark fits, it is empty.
    public static func truncated(_ text: String, to cells: Int) -> String {
        if text.utf8.count <= cells || of(text) <= cells { return text }
        let mark = "…"
        let room = cells - of(mark)
        guard room >= 0 else { return "" }
        var kept = ""
        var width = 0
        for character in text {
            let next = of(character)
            if width + next > room { break }
            width += next
            kept.append(character)
        }
        return kept + mark
    }

    /// Breaks a text into lines of at most a number of cells.
    ///
    /// Lines break at blanks and between Japanese characters, but no line starts with a closing
    /// mark such as `。` or ends with an opening one such as `「`, unless nothing else is possible.
    /// With `keepsCommands`, what stands in back-quotes is to be copied, and stays on one line if
    /// it fits into one.
    public static func wrapped(
        _ text: String, to cells: Int, keepsCommands: Bool = false
    ) -> [String] {
        // Most table cells are short words, which stay as they are.
        if let width = asciiWidth(text), width <= cells, text.utf8.last != Ascii.space {
            return [text]
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var wrap = LineWrap(limit: max(1, cells), keepsCommands: keepsCommands)
            for character in paragraph { wrap.add(character) }
            return wrap.finished()
        }
    }
}

/// Fills one line after the other, remembering the last place where a line may break.
private struct LineWrap {
    private static let noStart = Set(
        "、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝〉》」』】〕ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥,.;:?!)]}")
    /// Opening brackets, which may not be the last of a line.
    private static let noEnd = Set("（［｛〈《「『【〔([{")

    private let limit: Int
    /// Text between back-quotes is broken only if it does not fit a line by itself.
    private let keepsCommands: Bool
    private var isCommand = false
    private var lines: [String] = []
    private var line: [Character] = []
    /// The cells of the line so far.
    private var width = 0
    /// The number of the line's characters before the last place where it may break.
    private var breakable: Int?
    /// The same, for a command that is too long for any line.
    private var breakableInCommand: Int?

    init(limit: Int, keepsCommands: Bool) {
        self.limit = limit
        self.keepsCommands = keepsCommands
    }

    mutating func add(_ character: Character) {
        let next = DisplayWidth.of(character)
        if let last = line.last, mayBreak(last, character) {
            if isCommand { breakableInCommand = line.count } else { breakable = line.count }
        }
        if keepsCommands, character == "`" { isCommand.toggle() }
        while width + next > limit, !line.isEmpty {
            if character == " ", !isCommand || breakable == nil {
                flush(upTo: line.count)
                return
            }
            flush(upTo: breakable ?? breakableInCommand ?? line.count)
        }
        if character == " ", line.isEmpty, !lines.isEmpty { return }
        line.append(character)
        width += next
    }

    mutating func finished() -> [String] {
        if !line.isEmpty || lines.isEmpty { lines.append(trimmed(line[...])) }
        return lines
    }

    /// A line may end behind a blank, and on either side of a wide character, unless the rules for
    /// Japanese brackets and punctuation forbid it.
    private func mayBreak(_ last: Character, _ next: Character) -> Bool {
        if last == " " { return next != " " }
        if next == " " { return false }
        guard DisplayWidth.of(last) == 2 || DisplayWidth.of(next) == 2 else { return false }
        return !Self.noStart.contains(next) && !Self.noEnd.contains(last)
    }

    /// Moves the first characters to a line of their own; blanks at the start of the rest are
    /// dropped.
    private mutating func flush(upTo count: Int) {
        lines.append(trimmed(line[..<count]))
        line.removeFirst(count)
        while line.first == " " { line.removeFirst() }
        width = line.reduce(0) { $0 + DisplayWidth.of($1) }
        breakableInCommand = breakableInCommand.flatMap { $0 > count ? $0 - count : nil }
        breakable = nil
    }

    private func trimmed(_ characters: ArraySlice<Character>) -> String {
        var rest = characters
        while rest.count > 1, rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
