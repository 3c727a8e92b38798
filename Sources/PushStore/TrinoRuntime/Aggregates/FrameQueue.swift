import PushModel
import PushSQL

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

    /// Forgets those that have left, and returns the rows of the frame.
    mutating func settled() -> [Row] {
        kept.removeFirst(head)
        head = 0
        return kept
    }
}

/// The part of a row that an aggregate keeps.
protocol KeptRow {
    /// Its size in bytes.
    var weight: Int { get }
}

/// The values that an aggregate keeps of the rows of a frame, oldest first, and no more of them
/// than one group may have.
struct FrameRows<Row: KeptRow> {
    private var queue = FrameQueue<Row>()
    private let size = KeptBytes()

    var count: Int { queue.count }
    var isEmpty: Bool { queue.isEmpty }
    var first: Row? { queue.first }
    var last: Row? { queue.last }
    /// All rows of the frame.
    var rows: ArraySlice<Row> { queue.rows }

    /// The row at a place, counted from the first.
    subscript(place: Int) -> Row { queue[place] }

    mutating func append(_ row: Row, in context: SQLContext) throws(SQLFunctionError) {
        try size.add(row.weight, in: context)
        queue.append(row)
    }

    /// Removes the oldest row and returns it; nil if there is none.
    @discardableResult
    mutating func popFirst() -> Row? {
        guard let row = queue.first else { return nil }
        size.remove(row.weight)
        queue.removeFirst()
        return row
    }

    /// Removes the newest row, if there is one.
    mutating func removeLast() {
        guard let row = queue.last else { return }
        size.remove(row.weight)
        queue.removeLast()
    }

    /// Forgets those that have left, and returns the rows of the frame.
    mutating func settled() -> [Row] { queue.settled() }
}

extension UnsafeBufferPointer<Cell> {
    /// Whether none of the arguments at some places is NULL.
    func have(_ needed: [Int]) -> Bool { needed.allSatisfy { !self[$0].isNull } }
}
