/// The pattern of LIKE in SHOW, for names that are known without a query.
///
/// The LIKE of queries does not come here: it becomes GLOB or `trino_like`.
public struct NamePattern: Equatable, Sendable {
    private enum Part: Equatable {
        /// `%`.
        case any
        /// `_`.
        case one
        case letter(Unicode.Scalar)
    }

    private let parts: [Part]

    /// Reads a pattern; behind the escape, `%`, `_` and the escape itself are letters.
    ///
    /// - Throws: Trino's error, at the place of the pattern, if the escape is not one character, or
    ///   anything else follows it.
    init(_ pattern: String, escape: String? = nil, at place: Int = 0) throws(Fault) {
        guard escape.map({ $0.unicodeScalars.count == 1 }) ?? true else {
            throw Fault(
                .invalidFunctionArgument, "Escape string must be a single character", at: place)
        }
        let mark = escape?.unicodeScalars.first
        var parts: [Part] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if isEscaped {
                guard scalar == "%" || scalar == "_" || scalar == mark else { break }
                parts.append(.letter(scalar))
                isEscaped = false
            } else if scalar == mark {
                isEscaped = true
            } else {
                parts.append(scalar == "%" ? .any : scalar == "_" ? .one : .letter(scalar))
            }
        }
        guard !isEscaped else {
            throw Fault(
                .invalidFunctionArgument,
                "Escape character must be followed by '%', '_' or the escape character itself",
                at: place)
        }
        self.parts = parts
    }

    /// Whether a whole name matches.
    ///
    /// Only the last `%` is ever widened: whatever an earlier one took too much of, the last can
    /// take too. So a hostile pattern costs at most its length times the name's.
    public func matches(_ name: String) -> Bool {
        let text = Array(name.unicodeScalars)
        var (place, index) = (0, 0)
        var retry: (place: Int, index: Int)?
        while place < text.count {
            if index < parts.count, parts[index] == .any {
                index += 1
                retry = (place, index)
            } else if index < parts.count,
                parts[index] == .one || parts[index] == .letter(text[place])
            {
                place += 1
                index += 1
            } else if let last = retry {
                place = last.place + 1
                index = last.index
                retry = (place, index)
            } else {
                return false
            }
        }
        return parts[index...].allSatisfy { $0 == .any }
    }
}
