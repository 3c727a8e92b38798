import PushText
import Testing

@testable import PushLanguage

@Suite struct LexerTests {
    /// Cuts a line into its words, each with its kind.
    private func words(_ text: String, _ place: Lexer.Place) throws(SyntaxError) -> [String] {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(SyntaxError) in
            var lexer = Lexer(bytes)
            var words: [String] = []
            while true {
                lexer.skipBlanks()
                if lexer.atStatementEnd { return words }
                let word = try lexer.word(place)
                words.append("\(word.kind):\(lexer.text(word.span.range))")
                if lexer.peek() == Byte.comma { lexer.position += 1 }
            }
        }
    }

    @Test(arguments: [
        ("a  b\tc", ["plain:a", "plain:b", "plain:c"]), ("a#b #c", ["plain:a#b"]), ("#a", []),
        ("a\nb", ["plain:a"]), ("a\r\nb", ["plain:a"]), ("a\r", ["plain:a"]),
        ("a\rb", ["plain:a\rb"]),
        ("'a b'c\"d\"", ["composed:'a b'c\"d\""]), ("''''", ["composed:''''"]),
        ("'#'", ["composed:'#'"]),
        ("didn't", ["plain:didn't"]),
        ("m-1's it isn't \n'", ["plain:m-1's", "plain:it", "plain:isn't"]),
        ("don't 'a b'", ["plain:don't", "composed:'a b'"]), ("a'b'c", ["composed:a'b'c"]),
        ("a'b c'", ["composed:a'b c'"]), ("é't", ["plain:é't"]), ("=t's", ["plain:=t's"]),
        ("$a $ ${a}", ["plain:$a", "plain:$", "composed:${a}"]),
        ("\\ \\n", ["plain:\\", "plain:\\n"]),
        ("a,b]", ["plain:a,b]"]), ("@a @ @'b c'", ["file:@a", "plain:@", "file:@'b c'"]),
        ("a@b", ["plain:a@b"]),
        ("{\"a\": \"} {\"} b", ["json:{\"a\": \"} {\"}", "plain:b"]),
        ("{ \n \"a\":\n {\"b\": []}}", ["json:{ \n \"a\":\n {\"b\": []}}"]),
        ("{\"a\":1}x y", ["json:{\"a\":1}x", "plain:y"]),
        ("{id} {} {a", ["plain:{id}", "plain:{}", "plain:{a"]),
        ("<<A <<'B' <a", ["hereDocument:<<A", "hereDocument:<<'B'", "plain:<a"]),
        ("\"${a.b} \\u{3042}\"", ["composed:\"${a.b} \\u{3042}\""]), ("", []), ("   ", []),
    ])
    func `an argument is cut at blanks`(_ text: String, _ cut: [String]) throws {
        #expect(try words(text, .argument) == cut)
    }

    @Test(arguments: ["{\"a\": 1", "{", "{ \n", "{\"a\": \"}\""])
    func `an object that is not closed waits for more lines`(_ text: String) {
        let error = #expect(throws: SyntaxError.self) { try words(text, .argument) }
        #expect(error?.code == .unfinishedQuote)
        #expect(error?.message == "this `{` is never closed")
    }

    @Test func `a command's name is neither a file nor a here-document`() throws {
        #expect(try words("@phone <<A", .first) == ["plain:@phone", "plain:<<A"])
    }

    @Test(arguments: [
        ("a, b,c", ["plain:a", "plain:b", "plain:c"]), ("'a,b', c", ["composed:'a,b'", "plain:c"]),
        ("${a},b", ["composed:${a}", "plain:b"]), ("@f,b", ["file:@f", "plain:b"]),
        ("@,b", ["plain:@", "plain:b"]), ("x#y", ["plain:x#y"]),
    ])
    func `an item of a list is cut at commas too`(_ text: String, _ cut: [String]) throws {
        #expect(try words(text, .listItem) == cut)
    }

    @Test func `a bracket ends an item`() throws {
        try Array("ab] c".utf8).withUnsafeBufferPointer { bytes in
            var lexer = Lexer(bytes)
            let word = try lexer.word(.listItem)
            #expect(word.span == Span(start: 0, end: 2))
            #expect(lexer.position == 2)
        }
    }

    @Test func `the lexer remembers quotes over lines and documents to come`() throws {
        try Array("'a\nb' <<X <<'JSON'".utf8).withUnsafeBufferPointer { bytes in
            var lexer = Lexer(bytes)
            for _ in 0..<3 {
                _ = try lexer.word(.argument)
                lexer.skipBlanks()
            }
            #expect(lexer.longQuote == 0)
            #expect(lexer.pending.map { lexer.text($0.tag.range) } == ["X", "JSON"])
            #expect(lexer.pending.map(\.isRaw) == [false, true])
            #expect(lexer.pending.map(\.isJSON) == [false, true])
        }
    }

    @Test(
        arguments: [
            (#"\n"#, "\n", 2), (#"\r"#, "\r", 2), (#"\t"#, "\t", 2), (#"\""#, "\"", 2),
            (#"\\"#, "\\", 2),
            (#"\$"#, "$", 2), (#"\u{41}"#, "A", 6), (#"\u{01F514}"#, "🔔", 10), (#"\u{0}"#, "\0", 5),
            (#"\u{}"#, nil, 0), (#"\u{1234567}"#, nil, 0), (#"\u{D800}"#, nil, 0),
            (#"\u{110000}"#, nil, 0),
            (#"\u41"#, nil, 0), (#"\u{4"#, nil, 0), (#"\u"#, nil, 0), (#"\x"#, nil, 0),
            (#"\"#, nil, 0),
            (#"\N"#, nil, 0), (#"\u{g}"#, nil, 0),
        ] as [(String, Unicode.Scalar?, Int)])
    func `an escape is read or refused`(_ text: String, _ scalar: Unicode.Scalar?, _ end: Int) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            let escape = Escape(in: bytes, at: 0)
            #expect(escape?.scalar == scalar)
            if let escape { #expect(escape.end == end) }
        }
    }

    @Test(arguments: [
        ("${a}", "a"), ("${a.b.c}", "a.b.c"), ("${a_B-9}", "a_B-9"), ("${1}x", "1"), ("${}", nil),
        ("${.a}", nil), ("${a.}", nil), ("${a..b}", nil), ("${a b}", nil), ("${a", nil),
        ("${", nil),
        ("${あ}", nil), ("${a\n}", nil), ("${a:b}", nil),
    ])
    func `a variable's name is read or refused`(_ text: String, _ name: String?) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            let found = VariableReference(in: bytes, at: 0)
            #expect(found.map { String(decoding: bytes[$0.name], as: UTF8.self) } == name)
        }
    }

    @Test(arguments: [
        ("0", true), ("-0", true), ("12", true), ("1.5", true), ("-1.25e+10", true), ("1E5", true),
        ("1e-5", true), ("01", false), ("1.", false), (".5", false), ("+1", false), ("-", false),
        ("1e", false), ("1e+", false), ("1.2.3", false), ("0x1", false), ("", false), ("1 ", false),
        ("1_000", false), ("١", false), ("NaN", false),
    ])
    func `a number is what JSON calls one`(_ text: String, _ isNumber: Bool) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            #expect(NumberLexeme.matches(bytes[...]) == isNumber)
        }
    }

    @Test func `only whole words are keywords`() {
        for keyword in Keyword.allCases {
            let text = keyword.rawValue
            Array("x\(text)x".utf8).withUnsafeBufferPointer { bytes in
                #expect(Keyword(bytes, 1..<1 + text.utf8.count) == keyword)
                #expect(Keyword(bytes, 1..<bytes.count) == nil)
                #expect(Keyword(bytes, 1..<text.utf8.count) == nil)
            }
        }
    }
}
