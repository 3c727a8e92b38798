/// An append-only list in chunks: growing never copies existing elements, so peak memory is the
/// size.
struct Arena<Element: Sendable>: Sendable {
    /// A chunk has 4096 elements, so that a long script never moves what it has.
    private static var bits: Int { 12 }
    private static var chunkSize: Int { 1 << bits }

    private var chunks: [ContiguousArray<Element>] = []
    private(set) var count = 0

    /// The first chunk grows as an array does, since most scripts are short; later ones get their
    /// whole room at once.
    mutating func append(_ element: Element) {
        if count & (Self.chunkSize - 1) == 0 {
            var chunk = ContiguousArray<Element>()
            if count > 0 { chunk.reserveCapacity(Self.chunkSize) }
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    subscript(index: Int) -> Element {
        get { chunks[index >> Self.bits][index & (Self.chunkSize - 1)] }
        set { chunks[index >> Self.bits][index & (Self.chunkSize - 1)] = newValue }
    }

    /// Removes the elements from `count` on.
    mutating func truncate(to count: Int) {
        while self.count > count {
            chunks[chunks.count - 1].removeLast()
            if chunks[chunks.count - 1].isEmpty { chunks.removeLast() }
            self.count -= 1
        }
    }

    var isEmpty: Bool { count == 0 }

    var last: Element? { chunks.last?.last }
}
