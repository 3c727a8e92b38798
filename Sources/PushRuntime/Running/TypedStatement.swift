import PushCommands
import PushLanguage
import PushText

/// A statement as a script would write it, printed from its words instead of copied from a text.
struct TypedStatement {
    /// One word.
    fileprivate struct Part {
        /// The place in the script that was read.
        var span: Span
        /// The text on the line.
        var text: String
        /// The tag and the lines of the here-document that the word refers to.
        var document: (tag: String, body: String)?
    }

    private var parts: [Part] = []

    /// Prints a statement with the variables in its words replaced.
    ///
    /// `words` are the values of the words, as far as they were expanded for the command;
    /// `contents` are those of the files that `@path` words named, by the word's place.
    init(
        _ statement: Statement, in script: Script, words: [Argument] = [],
        contents: [(span: Span, text: String)] = [], variables: (String) -> String?
    ) {
        for index in 0..<statement.wordCount {
            let word = script.word(index, of: statement)
            var part = Part(span: word.span, text: script.source.text(of: word.span))
            let known = index < words.count ? words[index].text : nil
            switch word.kind {
            case .plain:
                // A CR at the end of the line would be a part of the line end.
                if part.text.contains(byte: Ascii.carriageReturn) {
                    part.text = part.text.asQuotedWord
                }
            case .file:
                if let found = contents.first(where: { $0.span == word.span }) {
                    part.text = found.text.asQuotedWord
                }
            case .composed where Self.hasVariable(script.source.bytes[word.span.range]):
                let text = known ?? (try? script.text(of: word, variables: variables))
                if let text { part.text = Self.quoted(text, behind: script.head(of: word)) }
            case .composed: break
            case .hereDocument, .json:
                let body = known ?? (try? script.text(of: word, variables: variables))
                if let body { part.take(body) }
            }
            parts.append(part)
        }
    }

    /// A word in quotes; an option keeps its name before them, since no quoted word is one.
    private static func quoted(_ text: String, behind head: String) -> String {
        guard head.hasPrefix("--"), let sign = head.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return text.asQuotedWord
        }
        let name = head.utf8[...sign]
        let value = String(decoding: text.utf8.dropFirst(name.count), as: UTF8.self)
        return String(decoding: name, as: UTF8.self) + value.asQuotedWord
    }

    /// The statement and its here-documents.
    var text: String {
        var text = ""
        for part in parts {
            if !text.isEmpty { text += " " }
            text += part.text
        }
        for part in parts {
            guard let (tag, body) = part.document else { continue }
            text += "\n\(body)\n\(tag)"
        }
        return text
    }

    /// The statement with a here-document in place of the word at `span`.
    func inlining(_ body: String, at span: Span) -> TypedStatement {
        var copy = self
        for index in parts.indices where parts[index].span == span { copy.parts[index].take(body) }
        return copy
    }

    /// Whether a word, as typed, holds a variable.
    static func hasVariable(_ typed: ArraySlice<UInt8>) -> Bool {
        zip(typed, typed.dropFirst()).contains { $0 == (UInt8(ascii: "$"), UInt8(ascii: "{")) }
    }
}

extension TypedStatement.Part {
    /// Replaces the word by a here-document.
    fileprivate mutating func take(_ body: String) {
        let tag = Recorder.tag(for: body)
        text = "<<'\(tag)'"
        document = (tag, body)
    }
}
