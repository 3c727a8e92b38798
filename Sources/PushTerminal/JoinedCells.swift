/// The cells that this terminal gives to emoji of several code points.
///
/// Terminals disagree: some draw a family, or a hand with a skin tone, as one sign of two cells,
/// others draw each part of it. So a terminal is asked where its cursor stands behind samples.
struct JoinedCells: Equatable {
    /// Whether a sign behind U+200D is drawn into the cells of the one before it.
    var joinsFamilies = false
    /// Whether a skin tone is drawn into the cells of the sign before it.
    var joinsTones = false
    /// Whether U+FE0F gives a sign of one cell a second one.
    var widensSigns = false

    /// One text for each of the three.
    static let samples = ["👨‍👩‍👧", "👍🏽", "❤️"]

    /// Each part has the cells that it has alone, as on old terminals.
    init() {}

    /// Reads the columns, from 0, where the cursor stood behind each sample.
    init(columns: [Int]) {
        guard columns.count == Self.samples.count else { return }
        joinsFamilies = columns[0] == 2
        joinsTones = columns[1] == 2
        widensSigns = columns[2] == 2
    }

    /// Whether a code point may change the cells of those beside it.
    static func concerns(_ point: UInt32) -> Bool {
        point == 0x200D || point == 0xFE0F || (0x1F3FB...0x1F3FF).contains(point)
    }

    /// The cells of a code point beside its neighbours, of which 0 stands for none; `own` are those
    /// that it takes alone.
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
    /// Asks the terminal once, when the first emoji of several code points is to be drawn.
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
