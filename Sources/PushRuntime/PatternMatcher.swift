import PushText

/// A regular expression of a script (`matches /re/`) or of `--filter`.
///
/// It runs on the engine of SQL's functions, whose time is bounded by the size of pattern and
/// text, so no pattern can hang a run. Unlike in SQL, ignoring the case covers every letter.
struct PatternMatcher {
    private let scanner: RegexScanner
    /// Whether letters beyond ASCII are also compared in lower case.
    private let foldsLetters: Bool

    /// Reads a pattern of an expectation; an empty one, which every text matches, says nothing.
    init(expected pattern: String, ignoresCase: Bool) throws(Fault) {
        guard !pattern.isEmpty else {
            throw Fault("the pattern is empty, which every text matches")
        }
        guard !Self.namesVariable(pattern) else {
            throw Fault("a pattern takes no variables: `${` after the end of a text never matches")
        }
        try self.init(pattern, ignoresCase: ignoresCase)
    }

    /// Whether a pattern has `${` and a name, which nobody means as an end and a brace.
    private static func namesVariable(_ pattern: String) -> Bool {
        let parts = pattern.split(separator: "${", omittingEmptySubsequences: false)
        return zip(parts, parts.dropFirst()).contains { before, after in
            before.last != "\\" && after.first?.isLetter == true
        }
    }

    /// Reads a pattern.
    init(_ pattern: String, ignoresCase: Bool) throws(Fault) {
        foldsLetters = ignoresCase && !pattern.utf8.allSatisfy { $0 < 0x80 }
        do throws(RegexFault) {
            let folded = foldsLetters ? Self.folded(pattern) : pattern
            scanner = RegexScanner(try RegexProgram(folded, ignoresCase: ignoresCase))
        } catch {
            throw Fault(VisibleText.escape(error.message))
        }
    }

    /// Whether a text holds a match; nil if `isStopped` ended the search.
    func matches(_ text: String, unless isStopped: () -> Bool = { false }) -> Bool? {
        var scanner = scanner
        return (foldsLetters ? Self.folded(text) : text).withBytes { bytes in
            scanner.findsMatch(in: bytes, unless: isStopped)
        }
    }

    /// A text with letters beyond ASCII in lower case; the engine itself handles those of ASCII.
    private static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let small = scalar.isASCII ? nil : scalar.properties.lowercaseMapping.unicodeScalars
            if let small, let first = small.first, small.count == 1 {
                scalars.append(first)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
