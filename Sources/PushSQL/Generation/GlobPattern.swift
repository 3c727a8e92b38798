/// Turns a pattern of LIKE into one of GLOB.
///
/// SQLite's own LIKE ignores the case of ASCII letters; GLOB does not, and can use an index.
enum GlobPattern {
    /// Returns the pattern, or the text itself if it has no wildcard; nil if an escape precedes
    /// something that needs none.
    ///
    /// Runs of `%` become one `*`, since each further one makes GLOB search again.
    static func make(_ pattern: String, escape: Unicode.Scalar?) -> (text: String, isPlain: Bool)? {
        var glob = String.UnicodeScalarView()
        var plain = String.UnicodeScalarView()
        var hasWildcard = false
        var rest = pattern.unicodeScalars[...]
        while let next = rest.popFirst() {
            if next == escape {
                guard let escaped = rest.popFirst(),
                    escaped == "%" || escaped == "_" || escaped == escape
                else { return nil }
                glob += literal(escaped)
                plain.append(escaped)
            } else if next == "%" {
                if glob.last != "*" || !hasWildcard { glob.append("*") }
                hasWildcard = true
            } else if next == "_" {
                glob.append("?")
                hasWildcard = true
            } else {
                glob += literal(next)
                plain.append(next)
            }
        }
        return (String(hasWildcard ? glob : plain), !hasWildcard)
    }

    /// Returns a character as GLOB takes it literally: its own wildcards in brackets.
    private static func literal(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "*", "?", "[": ["[", scalar, "]"]
        default: [scalar]
        }
    }
}
