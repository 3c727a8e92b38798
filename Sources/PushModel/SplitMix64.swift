import PushText

/// The world's source of randomness: a seeded generator whose state is part of the world.
///
/// The algorithm is Sebastiano Vigna's public-domain SplitMix64; equal seeds give equal runs.
public struct SplitMix64: Equatable, Sendable {
    /// The whole state, which can be saved and restored.
    public var state: UInt64

    /// Starts a sequence.
    public init(seed: UInt64) {
        state = seed
    }

    /// Draws 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Draws a number of bytes, most significant first.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            let word = next()
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Draws a random UUID (version 4), upper case as the Treasure Data SDK writes it.
    package mutating func uuid() -> String {
        let high = next()
        return UUIDText.version4(high, next(), digits: Hex.upper)
    }
}
