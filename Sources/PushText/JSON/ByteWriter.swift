/// A growing byte buffer for texts of many small pieces.
///
/// An array would check at every append whether it is shared.
package struct ByteWriter: ~Copyable {
    /// Owned by the writer and freed at its end; nobody else may keep the pointer.
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// The number of bytes written so far.
    @usableFromInline package var count = 0

    /// Makes a writer that grows when more bytes than these are written.
    package init(capacity: Int) {
        self.capacity = max(16, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes written so far, valid until the next write.
    @inlinable package var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: count)
    }

    /// The bytes from a place on, valid until the next write.
    @inlinable package func bytes(from place: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[place...])
    }

    /// Forgets the bytes and keeps the memory for the next ones.
    @inlinable package mutating func removeAll() { count = 0 }

    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        if count == capacity { grow(1) }
        start[count] = byte
        count += 1
    }

    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let from = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(bytes.count) }
        (start + count).update(from: from, count: bytes.count)
        count += bytes.count
    }

    /// Appends a text.
    @inlinable @inline(__always)
    package mutating func append(utf8 text: String) { text.withBytes { append($0) } }

    /// Forgets the bytes from a place on.
    @inlinable package mutating func removeBytes(from place: Int) {
        precondition(place >= 0 && place <= count)
        count = place
    }

    /// Appends a text of the program's own.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes with another one before and after them.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, between mark: UInt8) {
        if capacity - count < bytes.count + 2 { grow(bytes.count + 2) }
        let place = start + count
        place[0] = mark
        if let from = bytes.baseAddress { (place + 1).update(from: from, count: bytes.count) }
        place[bytes.count + 1] = mark
        count += bytes.count + 2
    }

    /// Appends a number in decimal digits.
    package mutating func append(decimal number: Int64) {
        if number < 0 { append(Ascii.minus) }
        append(digitsOf: number.magnitude, radix: 10)
    }

    /// Appends the digits of a number, with lower-case letters above 9.
    package mutating func append(digitsOf number: UInt64, radix: UInt64) {
        var left = number
        var size = 1
        while left >= radix {
            left /= radix
            size += 1
        }
        if capacity - count < size { grow(size) }
        left = number
        var place = count + size
        while place > count {
            place -= 1
            let digit = UInt8(left % radix)
            start[place] = digit < 10 ? Ascii.zero + digit : Ascii.a + (digit - 10)
            left /= radix
        }
        count += size
    }

    /// At least doubles the room, so that appending takes constant time on average.
    @usableFromInline mutating func grow(_ size: Int) {
        capacity = max(capacity * 2, count + size)
        let place = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        place.update(from: start, count: count)
        start.deallocate()
        start = place
    }
}
