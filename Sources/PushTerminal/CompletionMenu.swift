/// The list of candidates below the entry, one page at a time.
struct CompletionMenu: Equatable {
    let candidates: [Completion.Candidate]
    /// The text for which the list was made; another TAB on it turns the page.
    let text: String
    private(set) var first = 0
    private var page = 1

    init(candidates: [Completion.Candidate], text: String) {
        self.candidates = candidates
        self.text = text
    }

    private var hasDescriptions: Bool {
        candidates.contains { !$0.description.isEmpty }
    }

    /// Turns the page; after the last one comes the first.
    mutating func turn() {
        first = first + page < candidates.count ? first + page : 0
    }

    /// Draws at most `height` rows of `columns` cells, the last of which counts what is not shown.
    mutating func rows(columns: Int, height: Int) -> [StyledText] {
        let rows = max(1, height)
        let widest = candidates.map { CellWidth.of($0.text) }.max() ?? 0
        let across = hasDescriptions ? 1 : max(1, (columns + 1) / (min(widest, columns) + 2))
        let fitsWhole = first == 0 && candidates.count <= rows * across
        page = max(1, (fitsWhole ? rows : rows - 1) * across)
        let shown = candidates[first..<min(first + page, candidates.count)]
        var lines =
            hasDescriptions
            ? shown.map { described($0, widest, columns) }
            : columned(Array(shown), across: across, cells: min(widest, columns))
        let hidden = candidates.count - shown.count
        if hidden > 0 && rows > 1 {
            let rest = candidates.count - first - shown.count
            let note = rest > 0 ? "… and \(rest) more (TAB shows them)" : "… (TAB shows the first)"
            lines.append(StyledText(note, .muted))
        }
        return lines
    }

    /// The cells that a description needs to say anything.
    private static let descriptionCells = 10

    /// A word and its meaning, which is cut where the row ends.
    private func described(
        _ candidate: Completion.Candidate, _ widest: Int, _ columns: Int
    ) -> StyledText {
        let fits = widest + 2 + Self.descriptionCells <= columns
        let cells = fits ? widest : min(widest, max(8, columns / 2))
        let own = CellWidth.of(candidate.text)
        let padding = max(0, cells - own) + 2
        let room = columns - own - padding
        return StyledText([
            .init(candidate.text, .strong), .init(String(repeating: " ", count: padding)),
            .init(room > 1 ? CellWidth.truncated(candidate.description, to: room) : "", .muted),
        ])
    }

    /// Fills columns downwards, as `ls` does.
    private func columned(
        _ shown: [Completion.Candidate], across: Int, cells: Int
    ) -> [StyledText] {
        let height = (shown.count + across - 1) / across
        return (0..<height).map { row in
            let line = stride(from: row, to: shown.count, by: height).map { index in
                let text = shown[index].text
                return text + String(repeating: " ", count: max(0, cells - CellWidth.of(text)) + 2)
            }
            return StyledText(line.joined(), .plain)
        }
    }
}
