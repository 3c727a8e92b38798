import PushText

/// The block before each member of an archive: its name, size and kind.
///
/// The fields are those of POSIX.1-2017, `ustar`; owner and group are written as zero, and read by
/// nobody.
struct ArchiveHead {
    /// At most 100 bytes; a longer name comes from an extended header before the block.
    var name: String
    /// The type flag of `tar`, such as `0`.
    var kind: UInt8
    /// The size of the content in bytes, without the zeros that fill its last block.
    var size: Int64

    /// A member that is a file.
    static let file = UInt8(ascii: "0")
    /// A member that holds the long name of the next one.
    static let extended = UInt8(ascii: "x")
    /// The size of the name's field in bytes.
    static let nameLimit = 100
    /// The largest size that eleven octal digits hold.
    private static let octalLimit: Int64 = 1 << 33

    /// The places of the fields in a block of 512 bytes.
    private static let nameField = 0..<100
    private static let sizeField = 124..<136
    private static let sumField = 148..<156
    private static let kindField = 156
    private static let magicField = 257..<265
    private static let magic = Array("ustar\u{0}00".utf8)

    init(name: String, kind: UInt8, size: Int64) {
        self.name = name
        self.kind = kind
        self.size = size
    }

    /// Reads a block; nil if its checksum or form is wrong.
    ///
    /// Blocks of other programs may pass; `BackupContents` refuses their archives.
    init?(_ block: [UInt8]) {
        guard block.count == ArchiveWriter.blockSize,
            block[Self.magicField].elementsEqual(Self.magic),
            Self.number(block[Self.sumField]) == Self.sum(block),
            let size = Self.number(block[Self.sizeField]), size >= 0
        else { return nil }
        name = String(decoding: block[Self.nameField].prefix { $0 != 0 }, as: UTF8.self)
        kind = block[Self.kindField]
        self.size = size
    }

    /// Returns the block: for a file that only its owner can read.
    ///
    /// `time` is in Unix seconds; one before 1970 or beyond eleven octal digits is limited to
    /// these.
    func bytes(time: Int64) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: ArchiveWriter.blockSize)
        func put(_ text: String, at place: Int) {
            block.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8)
        }
        put(name, at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        if size < Self.octalLimit {
            put(Self.octal(size, 11), at: Self.sizeField.lowerBound)
        } else {
            // GNU's form for larger sizes: the first bit, and the number itself.
            block[Self.sizeField.lowerBound] = 0x80
            for index in 0..<8 {
                block[Self.sizeField.upperBound - 1 - index] = UInt8(
                    truncatingIfNeeded: size >> (8 * Int64(index)))
            }
        }
        put(Self.octal(min(max(time, 0), Self.octalLimit - 1), 11), at: 136)
        block[Self.kindField] = kind
        block.replaceSubrange(Self.magicField, with: Self.magic)
        let sum = Self.sum(block)
        put(Self.octal(sum, 6), at: Self.sumField.lowerBound)
        block[Self.sumField.lowerBound + 7] = UInt8(ascii: " ")
        return block
    }

    /// Returns a record of an extended header: its own length, a key and a value.
    ///
    /// The length counts its own digits, so it is searched from below.
    static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n"
        var count = rest.utf8.count + 1
        while String(count).utf8.count + rest.utf8.count != count { count += 1 }
        return Array("\(count)\(rest)".utf8)
    }

    /// Returns the path in an extended header; nil if there is none.
    ///
    /// Other keys, which `tar` may add, are ignored.
    static func path(in header: [UInt8]) -> String? {
        let text = String(decoding: header, as: UTF8.self)
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[1].hasPrefix("path=") else { continue }
            return String(parts[1].dropFirst(5))
        }
        return nil
    }

    /// Returns bytes in hexadecimal digits.
    static func hexadecimal(_ bytes: [UInt8]) -> String { Hex.text(bytes) }

    /// Returns the sum of the bytes, with those of the sum itself counted as blanks.
    ///
    /// That is how `tar` defines it, since the sum is computed before its own field is filled.
    private static func sum(_ block: [UInt8]) -> Int64 {
        var sum: Int64 = 0
        for (index, byte) in block.enumerated() {
            sum += Int64(sumField.contains(index) ? UInt8(ascii: " ") : byte)
        }
        return sum
    }

    private static func octal(_ number: Int64, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Reads a number in octal digits or in GNU's binary form; nil for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        if field.first == 0x80 {
            return field.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        let digits = field.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
        return Int64(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
