/// The rows of a window's frame, oldest first.
///
/// Rows enter at the end and leave at the front. Those that have left are kept until they are the
/// greater part, so that leaving costs the same however long the frame is.
struct FrameQueue<Row> {
    private var kept: [Row] = []
    /// The index in `kept` of the frame's first row.
    private var head = 0

    var count: Int { kept.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Row? { isEmpty ? nil : kept[head] }
    var last: Row? { isEmpty ? nil : kept[kept.count - 1] }
    /// All rows of the frame.
    var rows: ArraySlice<Row> { kept[head...] }

    /// The row at a place, counted from the first.
    subscript(place: Int) -> Row { kept[head + place] }

    mutating func append(_ row: Row) { kept.append(row) }

    /// Removes the oldest row; there must be one.
    mutating func removeFirst() {
        head += 1
        guard head * 2 > kept.count else { return }
        kept.removeFirst(head)
        head = 0
    }

    /// Removes the newest row; there must be one.
    mutating func removeLast() { kept.removeLast() }

    mutating func removeAll() {
        kept.removeAll(keepingCapacity: true)
        head = 0
    }
}
