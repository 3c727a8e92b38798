import PushLanguage
import PushTestSupport
import PushText
import Testing

@testable import PushRuntime

/// SH-03: a statement is written so that it reads back as what it meant, whatever its texts hold.
@Suite struct WrittenStatementTests {
    private static let pieces = [
        "\r", "\n", "\r\n", "\n\n", "\t", "\u{1}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}",
        "\u{2029}", "'", "''", "\"", "\\", "\\n", "$", "${x}", "${", "}", "{", "日本", "😀",
        "👩\u{200D}👩\u{200D}👧", "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{301}", " ", "  ", "PAYLOAD",
        "\nPAYLOAD", "PAYLOAD\r\n", "#", " #", "-", "@", "<<A", "|", "a", "it's", "\u{FFFD}",
        "JSON",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
    }

    /// Prints the first statement of a script, with the value of `v` and of the file `f`.
    private static func written(_ statement: String, _ value: String) -> String {
        let script = Parser.parse(Source(name: "", text: statement)).script
        guard let first = script.statements(in: script.top).first(where: { _ in true }) else {
            return ""
        }
        let files = script.words(of: first).filter { $0.kind == .file }
        return PushRuntime.TypedStatement(
            first, in: script, contents: files.map { ($0.span, value) }
        ) { _ in value }.text
    }

    /// The values of the words behind the first of the only statement in a text.
    private static func values(_ text: String) -> [String] {
        let read = Parser.parse(Source(name: "", text: "# recorded\n" + text + "\n| golden\n"))
        let statements = read.script.statements(in: read.script.top).map { $0 }
        guard read.errors.isEmpty, statements.count == 1, let statement = statements.first else {
            return []
        }
        return read.script.words(of: statement).dropFirst().map {
            read.script.staticText(of: $0) ?? "a variable"
        }
    }

    @Test func `every text reads back`() {
        var random = SeededGenerator(seed: 4711)
        let forms = [
            "login ${v}", "login \"${v}\" # c", "login @f", "login <<A\n${v}\nA",
            "login <<A\n  ${v}\n  A", "login --hash=${v}",
        ]
        for round in 0..<6000 {
            let value = Self.text(&random)
            let form = forms[round % forms.count]
            let text = Self.written(form, value)
            let wanted = form.contains("--hash") ? "--hash=" + value : value
            let found = Self.values(text)
            #expect(
                found.count == 1 && found.first?.isExactly(wanted) == true,
                "\(value.debugDescription) as \(text.debugDescription)")
        }
    }

    @Test func `a here-document of a script reads back as it stands`() {
        var random = SeededGenerator(seed: 99)
        for _ in 0..<3000 {
            let body = Self.text(&random)
            let statement = "login <<'Q'\n\(body)\nQ\n"
            let text = Self.written(statement, "")
            let found = Self.values(text)
            #expect(
                found.count == 1 && found.first?.isExactly(body) == true,
                "\(body.debugDescription) as \(text.debugDescription)")
        }
    }

    @Test func `a word in quotes reads back`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let value = Self.text(&random)
            for word in [value.asWord, value.asQuotedWord] {
                let found = Self.values("login " + word)
                #expect(
                    found.count == 1 && found.first?.isExactly(value) == true,
                    "\(value.debugDescription) as \(word.debugDescription)")
            }
            // A terminal that shows a recording obeys none of its texts.
            #expect(!value.asQuotedWord.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\r" })
        }
    }
}
