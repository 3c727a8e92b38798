import PushLanguage
import PushText

/// Explanations of golden lines that do not match.
extension StatementRunner {
    /// Explains a difference that cannot be seen.
    static func hint(
        on mismatch: GoldenBlock.Mismatch, _ golden: [GoldenText], _ actual: [String]
    ) -> String? {
        guard let place = mismatch.expected, let index = mismatch.actual,
            golden.indices.contains(place), actual.indices.contains(index),
            let text = golden[place].text, let last = text.last, last == " " || last == "\t"
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
