/// The screen as the editor wants it: rows of bytes ready for the terminal, and the cursor.
struct ScreenFrame: Equatable {
    /// One row of the screen.
    struct Row: Equatable {
        var bytes: [UInt8]
        /// Whether the row reaches the last column, where terminals hold the cursor back.
        var isFull: Bool
        /// Whether the next row continues the same line.
        var wraps: Bool
    }

    var rows: [Row]
    var cursorRow: Int
    var cursorColumn: Int
}

/// Draws an entry's visible rows as a frame.
struct FrameBuilder {
    var prompt: StyledPoints
    var continuation: StyledPoints
    var text: UnsafeBufferPointer<UInt32>
    /// The styles of the text, one per code point; missing ones are plain.
    var styles: [TextStyle]
    var columns: Int
    var colours: Bool
    /// Whether the background is light.
    var isLight = false
    var joined = JoinedCells()

    /// Draws the rows of a layout, and a suggestion after the last one.
    func frame(_ layout: ScreenLayout, visible: Range<Int>, ghost: StyledPoints) -> ScreenFrame {
        var rows: [ScreenFrame.Row] = []
        rows.reserveCapacity(visible.count)
        for index in visible {
            let row = layout.rows[index]
            let isLast = index == layout.rows.count - 1
            var pen = StyledPen(colours: colours, isLight: isLight)
            if row.opensLine { draw(continuation, with: &pen) }
            drawText(row, with: &pen)
            if isLast { draw(ghost, with: &pen, from: row.cells) }
            var cells = row.cells + (isLast ? ghost.cells : 0)
            if row.wraps, cells < columns, !isLast, isSpelt(layout.rows[index + 1].start) {
                pen.fill(columns - cells)
                cells = columns
            }
            rows.append(
                ScreenFrame.Row(
                    bytes: pen.finish(), isFull: cells >= columns,
                    wraps: row.wraps && index + 1 < visible.upperBound))
        }
        return ScreenFrame(
            rows: rows, cursorRow: layout.cursorRow - visible.lowerBound,
            cursorColumn: layout.cursorColumn)
    }

    /// Whether the row that begins here begins with something the terminal would not wrap to it by
    /// itself: a code point drawn as several characters, or one that the next makes wider.
    private func isSpelt(_ index: Int) -> Bool {
        let inText = index - prompt.points.count
        let point =
            inText < 0 ? prompt.points[index] : inText < text.count ? text[inText] : 0x20
        if CellWidth.isSpelt(point) { return true }
        return point >= 0xA0 && CellWidth.of(point, column: 0, columns: columns) == 1
            && cells(at: index, column: 0) == 2
    }

    /// The cells of a code point of the prompt or, after it, of the text.
    private func cells(at index: Int, column: Int) -> Int {
        let inText = index - prompt.points.count
        guard inText < 0 else {
            return CellWidth.of(text, at: inText, column: column, columns: columns, joined)
        }
        return prompt.points.withUnsafeBufferPointer {
            CellWidth.of($0, at: index, column: column, columns: columns, joined)
        }
    }

    private func drawText(_ row: ScreenLayout.Row, with pen: inout StyledPen) {
        let promptCount = prompt.points.count
        var column = row.opensLine ? continuation.cells : 0
        for index in row.start..<row.end {
            let inText = index - promptCount
            let point = inText < 0 ? prompt.points[index] : text[inText]
            let style: TextStyle =
                inText < 0 ? prompt.styles[index] : inText < styles.count ? styles[inText] : .plain
            let cells = cells(at: index, column: column)
            pen.draw(point, style, cells: cells)
            column += cells
        }
    }

    private func draw(_ piece: StyledPoints, with pen: inout StyledPen, from start: Int = 0) {
        var column = start
        for index in piece.points.indices {
            let cells = CellWidth.of(piece.points[index], column: column, columns: columns)
            pen.draw(piece.points[index], piece.styles[index], cells: cells)
            column += cells
        }
    }

    /// Draws a line of styled text as a row of its own, cut to the width.
    static func row(
        _ text: StyledText, columns: Int, colours: Bool, isLight: Bool = false
    ) -> ScreenFrame.Row {
        let piece = StyledPoints(text, columns: columns)
        var pen = StyledPen(colours: colours, isLight: isLight)
        var column = 0
        for index in piece.points.indices {
            let cells = CellWidth.of(piece.points[index], column: column, columns: columns)
            pen.draw(piece.points[index], piece.styles[index], cells: cells)
            column += cells
        }
        return ScreenFrame.Row(bytes: pen.finish(), isFull: column >= columns, wraps: false)
    }
}

/// Writes code points with their styles, changing the rendition only if the style changes.
struct StyledPen {
    private var bytes: [UInt8] = []
    private var current = TextStyle.plain
    private let colours: Bool
    private let isLight: Bool

    init(colours: Bool, isLight: Bool = false) {
        self.colours = colours
        self.isLight = isLight
    }

    @inline(__always)
    mutating func draw(_ point: UInt32, _ style: TextStyle, cells: Int) {
        if style != current { change(to: style) }
        CellWidth.draw(point, cells: cells, to: &bytes)
    }

    /// Fills cells that stay empty.
    mutating func fill(_ cells: Int) {
        change(to: .plain)
        bytes.append(contentsOf: repeatElement(0x20, count: cells))
    }

    private mutating func change(to style: TextStyle) {
        let wanted = colours || style.survivesWithoutColour ? style : .plain
        guard wanted != current else { return }
        if current != .plain { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
        if wanted != .plain {
            bytes.append(contentsOf: "\u{1B}[".utf8)
            let parameters =
                colours && isLight ? wanted.parametersOnLight : wanted.parameters
            parameters.withUTF8Buffer { bytes.append(contentsOf: $0) }
            bytes.append(UInt8(ascii: "m"))
        }
        current = wanted
    }

    /// Returns to plain and returns the bytes.
    mutating func finish() -> [UInt8] {
        change(to: .plain)
        return bytes
    }
}
