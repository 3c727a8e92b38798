import PushText

/// A pattern of Trino's LIKE: `%` for any text, `_` for one code point, nothing else special but
/// what follows the escape character that the query names.
struct LikePattern {
    /// The runs between `%`; nil stands for any one code point.
    private var runs: [[Unicode.Scalar?]] = [[]]

    init(_ pattern: String, escape: String?) throws(SQLFunctionError) {
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
                runs[runs.count - 1].append(scalar)
                isEscaped = false
            } else if scalar == mark {
                isEscaped = true
            } else if scalar == "%" {
                runs.append([])
            } else {
                runs[runs.count - 1].append(scalar == "_" ? nil : scalar)
            }
        }
        guard !isEscaped else { throw Self.badEscape }
    }

    private static let badEscape = SQLFunctionError.argument(
        "Escape character must be followed by '%', '_' or the escape character itself")

    /// Whether a whole text fits; each run is taken at its first place, which is never worse.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = runs.first, Self.fits(first, scalars, 0) else { return false }
        guard runs.count > 1 else { return first.count == scalars.count }
        var place = first.count
        for run in runs.dropFirst().dropLast() where !run.isEmpty {
            while !Self.fits(run, scalars, place) {
                place += 1
                guard place < scalars.count else { return false }
            }
            place += run.count
        }
        let last = runs[runs.count - 1]
        let start = scalars.count - last.count
        return start >= place && Self.fits(last, scalars, start)
    }

    private static func fits(
        _ run: [Unicode.Scalar?], _ scalars: [Unicode.Scalar], _ place: Int
    ) -> Bool {
        guard place >= 0, place + run.count <= scalars.count else { return false }
        for (index, wanted) in run.enumerated() {
            if let wanted, wanted != scalars[place + index] { return false }
        }
        return true
    }
}
