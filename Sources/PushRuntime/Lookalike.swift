import PushCommands
import PushLanguage
import PushText

/// Hints on texts that look the same and have different code points, such as an é of one and an é
/// of two.
enum Lookalike {
    /// The most characters of a text that a hint spells out.
    private static let width = 24

    /// The hint on two texts; nil unless a reader would take them for equal.
    ///
    /// Swift's `==` of strings means just that, but for blanks.
    static func hint(wanted: String, found: String) -> String? {
        guard !wanted.isExactly(found),
            WideText.plain(wanted) ?? wanted == WideText.plain(found) ?? found
        else { return nil }
        let (one, other) = (Array(wanted.unicodeScalars), Array(found.unicodeScalars))
        var start = zip(one, other).prefix { $0 == $1 }.count
        // The letter before belongs to an accent of its own; at an end both show what comes first.
        start = max(0, min(start - 1, min(one.count, other.count) - width / 2))
        return "they look the same and differ in code points: expected "
            + "`\(spelled(one, from: start))`, found `\(spelled(other, from: start))`"
    }

    /// The hint on an expectation that would hold if only the looks of its texts counted.
    static func hint(on predicate: Predicate, _ actual: JSON?, _ wanted: JSON?) -> String? {
        guard let actual, let wanted else { return nil }
        switch predicate {
        case .equal: return hint(wanted: wanted.text, found: actual.text)
        case .contains:
            if case .array(let items) = actual {
                return items.lazy.compactMap { hint(wanted: wanted.text, found: $0.text) }.first
            }
        case .startsWith, .endsWith: break
        default: return nil
        }
        guard let text = Comparison.text(actual), let part = Comparison.text(wanted),
            !part.isEmpty, text.utf8.count <= 4096
        else { return nil }
        let count = part.count
        let characters = Array(text)
        guard count <= characters.count else { return nil }
        let starts =
            switch predicate {
            case .startsWith: 0...0
            case .endsWith: characters.count - count...characters.count - count
            default: 0...characters.count - count
            }
        return starts.lazy.compactMap { start in
            hint(wanted: part, found: String(characters[start..<start + count]))
        }.first
    }

    /// A piece of a text, with the number of each character outside ASCII.
    private static func spelled(_ scalars: [Unicode.Scalar], from start: Int) -> String {
        let piece = scalars[start...].prefix(width)
        var text = start > 0 ? "…" : ""
        for scalar in piece {
            if (" "..."~").contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return text + (piece.endIndex < scalars.count ? "…" : "")
    }
}
