/// Tells which bytes of a JSON text are inside its strings; no more of JSON is needed to find
/// variables.
struct JSONText {
    private(set) var isInString = false
    private var isEscaped = false

    /// Takes the next byte of the text.
    mutating func advance(over byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == Byte.doubleQuote {
            isInString.toggle()
        } else if isInString, byte == Byte.backslash {
            isEscaped = true
        }
    }

    /// Takes the next bytes of the text.
    mutating func advance(over text: Slice<UnsafeBufferPointer<UInt8>>) {
        var (inString, escaped) = (isInString, isEscaped)
        // Without a branch for each byte.
        for byte in UnsafeBufferPointer(rebasing: text) {
            let isQuote = byte == Byte.doubleQuote && !escaped
            escaped = byte == Byte.backslash && inString && !escaped
            inString = inString != isQuote
        }
        (isInString, isEscaped) = (inString, escaped)
    }

    /// Whether a `${` is where its value must be JSON, so that the text is not JSON yet.
    static func hasVariableOutsideString(_ text: [UInt8]) -> Bool {
        var state = JSONText()
        for index in text.indices {
            if !state.isInString, text[index] == Byte.dollar, index + 1 < text.count,
                text[index + 1] == Byte.leftBrace
            {
                return true
            }
            state.advance(over: text[index])
        }
        return false
    }

    /// Appends text as the contents of a JSON string.
    static func appendEscaped(_ text: String.UTF8View, to output: inout [UInt8]) {
        let isPlain = text.withContiguousStorageIfAvailable { bytes in
            // Without an early exit the compiler checks many bytes in one step.
            var others: UInt8 = 0
            for byte in bytes {
                others |= byte < 0x20 ? 1 : 0
                others |= byte == Byte.doubleQuote ? 1 : 0
                others |= byte == Byte.backslash ? 1 : 0
            }
            return others == 0
        }
        if isPlain == true { return output.append(contentsOf: text) }
        let digits = Array("0123456789abcdef".utf8)
        for byte in text {
            switch byte {
            case Byte.doubleQuote, Byte.backslash: output += [Byte.backslash, byte]
            case Byte.newline: output += Array("\\n".utf8)
            case Byte.carriageReturn: output += Array("\\r".utf8)
            case Byte.tab: output += Array("\\t".utf8)
            case 0..<0x20:
                output += Array("\\u00".utf8)
                output += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: output.append(byte)
            }
        }
    }
}
