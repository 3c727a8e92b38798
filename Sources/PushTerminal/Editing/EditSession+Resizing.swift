import Glibc

extension EditSession {
    /// The milliseconds within which a terminal reports its cursor position.
    private static let patience: Int64 = 250

    /// The milliseconds without another resize after which the size counts as settled.
    ///
    /// tmux changes its rows at once and tells the program up to 250 ms later.
    private static let settling: Int64 = 300

    /// Redraws from the row where the prompt is now.
    ///
    /// Some terminals reflow their rows when they are resized, others do not, and erasing from the
    /// wrong row would erase earlier output. So a terminal that is not known to do one or the other
    /// is asked for its cursor: if the answer fits neither, or none comes, the prompt begins on a
    /// fresh line.
    ///
    /// Anything drawn for a size that the terminal no longer has is wrapped in unknown places. A
    /// terminal that reflows shows the whole entry meanwhile, so nothing is drawn before the size
    /// has settled.
    func resize() {
        if refillsRows != false {
            waitFor(Self.settling, anewAfterSizes: true) { _ in nil as CursorPlace? }
        }
        let (oldRow, oldColumn) = withLayout { ($0.cursorRow, $0.cursorColumn) }
        let isWindowed = withLayout { $0.rows.count > screen.rows }
        let wasBehindFullRow = withLayout { $0.isBehindFullRow }
        var place: CursorPlace?
        repeat {
            screen.measure()
            place = refillsRows == nil ? askForCursor() : nil
        } while wasResized()
        // The terminal has reflowed the rows with the old prompt, not with the new one.
        let (refilled, count) = withLayout {
            ($0.refilledPlace(wasBehindFullRow: wasBehindFullRow), $0.rows.count)
        }
        preparePromptColumns()
        if isWindowed || count > screen.rows {
            screen.painter.clearScreen()
            return
        }
        let kept = CursorPlace(row: oldRow, column: min(oldColumn, screen.columns - 1))
        let above =
            refillsRows.map { $0 ? refilled.row : kept.row }
            ?? CursorPlace.rowsAbove(place, refilled: refilled, kept: kept)
        guard let above else {
            screen.painter.abandon()
            return
        }
        screen.painter.erase(cursorRow: above)
    }

    /// Whether the size changed again while the terminal was asked.
    private func wasResized() -> Bool {
        let (columns, rows) = TerminalCapabilities.size(screen.descriptor)
        return (columns, rows) != (screen.columns, screen.rows)
    }

    /// Asks the terminal where its cursor is, counted from 0.
    private func askForCursor() -> CursorPlace? {
        guard tellsCursor else { return nil }
        screen.painter.put("\u{1B}[6n")
        screen.flush()
        return readCursor()
    }

    /// Reads the terminal's answer about its cursor; nil if it does not answer.
    func readCursor() -> CursorPlace? {
        let place = waitFor(Self.patience) { CursorPlace.taken(from: &$0) }
        if place == nil, outcome == nil { tellsCursor = false }
        return place
    }

    /// Reads for so many milliseconds, or until an answer is found in the input; everything else
    /// that was typed is put back.
    @discardableResult
    private func waitFor<Answer>(
        _ patience: Int64, anewAfterSizes: Bool = false, _ find: (inout [UInt32]) -> Answer?
    ) -> Answer? {
        var others: [UInt32] = []
        var signals: [UInt8] = []
        defer {
            keys.pushBack(others)
            if !signals.isEmpty { TerminalScreen.write(signals, to: wakeUp.writeEnd) }
        }
        var end = Self.now() + patience
        while case let left = end - Self.now(), left > 0 {
            switch keys.next(timeout: Int32(left)) {
            case .key(let point):
                others.append(point)
                if let found = find(&others) { return found }
            // The caller compares sizes to notice another resize.
            case .signal(let number) where number == SIGWINCH:
                if anewAfterSizes { end = Self.now() + patience }
            case .signal(let number): signals.append(UInt8(truncatingIfNeeded: number))
            case .announcement: signals.append(0)
            case .timeout: return nil
            case .end:
                outcome = .endOfInput
                return nil
            }
        }
        return nil
    }

    /// Returns milliseconds that never go back.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The place of a cursor, counted from 0: on the terminal, or within the rows of an entry.
struct CursorPlace: Equatable {
    var row: Int
    var column: Int

    /// Removes the terminal's answer `ESC [ 12 ; 34 R` from the end of the input.
    static func taken(from points: inout [UInt32]) -> CursorPlace? {
        guard points.last == 0x52, let start = points.lastIndex(of: 0x1B),
            points.count > start + 2, points[start + 1] == 0x5B
        else { return nil }
        let fields = UTF32Text.string(points[(start + 2)...].dropLast())
            .split(separator: ";").map { Int($0) }
        guard fields.count == 2, let row = fields[0], let column = fields[1], row > 0, column > 0
        else { return nil }
        points.removeSubrange(start...)
        return CursorPlace(row: row - 1, column: column - 1)
    }

    /// Returns how many rows of the entry are above the cursor; nil if unknown.
    ///
    /// `told` is the terminal's report, `refilled` the cursor's place in the entry if the terminal
    /// has reflowed its rows.
    static func rowsAbove(
        _ told: CursorPlace?, refilled: CursorPlace, kept: CursorPlace
    ) -> Int? {
        guard let told else { return refilled.row == 0 && kept.row == 0 ? 0 : nil }
        // Of two readings that both fit, the one that erases less is used.
        let fitting = [refilled, kept].filter { $0.column == told.column }.map(\.row)
        return fitting.min().map { min($0, told.row) }
    }
}

extension TerminalCapabilities {
    /// Whether the terminal reflows its rows when it is resized; nil if unknown.
    static func refillsRows(environment: Environment) -> Bool? {
        let names = [
            "TMUX", "VTE_VERSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION",
            "TERM_PROGRAM",
        ]
        if names.contains(where: { environment($0)?.isEmpty == false }) { return true }
        let isOld = environment("STY") != nil || environment("XTERM_VERSION") != nil
        return isOld || environment("TERM") == "linux" ? false : nil
    }
}
