import PushModel
import PushText
import Testing

@testable import PushRuntime

struct TableWriterTests {
    static let names = ["id", "title"]
    static let rows: [[Cell]] = [
        [.integer(1), .text("お知らせ")], [.integer(20), .null], [.real(0.5), .text("a;b,\"c\"")],
    ]

    /// The eight forms of the same three rows, each line as it is printed.
    static let forms: [(mode: String, lines: [String])] = [
        (
            "table",
            [" id  title", "---  --------", "  1  お知らせ", " 20  NULL", "0.5  a;b,\"c\""]
        ),
        (
            "box",
            [
                "┌─────┬──────────┐", "│  id │ title    │", "├─────┼──────────┤",
                "│   1 │ お知らせ │", "│  20 │ NULL     │", "│ 0.5 │ a;b,\"c\"  │",
                "└─────┴──────────┘",
            ]
        ),
        (
            "line",
            [
                "   id = 1", "title = お知らせ", "", "   id = 20", "title = NULL", "",
                "   id = 0.5", "title = a;b,\"c\"",
            ]
        ),
        (
            "json",
            [
                #"[{"id":1,"title":"お知らせ"},"#, #" {"id":20,"title":null},"#,
                #" {"id":0.5,"title":"a;b,\"c\""}]"#,
            ]
        ),
        (
            "jsonl",
            [
                #"{"id":1,"title":"お知らせ"}"#, #"{"id":20,"title":null}"#,
                #"{"id":0.5,"title":"a;b,\"c\""}"#,
            ]
        ),
        ("csv", ["id,title", "1,お知らせ", "20,", "0.5,\"a;b,\"\"c\"\"\""]),
        ("tsv", ["id\ttitle", "1\tお知らせ", "20\t", "0.5\ta;b,\"c\""]),
        (
            "markdown",
            [
                "|  id | title    |", "| --: | -------- |", "|   1 | お知らせ |",
                "|  20 | NULL     |", "| 0.5 | a;b,\"c\"  |",
            ]
        ),
    ]

    static func write(_ mode: String, _ names: [String], _ rows: [[Cell]]) -> [String] {
        var lines: [String] = []
        let writer = TableWriter(mode: mode, width: 80) { lines.append($0) }
        writer.columns(names)
        for row in rows { #expect(writer.row(row)) }
        writer.end()
        return lines
    }

    @Test(arguments: forms.map(\.mode)) func `a form of three rows`(_ mode: String) {
        let wanted = Self.forms.first { $0.mode == mode }?.lines
        #expect(Self.write(mode, Self.names, Self.rows) == wanted)
    }

    /// Where programs read them, bytes are as in an export; people see that they are bytes.
    @Test(arguments: [
        ("csv", ["a,b", "00ff,\"\""]), ("tsv", ["a\tb", "00ff\t"]),
        ("jsonl", [#"{"a":"00ff","b":""}"#]), ("line", ["a = x'00ff'", "b = x''"]),
    ]) func `bytes are hexadecimal in every form`(_ mode: String, _ lines: [String]) {
        #expect(Self.write(mode, ["a", "b"], [[.blob([0, 255]), .blob([])]]) == lines)
    }

    @Test(arguments: [
        ("csv", ["a,b,c", "Infinity,-Infinity,-0.0"]),
        ("jsonl", [#"{"a":"Infinity","b":"-Infinity","c":-0.0}"#]),
        ("line", ["a = Infinity", "b = -Infinity", "c = -0.0"]),
    ]) func `infinity and negative zero are no other value`(_ mode: String, _ lines: [String]) {
        let row: [Cell] = [.real(.infinity), .real(-.infinity), .real(-0.0)]
        #expect(Self.write(mode, ["a", "b", "c"], [row]) == lines)
    }

    @Test(arguments: [
        ("table", ["a", "-"]), ("box", ["┌───┐", "│ a │", "├───┤", "└───┘"]), ("line", []),
        ("json", ["[]"]), ("jsonl", []), ("csv", ["a"]), ("tsv", ["a"]),
        ("markdown", ["| a   |", "| --- |"]),
    ]) func `no rows at all`(_ mode: String, _ lines: [String]) {
        #expect(Self.write(mode, ["a"], []) == lines)
    }

    @Test(arguments: forms.map(\.mode)) func `no form prints a control character`(_ mode: String) {
        let lines = Self.write(mode, ["a\u{1B}[31m"], [[.text("x\u{1B}]0;t\u{7}\u{9B}y")]])
        let raw = lines.joined().unicodeScalars.filter {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
        }
        #expect(raw.isEmpty)
    }

    @Test func `a cell wider than the sampled ones is never cut`() {
        let short = [[Cell]](repeating: [.text("a")], count: TableWriter.sampleSize)
        let lines = Self.write("table", ["n"], short + [[.text("a long one")]])
        #expect(lines.count == TableWriter.sampleSize + 3)
        #expect(lines.last == "a long one")
    }

    @Test func `a bar in markdown is escaped`() {
        #expect(Self.write("markdown", ["a"], [[.text("x|y")]]).last == "| x\\|y |")
        #expect(
            Self.write("markdown", ["a"], [[.text("x|\u{301}")]]).last == "| x\\|\u{301} |")
    }

    @Test func `two statements are two tables`() {
        var lines: [String] = []
        let writer = TableWriter(mode: "json", width: 80) { lines.append($0) }
        for number in 1...2 {
            writer.columns(["n"])
            _ = writer.row([.integer(Int64(number))])
            writer.end()
        }
        #expect(lines == [#"[{"n":1}]"#, #"[{"n":2}]"#])
    }

    @Test(arguments: [
        (["a", "a", "a"], ["a", "a_2", "a_3"]), (["a", "a", "a_2"], ["a", "a_3", "a_2"]),
        (["a_2", "a", "a_2", "a"], ["a_2", "a", "a_2_2", "a_3"]), (["a", "A"], ["a", "A"]),
    ])
    func `columns of one name are members of different names`(
        names: [String], members: [String]
    ) {
        #expect(names.distinct == members)
        let row = names.indices.map { Cell.integer(Int64($0)) }
        let wanted = zip(members, names.indices).map { "\"\($0)\":\($1)" }
        #expect(Self.write("jsonl", names, [row]) == ["{\(wanted.joined(separator: ","))}"])
        #expect(Self.write("csv", names, [row]).first == names.joined(separator: ","))
    }

    @Test func `an array with a mark that reorders text stays JSON in csv`() {
        #expect(
            Self.write("csv", ["a"], [[.json("[\"a\u{202E}b\"]")]])
                == ["a", #""[""a\u202eb""]""#])
    }

    @Test func `a line end in csv is quoted and kept`() {
        #expect(
            Self.write("csv", ["a"], [[.text("one\ntwo")]]) == ["a", "\"one\ntwo\""])
    }

    @Test(arguments: [
        ("a\tb", "a\tb"), ("a\\tb", "a\\tb"), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""),
        ("a\rb", "\"a␍b\""), ("a\u{0}b", "a␀b"), ("\u{1B}[2J", "␛[2J"), ("\u{7F}", "␡"),
        ("a,\u{202E}", "\"a,\\u{202e}\""), ("お知らせ", "お知らせ"), ("a\"b", "\"a\"\"b\""),
        ("a\"\u{301}", "\"a\"\"\u{301}\""),
    ])
    func `csv keeps tabs and line ends, and pictures what a terminal would obey`(
        text: String, cell: String
    ) {
        #expect(TableWriter.csv(text).lowercased() == cell.lowercased())
    }

    @Test(arguments: ["table", "box", "markdown"])
    func `a column of NULL alone is no column of numbers`(mode: String) {
        let lines = Self.write(mode, ["user_id", "n"], [[.null, .integer(7)], [.null, .null]])
        let row = lines.first { $0.contains("7") } ?? ""
        #expect(row.contains("NULL   "))
        #expect(!row.contains("   NULL"))
    }

    @Test func `a value is set out in json and a line in jsonl`() {
        let value: JSON = ["id": "a\u{202E}", "n": [1, 2]]
        #expect(
            TableWriter.lines(of: value, mode: "jsonl") == [#"{"id":"a\u202e","n":[1,2]}"#])
        let laid = TableWriter.lines(of: value, mode: "json")
        #expect(laid.first == "{")
        #expect(laid.last == "}")
        #expect(laid.contains(#"  "id": "a\u202e","#))
        #expect(TableWriter.lines(of: [["a": 1], 2], mode: "jsonl") == [#"{"a":1}"#, "2"])
        #expect(TableWriter.lines(of: [], mode: "jsonl") == [])
        #expect(TableWriter.lines(of: [], mode: "json") == ["[]"])
    }
}
