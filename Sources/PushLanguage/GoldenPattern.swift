/// The text of one golden line, ready for comparison.
///
/// `[..]` matches any text in the line, `[NAME]` whatever the redaction of that name does, and
/// `[[]` a bracket that would otherwise start one of these; everything else matches itself.
public struct GoldenPattern: Equatable, Sendable {
    enum Part: Equatable, Sendable {
        case literal([UInt8])
        case anything
        case redaction(Redaction)
    }

    let parts: [Part]

    /// Reads a golden line's text.
    public init(_ text: String, redactions: [Redaction] = Redaction.standard) {
        let bytes = Array(text.utf8)
        var parts: [Part] = []
        var literal: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard let (part, end) = Self.special(bytes, index, redactions) else {
                literal.append(bytes[index])
                index += 1
                continue
            }
            index = end
            if case .literal(let bracket) = part {
                literal += bracket
                continue
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = []
            parts.append(part)
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// Writes a text as a golden line that matches only that text.
    public static func escape(
        _ text: String, redactions: [Redaction] = Redaction.standard
    ) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: escape(bytes[...], redactions), as: UTF8.self)
    }

    /// Whether a line of output matches.
    public func matches(_ line: String) -> Bool { matches(Array(line.utf8)) }

    /// Goes back to the last `anything` only, as a pattern needs no more than that.
    func matches(_ text: [UInt8]) -> Bool {
        var part = 0
        var index = 0
        var retry: (part: Int, index: Int)?
        while true {
            if part < parts.count {
                if parts[part] == .anything {
                    part += 1
                    retry = (part, index)
                    continue
                }
                if let end = Self.end(of: parts[part], in: text, from: index) {
                    index = end
                    part += 1
                    continue
                }
            } else if index == text.count || parts.last == .anything {
                return true
            }
            guard let last = retry, last.index < text.count else { return false }
            retry = (last.part, last.index + 1)
            part = last.part
            index = last.index + 1
        }
    }

    /// Finds the end of a part that starts at `index`, or nil if it does not fit.
    static func end(of part: Part, in text: [UInt8], from index: Int) -> Int? {
        switch part {
        case .literal(let bytes):
            guard index + bytes.count <= text.count,
                text[index..<index + bytes.count].elementsEqual(bytes)
            else { return nil }
            return index + bytes.count
        case .redaction(let redaction): return redaction.end(in: text, from: index)
        case .anything: return index
        }
    }

    /// Reads the bracket at `index` if it starts a special part.
    private static func special(
        _ bytes: [UInt8], _ index: Int, _ redactions: [Redaction]
    ) -> (Part, end: Int)? {
        guard bytes[index] == Byte.leftBracket else { return nil }
        let rest = bytes[(index + 1)...]
        if rest.starts(with: "..]".utf8) { return (.anything, index + 4) }
        if rest.starts(with: "[]".utf8) { return (.literal([Byte.leftBracket]), index + 3) }
        for redaction in redactions where rest.starts(with: redaction.name.utf8) {
            let end = index + 1 + redaction.name.utf8.count
            if end < bytes.count, bytes[end] == Byte.rightBracket {
                return (.redaction(redaction), end + 1)
            }
        }
        return nil
    }

    /// Brackets that would mean something in a pattern are written so that they stand for
    /// themselves.
    static func escape(_ text: ArraySlice<UInt8>, _ redactions: [Redaction]) -> [UInt8] {
        let bytes = Array(text)
        var result: [UInt8] = []
        for index in bytes.indices {
            if special(bytes, index, redactions) != nil {
                result += Array("[[]".utf8)
            } else {
                result.append(bytes[index])
            }
        }
        return result
    }
}
