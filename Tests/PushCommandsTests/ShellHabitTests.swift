import PushText
import Testing

@testable import PushCommands

/// SH-01: what people write from habit is answered with what is meant.
@Suite struct ShellHabitTests {
    private func hint(_ text: String, _ kind: Argument.Kind = .word) -> String? {
        ShellHabit.hint(
            among: text.split(separator: " ").map {
                Argument(String($0), kind, at: Span(start: 0, end: 0))
            })
    }

    @Test(arguments: [
        ("a && b", "a line of its own"), ("a ; b", "a line of its own"),
        ("a; b", "a line of its own"), ("a | grep x", "`.output FILE`"),
        ("a > x", "`.output FILE`"), ("a \\", "does not continue it"),
    ])
    func `an operator of other shells is explained`(text: String, wanted: String) {
        #expect(hint(text)?.contains(wanted) == true)
        #expect(hint(text, .quoted) == nil)
    }

    @Test(arguments: ["a b", "a;", "", "a;b c", "a>b", "a -> b"])
    func `other words are not`(text: String) { #expect(hint(text) == nil) }

    @Test(arguments: [
        ("x=5", "`let x = \"…\"`"), ("// x", "`#`"), ("--", "`#`"), ("Clear", "^L"),
        ("assert", "`expect"), ("within", "expect within 5m"), ("it", "`test"), ("TEST", "`test"),
        ("beforeEach", "`setup`"), ("after", "`teardown`"), ("break", "rounds"),
        ("if", "`[tty]`"), ("while", "`repeat`"),
    ])
    func `a first word is explained`(name: String, wanted: String) {
        #expect(ShellHabit.hint(onFirst: name)?.contains(wanted) == true)
    }

    @Test(arguments: ["tap", "=5", "a.b=1", "", "-", "/"])
    func `another first word is not`(name: String) {
        #expect(ShellHabit.hint(onFirst: name) == nil)
    }
}
