import PushText
import Testing

@testable import PushHost

/// SH-01: diagnostics of what was typed just now.
@Suite struct PromptDiagnosticTests {
    @Test(arguments: [
        ("-:1:1: error: x", "error: x"), ("-:12:345:  error: x", "error: x"),
        ("\u{1B}[1m-:1:5: error", "\u{1B}[1merror"), ("error: x", "error: x"),
        ("a-:b:c: error", "a-:b:c: error"), ("", ""),
        ("-:1:1: error: -:2:2: y", "error: -:2:2: y"),
    ])
    func `the place is left out`(text: String, wanted: String) {
        #expect(PromptDiagnostic.withoutPlace(text) == wanted)
    }

    @Test func `a message is broken between words, below itself`() {
        let line = "error: one two three four five six seven"
        #expect(
            PromptDiagnostic.rows(line, width: 30) == [
                "error: one two three four five", "       six seven",
            ])
        #expect(PromptDiagnostic.rows(line, width: 200) == [line])
    }

    @Test(arguments: ["hint: ", "note: ", "warning: "])
    func `hints and notes are broken like messages`(label: String) {
        let rows = PromptDiagnostic.rows(
            label + "some words that do not fit on a line at all", width: 32)
        #expect(rows.count > 1 && rows[0].hasPrefix(label))
        let margin = String(repeating: " ", count: label.utf8.count)
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix(margin) })
        #expect(rows.allSatisfy { DisplayWidth.of($0) <= 32 })
    }

    @Test func `what cannot be broken, or is no message, is left to the terminal`() {
        let word = "error: " + String(repeating: "x", count: 60)
        #expect(PromptDiagnostic.rows(word, width: 30) == [word])
        let narrow = "error: one two three four five"
        #expect(PromptDiagnostic.rows(narrow, width: 20) == [narrow])
        let excerpt = "  receive error: a b c d e f g h i j k l m n o p"
        #expect(PromptDiagnostic.rows(excerpt, width: 30) == [excerpt])
        #expect(PromptDiagnostic.rows("", width: 30) == [""])
    }
}
