/// The cells that this terminal gives to emoji of several code points.
///
/// Terminals disagree: some draw a family, or a hand with a skin tone, as one character of two
/// cells, others draw each part. So the terminal is asked where its cursor is after samples.
struct JoinedCells: Equatable {
    /// Whether an emoji after U+200D shares the cells of the one before it.
    var joinsFamilies = false
    /// Whether a skin tone shares the cells of the emoji before it.
    var joinsTones = false
    /// Whether U+FE0F gives a character of one cell a second one.
    var widensSigns = false

    /// One sample for each of the three.
    static let samples = ["👨‍👩‍👧", "👍🏽", "❤️"]

    /// Each part has the width that it has alone, as on old terminals.
    init() {}

    /// Reads the columns, from 0, of the cursor after each sample.
    init(columns: [Int]) {
        guard columns.count == Self.samples.count else { return }
        joinsFamilies = columns[0] == 2
        joinsTones = columns[1] == 2
        widensSigns = columns[2] == 2
    }

    /// Whether a code point may change the width of its neighbours.
    static func concerns(_ point: UInt32) -> Bool {
        point == 0x200D || point == 0xFE0F || (0x1F3FB...0x1F3FF).contains(point)
    }

    /// The cells of a code point next to its neighbours (0 for none); `own` are the cells that it
    /// takes alone.
    func cells(of point: UInt32, after previous: UInt32, before next: UInt32, own: Int) -> Int {
        guard Self.isSign(point) else { return own }
        if joinsFamilies, previous == 0x200D { return 0 }
        if joinsTones, (0x1F3FB...0x1F3FF).contains(point), Self.isSign(previous) { return 0 }
        return widensSigns && next == 0xFE0F ? 2 : own
    }

    private static func isSign(_ point: UInt32) -> Bool {
        switch point {
        case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x2190...0x2BFF, 0x1F000...0x1FAFF: true
        default: false
        }
    }
}

extension EditSession {
    /// Asks the terminal once, before the first emoji of several code points is drawn.
    func learnJoinedCells() {
        guard !knowsJoinedCells, tellsCursor else { return }
        let isConcerned =
            state.prompt.points.contains(where: JoinedCells.concerns)
            || withText { text, _ in text.contains(where: JoinedCells.concerns) }
        guard isConcerned else { return }
        knowsJoinedCells = true
        screen.painter.erase()
        for sample in JoinedCells.samples { screen.painter.put("\r\(sample)\u{1B}[6n") }
        screen.flush()
        let columns = JoinedCells.samples.compactMap { _ in
            tellsCursor ? readCursor()?.column : nil
        }
        joined = JoinedCells(columns: columns)
        screen.painter.put("\r\u{1B}[K")
    }
}
