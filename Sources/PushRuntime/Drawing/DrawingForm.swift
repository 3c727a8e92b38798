/// The form in which a drawing is written.
enum DrawingForm: Equatable, Sendable {
    /// Boxes and bars for a terminal of a number of cells; `isBold` sets titles in bold.
    case box(width: Int, isBold: Bool)
    /// Lines of plain text for pipes and files.
    case plain
}
