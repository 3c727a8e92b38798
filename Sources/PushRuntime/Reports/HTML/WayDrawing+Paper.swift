/// A drawing for paper, which cannot be scrolled: wider ones are broken into rows.
extension WayDrawing {
    /// The width at which a row next to the lanes' names fits an upright A4 or Letter page with
    /// usual margins.
    private static let rowWidth = 560

    /// The rows of a drawing, shown on paper only; empty if it fits into one.
    ///
    /// They draw the marks again by reference, so that the page grows by a line for each row.
    func sheets(of width: Int) -> String {
        guard width > Self.rowWidth else { return "" }
        let height = Self.fullHeight
        var text = "<div class=\"sheets\" hidden>\n"
        for row in rows(of: width) {
            let whole = Self.laneWidth + row.count
            text += "<svg width=\"\(whole)\" height=\"\(height)\" "
            text += "viewBox=\"0 0 \(whole) \(height)\" font-family=\"system-ui, sans-serif\" "
            text += "font-size=\"12\" aria-hidden=\"true\"><use href=\"#lanes\"/>"
            text += "<svg x=\"\(Self.laneWidth)\" width=\"\(row.count)\" height=\"\(height)\" "
            text += "viewBox=\"\(row.lowerBound) 0 \(row.count) \(height)\" "
            text += "aria-hidden=\"true\">"
            text += "<use href=\"#w\(test)\"/></svg></svg>\n"
        }
        return text + "</div>\n"
    }

    /// The stretches of the drawing: each begins with a step where one is near, since a mark that
    /// is cut through is hard to read.
    private func rows(of width: Int) -> [Range<Int>] {
        /// The room for what a step draws to the left of its place.
        let margin = 8
        var rows: [Range<Int>] = []
        var start = 0
        while width - start > Self.rowWidth {
            let limit = start + Self.rowWidth
            let step = heads.last {
                $0.x - margin > start && $0.x - margin <= limit && mayEndRow(at: $0.x - margin)
            }
            let end = step.map { $0.x - margin } ?? limit
            rows.append(start..<end)
            start = end
        }
        rows.append(start..<width)
        return rows
    }
}
