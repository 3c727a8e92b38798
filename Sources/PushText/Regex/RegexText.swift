/// The bytes of a text in UTF-8, as the machines that run a `RegexProgram` see them.
struct RegexText {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether words may have letters and digits beyond ASCII.
    private let isUnicode: Bool

    /// Wraps a text; an empty one by default.
    init(
        _ bytes: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0), isUnicode: Bool = false
    ) {
        self.bytes = bytes
        self.isUnicode = isUnicode
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Returns the first place at or after another that holds one of some bytes; `count` if none
    /// does.
    func first(of wanted: RegexFirstBytes, from start: Int) -> Int {
        var place = start
        while place < bytes.count, !wanted.contains(bytes[place]) { place += 1 }
        return place
    }

    /// The character at a place.
    func scalar(at place: Int) -> UInt32 {
        let lead = UInt32(bytes[place])
        guard lead >= 0xc0 else { return lead }
        let end = next(place)
        let mask: UInt32 = end - place == 2 ? 0x1f : end - place == 3 ? 0x0f : 0x07
        return bytes[(place + 1)..<end].reduce(lead & mask) { $0 << 6 | UInt32($1 & 0x3f) }
    }

    /// The place after the character at a place.
    func next(_ place: Int) -> Int {
        var end = place + 1
        while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
        return end
    }

    /// Whether a condition holds between two characters.
    func holds(_ assertion: RegexProgram.Assertion, at place: Int) -> Bool {
        switch assertion {
        case .textStart: place == 0
        case .textEnd: place == bytes.count
        case .textEndOrLastNewline:
            place == bytes.count || (place == bytes.count - 1 && bytes[place] == 0x0a)
        case .lineStart: place == 0 || bytes[place - 1] == 0x0a
        case .lineEnd: place == bytes.count || bytes[place] == 0x0a
        case .wordBoundary: isWord(previous(place)) != isWord(place)
        case .notWordBoundary: isWord(previous(place)) == isWord(place)
        }
    }

    /// The place of the character before a place; −1 at the start.
    private func previous(_ place: Int) -> Int {
        var start = place - 1
        while start > 0, bytes[start] & 0xc0 == 0x80 { start -= 1 }
        return start
    }

    private func isWord(_ place: Int) -> Bool {
        guard bytes.indices.contains(place) else { return false }
        switch bytes[place] {
        case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: return true
        case 0x80...: return isUnicode && UnicodeKind.word.contains(scalar(at: place))
        default: return false
        }
    }
}

extension RegexProgram {
    /// Whether an instruction that takes a character takes this one.
    func accepts(_ instruction: Instruction, _ found: UInt32) -> Bool {
        if ignoresCase, isUnicode {
            switch instruction {
            case .scalar(let wanted): return CaseForms.folded(found) == wanted
            case .set(let index): return sets[index].containsFolded(found)
            default: break
            }
        }
        let scalar = ignoresCase && found >= 0x41 && found <= 0x5a ? found | 0x20 : found
        return switch instruction {
        case .scalar(let wanted): scalar == wanted
        case .any(let matchesNewline): matchesNewline || scalar != 0x0a
        case .set(let index): sets[index].contains(scalar)
        default: false
        }
    }
}
