import PushText

/// A seeded source of JSON values and of damage to texts.
public struct RandomJSON {
    private var random: SeededGenerator

    /// Makes a source that gives the same for the same seed.
    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Draws 64 bits.
    public mutating func next() -> UInt64 { random.next() }

    /// Draws a number from 0 up to, not including, a bound.
    public mutating func below(_ bound: Int) -> Int { random.below(bound) }

    /// Draws a text that has what is hard to write.
    public mutating func string() -> String {
        let pool: [Unicode.Scalar] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "é",
            "お", "知", "😀", "\u{2028}", "\u{10FFFF}", "\u{FEFF}", "-", "{", "]", ",", ":",
        ]
        var text = ""
        for _ in 0..<below(24) { text.unicodeScalars.append(pool[below(pool.count)]) }
        return text
    }

    /// Draws a value whose containers are nested up to a depth.
    public mutating func value(depth: Int) -> JSON {
        switch below(depth > 0 ? 8 : 5) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return .int(Int(truncatingIfNeeded: next()) >> below(60))
        case 3: return .number(["-0", "1.50", "1E+2", "0.1e-7", "-12.0"][below(5)])
        case 4: return .string(string())
        case 5: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
        default:
            return .object(
                (0..<below(5)).map { _ in
                    JSON.Member(key: string(), value: value(depth: depth - 1))
                })
        }
    }

    /// Returns a text with a few bytes changed, removed, doubled or put in.
    public mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        let marks: [UInt8] =
            Array("{}[]\",:\\u0tfn-.eE' \n".utf8) + [0, 0xFF, 0xC2, 0xE3, 0xED, 0xF0]
        var bytes = bytes
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(5) {
            case 0: bytes[place] = marks[below(marks.count)]
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(marks[below(marks.count)], at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + below(12)))
            default: bytes[place] ^= 1 << UInt8(below(8))
            }
        }
        return bytes
    }
}
