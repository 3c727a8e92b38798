/// Checksums that are not cryptographic: CRC-32 (IEEE 802.3) and 64-bit xxHash.
enum Checksums {
    /// Bit by bit, without a table.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            var word = (sum ^ UInt32(byte)) & 0xff
            for _ in 0..<8 { word = word & 1 == 1 ? 0xedb8_8320 ^ word >> 1 : word >> 1 }
            return sum >> 8 ^ word
        }
    }

    private static let primes: [UInt64] = [
        0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9,
        0x85eb_ca77_c2b2_ae63, 0x27d4_eb2f_1656_67c5,
    ]

    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }

    private static func round(_ state: UInt64, _ word: UInt64) -> UInt64 {
        rotated(state &+ word &* primes[1], 31) &* primes[0]
    }

    /// The hash with the seed 0.
    static func xxhash64(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { raw in
            var index = 0
            var hash = primes[4]
            if raw.count >= 32 {
                var lanes = [primes[0] &+ primes[1], primes[1], 0, 0 &- primes[0]]
                while index + 32 <= raw.count {
                    for lane in 0..<4 {
                        let word = UInt64(
                            littleEndian: raw.loadUnaligned(
                                fromByteOffset: index + lane * 8, as: UInt64.self))
                        lanes[lane] = round(lanes[lane], word)
                    }
                    index += 32
                }
                hash = rotated(lanes[0], 1) &+ rotated(lanes[1], 7)
                hash = hash &+ rotated(lanes[2], 12) &+ rotated(lanes[3], 18)
                for lane in lanes {
                    hash = (hash ^ round(0, lane)) &* primes[0] &+ primes[3]
                }
            }
            return finished(hash &+ UInt64(raw.count), raw, index)
        }
    }

    /// Adds the bytes that no lane of 32 took, and mixes the result.
    private static func finished(
        _ start: UInt64, _ raw: UnsafeRawBufferPointer, _ place: Int
    ) -> UInt64 {
        var hash = start
        var index = place
        while index + 8 <= raw.count {
            let word = UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            hash = rotated(hash ^ round(0, word), 27) &* primes[0] &+ primes[3]
            index += 8
        }
        if index + 4 <= raw.count {
            let word = UInt32(
                littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            hash = rotated(hash ^ UInt64(word) &* primes[0], 23) &* primes[1] &+ primes[2]
            index += 4
        }
        for byte in raw[index...] {
            hash = rotated(hash ^ UInt64(byte) &* primes[4], 11) &* primes[0]
        }
        hash = (hash ^ hash >> 33) &* primes[1]
        hash = (hash ^ hash >> 29) &* primes[2]
        return hash ^ hash >> 32
    }
}
