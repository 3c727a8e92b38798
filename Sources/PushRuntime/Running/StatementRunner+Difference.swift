import PushLanguage
import PushText

/// Explanations of golden lines that do not match.
extension StatementRunner {
    /// Explains a difference that cannot be seen.
    static func hint(
        on mismatch: GoldenBlock.Mismatch, _ golden: [GoldenText], _ actual: [String]
    ) -> String? {
        guard let place = mismatch.expected, golden.indices.contains(place),
            let text = golden[place].text
        else { return nil }
        // Behind an ellipsis any line might have been the one that was expected.
        let others = mismatch.actual.map { $0..<min($0 + 1, actual.count) } ?? actual.indices
        let lookalikes = others.prefix(differenceLimit).lazy.compactMap { index in
            // The redactions that fit are the golden line's own.
            Lookalike.hint(wanted: text, found: GoldenPattern.bless(text, actual: actual[index]))
        }
        if let hint = lookalikes.first { return hint }
        guard let index = mismatch.actual, actual.indices.contains(index), let last = text.last,
            last == " " || last == "\t"
        else { return nil }
        let trimmed = String(text.trimmingEnd { $0 == " " || $0 == "\t" })
        guard GoldenPattern(trimmed).matches(actual[index]) else { return nil }
        return "the golden line ends in blanks, which the output does not have"
    }

    /// The most lines in a difference.
    private static let differenceLimit = 60

    /// The golden lines against those that would match; nil if there is only one line to show.
    static func difference(
        _ golden: [GoldenText], _ actual: [String]
    ) -> Diagnostic.Note? {
        guard max(golden.count, actual.count) > 1 else { return nil }
        let wanted = golden.map { $0.text ?? "..." }.joined(separator: "\n")
        let found = GoldenBlock.bless(expected: golden, actual: actual)
            .map { $0.text ?? "..." }.joined(separator: "\n")
        var lines = Array(LineDiff.lines(from: wanted, to: found, name: "").dropFirst(2))
        if lines.count > differenceLimit {
            let more = lines.count - differenceLimit
            lines = lines.prefix(differenceLimit) + ["… and \(more) more lines"]
        }
        return .init("difference", "\n" + lines.joined(separator: "\n"))
    }
}
