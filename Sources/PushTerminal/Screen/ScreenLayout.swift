/// The place of each part of an entry on the screen: prompt, text, and a continuation prompt per
/// line.
///
/// Rows break as terminals break them: a wide character that does not fit moves whole to the next
/// row.
struct ScreenLayout: Equatable {
    /// One row: a range of indices that count through the prompt and then the text.
    struct Row: Equatable {
        var start: Int
        var end: Int
        /// The cells in use.
        var cells: Int
        /// Whether the row begins a line of the entry and so carries the continuation prompt.
        var opensLine: Bool
        /// Whether the next row continues the same line.
        var wraps: Bool
    }

    private(set) var rows: [Row] = []
    private(set) var cursorRow = 0
    private(set) var cursorColumn = 0
    private let columns: Int
    private let joined: JoinedCells
    private var row = Row(start: 0, end: 0, cells: 0, opensLine: false, wraps: false)

    /// Lays out a prompt and a text with the cursor before the code point `cursor` of the text.
    init(
        prompt: StyledPoints, continuation: StyledPoints, text: UnsafeBufferPointer<UInt32>,
        cursor: Int, columns: Int, joined: JoinedCells = JoinedCells()
    ) {
        self.columns = columns
        self.joined = joined
        prompt.points.withUnsafeBufferPointer { points in
            for index in points.indices { place(points, index, at: index) }
        }
        for index in text.indices {
            let point = text[index]
            let combined = prompt.points.count + index
            if point == 0x0A {
                if index == cursor { markCursor(at: combined) }
                close(at: combined, wraps: false)
                row = Row(
                    start: combined + 1, end: combined + 1, cells: continuation.cells,
                    opensLine: true, wraps: false)
            } else {
                place(text, index, at: combined, isCursor: index == cursor)
            }
        }
        let end = prompt.points.count + text.count
        if cursor >= text.count { markCursor(at: end) }
        close(at: end, wraps: false)
    }

    /// Whether the cursor is on its own row below text that fills the last one.
    var isBehindFullRow: Bool {
        guard rows.count > 1, cursorRow == rows.count - 1, cursorColumn == 0 else { return false }
        return rows[cursorRow].start == rows[cursorRow].end && rows[cursorRow - 1].wraps
    }

    /// The cursor's place after a terminal has reflowed these rows.
    ///
    /// A cursor after a full row keeps its own row, however much room the last row has now.
    func refilledPlace(wasBehindFullRow: Bool) -> CursorPlace {
        guard wasBehindFullRow else { return CursorPlace(row: cursorRow, column: cursorColumn) }
        return CursorPlace(row: isBehindFullRow ? rows.count - 1 : rows.count, column: 0)
    }

    @inline(__always)
    private mutating func place(
        _ text: UnsafeBufferPointer<UInt32>, _ place: Int, at index: Int, isCursor: Bool = false
    ) {
        var width = CellWidth.of(text, at: place, column: row.cells, columns: columns, joined)
        if width > 0 && row.cells + width > columns {
            wrap(at: index)
            width = CellWidth.of(text, at: place, column: 0, columns: columns, joined)
        }
        if isCursor {
            cursorRow = rows.count
            cursorColumn = min(row.cells, columns - 1)
        }
        row.cells += width
    }

    /// Puts the cursor where nothing is drawn: after the text, or at a newline.
    private mutating func markCursor(at index: Int) {
        if row.cells >= columns { wrap(at: index) }
        cursorRow = rows.count
        cursorColumn = row.cells
    }

    private mutating func wrap(at index: Int) {
        close(at: index, wraps: true)
        row = Row(start: index, end: index, cells: 0, opensLine: false, wraps: false)
    }

    private mutating func close(at index: Int, wraps: Bool) {
        row.end = index
        row.wraps = wraps
        rows.append(row)
    }
}
