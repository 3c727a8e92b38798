import PushTerminal
import Testing

@testable import PushHost

/// SH-01: the colours of a statement while it is typed.
@Suite struct SyntaxColoursTests {
    /// The coloured parts of a text, as `text=style`.
    private func colours(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return SyntaxColours.runs(text).map { run in
            "\(String(decoding: bytes[run.range], as: UTF8.self))=\(run.style)"
        }
    }

    private static let table: [(text: String, wanted: [String])] = [
        ("", []), ("   \n ", []),
        ("tap", ["tap=command"]), ("tapp", ["tapp=unknownCommand"]),
        ("tap msg-1", ["tap=command"]),
        ("tap --no-link", ["tap=command", "--no-link=option"]),
        ("app launch", ["app=command", "launch=command"]),
        ("app lanch", ["app=command"]),
        ("device mute on", ["device=command", "mute=command"]),
        ("expect queue == 12", ["expect=strong", "12=number"]),
        ("let x = queue", ["let=strong"]),
        ("test \"a b\" @td", ["test=strong", "\"a b\"=string", "@td=variable"]),
        ("psh 2", ["psh=strong", "2=number"]),
        ("login ${user}", ["login=command", "${user}=variable"]),
        ("login 'a b", ["login=command", "'a b=string"]),
        ("login \"a b", ["login=command", "\"a b=string"]),
        ("login \"a\\\"b\" x", ["login=command", "\"a\\\"b\"=string"]),
        ("login 'it''s' x", ["login=command", "'it''s'=string"]),
        ("# tap 'x", ["# tap 'x=comment"]),
        ("tap # then", ["tap=command", "# then=comment"]),
        ("tap a#b", ["tap=command"]),
        ("@tablet tap", ["@tablet=variable", "tap=command"]),
        ("[!tty] tap", ["[!tty]=variable", "tap=command"]),
        ("[network:real] tap", ["[network:real]=variable", "tap=command"]),
        ("? tap", ["?=variable", "tap=command"]),
        ("! tap x", ["!=variable", "tap=command"]),
        ("!already_handled tap x", ["!already_handled=variable", "tap=command"]),
        ("?tap", ["?=variable", "tap=command"]), ("!tap", ["!=variable", "tap=command"]),
        ("{", []), ("}", []),
        ("tap\nflush", ["tap=command", "flush=command"]),
        ("tap\r\nflush", ["tap=command", "flush=command"]),
        ("clock\n| clock   it's 12\ntap", ["clock=command", "tap=command"]),
        (
            #"receive {"aps": {"alert": "a \" b"}} --type x"#,
            [
                "receive=command", #""aps"=string"#, #""alert"=string"#, #""a \" b"=string"#,
                "--type=option",
            ]
        ),
        (#"receive {"aps": "op"#, ["receive=command", #""aps"=string"#, #""op=string"#]),
        (
            "receive <<JSON\n{\"aps\": 1}\nJSON\ntap",
            ["receive=command", "<<JSON=string", "{\"aps\": 1}\nJSON=string", "tap=command"]
        ),
        (
            "receive <<'A'\ntap ${x}\n A \ntap",
            ["receive=command", "<<'A'=string", "tap ${x}\n A =string", "tap=command"]
        ),
        ("receive <<A\ntap\nA2", ["receive=command", "<<A=string", "tap\nA2=string"]),
        (
            "receive <<A <<B\nx\nA\ny\nB\ntap",
            [
                "receive=command", "<<A=string", "<<B=string", "x\nA\ny\nB=string", "tap=command",
            ]
        ),
        ("login \"a\nb\" tap\nflush", ["login=command", "\"a\nb\"=string", "flush=command"]),
        ("receive @push.json", ["receive=command", "@push.json=variable"]),
        ("login \"\\q\" 12", ["login=command", "\"\\q\"=string", "12=number"]),
        ("login <<", ["login=command", "<<=string"]),
        ("login 通知 --x", ["login=command", "--x=option"]),
    ]

    @Test(arguments: table.indices) func `a text has these colours`(index: Int) {
        let (text, wanted) = Self.table[index]
        #expect(colours(text) == wanted, "\(text.debugDescription)")
    }

    @Test func `runs are in order, without overlap, whatever is typed`() {
        let parts = [
            "tap", " ", "\n", "\"", "'", "<<A", "{", "}", "#", "| x", "@", "!", "?", "[", "]",
            "${a", "\\", "A", "\u{0}", "山", "\r", ",", "--", "1",
        ]
        var state: UInt64 = 5
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<9 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += parts[Int(state >> 33) % parts.count]
            }
            var end = 0
            for run in SyntaxColours.runs(text) {
                #expect(run.range.lowerBound >= end && !run.range.isEmpty, "\(text)")
                end = run.range.upperBound
            }
            #expect(end <= text.utf8.count)
        }
    }
}
