import PushText

/// A page of the manual in the mdoc language, built line by line.
///
/// `mandoc -T lint` must find nothing in a page (`scripts/check`). A sentence ends its line, as
/// mdoc asks for.
///
/// The order of calls is the order on the page. Nothing checks that a list is closed but `mandoc`.
struct Mdoc {
    /// The lines of the page so far.
    private(set) var lines: [String]

    /// Begins a page with its head: title, date and section NAME.
    init(title: String, section: Int, summary: String) {
        lines = [
            ".\\\" Rendered from the command table; scripts/generate writes it anew.",
            ".Dd \(Release.manualDate)",
            ".Dt \(title.uppercased()) \(section)",
            ".Os",
            ".Sh NAME",
            ".Nm \(title)",
            ".Nd \(summary)",
        ]
    }

    /// The whole page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a line unchanged.
    mutating func raw(_ line: String) { lines.append(line) }

    /// Adds lines of mdoc unchanged, except that long text lines are wrapped.
    ///
    /// For prose with macros written by hand. Lines that begin with a dot are macros and are not
    /// wrapped, whatever their length.
    mutating func block(_ text: String) {
        for line in text.split(separator: "\n") {
            lines +=
                line.hasPrefix(".")
                ? [String(line)] : DisplayWidth.wrapped(String(line), to: MdocParagraph.limit)
        }
    }

    /// Adds a macro with its arguments, each escaped.
    ///
    /// The name may have a second macro in it, as `It Sy` does.
    mutating func macro(_ name: String, _ arguments: String...) {
        lines.append(([".\(name)"] + arguments.map(Self.argument)).joined(separator: " "))
    }

    /// Adds a text of paragraphs in which back-quotes mark what is typed.
    ///
    /// After a list or a display it begins a paragraph of its own.
    ///
    /// `naming` decides which of the typed words are set as commands: where `all` or `off` are
    /// values, only options are.
    mutating func prose(_ text: String, naming: MdocParagraph.Naming = .commands) {
        if lines.last == ".El" || lines.last == ".Ed" { paragraph() }
        for (index, paragraph) in Prose(text).paragraphs.enumerated() {
            if index > 0 { lines.append(".Pp") }
            var writer = MdocParagraph(naming: naming)
            lines += writer.lines(of: paragraph)
        }
    }

    /// Begins a paragraph, unless one begins here already.
    mutating func paragraph() { if lines.last != ".Pp" { lines.append(".Pp") } }

    /// Adds a script or other lines that stay as they are.
    ///
    /// Every line is escaped; what looks like a macro is printed.
    mutating func literal(_ text: String) {
        lines.append(".Bd -literal -offset indent")
        lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
            Self.literalLine(String($0))
        }
        lines.append(".Ed")
    }

    /// Escapes a line of literal text.
    ///
    /// A dot or an apostrophe at the start of a line would make it a request of roff.
    static func literalLine(_ line: String) -> String {
        let text = escape(line)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// Escapes a macro's argument, and quotes it if it contains blanks.
    ///
    /// A word that is a macro's name, or punctuation, would be taken for that; `\&` before it
    /// prevents it.
    static func argument(_ text: String) -> String {
        var escaped = escape(text)
        if isSpecial(text) { escaped = "\\&" + escaped }
        return escaped.contains(" ") || escaped.isEmpty ? "\"\(escaped)\"" : escaped
    }

    /// Escapes what roff would interpret: backslashes, quotes, typed hyphens.
    ///
    /// A hyphen that is typed must be `\-`, or the page shows a typographic one that cannot be
    /// copied.
    static func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "\"": result += "\\(dq"
            case "-": result += "\\-"
            case "`": result += "\\(ga"
            case "'": result += "\\(aq"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            default: result.append(character)
            }
        }
        return result
    }

    /// Whether an argument would be taken for a delimiter or for a macro's name.
    private static func isSpecial(_ text: String) -> Bool {
        if text.utf8.count == 1, ".,:;()[]?!|".contains(text) { return true }
        if text.hasPrefix(".") || text.hasPrefix("'") || text.hasPrefix("%") { return true }
        return (2...3).contains(text.utf8.count) && text.first?.isUppercase == true
            && text.allSatisfy(\.isLetter)
    }
}

/// Turns one paragraph into lines of text and macros, a sentence a line.
///
/// Typed text is set by macros, which stand on lines of their own, so a paragraph becomes several
/// lines of the source and one on the page.
struct MdocParagraph {
    /// One word of the paragraph; typed text may contain blanks.
    ///
    /// Pieces that touch each other are one token, as a comma touches the option before it.
    private struct Token {
        var pieces: [Prose.Run] = []
    }

    /// The words that are set in the font of what they name; other typed words are quoted.
    enum Naming {
        /// Options, and commands of two words or with a dot, which cannot be mistaken.
        case options
        /// Options and every command.
        case commands
    }

    /// The typed words that have a macro of their own.
    let naming: Naming

    /// Punctuation that mdoc sets without a space before it.
    private static let closing: Set<Character> = [".", ",", ":", ";", ")", "]", "?", "!"]
    /// Punctuation that mdoc sets without a space behind it.
    private static let opening: Set<Character> = ["(", "["]
    /// The most bytes of a text line.
    static let limit = 76

    /// The lines that are complete.
    private var output: [String] = []
    /// The text line that is being filled.
    private var line = ""

    init(naming: Naming) { self.naming = naming }

    /// Returns the paragraph's lines; the writer serves one paragraph.
    mutating func lines(of runs: [Prose.Run]) -> [String] {
        for token in Self.tokens(runs) { add(token) }
        flush()
        return output
    }

    /// Splits runs at blanks; what touches typed text stays with it, such as a comma behind it.
    private static func tokens(_ runs: [Prose.Run]) -> [Token] {
        var tokens: [Token] = []
        var current = Token()
        for run in runs {
            guard case .plain(let text) = run else {
                current.pieces.append(run)
                continue
            }
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            for (index, word) in words.enumerated() {
                if index > 0 {
                    tokens.append(current)
                    current = Token()
                }
                if !word.isEmpty { current.pieces.append(.plain(word)) }
            }
        }
        tokens.append(current)
        return tokens.filter { !$0.pieces.isEmpty }
    }

    /// Adds a token: plain words to the text line, typed ones as a line with macros.
    private mutating func add(_ token: Token) {
        if token.pieces.count == 1, case .plain(let word) = token.pieces[0] {
            addPlain(String(word))
            return
        }
        flush()
        output.append(macroLine(token.pieces))
    }

    /// Adds a word to the text line; a line that begins with a dot or an apostrophe would be a
    /// request.
    ///
    /// Only the backslash is escaped here. Hyphens stay as they are: in prose they are typographic.
    private mutating func addPlain(_ word: String) {
        var text = word.split(separator: "\\", omittingEmptySubsequences: false)
            .joined(separator: "\\e")
        if line.isEmpty, text.hasPrefix(".") || text.hasPrefix("'") { text = "\\&" + text }
        if !line.isEmpty, line.utf8.count + 1 + text.utf8.count > Self.limit { flush() }
        line += line.isEmpty ? text : " " + text
        if Self.endsSentence(word) { flush() }
    }

    /// Ends the text line.
    private mutating func flush() {
        if !line.isEmpty { output.append(line) }
        line = ""
    }

    /// Whether a word ends a sentence, with or without a bracket or quote behind it.
    private static func endsSentence(_ word: String) -> Bool {
        let bare = word.reversed().drop { $0 == ")" || $0 == "”" }
        return bare.first.map { ".?!".contains($0) } ?? false
    }

    /// Writes a token with typed text as one line: macros joined by `Ns` where nothing separates
    /// them.
    ///
    /// `Ns` joins two macros without a blank; `No` goes back to plain text.
    private func macroLine(_ pieces: [Prose.Run]) -> String {
        var words: [String] = []
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .code(let text):
                if index > 0, !Self.isOpening(pieces[index - 1]) { words.append("Ns") }
                words.append(macro(String(text)))
            case .plain(let text):
                if index == 0 {
                    words +=
                        Self.isOpening(piece)
                        ? text.map(String.init) : ["No \(Self.plain(text))"]
                } else if text.allSatisfy({ Self.closing.contains($0) }) {
                    words += text.map(String.init)
                } else {
                    words.append("Ns No \(Self.plain(text))")
                }
            }
        }
        if let first = pieces.first, Self.isOpening(first), words.count > 1 {
            // An opening mark is an argument of the macro that follows it.
            let mark = words.removeFirst()
            let parts = words[0].split(separator: " ", maxSplits: 1)
            words[0] = "\(parts[0]) \(mark) \(parts.count > 1 ? String(parts[1]) : "")"
        }
        return "." + words.joined(separator: " ")
    }

    /// Returns plain text as arguments, with the punctuation at its end apart.
    ///
    /// Mdoc sets a closing mark without a blank before it only if it is an argument of its own.
    private static func plain(_ text: Substring) -> String {
        var words: [String] = []
        let tail = text.reversed().prefix { closing.contains($0) }.reversed()
        let stem = text.dropLast(tail.count)
        if !stem.isEmpty { words.append(Mdoc.argument(String(stem))) }
        return (words + tail.map(String.init)).joined(separator: " ")
    }

    /// Whether a piece is one opening mark.
    private static func isOpening(_ piece: Prose.Run) -> Bool {
        guard case .plain(let text) = piece else { return false }
        return text.count == 1 && text.allSatisfy { opening.contains($0) }
    }

    /// Chooses the macro by what is typed: an option, a command, a variable, or else a text.
    private func macro(_ text: String) -> String {
        if text.hasPrefix("--"), !text.dropFirst(2).isEmpty, !text.contains(" ") {
            return "Fl " + Mdoc.argument(String(text.dropFirst()))
        }
        if text.utf8.count == 2, text.hasPrefix("-"), text != "--" {
            return "Fl " + Mdoc.argument(String(text.dropFirst()))
        }
        let isPlain = naming == .commands || text.contains(" ") || text.hasPrefix(".")
        if isPlain, CommandEntry.named(text) != nil { return "Ic " + Mdoc.argument(text) }
        return "Ql " + Mdoc.argument(text)
    }
}
