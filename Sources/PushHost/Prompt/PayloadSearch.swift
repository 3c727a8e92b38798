import PushCommands
import PushText

/// Finds the payload in text pasted from a mail, a log or a shell's history.
///
/// Braces are counted outside double quotes, so that a payload need not be correct to be found: the
/// command that takes it shows its faults.
struct PayloadSearch: Equatable {
    /// The payload, from its first brace on.
    private(set) var object: String
    /// Whether there was other text around the payload.
    private(set) var isCutOut = false
    /// Whether the last brace is missing.
    private(set) var isCutOff = false

    /// Searches an entry; nil if it has no object, or is a statement or nearly one.
    init?(_ entry: String) {
        // The usual long entry is a here-document, which need not be searched.
        guard !Self.isStatement(entry) else { return nil }
        let text = Self.unquoted(entry)
        guard let brace = Self.start(in: text), Self.isOpen(text[..<brace]) else { return nil }
        // Any quotation mark left is before or after the payload.
        isCutOut = text != entry && !Self.isQuotedWhole(entry)
        var body = String(text[brace...])
        if let plain = Self.withoutEscapes(body) {
            body = plain
            isCutOut = true
        }
        if text.hasPrefix("curl ") { body = body.replacing("'\\''", with: "'") }
        if let end = Self.end(of: body) {
            let rest = body[end...]
            object = String(body[..<end])
            if !Self.isBlank(rest) || !Self.isBlank(text[..<brace]) { isCutOut = true }
        } else {
            object = Self.trimmedEnd(body)
            isCutOff = true
            if !Self.isBlank(text[..<brace]) { isCutOut = true }
        }
        if let inner = Self.inner(of: object) {
            object = inner
            isCutOut = true
        }
    }

    /// Whether no statement can begin with this: it is blank or not nearly a command's name.
    private static func isOpen(_ head: Substring) -> Bool {
        guard let word = head.split(maxSplits: 1, whereSeparator: \.isWhitespace).first else {
            return true
        }
        return !isStatementWord(String(word))
    }

    /// Whether a word is the first of a statement, or nearly so: a mistyped command is no mail.
    private static func isStatementWord(_ word: String) -> Bool {
        guard let first = word.first, !".@!?#|$".contains(first) else { return true }
        let names =
            CommandTable.all.compactMap { $0.name.split(separator: " ").first.map(String.init) }
            + LanguageWord.all.map(\.name)
        return names.contains(word) || Suggestion.isNear(word, names)
    }

    /// Whether the first word alone rules out a payload, whatever else the entry holds.
    static func isStatement(_ entry: String) -> Bool {
        let front = entry.drop { $0.isWhitespace }
        let word = front.prefix { !$0.isWhitespace }
        guard word.endIndex < entry.endIndex, !word.hasPrefix(">"),
            !word.contains(where: { $0 == "{" || $0 == "｛" })
        else { return false }
        return isStatementWord(String(word))
    }

    /// Returns the open braces of an entry whose payload is incomplete; nil if a further line may
    /// change more than their number.
    static func openBraces(of entry: String) -> (count: BraceCount, isQuoted: Bool)? {
        guard !isStatement(entry) else { return nil }
        let text = unquoted(entry)
        guard let brace = start(in: text), isOpen(text[..<brace]),
            let next = text[brace...].dropFirst().first(where: { !$0.isWhitespace }), next != "\\"
        else { return nil }
        var count = BraceCount()
        guard count.end(in: text[brace...]) == nil else { return nil }
        return (count, text != entry)
    }

    /// Returns the first brace followed by a quoted key, or preceded only by blanks.
    private static func start(in text: String) -> String.Index? {
        let quotes: Set<Character> = ["\"", "'", "“", "”", "\\", "＂"]
        return text.indices.first { index in
            guard text[index] == "{" || text[index] == "｛" else { return false }
            if isBlank(text[..<index]) { return true }
            let next = text[text.index(after: index)...].first { !$0.isWhitespace }
            return next.map { quotes.contains($0) } ?? false
        }
    }

    /// Returns the end of the object at the start of a text; nil if its last brace is missing.
    private static func end(of text: String) -> String.Index? {
        var count = BraceCount()
        return count.end(in: text[...])
    }

    /// Returns an object from inside a quoted text, in which its own quotes are escaped.
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

    /// Returns the payload from the members of a log line or a queue's message.
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

    /// Whether a value is a payload for APNs or a message for FCM.
    private static func isPayload(_ value: JSON) -> Bool {
        value["aps"]?.objectMembers != nil || value["message"]?.objectMembers != nil
    }

    /// A text quoted in a mail, without the `>` before each line.
    ///
    /// In a whole mail, the lines from the payload's first on count; no line of JSON begins with
    /// `>`.
    private static func unquoted(_ text: String) -> String {
        if isQuotedWhole(text) {
            return quotedLines(text).map(withoutMarks).joined(separator: "\n")
        }
        guard text.contains(">"), let brace = start(in: text) else { return text }
        let head = text[..<brace]
        let first = head.lastIndex { $0.isNewline }.map(text.index(after:)) ?? text.startIndex
        guard text[first...].hasPrefix(">") else { return text }
        let lines = text[first...].split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return text[..<first] + lines.map(withoutMarks).joined(separator: "\n")
    }

    /// Whether every line of a text is quoted, as in a mail.
    private static func isQuotedWhole(_ text: String) -> Bool {
        guard text.first(where: { !$0.isNewline }) == ">" else { return false }
        return quotedLines(text).allSatisfy { $0.hasPrefix(">") }
    }

    /// The lines of a text, without empty ones.
    private static func quotedLines(_ text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline)
    }

    /// Returns a line without the marks before it.
    private static func withoutMarks(_ line: Substring) -> Substring {
        line.hasPrefix(">") ? line.drop { $0 == ">" || $0 == " " } : line
    }

    /// Whether a text has only white space.
    private static func isBlank(_ text: Substring) -> Bool {
        text.allSatisfy { $0.isWhitespace }
    }

    /// Returns a text without white space at its end.
    private static func trimmedEnd(_ text: String) -> String {
        String(text.trimmingEnd(where: \.isWhitespace))
    }
}

/// The braces open in a part of a payload, so that scanning can continue with the next part.
struct BraceCount: Equatable {
    private var depth = 0
    private var isInText = false
    private var isEscaped = false
    private let takesWide: Bool

    /// Counts from the payload's beginning; `takesWide` counts full-width braces, too.
    ///
    /// In a mail they were meant as such; the language does not take them.
    init(takesWide: Bool = true) { self.takesWide = takesWide }

    /// Scans on through a text; returns the place after the last brace, nil while one is missing.
    mutating func end(in text: Substring) -> String.Index? {
        let scalars = text.unicodeScalars
        for index in scalars.indices where take(scalars[index]) {
            return scalars.index(after: index)
        }
        return nil
    }

    /// Takes one character; true after the last brace.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        if isEscaped {
            isEscaped = false
        } else if isInText {
            if scalar == "\\" { isEscaped = true }
            if scalar == "\"" { isInText = false }
        } else if scalar == "\"" {
            isInText = true
        } else if scalar == "{" || takesWide && scalar == "｛" {
            depth += 1
        } else if scalar == "}" || takesWide && scalar == "｝" {
            depth -= 1
            return depth == 0
        }
        return false
    }
}
