/// A regular expression in the part of Java's syntax that needs only linear time.
///
/// Look-around, back-references, and possessive and atomic groups are refused.
package struct RegexProgram: Equatable, Sendable {
    /// One step of the machine.
    enum Instruction: Equatable, Sendable {
        case scalar(UInt32)
        case any(matchesNewline: Bool)
        case set(Int)
        /// Tries one way first, and another if that fails.
        case split(first: Int, second: Int)
        case jump(Int)
        case save(Int)
        case assert(Assertion)
        case match
    }

    /// A condition on a place between two characters.
    enum Assertion: Equatable, Sendable {
        case textStart, textEnd, textEndOrLastNewline, lineStart, lineEnd
        case wordBoundary, notWordBoundary
    }

    /// A class of characters.
    struct ScalarSet: Equatable, Sendable {
        var ranges: [ClosedRange<UInt32>] = []
        /// The Unicode properties of characters that belong to it in addition to the ranges.
        var kinds: [UnicodeKind] = []
        /// Other classes that belong to it.
        var parts: [ScalarSet] = []
        var isNegated = false

        func contains(_ scalar: UInt32) -> Bool { holds(scalar) != isNegated }

        /// Whether the class has a character in any of its cases.
        func containsFolded(_ scalar: UInt32) -> Bool {
            CaseForms.all(scalar).contains { holds($0) } != isNegated
        }

        private func holds(_ scalar: UInt32) -> Bool {
            ranges.contains { $0.contains(scalar) } || kinds.contains { $0.contains(scalar) }
                || parts.contains { $0.contains(scalar) }
        }
    }

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []
    /// The number of groups, the whole match included.
    package private(set) var groupCount = 1
    /// The groups that have a name.
    package private(set) var groupNames: [String: Int] = [:]
    let ignoresCase: Bool
    /// Whether words, digits, blanks and cases are Unicode's rather than ASCII's.
    let isUnicode: Bool
    private(set) var firstBytes: RegexFirstBytes?

    /// The most instructions that a pattern may compile to.
    static let instructionLimit = 5000

    /// Compiles a pattern; `(?i)` at its start also ignores the case of letters.
    ///
    /// With `isUnicode` the letters of all scripts have cases, and `\w`, `\d`, `\s` and `\b` know
    /// them, as in Joni, Trino's engine; if case is ignored, `ss` is `ß` as there.
    package init(
        _ pattern: String, ignoresCase: Bool = false, isUnicode: Bool = false
    ) throws(RegexFault) {
        self.isUnicode = isUnicode
        var parser = RegexParser(pattern, ignoresCase: ignoresCase, isUnicode: isUnicode)
        let node = try parser.parse()
        groupCount = parser.groupCount
        groupNames = parser.groupNames
        self.ignoresCase = parser.flags.ignoresCase
        try emit(.group(0, node))
        instructions.append(.match)
        firstBytes = RegexFirstBytes(self)
    }

    private mutating func emit(_ node: RegexNode) throws(RegexFault) {
        guard instructions.count < RegexProgram.instructionLimit else {
            throw RegexFault("pattern is too large")
        }
        switch node {
        case .empty: break
        case .scalar(let scalar): instructions.append(.scalar(scalar))
        case .any(let matchesNewline): instructions.append(.any(matchesNewline: matchesNewline))
        case .set(let set):
            instructions.append(.set(sets.count))
            sets.append(set)
        case .assertion(let assertion): instructions.append(.assert(assertion))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .alternatives(let nodes): try emit(alternatives: nodes)
        case .group(let index, let node):
            instructions.append(.save(index * 2))
            try emit(node)
            instructions.append(.save(index * 2 + 1))
        case .repeated(let node, let minimum, let maximum, let isLazy):
            try emit(node, minimum, maximum, isLazy: isLazy)
        }
    }

    private mutating func emit(alternatives nodes: [RegexNode]) throws(RegexFault) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            guard index < nodes.count - 1 else {
                try emit(node)
                break
            }
            let split = instructions.count
            instructions.append(.match)
            try emit(node)
            jumps.append(instructions.count)
            instructions.append(.match)
            instructions[split] = .split(first: split + 1, second: instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func emit(
        _ node: RegexNode, _ minimum: Int, _ maximum: Int?, isLazy: Bool
    ) throws(RegexFault) {
        for _ in 0..<minimum { try emit(node) }
        guard let maximum else {
            let split = instructions.count
            instructions.append(.match)
            let exit = node.canBeEmpty ? try emitFirstLetter(of: node) : nil
            try emit(node)
            instructions.append(.jump(split))
            instructions[split] = RegexProgram.split(split + 1, instructions.count, isLazy)
            if let exit { instructions[exit] = .jump(instructions.count) }
            return
        }
        var splits: [Int] = []
        for _ in 0..<max(0, maximum - minimum) {
            splits.append(instructions.count)
            instructions.append(.match)
            try emit(node)
        }
        for split in splits {
            instructions[split] = RegexProgram.split(split + 1, instructions.count, isLazy)
        }
    }

    /// Emits a loop's body for the time before its iteration has matched a letter, and returns the
    /// place of the jump that ends the loop where it matched none (decision 994).
    ///
    /// Whatever takes a letter goes on in the body that follows, which has the same layout.
    private mutating func emitFirstLetter(of node: RegexNode) throws(RegexFault) -> Int {
        let start = instructions.count
        try emit(node)
        let exit = instructions.count
        instructions.append(.match)
        for index in start..<exit {
            switch instructions[index] {
            case .scalar, .any, .set: instructions[index] = .jump(index + exit + 1 - start)
            default: break
            }
        }
        return exit
    }

    private static func split(_ body: Int, _ end: Int, _ isLazy: Bool) -> Instruction {
        isLazy ? .split(first: end, second: body) : .split(first: body, second: end)
    }
}

/// The syntax tree of a regular expression.
indirect enum RegexNode {
    case empty
    case scalar(UInt32)
    case any(matchesNewline: Bool)
    case set(RegexProgram.ScalarSet)
    case assertion(RegexProgram.Assertion)
    case sequence([RegexNode])
    case alternatives([RegexNode])
    case group(Int, RegexNode)
    case repeated(RegexNode, minimum: Int, maximum: Int?, isLazy: Bool)

    /// Whether it can match without a letter.
    var canBeEmpty: Bool {
        switch self {
        case .empty, .assertion: true
        case .scalar, .any, .set: false
        case .sequence(let nodes): nodes.allSatisfy(\.canBeEmpty)
        case .alternatives(let nodes): nodes.contains(where: \.canBeEmpty)
        case .group(_, let node): node.canBeEmpty
        case .repeated(let node, let minimum, _, _): minimum == 0 || node.canBeEmpty
        }
    }
}
