import PushText

/// JSON texts as Trino writes them: no spaces, floating-point numbers as Java prints them.
enum JSONText {
    /// Which members of an object are written, and in what order (decision 664).
    enum Members {
        /// By key; of equal keys the last counts. `json_parse` and JSON literals do so.
        case sorted
        /// In the order of the text, the last value of equal keys in the place of the first: so
        /// Jackson's trees write them.
        case distinct
        /// All, in the order of the text.
        case all
    }

    /// Returns a JSON text as Trino writes it; nil if it is not JSON.
    static func canonical(_ text: String, _ members: Members = .sorted) -> String? {
        guard let value = parse(text) else { return nil }
        var output: [UInt8] = []
        append(value, members, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the value of a JSON text; nil if it is not JSON.
    static func parse(_ text: String) -> JSON? { try? JSONParser.parse(Array(text.utf8)) }

    /// Appends the text of a value.
    static func append(_ value: JSON, _ members: Members = .sorted, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let lexeme): output.append(contentsOf: canonical(number: lexeme).utf8)
        case .string(let text): append(text, to: &output)
        case .array(let items):
            output.append(Ascii.openBracket)
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(Ascii.comma) }
                append(item, members, to: &output)
            }
            output.append(Ascii.closeBracket)
        case .object(let written):
            output.append(Ascii.openBrace)
            for (index, member) in members.chosen(of: written).enumerated() {
                if index > 0 { output.append(Ascii.comma) }
                append(member.key, to: &output)
                output.append(Ascii.colon)
                append(member.value, members, to: &output)
            }
            output.append(Ascii.closeBrace)
        }
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

extension JSONText.Members {
    fileprivate func chosen(of members: [JSON.Member]) -> [JSON.Member] {
        if self == .all { return members }
        // Swift compares texts by what they show; keys with other code points are other keys.
        var places: [[UInt8]: Int] = [:]
        var chosen: [JSON.Member] = []
        for member in members {
            let key = Array(member.key.utf8)
            if let place = places[key] {
                chosen[place] = member
            } else {
                places[key] = chosen.count
                chosen.append(member)
            }
        }
        guard self == .sorted else { return chosen }
        return chosen.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
