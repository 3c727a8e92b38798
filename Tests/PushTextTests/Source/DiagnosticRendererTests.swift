import Testing

@testable import PushText

@Suite struct DiagnosticRendererTests {
    /// Draws a diagnostic about the text between the two bars of `marked`.
    private func draw(
        _ marked: String, _ renderer: DiagnosticRenderer = DiagnosticRenderer(),
        label: String? = nil, hint: String? = nil, notes: [Diagnostic.Note] = []
    ) -> String {
        let parts = marked.split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
        let start = UInt32(parts[0].utf8.count)
        let span = Span(start: start, end: start + UInt32(parts[1].utf8.count))
        let source = Source(name: "w.psh", text: parts.joined())
        return renderer.render(
            Diagnostic(
                .error, "no `x`", source: source, span: span, label: label, hint: hint,
                notes: notes))
    }

    @Test(arguments: [
        ("device ¦lok¦", "1:8", "device lok", "       ^^^"),
        ("a\n  「お知らせ」 ¦本日¦ b", "2:10", "  「お知らせ」 本日 b", "               ^^^^"),
        ("\ta\t¦b\tc¦", "1:4", "\ta\tb\tc", "\t \t^^^"),
        ("tap¦¦", "1:4", "tap", "   ^"), ("tap¦¦\nx", "1:4", "tap", "   ^"),
        ("tap ¦x\ny¦", "1:5", "tap x", "    ^"), ("tap ¦x\r\ny¦", "1:5", "tap x", "    ^"),
        ("¦¦", "1:1", "", "^"), ("a\n¦¦", "2:1", "", "^"),
        ("👨‍👩‍👧 🇯🇵 ¦👍🏽¦", "1:5", "👨‍👩‍👧 🇯🇵 👍🏽", "      ^^"),
        ("\u{1B}[31m ¦x\u{202E}¦", "1:7", "\\e[31m x\\u{202E}", "       ^^^^^^^^^"),
        ("e\u{301} ¦e\u{301}¦", "1:3", "e\u{301} e\u{301}", "  ^"),
    ])
    func `the caret stands under its text`(
        _ marked: String, _ place: String, _ line: String, _ carets: String
    ) {
        #expect(draw(marked) == "w.psh:\(place): error: no `x`\n\(line)\n\(carets)\n")
    }

    /// The end of the place was looked at for secrets, far behind the line that is shown.
    @Test func `a place may go on for many lines`() {
        let lines = String(repeating: "0,\n", count: 20_000)
        let text = draw("query ¦'''\n\(lines)'''¦")
        #expect(text.hasPrefix("w.psh:1:7: error: no `x`\nquery '''\n"))
    }

    /// TD-15: what is cut, or what a message quotes, is no longer known for a secret.
    @Test(arguments: [
        ("login \"8/\(hex)\" ¦extra¦", "login \"8/c0\(stars.dropFirst(2))\" extra"),
        ("login \"8/¦\(hex)¦\" extra", "login \"8/¦c0\(stars.dropFirst(2))¦\" extra"),
        ("credential add k --password 'a''日本' ¦x¦", "credential add k --password ********* x"),
        ("a https://u:pass@b ¦x¦", "a https://u:****@b x"),
    ])
    func `stars keep the place of the carets below`(_ marked: String, _ line: String) {
        let cells = DisplayWidth.of(String(marked.prefix { $0 != "¦" }))
        let drawn = draw(marked).split(separator: "\n")
        #expect(drawn[1] == line.replacing("¦", with: ""))
        #expect(drawn[2].prefix { $0 == " " }.count == cells)
    }

    @Test func `a long line is searched for secrets before it is cut`() {
        for distance in 0..<160 {
            let text = "key 8/\(Self.hex) " + String(repeating: "x", count: distance)
            let drawn = draw(text + "¦zz¦" + text + text)
            let shown = drawn.split { !$0.isHexDigit }.filter { $0.count > 3 }
            #expect(shown.isEmpty, "\(drawn)")
        }
    }

    private static let hex = "c0ffee0123456789abcdefc0ffee0123456789ab"
    private static let stars = String(repeating: "*", count: 40)

    @Test func `an error in a private key's file quotes nothing of it`() {
        let lines = ["MIGHAgEAMBMGByqGSM49", "RXWCFHqKTLQbNgPz", "RH3Ooa81FswAiGCw"]
        let file =
            "-----BEGIN PRIVATE KEY-----\n" + lines.map { $0 + "\n" }.joined()
            + "-----END PRIVATE KEY-----\nlogin a\n"
        let source = Source(name: "k.p8", text: file)
        var start = 0
        for line in file.split(separator: "\n") {
            let span = Span(start: UInt32(start), end: UInt32(start + line.utf8.count))
            let drawn = DiagnosticRenderer().render(
                Diagnostic(.error, "found `\(line.prefix(12))`", source: source, span: span))
            start += line.utf8.count + 1
            let isKey = line != "login a"
            #expect(drawn.contains("error: this is part of a private key\n***") == isKey)
            #expect(drawn.contains("`credential add NAME --p8 FILE`") == isKey)
            #expect(drawn.contains(line.prefix(12)) != isKey, "\(drawn)")
        }
        let comment = Source(name: "", text: "# no -----BEGIN PRIVATE KEY-----\nlogin a b\n")
        let span = Span(start: 41, end: 42)
        #expect(
            DiagnosticRenderer().render(Diagnostic(.error, "m", source: comment, span: span))
                == ":2:9: error: m\nlogin a b\n        ^\n")
    }

    @Test func `label, notes and hint stand in their order`() {
        let notes = [
            Diagnostic.Note("expected", "a\nb"), Diagnostic.Note("actual", "c\u{7}\td"),
        ]
        let drawn = draw("tap ¦m¦", label: "here", hint: "do\nthis", notes: notes)
        #expect(
            drawn == """
                w.psh:1:5: error: no `x`
                tap m
                    ^ here
                expected: a
                          b
                actual: c\\u{07}\td
                hint: do
                      this

                """)
    }

    @Test func `the terse form is the first line`() {
        let renderer = DiagnosticRenderer(isTerse: true)
        #expect(draw("tap ¦m¦", renderer, hint: "h") == "w.psh:1:5: error: no `x`\n")
    }

    @Test func `colours wrap the place, the severity, the carets and the labels`() {
        #expect(
            draw("tap ¦m¦", DiagnosticRenderer(style: .ansi), label: "l", hint: "h") == """
                \u{1B}[1mw.psh:1:5: \u{1B}[0m\u{1B}[1;31merror:\u{1B}[0m no `x`
                tap m
                    \u{1B}[1;31m^ l\u{1B}[0m
                \u{1B}[1mhint:\u{1B}[0m h

                """)
    }

    @Test func `a diagnostic may lack its place and its source`() {
        let renderer = DiagnosticRenderer()
        let source = Source(name: "a\nb", text: "tap")
        #expect(renderer.render(Diagnostic(.warning, "w")) == "warning: w\n")
        #expect(renderer.render(Diagnostic(.note, "n", source: source)) == "a\\nb: note: n\n")
    }

    @Test func `a long line is cut around its place`() {
        let long = String(repeating: "あ", count: 5000)
        let drawn = draw("\(long)¦b¦\(long)").split(separator: "\n")
        #expect(drawn[0] == "w.psh:1:5001: error: no `x`")
        #expect(drawn[1].hasPrefix("…あ") && drawn[1].hasSuffix("あ…") && drawn[1].contains("あbあ"))
        #expect(DisplayWidth.of(String(drawn[1])) <= DiagnosticRenderer.maximumWidth)
        let before = drawn[1].prefix { $0 != "b" }
        #expect(drawn[2].count { $0 == " " } == DisplayWidth.of(String(before)))
        #expect(drawn[2].hasSuffix("^"))
    }

    @Test func `diagnostics are equal when they say the same of the same source`() {
        let source = Source(name: "a", text: "")
        func note(_ source: Source) -> Diagnostic {
            Diagnostic(.error, "m", source: source, span: Span(start: 0, end: 0), hint: "h")
        }
        #expect(note(source) == note(source))
        #expect(note(source) != note(Source(name: "a", text: "")))
    }
}
