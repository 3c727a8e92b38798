/// An offset from UTC as text: `+09:00`, `+0900`, `+9`, `GMT+09:00`, `Z`.
enum FixedOffset {
    /// The farthest offset that is accepted, in seconds: 18 hours, as in `java.time`.
    static let limit: Int64 = 18 * 3600

    /// Reads an offset in seconds east of UTC; nil if the text is not an offset.
    ///
    /// The bytes must be in capitals.
    static func parse(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var rest = bytes
        for prefix in ["UTC", "GMT", "UT"] where rest.starts(with: prefix.utf8) {
            rest = rest.dropFirst(prefix.utf8.count)
            if rest.isEmpty { return 0 }
            break
        }
        if bytes.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
        guard let sign = rest.popFirst(), sign == 0x2b || sign == 0x2d else { return nil }
        guard let seconds = magnitude(rest), seconds <= limit else { return nil }
        return sign == 0x2d ? -seconds : seconds
    }

    /// Reads `h`, `hh`, `hmm`, `hhmm`, `hhmmss` and those with colons between all parts, in
    /// seconds.
    private static func magnitude(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let colon = UInt8(ascii: ":")
        var digits = bytes.filter { $0 != colon }
        let colons = bytes.count - digits.count
        guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        if digits.count == 1 || digits.count == 3 { digits.insert(0x30, at: 0) }
        guard digits.count == 2 || digits.count == 4 || digits.count == 6 else { return nil }
        if colons > 0 {
            guard colons == digits.count / 2 - 1,
                bytes.suffix(3).first == colon, bytes.count < 8 || bytes.dropLast(5).last == colon
            else { return nil }
        }
        var parts: [Int64] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            parts.append(Int64(digits[index]) * 10 + Int64(digits[index + 1]) - 11 * 0x30)
        }
        guard parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        var seconds: Int64 = 0
        for index in 0..<3 { seconds = seconds * 60 + (index < parts.count ? parts[index] : 0) }
        return seconds
    }

    /// Writes `+hhmm`, or `+hh:mm` with a separator.
    static func append(_ offset: Int64, separator: UInt8?, to output: inout [UInt8]) {
        output.append(offset < 0 ? 0x2d : 0x2b)
        let minutes = Int(offset.magnitude / 60)
        output.append(number: minutes / 60, width: 2)
        if let separator { output.append(separator) }
        output.append(number: minutes % 60, width: 2)
    }

    /// Writes `+hh:mm`.
    static func text(_ offset: Int64) -> String {
        var bytes: [UInt8] = []
        append(offset, separator: UInt8(ascii: ":"), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a number in decimal digits, with leading zeros up to a width.
    mutating func append(number: Int, width: Int) {
        var rest = number
        if width == 2, rest >= 0, rest < 100 {
            append(UInt8(truncatingIfNeeded: 0x30 + rest / 10))
            append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
            return
        }
        if rest < 0 {
            append(0x2d)
            rest = -rest
        }
        guard rest >= 100_000_000 else {
            // Digits come out from the right; eight fit into the word that reverses them.
            var digits: UInt64 = 0
            var count = 0
            repeat {
                digits = digits << 8 | UInt64(0x30 + rest % 10)
                count += 1
                rest /= 10
            } while rest > 0
            for _ in 0..<Swift.max(0, width - count) { append(0x30) }
            for _ in 0..<count {
                append(UInt8(truncatingIfNeeded: digits))
                digits >>= 8
            }
            return
        }
        append(contentsOf: String(rest).utf8)
    }
}
