import PushText
import Testing

@testable import PushLanguage

/// A text as far as it is typed, cut by the lexer that cuts scripts.
@Suite struct TypedTextTests {
    /// The parts of a text, as `kind:text`.
    private func parts(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return TypedText(bytes).parts.map { part in
            "\(part.kind):\(String(decoding: bytes[part.range], as: UTF8.self))"
        }
    }

    private static let table: [(text: String, wanted: [String])] = [
        ("", []), ("\n\n", []), (" \t", []),
        ("a b  c", ["name:a", "argument:b", "argument:c"]),
        ("a\nb", ["name:a", "name:b"]),
        ("a 'b c' d", ["name:a", "argument:'b c'", "argument:d"]),
        ("a 'b\nc' d", ["name:a", "argument:'b\nc'", "argument:d"]),
        ("a 'b c", ["name:a", "argument:'b c"]),
        ("a \"b\n c", ["name:a", "argument:\"b\n c"]),
        ("a x\"b c\"y", ["name:a", "argument:x\"b c\"y"]),
        ("a \"\\u{110000}\" b", ["name:a", "argument:\"\\u{110000}\"", "argument:b"]),
        ("a ${b c", ["name:a", "argument:${b", "argument:c"]),
        ("[tty] a", ["condition:[tty]", "name:a"]),
        (
            "[a] [!b:c d] ! e_f g",
            [
                "condition:[a]", "condition:[!b:c d]", "condition:! e_f", "name:g",
            ]
        ),
        ("[a b", ["name:[a", "argument:b"]),
        ("!a b", ["condition:!", "name:a", "argument:b"]),
        ("!404 a", ["condition:!404", "name:a"]),
        ("! ", ["condition:!"]), ("!", ["condition:!"]), ("?", ["condition:?"]),
        ("! # x", ["condition:!", "comment:# x"]),
        ("@d a @f", ["device:@d", "name:a", "argument:@f"]),
        ("@d", ["device:@d"]),
        ("a # b\nc", ["name:a", "comment:# b", "name:c"]),
        ("# b", ["comment:# b"]), ("a#b", ["name:a#b"]),
        ("| 'x\na", ["name:a"]), ("|", []), ("  | x", []),
        ("a <<T\n'x\nT\nb", ["name:a", "argument:<<T", "body:'x\nT", "name:b"]),
        ("a <<T\n  T\nb", ["name:a", "argument:<<T", "body:  T", "name:b"]),
        ("a <<T", ["name:a", "argument:<<T"]), ("a <<T\n", ["name:a", "argument:<<T"]),
        ("a <<T\nx", ["name:a", "argument:<<T", "body:x"]),
        (
            "a <<T b # c\nx\nT",
            [
                "name:a", "argument:<<T", "argument:b", "comment:# c", "body:x\nT",
            ]
        ),
        ("<<T\nx", ["name:<<T", "name:x"]),
        ("a <<T-U\nx", ["name:a", "argument:<<T-U", "name:x"]),
        (#"a {"b": "}"} c"#, ["name:a", #"argument:{"b": "}"}"#, "argument:c"]),
        ("a {\"b\":\n1} c", ["name:a", "argument:{\"b\":\n1}", "argument:c"]),
        (#"a {"b""#, ["name:a", #"argument:{"b""#]),
        ("a\r\nb\r", ["name:a", "name:b"]),
    ]

    @Test(arguments: table.indices) func `a text has these parts`(index: Int) {
        let (text, wanted) = Self.table[index]
        #expect(parts(text) == wanted, "\(text.debugDescription)")
    }

    /// Where the parser finds no fault, the words are those that it found.
    @Test(arguments: [
        "psh 2\ntest \"a\" @td\n  receive <<JSON\n{\"aps\": {}}\nJSON\n  tap m-1 --no-link\nend\n",
        "[!tty] @phone !already_handled tap 'it''s' \"a ${b}\"\n| golden 'text\n? flush # why\n",
        "let x = queue\nlogin {\"a\": [1, \"#\"]} <<A <<'B'\n1\nA\n2\nB\nlogout\n",
    ])
    func `a whole script is cut as the parser cuts it`(text: String) {
        let result = Parser.parse(Source(name: "", text: text))
        #expect(result.errors.isEmpty)
        let words = result.script.allStatements.flatMap { statement in
            result.script.words(of: statement).map(\.span.range)
        }
        let typed = TypedText(Array(text.utf8)).parts
        for word in words {
            #expect(
                typed.contains {
                    $0.range.lowerBound <= word.lowerBound
                        && $0.range.upperBound >= word.upperBound
                },
                "\(word)")
        }
        #expect(!words.isEmpty)
    }
}
