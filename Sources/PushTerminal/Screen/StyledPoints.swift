/// Code points with a style each: the form in which the prompt and the text are laid out.
struct StyledPoints: Equatable {
    var points: [UInt32] = []
    var styles: [TextStyle] = []
    private(set) var cells = 0

    init() {}

    /// Takes a prompt that is cut in its middle: its last run, which ends it visibly, stays.
    init(prompt text: StyledText, columns: Int) {
        guard let last = text.runs.last, text.runs.count > 1 else {
            self.init(text, columns: columns)
            return
        }
        let end = StyledPoints(StyledText([last]), columns: columns)
        self.init(StyledText(Array(text.runs.dropLast())), columns: columns - end.cells)
        points += end.points
        styles += end.styles
        cells += end.cells
    }

    /// Takes as much of a text as fits in `columns` cells.
    init(_ text: StyledText, columns: Int = .max / 2) {
        for run in text.runs {
            for scalar in run.text.unicodeScalars {
                let width = CellWidth.of(scalar.value, column: cells, columns: columns)
                guard cells + width <= columns else { return }
                points.append(scalar.value)
                styles.append(run.style)
                cells += width
            }
        }
    }
}
