import PushText

/// The format of `Localizable.strings`: `"key" = "text";`, comments, escapes, UTF-8 or UTF-16.
public enum StringsFile {
    /// The longest file that is read, in bytes.
    public static let sizeLimit = 4 << 20

    /// Returns the entries of a file in their order.
    public static func entries(
        _ bytes: [UInt8]
    ) throws(Fault) -> [LanguageStrings.Entry] {
        guard bytes.count <= sizeLimit else {
            throw Fault(
                "the file has \(bytes.count) bytes, and at most \(sizeLimit) are read", at: 1)
        }
        var reader = StringsReader(try decoded(bytes))
        var entries: [LanguageStrings.Entry] = []
        while let entry = try reader.entry() { entries.append(entry) }
        return entries
    }

    /// Returns a file's text, decoded from any of the supported encodings.
    public static func text(of bytes: [UInt8]) throws(Fault) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: try decoded(bytes))
        return String(text)
    }

    /// Returns the scalars of a text in UTF-8 or UTF-16, recognised by byte order mark and zeros.
    private static func decoded(_ bytes: [UInt8]) throws(Fault) -> [Unicode.Scalar] {
        let start = Array(bytes.prefix(2))
        if start == [0xFF, 0xFE] { return try utf16(bytes[2...], bigEndian: false) }
        if start == [0xFE, 0xFF] { return try utf16(bytes[2...], bigEndian: true) }
        if start.count == 2, start[1] == 0 { return try utf16(bytes[...], bigEndian: false) }
        if start.count == 2, start[0] == 0 { return try utf16(bytes[...], bigEndian: true) }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            throw Fault("the file is neither UTF-8 nor UTF-16", at: 1)
        }
        return Array(text.unicodeScalars)
    }

    private static func utf16(
        _ bytes: ArraySlice<UInt8>, bigEndian: Bool
    ) throws(Fault) -> [Unicode.Scalar] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        guard index == bytes.endIndex, let text = String(validating: units, as: UTF16.self) else {
            throw Fault("the file is broken UTF-16", at: 1)
        }
        return Array(text.unicodeScalars)
    }
}

/// Walks through the scalars of a `.strings` file.
struct StringsReader {
    private let text: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    init(_ text: [Unicode.Scalar]) {
        self.text = text
    }

    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private mutating func advance() {
        if text[index] == "\n" { line += 1 }
        index += 1
    }

    private func fault(_ wanted: String) -> Fault {
        let found = next.map { $0.value < 0x20 ? "a control character" : "`\($0)`" }
        return Fault(
            "wanted \(wanted), found \(found ?? "the end of the file")", at: line)
    }

    /// Reads `"key" = "text";`, or `"key";`, whose text is the key; nil at the end.
    mutating func entry() throws(Fault) -> LanguageStrings.Entry? {
        try skipSpace()
        guard next != nil else { return nil }
        let key = try word("a key")
        var value = key
        try skipSpace()
        if next == "=" {
            advance()
            try skipSpace()
            value = try word("a text")
            try skipSpace()
        }
        guard next == ";" else { throw fault("`;`") }
        advance()
        return LanguageStrings.Entry(key: key, text: value)
    }

    private mutating func skipSpace() throws(Fault) {
        while let scalar = next {
            if scalar.properties.isWhitespace {
                advance()
            } else if scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(Fault) {
        advance()
        if next == "/" {
            while let scalar = next, scalar != "\n" {
                _ = scalar
                advance()
            }
        } else if next == "*" {
            advance()
            while index + 1 < text.count, text[index] != "*" || text[index + 1] != "/" {
                advance()
            }
            guard index + 1 < text.count else {
                throw Fault("a comment without its `*/`", at: line)
            }
            index += 2
        } else {
            throw fault("a comment")
        }
    }

    /// A quoted word, or a bare one as in old property lists.
    private mutating func word(_ wanted: String) throws(Fault) -> String {
        if next == "\"" { return try quoted() }
        var word = ""
        while let scalar = next, Self.isBare(scalar) {
            word.unicodeScalars.append(scalar)
            advance()
        }
        guard !word.isEmpty else { throw fault(wanted) }
        return word
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ":", "$": true
        default: false
        }
    }

    private mutating func quoted() throws(Fault) -> String {
        let start = line
        advance()
        var word = String.UnicodeScalarView()
        while let scalar = next {
            advance()
            if scalar == "\"" { return String(word) }
            word.append(scalar == "\\" ? try escape() : scalar)
        }
        throw Fault("a quoted text without its end", at: start)
    }

    /// Reads the part after a backslash: a letter, `Uxxxx`, or three octal digits.
    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        guard let scalar = next else { throw fault("an escape") }
        advance()
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "a": return "\u{07}"
        case "b": return "\u{08}"
        case "f": return "\u{0C}"
        case "v": return "\u{0B}"
        case "U", "u": return try unicode()
        case "0"..."7": return try octal(scalar)
        default: return scalar
        }
    }

    private mutating func unicode() throws(Fault) -> Unicode.Scalar {
        let first = try hexadecimal()
        var value = UInt32(first)
        if first & 0xFC00 == 0xD800 {
            guard next == "\\", index + 1 < text.count, text[index + 1] == "U" else {
                throw fault("the second half of a surrogate pair")
            }
            index += 2
            let second = try hexadecimal()
            value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
            guard second & 0xFC00 == 0xDC00 else {
                throw fault("the second half of a surrogate pair")
            }
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault("a character") }
        return scalar
    }

    private mutating func hexadecimal() throws(Fault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue
            else { throw fault("four hexadecimal digits") }
            value = value << 4 | UInt16(digit)
            advance()
        }
        return value
    }

    private mutating func octal(_ first: Unicode.Scalar) throws(Fault) -> Unicode.Scalar {
        var value = first.value - 48
        for _ in 0..<2 {
            guard let scalar = next, (48...55).contains(scalar.value) else { break }
            value = value * 8 + scalar.value - 48
            advance()
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault("a character") }
        return scalar
    }
}
