/// Brings the terminal from one frame to the next, rewriting from the first row that differs.
///
/// Continued rows are left to the terminal's own wrapping, so that it can reflow them when it is
/// resized and copies them as one line. All movement is relative: the frame's place on the screen
/// is never known.
struct ScreenPainter {
    private var shown: ScreenFrame?
    private var output: [UInt8] = []
    /// The row of the frame with the terminal's cursor while bytes are assembled.
    private var at = 0

    /// Takes the bytes assembled since the last call.
    mutating func takeOutput() -> [UInt8] {
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    /// Appends bytes as they are; the frame must have been erased or left.
    mutating func put(_ text: String) {
        output.append(contentsOf: text.utf8)
    }

    /// Shows a frame in place of the one before, or below what other programs wrote.
    mutating func show(_ frame: ScreenFrame) {
        let old = shown?.rows ?? []
        if shown == nil { put("\r") }
        at = shown?.cursorRow ?? 0
        var first = 0
        while first < min(old.count, frame.rows.count) && old[first] == frame.rows[first] {
            first += 1
        }
        if first < frame.rows.count { rewrite(frame.rows, from: first, over: old.count) }
        if old.count > frame.rows.count { clear(from: frame.rows.count, to: old.count) }
        move(to: frame.cursorRow)
        put("\r")
        if frame.cursorColumn > 0 { put("\u{1B}[\(frame.cursorColumn)C") }
        shown = frame
    }

    private mutating func rewrite(_ rows: [ScreenFrame.Row], from first: Int, over count: Int) {
        if first > 0 && first >= count {
            move(to: count - 1)
            put("\r\n")
            at = first
        } else {
            move(to: first)
            put("\r")
        }
        for index in first..<rows.count {
            let row = rows[index]
            output.append(contentsOf: row.bytes)
            // At the last column the cursor is held back, and an erasure would take the last cell.
            if !row.isFull { put("\u{1B}[K") }
            guard index + 1 < rows.count else { break }
            if row.wraps {
                if rows[index + 1].bytes.isEmpty { put(" \r") }
            } else {
                put("\r\n")
            }
            at = index + 1
        }
    }

    private mutating func clear(from first: Int, to end: Int) {
        move(to: first - 1)
        for _ in first..<end { put("\r\n\u{1B}[K") }
        at = end - 1
    }

    private mutating func move(to row: Int) {
        if row < at { put("\u{1B}[\(at - row)A") }
        if row > at { put("\u{1B}[\(row - at)B") }
        at = row
    }

    /// Leaves the frame on the screen and goes to a new line below it.
    mutating func leave() {
        guard let frame = shown else { return }
        at = frame.cursorRow
        move(to: frame.rows.count - 1)
        put("\r\n")
        shown = nil
    }

    /// Erases the frame; the cursor is then where it began.
    ///
    /// After a change of width the terminal may have reflowed the rows: `cursorRow` is then the
    /// cursor's current row.
    mutating func erase(cursorRow: Int? = nil) {
        guard let frame = shown else { return }
        at = cursorRow ?? frame.cursorRow
        move(to: 0)
        // Erasing everything from the first cell of the screen would make tmux keep it in its
        // history, so the first row is erased separately.
        put("\r\u{1B}[K\u{1B}7\u{1B}[B\u{1B}[J\u{1B}8")
        shown = nil
    }

    /// Keeps everything above the cursor, erases the rest, and goes to a fresh line.
    mutating func abandon() {
        put("\u{1B}[J\r\n")
        shown = nil
    }

    /// Forgets the frame, because something else has been drawn over it.
    mutating func forget() {
        shown = nil
    }

    /// Clears the whole screen.
    mutating func clearScreen() {
        put("\u{1B}[H\u{1B}[2J")
        shown = nil
    }
}
