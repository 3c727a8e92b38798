import _StringProcessing

/// A regular expression of a script (`matches /re/`).
struct PatternMatcher {
    /// Why a pattern cannot be used.
    struct Fault: Error {
        var reason: String
    }

    private let regex: Regex<AnyRegexOutput>

    /// Reads a pattern.
    init(_ pattern: String, ignoresCase: Bool) throws(Fault) {
        do {
            let regex = try Regex(pattern)
            self.regex = ignoresCase ? regex.ignoresCase() : regex
        } catch {
            throw Fault(reason: "\(error)")
        }
    }

    /// Whether a text holds a match.
    func matches(_ text: String) -> Bool {
        (try? regex.firstMatch(in: text)) != nil
    }
}
