/// A growing byte buffer for texts of many small pieces.
///
/// An array would check at every append whether it is shared.
struct ByteWriter: ~Copyable {
    /// Owned by the writer and freed at its end; nobody else may keep the pointer.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    init(capacity: Int) {
        self.capacity = max(16, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes written so far.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(1) }
        start[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let from = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(bytes.count) }
        (start + count).update(from: from, count: bytes.count)
        count += bytes.count
    }

    /// Appends bytes with another one before and after them.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, between mark: UInt8) {
        if capacity - count < bytes.count + 2 { grow(bytes.count + 2) }
        let place = start + count
        place[0] = mark
        if let from = bytes.baseAddress { (place + 1).update(from: from, count: bytes.count) }
        place[bytes.count + 1] = mark
        count += bytes.count + 2
    }

    /// At least doubles the room, so that appending takes constant time on average.
    private mutating func grow(_ size: Int) {
        capacity = max(capacity * 2, count + size)
        let place = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        place.update(from: start, count: count)
        start.deallocate()
        start = place
    }
}
