/// A parse error in its smallest form, which keeps the reader's calls light.
struct JSONFault: Error {
    var kind: JSONError.Kind
    var wanted: Wanted
    var start: Int
    var end: Int

    /// The element that the grammar asked for at the place of a fault.
    enum Wanted: UInt8 {
        case value, key, colon, commaOrBrace, commaOrBracket, end, digit, closingQuote, text
    }

    /// Returns the error in words; `bytes` is the text that the offsets refer to.
    func error(in bytes: UnsafeBufferPointer<UInt8>) -> JSONError {
        let (message, hint) = words(in: bytes)
        return JSONError(
            kind: kind, span: ByteSpan(start: start, end: end), message: message, hint: hint)
    }

    private func words(in bytes: UnsafeBufferPointer<UInt8>) -> (String, String?) {
        let found = found(in: bytes)
        switch kind {
        case .empty: return ("found nothing, wanted a value", nil)
        case .truncated where wanted == .text:
            return ("the text ends within a character of UTF-16", "the file is cut off")
        case .truncated: return ("the text ends, wanted \(wantedName)", nil)
        case .unexpected where start == 0 && bytes.starts(with: [0x1F, 0x8B]):
            return ("found gzipped data, wanted text", "unpack it first, for example with `gunzip`")
        case .unexpected:
            return (
                "found \(found), wanted \(wantedName)", nameHint(found) ?? slipHint(in: bytes)
            )
        case .trailingText:
            return ("found \(found) after the value, wanted the end", trailingHint(in: bytes))
        case .trailingComma:
            return ("found a comma before the closing bracket", "remove the comma")
        case .comment: return ("found a comment, wanted \(wantedName)", "JSON has no comments")
        case .wrongQuotes:
            return ("found \(found), wanted \(wantedName)", "JSON's quotes are `\"`")
        case .controlCharacter where TextEncoding.isISO2022JP(bytes, at: start):
            return ("found ISO-2022-JP, wanted UTF-8", TextEncoding.saveHint)
        case .controlCharacter:
            return ("found \(found) in a string, wanted it escaped", controlHint(in: bytes))
        case .nul: return ("found a zero byte, wanted text", nil)
        case .invalidEscape:
            return (
                "found the escape \(found), wanted one that JSON has",
                #"the escapes are \" \\ \/ \b \f \n \r \t \uhhhh"#
            )
        case .loneSurrogate:
            return ("found half a surrogate pair, wanted a whole character", nil)
        case .invalidUTF8:
            if let name = TextEncoding.japanese(bytes) {
                return ("found \(name), wanted UTF-8", TextEncoding.saveHint)
            }
            return ("found \(found), wanted UTF-8", TextEncoding.latinHint(bytes, at: start))
        case .invalidNumber:
            return ("found the number \(found), wanted JSON's form, such as `-1.5e3`", nil)
        case .numberOutOfRange:
            return ("found the number \(found), wanted one that a double can hold", nil)
        case .notFinite:
            return ("found \(found), wanted a number", "JSON has no NaN and no infinity")
        case .byteOrderMark: return ("found a byte order mark, wanted plain UTF-8", nil)
        case .wrongEncoding:
            return ("found \(encodingName(bytes)), wanted UTF-8", TextEncoding.saveHint)
        case .tooDeep:
            return ("found more than \(JSONParser.depthLimit) levels of nesting, wanted fewer", nil)
        case .tooLarge:
            return ("found \(end) bytes, wanted at most \(JSONParser.sizeLimit)", nil)
        }
    }

    private var wantedName: String {
        switch wanted {
        case .value: "a value"
        case .key: "a key in quotes"
        case .colon: "`:`"
        case .commaOrBrace: "`,` or `}`"
        case .commaOrBracket: "`,` or `]`"
        case .end: "the end"
        case .digit: "a digit"
        case .closingQuote: "`\"`"
        case .text: "text"
        }
    }

    private func found(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard start < bytes.count else { return "the end" }
        let first = bytes[start]
        if first < Ascii.space || first == Ascii.delete {
            return "U+00"
                + String(decoding: [first >> 4, first & 15].map(Ascii.hexUpper), as: UTF8.self)
        }
        if let name = invisible(in: bytes) { return name }
        let length = min(max(end - start, 1), 40, bytes.count - start)
        let text = UnsafeBufferPointer(rebasing: bytes[start..<start + length])
        guard let valid = String(validating: text, as: UTF8.self) else {
            return "the byte 0x"
                + String(decoding: [first >> 4, first & 15].map(Ascii.hexUpper), as: UTF8.self)
        }
        return "`\(valid.withVisibleControls)`"
    }

    private func nameHint(_ found: String) -> String? {
        switch found.lowercased() {
        case "`true`", "`false`", "`null`", "`nil`", "`none`", "`yes`", "`no`":
            "the names are `true`, `false` and `null`"
        default: nil
        }
    }

    private func controlHint(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let byte = start < bytes.count ? bytes[start] : 0
        let isLineEnd = byte == Ascii.lineFeed || byte == Ascii.carriageReturn
        if isLineEnd, isUnclosed(in: bytes) { return #"close the string with `"`"# }
        return switch byte {
        case Ascii.lineFeed: #"write it as `\n`"#
        case Ascii.tab: #"write it as `\t`"#
        case Ascii.carriageReturn: #"write it as `\r`"#
        default: nil
        }
    }

    /// Whether a string that runs into the end of its line lacks its closing quote.
    ///
    /// It does if the next text, on this line or the next, belongs after a string.
    private func isUnclosed(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool {
            [Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn].contains(byte)
        }
        let before = bytes[..<start].last { !isBlank($0) }
        let after = bytes[start...].first { !isBlank($0) }
        return before == Ascii.comma
            || [Ascii.quote, Ascii.closeBrace, Ascii.closeBracket].contains(after)
    }

    private func encodingName(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        TextEncoding.detected(in: bytes) == .utf32 ? "UTF-32" : "UTF-16"
    }
}

extension String {
    /// The text with its control characters escaped, so that none reaches a terminal.
    fileprivate var withVisibleControls: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return self
        }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text +=
                scalar.properties.generalCategory == .control
                ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}

extension Ascii {
    fileprivate static func hexUpper(_ value: UInt8) -> UInt8 {
        value < 10 ? zero + value : 0x37 + value
    }
}
