/// A text in which back-quotes mark what is typed; every rendering starts from it.
///
/// Back-quotes come in pairs and cannot be escaped; a line break within a paragraph is a blank.
///
/// The texts of the tables are all of this kind, so each renderer has only two styles to think of.
struct Prose {
    /// A run of text: plain, or typed.
    enum Run: Equatable {
        case plain(Substring)
        case code(Substring)
    }

    /// The text's paragraphs, which empty lines separate.
    let paragraphs: [[Run]]

    /// Reads a text.
    ///
    /// With an odd number of back-quotes the rest of the paragraph counts as typed.
    init(_ text: String) {
        paragraphs = Self.split(text).map(Self.runs)
    }

    /// The texts between back-quotes, in order.
    ///
    /// They are the names that a text mentions, from which pages make their references.
    var codes: [String] {
        paragraphs.joined().compactMap { run in
            if case .code(let text) = run { String(text) } else { nil }
        }
    }

    /// The paragraphs of a text, each as one line.
    static func split(_ text: String) -> [String] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// Splits a paragraph at its back-quotes, which alternate between plain and typed.
    private static func runs(_ text: String) -> [Run] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, part in
                if index.isMultiple(of: 2) { return part.isEmpty ? nil : .plain(part) }
                return .code(part)
            }
    }
}
