/// Compares the golden lines of a statement with what it printed.
public enum GoldenBlock {
    /// The first place where output and golden lines differ.
    public struct Mismatch: Equatable, Sendable {
        /// The index of the golden line that fails; nil if the output goes on after the last one.
        public let expected: Int?
        /// The line of output at fault; nil if the output ends too early, or if no line after an
        /// ellipsis is the expected one.
        public let actual: Int?
    }

    /// Compares the golden lines of one stream with its lines; nil means that they agree.
    public static func mismatch(
        expected: [GoldenText], actual: [String], redactions: [Redaction] = Redaction.standard
    ) -> Mismatch? {
        let patterns = expected.map { $0.text.map { GoldenPattern($0, redactions: redactions) } }
        var comparison = Comparison(patterns: patterns, actual: actual)
        return comparison.run()
    }

    /// Compares both streams; a stream without golden lines is not checked.
    ///
    /// The mismatch's indices refer to the golden lines of the stream that is returned with it.
    public static func mismatch(
        expected: [GoldenText], stdout: [String], stderr: [String],
        redactions: [Redaction] = Redaction.standard
    ) -> (stream: GoldenLine.Stream, mismatch: Mismatch)? {
        for (stream, actual) in [(GoldenLine.Stream.stdout, stdout), (.stderr, stderr)] {
            let lines = expected.filter { $0.stream == stream }
            guard !lines.isEmpty else { continue }
            if let found = mismatch(expected: lines, actual: actual, redactions: redactions) {
                return (stream, found)
            }
        }
        return nil
    }

    /// Compares lines with patterns, of which nil stands for any number of lines.
    ///
    /// The search goes back to the last such pattern only, so it takes no more than the product of
    /// both counts.
    private struct Comparison {
        let patterns: [GoldenPattern?]
        let actual: [String]
        /// The furthest pair that was reached, which the failure is reported at.
        private var furthest = (expected: -1, actual: 0)

        init(patterns: [GoldenPattern?], actual: [String]) {
            self.patterns = patterns
            self.actual = actual
        }

        mutating func run() -> Mismatch? {
            var line = 0
            var index = 0
            var retry: (line: Int, index: Int)?
            while true {
                if line < patterns.count {
                    guard let pattern = patterns[line] else {
                        line += 1
                        retry = (line, index)
                        continue
                    }
                    if index < actual.count, pattern.matches(actual[index]) {
                        line += 1
                        index += 1
                        continue
                    }
                } else if index == actual.count || patterns.last == .some(nil) {
                    return nil
                }
                if line > furthest.expected { furthest = (line, index) }
                guard let last = retry, last.index < actual.count else { return mismatch() }
                retry = (last.line, last.index + 1)
                line = last.line
                index = last.index + 1
            }
        }

        private func mismatch() -> Mismatch {
            let line = furthest.expected
            guard line < patterns.count else {
                return Mismatch(expected: nil, actual: furthest.actual)
            }
            let isSearched = line > 0 && patterns[line - 1] == nil
            let hasLine = furthest.actual < actual.count && !isSearched
            return Mismatch(expected: line, actual: hasLine ? furthest.actual : nil)
        }
    }
}
