import PushText

/// Reads MessagePack that somebody else wrote (github.com/msgpack/msgpack, spec.md).
///
/// JSON lacks NaN and the infinite numbers. As a member of a record, such a number keeps its value:
/// its text is `nan`, `inf` or `-inf`, which a warehouse stores as a double. Further inside it
/// becomes a text, as in Trino's casts to JSON. Bytes that are not UTF-8 are replaced, and noted in
/// `notText`. Time stamps and other extensions are refused.
///
/// The smallest value takes a byte here, and up to a hundred in memory: so values are counted.
struct MessagePackReader {
    private let bytes: [UInt8]
    private(set) var place = 0
    /// The number of values so far, with those inside others and without the keys of maps.
    ///
    /// The head of an array or a map counts what it promises, so that the memory reserved for all
    /// of them together has the same limit.
    private(set) var count = 0
    /// The maximum number of values.
    private let limit: Int
    /// Whether there are more values than the limit.
    private(set) var isOverLimit = false
    /// The first text of the newest value that is not UTF-8; nil if every one is.
    private(set) var notText: NotText?

    /// A text that is not UTF-8.
    struct NotText: Equatable {
        /// The key of the record's member that holds it; nil outside a map.
        var key: String?
        /// The offset of its first wrong byte.
        var place: Int
    }

    /// The maximum nesting of arrays and maps; Treasure Data's columns need one level.
    private static let depthLimit = 64

    init(_ bytes: [UInt8], limit: Int = .max) {
        self.bytes = bytes
        self.limit = limit
    }

    /// Returns the next value; nil at the end.
    mutating func next() throws(Fault) -> JSON? {
        guard place < bytes.count else { return Optional.none }
        notText = nil
        try hold(1)
        return try value(depth: 0)
    }

    private mutating func value(depth: Int) throws(Fault) -> JSON {
        guard depth <= Self.depthLimit else { throw fault("found over \(depth - 1) levels") }
        let head = try byte()
        switch head {
        case 0x00...0x7F: return .int(Int(head))
        case 0xE0...0xFF: return .int(Int(Int8(bitPattern: head)))
        case 0x80...0x8F: return try map(Int(head & 15), depth)
        case 0x90...0x9F: return try array(Int(head & 15), depth)
        case 0xA0...0xBF: return try text(Int(head & 31))
        case 0xC0: return .null
        case 0xC2, 0xC3: return .bool(head == 0xC3)
        case 0xC4...0xC6: return try text(Int(try number(1 << Int(head - 0xC4))))
        case 0xCA: return Self.real(Double(Float(bitPattern: UInt32(try number(4)))), depth)
        case 0xCB: return Self.real(Double(bitPattern: try number(8)), depth)
        case 0xCC...0xCF: return .number(String(try number(1 << Int(head - 0xCC))))
        case 0xD0...0xD3: return .number(String(try signed(1 << Int(head - 0xD0))))
        case 0xD9...0xDB: return try text(Int(try number(1 << Int(head - 0xD9))))
        case 0xDC, 0xDD: return try array(Int(try number(head == 0xDC ? 2 : 4)), depth)
        case 0xDE, 0xDF: return try map(Int(try number(head == 0xDE ? 2 : 4)), depth)
        default:
            place -= 1
            throw fault("found the extension \(Self.hexadecimal(head)), wanted a value of JSON")
        }
    }

    private mutating func array(_ count: Int, _ depth: Int) throws(Fault) -> JSON {
        try hold(count)
        var items: [JSON] = []
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try value(depth: depth + 1)) }
        return .array(items)
    }

    private mutating func map(_ count: Int, _ depth: Int) throws(Fault) -> JSON {
        try hold(count)
        var members: [JSON.Member] = []
        members.reserveCapacity(count)
        for _ in 0..<count {
            let start = place
            guard case .string(let key) = try value(depth: depth + 1) else {
                place = start
                throw fault("found a map whose key is not text")
            }
            members.append(.init(key: key, value: try value(depth: depth + 1)))
            if depth == 0, notText != nil, notText?.key == nil { notText?.key = key }
        }
        return .object(members)
    }

    /// Counts the values that a head promises, which can be four billion: each needs at least a
    /// byte.
    private mutating func hold(_ promised: Int) throws(Fault) {
        try require(promised)
        guard promised <= limit - count else {
            isOverLimit = true
            throw fault("found over \(limit) values")
        }
        count += promised
    }

    private func require(_ count: Int) throws(Fault) {
        guard count <= bytes.count - place else { throw fault("the bytes end too early") }
    }

    private mutating func text(_ count: Int) throws(Fault) -> JSON {
        try require(count)
        let text = bytes[place..<(place + count)]
        if notText == nil {
            let bad = text.withUnsafeBufferPointer(\.firstInvalidUTF8)
            if bad < count { notText = NotText(place: place + bad) }
        }
        place += count
        return .string(String(decoding: text, as: UTF8.self))
    }

    private static func real(_ number: Double, _ depth: Int) -> JSON {
        guard !number.isFinite else { return .number(number.description) }
        guard depth > 1 else { return .number(number.isNaN ? "nan" : number.description) }
        guard !number.isNaN else { return .string("NaN") }
        return .string(number < 0 ? "-Infinity" : "Infinity")
    }

    private mutating func byte() throws(Fault) -> UInt8 {
        guard place < bytes.count else { throw fault("the bytes end too early") }
        place += 1
        return bytes[place - 1]
    }

    private mutating func number(_ count: Int) throws(Fault) -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<count { value = value << 8 | UInt64(try byte()) }
        return value
    }

    private mutating func signed(_ count: Int) throws(Fault) -> Int64 {
        let unused = 64 - 8 * count
        return Int64(bitPattern: try number(count) << UInt64(unused)) >> Int64(unused)
    }

    private func fault(_ message: String) -> Fault { Fault(message, at: place) }

    private static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + String(byte, radix: 16, uppercase: true)
    }
}
