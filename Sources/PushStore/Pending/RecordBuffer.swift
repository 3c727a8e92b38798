/// Bytes that grow at their end: numbers and texts one behind the other, without names.
///
/// Text is copied by its storage, at a few nanoseconds each; an array of bytes would check its
/// uniqueness at every append.
final class RecordBuffer {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes there are.
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(64, capacity)
        start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { start.deallocate() }

    /// The bytes, valid until the next write.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    func removeAll() { count = 0 }

    @inline(__always)
    private func reserve(_ size: Int) {
        if count + size > capacity { grow(size) }
    }

    private func grow(_ size: Int) {
        capacity = max(capacity * 2, count + size)
        let place = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        place.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = place
    }

    @inline(__always)
    func write(_ byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always)
    func write(_ number: Int64) {
        reserve(8)
        start.storeBytes(of: number, toByteOffset: count, as: Int64.self)
        count += 8
    }

    @inline(__always)
    func write(_ number: Int64?) {
        write(UInt8(number == nil ? 0 : 1))
        if let number { write(number) }
    }

    @inline(__always)
    func write(_ text: String?) {
        guard var text else { return write(UInt8(0)) }
        text.withUTF8 { utf8 in
            reserve(utf8.count + 9)
            // Lengths below 254 take one byte; 0 is no text.
            if utf8.count < 254 {
                write(UInt8(utf8.count + 1))
            } else {
                write(UInt8.max)
                write(Int64(utf8.count))
            }
            append(UnsafeRawBufferPointer(utf8))
        }
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let from = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).copyMemory(from: from, byteCount: bytes.count)
        count += bytes.count
    }
}

/// Reads what a `RecordBuffer` was written, in the same order.
struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next value begins.
    private(set) var offset: Int

    init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func byte() -> UInt8 {
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func integer() -> Int64 {
        defer { offset += 8 }
        return bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
    }

    mutating func integerOrNil() -> Int64? { byte() == 0 ? nil : integer() }

    mutating func textOrNil() -> String? {
        let head = byte()
        guard head > 0 else { return nil }
        let count = head == .max ? Int(integer()) : Int(head) - 1
        defer { offset += count }
        return String(decoding: bytes[offset..<(offset + count)], as: UTF8.self)
    }

    mutating func text() -> String { textOrNil() ?? "" }
}
