import PushRuntime
import Testing

@testable import PushHost

@Suite struct PastedLinesTests {
    private static let members = (0..<3_000).map { "  \"key\($0)\": \"{ \\\" 春\"," }

    /// Long entries, none of which ends before its last line.
    private static let long: [[String]] = [
        ["{", "\"aps\": {},"] + members + ["\"z\": 1}"],
        ["Hi, {\"aps\": {},"] + members + ["\"z\": 1}"],
        ["> {", "> \"aps\": {},"] + members.map { "> " + $0 } + [">", "> }"],
        ["receive <<JSON", "{\"aps\": {},"] + members + ["\"z\": 1}", "JSON"],
        ["receive <<'A'", "{"] + members + ["}", "A"],
        ["test \"a\"", "app launch"] + statements + ["end"],
        ["receive {\"a\": ["] + texts + ["1]}"],
        ["let x = \""] + quoted + ["\""],
        ["query 'SELECT ''a"] + doubled + ["'"],
        ["test \"a\"", "receive {\"a\": ["] + texts + ["1]}", "login \"two"] + quoted
            + ["lines\"", "end"],
    ]

    /// Members of a list, with braces that close nothing.
    private static let texts = (0..<3_000).map { "  \"\($0) } ｝ \\\" 春\"," }
    /// Lines between double quotes, and between single ones, with marks that close nothing.
    private static let quoted = (0..<3_000).map { "\($0) 'a' {\\\"b\\\": ${x}}  # c" }
    private static let doubled = (0..<3_000).map { "\($0) ''b'' \"c\" \\" }

    /// Statements in a block, with their golden lines, loops and texts of several lines.
    private static let statements = (0..<300).flatMap {
        [
            "  login cust-\($0)  # one", "  | login   cust-\($0)", "", "  for a in b c",
            "    token",
            "  end", "  receive <<JSON", "    {\"aps\": {}}", "    JSON", "  |...",
            "  login \"two", "lines\"", "  receive {\"aps\":", "{}}", "  expect user == 'x'",
        ]
    }

    @Test(arguments: long.indices) func `each line of a long paste is looked at once`(
        _ index: Int
    ) {
        var lines = PastedLines()
        var asked = 0
        var entry = ""
        for (number, line) in Self.long[index].enumerated() {
            entry += number == 0 ? line : "\n" + line
            let isOpen = lines.isOpen(entry) { text in
                asked += 1
                return ScriptLoader.needsMore(text)
            }
            #expect(isOpen == (number + 1 < Self.long[index].count))
        }
        // The first two lines and the last make it look at the whole.
        #expect(lines.searched < 2 * entry.utf8.count + 1_000)
        #expect(asked < 5)
    }

    /// Entries that end, change or go on in ways in which a count may go wrong.
    private static let odd = [
        "{\n\"a\": \"\\\n\"}\n}", "{\"a\": {\n}\n\n\nreceive", "{\"a\": 1\nreceive\n}",
        "> {\n> \"a\": {\n}\n> }\n}", "> {\"a\":\n\n>> {\n>\n> }}", "{\n\\\"aps\\\": 1\n}\n",
        "curl -d '{\"a\":\n\"it'\\''s }\"\n}' https://x", "{\n\n\"a\"\nlint\n", "Hi {\n  'a'\n}\n",
        "receive <<A\n A2\nA \nlint", "receive <<'A' \n\nA\r", "receive {\n\"a\": 1\n}\n",
        "let x = \"a\nb\n\"\n", "if true\nshow\nend", "try <<A <<B\nB\nA\nB\n", "{\"a\"\r\n}\r\n",
        "{\"\u{301}a\":\n{}\u{301}\n}", "print <<A\n\u{0}\nA", "recieve <<A\nx\nA\n", "｛\n'a'\n｝",
        "test 'a'\nend\nend", "for a in b\nlogin ${a}\nend\nlogin b", "repeat 2\n| x\nend",
        "test 'a'\napp launch\n| x\n\n|2 y\n# c\n|...\n|z\nend",
        "setup\nrepeat 2\ntest 'b'\nend",
        "test 'a'\nreceive <<A\nend\nA\nlogin 'x\nend'\nend\n", "for a in b\ntest 'a'\nend\nend",
        "test 'a'\nreceive <<A <<B\nA\nend\nB\nlet x 5\nend", "test 'a'\nlogin \"\\q\"\nend",
        "for a in b\nrepeat 2\nend end\nshow", "for a in b\nrepeat 2\nend # x\nend",
        "teardown\nexpect a\nend\n", "test 'a'\nfor b in c\nend\n| x\nend",
        "receive {\n x\n}\n", "receive {\"a\":\n｝\n}\n", "receive {\"a\":\n{\n}}\n}",
        "login {\n\n'x", "receive {\"a\":\n\u{0}\n}", "login \"a\\\nb\"",
        "login \"a\\\\\nb\"", "login 'a''\nb\n'", "let x = \"a\n${\nb\"",
        "let x = \"a\n\\q\nb\"", "login \"a\nb\" \"c\nd\"\n", "login 'don't\nx'\n'",
        "Hi 'you\n{\"aps\":\n1}\n'", "test 'a'\nlogin \"x\\\ny\"\nend",
        "login 'a\nb'c'd\n'\n", "test 'a'\nreceive {\"a\":\n\u{0}}\nend",
        "repeat 2\nreceive {\n\"a\":\n1}\nlogin 'x\n'\nend",
        "test 'a'\n? login x\n | x\nend\n", "for a in b\r\nlogin <<A\r\nx\r\nA\r\nend\r\n",
    ]

    @Test(arguments: odd) func `line by line the answer is that about the whole`(_ text: String) {
        var lines = PastedLines()
        var entry = ""
        for (number, line) in text.split(
            separator: "\n" as Character, omittingEmptySubsequences: false
        ).enumerated() {
            entry += number == 0 ? String(line) : "\n" + line
            let whole = PastedPayload().isOpen(entry, ScriptLoader.needsMore(entry))
            let answer = lines.isOpen(entry, ScriptLoader.needsMore)
            #expect(answer == whole, "\(entry.debugDescription)")
        }
    }

    @Test func `an entry that was changed above is looked at anew`() {
        var lines = PastedLines()
        let answers = [
            "{\n\"a\": {", "{\n\"a\": {\n}", "{\n\"b\":  \n}", "{\n\"a\": {}}",
        ].map { lines.isOpen($0, ScriptLoader.needsMore) }
        #expect(answers == [true, true, false, false])
    }
}
