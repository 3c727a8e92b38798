extension GoldenBlock {
    /// The largest table used to align lines; with more, only their beginnings and ends are
    /// aligned.
    private static let maximumTable = 1_000_000

    /// Rewrites the golden lines so that they match.
    ///
    /// Each line, ellipsis and redaction that still matches stays. Only streams that have golden
    /// lines get any.
    public static func bless(
        expected: [GoldenText], stdout: [String], stderr: [String],
        redactions: [Redaction] = Redaction.standard
    ) -> [GoldenText] {
        rewrite(expected, stdout: stdout, stderr: stderr, redactions) { lines, actual, _ in
            bless(expected: lines, actual: actual, redactions: redactions)
        }
    }

    /// Rewrites the golden lines of each stream by itself, unless all of them match.
    static func rewrite(
        _ expected: [GoldenText], stdout: [String], stderr: [String], _ redactions: [Redaction],
        by rewriting: ([GoldenText], [String], GoldenLine.Stream) -> [GoldenText]
    ) -> [GoldenText] {
        let found = mismatch(
            expected: expected, stdout: stdout, stderr: stderr, redactions: redactions)
        if found == nil { return expected }
        var streams: [GoldenLine.Stream] = []
        for line in expected where !streams.contains(line.stream) { streams.append(line.stream) }
        return streams.flatMap { stream in
            rewriting(
                expected.filter { $0.stream == stream }, stream == .stdout ? stdout : stderr,
                stream)
        }
    }

    /// Rewrites the golden lines of one stream.
    ///
    /// A stream that printed nothing gets no lines, so that it is no longer checked.
    public static func bless(
        expected: [GoldenText], actual: [String], redactions: [Redaction] = Redaction.standard
    ) -> [GoldenText] {
        let old = mismatch(expected: expected, actual: actual, redactions: redactions)
        guard old != nil, let stream = expected.first?.stream else { return expected }
        var blessing = Blessing(expected: expected, actual: actual, redactions: redactions)
        let texts = blessing.run(pairs: pairs(expected, actual, redactions))
        let lines = texts.map { GoldenText($0, stream: stream) }
        guard mismatch(expected: lines, actual: actual, redactions: redactions) != nil else {
            return lines
        }
        return actual.map { line in
            GoldenText(
                GoldenPattern.bless("", actual: line, redactions: redactions), stream: stream)
        }
    }

    /// Pairs as many golden lines as possible with lines that they match, in order.
    private static func pairs(
        _ expected: [GoldenText], _ actual: [String], _ redactions: [Redaction]
    ) -> [(expected: Int, actual: Int)] {
        let rows = expected.count
        let columns = actual.count
        guard rows * columns <= maximumTable else { return [] }
        let width = columns + 1
        var longest = [Int32](repeating: 0, count: (rows + 1) * width)
        var fits = [Bool](repeating: false, count: rows * columns)
        for row in (0..<rows).reversed() {
            let pattern = expected[row].text.map { GoldenPattern($0, redactions: redactions) }
            for column in (0..<columns).reversed() {
                let isMatch = pattern?.matches(actual[column]) ?? false
                fits[row * columns + column] = isMatch
                let skip = max(
                    longest[(row + 1) * width + column], longest[row * width + column + 1])
                let take = isMatch ? longest[(row + 1) * width + column + 1] + 1 : 0
                longest[row * width + column] = max(skip, take)
            }
        }
        var pairs: [(expected: Int, actual: Int)] = []
        var row = 0
        var column = 0
        while row < rows, column < columns {
            let here = longest[row * width + column]
            if fits[row * columns + column], longest[(row + 1) * width + column + 1] + 1 == here {
                pairs.append((row, column))
                row += 1
                column += 1
            } else if longest[(row + 1) * width + column] == here {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }

    /// Fills the gaps between the pairs.
    private struct Blessing {
        let expected: [GoldenText]
        let actual: [String]
        let redactions: [Redaction]
        private var lines: [String?] = []

        init(expected: [GoldenText], actual: [String], redactions: [Redaction]) {
            self.expected = expected
            self.actual = actual
            self.redactions = redactions
        }

        mutating func run(pairs: [(expected: Int, actual: Int)]) -> [String?] {
            var row = 0
            var column = 0
            for pair in pairs {
                fill(row..<pair.expected, column..<pair.actual)
                lines.append(expected[pair.expected].text)
                row = pair.expected + 1
                column = pair.actual + 1
            }
            fill(row..<expected.count, column..<actual.count)
            return lines
        }

        /// Writes the lines of one gap; its ellipses take the remaining ones.
        private mutating func fill(_ rows: Range<Int>, _ columns: Range<Int>) {
            guard let first = rows.first(where: { expected[$0].text == nil }),
                let last = rows.last(where: { expected[$0].text == nil })
            else {
                write(rows, columns)
                return
            }
            let headCount = min(first - rows.lowerBound, columns.count)
            let head = columns.lowerBound..<columns.lowerBound + headCount
            let tailCount = min(rows.upperBound - last - 1, columns.count - headCount)
            let tail = columns.upperBound - tailCount..<columns.upperBound
            write(rows.lowerBound..<rows.lowerBound + headCount, head)
            writeBetween(first...last, head.upperBound..<tail.lowerBound)
            write(rows.upperBound - tailCount..<rows.upperBound, tail)
        }

        /// Writes the lines between two ellipses: each takes the most similar line.
        ///
        /// This keeps checks where they were; golden lines for which no line is left are removed.
        private mutating func writeBetween(_ rows: ClosedRange<Int>, _ columns: Range<Int>) {
            var column = columns.lowerBound
            var left = rows.count { expected[$0].text != nil }
            for row in rows {
                guard let old = expected[row].text else {
                    if lines.last != .some(nil) { lines.append(nil) }
                    continue
                }
                left -= 1
                guard column < columns.upperBound else { continue }
                let end = max(column + 1, columns.upperBound - left)
                let best = mostLike(old, in: column..<end)
                lines.append(
                    GoldenPattern.bless(old, actual: actual[best], redactions: redactions))
                column = best + 1
            }
        }

        /// Returns the line that shares most with a text at its start and end; the first of equals.
        private func mostLike(_ text: String, in columns: Range<Int>) -> Int {
            let wanted = Array(text.utf8)
            let looked = columns.prefix(GoldenBlock.maximumTable / max(1, expected.count))
            var best = (column: columns.lowerBound, shared: -1)
            for column in looked {
                let line = Array(actual[column].utf8)
                let head = zip(wanted, line).prefix { $0 == $1 }.count
                let limit = min(wanted.count, line.count) - head
                let tail = zip(wanted.reversed(), line.reversed()).prefix(limit)
                    .prefix { $0 == $1 }.count
                if head + tail > best.shared { best = (column, head + tail) }
            }
            return best.column
        }

        private mutating func write(_ rows: Range<Int>, _ columns: Range<Int>) {
            for (offset, column) in columns.enumerated() {
                let row = rows.lowerBound + offset
                let old = row < rows.upperBound ? expected[row].text : nil
                lines.append(
                    GoldenPattern.bless(old ?? "", actual: actual[column], redactions: redactions))
            }
        }
    }
}
