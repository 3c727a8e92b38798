/// Diagnoses text that people paste as a payload with something around it.
///
/// It reads the whole text, so it is for places where a person waits, not for every record.
public enum PastedText {
    /// The longest text, in bytes, that counts as pasted.
    private static let limit = 1 << 20

    /// Returns what to leave out, or to do, for a text that could not be read; nil if unsure.
    public static func cure(of error: JSONError, in bytes: [UInt8]) -> String? {
        guard bytes.count <= limit else { return nil }
        let text = bytes.drop { $0 <= Ascii.space }
        guard let first = text.first, first < 0x80 else { return nil }
        if first == Ascii.openBrace { return cureBehind(error, in: bytes, from: text.startIndex) }
        if begins(text, "```") { return "leave out the lines with three backticks" }
        if ["curl ", "$ curl ", "% curl "].contains(where: { begins(text, $0) }) {
            return "give only the body, which follows `-d` or `--data`"
        }
        if ["POST ", "PUT ", "HTTP/", "> POST ", ":method"].contains(where: { begins(text, $0) }) {
            return "give only the body, which follows the empty line"
        }
        if begins(text, "[AnyHashable(") {
            return "this is how Swift prints a dictionary; print it with `JSONSerialization`"
        }
        guard let object = object(in: bytes, from: text.startIndex) else { return nil }
        let isFirst = bytes.firstIndex(of: Ascii.openBrace) == object.lowerBound
        let isLast = bytes[object.upperBound...].allSatisfy { $0 <= Ascii.space }
        return isFirst && isLast
            ? "leave out what comes before the first `{`"
            : "give only the object, without what comes before and after it"
    }

    /// Returns the cure for a value that was read but is not an object; nil if unsure.
    public static func cure(of value: JSON) -> String? {
        switch value {
        case .string(let text):
            guard text.utf8.count <= limit,
                case .object? = try? JSONParser.parse(Array(text.utf8), .apple)
            else { return nil }
            return "it is inside the quotes: give only the text of the string"
        case .array(let elements):
            guard case .object? = elements.first else { return nil }
            return elements.count == 1
                ? "give only the object, without the brackets" : "give its objects one at a time"
        case .null, .bool, .number, .object: return nil
        }
    }

    /// Returns the cure for more text after a complete object.
    private static func cureBehind(
        _ error: JSONError, in bytes: [UInt8], from start: Int
    ) -> String? {
        guard error.kind == .trailingText, error.hint == nil,
            let object = object(in: bytes, from: start), object.lowerBound == start
        else { return nil }
        return "leave out what follows the object"
    }

    /// Finds the first object of a text; looks at three places at most.
    private static func object(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var place = start
        for _ in 0..<3 {
            guard let open = bytes[place...].firstIndex(of: Ascii.openBrace) else { return nil }
            if let end = end(of: bytes, from: open),
                (try? JSONParser.parse(Array(bytes[open..<end]), .apple)) != nil
            {
                return open..<end
            }
            place = open + 1
        }
        return nil
    }

    /// Returns the end of the braces that open here, whatever is between them.
    private static func end(of bytes: [UInt8], from open: Int) -> Int? {
        var depth = 0
        var isText = false
        var index = open
        while index < bytes.count {
            switch bytes[index] {
            case Ascii.backslash where isText: index += 1
            case Ascii.quote: isText.toggle()
            case Ascii.openBrace where !isText: depth += 1
            case Ascii.closeBrace where !isText:
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func begins(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
        text.starts(with: word.utf8)
    }
}
