/// Sequences of elements, and how often each is repeated.
extension RegexParser {
    mutating func sequence() throws(RegexFault) -> RegexNode {
        var nodes: [RegexNode] = []
        var letters: [UInt32] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            let node = try atom()
            let end = index
            let repeated = try quantified(node)
            // Only adjacent letters can match one letter of the text, as `ss` matches `ß`.
            if index == end, knowsFolds, case .scalar(let letter) = node,
                RegexFolds.letters(of: letter) == nil
            {
                letters.append(letter)
                continue
            }
            try flush(&letters, to: &nodes)
            nodes.append(index == end ? try folds(of: node, isEndless: false) : repeated)
        }
        try flush(&letters, to: &nodes)
        return nodes.isEmpty ? .empty : nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private var knowsFolds: Bool { isUnicode && flags.ignoresCase }

    private func flush(
        _ letters: inout [UInt32], to nodes: inout [RegexNode]
    ) throws(RegexFault) {
        guard !letters.isEmpty else { return }
        nodes += try folds(of: letters)
        letters = []
    }

    private func folds(of letters: [UInt32]) throws(RegexFault) -> [RegexNode] {
        guard let nodes = RegexFolds.nodes(letters) else {
            throw unknown("too many letters that one letter can stand for, which is")
        }
        return nodes
    }

    /// Returns an element with everything it matches if case is ignored and a letter can be
    /// several.
    private func folds(of node: RegexNode, isEndless: Bool) throws(RegexFault) -> RegexNode {
        guard knowsFolds else { return node }
        switch node {
        case .scalar(let letter):
            guard let letters = RegexFolds.letters(of: letter) else { return node }
            let nodes = try folds(of: letters)
            return nodes.count == 1 ? nodes[0] : .sequence(nodes)
        case .set(let set):
            let others = RegexFolds.others(of: set, isEndless: isEndless)
            return others.isEmpty ? node : .alternatives([node] + others)
        default: return node
        }
    }

    private mutating func quantified(_ atom: RegexNode) throws(RegexFault) -> RegexNode {
        var node = atom
        var isFirst = true
        while let (minimum, maximum) = try quantifier() {
            if isFirst { node = try folds(of: atom, isEndless: maximum == nil && minimum < 2) }
            let isLazy = skip("?")
            if !isLazy, skip("+") { throw unknown("a possessive `+`, which is") }
            // The engine reads `s{2}` as `ss`.
            if isFirst, !isLazy, knowsFolds, minimum == maximum, (2...8).contains(minimum),
                case .scalar(let letter) = node
            {
                node = .sequence(
                    try folds(of: Array(repeating: letter, count: minimum)))
            } else {
                node = .repeated(node, minimum: minimum, maximum: maximum, isLazy: isLazy)
            }
            isFirst = false
        }
        return node
    }

    private mutating func quantifier() throws(RegexFault) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = index
        guard skip("{"), let minimum = number() else {
            index = start
            return nil
        }
        var maximum: Int? = minimum
        if skip(",") { maximum = number() }
        guard skip("}") else {
            index = start
            return nil
        }
        guard minimum <= RegexParser.repeatLimit, (maximum ?? minimum) <= RegexParser.repeatLimit,
            (maximum ?? minimum) >= minimum
        else { throw failure("repeats from \(minimum) to \(maximum ?? minimum) times") }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        let digits = scalars[index...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard (1...6).contains(digits.count) else { return nil }
        index += digits.count
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
