/// The parts of a URL, as RFC 3986 divides it.
struct URLParts {
    var scheme: Substring?
    var host: Substring?
    var port: Int?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    /// Divides a URL, or returns nil if it holds blanks, controls or a port that is no number.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != 0x22 && $0 != 0x5c }) else {
            return nil
        }
        var rest = text[...]
        fragment = URLParts.cut(&rest, from: "#")
        query = URLParts.cut(&rest, from: "?")
        if let colon = rest.firstIndex(of: ":"), URLParts.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[rest.index(after: colon)...]
        }
        guard rest.hasPrefix("//") else {
            path = rest
            return
        }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        path = rest[end...]
        var authority = rest[..<end]
        if let at = authority.lastIndex(of: "@") {
            authority = authority[authority.index(after: at)...]
        }
        let portStart = authority.lastIndex(of: ":") ?? authority.endIndex
        if portStart < authority.endIndex, authority[portStart...].last != "]" {
            let digits = authority[portStart...].dropFirst()
            guard digits.isEmpty || digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                return nil
            }
            port = Int(digits)
            authority = authority[..<portStart]
        }
        host = authority
    }

    /// The value of the first parameter of a name, decoded; empty if it is named without one.
    func parameter(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard URLParts.decoded(parts[0], plusIsBlank: true) == name else { continue }
            return parts.count > 1 ? URLParts.decoded(parts[1], plusIsBlank: true) : ""
        }
        return nil
    }

    static func decoded(_ text: Substring, plusIsBlank: Bool = false) -> String {
        String(
            decoding: URLCoding.decode(text.utf8, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    private static func cut(_ text: inout Substring, from mark: Character) -> Substring? {
        guard let index = text.firstIndex(of: mark) else { return nil }
        let tail = text[index...].dropFirst()
        text = text[..<index]
        return tail
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
