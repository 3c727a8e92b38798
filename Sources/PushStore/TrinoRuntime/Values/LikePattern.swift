import PushText

/// A pattern of Trino's LIKE: `%` for any text, `_` for one code point, and nothing else special
/// except what follows the escape character that the query names.
struct LikePattern {
    /// The longest pattern, in bytes: a row may bring its own, and parsing it takes memory.
    static let sizeLimit = 1 << 20

    /// The code points of all runs between `%`; nil matches any one.
    private var letters: [Unicode.Scalar?] = []
    /// The index at which each run ends.
    private var ends: [Int] = []

    init(_ pattern: String, escape: String?) throws(SQLFunctionError) {
        guard pattern.utf8.count <= Self.sizeLimit else {
            throw SQLFunctionError(
                .notSupported,
                "a pattern of \(pattern.utf8.count) bytes in LIKE is not supported, "
                    + "\(Self.sizeLimit) are")
        }
        var mark: Unicode.Scalar?
        if let escape {
            let scalars = escape.unicodeScalars
            guard scalars.count == 1 else {
                throw .argument("Escape string must be a single character")
            }
            mark = scalars.first
        }
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if isEscaped {
                guard scalar == "%" || scalar == "_" || scalar == mark else { throw Self.badEscape }
                letters.append(scalar)
                isEscaped = false
            } else if scalar == mark {
                isEscaped = true
            } else if scalar == "%" {
                // One `%` after another adds nothing.
                if ends.count < 2 || ends.last != letters.count { ends.append(letters.count) }
            } else {
                letters.append(scalar == "_" ? nil : scalar)
            }
        }
        guard !isEscaped else { throw Self.badEscape }
        ends.append(letters.count)
    }

    private static let badEscape = SQLFunctionError.argument(
        "Escape character must be followed by '%', '_' or the escape character itself")

    /// Whether a whole text matches; each run is matched at its first place, which is never worse.
    func matches(_ text: String, _ context: SQLContext) throws(SQLFunctionError) -> Bool {
        let scalars = Array(text.unicodeScalars)
        let first = 0..<ends[0]
        guard try fits(first, scalars, 0, context) else { return false }
        guard ends.count > 1 else { return first.count == scalars.count }
        var place = first.count
        for index in 1..<(ends.count - 1) {
            let run = ends[index - 1]..<ends[index]
            while try !fits(run, scalars, place, context) {
                place += 1
                guard place + run.count <= scalars.count else { return false }
            }
            place += run.count
        }
        let last = ends[ends.count - 2]..<ends[ends.count - 1]
        let start = scalars.count - last.count
        guard start >= place else { return false }
        return try fits(last, scalars, start, context)
    }

    /// Compares one run at a place, and counts the letters that it looked at as work.
    private func fits(
        _ run: Range<Int>, _ scalars: [Unicode.Scalar], _ place: Int, _ context: SQLContext
    ) throws(SQLFunctionError) -> Bool {
        guard place + run.count <= scalars.count else { return false }
        let offset = place - run.lowerBound
        for index in run {
            if let wanted = letters[index], wanted != scalars[index + offset] {
                try context.spend(index - run.lowerBound + 1)
                return false
            }
        }
        try context.spend(run.count)
        return true
    }
}
