/// The levels of a page: for each value, how much of its path exists or which list it continues.
struct ParquetLevels {
    /// The number of bits for a level; 0 if there is only one.
    private let width: Int
    /// The packed levels, a group of eight in `width` bytes.
    private var bits: [UInt8] = []
    /// The levels of the last group of eight.
    private var open: UInt64 = 0
    /// The number of levels, which is that of values and gaps together.
    private(set) var count = 0
    private var first = 0
    /// As long as all levels equal `first`, one run replaces the bits.
    private var isUniform = true

    init(highest: Int) { width = Int.bitWidth - highest.leadingZeroBitCount }

    /// The level is at most the highest one of the initializer.
    mutating func append(_ level: Int) {
        if count == 0 { first = level } else if level != first { isUniform = false }
        open |= UInt64(level) << UInt64((count & 7) * width)
        count += 1
        if count & 7 == 0 { closeGroup() }
    }

    private mutating func closeGroup() {
        for index in 0..<width { bits.append(UInt8(truncatingIfNeeded: open >> (8 * index))) }
        open = 0
    }

    /// Ends a page: one run if all levels are the same, else the bits of each, behind their length.
    mutating func take() -> [UInt8] {
        if count & 7 != 0 { closeGroup() }
        var runs: [UInt8] = []
        if isUniform {
            Self.append(varint: count << 1, to: &runs)
            runs.append(UInt8(first))
        } else {
            Self.append(varint: ((count + 7) / 8) << 1 | 1, to: &runs)
            runs += bits
        }
        bits.removeAll(keepingCapacity: true)
        count = 0
        isUniform = true
        guard width > 0 else { return [] }
        return withUnsafeBytes(of: UInt32(runs.count).littleEndian) { Array($0) } + runs
    }

    private static func append(varint value: Int, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
