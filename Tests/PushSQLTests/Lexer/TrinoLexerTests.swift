import Testing

@testable import PushSQL

/// A statement is cut into words as Trino's lexer cuts it.
@Suite struct TrinoLexerTests {
    @Test(arguments: [
        ("select a", "word SELECT, word A, end <EOF>"),
        ("'it''s' \"a\"\"b\"", "string it's, quotedName a\"b, end <EOF>"),
        (
            "1 1.5 .5 1. 1e3 1_000",
            "integer 1, decimal 1.5, decimal .5, decimal 1., double 1e3, "
                + "integer 1_000, end <EOF>"
        ),
        ("0xFF 0o17 0b101", "integer 0xFF, integer 0o17, integer 0b101, end <EOF>"),
        ("1x `a`", "digitName 1x, backquotedName a, end <EOF>"),
        ("X'0aFF' U&'\\2603'", "binary 0aFF, unicodeString \\2603, end <EOF>"),
        (
            "a<>b!=c||d->e",
            "word A, symbol <>, word B, symbol !=, word C, symbol ||, word D, "
                + "symbol ->, word E, end <EOF>"
        ),
        ("a -- b\n/* c */ d", "word A, word D, end <EOF>"),
        ("'open", "unrecognized ', word OPEN, end <EOF>"),
        ("é", "unrecognized é, end <EOF>"),
    ])
    func `a text has these words`(text: String, words: String) {
        var lexer = TrinoLexer(Array(text.utf8))
        let found = lexer.tokens().map { "\($0.kind) \($0.text)" }.joined(separator: ", ")
        #expect(found == words)
    }
}
