import PushText

extension GoldenBlock {
    /// Rewrites golden lines so that they match other output as well as what they match already.
    ///
    /// A loop runs its statement several times, and the lines have to hold in every round.
    public static func widen(
        _ expected: [GoldenText], stdout: [String], stderr: [String],
        redactions: [Redaction] = Redaction.standard
    ) -> [GoldenText] {
        rewrite(expected, stdout: stdout, stderr: stderr, redactions) { lines, actual, stream in
            widen(lines, actual: actual, stream, redactions)
        }
    }

    private static func widen(
        _ expected: [GoldenText], actual: [String], _ stream: GoldenLine.Stream,
        _ redactions: [Redaction]
    ) -> [GoldenText] {
        guard mismatch(expected: expected, actual: actual, redactions: redactions) != nil else {
            return expected
        }
        let other = lines(like: expected, of: actual, stream, redactions)
        let isAlike =
            expected.count == other.count
            && zip(expected, other).allSatisfy { ($0.text == nil) == ($1.text == nil) }
        if isAlike {
            let common = zip(expected, other).map { one, other in
                GoldenText(
                    one.text.map { GoldenPattern.common($0, other.text ?? "", redactions) },
                    stream: stream)
            }
            let found = mismatch(expected: common, actual: actual, redactions: redactions)
            if found == nil { return common }
        }
        // As many lines as agree at both ends stay, and any number may stand between them.
        let fits = { (line: GoldenText, text: String) in
            line.text.map { GoldenPattern($0, redactions: redactions).matches(text) } ?? false
        }
        let head = zip(expected, actual).prefix(while: fits).count
        let room = min(expected.count, actual.count) - head
        let tail = zip(expected.reversed(), actual.reversed()).prefix(room).prefix(while: fits)
            .count
        return expected[..<head] + [GoldenText(nil, stream: stream)]
            + expected[(expected.count - tail)...]
    }

    /// The golden lines of other output, in the form of those that there are.
    private static func lines(
        like expected: [GoldenText], of actual: [String], _ stream: GoldenLine.Stream,
        _ redactions: [Redaction]
    ) -> [GoldenText] {
        let isOpen = expected.contains { $0.text == nil }
        guard !isOpen, expected.count == actual.count else {
            return bless(expected: expected, actual: actual, redactions: redactions)
        }
        return zip(expected, actual).map { line, text in
            let golden = line.text ?? ""
            return GoldenText(
                GoldenPattern.bless(golden, actual: text, redactions: redactions), stream: stream)
        }
    }
}

extension GoldenPattern {
    /// Writes a golden line that matches what two others match: `[..]` takes the place of what
    /// differs.
    static func common(_ one: String, _ other: String, _ redactions: [Redaction]) -> String {
        guard !one.isExactly(other) else { return one }
        var left = GoldenPattern(one, redactions: redactions).parts
        var right = GoldenPattern(other, redactions: redactions).parts
        let front = takeShared(&left, &right, isMirrored: false)
        left = mirrored(left)
        right = mirrored(right)
        let back = mirrored(takeShared(&left, &right, isMirrored: true))
        var parts = front + [.anything] + back
        for index in parts.indices.dropFirst().reversed()
        where parts[index] == .anything && parts[index - 1] == .anything {
            parts.remove(at: index)
        }
        return String(decoding: write(parts[...], redactions), as: UTF8.self)
    }

    /// Takes the parts that two patterns begin with, the last perhaps a piece of a text.
    private static func takeShared(
        _ left: inout [Part], _ right: inout [Part], isMirrored: Bool
    ) -> [Part] {
        let count = zip(left, right).prefix { $0 == $1 }.count
        var shared = Array(left[..<count])
        left.removeFirst(count)
        right.removeFirst(count)
        guard case .literal(let one)? = left.first, case .literal(let other)? = right.first else {
            return shared
        }
        var length = zip(one, other).prefix { $0 == $1 }.count
        // No character is cut in two; a byte of the form 10xxxxxx continues one.
        let isInside = { (byte: UInt8?) in byte.map { $0 & 0xC0 == 0x80 } ?? false }
        while length > 0,
            isMirrored
                ? isInside(one[length - 1])
                : isInside(one.dropFirst(length).first) || isInside(other.dropFirst(length).first)
        { length -= 1 }
        shared.append(.literal(Array(one[..<length])))
        left[0] = .literal(Array(one[length...]))
        right[0] = .literal(Array(other[length...]))
        return shared
    }

    /// Parts and their texts from the end to the start.
    private static func mirrored(_ parts: [Part]) -> [Part] {
        parts.reversed().map { part in
            guard case .literal(let bytes) = part else { return part }
            return .literal(bytes.reversed())
        }
    }
}
