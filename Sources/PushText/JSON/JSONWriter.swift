extension JSON {
    /// Appends the compact text.
    ///
    /// `/` and non-ASCII characters stay as they are; control characters, C1 and DEL included, are
    /// escaped, so that a text from outside cannot drive a terminal.
    public func write(to bytes: inout [UInt8]) {
        var writer = ByteWriter(capacity: Self.usualSize)
        write(into: &writer)
        bytes.append(contentsOf: writer.bytes)
    }

    /// The compact text.
    public var text: String {
        var writer = ByteWriter(capacity: Self.usualSize)
        write(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the compact text and hands it over, without making an array of it.
    package func withText<Problem: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Void
    ) throws(Problem) {
        var writer = ByteWriter(capacity: Self.usualSize)
        write(into: &writer)
        try body(writer.bytes)
    }

    /// The capacity with which a payload of the usual size is written without reallocation.
    package static let usualSize = 512

    /// Appends the compact text.
    @inline(__always)
    package func write(into writer: inout ByteWriter) {
        // Most values are strings, and need not be copied for a call.
        if case .string(let text) = self { return Self.write(string: text, into: &writer) }
        writeOther(into: &writer)
    }

    private func writeOther(into writer: inout ByteWriter) {
        switch self {
        case .null: writer.append("null")
        case .bool(let value): writer.append(value ? "true" : "false")
        case .number(let lexeme): lexeme.withBytes { writer.append($0) }
        case .string(let text): Self.write(string: text, into: &writer)
        case .array(let items):
            writer.append(Ascii.openBracket)
            for index in items.indices {
                if index > 0 { writer.append(Ascii.comma) }
                items[index].write(into: &writer)
            }
            writer.append(Ascii.closeBracket)
        case .object(let members):
            writer.append(Ascii.openBrace)
            for index in members.indices {
                if index > 0 { writer.append(Ascii.comma) }
                Self.write(string: members[index].key, into: &writer)
                writer.append(Ascii.colon)
                members[index].value.write(into: &writer)
            }
            writer.append(Ascii.closeBrace)
        }
    }

    /// Returns the text with one member or item per line; empty containers stay on one line.
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
        text.withBytes { write(string: $0, to: &bytes) }
    }

    /// Appends a string, given as UTF-8, in its quotes.
    public static func write(string utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(Ascii.quote)
        if isPlain(utf8) {
            bytes.append(contentsOf: utf8)
        } else {
            var writer = ByteWriter(capacity: utf8.count + 16)
            escape(utf8, into: &writer)
            bytes.append(contentsOf: writer.bytes)
        }
        bytes.append(Ascii.quote)
    }

    /// Appends a string in its quotes, escaped as `write(to:)` says.
    package static func write(string text: String, into writer: inout ByteWriter) {
        text.withBytes { write(string: $0, into: &writer) }
    }

    /// Appends a string, given as UTF-8, in its quotes.
    @inline(__always)
    package static func write(
        string utf8: UnsafeBufferPointer<UInt8>, into writer: inout ByteWriter
    ) {
        if isPlain(utf8) { return writer.append(utf8, between: Ascii.quote) }
        writer.append(Ascii.quote)
        escape(utf8, into: &writer)
        writer.append(Ascii.quote)
    }

    private static func escape(
        _ utf8: UnsafeBufferPointer<UInt8>, into writer: inout ByteWriter
    ) {
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
                // U+0080 to U+009F are C2 80 to C2 9F; a terminal may act on them.
                guard next < utf8.count, utf8[next] < 0xA0 else {
                    index = next
                    continue
                }
                control = utf8[next]
                next += 1
            }
            writer.append(UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
            escape(control, into: &writer)
            index = next
            runStart = next
        }
        writer.append(UnsafeBufferPointer(rebasing: utf8[runStart...]))
    }

    /// Whether a text needs no escapes in JSON, judged by its bytes alone.
    @inline(__always)
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !ByteWords.hasAny(text) { word in
            ByteWords.unprintable(word) | ByteWords.equal(word, Ascii.quote)
                | ByteWords.equal(word, Ascii.backslash)
        }
    }

    /// Writes the short form of an escape if there is one, else `\u` with four digits.
    private static func escape(_ byte: UInt8, into writer: inout ByteWriter) {
        writer.append(Ascii.backslash)
        switch byte {
        case Ascii.quote, Ascii.backslash: writer.append(byte)
        case Ascii.lineFeed: writer.append(Ascii.n)
        case Ascii.carriageReturn: writer.append(Ascii.r)
        case Ascii.tab: writer.append(Ascii.t)
        default:
            writer.append(Ascii.u)
            writer.append(Ascii.zero)
            writer.append(Ascii.zero)
            writer.append(Ascii.hexDigit(byte >> 4))
            writer.append(Ascii.hexDigit(byte & 15))
        }
    }
}

extension ByteWriter {
    /// Begins a member of an object that is written piece by piece: a comma if another member
    /// stands before it, its key, which needs no escapes, and the colon.
    package mutating func beginMember(_ key: StaticString) {
        if let last = bytes.last, last != Ascii.openBrace { append(Ascii.comma) }
        append(
            UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount),
            between: Ascii.quote)
        append(Ascii.colon)
    }

    /// Appends a member with a number.
    package mutating func member(_ key: StaticString, _ number: Int64) {
        beginMember(key)
        append(decimal: number)
    }

    /// Appends a member with a text, or with null.
    package mutating func member(_ key: StaticString, _ text: String?) {
        beginMember(key)
        guard let text else { return append("null") }
        JSON.write(string: text, into: &self)
    }
}
