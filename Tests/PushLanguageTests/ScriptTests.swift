import PushText
import Testing

@testable import PushLanguage

@Suite struct ScriptTests {
    @Test(arguments: [
        ("plain", "plain"), ("'it''s'", "it's"), ("'${v} \\n'", "${v} \\n"),
        (#""a\n\r\t\"\\\$\u{3042}""#, "a\n\r\t\"\\$あ"), ("${v}", "x y"),
        ("a${v}b'c'\"${v}\"", "ax ybcx y"),
        ("${ns.v-1}", "n"), ("${1}", "one"), ("$v", "$v"), ("\"$v\"", "$v"), ("{a}", "{a}"),
        ("@dir/${1}.json", "dir/one.json"), ("@'a b'", "a b"), ("''", ""), ("\"a\r\nb\"", "a\nb"),
        ("'a\r\nb'", "a\nb"), ("\\n", "\\n"), ("あ'い'", "あい"),
    ])
    func `a word stands for`(_ word: String, _ value: String) throws {
        let sample = Sample("say \(word)")
        let variables = ["v": "x y", "ns.v-1": "n", "1": "one"]
        #expect(sample.errors == "")
        #expect(try sample.text(sample.script.word(1, of: sample.first), variables) == value)
    }

    @Test func `an unknown variable is an error with a suggestion`() {
        let sample = Sample("say \"お ${tokn}\"")
        let word = sample.script.word(1, of: sample.first)
        let error = #expect(throws: SyntaxError.self) { try sample.text(word, ["token": ""]) }
        #expect(
            error
                == SyntaxError(
                    .unknownVariable, "unknown variable `tokn`", at: Span(start: 9, end: 16),
                    hint: "did you mean `${token}`?"))
        #expect(sample.script.staticText(of: word) == nil)
    }

    @Test func `a word knows what it is without being expanded`() {
        let script = Sample("a 'b' b${v} ${v} --b=${v}").script
        let statement = script.statement(script.top.start)
        let words = script.words(of: statement)
        #expect(words.map { script.isValue($0) } == [false, true, false, true, false])
        #expect(words.map { script.head(of: $0) } == ["a", "", "b", "", "--b="])
        #expect(words.prefix(3).map { script.word($0, is: "a") } == [true, false, false])
        #expect(words.map { script.staticText(of: $0) } == ["a", "b", nil, nil, nil])
    }

    @Test func `spans reach from the first word to the last`() {
        let sample = Sample("  [tty] !tap 'x y'  # z\nexpect queue == 5 # z\nlet a = queue # z")
        let texts = sample.script.statements(in: sample.script.top)
            .map { sample.script.source.text(of: $0.span) }
        #expect(texts == ["tap 'x y'", "expect queue == 5", "let a = queue"])
    }

    @Test func `golden lines keep their indentation`() {
        let sample = Sample("tap\n \t|2 a b\r\n")
        let source = sample.script.source
        let lines = sample.script.goldenLines(of: sample.first)
        #expect(lines.map { source.text(of: $0.indentation) } == [" \t"])
        #expect(lines.map { source.text(of: $0.span) } == ["|2 a b"])
        #expect(lines.map { source.text(of: $0.textSpan) } == ["a b"])
        #expect(lines.map(\.stream) == [.stderr])
    }

    @Test func `the headers of blocks are read again`() throws {
        let sample = Sample(
            """
            test "a ${b}" @td @slow
            for x in 1..5
            for y in a 'b c' '1..x'
            repeat 7
            end
            end
            end
            end
            """)
        let script = sample.script
        let ids = (0..<4).map { script.statement(StatementID($0)) }
        #expect(try script.testHeader(of: ids[0]).tags == ["td", "slow"])
        #expect(try sample.text(script.testHeader(of: ids[0]).title, ["b": "c"]) == "a c")
        #expect(try script.forHeader(of: ids[1]).values == .range(1...5))
        #expect(try script.forHeader(of: ids[1]).name == "x")
        #expect(
            try script.forHeader(of: ids[2]).values == .words(Array(script.words(of: ids[2])[2...]))
        )
        #expect(try script.repeatCount(of: ids[3]) == 7)
    }

    @Test func `an include names its file, parameters and captures`() throws {
        let sample = Sample("include \"a b.psh\" with x=1 title='c d' e= as ns")
        let header = try sample.script.includeHeader(of: sample.first)
        #expect(try sample.text(header.path) == "a b.psh")
        #expect(header.parameters.map(\.name) == ["x", "title", "e"])
        #expect(try header.parameters.map { try sample.text($0.value) } == ["1", "c d", ""])
        #expect(header.namespace == "ns")
        let plain = Sample("include f.psh")
        #expect(try plain.script.includeHeader(of: plain.first).namespace == nil)
    }

    @Test func `a flat script costs little more than its text`() {
        #expect(MemoryLayout<PackedWord>.stride == 8)
        #expect(MemoryLayout<StatementRecord>.stride <= 32)
        #expect(MemoryLayout<Word>.stride <= 16)
        let word = Word(.hereDocument, 0x0FFF_FFFF..<0x0FFF_FFFF + 1 << 20)
        #expect(PackedWord(word).word == word)
    }
}
