import PushTestSupport
import Testing

@testable import PushManual

@Suite struct MdocTests {
    /// The lines that a prose text becomes.
    private func prose(_ text: String, naming: MdocParagraph.Naming = .commands) -> String {
        var page = Mdoc(title: "t", section: 1, summary: "test")
        let start = page.lines.count
        page.prose(text, naming: naming)
        return page.lines[start...].joined(separator: "\n")
    }

    @Test func `a page begins with its title and its name`() {
        let page = Mdoc(title: "psh", section: 5, summary: "a language")
        #expect(
            page.lines.dropFirst() == [
                ".Dd \(Release.manualDate)", ".Dt PSH 5", ".Os", ".Sh NAME", ".Nm psh",
                ".Nd a language",
            ])
    }

    @Test(arguments: [
        ("One. Two (three.) Four", "One.\nTwo (three.)\nFour"),
        ("See `tap` and `app launch`.", "See\n.Ic tap\nand\n.Ic \"app launch\" ."),
        ("Use `--all` or `-f`, not `--`.", "Use\n.Fl \\-all\nor\n.Fl f ,\nnot\n.Ql \\-\\- ."),
        ("It is `a b`.", "It is\n.Ql \"a b\" ."),
        ("A (`x`, `y`) pair", "A\n.Ql ( x ,\n.Ql y )\npair"),
        ("The `td`-app's", "The\n.Ql td Ns No \\-app\\(aqs"),
        ("x=`y` z", ".No x= Ns Ql y\nz"),
        ("No `ID` and `.`", "No\n.Ql \\&ID\nand\n.Ql \\&."),
        ("One.\n\nTwo.", "One.\n.Pp\nTwo."),
        (".dot 'quote C:\\dir", "\\&.dot 'quote C:\\edir"),
    ])
    func `prose becomes lines and macros`(text: String, lines: String) {
        expectSameText(prose(text), lines)
    }

    @Test func `single words are not taken for commands where only options are named`() {
        #expect(
            prose("`tap` `app launch` `.mode` `--x`", naming: .options)
                == ".Ql tap\n.Ic \"app launch\"\n.Ic .mode\n.Fl \\-x"
                .replacing(".Ic .mode", with: ".Ic \\&.mode"))
    }

    @Test func `long text is broken into lines`() {
        let text = Array(repeating: "word", count: 60).joined(separator: " ")
        let lines = prose(text).split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.joined(separator: " ") == text)
    }

    @Test(arguments: [
        (".mode json", "\\&.mode json"), ("'a'", "\\(aqa\\(aq"),
        ("say \"\\n\" - `x` ~ ^", "say \\(dq\\en\\(dq \\- \\(gax\\(ga \\(ti \\(ha"),
        ("お知らせ", "お知らせ"), ("  | golden", "  | golden"),
    ])
    func `literal lines are escaped`(line: String, escaped: String) {
        #expect(Mdoc.literalLine(line) == escaped)
    }

    @Test(arguments: [
        ("a b", "\"a b\""), ("", "\"\""), ("ID", "\\&ID"), ("NAME", "NAME"), ("|", "\\&|"),
        ("...", "\\&..."), ("on|off", "on|off"), ("%A", "\\&%A"), ("x", "x"),
    ])
    func `arguments of macros are escaped`(text: String, argument: String) {
        #expect(Mdoc.argument(text) == argument)
    }
}
