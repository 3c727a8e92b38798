/// The difference of two texts by lines: `-` expected, `+` actual, and a little of what is common.
public struct LineDifference: CustomStringConvertible, Sendable {
    private static let context = 2

    /// The marked lines; a gap in what is common is a line `…`.
    public let description: String

    /// Compares two texts.
    public init(expected: String, actual: String) {
        let marked = Self.mark(
            expected: expected.split(separator: "\n", omittingEmptySubsequences: false),
            actual: actual.split(separator: "\n", omittingEmptySubsequences: false))
        description = Self.abridge(marked).joined(separator: "\n")
    }

    private static func mark(expected: [Substring], actual: [Substring]) -> [String] {
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in actual.difference(from: expected) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [String] = []
        var old = 0
        var new = 0
        while old < expected.count || new < actual.count {
            if removed.contains(old) {
                lines.append("-" + expected[old])
                old += 1
            } else if inserted.contains(new) {
                lines.append("+" + actual[new])
                new += 1
            } else {
                lines.append(" " + expected[old])
                old += 1
                new += 1
            }
        }
        return lines
    }

    private static func abridge(_ marked: [String]) -> [String] {
        let changed = marked.indices.filter { !marked[$0].hasPrefix(" ") }
        var kept: [String] = []
        var last = -1
        for (index, line) in marked.enumerated()
        where changed.contains(where: { abs($0 - index) <= context }) {
            if index > last + 1 { kept.append("…") }
            kept.append(line)
            last = index
        }
        return kept
    }
}
