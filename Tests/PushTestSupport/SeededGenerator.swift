/// A SplitMix64 generator for fuzzers: the same seed gives the same inputs on every machine.
///
/// Not called `SplitMix64`, the name that the simulated world's own generator bears.
public struct SeededGenerator: RandomNumberGenerator, Equatable, Sendable {
    private var state: UInt64

    /// Creates a generator; a failing fuzzer prints this seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Draws the next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Draws up to `limit` bytes, any of them.
    public mutating func bytes(upTo limit: Int) -> [UInt8] {
        let count = Int.random(in: 0...limit, using: &self)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Changes a few bytes of a good input: replaces, removes, repeats or swaps in one of `tokens`.
    public mutating func mutated(_ input: [UInt8], tokens: [String] = []) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let position = Int.random(in: 0...bytes.count, using: &self)
            let end = min(bytes.count, position + Int.random(in: 0...8, using: &self))
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes.replaceSubrange(position..<end, with: self.bytes(upTo: 8))
            case 1: bytes.removeSubrange(position..<end)
            case 2: bytes.insert(contentsOf: bytes[position..<end], at: position)
            default:
                let token = tokens.randomElement(using: &self) ?? "\u{0}"
                bytes.replaceSubrange(position..<end, with: Array(token.utf8))
            }
        }
        return bytes
    }
}
