import PushModel
import PushStore

/// Keeps the columns and rows of the last statement; one that fails keeps the rows it had.
final class RowCollector: RowSink {
    private(set) var names: [String] = []
    private(set) var rows: [[Cell]] = []

    /// Starts again for the next statement's result.
    func columns(_ names: [String]) {
        self.names = names
        rows.removeAll()
    }

    func row(_ cells: [Cell]) -> Bool {
        rows.append(cells)
        return true
    }
}
