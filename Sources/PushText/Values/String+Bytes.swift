extension BidirectionalCollection {
    /// The part without the elements at both ends for which a closure holds.
    ///
    /// Of a text, it is given characters, bytes or scalars, by the view it is called on.
    @inlinable package func trimming(where goes: (Element) -> Bool) -> SubSequence {
        drop(while: goes).trimmingEnd(where: goes)
    }

    /// The part without the elements at the end for which a closure holds.
    @inlinable package func trimmingEnd(where goes: (Element) -> Bool) -> SubSequence {
        guard let last = lastIndex(where: { !goes($0) }) else { return prefix(0) }
        return self[...last]
    }
}

extension String {
    /// Creates a text that repeats one ASCII byte, at a fraction of the cost of a character.
    package init(repeating byte: UInt8, count: Int) {
        precondition(byte < 0x80)
        let length = count > 0 ? count : 0
        self.init(unsafeUninitializedCapacity: length) { buffer in
            buffer.initialize(repeating: byte)
            return length
        }
    }

    /// Whether every character is one of ASCII, which is found eight bytes at a time.
    package var isASCII: Bool { withBytes { !ByteWords.hasAny($0) { word in word } } }

    /// Whether a byte occurs, which is found eight bytes at a time.
    package func contains(byte: UInt8) -> Bool {
        withBytes { bytes in ByteWords.hasAny(bytes) { ByteWords.equal($0, byte) } }
    }

    /// Whether the bytes begin with those of another text; canonically equal forms are different.
    @inlinable package func begins(with start: StaticString) -> Bool {
        guard utf8.count >= start.utf8CodeUnitCount else { return false }
        return start.withUTF8Buffer { start in withBytes { $0.starts(with: start) } }
    }

    /// The text with another one in place of each occurrence of an ASCII character.
    ///
    /// `Character` does not find them all: an apostrophe with a combining accent behind it is one
    /// character, which differs from an apostrophe, and would stay single between quotes.
    package func replacing(byte: UInt8, with text: String) -> String {
        precondition(byte < 0x80)
        guard contains(byte: byte) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 4 * text.utf8.count)
        for next in utf8 {
            if next == byte { bytes += text.utf8 } else { bytes.append(next) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text between two quotes, an ASCII character that is doubled inside, as SQL and CSV
    /// write it.
    package func quoted(with quote: UInt8) -> String {
        let mark = String(Unicode.Scalar(quote))
        return mark + replacing(byte: quote, with: mark + mark) + mark
    }

    /// The text as a word of a script, in quotes unless every character stands for itself there.
    package var asWord: String { isPlainWord ? self : asQuotedWord }

    /// The text as a word that stays on one line and shows every character, as completion and
    /// hints offer it.
    package var asShownWord: String {
        if isPlainWord { return self }
        let isSeen = VisibleScalars(self, showsUnseen: true).allSatisfy { !$0.isMarked }
        return isSeen ? quoted(with: Ascii.apostrophe) : escapedWord(keepsLines: false)
    }

    /// Whether a script has the text as a word without quotes.
    private var isPlainWord: Bool {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case Ascii.percent, Ascii.plus, Ascii.comma, Ascii.minus, Ascii.dot, Ascii.slash,
                Ascii.colon, Ascii.equals, Ascii.at:
                true
            default: Ascii.isWord(byte)
            }
        }
        // A word that begins with `-` is an option, one with `@` a file.
        return isPlain && !isEmpty && !hasPrefix("-") && !hasPrefix("@")
    }

    /// The text as one word of a script, always in quotes: single ones, or double ones with escapes
    /// if the text has characters that nobody sees or that a terminal obeys.
    ///
    /// Between single quotes a carriage return in front of a line feed would be lost, as the end of
    /// a script's line.
    package var asQuotedWord: String {
        let isSeen = VisibleScalars(self, showsUnseen: true).allSatisfy {
            !$0.isMarked || $0.scalar == "\n" || $0.scalar == "\t"
        }
        return isSeen ? quoted(with: Ascii.apostrophe) : escapedWord(keepsLines: true)
    }

    /// The text between double quotes; line feeds and tabs stay themselves with `keepsLines`.
    private func escapedWord(keepsLines: Bool) -> String {
        var word = "\""
        for (scalar, isMarked) in VisibleScalars(self, showsUnseen: true) {
            switch scalar {
            case "\n" where !keepsLines: word += "\\n"
            case "\t" where !keepsLines: word += "\\t"
            case "\n", "\t": word.unicodeScalars.append(scalar)
            case "\r": word += "\\r"
            case "\"", "\\", "$": word += "\\\(scalar)"
            default:
                if isMarked {
                    word += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    word.unicodeScalars.append(scalar)
                }
            }
        }
        return word + "\""
    }

    /// The text as one word of a POSIX shell, always in single quotes.
    package var asShellWord: String {
        "'\(replacing(byte: Ascii.apostrophe, with: #"'\''"#))'"
    }

    /// Calls a closure with the UTF-8 bytes, without copying them.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result)
        -> Result
    {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
