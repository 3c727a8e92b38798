/// Patterns of regular expressions that are known when a statement is translated.
extension Translator {
    /// Refuses look-around, which Trino's engine knows, and names how to write it without.
    func checkPattern(
        _ name: String, _ arguments: [Expression], _ terms: [Term]
    ) throws(Fault) {
        guard name.hasPrefix("regexp_"), terms.count > 1, arguments.count > 1,
            case .string(let pattern) = terms[1].constant,
            let look = LookAround(in: pattern)
        else { return }
        throw arguments[1].unsupported(
            "look-around in a regular expression", hint: look.hint(name))
    }
}

/// A part of a pattern that looks at what stands around a match.
enum LookAround {
    /// `(?=x)` or `(?<=x)`: x stands there.
    case wanted
    /// `(?!x)` or `(?<!x)`: x does not.
    case unwanted

    /// Finds the first one in a pattern; nil if there is none.
    init?(in pattern: String) {
        var rest = Substring(pattern).utf8
        var isInSet = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"): rest = rest.dropFirst()
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "(") where !isInSet:
                if Self.starts(rest, "?=") || Self.starts(rest, "?<=") {
                    self = .wanted
                    return
                }
                if Self.starts(rest, "?!") || Self.starts(rest, "?<!") {
                    self = .unwanted
                    return
                }
            default: break
            }
        }
        return nil
    }

    private static func starts(_ rest: Substring.UTF8View, _ text: String) -> Bool {
        rest.starts(with: text.utf8)
    }

    /// Returns how a call of a function is written without it.
    func hint(_ function: String) -> String {
        switch (self, function) {
        case (.wanted, "regexp_like"):
            "two conditions say it: regexp_like(x, 'a') AND regexp_like(x, 'b')"
        case (.unwanted, "regexp_like"):
            "two conditions say it: regexp_like(x, 'a') AND NOT regexp_like(x, 'b')"
        case (.wanted, "regexp_replace"):
            "put the surroundings back: regexp_replace(x, '(before)match', '$1new')"
        case (.wanted, "regexp_extract"), (.wanted, "regexp_extract_all"):
            "match the surroundings, too, and take the group: \(function)(x, 'before(match)', 1)"
        case (.wanted, _): "match the surroundings, too: regexp_extract_all(x, 'before(match)', 1)"
        case (.unwanted, _):
            "name the letters that may stand there: '(^|[^b])a' is an a behind anything but b"
        }
    }
}
