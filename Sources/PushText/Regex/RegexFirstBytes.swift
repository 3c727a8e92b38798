/// The bytes with which a match of a `RegexProgram` can begin.
struct RegexFirstBytes: Equatable, Sendable {
    /// One bit for each byte.
    private var bits = SIMD4<UInt64>()

    /// Collects the bytes, or returns nil if a match may be empty or may begin with anything.
    init?(_ program: RegexProgram) {
        var open = [0]
        var seen = Array(repeating: false, count: program.instructions.count)
        while let index = open.popLast() {
            guard !seen[index] else { continue }
            seen[index] = true
            switch program.instructions[index] {
            case .match, .any: return nil
            case .jump(let target): open.append(target)
            case .split(let first, let second): open += [first, second]
            case .save, .assert: open.append(index + 1)
            case .scalar, .set: add(program, program.instructions[index])
            }
        }
    }

    /// Whether a match can begin with a byte.
    func contains(_ byte: UInt8) -> Bool {
        bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
    }

    private mutating func add(
        _ program: RegexProgram, _ instruction: RegexProgram.Instruction
    ) {
        for byte in 0..<128 where program.accepts(instruction, UInt32(byte)) {
            bits[byte >> 6] |= 1 << UInt64(byte & 63)
        }
        // Characters beyond ASCII are not distinguished here.
        bits[2] = .max
        bits[3] = .max
    }
}
