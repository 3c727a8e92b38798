import PushText

/// Lines of at most a number of terminal cells: headings, paragraphs and rows of two columns.
///
/// Widths are those of the terminal, by which an ideograph takes two cells. A no-break space within
/// a text keeps a form such as `[--ttl SECONDS]` on one line, and is printed as a blank.
///
/// Only `heading` and `literal` may exceed the width: a heading is short, and a script that is
/// wrapped could not be typed again.
struct Columns {
    /// The margin of rows and of literal lines.
    private static let indent = "  "
    /// The widest head that still has its text on the same line.
    private static let widestHead = 30
    /// The narrowest column of text; on narrower pages it goes below its head.
    private static let narrowestText = 20

    /// The most cells of a line; words that are longer stay whole.
    let width: Int
    /// The lines so far, without newlines.
    private var lines: [String] = []

    /// The width is in cells, and at least 40 in all pages of `help`; below that rows leave hardly
    /// any room for their texts.
    init(width: Int) { self.width = width }

    /// Everything so far, with a newline at the end.
    ///
    /// Empty lines at the end are dropped, so that a page may close each part with `blank` without
    /// asking what follows.
    var text: String {
        var kept = lines[...]
        while kept.last == "" { kept.removeLast() }
        return kept.joined(separator: "\n") + "\n"
    }

    /// Whether nothing is on the page.
    ///
    /// Parts that may come first ask before they add an empty line above themselves.
    var isEmpty: Bool { lines.isEmpty }

    /// Adds a heading, which is never wrapped.
    mutating func heading(_ text: String) { lines.append(text) }

    /// Adds an empty line, unless there is one already.
    mutating func blank() { if lines.last != "" { lines.append("") } }

    /// Adds the paragraphs of a text, wrapped, with empty lines in between.
    mutating func paragraph(_ text: String) {
        for (index, paragraph) in Prose.split(text).enumerated() {
            if index > 0 { blank() }
            lines += DisplayWidth.wrapped(paragraph, to: width, keepsCommands: true)
        }
    }

    /// Returns a text in which no line break occurs.
    ///
    /// The blanks become no-break spaces, which `line` turns back after it has wrapped the text;
    /// `row` and `paragraph` would print them as they are.
    static func whole(_ text: String) -> String {
        String(text.map { $0 == " " ? "\u{A0}" : $0 })
    }

    /// Adds one line; what does not fit continues below it, indented.
    ///
    /// `hanging` is the indent, in cells, of every line but the first.
    mutating func line(_ text: String, hanging: Int = 0) {
        let parts = DisplayWidth.wrapped(text, to: width)
        guard parts.count > 1, let first = parts.first else {
            lines.append(Self.parted(text))
            return
        }
        let rest = text.dropFirst(first.count).drop { $0 == " " }
        let margin = String(repeating: " ", count: hanging)
        lines.append(Self.parted(first))
        lines += DisplayWidth.wrapped(String(rest), to: width - hanging).map {
            margin + Self.parted($0)
        }
    }

    /// Returns a line with blanks in place of the no-break spaces.
    private static func parted(_ text: String) -> String {
        String(text.map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// Adds a head and its text; the texts of rows with an equal `head` are aligned.
    ///
    /// A head that is too wide has a line of its own.
    ///
    /// `head` is the width of the widest head of the list, in cells; beyond `widestHead` it does
    /// not move the texts any further to the right.
    mutating func row(_ name: String, _ text: String, head: Int) {
        let beside = Self.indent.utf8.count + min(head, Self.widestHead) + 2
        // On a narrow screen the text goes below its head rather than into a sliver next to it.
        let column = width - beside < Self.narrowestText ? Self.indent.utf8.count * 3 : beside
        let margin = String(repeating: " ", count: column)
        let parts = DisplayWidth.wrapped(
            text, to: max(1, width - column), keepsCommands: true)
        var rest = parts[...]
        let start = Self.indent + name
        if DisplayWidth.of(start) + 2 <= column, let first = rest.popFirst() {
            lines.append(DisplayWidth.padded(start, to: column) + first)
        } else {
            lines.append(start)
        }
        lines += rest.map { margin + $0 }
    }

    /// Adds lines as they are, indented.
    mutating func literal(_ text: String) {
        lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : Self.indent + $0
        }
    }
}
