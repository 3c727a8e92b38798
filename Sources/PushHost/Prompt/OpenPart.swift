import PushLanguage
import PushText

/// The part in whose middle a statement ends, so that further lines are judged by themselves.
enum OpenPart {
    /// The body of a here-document with this tag.
    case body(tag: String)
    /// A JSON object, with its braces so far.
    case object(BraceCount)
    /// A text between quotes, with its mark.
    case quote(mark: Character)

    /// Finds what an error of an unfinished text is about; nil if only the whole text can tell
    /// whether a further line ends it.
    init?(_ error: SyntaxError, in text: String) {
        let rest = Substring(text.utf8.dropFirst(Int(error.span.start)))
        switch (error.code, rest.utf8.first) {
        case (.unfinishedHereDocument, _):
            let word = rest.utf8.prefix(error.span.range.count)
            let tag = word.filter { $0 != UInt8(ascii: "<") && $0 != Ascii.apostrophe }
            self = .body(tag: String(decoding: tag, as: UTF8.self))
        case (.unfinishedQuote, UInt8(ascii: "{")):
            // The next line tells whether a brace alone begins an object.
            guard rest.utf8.dropFirst().contains(where: { $0 > Ascii.space }) else { return nil }
            var count = BraceCount(takesWide: false)
            guard count.end(in: rest) == nil else { return nil }
            self = .object(count)
        case (.unfinishedQuote, Ascii.apostrophe): self = .quote(mark: "'")
        case (.unfinishedQuote, Ascii.quote): self = .quote(mark: "\"")
        default: return nil
        }
    }

    /// Returns what is open after further lines, which begin with a line end and are the last of
    /// an entry; nil if only the whole text can tell.
    func continued(by lines: Substring, in entry: String) -> OpenPart? {
        guard Self.isPlain(lines) else { return nil }
        switch self {
        case .body(let tag): return lines.contains(tag) ? nil : self
        case .object(var count): return count.end(in: lines) == nil ? .object(count) : nil
        case .quote(let mark):
            // Between double quotes a backslash would take the line end with it.
            let last = entry.utf8.dropLast(lines.utf8.count).last
            guard mark == "'" || last != Ascii.backslash else { return nil }
            let errors = Parser.parse(Source(name: "", text: "x \(mark)\(lines)")).errors
            let isOpen = errors.map(\.code) == [.unfinishedQuote] && errors[0].span.start == 2
            return isOpen ? self : nil
        }
    }

    /// Whether lines have nothing that no script may contain, which only the parser finds.
    static func isPlain(_ lines: Substring) -> Bool {
        !lines.utf8.contains(0) && lines.utf8.count < 1 << 16
    }
}
