import PushText

/// A box with rounded or square corners around lines of text, counted in terminal cells.
struct Frame {
    /// The cells of the whole box, including its sides.
    let width: Int
    private let isRounded: Bool
    /// The lines between the upper and the lower edge.
    private(set) var rows: [String] = []

    /// In cells, the edges included, and at least 8.
    init(width: Int, isRounded: Bool = true) {
        self.width = max(8, width)
        self.isRounded = isRounded
    }

    /// The cells between the sides and their margins.
    var inner: Int { width - 4 }

    /// Adds a line that fits; a mark such as bold does not count as width.
    mutating func add(_ text: String, mark: (String) -> String = { $0 }) {
        let blank = String(repeating: " ", count: max(0, inner - DisplayWidth.of(text)))
        rows.append("│ " + mark(text) + blank + " │")
    }

    /// Adds text that is broken into lines.
    mutating func addWrapped(_ text: String, mark: (String) -> String = { $0 }) {
        for line in DisplayWidth.wrapped(text, to: inner) { add(line, mark: mark) }
    }

    /// Adds a line with one text at each side; the left one is cut if both do not fit.
    mutating func add(_ left: String, right: String) {
        let right = DisplayWidth.truncated(right, to: inner)
        let space = inner - DisplayWidth.of(right) - (right.isEmpty ? 0 : 1)
        let left = DisplayWidth.truncated(left, to: max(0, space))
        let gap = inner - DisplayWidth.of(left) - DisplayWidth.of(right)
        add(left + String(repeating: " ", count: max(0, gap)) + right)
    }

    /// The box, from its upper edge to its lower one.
    var lines: [String] {
        let edge = String(repeating: "─", count: width - 2)
        let corners = isRounded ? ["╭", "╮", "╰", "╯"] : ["┌", "┐", "└", "┘"]
        return [corners[0] + edge + corners[1]] + rows + [corners[2] + edge + corners[3]]
    }
}
