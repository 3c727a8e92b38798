import PushText

/// A sentence of a command's output, fitted to a terminal that is narrower than it.
///
/// A terminal would break the line within words and below its label. Here the text after the label
/// is wrapped between words, and continues below itself.
enum FittedLine {
    /// The fewest cells to break text into; if fewer are left, the terminal breaks the line.
    private static let narrowest = 16

    /// Breaks a line into rows of at most `width` cells.
    ///
    /// Text must stay whole when it is copied: a token or an address that does not fit gets its own
    /// row, and the terminal wraps it, which it copies as one line.
    static func rows(_ line: String, width: Int) -> [String] {
        guard DisplayWidth.of(line) > width, let indent = indent(of: line) else { return [line] }
        if indent == chainColumn, width - indent < narrowest { return chain(line, width: width) }
        let room = width - indent
        guard room >= narrowest else { return [line] }
        // A label is ASCII, so its characters are its bytes.
        let head = line.prefix(indent)
        let text = line.dropFirst(indent)
        let margin = String(repeating: " ", count: indent)
        return broken(text, to: room)
            .enumerated().map { ($0 == 0 ? String(head) : margin) + $1 }
    }

    /// Breaks a text between words; a word that is too long gets its own row.
    private static func broken(_ text: Substring, to room: Int) -> [String] {
        guard hasLongWord(text, room) else { return wrapped(String(text), room) }
        var rows: [String] = []
        var words: [Substring] = []
        func close() {
            if words.isEmpty { return }
            rows += wrapped(words.joined(separator: " "), room)
            words = []
        }
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if hasLongWord(word, room) {
                close()
                rows.append(String(word))
            } else {
                words.append(word)
            }
        }
        close()
        return rows
    }

    private static func wrapped(_ text: String, _ room: Int) -> [String] {
        DisplayWidth.wrapped(text, to: room, keepsCommands: true)
    }

    /// A link of `why` without room for its third column: the finding goes below the link.
    private static func chain(_ line: String, width: Int) -> [String] {
        let indent = width - chainMargin >= narrowest ? chainMargin : 2
        let head = line.prefix(chainColumn)
        let (status, stage) = (head.prefix(chainMargin), head.dropFirst(chainMargin))
        let name = stage.split(separator: " ").joined(separator: " ")
        var rows = [String(status) + name]
        if DisplayWidth.of(rows[0]) > width {
            rows = [status.split(separator: " ").joined(separator: " "), "  " + name]
        }
        let margin = String(repeating: " ", count: indent)
        let found = line.dropFirst(chainColumn)
        let room = max(1, width - indent)
        return rows + broken(found, to: room).map { margin + $0 }
    }

    /// Whether a token or an address is too long to stay on one row.
    private static func hasLongWord(_ text: Substring, _ room: Int) -> Bool {
        text.split(separator: " ").contains { word in
            word.utf8.count > room && word.utf8.allSatisfy { $0 < 0x80 }
        }
    }

    /// The cell at which the second column of a link of `why` begins.
    private static let chainMargin = 8

    /// The columns in which text begins: after a fact's verb, a label of `status`, or a margin.
    private static let columns = [8, 10, 12]
    /// The cell at which a link of `why` states the finding.
    private static let chainColumn = 28

    /// The cell at which the text begins; 0 for a sentence without a label, nil for any other line.
    private static func indent(of line: String) -> Int? {
        if ["  ✓ ", "  ✗ ", "  · "].contains(where: line.hasPrefix) { return 4 }
        let bytes = Array(line.utf8.prefix(chainColumn + 1))
        if isLabel(bytes, chainColumn), bytes[chainColumn - 2] == UInt8(ascii: " ") {
            return chainColumn
        }
        if let column = columns.first(where: { isLabel(bytes, $0) }) { return column }
        return bytes.first.map { (97...122).contains($0 | 0x20) } == true ? 0 : nil
    }

    /// Whether there are only words and blanks before a column, and text begins in it.
    private static func isLabel(_ bytes: [UInt8], _ column: Int) -> Bool {
        let blank = UInt8(ascii: " ")
        guard bytes.count > column, bytes[column] != blank, bytes[column - 1] == blank else {
            return false
        }
        return bytes[..<column].allSatisfy { $0 == blank || (97...122).contains($0) }
    }
}
