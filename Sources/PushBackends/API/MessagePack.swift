import PushModel
import PushText

/// MessagePack, as far as result rows need it (github.com/msgpack/msgpack, spec.md).
public enum MessagePack {
    /// Writes the head of an array.
    static func writeArray(count: Int, to bytes: inout [UInt8]) {
        if count < 16 {
            bytes.append(0x90 | UInt8(count))
        } else if count < 1 << 16 {
            bytes.append(0xDC)
            append(UInt64(count), 2, to: &bytes)
        } else {
            bytes.append(0xDD)
            append(UInt64(count), 4, to: &bytes)
        }
    }

    /// Writes the head of a map with a number of pairs.
    public static func writeMap(count: Int, to bytes: inout [UInt8]) {
        if count < 16 {
            bytes.append(0x80 | UInt8(count))
        } else {
            bytes.append(count < 1 << 16 ? 0xDE : 0xDF)
            append(UInt64(count), count < 1 << 16 ? 2 : 4, to: &bytes)
        }
    }

    /// Writes a value in its shortest form.
    public static func write(_ cell: Cell, to bytes: inout [UInt8]) {
        switch cell {
        case .null: bytes.append(0xC0)
        case .integer(let number): write(number, to: &bytes)
        case .real(let number):
            bytes.append(0xCB)
            append(number.bitPattern, 8, to: &bytes)
        case .text(let text):
            let count = text.utf8.count
            if count < 32 {
                bytes.append(0xA0 | UInt8(count))
            } else {
                writeHead(count, codes: (0xD9, 0xDA, 0xDB), to: &bytes)
            }
            bytes.append(contentsOf: text.utf8)
        case .boolean(let value): bytes.append(value ? 0xC3 : 0xC2)
        case .json(let text): write(nested: text, to: &bytes)
        case .blob(let blob):
            writeHead(blob.count, codes: (0xC4, 0xC5, 0xC6), to: &bytes)
            bytes.append(contentsOf: blob)
        }
    }

    /// Writes the value of a JSON text: numbers, arrays and maps as such.
    private static func write(nested text: String, to bytes: inout [UInt8]) {
        guard let value = try? JSONParser.parse(Array(text.utf8)) else {
            return write(.text(text), to: &bytes)
        }
        write(value, to: &bytes)
    }

    /// Writes a value of JSON; a number that is not whole becomes a double.
    static func write(_ value: JSON, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0xC0)
        case .bool(let value): bytes.append(value ? 0xC3 : 0xC2)
        case .number(let lexeme):
            write(Int64(lexeme).map { .integer($0) } ?? .real(Double(lexeme) ?? 0), to: &bytes)
        case .string(let text): write(.text(text), to: &bytes)
        case .array(let items):
            writeArray(count: items.count, to: &bytes)
            for item in items { write(item, to: &bytes) }
        case .object(let members):
            writeMap(count: members.count, to: &bytes)
            for member in members {
                write(.text(member.key), to: &bytes)
                write(member.value, to: &bytes)
            }
        }
    }

    private static func write(_ number: Int64, to bytes: inout [UInt8]) {
        switch number {
        case 0..<128: bytes.append(UInt8(number))
        case -32..<0: bytes.append(UInt8(bitPattern: Int8(number)))
        case 0..<1 << 8: append(0xCC, number, 1, to: &bytes)
        case 0..<1 << 16: append(0xCD, number, 2, to: &bytes)
        case 0..<1 << 32: append(0xCE, number, 4, to: &bytes)
        case 0...: append(0xCF, number, 8, to: &bytes)
        case (-(1 << 7))...: append(0xD0, number, 1, to: &bytes)
        case (-(1 << 15))...: append(0xD1, number, 2, to: &bytes)
        case (-(1 << 31))...: append(0xD2, number, 4, to: &bytes)
        default: append(0xD3, number, 8, to: &bytes)
        }
    }

    private static func append(
        _ code: UInt8, _ number: Int64, _ count: Int, to bytes: inout [UInt8]
    ) {
        bytes.append(code)
        append(UInt64(bitPattern: number), count, to: &bytes)
    }

    private static func writeHead(
        _ count: Int, codes: (UInt8, UInt8, UInt8), to bytes: inout [UInt8]
    ) {
        let (code, size) =
            count < 1 << 8 ? (codes.0, 1) : count < 1 << 16 ? (codes.1, 2) : (codes.2, 4)
        bytes.append(code)
        append(UInt64(count), size, to: &bytes)
    }

    /// Appends the lowest bytes of a number, most significant first.
    private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        for index in (0..<count).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))))
        }
    }
}

/// Reads rows that `MessagePack` wrote.
struct RowReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next row; nil at the end, and if the bytes are not what was written.
    mutating func next() -> [Cell]? {
        guard let head = byte() else { return nil }
        let count: Int
        switch head {
        case 0x90...0x9F: count = Int(head & 15)
        case 0xDC: count = Int(number(2))
        case 0xDD: count = Int(number(4))
        default: return nil
        }
        var row: [Cell] = []
        row.reserveCapacity(count)
        for _ in 0..<count {
            guard let cell = cell() else { return nil }
            row.append(cell)
        }
        return row
    }

    private mutating func cell() -> Cell? {
        guard let head = byte() else { return nil }
        switch head {
        case 0x00...0x7F: return .integer(Int64(head))
        case 0xE0...0xFF: return .integer(Int64(Int8(bitPattern: head)))
        case 0xA0...0xBF: return text(Int(head & 31))
        case 0x80...0x9F, 0xDC...0xDF: return nested(head).map { .json($0.text) }
        case 0xC0: return .null
        case 0xC2, 0xC3: return .boolean(head == 0xC3)
        case 0xC4: return blob(Int(number(1)))
        case 0xC5: return blob(Int(number(2)))
        case 0xC6: return blob(Int(number(4)))
        case 0xCB: return .real(Double(bitPattern: number(8)))
        case 0xCC: return .integer(Int64(number(1)))
        case 0xCD: return .integer(Int64(number(2)))
        case 0xCE: return .integer(Int64(number(4)))
        case 0xCF: return .integer(Int64(truncatingIfNeeded: number(8)))
        case 0xD0: return .integer(Int64(Int8(truncatingIfNeeded: number(1))))
        case 0xD1: return .integer(Int64(Int16(truncatingIfNeeded: number(2))))
        case 0xD2: return .integer(Int64(Int32(truncatingIfNeeded: number(4))))
        case 0xD3: return .integer(Int64(truncatingIfNeeded: number(8)))
        case 0xD9: return text(Int(number(1)))
        case 0xDA: return text(Int(number(2)))
        case 0xDB: return text(Int(number(4)))
        default: return nil
        }
    }

    /// Reads an array or a map whose head has been read.
    private mutating func nested(_ head: UInt8) -> JSON? {
        let isMap = head < 0x90 || head >= 0xDE
        let count =
            switch head {
            case 0x80...0x9F: Int(head & 15)
            case 0xDC, 0xDE: Int(number(2))
            default: Int(number(4))
            }
        var items: [JSON] = []
        var members: [JSON.Member] = []
        for _ in 0..<count {
            guard let first = value() else { return nil }
            guard isMap else {
                items.append(first)
                continue
            }
            guard let second = value() else { return nil }
            members.append(JSON.Member(key: first.stringValue ?? "", value: second))
        }
        return isMap ? .object(members) : .array(items)
    }

    private mutating func value() -> JSON? {
        guard let cell = cell() else { return nil }
        switch cell {
        case .null: return .null
        case .integer(let number): return .int64(number)
        case .real(let number):
            let text = FloatText.java(number)
            return number.isFinite ? .number(text) : .string(text)
        case .text(let text): return .string(text)
        case .boolean(let value): return .bool(value)
        case .json(let text): return try? JSONParser.parse(Array(text.utf8))
        case .blob(let bytes): return .string(Hex.text(bytes))
        }
    }

    private mutating func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        place += 1
        return bytes[place - 1]
    }

    private mutating func number(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<count { value = value << 8 | UInt64(byte() ?? 0) }
        return value
    }

    private mutating func text(_ count: Int) -> Cell? {
        slice(count).map { .text(String(decoding: $0, as: UTF8.self)) }
    }

    private mutating func blob(_ count: Int) -> Cell? { slice(count).map { .blob([UInt8]($0)) } }

    private mutating func slice(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard bytes.count - place >= count else { return nil }
        place += count
        return bytes[(place - count)..<place]
    }
}
