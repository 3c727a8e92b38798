/// The list of candidates below the entry, one page at a time, with a selection.
struct CompletionMenu: Equatable {
    let candidates: [Completion.Candidate]
    /// The entry for which the list was made.
    let base: EditUndo.State
    /// The code points before the cursor that a candidate replaces.
    let replaced: Int
    let appendSpace: Bool
    /// The candidate that is in the entry while the user walks through the list.
    private(set) var selected: Int?
    private(set) var first = 0
    private var page = 1
    /// The rows of a column; nil if each candidate has a row of its own.
    private var columnHeight: Int?

    init(
        candidates: [Completion.Candidate], base: EditUndo.State = .init(text: [], cursor: 0),
        replaced: Int = 0, appendSpace: Bool = true
    ) {
        self.candidates = candidates
        self.base = base
        self.replaced = replaced
        self.appendSpace = appendSpace
    }

    /// The entry with the selected candidate in it, and the cursor after it.
    var entry: EditUndo.State {
        guard let selected else { return base }
        let word = UTF32Text.points(candidates[selected].text)
        let start = base.cursor - replaced
        return EditUndo.State(
            text: base.text[..<start] + word + base.text[base.cursor...],
            cursor: start + word.count)
    }

    /// Selects the next candidate, or the previous one; after the last comes the first.
    mutating func select(by step: Int) {
        let last = candidates.count - 1
        guard let now = selected else {
            selected = step > 0 ? first : last
            return
        }
        selected = now + step > last ? 0 : now + step < 0 ? last : now + step
    }

    /// Selects the candidate in the adjacent column; false if there are no columns.
    mutating func selectBeside(_ step: Int) -> Bool {
        guard let height = columnHeight, let now = selected else { return false }
        if candidates.indices.contains(now + step * height) { selected = now + step * height }
        return true
    }

    private var hasDescriptions: Bool {
        candidates.contains { !$0.description.isEmpty }
    }

    /// Turns the page; after the last one comes the first.
    ///
    /// In a list of one page the last candidate is selected.
    mutating func turn() {
        guard candidates.count > page else {
            if selected != nil { selected = candidates.count - 1 }
            return
        }
        first = first + page < candidates.count ? first + page : 0
        if selected != nil { selected = first }
    }

    /// Turns back; before the first page there is none.
    mutating func turnBack() {
        first = max(0, first - page)
        if selected != nil { selected = first }
    }

    /// Draws at most `height` rows of `columns` cells, the last of which counts the candidates not
    /// shown.
    mutating func rows(columns: Int, height: Int) -> [StyledText] {
        let rows = max(1, height)
        let widest = candidates.map { CellWidth.of($0.text) }.max() ?? 0
        let across = hasDescriptions ? 1 : max(1, (columns + 1) / (min(widest, columns) + 2))
        let fitsWhole = candidates.count <= rows * across
        page = max(1, (fitsWhole ? rows : rows - 1) * across)
        if fitsWhole { first = 0 }
        if let selected, !(first..<(first + page)).contains(selected) {
            first = selected / page * page
        }
        let shown = candidates[first..<min(first + page, candidates.count)]
        var lines =
            hasDescriptions
            ? shown.indices.map { described($0, widest, columns) }
            : columned(shown, across: across, cells: min(widest, columns))
        columnHeight = hasDescriptions ? nil : lines.count
        let hidden = candidates.count - shown.count
        if hidden > 0 && rows > 1 {
            let rest = candidates.count - first - shown.count
            let note = rest > 0 ? "… and \(rest) more (PgDn shows them)" : "… (PgUp goes back)"
            lines.append(StyledText(note, .muted))
        }
        return lines
    }

    /// The cells that a description needs to be useful.
    private static let descriptionCells = 10

    /// Returns a word and its meaning, cut at the end of the row.
    private func described(
        _ index: Int, _ widest: Int, _ columns: Int
    ) -> StyledText {
        let candidate = candidates[index]
        let fits = widest + 2 + Self.descriptionCells <= columns
        let cells = fits ? widest : min(widest, max(8, columns / 2))
        let own = CellWidth.of(candidate.text)
        let padding = max(0, cells - own) + 2
        let room = columns - own - padding
        return StyledText([
            .init(candidate.text, index == selected ? .selected : .strong),
            .init(String(repeating: " ", count: padding)),
            .init(room > 1 ? CellWidth.truncated(candidate.description, to: room) : "", .muted),
        ])
    }

    /// Fills columns downwards, as `ls` does.
    private func columned(
        _ shown: ArraySlice<Completion.Candidate>, across: Int, cells: Int
    ) -> [StyledText] {
        let height = (shown.count + across - 1) / across
        return (0..<height).map { row in
            let places = stride(from: shown.startIndex + row, to: shown.endIndex, by: height)
            return StyledText(
                places.flatMap { index -> [StyledText.Run] in
                    let text = shown[index].text
                    let blanks = max(0, cells - CellWidth.of(text)) + 2
                    return [
                        .init(text, index == selected ? .selected : .plain),
                        .init(String(repeating: " ", count: blanks)),
                    ]
                })
        }
    }
}
