import PushModel

/// A fast 64-bit hash that is the same in every process; it keeps no secrets.
enum ByteHash {
    /// Scrambles a word so that each bit of it affects every bit of the result.
    static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Hashes bytes, eight at a time.
    ///
    /// `kind` keeps a text and a blob of the same bytes apart. Must never change within a query;
    /// nothing stores the result.
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>, kind: UInt64) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var state = mix(UInt64(bytes.count) ^ kind << 56)
        var index = 0
        while index + 8 <= raw.count {
            state = mix(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var rest: UInt64 = 0
        while index < raw.count {
            rest = rest << 8 | UInt64(raw[index])
            index += 1
        }
        return mix(state ^ rest)
    }

    /// Hashes a value so that values which are equal in SQL hash alike; nil for NULL.
    ///
    /// An integer and a double of the same value are equal in SQL.
    static func hash(_ cell: Cell) -> UInt64? {
        switch cell {
        case .null: return nil
        case .integer(let value): return mix(UInt64(bitPattern: value))
        case .real(let value):
            if let whole = Int64(exactly: value) { return mix(UInt64(bitPattern: whole)) }
            return mix(value.bitPattern ^ 0x5851_f42d_4c95_7f2d)
        case .boolean(let value): return mix(value ? 1 : 0)
        case .text(let text), .json(let text): return text.withBytes { hash($0, kind: 1) }
        case .blob(let bytes): return bytes.withUnsafeBufferPointer { hash($0, kind: 2) }
        }
    }
}
