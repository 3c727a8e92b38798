import PushModel

/// A reader that finds one value in a JSON text and skips all others.
///
/// It reads no further than necessary, so text after the value is not checked, as in Trino.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the bytes of the value at a path; nil if there is none.
    mutating func find(_ path: JSONPath) -> Range<Int>? {
        index = 0
        for step in path.steps {
            switch step {
            case .key(let key): guard enter(key: key) else { return nil }
            case .index(let position): guard enter(position: position) else { return nil }
            }
        }
        return valueRange()
    }

    /// Returns the bytes of an array's element; a negative position counts from the end.
    mutating func element(_ position: Int) -> Range<Int>? {
        guard position < 0 else {
            guard enter(position: position) else { return nil }
            return valueRange()
        }
        guard let count = elementCount(), count + position >= 0 else { return nil }
        index = 0
        guard enter(position: count + position) else { return nil }
        return valueRange()
    }

    /// Counts the elements of an array; nil if the text is not an array.
    mutating func elementCount() -> Int? {
        skipBlanks()
        guard skip(UInt8(ascii: "[")) else { return nil }
        skipBlanks()
        if skip(UInt8(ascii: "]")) { return 0 }
        var count = 1
        while skipValue() {
            skipBlanks()
            if skip(UInt8(ascii: "]")) { return count }
            guard skip(UInt8(ascii: ",")) else { return nil }
            count += 1
        }
        return nil
    }

    /// The maximum number of elements of an array whose elements are examined, all of them in
    /// memory.
    static let elementLimit = 1_000_000

    /// Returns the bytes of every element of an array; nil if the text is not an array, or one of
    /// too many elements.
    mutating func elementRanges() -> [Range<Int>]? {
        index = 0
        skipBlanks()
        guard skip(UInt8(ascii: "[")) else { return nil }
        skipBlanks()
        if skip(UInt8(ascii: "]")) { return [] }
        var ranges: [Range<Int>] = []
        while let range = valueRange() {
            guard ranges.count < Self.elementLimit else { return nil }
            ranges.append(range)
            skipBlanks()
            if skip(UInt8(ascii: "]")) { return ranges }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
        return nil
    }

    /// Counts the members of an object; nil if the text is not an object.
    mutating func memberCount() -> Int? {
        index = 0
        skipBlanks()
        guard skip(UInt8(ascii: "{")) else { return nil }
        skipBlanks()
        if skip(UInt8(ascii: "}")) { return 0 }
        var count = 0
        while true {
            skipBlanks()
            guard skipString() else { return nil }
            skipBlanks()
            guard skip(UInt8(ascii: ":")), skipValue() else { return nil }
            count += 1
            skipBlanks()
            if skip(UInt8(ascii: "}")) { return count }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// Returns the bytes of the next value, and moves behind it.
    private mutating func valueRange() -> Range<Int>? {
        skipBlanks()
        let start = index
        return skipValue() ? start..<index : nil
    }

    /// Moves to the value of the first member with a key; false if there is none.
    private mutating func enter(key: [UInt8]) -> Bool {
        skipBlanks()
        guard skip(UInt8(ascii: "{")) else { return false }
        while true {
            skipBlanks()
            let start = index
            guard skipString() else { return false }
            let isMatch = matches(key, start + 1, index - 1)
            skipBlanks()
            guard skip(UInt8(ascii: ":")) else { return false }
            if isMatch { return true }
            guard skipValue() else { return false }
            skipBlanks()
            guard skip(UInt8(ascii: ",")) else { return false }
        }
    }

    /// Moves to an element, from 0; false if the array is shorter.
    ///
    /// Not for negative positions.
    private mutating func enter(position: Int) -> Bool {
        skipBlanks()
        guard skip(UInt8(ascii: "[")) else { return false }
        skipBlanks()
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") { return false }
        for _ in 0..<position {
            guard skipValue() else { return false }
            skipBlanks()
            guard skip(UInt8(ascii: ",")) else { return false }
        }
        return true
    }

    /// Compares a name between two indices with a key; only one with a backslash is decoded for
    /// that.
    private func matches(_ key: [UInt8], _ start: Int, _ end: Int) -> Bool {
        if end - start == key.count {
            for offset in 0..<key.count where bytes[start + offset] != key[offset] { return false }
            return true
        }
        guard end - start > key.count, bytes[start..<end].contains(0x5c) else { return false }
        return JSONScanner.unescaped(bytes[start..<end])?.utf8.elementsEqual(key) ?? false
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0a, 0x0d: index += 1
            default: return
            }
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipString() -> Bool {
        guard skip(0x22) else { return false }
        while index < bytes.count {
            let byte = bytes[index]
            index += byte == 0x5c ? 2 : 1
            if byte == 0x22 { return true }
        }
        return false
    }

    private mutating func skipValue() -> Bool {
        skipBlanks()
        guard index < bytes.count else { return false }
        switch bytes[index] {
        case 0x22: return skipString()
        case 0x7b, 0x5b: return skipContainer()
        default: return skipWord()
        }
    }

    /// Skips a container by counting its brackets, so that depth costs no stack.
    private mutating func skipContainer() -> Bool {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x22:
                guard skipString() else { return false }
                continue
            case 0x7b, 0x5b: depth += 1
            case 0x7d, 0x5d: depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return true }
        }
        return false
    }

    /// Skips a number, which is not checked further, or one of JSON's three words.
    private mutating func skipWord() -> Bool {
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case 0x2b, 0x2d, 0x2e, 0x30...0x39, 0x41...0x5a, 0x61...0x7a: index += 1
            default: return index > start && JSONScanner.isWord(bytes[start..<index])
            }
        }
        return index > start && JSONScanner.isWord(bytes[start..<index])
    }

    private static func isWord(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = word.first else { return false }
        if first == 0x2d || (first >= 0x30 && first <= 0x39) { return true }
        return ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    }
}

extension JSONScanner {
    /// Reads the string, number or truth value in a range as text; nil for anything else.
    func scalar(_ range: Range<Int>) -> String? {
        switch bytes[range.lowerBound] {
        case 0x22: JSONScanner.unescaped(bytes[(range.lowerBound + 1)..<(range.upperBound - 1)])
        case 0x7b, 0x5b, UInt8(ascii: "n"): nil
        default: String(decoding: bytes[range], as: UTF8.self)
        }
    }

    /// Reads the value in a range as SQL knows it; containers stay JSON text.
    func cell(_ range: Range<Int>) -> Cell {
        switch bytes[range.lowerBound] {
        case 0x22: return scalar(range).map { .text($0) } ?? .null
        case 0x7b, 0x5b: return .text(String(decoding: bytes[range], as: UTF8.self))
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "t"): return .truth(true)
        case UInt8(ascii: "f"): return .truth(false)
        default:
            let text = String(decoding: bytes[range], as: UTF8.self)
            if let value = Int64(text) { return .integer(value) }
            return Double(text).map { .real($0) } ?? .null
        }
    }

    /// Decodes the contents of a JSON string; nil if an escape is wrong.
    static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard bytes.contains(0x5c) else { return String(decoding: bytes, as: UTF8.self) }
        var output: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == 0x5c else {
                output.append(bytes[index])
                index += 1
                continue
            }
            guard index + 1 < bytes.endIndex else { return nil }
            let letter = bytes[index + 1]
            index += 2
            if letter == UInt8(ascii: "u") {
                guard let scalar = scalar(bytes, &index) else { return nil }
                output.append(contentsOf: String(Character(scalar)).utf8)
            } else {
                guard let byte = escapes[letter] else { return nil }
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        0x22: 0x22, 0x5c: 0x5c, 0x2f: 0x2f, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12,
        UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]

    /// Reads the four digits after `\u`, and the second half of a pair; half a pair is U+FFFD.
    private static func scalar(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int
    ) -> Unicode.Scalar? {
        guard let first = unit(bytes, &index) else { return nil }
        guard first & 0xfc00 == 0xd800 else { return Unicode.Scalar(first) ?? "\u{fffd}" }
        guard index + 1 < bytes.endIndex, bytes[index] == 0x5c, bytes[index + 1] == 0x75 else {
            return "\u{fffd}"
        }
        index += 2
        guard let second = unit(bytes, &index) else { return nil }
        guard second & 0xfc00 == 0xdc00 else { return "\u{fffd}" }
        return Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + (second & 0x3ff))
    }

    /// Nil if they are not four hexadecimal digits.
    private static func unit(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int
    ) -> UInt32? {
        guard index + 4 <= bytes.endIndex else { return nil }
        let digits = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
        index += 4
        return UInt32(digits, radix: 16)
    }
}
