import PushText

/// A regular expression of a script (`matches /re/`) or of `--filter`.
///
/// It runs on the engine of SQL's functions, whose time grows with pattern and text and never with
/// more, so that no pattern can hang a run. Unlike SQL, ignoring the case means every letter.
struct PatternMatcher {
    private let scanner: RegexScanner
    /// Whether letters beyond ASCII are compared in small letters, too.
    private let foldsLetters: Bool

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

    /// Whether a text holds a match; nil where `isStopped` ended the search.
    func matches(_ text: String, unless isStopped: () -> Bool = { false }) -> Bool? {
        var scanner = scanner
        return (foldsLetters ? Self.folded(text) : text).withBytes { bytes in
            scanner.findsMatch(in: bytes, unless: isStopped)
        }
    }

    /// A text with the small letters of letters beyond ASCII; those of ASCII the engine knows.
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
