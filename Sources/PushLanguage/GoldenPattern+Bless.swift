extension GoldenPattern {
    /// Rewrites the golden line for a new text, keeping what still fits.
    ///
    /// Redactions survive in the parts that match from the left and from the right; the middle
    /// becomes the new text. The result always matches the text.
    public static func bless(
        _ golden: String, actual: String, redactions: [Redaction] = Redaction.standard
    ) -> String {
        let pattern = GoldenPattern(golden, redactions: redactions)
        let text = Array(actual.utf8)
        if pattern.matches(text) { return golden }
        let plain = String(decoding: writable(text[...], redactions), as: UTF8.self)
        let head = pattern.head(of: text)
        let tail = pattern.tail(of: text, from: head.end, after: head.parts)
        guard head.parts > 0 || tail.parts > 0 else { return plain }
        var result = write(pattern.parts[..<head.parts], redactions)
        result += writable(text[head.end..<tail.start], redactions)
        result += write(pattern.parts[(pattern.parts.count - tail.parts)...], redactions)
        let blessed = String(decoding: result, as: UTF8.self)
        return GoldenPattern(blessed, redactions: redactions).matches(text) ? blessed : plain
    }

    /// Counts the parts that fit from the left, up to the last redaction among them.
    private func head(of text: [UInt8]) -> (parts: Int, end: Int) {
        var kept = (parts: 0, end: 0)
        var index = 0
        for (number, part) in parts.enumerated() {
            if part == .anything { break }
            guard let end = Self.end(of: part, in: text, from: index) else { break }
            index = end
            if case .redaction = part { kept = (number + 1, end) }
        }
        return kept
    }

    /// Counts the parts that fit from the right, down to the first redaction among them.
    private func tail(
        of text: [UInt8], from limit: Int, after headParts: Int
    ) -> (parts: Int, start: Int) {
        var kept = (parts: 0, start: text.count)
        var index = text.count
        for (number, part) in parts[headParts...].reversed().enumerated() {
            if part == .anything { break }
            guard let start = start(of: part, in: text, limit..<index) else { break }
            index = start
            if case .redaction = part { kept = (number + 1, start) }
        }
        return kept
    }

    /// Finds the first place from which a part reaches exactly to the end of a range.
    private func start(of part: Part, in text: [UInt8], _ range: Range<Int>) -> Int? {
        if case .literal(let bytes) = part {
            let start = range.upperBound - bytes.count
            guard start >= range.lowerBound, Self.end(of: part, in: text, from: start) != nil else {
                return nil
            }
            return start
        }
        return range.first { Self.end(of: part, in: text, from: $0) == range.upperBound }
    }

    static func write(
        _ parts: ArraySlice<Part>, _ redactions: [Redaction]
    ) -> [UInt8] {
        parts.flatMap { part in
            switch part {
            case .literal(let bytes): escape(bytes[...], redactions)
            case .anything: Array("[..]".utf8)
            case .redaction(let redaction): Array("[\(redaction.name)]".utf8)
            }
        }
    }

    /// Escapes text; a zero byte or a line end, which no script can contain, becomes `[..]`.
    private static func writable(_ text: ArraySlice<UInt8>, _ redactions: [Redaction]) -> [UInt8] {
        text.split(omittingEmptySubsequences: false) { byte in
            byte == 0 || byte == Byte.newline || byte == Byte.carriageReturn
        }
        .map { escape($0, redactions) }
        .joined(separator: Array("[..]".utf8)).map { $0 }
    }
}
