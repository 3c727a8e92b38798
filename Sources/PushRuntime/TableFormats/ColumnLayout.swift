import PushText

/// The columns of a table, a box or a Markdown table: widths, lines and rows.
struct ColumnLayout {
    private let mode: String
    private let names: [String]
    /// In cells, by the names and the rows that the layout was made from; later rows may exceed
    /// them.
    private let widths: [Int]
    private let isNumeric: [Bool]

    init(mode: String, names: [String], rows: [[String]], isNumeric: [Bool]) {
        self.mode = mode
        self.names = names
        self.isNumeric = isNumeric
        var widths = names.map(DisplayWidth.of)
        for row in rows {
            for (index, cell) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], DisplayWidth.of(cell))
            }
        }
        if mode == "markdown" { widths = widths.map { max($0, 3) } }
        self.widths = widths
    }

    /// The lines before the rows.
    func header() -> [String] {
        switch mode {
        case "box":
            return [rule("┌", "┬", "┐"), line(names, "│"), rule("├", "┼", "┤")]
        case "markdown":
            let dashes = zip(widths, isNumeric).map { width, isNumeric in
                String(repeating: "-", count: width - (isNumeric ? 1 : 0))
                    + (isNumeric ? ":" : "")
            }
            return [line(names, "|"), "| " + dashes.joined(separator: " | ") + " |"]
        default:
            let dashes = widths.map { String(repeating: "-", count: $0) }
            return [plain(names), dashes.joined(separator: "  ")]
        }
    }

    /// One row.
    func row(_ cells: [String]) -> String {
        switch mode {
        case "box": line(cells, "│")
        case "markdown": line(cells.map(Self.markdown), "|")
        default: plain(cells)
        }
    }

    /// The line after the rows; nil if the form has none.
    func footer() -> String? {
        mode == "box" ? rule("└", "┴", "┘") : nil
    }

    private func rule(_ left: String, _ middle: String, _ right: String) -> String {
        left
            + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle)
            + right
    }

    private func line(_ cells: [String], _ bar: String) -> String {
        bar + " " + padded(cells).joined(separator: " \(bar) ") + " " + bar
    }

    private func plain(_ cells: [String]) -> String {
        let text = padded(cells).joined(separator: "  ")
        return String(Substring(text.utf8.trimmingEnd { $0 == Ascii.space }))
    }

    private func padded(_ cells: [String]) -> [String] {
        cells.enumerated().map { index, cell in
            guard index < widths.count else { return cell }
            let pad = String(
                repeating: " ", count: max(0, widths[index] - DisplayWidth.of(cell)))
            return isNumeric[index] ? pad + cell : cell + pad
        }
    }

    private static func markdown(_ cell: String) -> String {
        cell.replacing(byte: UInt8(ascii: "|"), with: "\\|")
    }
}
