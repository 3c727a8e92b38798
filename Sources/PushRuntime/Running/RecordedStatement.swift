import PushLanguage
import PushText

/// A statement of a recording or of the journal, split into its words by the language's lexer.
struct RecordedStatement {
    /// A word as it was typed, quotes included.
    private struct Word {
        var text: String
        /// The bytes of it in the statement.
        var range: Range<Int>
    }

    /// The statement as it was typed.
    let text: String
    /// The words from the command on, without conditions and the device's name.
    private var words: [Word] = []

    init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        for part in TypedText(bytes).parts {
            switch part.kind {
            case .condition, .device, .comment: continue
            case .name, .argument:
                // Behind the here-documents another statement begins.
                if part.kind == .name, !words.isEmpty { return }
                let text = String(decoding: bytes[part.range], as: UTF8.self)
                words.append(Word(text: text, range: part.range))
            case .body: return
            }
        }
    }

    /// The first word of the command; empty if there is none.
    var name: String { words.first?.text ?? "" }

    /// The word after it; nil if there is none.
    var verb: String? { words.count > 1 ? words[1].text : nil }

    /// Whether the statement begins with these words.
    func begins(_ first: String, _ second: String) -> Bool { name == first && verb == second }

    /// Whether an option is given.
    func has(_ option: String) -> Bool { place(of: option) != nil }

    /// The value of an option as it was typed; nil if it is not given.
    func value(of option: String) -> String? {
        guard let place = place(of: option) else { return nil }
        let word = words[place].text
        if word != option { return String(word.dropFirst(option.count + 1)) }
        return place + 1 < words.count ? words[place + 1].text : nil
    }

    /// The statement with another option behind the command's name.
    func adding(_ option: String) -> String {
        guard let end = words.first?.range.upperBound else { return text }
        return part(0..<end) + " " + option + part(end..<text.utf8.count)
    }

    /// The statement without an option and its value.
    func removing(_ option: String) -> String {
        guard let place = place(of: option), place > 0 else { return text }
        let hasOwnValue = words[place].text != option
        let last = min(place + (hasOwnValue ? 0 : 1), words.count - 1)
        let before = part(0..<words[place - 1].range.upperBound)
        return before + part(words[last].range.upperBound..<text.utf8.count)
    }

    /// The place of an option, which is never quoted and stands before `--`.
    private func place(of option: String) -> Int? {
        words.prefix { $0.text != "--" }
            .firstIndex { $0.text == option || $0.text.hasPrefix(option + "=") }
    }

    private func part(_ range: Range<Int>) -> String {
        String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
}
