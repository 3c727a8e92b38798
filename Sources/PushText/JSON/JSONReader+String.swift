extension JSONReader {
    /// Reads a string, from its opening quote past its closing one.
    mutating func string() throws(JSONFault) -> String {
        let start = index + 1
        var ascii = true
        index = source.endOfPlainText(from: start)
        while index < source.count {
            let byte = source[index]
            if byte == Ascii.quote {
                let text = UnsafeBufferPointer(rebasing: source[start..<index])
                index += 1
                if ascii { return String(decoding: text, as: UTF8.self) }
                return try validated(text, sourceStart: start)
            }
            if byte == Ascii.backslash { return try escapedString(from: start) }
            if byte < Ascii.space { throw control() }
            if byte >= 0x80 {
                ascii = false
                index += 1
            } else {
                index = source.endOfPlainText(from: index)
            }
        }
        throw unexpected(.closingQuote)
    }

    private func validated(
        _ text: UnsafeBufferPointer<UInt8>, sourceStart: Int
    ) throws(JSONFault) -> String {
        // `String(validating:)` would do both, but takes a thousand instructions for a short text.
        let bad = text.firstInvalidUTF8
        guard bad == text.count else {
            let start = sourceStart + bad
            throw JSONFault(kind: .invalidUTF8, wanted: .text, start: start, end: start + 1)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads on from the first escape, copying the unescaped string.
    private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
        unescaped.removeAll(keepingCapacity: true)
        var runStart = start
        while index < source.count {
            let byte = source[index]
            if byte == Ascii.quote || byte == Ascii.backslash {
                let run = UnsafeBufferPointer(rebasing: source[runStart..<index])
                let bad = run.firstInvalidUTF8
                guard bad == run.count else {
                    throw JSONFault(
                        kind: .invalidUTF8, wanted: .text, start: runStart + bad,
                        end: runStart + bad + 1)
                }
                unescaped.append(contentsOf: run)
                if byte == Ascii.quote {
                    index += 1
                    return String(decoding: unescaped, as: UTF8.self)
                }
                try escape()
                runStart = index
            } else if byte < Ascii.space {
                throw control()
            } else {
                index = source.endOfPlainText(from: index + 1)
            }
        }
        throw unexpected(.closingQuote)
    }

    private mutating func escape() throws(JSONFault) {
        let start = index
        guard index + 1 < source.count else {
            index = source.count
            throw unexpected(.closingQuote)
        }
        let letter = source[index + 1]
        index += 2
        switch letter {
        case Ascii.quote, Ascii.backslash, Ascii.slash: unescaped.append(letter)
        case Ascii.b: unescaped.append(0x08)
        case Ascii.f: unescaped.append(0x0C)
        case Ascii.n: unescaped.append(Ascii.lineFeed)
        case Ascii.r: unescaped.append(Ascii.carriageReturn)
        case Ascii.t: unescaped.append(Ascii.tab)
        case Ascii.u: try unicodeEscape(from: start)
        default:
            // The whole character is marked, even if it has several bytes.
            while index < source.count, source[index] & 0xC0 == 0x80 { index += 1 }
            throw JSONFault(kind: .invalidEscape, wanted: .text, start: start, end: index)
        }
    }

    /// Reads the digits of `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONFault) {
        let first = try codeUnit(from: start)
        var scalar = UInt32(first)
        if first & 0xFC00 == 0xD800, index + 1 < source.count, source[index] == Ascii.backslash,
            source[index + 1] == Ascii.u
        {
            let secondStart = index
            index += 2
            let second = try codeUnit(from: secondStart)
            if second & 0xFC00 == 0xDC00 {
                scalar = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
            }
        }
        guard let valid = Unicode.Scalar(scalar) else {
            throw JSONFault(kind: .loneSurrogate, wanted: .text, start: start, end: start + 6)
        }
        if let encoded = UTF8.encode(valid) { unescaped.append(contentsOf: encoded) }
    }

    /// Reads four hexadecimal digits; throws `invalidEscape` at the first character that is none.
    private mutating func codeUnit(from start: Int) throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard index < source.count else { throw unexpected(.closingQuote) }
            guard let digit = Ascii.hexValue(source[index]) else {
                throw JSONFault(kind: .invalidEscape, wanted: .text, start: start, end: index)
            }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }

    private func control() -> JSONFault {
        let kind: JSONError.Kind = source[index] == 0 ? .nul : .controlCharacter
        return JSONFault(kind: kind, wanted: .text, start: index, end: index + 1)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset, from `start` on, of the first byte that a string cannot contain as is;
    /// else the count.
    ///
    /// Such bytes are quotes, backslashes, control characters and bytes of characters beyond ASCII.
    /// Payloads mostly contain others, so eight are checked in one step.
    @inline(__always)
    func endOfPlainText(from start: Int) -> Int {
        var index = start
        while index + 8 <= count {
            let word = UnsafeRawPointer(baseAddress.unsafelyUnwrapped).loadUnaligned(
                fromByteOffset: index, as: UInt64.self)
            let special = Self.specialBytes(in: UInt64(littleEndian: word))
            if special != 0 { return index + special.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            let byte = self[index]
            if byte == Ascii.quote || byte == Ascii.backslash || byte &- 0x20 >= 0x60 { break }
            index += 1
        }
        return index
    }

    /// Marks, by its highest bit, each byte that is a quote, a backslash, below a blank or beyond
    /// ASCII; marks after the first one may be false.
    @inline(__always)
    private static func specialBytes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // XOR makes a byte zero where it equals a quote, and a zero byte borrows from its highest
        // bit.
        let quotes = word ^ (ones &* UInt64(Ascii.quote))
        let backslashes = word ^ (ones &* UInt64(Ascii.backslash))
        let borrows =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- ones &* UInt64(Ascii.space)) & ~word)
        return (borrows | word) & (ones &* 0x80)
    }

    /// The offset of the first byte that is not UTF-8, or the count.
    package var firstInvalidUTF8: Int {
        var index = 0
        while index < count {
            let lead = self[index]
            if lead < 0x80 {
                index += 1
                continue
            }
            let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
            guard lead >= 0xC2, lead <= 0xF4, index + length <= count else { return index }
            let second = self[index + 1]
            // The second byte rules out overlong forms, surrogates and anything past U+10FFFF.
            let allowed: ClosedRange<UInt8> =
                switch lead {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: 0x80...0xBF
                }
            guard allowed.contains(second) else { return index }
            for offset in 2..<Swift.max(length, 2) where self[index + offset] & 0xC0 != 0x80 {
                return index
            }
            index += length
        }
        return count
    }
}
