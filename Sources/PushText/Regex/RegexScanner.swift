/// The machine that determines whether a text of any length contains a match.
///
/// It follows all paths through the `RegexProgram` at once, so that time grows with the product of
/// program and text, and memory with the program alone. It finds neither groups nor positions:
/// `RegexMatcher` does, for texts of limited length.
package struct RegexScanner {
    /// The number of characters between two checks whether to stop.
    private static let stride = 4096

    private let program: RegexProgram
    private let isAnchored: Bool
    /// The instructions that wait for the next character, each once.
    private var threads: [Int] = []
    private var ahead: [Int] = []
    /// The round in which an instruction was last reached.
    private var reached: [Int]
    private var round = 0
    private var stack: [Int] = []

    /// Makes a machine for one program.
    package init(_ program: RegexProgram) {
        self.program = program
        isAnchored = program.instructions.dropFirst().first == .assert(.textStart)
        reached = Array(repeating: 0, count: program.instructions.count)
    }

    /// Returns whether a text contains a match; nil if `isStopped` ended the search.
    package mutating func findsMatch(
        in bytes: UnsafeBufferPointer<UInt8>, unless isStopped: () -> Bool
    ) -> Bool? {
        let text = RegexText(bytes, isUnicode: program.isUnicode)
        let firstBytes = isAnchored ? nil : program.firstBytes
        threads.removeAll(keepingCapacity: true)
        var place = 0
        var untilQuestion = Self.stride
        round += 1
        while true {
            if threads.isEmpty {
                if isAnchored, place > 0 { return false }
                if let firstBytes {
                    place = text.first(of: firstBytes, from: place)
                    if place == text.count { return false }
                    round += 1
                }
            }
            if !isAnchored || place == 0, follow(0, at: place, in: text) {
                return true
            }
            guard place < text.count else { return false }
            untilQuestion -= 1
            if untilQuestion <= 0 {
                if isStopped() { return nil }
                untilQuestion = Self.stride
            }
            if step(text.scalar(at: place), to: text.next(place), in: text) { return true }
            place = text.next(place)
        }
    }

    /// Moves every thread over a character; true if one reaches the end of the program.
    private mutating func step(_ scalar: UInt32, to place: Int, in text: RegexText) -> Bool {
        round += 1
        ahead.removeAll(keepingCapacity: true)
        swap(&threads, &ahead)
        for instruction in ahead where program.accepts(program.instructions[instruction], scalar) {
            if follow(instruction + 1, at: place, in: text) { return true }
        }
        return false
    }

    /// Adds the instructions reachable without a character; true at the program's end.
    private mutating func follow(_ first: Int, at place: Int, in text: RegexText) -> Bool {
        stack.append(first)
        while let instruction = stack.popLast() {
            guard reached[instruction] != round else { continue }
            reached[instruction] = round
            switch program.instructions[instruction] {
            case .match:
                stack.removeAll(keepingCapacity: true)
                return true
            case .jump(let target): stack.append(target)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .save: stack.append(instruction + 1)
            case .assert(let assertion):
                if text.holds(assertion, at: place) { stack.append(instruction + 1) }
            case .scalar, .any, .set: threads.append(instruction)
            }
        }
        return false
    }
}
