import PushCommands
import PushText

/// Finds the payload in what was pasted from a mail, a log or a shell's history.
///
/// Braces are counted outside of texts in double quotes, so that a payload need not be correct to
/// be found: its faults are shown by the command that takes it.
struct PayloadSearch: Equatable {
    /// The payload, from its first brace on.
    private(set) var object: String
    /// Whether something that is not part of the payload stood around it.
    private(set) var isCutOut = false
    /// Whether the last brace is missing.
    private(set) var isCutOff = false

    /// Searches an entry; nil if it has no object, or is a statement or nearly one.
    init?(_ entry: String) {
        guard let found = Self.find(in: entry) else { return nil }
        (object, isCutOut, isCutOff) = (found.object, found.isCutOut, found.isCutOff)
        if let inner = Self.inner(of: object) {
            object = inner
            isCutOut = true
        }
    }

    private init(_ object: String, isCutOut: Bool, isCutOff: Bool) {
        (self.object, self.isCutOut, self.isCutOff) = (object, isCutOut, isCutOff)
    }

    /// Whether the last brace of an entry's payload is missing; nil without a payload.
    ///
    /// It is asked for each line of a paste, so it does not look inside a whole object.
    static func isCutOff(_ entry: String) -> Bool? { find(in: entry)?.isCutOff }

    private static func find(in entry: String) -> PayloadSearch? {
        let text = unquoted(entry)
        guard let brace = start(in: text), isOpen(text[..<brace]) else { return nil }
        var body = String(text[brace...])
        let isAlone = isBlank(text[..<brace])
        var isCutOut = !isAlone
        if let plain = withoutEscapes(body) {
            body = plain
            isCutOut = true
        }
        if text.hasPrefix("curl ") { body = body.replacing("'\\''", with: "'") }
        guard let end = end(of: body) else {
            return PayloadSearch(trimmedEnd(body), isCutOut: isCutOut, isCutOff: true)
        }
        if !isBlank(body[end...]) { isCutOut = true }
        return PayloadSearch(String(body[..<end]), isCutOut: isCutOut, isCutOff: false)
    }

    /// Whether a statement may not begin with this: it is blank or not nearly a command's name.
    private static func isOpen(_ head: Substring) -> Bool {
        guard let word = head.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
            return true
        }
        guard let first = word.first, !".@!?#|$".contains(first) else { return false }
        let names =
            CommandTable.all.compactMap { $0.name.split(separator: " ").first.map(String.init) }
            + LanguageWord.all.map(\.name)
        return !names.contains(word) && Suggestion.nearest(word, names) == nil
    }

    /// The first brace behind which a key in quotes begins, or with nothing but blanks before it.
    private static func start(in text: String) -> String.Index? {
        let quotes: Set<Character> = ["\"", "'", "“", "”", "\\", "＂"]
        let scalars = text.unicodeScalars
        return scalars.indices.first { index in
            guard scalars[index] == "{" || scalars[index] == "｛" else { return false }
            if isBlank(text[..<index]) { return true }
            let next = text[scalars.index(after: index)...].first { !$0.isWhitespace }
            return next.map { quotes.contains($0) } ?? false
        }
    }

    /// The end of the object that a text begins with; nil if its last brace is missing.
    private static func end(of text: String) -> String.Index? {
        // A paste is read again with each of its lines, and characters take ten times as long.
        var text = text
        let count = text.withUTF8(count)
        return count.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    /// The bytes up to the brace that closes the first one.
    private static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var depth = 0
        var isInText = false
        var isEscaped = false
        for (index, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if isInText {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInText = false }
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if byte == UInt8(ascii: "{") || isFullwidth(0x9b, bytes, index) {
                depth += 1
            } else if byte == UInt8(ascii: "}") || isFullwidth(0x9d, bytes, index) {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
        }
        return nil
    }

    /// Whether `｛` (0x9b) or `｝` (0x9d) ends at a byte.
    @inline(__always)
    private static func isFullwidth(
        _ last: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
    ) -> Bool {
        bytes[index] == last && index > 1 && bytes[index - 1] == 0xbd && bytes[index - 2] == 0xef
    }

    /// An object that stands in a text in double quotes, each of its own with a backslash.
    private static func withoutEscapes(_ text: String) -> String? {
        guard text.dropFirst().first(where: { !$0.isWhitespace }) == "\\" else { return nil }
        var end = text.startIndex
        var isEscaped = false
        while end < text.endIndex, isEscaped || text[end] != "\"" {
            isEscaped = !isEscaped && text[end] == "\\"
            end = text.index(after: end)
        }
        let literal = "\"" + text[..<end] + "\""
        guard let value = try? JSONParser.parse(Array(literal.utf8)) else { return nil }
        return value.stringValue
    }

    /// The payload among the members of a log's line or a queue's message.
    private static func inner(of text: String) -> String? {
        guard let value = try? JSONParser.parse(Array(text.utf8)), !isPayload(value) else {
            return nil
        }
        for member in value.objectMembers ?? [] {
            if let text = member.value.stringValue {
                guard let object = try? JSONParser.parse(Array(text.utf8)), isPayload(object) else {
                    continue
                }
                return text
            }
            if isPayload(member.value) { return member.value.text }
        }
        return nil
    }

    private static func isPayload(_ value: JSON) -> Bool {
        value["aps"]?.objectMembers != nil || value["message"]?.objectMembers != nil
    }

    /// A text that a mail quotes, without the `>` before each line.
    private static func unquoted(_ text: String) -> String {
        guard text.first(where: { !$0.isNewline }) == ">" else { return text }
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.allSatisfy({ $0.hasPrefix(">") }) else { return text }
        return lines.map { $0.drop { $0 == ">" || $0 == " " } }.joined(separator: "\n")
    }

    private static func isBlank(_ text: Substring) -> Bool {
        text.allSatisfy { $0.isWhitespace }
    }

    private static func trimmedEnd(_ text: String) -> String {
        String(text.dropLast(text.reversed().prefix { $0.isWhitespace }.count))
    }
}
