import Glibc
import PushText

/// A growing buffer of consecutive numbers and texts, without names.
///
/// Text is copied by its storage, at a few nanoseconds each; an array of bytes would check its
/// uniqueness at every append.
final class RecordBuffer {
    /// The memory, aligned to 16 bytes; numbers in it are not aligned.
    private var start: UnsafeMutableRawPointer
    /// The size of the memory in bytes, at least 64.
    private var capacity: Int
    /// The number of bytes.
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(64, capacity)
        start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { start.deallocate() }

    /// The bytes, valid until the next write.
    ///
    /// A write may move the memory.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Keeps the memory for the next records.
    func removeAll() { count = 0 }

    /// Makes room for so many more bytes, at least doubling the memory when it is full.
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

    /// Eight bytes, the lowest first, on every machine.
    @inline(__always)
    func write(_ number: Int64) {
        reserve(8)
        start.storeBytes(of: number.littleEndian, toByteOffset: count, as: Int64.self)
        count += 8
    }

    /// One byte says if a number follows.
    @inline(__always)
    func write(_ number: Int64?) {
        write(UInt8(number == nil ? 0 : 1))
        if let number { write(number) }
    }

    @inline(__always)
    func write(_ text: String?) {
        guard let text else { return write(UInt8(0)) }
        text.withBytes { write(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// Writes a text given as bytes.
    func write(utf8: UnsafeRawBufferPointer) {
        // Space for all of it at once: a command writes some hundred texts.
        reserve(utf8.count + 9)
        let place = start + count
        // Lengths below 254 take one byte; 0 means no text.
        let head: Int
        if utf8.count < 254 {
            head = 1
            place.storeBytes(of: UInt8(truncatingIfNeeded: utf8.count + 1), as: UInt8.self)
        } else {
            head = 9
            place.storeBytes(of: UInt8.max, as: UInt8.self)
            place.storeBytes(of: Int64(utf8.count).littleEndian, toByteOffset: 1, as: Int64.self)
        }
        if let from = utf8.baseAddress {
            (place + head).copyMemory(from: from, byteCount: utf8.count)
        }
        count += head + utf8.count
    }

    /// Appends bytes as they are, without a length.
    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let from = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).copyMemory(from: from, byteCount: bytes.count)
        count += bytes.count
    }
}

/// Reads the content of a `RecordBuffer`, in the same order.
///
/// The bytes may come from a damaged file: missing values read as nothing, and `isTorn` is set.
struct RecordReader {
    /// Not owned; the maker of the reader keeps them in place.
    private let bytes: UnsafeRawBufferPointer
    /// The position at which the next value begins.
    private(set) var offset: Int
    /// Whether a missing value was read.
    private(set) var isTorn = false

    init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset >= bytes.count }

    /// Returns the offset of the next bytes; nil if there are not as many.
    ///
    /// After a missing value everything reads as missing, so that a reader's loops end.
    private mutating func take(_ count: Int) -> Int? {
        guard count >= 0, count <= bytes.count - offset else {
            isTorn = true
            offset = bytes.count
            return nil
        }
        defer { offset += count }
        return offset
    }

    /// Zero if it is missing, which for a text or an optional number means nil.
    mutating func byte() -> UInt8 { take(1).map { bytes[$0] } ?? 0 }

    mutating func integer() -> Int64 {
        guard let place = take(8) else { return 0 }
        return Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self))
    }

    mutating func integerOrNil() -> Int64? { byte() == 0 ? nil : integer() }

    /// Returns the number of following values, each of which has at least a byte.
    ///
    /// A larger number than the bytes that are left is a fault, so that no loop runs for long and
    /// nothing is reserved for it.
    mutating func count() -> Int {
        let number = integer()
        guard number >= 0, number <= bytes.count - offset else {
            isTorn = true
            offset = bytes.count
            return 0
        }
        return Int(number)
    }

    /// Reads a length of one byte, or of nine if that is 255, and so many bytes.
    mutating func bytesOrNil() -> UnsafeRawBufferPointer? {
        let head = byte()
        guard head > 0 else { return nil }
        let count = head == .max ? Int(integer()) : Int(head) - 1
        guard let place = take(count) else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<(place + count)])
    }

    /// Returns a text's bytes, valid as long as the buffer's.
    mutating func textBytes() -> UnsafeBufferPointer<UInt8> {
        bytesOrNil()?.assumingMemoryBound(to: UInt8.self)
            ?? UnsafeBufferPointer(start: nil, count: 0)
    }

    mutating func textOrNil() -> String? {
        bytesOrNil().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Nothing reads as the empty text; bytes that are not UTF-8 are repaired.
    mutating func text() -> String { textOrNil() ?? "" }

    /// Skips texts.
    mutating func skipTexts(_ count: Int) {
        for _ in 0..<count { _ = bytesOrNil() }
    }

    /// Skips a text, and returns whether it was this one.
    mutating func isNext(_ text: String) -> Bool {
        guard let bytes = bytesOrNil() else { return false }
        return bytes.isText(text)
    }

    /// Marks the bytes as corrupt.
    ///
    /// Used by callers that meet a kind which no encoder writes.
    mutating func tear() { isTorn = true }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are a text's.
    func isText(_ text: String) -> Bool {
        text.withBytes { text in
            guard text.count == count else { return false }
            guard let one = baseAddress, let other = text.baseAddress else { return true }
            return memcmp(one, other, count) == 0
        }
    }
}
