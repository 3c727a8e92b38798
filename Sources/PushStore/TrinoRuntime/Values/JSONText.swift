import PushText

/// JSON texts as Trino writes them: keys sorted, no spaces, floating-point numbers as Java prints
/// them.
enum JSONText {
    /// Returns the canonical text of a JSON text; nil if it is not JSON.
    static func canonical(_ text: String) -> String? {
        guard let value = parse(text) else { return nil }
        var output: [UInt8] = []
        append(value, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the value of a JSON text; nil if it is not JSON.
    static func parse(_ text: String) -> JSON? { try? JSONParser.parse(Array(text.utf8)) }

    /// Appends the canonical text of a value.
    static func append(_ value: JSON, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let lexeme): output.append(contentsOf: canonical(number: lexeme).utf8)
        case .string(let text): append(text, to: &output)
        case .array(let items):
            output.append(Ascii.openBracket)
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(Ascii.comma) }
                append(item, to: &output)
            }
            output.append(Ascii.closeBracket)
        case .object(let members):
            output.append(Ascii.openBrace)
            for (index, member) in Self.sorted(members).enumerated() {
                if index > 0 { output.append(Ascii.comma) }
                append(member.key, to: &output)
                output.append(Ascii.colon)
                append(member.value, to: &output)
            }
            output.append(Ascii.closeBrace)
        }
    }

    /// Returns the members ordered by key; of equal keys the last counts.
    private static func sorted(_ members: [JSON.Member]) -> [JSON.Member] {
        var last: [String: JSON] = [:]
        for member in members { last[member.key] = member.value }
        return last.map { JSON.Member(key: $0.key, value: $0.value) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private static func canonical(number lexeme: String) -> String {
        let isWhole = lexeme.utf8.allSatisfy { $0 == Ascii.minus || Ascii.isDigit($0) }
        if isWhole { return lexeme == "-0" ? "0" : lexeme }
        return Double(lexeme).map { FloatText.java($0) } ?? lexeme
    }

    /// Appends a text in quotes.
    static func append(_ text: String, to output: inout [UInt8]) {
        output.append(Ascii.quote)
        for byte in text.utf8 {
            switch byte {
            case Ascii.quote, Ascii.backslash:
                output.append(Ascii.backslash)
                output.append(byte)
            case 8: output.append(contentsOf: #"\b"#.utf8)
            case 9: output.append(contentsOf: #"\t"#.utf8)
            case 10: output.append(contentsOf: #"\n"#.utf8)
            case 12: output.append(contentsOf: #"\f"#.utf8)
            case 13: output.append(contentsOf: #"\r"#.utf8)
            case 0..<0x20:
                output.append(contentsOf: #"\u00"#.utf8)
                output.append(Hex.upper[Int(byte >> 4)])
                output.append(Hex.upper[Int(byte & 15)])
            default: output.append(byte)
            }
        }
        output.append(Ascii.quote)
    }
}
