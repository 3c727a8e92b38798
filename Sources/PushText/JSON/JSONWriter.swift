extension JSON {
    /// Appends the compact text.
    ///
    /// `/` and non-ASCII characters stand as they are; control characters, C1 and DEL included, are
    /// escaped, so that a text from outside cannot drive a terminal.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: StaticText.null)
        case .bool(let value):
            bytes.append(contentsOf: value ? StaticText.true : StaticText.false)
        case .number(var lexeme): lexeme.withUTF8 { bytes.append(contentsOf: $0) }
        case .string(let text): JSON.write(string: text, to: &bytes)
        case .array(let items):
            bytes.append(Ascii.openBracket)
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                item.write(to: &bytes)
            }
            bytes.append(Ascii.closeBracket)
        case .object(let members):
            bytes.append(Ascii.openBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                JSON.write(string: member.key, to: &bytes)
                bytes.append(Ascii.colon)
                member.value.write(to: &bytes)
            }
            bytes.append(Ascii.closeBrace)
        }
    }

    /// The compact text.
    public var text: String {
        var bytes: [UInt8] = []
        // A payload of the usual size is written without the array moving.
        bytes.reserveCapacity(512)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text with one member or item a line; empty containers stay on theirs.
    public func pretty(indent: Int = 2) -> String {
        var bytes: [UInt8] = []
        writePretty(to: &bytes, indent: indent, level: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func writePretty(to bytes: inout [UInt8], indent: Int, level: Int) {
        func line(_ level: Int) {
            bytes.append(Ascii.lineFeed)
            bytes.append(contentsOf: repeatElement(Ascii.space, count: indent * level))
        }
        switch self {
        case .array(let items) where !items.isEmpty:
            bytes.append(Ascii.openBracket)
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                line(level + 1)
                item.writePretty(to: &bytes, indent: indent, level: level + 1)
            }
            line(level)
            bytes.append(Ascii.closeBracket)
        case .object(let members) where !members.isEmpty:
            bytes.append(Ascii.openBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                line(level + 1)
                JSON.write(string: member.key, to: &bytes)
                bytes.append(Ascii.colon)
                bytes.append(Ascii.space)
                member.value.writePretty(to: &bytes, indent: indent, level: level + 1)
            }
            line(level)
            bytes.append(Ascii.closeBrace)
        default: write(to: &bytes)
        }
    }

    /// Appends a string in its quotes, escaped as `write(to:)` says.
    public static func write(string text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            bytes.append(Ascii.quote)
            var runStart = 0
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                var next = index + 1
                if byte >= Ascii.space, byte != Ascii.quote, byte != Ascii.backslash,
                    byte != Ascii.delete, byte != Ascii.c1Lead
                {
                    index = next
                    continue
                }
                var control = byte
                if byte == Ascii.c1Lead {
                    // U+0080 to U+009F are C2 80 to C2 9F; a terminal may obey them.
                    guard next < utf8.count, utf8[next] < 0xA0 else {
                        index = next
                        continue
                    }
                    control = utf8[next]
                    next += 1
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
                escape(control, to: &bytes)
                index = next
                runStart = next
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[runStart...]))
            bytes.append(Ascii.quote)
        }
    }

    private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(Ascii.backslash)
        switch byte {
        case Ascii.quote, Ascii.backslash: bytes.append(byte)
        case Ascii.lineFeed: bytes.append(Ascii.n)
        case Ascii.carriageReturn: bytes.append(Ascii.r)
        case Ascii.tab: bytes.append(Ascii.t)
        default:
            bytes.append(Ascii.u)
            bytes.append(Ascii.zero)
            bytes.append(Ascii.zero)
            bytes.append(Ascii.hexDigit(byte >> 4))
            bytes.append(Ascii.hexDigit(byte & 15))
        }
    }
}

/// The three names of JSON as bytes, made once.
private enum StaticText {
    static let null = Array("null".utf8)
    static let `true` = Array("true".utf8)
    static let `false` = Array("false".utf8)
}
