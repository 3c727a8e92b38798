/// The machine that runs a `RegexProgram` over the bytes of one text after another.
///
/// Each pair of an instruction and a place is tried once, so that time is bounded by the product of
/// both. Its buffers are kept for the next text.
package struct RegexMatcher {
    /// The most pairs of an instruction and a place.
    static let workLimit = 1 << 25

    /// The program that it runs.
    package let program: RegexProgram
    /// The ends of each group of the last match, as places in the text; −1 where it has none.
    package private(set) var slots: [Int]
    private var text = RegexText()
    private var visited: [UInt64] = [0]
    private var stack: [Job] = []
    private var searchStart = 0
    private var furthest = 0

    /// A branch still to be tried, or a slot to restore once everything after it has failed.
    private enum Job {
        case run(instruction: Int, place: Int)
        case restore(slot: Int, place: Int)
    }

    /// Makes a machine for one program.
    package init(_ program: RegexProgram) {
        self.program = program
        slots = Array(repeating: -1, count: program.groupCount * 2)
    }

    /// Sets the text, or returns false if it is too long for the pattern.
    package mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        forgetPlaces(from: 0)
        let work = program.instructions.count * (bytes.count + 1)
        guard work <= RegexMatcher.workLimit else { return false }
        text = RegexText(bytes, isUnicode: program.isUnicode)
        let words = work / 64 + 1
        if words > visited.count {
            visited.append(contentsOf: repeatElement(0, count: words - visited.count))
        }
        return true
    }

    /// Finds the first match at or after a place; `slots` then give its position.
    package mutating func findMatch(from start: Int) -> Bool {
        let isAnchored = program.instructions.dropFirst().first == .assert(.textStart)
        let firstBytes = isAnchored ? nil : program.firstBytes
        forgetPlaces(from: start)
        var place = start
        while place <= text.count {
            if let firstBytes {
                place = text.first(of: firstBytes, from: place)
                if place == text.count { return false }
            }
            if matches(at: place) { return true }
            if isAnchored { return false }
            place = text.next(place)
        }
        return false
    }

    /// Calls a closure with the group ends of every match from a place on; false if the text is too
    /// long.
    ///
    /// A search may read as far as the text's end and give a short match, again and again: all of
    /// them together have four times the work of one.
    ///
    /// The text before that place is no part of a match, but `^` and `\b` see it.
    package mutating func forEachMatch(
        in bytes: UnsafeBufferPointer<UInt8>, from first: Int = 0, _ body: ([Int]) -> Void
    ) -> Bool {
        guard begin(bytes) else { return false }
        var start = first
        var work = 4 * Self.workLimit
        while start <= bytes.count, findMatch(from: start) {
            work -= (furthest + 1 - start) * program.instructions.count
            guard work >= 0 else { return false }
            body(slots)
            start = slots[1]
            guard slots[1] == slots[0] else { continue }
            // An empty match is followed by a search from the next letter.
            start += 1
            while start < bytes.count, bytes[start] & 0xc0 == 0x80 { start += 1 }
        }
        return true
    }

    /// Clears what the last search tried, which lies between its start and its furthest place.
    private mutating func forgetPlaces(from start: Int) {
        let count = program.instructions.count
        let first = (min(start, searchStart) * count) >> 6
        let last = ((furthest + 1) * count) >> 6
        for index in first...max(first, min(last, visited.count - 1)) { visited[index] = 0 }
        searchStart = start
        furthest = start
    }

    private mutating func matches(at start: Int) -> Bool {
        for index in slots.indices { slots[index] = -1 }
        stack.removeAll(keepingCapacity: true)
        stack.append(.run(instruction: 0, place: start))
        while let job = stack.popLast() {
            switch job {
            case .restore(let slot, let place): slots[slot] = place
            case .run(let instruction, let place): if run(instruction, place) { return true }
            }
        }
        return false
    }

    /// Follows one path until it fails, leaving the others on the stack.
    private mutating func run(_ first: Int, _ start: Int) -> Bool {
        var instruction = first
        var place = start
        defer { furthest = max(furthest, place) }
        while true {
            let pair = place * program.instructions.count + instruction
            guard visited[pair >> 6] & (1 << UInt64(pair & 63)) == 0 else { return false }
            visited[pair >> 6] |= 1 << UInt64(pair & 63)
            switch program.instructions[instruction] {
            case .match: return true
            case .jump(let target): instruction = target
            case .split(let first, let second):
                stack.append(.run(instruction: second, place: place))
                instruction = first
            case .save(let slot):
                stack.append(.restore(slot: slot, place: slots[slot]))
                slots[slot] = place
                instruction += 1
            case .assert(let assertion):
                guard text.holds(assertion, at: place) else { return false }
                instruction += 1
            case .scalar, .any, .set:
                guard place < text.count,
                    program.accepts(program.instructions[instruction], text.scalar(at: place))
                else { return false }
                place = text.next(place)
                instruction += 1
            }
        }
    }
}

/// A matcher that is kept between the rows of a statement.
package final class RegexRunner {
    /// The machine with its buffers.
    package var matcher: RegexMatcher

    /// Makes a runner of one program.
    package init(_ program: RegexProgram) { matcher = RegexMatcher(program) }

    /// Finds the first match in a text and reads it; nil if the text is too long.
    @inlinable package func firstMatch<Found>(
        _ text: String, _ read: (UnsafeBufferPointer<UInt8>, [Int]) -> Found
    ) -> Found?? {
        text.withBytes { bytes in
            guard matcher.begin(bytes) else { return nil }
            return .some(matcher.findMatch(from: 0) ? read(bytes, matcher.slots) : nil)
        }
    }
}
