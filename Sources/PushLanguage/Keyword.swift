/// A word that has a meaning of its own in the language when it starts a statement.
enum Keyword: String, CaseIterable {
    case version = "psh"
    case test, setup, teardown, include
    case letStatement = "let"
    case forLoop = "for"
    case repeatLoop = "repeat"
    case expect, end

    /// First byte and length choose the only candidate, which is then compared: every statement of
    /// a script comes here.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        let candidate: Keyword
        switch (bytes[range.lowerBound], range.count) {
        case (UInt8(ascii: "p"), 3): candidate = .version
        case (UInt8(ascii: "t"), 4): candidate = .test
        case (UInt8(ascii: "s"), 5): candidate = .setup
        case (UInt8(ascii: "t"), 8): candidate = .teardown
        case (UInt8(ascii: "i"), 7): candidate = .include
        case (UInt8(ascii: "l"), 3): candidate = .letStatement
        case (UInt8(ascii: "f"), 3): candidate = .forLoop
        case (UInt8(ascii: "r"), 6): candidate = .repeatLoop
        case (UInt8(ascii: "e"), 6): candidate = .expect
        case (UInt8(ascii: "e"), 3): candidate = .end
        default: return nil
        }
        guard bytes[range].elementsEqual(candidate.rawValue.utf8) else { return nil }
        self = candidate
    }
}
